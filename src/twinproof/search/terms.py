"""What symbolic execution works on: z3 terms, lists that grow, states of two runs, and what is known on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import z3

from twinproof.lang.expr import Apply, Expr, Literal, Op, Place, Var, apply, free_variables, substitute, tag
from twinproof.lang.printer import show_expr
from twinproof.lang.types import ListOf, TupleOf, Type
from twinproof.search.quick import choice, conjunction, is_true

LEFT, RIGHT = Place.LEFT, Place.RIGHT
Value = Any  # a z3 term, a tuple of values, Items, or an abstract object
Term = Any
Slot = Expr  # an argument of the invariants, by what it stands for in an assertion


class Unsupported(Exception):
    """The program does something that the product does not model."""


@dataclass(frozen=True, slots=True, eq=False)
class At:
    """One end of a clause: a predicate, by the site of its loop or branches, and the values of its slots.

    What is said of all positions of a list is known at those that are read (the start of a clause), or has to be shown
    at any one (its end). No two ends are the same, whatever they say.
    """

    site: int
    values: dict[Slot, Term]
    positions: tuple[dict[Slot, Term], ...] = ()  # of each the position itself, and what stands there
    somewhere: dict[Expr, Term] = field(default_factory=dict)  # what exists: here at a position that has a name


@dataclass(frozen=True, slots=True)
class Input:
    """Where a list starts: as a private input."""

    name: str


@dataclass(frozen=True, slots=True)
class Rows:
    """Where a list starts: as the rows of one of the runs."""

    name: str
    side: Place


@dataclass(frozen=True, slots=True)
class Given:
    """Where a list starts: as a public one, the output or a part of it, or a variable at the head of a loop."""

    what: Expr


@dataclass(frozen=True, slots=True)
class Nothing:
    """Where a list starts: empty."""


@dataclass(frozen=True, slots=True)
class Unset:
    """Where a list starts: in a variable that has not been set; each time it is asked for another one."""

    number: int


@dataclass(frozen=True, slots=True)
class Joined:
    """Where a list starts: as two others, one after the other; the same two are the same list, which has a number."""

    number: int


# What is read at given positions: a list (or a component of its items), a private parameter, or a product's operator.
Read = tuple[Any, ...]
ENTRIES, LENGTH = "entries", "length"  # … or, of a list in a list, what stands in it, and its length


@dataclass(frozen=True, slots=True)
class Inner:
    """Where a list starts: as an entry of another list, at a position; the same position is the same list."""

    key: Read  # what the entries of the other list are known by
    index: tuple[Term, ...] = field(compare=False)
    numbers: tuple[int, ...]  # of the terms of the position

    @classmethod
    def at(cls, key: Read, index: tuple[Term, ...]) -> Inner:
        return cls(key, index, tuple(i.get_id() for i in index))


Origin = Input | Rows | Given | Nothing | Unset | Joined | Inner


@dataclass(frozen=True, slots=True)
class Database:
    """The database of one run, of which only queries and scores say anything."""

    side: Place


@dataclass(frozen=True, slots=True)
class Query:
    """A query: the list that it stands in, and its position."""

    source: Var
    index: Term


@dataclass(frozen=True, slots=True)
class Opaque:
    """A score: something rigid that has no term."""

    var: Var


@dataclass(frozen=True)
class Strand:
    """A list that changes: where it started, its length there and now, and what was put where under which condition.

    What was put last counts. Nothing that was appended has been replaced, unless `replaced` says so.
    """

    origin: Origin
    base: Term
    length: Term
    writes: tuple[tuple[Term, Term, Value], ...] = ()  # guard, position, item
    replaced: bool = False

    def push(self, true: Term, item: Value) -> Strand:
        return replace(self, length=self.length + 1, writes=(*self.writes, (true, self.length, item)))

    def put(self, position: Term, item: Value) -> Strand:
        inside = z3.And(position >= 0, position < self.length)
        return replace(self, writes=(*self.writes, (inside, position, item)), replaced=True)


@dataclass(frozen=True)
class Items:
    """A list: one of several strands, each under its condition (the last one otherwise)."""

    options: tuple[tuple[Term, Strand], ...]

    @property
    def length(self) -> Term:
        *others, (_, last) = self.options
        length = last.length
        for test, strand in reversed(others):
            length = choose(test, strand.length, length)
        return length

    @property
    def origin(self) -> Origin:
        return self.options[0][1].origin


@dataclass
class State:
    """Both memories, the ledger, and whether each run is here at all."""

    left: dict[str, Value]
    right: dict[str, Value]
    ledger: dict[Var, Term]
    here: tuple[Term, Term]


class Segment:
    """What is known between one loop head and the next."""

    def __init__(self, body: At | None, constraints: Iterable[Term] = ()) -> None:
        self.body = body
        self.constraints = list(constraints)
        self.variables: list[Term] = []
        self.reads: dict[Read, list[tuple[Place | None, tuple[Term, ...], Term]]] = {}
        self.unset: dict[Var, Value] = {}  # the values of variables that have not been set
        self.waiting: dict[int, tuple[Term, Term, Term]] = {}  # of two draws for each other: when, what, centre
        self.later: list[Term] = []  # what must hold, unless something is given up
        self.known: tuple[int, At] | None = None  # the start, with the positions that were read when so much was
        self._inverses: dict[int, tuple[Term, Term]] = {}  # by the number of a term: itself, and 1 over it

    def branch(self, *more: Term) -> Segment:
        """The same, with more known."""
        made = Segment(self.body, [*self.constraints, *more])
        made.variables = list(self.variables)
        made.reads = {key: list(entries) for key, entries in self.reads.items()}
        made.unset = dict(self.unset)
        made.known, made.waiting = self.known, dict(self.waiting)
        made._inverses = dict(self._inverses)
        return made

    @property
    def size(self) -> int:
        """How much was read."""
        return sum(map(len, self.reads.values()))

    def inverse(self, x: Term) -> Term | None:
        """1 / x, if that is known."""
        known = self._inverses.get(x.get_id())
        return None if known is None else known[1]

    def invert(self, x: Term, y: Term) -> None:
        """Remember that y is 1 / x; then x is 1 / y, also where they are 0. Where one is positive, both are."""
        self.constraints += [(x == other) == (y == over) for other, over in self._inverses.values()]
        self._inverses[x.get_id()], self._inverses[y.get_id()] = (x, y), (y, x)
        self.constraints.append((x > 0) == (y > 0))


def side_of(e: Expr) -> Place:
    return next(v.place for v in free_variables(e) if v.place in (LEFT, RIGHT))


def on_left(e: Expr) -> Expr:
    """What is said of the right run, said of the left one."""
    return _on_other_side(e, RIGHT, LEFT)


def on_right(e: Expr) -> Expr:
    """What is said of the left run, said of the right one."""
    return _on_other_side(e, LEFT, RIGHT)


def _on_other_side(e: Expr, side: Place, other: Place) -> Expr:
    return substitute(e, {v: Var(v.name, v.type, other) for v in free_variables(e) if v.place is side})


def sameness(var: Var) -> Slot:
    """Whether a variable of the program is the same in both runs."""
    return apply(Op.EQ, tag(var, LEFT), tag(var, RIGHT))


def label(slot: Slot) -> str:
    """What z3 calls a slot. It means nothing; but z3's answers depend on names, and must be the same each time."""
    match slot:
        case Apply(Op.LEN, (items,)):
            return show_expr(items)
        case Apply(Op.EQ, (Var(name), _)):
            return f"{name} is the same"
        case _:
            return show_expr(slot)


