"""The encoding of formulas for z3.

Integers, truth values and reals are z3's own, tuples are datatypes. Lists, databases, queries and scores are
uninterpreted sorts; what is true of lists (lengths, items, appending, joining, equality) is stated by axioms, and only
for the operations that occur. Each axiom holds of Python's lists, so what follows from them is true.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import z3

from twinproof.lang.expr import Apply, Expr, Literal, Op, Place, Quantified, Var, free_variables
from twinproof.lang.types import BOOL, DATABASE, INT, QUERY, REAL, SCORE, ListOf, TupleOf, Type

_TAGS = {Place.MEMORY: "", Place.LEFT: "<1>", Place.RIGHT: "<2>", Place.RIGID: "", Place.LEDGER: "<w>"}


class Encoder:
    """Turns formulas into z3's terms, in a context of their own; `axioms` collects what they need."""

    def __init__(self) -> None:
        self.context = z3.Context()
        self.axioms: list[Any] = []
        self._sorts: dict[Type, Any] = {}
        self._tuples: dict[TupleOf, Any] = {}
        self._functions: dict[tuple[str, Type], Any] = {}
        self._constants: dict[Var, Any] = {}
        self._terms: dict[Expr, Any] = {}

    # -------------------------------------------------------------------------------------------------------- sorts

    def sort(self, kind: Type) -> Any:
        if kind not in self._sorts:
            self._sorts[kind] = self._make_sort(kind)
        return self._sorts[kind]

    def _make_sort(self, kind: Type) -> Any:
        match kind:
            case TupleOf(items):
                datatype = z3.Datatype(str(kind), ctx=self.context)
                datatype.declare("tuple", *((f"at{i}", self.sort(item)) for i, item in enumerate(items)))
                made = datatype.create()
                self._tuples[kind] = made
                return made
            case ListOf():
                return z3.DeclareSort(f"items {kind}", self.context)
        if kind == BOOL:
            return z3.BoolSort(self.context)
        if kind == INT:
            return z3.IntSort(self.context)
        if kind == REAL:
            return z3.RealSort(self.context)
        return z3.DeclareSort(f"abstract {kind}", self.context)

    def constant(self, var: Var) -> Any:
        """The z3 constant of a free variable."""
        if var not in self._constants:
            # The number keeps variables apart whatever they are called, from each other and from our own functions.
            name = f"v{len(self._constants)} {var.name}{_TAGS[var.place]}"
            self._constants[var] = z3.Const(name, self.sort(var.type))
        return self._constants[var]

    def default(self, kind: Type) -> Any:
        """What reading outside a list yields."""
        match kind:
            case ListOf():
                return self._nil(kind)
            case TupleOf(items):
                self.sort(kind)
                return self._tuples[kind].tuple(*map(self.default, items))
        if kind == BOOL:
            return z3.BoolVal(False, self.context)
        if kind == INT:
            return z3.IntVal(0, self.context)
        return z3.Const(f"default {kind}", self.sort(kind))

    # ------------------------------------------------------------------------------------------------------- lists

    def _function(self, name: str, kind: Type, *signature: Any) -> tuple[Any, bool]:
        """A function on a type, and whether it is new."""
        key = (name, kind)
        new = key not in self._functions
        if new:
            self._functions[key] = z3.Function(f"{name} {kind}", *signature)
        return self._functions[key], new

    def _bound(self, *kinds: Any) -> list[Any]:
        return [z3.FreshConst(kind, "q") for kind in kinds]

    def _axiom(self, variables: list[Any], body: Any, *patterns: Any) -> None:
        self.axioms.append(z3.ForAll(variables, body, patterns=list(patterns)))

    def _len(self, kind: ListOf) -> Any:
        sort = self.sort(kind)
        function, new = self._function("len", kind, sort, z3.IntSort(self.context))
        if new:
            (x,) = self._bound(sort)
            self._axiom([x], function(x) >= 0, function(x))
        return function

    def _get(self, kind: ListOf) -> Any:
        sort, integer = self.sort(kind), z3.IntSort(self.context)
        function, new = self._function("get", kind, sort, integer, self.sort(kind.item))
        if new:
            length = self._len(kind)
            x, i = self._bound(sort, integer)
            outside = z3.Or(i < 0, i >= length(x))
            self._axiom([x, i], z3.Implies(outside, function(x, i) == self.default(kind.item)), function(x, i))
        return function

    def _nil(self, kind: ListOf) -> Any:
        function, new = self._function("nil", kind, self.sort(kind))
        if new:
            length = self._len(kind)
            self.axioms.append(length(function()) == 0)
            (x,) = self._bound(self.sort(kind))
            self._axiom([x], z3.Implies(length(x) == 0, x == function()), length(x))
        return function()

    def _append(self, kind: ListOf) -> Any:
        sort, integer, item = self.sort(kind), z3.IntSort(self.context), self.sort(kind.item)
        function, new = self._function("append", kind, sort, item, sort)
        if new:
            length, get = self._len(kind), self._get(kind)
            x, v, i = self._bound(sort, item, integer)
            whole = function(x, v)
            self._axiom([x, v], z3.And(length(whole) == length(x) + 1, get(whole, length(x)) == v), whole)
            self._axiom([x, v, i], z3.Implies(z3.And(i >= 0, i < length(x)), get(whole, i) == get(x, i)), get(whole, i))
        return function

    def _concat(self, kind: ListOf) -> Any:
        sort, integer = self.sort(kind), z3.IntSort(self.context)
        function, new = self._function("concat", kind, sort, sort, sort)
        if new:
            length, get = self._len(kind), self._get(kind)
            x, y, i = self._bound(sort, sort, integer)
            whole = function(x, y)
            self._axiom([x, y], length(whole) == length(x) + length(y), whole)
            inside = z3.And(i >= 0, i < length(whole))
            item = z3.If(i < length(x), get(x, i), get(y, i - length(x)))
            self._axiom([x, y, i], z3.Implies(inside, get(whole, i) == item), get(whole, i))
        return function

    def _extensional(self, kind: ListOf) -> None:
        """Lists with the same items are equal: otherwise `differ` names a position where they are not."""
        sort, integer = self.sort(kind), z3.IntSort(self.context)
        function, new = self._function("differ", kind, sort, sort, integer)
        if new:
            length, get = self._len(kind), self._get(kind)
            x, y = self._bound(sort, sort)
            at = function(x, y)
            apart = z3.And(at >= 0, at < length(x), get(x, at) != get(y, at))
            body = z3.Or(x == y, length(x) != length(y), apart)
            self.axioms.append(z3.ForAll([x, y], body, patterns=[z3.MultiPattern(length(x), length(y))]))

    def _extensional_inside(self, kind: Type) -> None:
        match kind:
            case ListOf(item):
                self._extensional(kind)
                self._extensional_inside(item)
            case TupleOf(items):
                for item in items:
                    self._extensional_inside(item)
            case _:
                pass

    # ------------------------------------------------------------------------------------------------------- terms

    def term(self, e: Expr, bound: dict[Var, Any] | None = None) -> Any:
        """The z3 term of an expression; what occurs often is made once, where no bound variable is in it."""
        bound = bound or {}
        if not isinstance(e, Apply | Quantified) or (bound and not bound.keys().isdisjoint(free_variables(e))):
            return self._term(e, bound)
        if e not in self._terms:
            self._terms[e] = self._term(e, bound)
        return self._terms[e]

    def _term(self, e: Expr, bound: dict[Var, Any]) -> Any:
        match e:
            case Var():
                return bound[e] if e in bound else self.constant(e)
            case Literal(value):
                if e.type == BOOL:
                    return z3.BoolVal(bool(value), self.context)
                return z3.IntVal(int(value), self.context) if e.type == INT else z3.RealVal(value, self.context)
            case Quantified(universal, var, body):
                inner = z3.FreshConst(self.sort(var.type), var.name)
                quantifier = z3.ForAll if universal else z3.Exists
                return quantifier([inner], self.term(body, {**bound, var: inner}))
            case Apply(op, args):
                return self._apply(e, op, [self.term(a, bound) for a in args])

    def _apply(self, e: Apply, op: Op, args: list[Any]) -> Any:
        kinds = [a.type for a in e.args]
        if op in _LISTS:
            return self._structure(e, op, args, kinds)
        if (op in _NUMBERS and REAL in kinds) or op in (Op.QUOTIENT, Op.REAL):
            args = [z3.ToReal(a) if k == INT else a for a, k in zip(args, kinds, strict=True)]
        match op:
            case Op.EQ:
                for kind in kinds:
                    self._extensional_inside(kind)
                return args[0] == args[1]
            case Op.AND:
                return z3.And(*args, self.context) if args else z3.BoolVal(True, self.context)
            case Op.OR:
                return z3.Or(*args, self.context) if args else z3.BoolVal(False, self.context)
            case Op.NOT:
                return z3.Not(args[0])
            case Op.IMPLIES:
                return z3.Implies(*args)
            case Op.ITE:
                return z3.If(*args)
            case Op.REAL:
                return args[0]
            case Op.MIN | Op.MAX:
                return _fold(args, op is Op.MIN)
            case Op.ABS:
                return z3.If(args[0] >= 0, args[0], -args[0])
            case Op.DIV | Op.MOD:
                return _divide(args[0], args[1], op is Op.DIV)
            case _:
                return _ARITHMETIC[op](*args)

    def _structure(self, e: Apply, op: Op, args: list[Any], kinds: list[Type]) -> Any:
        first = kinds[0] if kinds else e.type
        match op, first:
            case Op.LEN, ListOf():
                return self._len(first)(*args)
            case Op.GET, ListOf():
                return self._get(first)(*args)
            case Op.APPEND, ListOf():
                return self._append(first)(*args)
            case Op.CONCAT, ListOf():
                return self._concat(first)(*args)
        match op, e.type:
            case Op.LIST, ListOf():
                whole = self._nil(e.type)
                for item in args:
                    whole = self._append(e.type)(whole, item)
                return whole
            case Op.TUPLE, TupleOf():
                self.sort(e.type)
                return self._tuples[e.type].tuple(*args)
        if op is Op.PROJ and isinstance(first, TupleOf):
            position = e.args[1]
            assert isinstance(position, Literal)
            self.sort(first)
            return getattr(self._tuples[first], f"at{position.value}")(args[0])
        if op is Op.ANSWER:
            function, _ = self._function(
                "answer", QUERY, self.sort(QUERY), self.sort(DATABASE), z3.IntSort(self.context)
            )
            return function(*args)
        score = (self.sort(SCORE), self.sort(DATABASE), z3.IntSort(self.context), z3.IntSort(self.context))
        function, _ = self._function("score", SCORE, *score)
        return function(*args)


