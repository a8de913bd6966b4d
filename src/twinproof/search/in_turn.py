"""What has been paid for counts of the rows that are made and released in turn, inside of loops over public keys.

`for a in …: for b in …: count = sum(1 for row in rows if row.a == a and row.b == b)`, and then noise on each count: a
row counts in one cell, so what it adds is paid for once, when the loops come to that cell. Where they stand is told by
their counters: the cell of a row has been left if an outer counter is beyond it, or is at it and an inner one is
beyond. Cells may be ranges that follow each other, `low ≤ row < low + width` with a low that moves on by a width: then
a cell has been left if the low is beyond the row. Said of all rows that are not the same in both runs, it is one more
thing that invariants may speak of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial, reduce
from itertools import permutations, product

from twinproof.lang.adjacency_kind import Alignment
from twinproof.lang.command import Assign, Command, If, Sample, Seq, While, has_sampling, site_of, subcommands
from twinproof.lang.expr import (
    FALSE,
    ONE,
    TRUE,
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    Var,
    apply,
    conjunction,
    conjuncts,
    free_variables,
    negate,
    size_of,
    substitute,
    tag,
)
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.rewriting import with_arguments
from twinproof.lang.types import INT
from twinproof.search.differences import at_row, size, starts_of, sums, sums_with, total_of

_LARGEST = 400  # parts of an expression that is worth telling
_LARGEST_HELD = 12  # parts of an expression that is written in the place of its name
_MOST_ROUNDS = 8  # of a loop whose keys are looked at one by one
LEFT, RIGHT = Place.LEFT, Place.RIGHT


@dataclass(frozen=True)
class Walk:
    """A loop that draws noise: its counter, and how often it goes round, if that is a small constant."""

    counter: Var
    rounds: int | None


@dataclass(frozen=True)
class Cell:
    """What a row adds to a number, and when."""

    stops: tuple[tuple[Expr, Expr], ...]  # for each loop: whether it has been at the cell and left it, or is there now
    always: Expr  # what must hold of the row alone
    amount: Expr
    named: bool  # whether each loop comes to a key that the row has

    def passed(self, deep: int) -> Expr:
        """Whether the cell has been left, as far as the first so many of the loops tell."""
        left: Expr = FALSE
        for beyond, here in reversed(self.stops[:deep]):
            left = beyond if left == FALSE else apply(Op.OR, beyond, conjunction(here, left))
        return conjunction(self.always, left)

    def ahead(self, counter: Var, deep: int) -> Expr:
        """Whether the outer ones of so many loops are at the cell now, and the last, by its counter, may reach it."""
        *outer, (beyond, _) = self.stops[:deep]
        gone = conjunction(*(part for part in conjuncts(beyond) if counter in free_variables(part)))
        return conjunction(self.always, *(here for _, here in outer), negate(gone))


def paid_in_turn(mechanism: Mechanism, alignments: Mapping[str, Alignment]) -> list[Expr]:
    """What may have been paid, for each number that is made of rows inside of loops that draw noise."""
    found: dict[Expr, None] = {}
    for name, alignment in alignments.items():
        rows = mechanism.parameter(name).var
        for cells in _Found(mechanism, rows).numbers(mechanism.body, ()):
            loops = len(cells[0].stops)
            sides = 1 if alignment.longer is not None else 2
            if sides * loops * len(alignment.positions) > 1 or not all(cell.named for cell in cells):
                # else guesses about the row are enough
                found.update((_paid(cells, deep, rows, alignment), None) for deep in range(1, loops + 1))
    return [e for e in found if size_of(e) <= _LARGEST]


def paid_where_moved(mechanism: Mechanism, moved: Mapping[str, tuple[Var, ...]]) -> list[Expr]:
    """The same for sums over a list of which one entry moves, at this position; it is in the cell of that sum."""
    found: dict[Expr, None] = {}
    for name, (position, *others) in moved.items():
        items = mechanism.parameter(name).var
        for cells in _Moved(mechanism, items, position).numbers(mechanism.body, ()) if not others else ():
            for deep in range(1, len(cells[0].stops) + 1):
                found[total_of([a for cell in cells for a in _paid_for_move(cell, deep, items, position)])] = None
    return [e for e in found if size_of(e) <= _LARGEST]


def _paid_for_move(cell: Cell, deep: int, items: Var, position: Var) -> Iterator[Expr]:
    """What an entry that moves has cost in a cell that has been left; in both, if its value decides on the cell."""
    passed = cell.passed(deep)
    ours, theirs = (at_row(cell.amount, items, position, side) for side in (LEFT, RIGHT))
    if items not in free_variables(passed):
        yield apply(Op.ITE, tag(passed, LEFT), size(apply(Op.SUB, ours, theirs)), ZERO)
        return
    for side, amount in ((LEFT, ours), (RIGHT, theirs)):
        yield apply(Op.ITE, at_row(passed, items, position, side), size(amount), ZERO)


@dataclass(frozen=True)
class _Found:
    """Goes through a program, with the loops around it that draw noise."""

    mechanism: Mechanism
    rows: Var

    def numbers(self, command: Command, around: tuple[Walk, ...]) -> Iterator[list[Cell]]:
        """What loops over rows add to each of their numbers, inside of loops that draw noise."""
        match command:
            case While(condition, body) if has_sampling(body) and (walk := walk_of(condition)) is not None:
                yield from self.numbers(body, (*around, walk))
            case While() if around:
                for place, added in self.added(command):
                    yield from self._cells(place, substitute(added, self._held), around)
            case Seq(parts):
                for part in parts:
                    yield from self.numbers(part, around)
            case If(_, then, otherwise):
                for part in (then, otherwise):
                    yield from self.numbers(part, around)
            case _:
                pass

    def added(self, loop: While) -> Iterator[tuple[Var, Expr]]:
        """What a loop adds for the row at a place."""
        yield from sums(loop, self.rows)

    def _cells(self, place: Var, added: Expr, around: tuple[Walk, ...]) -> Iterator[list[Cell]]:
        known = {self.rows, place, *(walk.counter for walk in around), *(p.var for p in self.mechanism.parameters)}
        if free_variables(added) <= known:
            cells = [cell_of(conditions, amount, around) for conditions, amount in cases_of(added)]
            told = [cell for cell in cells if cell is not None]
            if len(told) == len(cells) > 0:
                yield told

    @cached_property
    def _held(self) -> dict[Var, Expr]:
        """The variables that only ever hold one thing, such as the key that a counter is, or where its cell begins."""
        writes = [c for c in subcommands(self.mechanism.body) if isinstance(c, Assign | Sample)]
        times = Counter(c.target for c in writes)
        return {
            c.target: c.value
            for c in writes
            if isinstance(c, Assign)
            and times[c.target] == 1
            and c.value.type == INT
            and c.target not in free_variables(c.value)
            and self.rows not in free_variables(c.value)
            and size_of(c.value) <= _LARGEST_HELD
        }


@dataclass(frozen=True)
class _Moved(_Found):
    """The same for the entry of a list that moves."""

    position: Var

    def added(self, loop: While) -> Iterator[tuple[Var, Expr]]:
        for s in sums_with(loop, self.rows, self._starts.get(site_of(loop))):
            whole = apply(Op.ITE, conjunction(*s.comes, *s.ends), s.added, ZERO) if s.comes or s.ends else s.added
            yield self.position, substitute(whole, {s.counter: self.position})

    @cached_property
    def _starts(self) -> dict[int, Expr]:
        return starts_of(self.mechanism.body)


def walk_of(condition: Expr) -> Walk | None:
    """The loop that has this condition, if it counts; it may also end early."""
    for part in conjuncts(condition):
        match part:
            case Apply(Op.LT, (Var() as counter, end)):
                few = isinstance(end, Literal) and end.value <= _MOST_ROUNDS
                return Walk(counter, int(end.value) if few and isinstance(end, Literal) else None)
            case _:
                pass
    return None


def cases_of(added: Expr, given: tuple[Expr, ...] = ()) -> Iterator[tuple[tuple[Expr, ...], Expr]]:
    """The amounts that are not 0, with the conditions under which they are added."""
    match added:
        case Apply(Op.ITE, (test, yes, no)):
            yield from cases_of(yes, (*given, *conjuncts(test)))
            yield from cases_of(no, (*given, negate(test)))
        case _ if added != ZERO:
            yield given, added
        case _:
            pass


def cell_of(conditions: Sequence[Expr], amount: Expr, walks: tuple[Walk, ...]) -> Cell | None:
    """The cell of a row, if each loop says something of where it is."""
    levels: list[list[Expr]] = [[] for _ in (None, *walks)]
    for condition in conditions:
        spoken = (n for n, walk in enumerate(walks, 1) if walk.counter in free_variables(condition))
        levels[max(spoken, default=0)].append(condition)
    stops: list[tuple[Expr, Expr]] = []
    named = True
    for walk, level in zip(walks, levels[1:], strict=True):
        at_key = _beyond_key(walk, level)
        beyond = at_key or _beyond_range(walk, level) or _beyond(walk, level)
        if beyond is None or walk.counter in free_variables(amount):
            return None
        named = named and at_key is not None
        stops.append((beyond, conjunction(*level)))
    return Cell(tuple(stops), conjunction(*levels[0]), amount, named)


def _beyond_key(walk: Walk, conditions: Sequence[Expr]) -> Expr | None:
    """Whether a loop has been at the key of a row: its counter goes up by 1, from 0."""
    here = walk.counter
    for condition in conditions:
        match condition:
            case Apply(Op.EQ, (a, b)) if here in (a, b):
                key = b if a == here else a
                others = (c for c in conditions if c != condition and here not in free_variables(c))
                return conjunction(apply(Op.LT, key, here), *others)
            case _:
                pass
    return None


def _beyond_range(walk: Walk, conditions: Sequence[Expr]) -> Expr | None:
    """Whether a loop has been at the range of a row: each begins where the one before it ends."""
    here = walk.counter
    ends = [end for condition in conditions for end in _ends(condition, here)]
    for (key, low, is_low), (other, high, is_high) in permutations(ends, 2):
        after = substitute(low, {here: apply(Op.ADD, here, ONE)})
        if is_low and not is_high and key == other and monomials(high) == monomials(after):
            others = (c for c in conditions if here not in free_variables(c))
            first = substitute(low, {here: ZERO})
            return conjunction(apply(Op.LE, first, key), apply(Op.LT, key, low), *others)
    return None


def _ends(condition: Expr, counter: Var) -> Iterator[tuple[Expr, Expr, bool]]:
    """What is compared with an end that moves with a counter: what it is, the end, and whether it is the lower one.

    Lower ends belong to the range, and upper ones do not.
    """
    match condition:
        case Apply(Op.LE | Op.LT as op, (a, b)):
            if counter in free_variables(a) and counter not in free_variables(b):
                yield b, a if op is Op.LE else apply(Op.ADD, a, ONE), True
            if counter in free_variables(b) and counter not in free_variables(a):
                yield a, b if op is Op.LT else apply(Op.ADD, b, ONE), False
        case _:
            pass


def monomials(e: Expr) -> dict[tuple[str, ...], int] | None:
    """A polynomial of integer variables, by its monomials; None for anything else."""
    match e:
        case Literal(int(n)):
            return {(): n} if n else {}
        case Var():
            return {(e.name,): 1}
        case Apply(Op.ADD | Op.SUB | Op.MUL as op, (a, b)):
            one, two = monomials(a), monomials(b)
            if one is None or two is None:
                return None
            total: Counter[tuple[str, ...]] = Counter()
            if op is Op.MUL:
                for (ours, x), (theirs, y) in product(one.items(), two.items()):
                    total[tuple(sorted((*ours, *theirs)))] += x * y
            else:
                total.update(one)
                total.update({names: y if op is Op.ADD else -y for names, y in two.items()})
            return {names: x for names, x in total.items() if x}
        case _:
            return None


def _beyond(walk: Walk, conditions: Sequence[Expr]) -> Expr | None:
    """Whether a loop has had a round in which the conditions held, if it has few of them."""
    here = walk.counter
    if walk.rounds is None or not conditions:
        return None
    rounds = [conjunction(apply(Op.LT, Literal(n), here), _in_round(n, here, conditions)) for n in range(walk.rounds)]
    return reduce(partial(apply, Op.OR), rounds)


def _in_round(number: int, counter: Var, conditions: Sequence[Expr]) -> Expr:
    """What the conditions say in one round of a loop."""

    def visit(e: Expr) -> Expr:
        e = Literal(number) if e == counter else with_arguments(e, visit)
        match e:
            case Apply(Op.EQ, (Literal() as a, Literal() as b)):
                return TRUE if a == b else FALSE
            case Apply(Op.EQ, (a, Literal(bool(truth)))) | Apply(Op.EQ, (Literal(bool(truth)), a)):
                return a if truth else negate(a)
            case _:
                return e

    return conjunction(*map(visit, conditions))


def _paid(cells: Sequence[Cell], deep: int, rows: Var, alignment: Alignment) -> Expr:
    """What was added, by the rows that are not the same, in cells that have been left."""
    longer, length = alignment.longer, apply(Op.LEN, rows)
    amounts: list[Expr] = []
    for n, p in enumerate(alignment.positions):
        there = () if longer is None or n == 0 else (apply(Op.LT, p, tag(length, longer)),)
        for side in (LEFT, RIGHT) if longer is None else (longer,):
            for cell in cells:
                left, amount = (at_row(e, rows, p, side) for e in (cell.passed(deep), cell.amount))
                amounts.append(apply(Op.ITE, conjunction(*there, left), size(amount), ZERO))
    return total_of(amounts)
