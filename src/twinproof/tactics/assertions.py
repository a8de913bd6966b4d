"""Assertions as people write them, in Python: `L.T + 1 == R.T`, `implies(L.r == w, R.r == w)`, `forall(lambda j: …)`.

A `Term` is an expression of the logic in Python's clothes; it is well-typed from the moment it exists, and prints as in
the paper. Names are looked up in a `Namespace` (the left run, the right run, the rigid variables, the ledger), which
knows what there is and proposes the nearest name for one that there is not.
"""

from __future__ import annotations

import difflib
import inspect
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NoReturn, get_args, get_origin

from twinproof.lang.expr import (
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    Quantified,
    TypeMismatch,
    Var,
    apply,
    conjunction,
    free_variables,
    fresh_name,
    list_of,
    negate,
    substitute,
    tag,
)
from twinproof.lang.expr import implies as implication
from twinproof.lang.printer import show_expr
from twinproof.lang.types import BOOL, INT, NUMBERS, QUERY, REAL, SCORE, ListOf, TupleOf, Type
from twinproof.tactics.failures import BadAssertion

Value = Any  # a Term, or what becomes one: a number, a truth value, a list or a tuple


class Term:
    """An expression of the logic that Python's operators build on."""

    __slots__ = ("expr",)

    def __init__(self, expr: Expr) -> None:
        self.expr = expr

    def __repr__(self) -> str:
        return show_expr(self.expr)

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: Value) -> Term:  # type: ignore[override]
        return _operate(Op.EQ, self, other)

    def __ne__(self, other: Value) -> Term:  # type: ignore[override]
        return Term(negate(_operate(Op.EQ, self, other).expr))

    def __lt__(self, other: Value) -> Term:
        return _operate(Op.LT, self, other)

    def __le__(self, other: Value) -> Term:
        return _operate(Op.LE, self, other)

    def __gt__(self, other: Value) -> Term:
        return _operate(Op.LT, other, self)

    def __ge__(self, other: Value) -> Term:
        return _operate(Op.LE, other, self)

    def __add__(self, other: Value) -> Term:
        return _operate(Op.CONCAT if isinstance(self.expr.type, ListOf) else Op.ADD, self, other)

    def __radd__(self, other: Value) -> Term:
        return _operate(Op.CONCAT if isinstance(self.expr.type, ListOf) else Op.ADD, other, self)

    def __sub__(self, other: Value) -> Term:
        return _operate(Op.SUB, self, other)

    def __rsub__(self, other: Value) -> Term:
        return _operate(Op.SUB, other, self)

    def __mul__(self, other: Value) -> Term:
        return _operate(Op.MUL, self, other)

    def __rmul__(self, other: Value) -> Term:
        return _operate(Op.MUL, other, self)

    def __truediv__(self, other: Value) -> Term:
        return _operate(Op.QUOTIENT, self, other)

    def __rtruediv__(self, other: Value) -> Term:
        return _operate(Op.QUOTIENT, other, self)

    def __floordiv__(self, other: Value) -> Term:
        return _operate(Op.DIV, self, other)

    def __rfloordiv__(self, other: Value) -> Term:
        return _operate(Op.DIV, other, self)

    def __mod__(self, other: Value) -> Term:
        return _operate(Op.MOD, self, other)

    def __rmod__(self, other: Value) -> Term:
        return _operate(Op.MOD, other, self)

    def __neg__(self) -> Term:
        return _operate(Op.NEG, self)

    def __abs__(self) -> Term:
        return _operate(Op.ABS, self)

    def __and__(self, other: Value) -> Term:
        return all_of(self, other)

    def __rand__(self, other: Value) -> Term:
        return all_of(other, self)

    def __or__(self, other: Value) -> Term:
        return any_of(self, other)

    def __ror__(self, other: Value) -> Term:
        return any_of(other, self)

    def __invert__(self) -> Term:
        return Term(negate(condition(self)))

    def __getitem__(self, position: Value) -> Term:
        if isinstance(position, int) and position < 0:
            raise BadAssertion("positions count from 0; there is none before")
        if isinstance(self.expr.type, TupleOf):
            return _operate(Op.PROJ, self, position)
        return _operate(Op.GET, self, position)

    def __call__(self, *arguments: Value) -> Term:
        """The answer of a query on a database, or a score of a database and a response."""
        if self.expr.type not in (QUERY, SCORE):
            raise BadAssertion(f"{self} is {self.expr.type}: only queries and scores can be called")
        return _operate(Op.ANSWER if self.expr.type == QUERY else Op.SCORE, self, *arguments)

    # What Python would decide by itself, and an assertion must not: each says what to write instead.

    def __bool__(self) -> NoReturn:
        raise BadAssertion(
            f"`{self}` is an assertion: it has no truth value in Python. Write (a < b) & (b < c) for a < b < c, and "
            "&, |, ~, implies, ite for `and`, `or`, `not`, `if`; minimum and maximum for min and max"
        )

    def __len__(self) -> NoReturn:
        raise BadAssertion(f"the length of `{self}` is not known in Python: write length(…) for len(…)")

    def __iter__(self) -> NoReturn:
        raise BadAssertion(f"`{self}` cannot be gone through in Python: write forall(lambda j: …[j] …)")

    def __contains__(self, item: object) -> NoReturn:
        raise BadAssertion(f"`in {self}` is decided by Python: write exists(lambda j: …[j] == …)")

    def __index__(self) -> NoReturn:
        raise BadAssertion(f"`{self}` is not a number in Python")


