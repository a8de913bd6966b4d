"""Python expressions to core expressions.

What an expression *does* (draw noise, call a function) is hoisted: it becomes commands before the statement in which
the expression stands, into fresh variables. That keeps the meaning, because a hoisted command writes only fresh
variables; where Python would evaluate a part only sometimes (`and`, `or`, `x if c else y`), the hoisted commands stand
under the same condition.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from fractions import Fraction
from itertools import takewhile
from typing import NoReturn

from twinproof.lang.errors import Code
from twinproof.lang.expr import (
    ZERO,
    Expr,
    Literal,
    Op,
    Var,
    apply,
    list_of,
)
from twinproof.lang.faces import Dictionary, Option, components
from twinproof.lang.reader.operators import OperatorReader
from twinproof.lang.reader.reals import has_float
from twinproof.lang.reader.scopes import as_written
from twinproof.lang.reader.shared import (
    MOST_BITS,
    MOST_NODES,
    MOST_PARTS,
    Lost,
    article,
    component,
    is_constant,
    type_hint,
)
from twinproof.lang.reader.unknown import UNKNOWN
from twinproof.lang.reader.vocabulary import Alias, Constant, FixedSet, Foreign, Made, Opaque, Spelled
from twinproof.lang.types import (
    BOOL,
    DATABASE,
    INT,
    QUERY,
    REAL,
    SCORE,
    Basic,
    ListOf,
    TupleOf,
    Type,
    type_size,
)

OUTSIDE = {
    ast.JoinedStr: ("an f-string", "texts are compared and returned: return the values, and write the text elsewhere"),
    ast.Await: ("await", "a mechanism is an ordinary function"),
    ast.Yield: ("yield", "collect the values in a list and return it"),
    ast.YieldFrom: ("yield", "collect the values in a list and return it"),
    ast.NamedExpr: ("an assignment inside an expression", "assign on a line of its own"),
    ast.Starred: ("unpacking with a star", "name the components"),
}


class ExpressionReader(OperatorReader):
    """Reads the expressions of one function; `out` collects the commands that they hoist."""

    # ------------------------------------------------------------------------------------------------- expressions

    def expr(self, node: ast.expr, expected: Type | None = None) -> Expr:
        """The core expression; what it does is emitted. `expected` gives empty lists their type."""
        match node:
            case ast.Constant(None):
                return self.none(expected)
            case ast.Constant(value):
                return self.constant(node, value)
            case ast.Attribute():
                return self.attribute(node)
            case ast.Name():
                return self._name(node)
            case ast.UnaryOp():
                return self._unary(node)
            case ast.BinOp(left, op, right):
                return self._arithmetic(node, left, op, right, expected)
            case ast.BoolOp():
                return self._several(node, lambda v: self._truth(v, self.expr(v)))
            case ast.Compare():
                return self._compare(node)
            case ast.IfExp(test, body, orelse):
                return self._conditional(node, test, body, orelse, expected)
            case ast.Call():
                return self.call(node, expected)
            case ast.Subscript(value, index):
                end = self.end_of_sorted(node)
                return end if end is not None else self._index(node, self.expr(value), index)
            case ast.Set() | ast.SetComp():
                return self.set_of(node, expected)
            case ast.List() | ast.Tuple() | ast.ListComp() | ast.Dict() | ast.DictComp():
                return self._collection(node, expected)
            case _:
                self._misplaced(node)

    def _collection(
        self, node: ast.List | ast.Tuple | ast.ListComp | ast.Dict | ast.DictComp, expected: Type | None
    ) -> Expr:
        match node:
            case ast.List(items):
                return self._list(node, items, expected)
            case ast.ListComp():
                return self.comprehension(node, expected)
            case ast.Dict() | ast.DictComp():
                return self.dictionary(node, expected)
            case ast.Tuple(items):
                fits = isinstance(expected, TupleOf) and len(expected.items) == len(items)
                kinds = expected.items if isinstance(expected, TupleOf) and fits else [None] * len(items)
                whole = apply(Op.TUPLE, *map(self._component, items, kinds))
                if type_size(whole.type) > MOST_PARTS:
                    message = f"a tuple has more than {MOST_PARTS} parts, with those of its components"
                    self.refuse(Code.TOO_LARGE, node, message, "use fewer components, or a list")
                return whole

    def _component(self, node: ast.expr, expected: Type | None) -> Expr:
        """A component of a tuple; where None might stand, it is a value that is there."""
        e = self.value(node, expected)
        return self.as_type(e, expected) if isinstance(expected, Option) else e

    def _with_stars(self, node: ast.expr, items: list[ast.expr], expected: Type | None) -> Expr:
        """`[a, *xs, b]`: a new list, and the others behind it."""
        first = [*takewhile(lambda e: not isinstance(e, ast.Starred), items)]
        whole: ast.expr = ast.copy_location(ast.List(first, ast.Load()), node)
        for e in items[len(first) :]:
            more = e.value if isinstance(e, ast.Starred) else ast.copy_location(ast.List([e], ast.Load()), e)
            whole = ast.copy_location(ast.BinOp(whole, ast.Add(), more), node)
        return self.expr(whole, expected)

    def _misplaced(self, node: ast.expr) -> NoReturn:
        match node:
            case ast.GeneratorExp():
                hint = "give it to sum, min, max, any, all, next, list or sorted, or write a list: `[…]`"
                self.refuse(Code.EXPRESSION, node, "a generator is only read where something consumes it", hint)
            case ast.Lambda():
                hint = "write `key=lambda …`, or define a function"
                self.refuse(Code.EXPRESSION, node, "a lambda is only read as a key", hint)
            case _:
                what, hint = OUTSIDE.get(type(node), ("this expression", "see docs/language.md for what is"))
                self.refuse(Code.EXPRESSION, node, f"{what} is not in the language", hint)

    def value(self, node: ast.expr, expected: Type | None = None) -> Expr:
        """An expression whose value is data: not a real number, a database, a query or a score."""
        e = self.expr(node, expected)
        if e.type == REAL and has_float(e):
            message = "a float is used as data"
            self.refuse(Code.REAL_DATA, node, message, "write `Fraction(1, 2)`, or compute with integers")
        if e.type in (DATABASE, QUERY, SCORE):
            hint = "ask it: `queries[i](d)` or `score(d, r)` is an integer"
            self.refuse(Code.TYPE, node, f"a {e.type} is not a value that can be stored or returned", hint)
        return e

    def condition(self, node: ast.expr) -> Expr:
        """What is asked of a value where Python wants to know if it is true: of a list, whether it has items."""
        if isinstance(node, ast.BoolOp):
            return self._several(node, self.condition)
        e = self.expr(node)
        return self._truth(node, e) if (length := self.items_in(e)) is None else apply(Op.LT, ZERO, length)

    def items_in(self, e: Expr) -> Expr | None:
        """How many items something has that is true if it has some; None for anything else."""
        if isinstance(e.type, Dictionary):
            return apply(Op.LEN, component(e, 0))
        return apply(Op.LEN, e) if isinstance(e.type, ListOf) else None

    def _several(self, node: ast.BoolOp, read: Callable[[ast.expr], Expr]) -> Expr:
        """`and` and `or`, of truth values: of others, Python gives one of the values."""
        parts = [lambda v=v: read(v) for v in node.values]
        return self._short_circuit(node, Op.AND if isinstance(node.op, ast.And) else Op.OR, parts)

    def _truth(self, node: ast.expr, e: Expr) -> Expr:
        """A truth value."""
        if e.type != BOOL:
            hint = {INT: "compare it: `x != 0`"}.get(e.type) if isinstance(e.type, Basic) else None
            hint = hint or ("ask for its length: `len(xs) > 0`" if isinstance(e.type, ListOf) else "write a comparison")
            self.refuse(Code.NOT_A_CONDITION, node, f"a condition must be a bool, and this is {article(e.type)}", hint)
        return e

    def integer(self, node: ast.expr, what: str) -> Expr:
        e = self.value(node)
        if e.type != INT:
            self.refuse(Code.TYPE, node, f"{what} must be an int, and this is {article(e.type)}", type_hint([e.type]))
        return e

    def constant(self, node: ast.expr, value: object) -> Expr:
        match value:
            case bool() | int():
                if value.bit_length() > MOST_BITS:
                    message = f"an integer of {value.bit_length()} bits is too large to be read"
                    self.refuse(Code.TOO_LARGE, node, message, f"use integers of at most {MOST_BITS} bits")
                return Literal(value)
            case Fraction():  # a decimal in the text of a claim
                return Literal(value)
            case float() if value == value and abs(value) != float("inf"):
                return Literal(Fraction(value))  # at its exact value, as when the mechanism runs
            case str():
                return self.text(value)
            case tuple():
                return apply(Op.TUPLE, *(self.constant(node, part) for part in value))
            case _:
                self.refuse(
                    Code.EXPRESSION, node, f"{value!r} is not in the language", "use int, bool, lists and tuples"
                )

    def _name(self, node: ast.Name) -> Expr:
        name = node.id
        if name in self.lost:
            raise Lost
        if name in self.scope:
            e = self.scope[name]
            return component(e, 1) if name in self.there and isinstance(e.type, Option) else e
        if isinstance(self.outer, ExpressionReader) and name not in self.local and self.outer.is_own(name):
            return self.outer._name(node)
        meaning = None if name in self.local else self.source.names.get(name)
        match meaning:
            case Constant(value):
                return self.constant(node, value)
            case Made(call) if self.source.resolve(call.func) == "Fraction":
                return self.call(call, None)
            case Spelled(whole) if self.means_members(whole):
                return self.value(whole)
            case Spelled():
                hint = "use members of an enum of this file, numbers and texts"
                self.refuse(Code.GLOBAL_STATE, node, f"`{name}` holds what is not read", hint)
            case Opaque() | Foreign() | Made() | Alias() | FixedSet():
                hint = (meaning if isinstance(meaning, Opaque) else Opaque("")).instead
                hint = "ask with `in`, or make it in the function" if isinstance(meaning, FixedSet) else hint
                self.refuse(Code.GLOBAL_STATE, node, f"`{name}` {meaning.why}", hint)
            case ast.ClassDef():
                self.refuse(Code.EXPRESSION, node, f"the class `{name}` is used as a value", "make an instance of it")
            case ast.FunctionDef():
                self.refuse(Code.EXPRESSION, node, f"the function `{name}` is used as a value", "call it")
        if name in self.local:
            self.refuse(Code.MAYBE_UNASSIGNED, node, f"`{name}` may have no value here", "assign it first")
        word = self.source.resolve(node)
        message = f"`{name}` is used as a value" if word else f"there is no `{as_written(name)}` here"
        code = Code.EXPRESSION if word else Code.UNKNOWN_NAME
        self.refuse(code, node, message, "use a parameter or a variable that was assigned before")

    def _list(self, node: ast.expr, items: list[ast.expr], expected: Type | None) -> Expr:
        if len(items) > MOST_NODES // 2:
            message = f"a list of {len(items)} items is too long to be spelled out"
            self.refuse(Code.TOO_LARGE, node, message, "pass it as a parameter")
        item = expected.item if isinstance(expected, ListOf) else None
        if any(isinstance(e, ast.Starred) for e in items):
            return self._with_stars(node, items, expected)
        values = [self.value(e, item) for e in items]
        kind = values[0].type if values else item or UNKNOWN
        for value in values:
            kind = self.alike(Var("item", kind), value)[0].type if value.type != kind else kind
        values = [self.as_type(value, kind) for value in values]
        for value, e in zip(values, items, strict=True):
            if value.type != kind:
                message = f"the items of a list have one type: here {kind} and {value.type}"
                self.refuse(Code.TYPE, e, message, "use a tuple for values of several types")
        return list_of(kind, *values)

    def _index(self, node: ast.expr, whole: Expr, index: ast.expr) -> Expr:
        if isinstance(index, ast.Slice):
            return self.slice(node, whole, index)
        position = self.expr(index)
        items = components(whole.type)
        if items is None:
            return self.apply(node, Op.GET, whole, self.short(position, index))
        if not isinstance(position, Literal) or position.type != INT:
            if len(set(items)) == 1:  # as good as a list
                held = whole if is_constant(whole) else self.in_variable(whole, node, "held")
                listed = list_of(items[0], *(component(held, i) for i in range(len(items))))
                return self.apply(node, Op.GET, listed, self.short(position, index))
            hint = "use a list, or unpack it"
            self.refuse(Code.TUPLE_SHAPE, index, "a tuple of several types is indexed by a constant only", hint)
        number = int(position.value)
        number += len(items) * (number < 0)
        if not 0 <= number < len(items):
            message = f"a {whole.type} has no component {position.value}"
            self.refuse(Code.TUPLE_SHAPE, index, message, f"components are 0 to {len(items) - 1}")
        return component(self.held(whole, node), number)

    def means_members(self, whole: ast.Tuple) -> bool:
        """Whether all attributes in a top-level tuple are members of enums."""
        raise NotImplementedError

    def call(self, node: ast.Call, expected: Type | None) -> Expr:
        """The result of a call."""
        raise NotImplementedError

    def end_of_sorted(self, node: ast.Subscript) -> Expr | None:
        """The first or the last of sorted items; None if this is something else."""
        del node
        return None

    def text(self, text: str) -> Expr:
        """A text."""
        raise NotImplementedError

    def none(self, expected: Type | None) -> Expr:
        """None, as a value of a type that may be missing."""
        raise NotImplementedError

    def attribute(self, node: ast.Attribute) -> Expr:
        """An attribute of something."""
        raise NotImplementedError

    def dictionary(self, node: ast.expr, expected: Type | None) -> Expr:
        """A dictionary."""
        raise NotImplementedError

    def set_of(self, node: ast.Set | ast.SetComp, expected: Type | None) -> Expr:
        """A set that is spelled out, or made by a comprehension."""
        raise NotImplementedError

    def comprehension(
        self, node: ast.ListComp, expected: Type | None, into: Callable[[Type], Var] | None = None
    ) -> Expr:
        """The list that a comprehension makes; `into` says in which variable."""
        raise NotImplementedError

    def slice(self, node: ast.expr, whole: Expr, part: ast.Slice) -> Expr:
        """A part of a list, as a new one."""
        raise NotImplementedError
