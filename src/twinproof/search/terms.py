"""What symbolic execution works on: z3 terms, lists that grow, states of two runs, and what is known on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import z3

from twinproof.lang.expr import Expr, Op, Place, Var, free_variables, substitute
from twinproof.lang.printer import show_expr
from twinproof.lang.types import ListOf, TupleOf, Type

LEFT, RIGHT = Place.LEFT, Place.RIGHT
Value = Any  # a z3 term, a tuple of values, Items, or an abstract object
Term = Any
At = tuple[str, dict[str, Term]]  # a predicate, and the values of its slots


class Unsupported(Exception):
    """The program does something that the product does not model."""


@dataclass(frozen=True)
class Strand:
    """A list that grows: where it started, its length there and now, and what was appended under which condition."""

    origin: str
    base: Term
    length: Term
    pushes: tuple[tuple[Term, Term, Value], ...] = ()  # guard, position, item

    def push(self, true: Term, item: Value) -> Strand:
        return replace(self, length=self.length + 1, pushes=(*self.pushes, (true, self.length, item)))


@dataclass(frozen=True)
class Items:
    """A list: one of several strands, each under its condition (the last one otherwise)."""

    options: tuple[tuple[Term, Strand], ...]

    @property
    def length(self) -> Term:
        *others, (_, last) = self.options
        found = last.length
        for test, strand in reversed(others):
            found = choose(test, strand.length, found)
        return found

    @property
    def origin(self) -> str:
        return self.options[0][1].origin


@dataclass(frozen=True)
class Slot:
    """An argument of the invariants: its name, and what it stands for in an assertion."""

    name: str
    meaning: Expr


@dataclass
class State:
    """Both memories, the ledger, and whether each run is here at all."""

    left: dict[str, Value]
    right: dict[str, Value]
    ledger: dict[str, Term]
    here: tuple[Term, Term]


class Segment:
    """What is known between one loop head and the next."""

    def __init__(self, body: At | None, constraints: Iterable[Term] = ()) -> None:
        self.body = body
        self.constraints = list(constraints)
        self.variables: list[Term] = []
        self.reads: dict[tuple[str, ...], list[tuple[Place | None, tuple[Term, ...], Term]]] = {}
        self.unset: dict[Var, Value] = {}  # the values of variables that have not been set

    def branch(self, *more: Term) -> Segment:
        """The same, with more known."""
        made = Segment(self.body, [*self.constraints, *more])
        made.variables = list(self.variables)
        made.reads = {key: list(entries) for key, entries in self.reads.items()}
        made.unset = dict(self.unset)
        return made


def side_of(e: Expr) -> Place:
    return next(v.place for v in free_variables(e) if v.place in (LEFT, RIGHT))


def on_left(e: Expr) -> Expr:
    return substitute(e, {v: Var(v.name, v.type, LEFT) for v in free_variables(e) if v.place is RIGHT})


def slot_name(e: Expr) -> str:
    return show_expr(e)


def has_list(kind: Type) -> bool:
    return isinstance(kind, ListOf) or (isinstance(kind, TupleOf) and any(map(has_list, kind.items)))


def exclusive(options: tuple[tuple[Term, Strand], ...]) -> list[tuple[Term, Strand]]:
    """The options, each under the condition that it is the one."""
    if len(options) == 1:
        return list(options)
    found: list[tuple[Term, Strand]] = []
    before: list[Term] = []
    for test, strand in options[:-1]:
        found.append((both_of(test, *(z3.Not(t) for t in before)), strand))
        before.append(test)
    return [*found, (both_of(*(z3.Not(t) for t in before)), options[-1][1])]


def flat(value: Value) -> list[Term]:
    return [leaf for part in value for leaf in flat(part)] if isinstance(value, tuple) else [value]


def both_of(*terms: Term) -> Term:
    useful = [t for t in terms if not z3.is_true(t)]
    if not useful:
        return terms[0]
    return useful[0] if len(useful) == 1 else z3.And(*useful)


def choose(test: Term, first: Term, second: Term) -> Term:
    if first.eq(second) or z3.is_true(test):
        return first
    return second if z3.is_false(test) else z3.If(test, first, second)


def _least(args: tuple[Term, ...], smallest: bool) -> Term:
    found = args[0]
    for a in args[1:]:
        found = z3.If(found <= a if smallest else found >= a, found, a)
    return found


MEANING: dict[Op, Callable[..., Term]] = {
    Op.ADD: lambda a, b: a + b,
    Op.SUB: lambda a, b: a - b,
    Op.MUL: lambda a, b: a * b,
    Op.NEG: lambda a: -a,
    Op.ABS: lambda a: z3.If(a >= 0, a, -a),
    Op.MIN: lambda *args: _least(args, True),
    Op.MAX: lambda *args: _least(args, False),
    Op.LT: lambda a, b: a < b,
    Op.LE: lambda a, b: a <= b,
    Op.NOT: z3.Not,
    Op.AND: lambda *args: both_of(*args),
    Op.OR: lambda *args: z3.Or(*args),
    Op.IMPLIES: z3.Implies,
}