# ------------------------------------------------------------------------------------------------------------- building


def lift(value: Value, like: Type | None = None) -> Expr:
    """A Python value as an expression; `like` is the type that an empty list takes."""
    match value:
        case Term():
            return value.expr
        case bool() | int() | Fraction():
            return Literal(value)
        case float():
            raise BadAssertion(f"{value} is a float: write an exact number, such as Fraction(1, 2), or divide: eps / 2")
        case list():
            item = like.item if isinstance(like, ListOf) else None
            parts = [lift(v, item) for v in value]
            if not parts and item is None:
                raise BadAssertion("the type of an empty list is not known here: compare it with a variable")
            return _checked(lambda: list_of(item if item is not None else parts[0].type, *parts))
        case tuple():
            kinds = like.items if isinstance(like, TupleOf) and len(like.items) == len(value) else [None] * len(value)
            return apply(Op.TUPLE, *(lift(v, k) for v, k in zip(value, kinds, strict=True)))
    raise BadAssertion(f"{value!r:.60} is not part of an assertion")


def condition(value: Value) -> Expr:
    """An expression that must be true or false."""
    e = lift(value)
    if e.type != BOOL:
        raise BadAssertion(f"`{show_expr(e)}` is {e.type}, and a condition is needed here. {_PARENTHESES}")
    return e


_PARENTHESES = "(& and | bind tighter than comparisons: write (a == b) & (c == d))"


def _operate(op: Op, *values: Value) -> Term:
    like = next((v.expr.type for v in values if isinstance(v, Term)), None)
    if op is Op.GET or (op is Op.PROJ):
        like = None
    parts = [lift(v, like) for v in values]
    return Term(_checked(lambda: apply(op, *parts), *parts))


def _checked(build: Callable[[], Expr], *parts: Expr) -> Expr:
    try:
        return build()
    except TypeMismatch as problem:
        shown = ", ".join(f"`{show_expr(p)}` is {p.type}" for p in parts)
        raise BadAssertion(f"{problem}{f': {shown}' if shown else ''}") from None


def all_of(*parts: Value) -> Term:
    """All of them hold."""
    return Term(conjunction(*map(condition, parts)))


def any_of(*parts: Value) -> Term:
    """At least one of them holds."""
    flat: list[Expr] = []
    for e in map(condition, parts):
        flat.extend(e.args if isinstance(e, Apply) and e.op is Op.OR else (e,))
    return Term(apply(Op.OR, *flat))


def implies(when: Value, what: Value) -> Term:
    """If the one holds, the other does."""
    return Term(implication(condition(when), condition(what)))


def ite(when: Value, yes: Value, no: Value) -> Term:
    """The one value or the other."""
    first, second = lift(yes), lift(no)
    if first.type != second.type and first.type in NUMBERS and second.type in NUMBERS:
        first, second = (e if e.type == REAL else apply(Op.REAL, e) for e in (first, second))
    test = condition(when)
    return Term(_checked(lambda: apply(Op.ITE, test, first, second), first, second))


def length(items: Value) -> Term:
    """The length of a list."""
    return _operate(Op.LEN, items)


def minimum(*values: Value) -> Term:
    """The smallest of the numbers."""
    return _operate(Op.MIN, *values)


def maximum(*values: Value) -> Term:
    """The largest of the numbers."""
    return _operate(Op.MAX, *values)


def floor(number: Value) -> Term:
    """The largest integer that is not above a number."""
    return _operate(Op.FLOOR, number)


def exp(number: Value) -> Term:
    """e to the power of a number."""
    return _operate(Op.EXP, number)


def log(number: Value) -> Term:
    """The natural logarithm; of what is not above zero, some number."""
    return _operate(Op.LOG, number)


def sqrt(number: Value) -> Term:
    """The square root; of what is below zero, some number."""
    return _operate(Op.SQRT, number)