def has_list(kind: Type) -> bool:
    return isinstance(kind, ListOf) or (isinstance(kind, TupleOf) and any(map(has_list, kind.items)))


def exclusive(options: tuple[tuple[Term, Strand], ...]) -> list[tuple[Term, Strand]]:
    """The options, each under the condition that it is the one."""
    if len(options) == 1:
        return list(options)
    alone: list[tuple[Term, Strand]] = []
    before: list[Term] = []
    for test, strand in options[:-1]:
        alone.append((both_of(test, *(z3.Not(t) for t in before)), strand))
        before.append(test)
    return [*alone, (both_of(*(z3.Not(t) for t in before)), options[-1][1])]


def parts_of_item(e: Expr) -> Iterator[Expr]:
    """The numbers and truth values that a value without lists consists of."""
    if isinstance(e.type, TupleOf):
        for position in range(len(e.type.items)):
            yield from parts_of_item(apply(Op.PROJ, e, Literal(position)))
    else:
        yield e


def flat(value: Value) -> list[Term]:
    return [leaf for part in value for leaf in flat(part)] if isinstance(value, tuple) else [value]


def both_of(*terms: Term) -> Term:
    useful = [t for t in terms if not is_true(t)]
    if not useful:
        return terms[0]
    return useful[0] if len(useful) == 1 else conjunction(useful)


def choose(test: Term, first: Term, second: Term) -> Term:
    if first.eq(second) or is_true(test):
        return first
    if z3.is_false(test):
        return second
    same_sort = first.sort_kind() == second.sort_kind()
    return choice(test, first, second) if same_sort else z3.If(test, first, second)


def _least(args: tuple[Term, ...], smallest: bool) -> Term:
    best = args[0]
    for a in args[1:]:
        best = z3.If(best <= a if smallest else best >= a, best, a)
    return best


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