_LISTS = (Op.LEN, Op.GET, Op.LIST, Op.APPEND, Op.CONCAT, Op.TUPLE, Op.PROJ, Op.ANSWER, Op.SCORE)
_NUMBERS = (Op.ADD, Op.SUB, Op.MUL, Op.NEG, Op.EQ, Op.LT, Op.LE, Op.MIN, Op.MAX, Op.ABS)
_ARITHMETIC: dict[Op, Callable[..., Any]] = {
    Op.ADD: lambda a, b: a + b,
    Op.SUB: lambda a, b: a - b,
    Op.MUL: lambda a, b: a * b,
    Op.NEG: lambda a: -a,
    Op.QUOTIENT: lambda a, b: a / b,
    Op.LT: lambda a, b: a < b,
    Op.LE: lambda a, b: a <= b,
}


def _fold(args: list[Any], least: bool) -> Any:
    result = args[0]
    for a in args[1:]:
        result = z3.If(result <= a if least else result >= a, result, a)
    return result


def _divide(a: Any, b: Any, quotient: bool) -> Any:
    """Python's // and %: rounding down, the remainder with the sign of the divisor; by zero, 0 and a."""
    # z3 divides by a positive number as Python does; ⌊a / b⌋ = ⌊−a / −b⌋ for the others
    down = z3.If(b > 0, a / b, z3.If(b < 0, (-a) / (-b), 0))
    return down if quotient else a - b * down