def up(number: Value) -> Term:
    """A number as a scale is rounded: the least of 64 binary digits that is not below it."""
    return _operate(Op.UP, number)


def append(items: Value, item: Value) -> Term:
    """The list with one more item at its end."""
    return _operate(Op.APPEND, items, item)


def replaced(items: Value, position: Value, item: Value) -> Term:
    """The list with another item at a position; the list itself where it has no such position."""
    return _operate(Op.SET, items, position, item)


def forall(body: Callable[..., Value], over: Any = int) -> Term:
    """∀: `forall(lambda j: abs(L.a[j] - R.a[j]) <= 1)`. The variables have the names and number of the parameters."""
    return _quantify(True, body, over)


def exists(body: Callable[..., Value], over: Any = int) -> Term:
    """∃, written like `forall`."""
    return _quantify(False, body, over)


def _quantify(universal: bool, body: Callable[..., Value], over: Any) -> Term:
    if not callable(body) or isinstance(body, Term):
        raise BadAssertion("write the variable as a parameter: forall(lambda j: …)")
    return quantified(universal, list(inspect.signature(body).parameters), body, kind_of(over))


def quantified(universal: bool, names: Sequence[str], body: Callable[..., Value], kind: Type = INT) -> Term:
    """∀ or ∃ over variables with these names, of which the body is made."""
    # While the body is built the variables have names that nobody else can have, so that they capture nothing.
    inner_names = [Var(f"{name} (bound)", kind, Place.RIGID) for name in names]
    inner = condition(body(*map(Term, inner_names)))
    for name, unique in zip(reversed(names), reversed(inner_names), strict=True):
        taken = {v.name for v in free_variables(inner)}
        var = Var(fresh_name(name, taken), unique.type, Place.RIGID)
        inner = Quantified(universal, var, substitute(inner, {unique: var}))
    return Term(inner)


_BASIC: Mapping[Any, Type] = {int: INT, bool: BOOL, Fraction: REAL}


def kind_of(annotation: Any) -> Type:
    """The type that a Python annotation stands for: int, bool, Fraction, list[…], tuple[…]."""
    if annotation in _BASIC:
        return _BASIC[annotation]
    if isinstance(annotation, types.GenericAlias):
        items = tuple(map(kind_of, get_args(annotation)))
        if get_origin(annotation) is list and len(items) == 1:
            return ListOf(items[0])
        if get_origin(annotation) is tuple:
            return TupleOf(items)
    raise BadAssertion(f"{annotation!r} is not a type of values here: int, bool, Fraction, list[…] or tuple[…]")


# --------------------------------------------------------------------------------------------------------------- names


class Namespace:
    """Variables by their names, as attributes (`L.T`) or in brackets (`L["T"]`)."""

    __slots__ = ("_find", "_what")

    def __init__(self, what: str, find: Callable[[], Mapping[str, Expr | str]]) -> None:
        """`find` gives what is there now: a variable, or a sentence that says where the name is to be found."""
        self._what, self._find = what, find

    def __getattr__(self, name: str) -> Term:
        if name.startswith("__"):
            raise AttributeError(name)  # Python itself is asking
        return self[name]

    def __getitem__(self, name: str) -> Term:
        names = self._find()
        meant = names.get(name)
        if isinstance(meant, str):
            raise BadAssertion(meant)
        if meant is None:
            there = [n for n, what in names.items() if not isinstance(what, str)]
            raise BadAssertion(f"there is no `{name}` in {self._what}; {nearest(name, there, names)}")
        return Term(meant)

    def __dir__(self) -> Iterable[str]:
        return sorted(name for name, meant in self._find().items() if not isinstance(meant, str))

    def __repr__(self) -> str:
        return f"{self._what}: {', '.join(self.__dir__()) or 'nothing'}"


def nearest(name: str, there: Sequence[str], elsewhere: Iterable[str] = ()) -> str:
    """What somebody may have meant who wrote a name that is not there."""
    near = difflib.get_close_matches(name, [*there, *elsewhere], n=3, cutoff=0.5)
    if near:
        return f"did you mean {' or '.join(f'`{n}`' for n in dict.fromkeys(near))}?"
    return f"there are {', '.join(sorted(there))}" if there else "it has no variables"


def run_names(variables: Iterable[Var], side: Place) -> dict[str, Expr | str]:
    """The names of one run: its memory; a public one is the same in both runs and stands elsewhere."""
    names: dict[str, Expr | str] = {}
    for v in variables:
        if v.place is Place.RIGID:
            names[v.name] = f"`{v.name}` is the same in both runs: take it from the proof's `rigid`, not from a run"
        elif v.place is Place.MEMORY:
            names[v.name] = tag(v, side)
    return names
