"""Formulas as SMT-LIB scripts: the very text that z3 is asked, and any other solver can be.

Integers, truth values and reals are the solver's own, tuples are datatypes. Lists, databases, queries and scores are
uninterpreted sorts; what is true of lists (lengths, items, appending, joining, replacing, equality) is stated by
axioms, and only for the operations that occur. Each axiom holds of Python's lists, so what follows from them is true.

Every name in a script is quoted. Those of variables begin with a number of their own (`v0 x<1>`, bound ones `q0 i`) and
keep letters, digits and underscores only, so that two variables never meet and no name can write the script.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import assert_never

from twinproof.lang.expr import (
    Apply,
    ByOperator,
    Expr,
    Literal,
    Op,
    Place,
    Quantified,
    UnknownOperator,
    UnknownType,
    Var,
    free_variables,
    subterms,
)
from twinproof.lang.types import BOOL, DATABASE, INT, NUMBERS, QUERY, REAL, SCORE, Basic, ListOf, TupleOf, Type

Bound = Mapping[Var, str]  # the names of bound variables

_TAGS = {Place.MEMORY: "", Place.LEFT: "<1>", Place.RIGHT: "<2>", Place.RIGID: "", Place.LEDGER: "<w>"}
_BASIC: dict[Type, str] = {BOOL: "Bool", INT: "Int", REAL: "Real"}
_ABSTRACT: frozenset[Type] = frozenset((DATABASE, QUERY, SCORE))
_OPEN: Bound = {}


class Script:
    """The assertion that a formula holds, with all that has to be declared for it."""

    def __init__(self, formula: Expr) -> None:
        self._declarations: list[str] = []
        self._definitions: list[str] = []
        self._axioms: list[str] = []
        self._sorts: dict[Type, str] = dict(_BASIC)
        self._declared: set[str] = set()
        self._constants: dict[Var, str] = {}
        self._terms: dict[Expr, str] = {}
        self._bound = 0
        self._often = _often(formula)
        self._deep = any(_is_deep(part.type) for part in subterms(formula))
        self._asserted = [self.term(formula)]

    @property
    def assertions(self) -> list[str]:
        """What the solver is to take for true."""
        return [*self._axioms, *self._asserted]

    def text(self, *assertions: str) -> str:
        """A script that declares everything and makes these assertions."""
        return "\n".join([*self._declarations, *self._definitions, *(f"(assert {term})" for term in assertions), ""])

    # --------------------------------------------------------------------------------------------------------- sorts

    def sort(self, kind: Type) -> str:
        if kind not in self._sorts:
            self._sorts[kind] = self._make_sort(kind)
        return self._sorts[kind]

    def _make_sort(self, kind: Type) -> str:
        _refuse_unknown(kind)
        if not isinstance(kind, TupleOf):
            name = f"|{'items' if isinstance(kind, ListOf) else 'abstract'} {kind}|"
            self._declarations.append(f"(declare-sort {name} 0)")
            return name
        fields = " ".join(f"({_component(kind, i)} {self.sort(item)})" for i, item in enumerate(kind.items))
        name = f"|{kind}|"
        self._declarations.append(f"(declare-datatypes (({name} 0)) ((({_maker(kind)} {fields}))))")
        return name

    def _constant(self, var: Var) -> str:
        """The constant of a free variable."""
        if var not in self._constants:
            name = f"|v{len(self._constants)} {_plain(var.name)}{_TAGS[var.place]}|"
            self._declarations.append(f"(declare-fun {name} () {self.sort(var.type)})")
            self._constants[var] = name
        return self._constants[var]

    def _default(self, kind: Type) -> str:
        """What reading outside a list yields."""
        match kind:
            case ListOf():
                return self._nil(kind)
            case TupleOf(items):
                self.sort(kind)
                return _call(_maker(kind), *map(self._default, items))
        if kind == BOOL:
            return "false"
        if kind in NUMBERS:
            return "0" if kind == INT else "0.0"
        name = f"|default {kind}|"
        self._new(name, "", self.sort(kind))
        return name

    # --------------------------------------------------------------------------------------------------------- lists

    def _new(self, name: str, arguments: str, result: str) -> bool:
        """Declare a function, unless it was; whether it is new."""
        if name in self._declared:
            return False
        self._declared.add(name)
        self._declarations.append(f"(declare-fun {name} ({arguments}) {result})")
        return True

    def _axiom(self, variables: str, body: str, pattern: str) -> None:
        self._axioms.append(f"(forall ({variables}) (! {body} :pattern ({pattern})))")

    def _len(self, kind: ListOf) -> str:
        sort, name = self.sort(kind), f"|len {kind}|"
        if self._new(name, sort, "Int"):
            self._axiom(f"(x {sort})", f"(>= ({name} x) 0)", f"({name} x)")
        return name

    def _get(self, kind: ListOf) -> str:
        sort, name = self.sort(kind), f"|get {kind}|"
        if self._new(name, f"{sort} Int", self.sort(kind.item)):
            outside = f"(or (< i 0) (>= i ({self._len(kind)} x)))"
            default = self._default(kind.item)
            self._axiom(f"(x {sort}) (i Int)", f"(=> {outside} (= ({name} x i) {default}))", f"({name} x i)")
        return name

    def _nil(self, kind: ListOf) -> str:
        sort, name = self.sort(kind), f"|nil {kind}|"
        if self._new(name, "", sort):
            length = self._len(kind)
            self._axioms.append(f"(= ({length} {name}) 0)")
            self._axiom(f"(x {sort})", f"(=> (= ({length} x) 0) (= x {name}))", f"({length} x)")
        return name

    def _append(self, kind: ListOf) -> str:
        sort, item, name = self.sort(kind), self.sort(kind.item), f"|append {kind}|"
        if self._new(name, f"{sort} {item}", sort):
            length, get = self._len(kind), self._get(kind)
            whole = f"({name} x v)"
            added = f"(and (= ({length} {whole}) (+ ({length} x) 1)) (= ({get} {whole} ({length} x)) v))"
            self._axiom(f"(x {sort}) (v {item})", added, whole)
            before = f"(=> (and (>= i 0) (< i ({length} x))) (= ({get} {whole} i) ({get} x i)))"
            self._axiom(f"(x {sort}) (v {item}) (i Int)", before, f"({get} {whole} i)")
        return name

    def _concat(self, kind: ListOf) -> str:
        sort, name = self.sort(kind), f"|concat {kind}|"
        if self._new(name, f"{sort} {sort}", sort):
            length, get = self._len(kind), self._get(kind)
            whole = f"({name} x y)"
            self._axiom(f"(x {sort}) (y {sort})", f"(= ({length} {whole}) (+ ({length} x) ({length} y)))", whole)
            inside = f"(and (>= i 0) (< i ({length} {whole})))"
            item = f"(ite (< i ({length} x)) ({get} x i) ({get} y (- i ({length} x))))"
            self._axiom(
                f"(x {sort}) (y {sort}) (i Int)", f"(=> {inside} (= ({get} {whole} i) {item}))", f"({get} {whole} i)"
            )
        return name

    def _set(self, kind: ListOf) -> str:
        sort, item, name = self.sort(kind), self.sort(kind.item), f"|set {kind}|"
        if self._new(name, f"{sort} Int {item}", sort):
            length, get = self._len(kind), self._get(kind)
            whole, inside = f"({name} x i v)", f"(and (>= i 0) (< i ({length} x)))"
            there = f"(and (= ({length} {whole}) ({length} x)) (=> {inside} (= ({get} {whole} i) v)))"
            self._axiom(f"(x {sort}) (i Int) (v {item})", there, whole)
            found = f"(ite (and (= j i) {inside}) v ({get} x j))"
            self._axiom(
                f"(x {sort}) (i Int) (v {item}) (j Int)", f"(= ({get} {whole} j) {found})", f"({get} {whole} j)"
            )
        return name

    def _extensional(self, kind: Type) -> None:
        """Lists with the same items are equal: otherwise `differ` names a position where they are not."""
        match kind:
            case ListOf(item):
                sort, name = self.sort(kind), f"|differ {kind}|"
                if self._new(name, f"{sort} {sort}", "Int"):
                    length, get = self._len(kind), self._get(kind)
                    at = f"({name} x y)"
                    apart = f"(and (>= {at} 0) (< {at} ({length} x)) (distinct ({get} x {at}) ({get} y {at})))"
                    body = f"(or (= x y) (distinct ({length} x) ({length} y)) {apart})"
                    self._axiom(f"(x {sort}) (y {sort})", body, f"({length} x) ({length} y)")
                self._extensional(item)
            case TupleOf(items):
                for item in items:
                    self._extensional(item)
            case Basic():
                pass
            case _:
                assert_never(kind)

    def _same(self, kind: Type, a: str, b: str) -> str:
        """Whether two values are equal, where there are lists of lists.

        Of these there are too many, entries of entries, to compare each with each. So lists are told to be equal if
        they have the same items only where the formula asks whether they are.
        """
        match kind:
            case ListOf(item):
                sort, name = self.sort(kind), f"|same {kind}|"
                if self._new(name, f"{sort} {sort}", "Bool"):
                    self._new(f"|differ {kind}|", f"{sort} {sort}", "Int")
                    length, get, at = self._len(kind), self._get(kind), f"(|differ {kind}| x y)"
                    items = self._same(item, f"({get} x {at})", f"({get} y {at})")
                    apart = f"(and (>= {at} 0) (< {at} ({length} x)) (not {items}))"
                    body = f"(and (= ({name} x y) (= x y)) (or (= x y) (distinct ({length} x) ({length} y)) {apart}))"
                    self._axiom(f"(x {sort}) (y {sort})", body, f"({name} x y)")
                return _call(name, a, b)
            case TupleOf(items) if _has_list(kind):
                self.sort(kind)
                parts = (
                    self._same(item, f"({_component(kind, i)} {a})", f"({_component(kind, i)} {b})")
                    for i, item in enumerate(items)
                )
                return _call("and", "true", *parts)
            case _:
                return _call("=", a, b)

    # --------------------------------------------------------------------------------------------------------- terms

    def term(self, e: Expr, bound: Bound = _OPEN) -> str:
        """The term of an expression. What occurs often is defined once, where no bound variable is in it."""
        match e:
            case Var():
                return bound[e] if e in bound else self._constant(e)
            case Literal():
                return _literal(e)
        if bound and not bound.keys().isdisjoint(free_variables(e)):
            return self._term(e, bound)
        if e not in self._terms:
            text = self._term(e, _OPEN)
            self._terms[e] = self._defined(text, e.type) if e in self._often else text
        return self._terms[e]

    def _defined(self, text: str, kind: Type) -> str:
        name = f"|t{len(self._definitions)}|"
        self._definitions.append(f"(define-fun {name} () {self.sort(kind)} {text})")
        return name

    def _term(self, e: Apply | Quantified, bound: Bound) -> str:
        if isinstance(e, Apply):
            return self._apply(e, [self.term(a, bound) for a in e.args])
        name = f"|q{self._bound} {_plain(e.var.name)}|"
        self._bound += 1
        body = self.term(e.body, {**bound, e.var: name})
        return f"({'forall' if e.universal else 'exists'} (({name} {self.sort(e.var.type)})) {body})"

    def _apply(self, e: Apply, args: list[str]) -> str:
        kinds = [a.type for a in e.args]
        if e.op in _STRUCTURES:
            return self._structure(e, args, kinds)
        if (e.op in _NUMBERS and REAL in kinds) or e.op in _OF_REALS:
            args = [f"(to_real {a})" if k == INT else a for a, k in zip(args, kinds, strict=True)]
        match e.op:
            case Op.EQ if self._deep:
                return self._same(kinds[0], *args)
            case Op.EQ:
                self._extensional(kinds[0])
                return _call("=", *args)
            case Op.AND | Op.OR if len(args) < 2:
                return args[0] if args else "true" if e.op is Op.AND else "false"
            case Op.REAL:
                return args[0]
            case Op.FLOOR:
                return args[0] if kinds[0] == INT else _call("to_int", *args)
            case Op.MIN | Op.MAX:
                result = args[0]
                for a in args[1:]:
                    result = f"(let ((a {result}) (b {a})) (ite ({'<=' if e.op is Op.MIN else '>='} a b) a b))"
                return result
            case Op.ABS:
                return f"(let ((a {args[0]})) (ite (>= a 0{'.0' * (kinds[0] == REAL)}) a (- a)))"
            case Op.EXP | Op.LOG | Op.SQRT | Op.UP:
                name = f"|{e.op.value} of a real|"  # of which nothing is known here; `known` has what is
                self._new(name, "Real", "Real")
                return _call(name, *args)
            case Op.DIV:
                return f"(let ((a {args[0]}) (b {args[1]})) {_DOWN})"
            case Op.MOD:
                return f"(let ((a {args[0]}) (b {args[1]})) (- a (* b {_DOWN})))"
            case _:
                return _call(_SIGNS[e.op], *args)

    def _structure(self, e: Apply, args: list[str], kinds: list[Type]) -> str:
        first = kinds[0] if kinds else e.type
        match e.op, first:
            case Op.LEN, ListOf():
                return _call(self._len(first), *args)
            case Op.GET, ListOf():
                return _call(self._get(first), *args)
            case Op.APPEND, ListOf():
                return _call(self._append(first), *args)
            case Op.CONCAT, ListOf():
                return _call(self._concat(first), *args)
            case Op.SET, ListOf():
                return _call(self._set(first), *args)
        match e.op, e.type:
            case Op.LIST, ListOf():
                whole = self._nil(e.type)
                for item in args:
                    whole = _call(self._append(e.type), whole, item)
                return whole
            case Op.TUPLE, TupleOf():
                self.sort(e.type)
                return _call(_maker(e.type), *args)
        if e.op is Op.PROJ and isinstance(first, TupleOf):
            position = e.args[1]
            assert isinstance(position, Literal)
            self.sort(first)
            return _call(_component(first, int(position.value)), args[0])
        if e.op is Op.ANSWER:
            self._new("|answer|", f"{self.sort(QUERY)} {self.sort(DATABASE)}", "Int")
            return _call("|answer|", *args)
        if e.op is Op.SCORE:
            self._new("|score|", f"{self.sort(SCORE)} {self.sort(DATABASE)} Int", "Int")
            return _call("|score|", *args)
        raise UnknownOperator(e.op)


_STRUCTURES = (Op.LEN, Op.GET, Op.LIST, Op.APPEND, Op.CONCAT, Op.SET, Op.TUPLE, Op.PROJ, Op.ANSWER, Op.SCORE)
_NUMBERS = (Op.ADD, Op.SUB, Op.MUL, Op.NEG, Op.EQ, Op.LT, Op.LE, Op.MIN, Op.MAX, Op.ABS)
_SIGNS = ByOperator[str](
    {
        Op.ADD: "+",
        Op.SUB: "-",
        Op.MUL: "*",
        Op.NEG: "-",
        Op.QUOTIENT: "/",
        Op.LT: "<",
        Op.LE: "<=",
        Op.NOT: "not",
        Op.AND: "and",
        Op.OR: "or",
        Op.IMPLIES: "=>",
        Op.ITE: "ite",
    }
)

_OF_REALS = (Op.QUOTIENT, Op.REAL, Op.EXP, Op.LOG, Op.SQRT, Op.UP)  # on integers too, which are reals then

# Python's // rounds down, and so does `div` by a positive number; ⌊a / b⌋ = ⌊−a / −b⌋ for the others; by zero it is 0.
_DOWN = "(ite (> b 0) (div a b) (ite (< b 0) (div (- a) (- b)) 0))"


def _refuse_unknown(kind: Type) -> None:
    """A type has a sort only if all of it is known; its name then stands in the script as it is."""
    match kind:
        case ListOf(item):
            _refuse_unknown(item)
        case TupleOf(items):
            for item in items:
                _refuse_unknown(item)
        case Basic():
            if kind not in _BASIC and kind not in _ABSTRACT:
                raise UnknownType(kind)
        case _:
            assert_never(kind)


def _has_list(kind: Type) -> bool:
    return isinstance(kind, ListOf) or (isinstance(kind, TupleOf) and any(map(_has_list, kind.items)))


def _is_deep(kind: Type) -> bool:
    """Whether there are lists in lists in it."""
    match kind:
        case ListOf(item):
            return _has_list(item)
        case TupleOf(items):
            return any(map(_is_deep, items))
        case _:
            return False


def _often(e: Expr) -> set[Expr]:
    """What occurs more than once, of that which is not a variable or a literal."""
    seen: set[Expr] = set()
    often: set[Expr] = set()
    waiting = [e]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Var | Literal):
            continue
        if part in seen:
            often.add(part)
            continue
        seen.add(part)
        waiting += part.args if isinstance(part, Apply) else (part.body,)
    return often


def _call(function: str, *args: str) -> str:
    return f"({function} {' '.join(args)})" if args else function


def _literal(e: Literal) -> str:
    if e.type == BOOL:
        return "true" if e.value else "false"
    if e.type == INT:
        return str(e.value) if e.value >= 0 else f"(- {-e.value})"
    value = Fraction(e.value)
    size = f"(/ {abs(value.numerator)}.0 {value.denominator}.0)"
    return size if value >= 0 else f"(- {size})"


@functools.lru_cache(maxsize=1 << 12)
def _plain(name: str) -> str:
    """What is left of a name in a script."""
    return re.sub(r"[^0-9A-Za-z_]", "", name)


def _maker(kind: TupleOf) -> str:
    return f"|make {kind}|"


def _component(kind: TupleOf, position: int) -> str:
    return f"|{position} of {kind}|"
