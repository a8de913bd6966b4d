"""By how much the entries of a list differ that a loop over rows changes in place, and what it costs to release them.

`table[a(row)][b(row)] += e(row)`: when the loop has passed a row that only the left run has, what stands at (i, j) is
larger there by e of that row if i and j are a and b of it, and else the same. Rows add up, so this is said of all rows
that are not the same in both runs at once. Released one entry after the other, the entries cost what the rows added
whose position has been passed. Both are told to the search as things that invariants may speak of.

A list in which one row is counted at one position needs none of this, unless entries are added up: guesses about that
position are enough. Where they are, the sum differs by what the rows added between its first entry and its last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from twinproof.lang.adjacency_kind import Alignment
from twinproof.lang.command import Assign, Command, If, Sample, Seq, While, loops_in, subcommands, written
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
    size_of,
    subterms,
    tag,
)
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.types import INT, ListOf
from twinproof.search.differences import Unclear, added_to, at_row, beside_reads, effects, size, total_of
from twinproof.search.terms import has_list

_LARGEST = 400  # parts of an expression that is worth telling
LEFT, RIGHT = SIDES = Place.LEFT, Place.RIGHT


@dataclass(frozen=True)
class Change:
    """What one round of a loop over rows adds to entries of a list: where, and how much."""

    items: Var
    rows: Var
    counter: Var
    parts: tuple[tuple[tuple[Expr, ...], Expr], ...]  # positions in the list, in the list that stands there, …; amount

    @property
    def depth(self) -> int:
        return len(self.parts[0][0])


@dataclass(frozen=True)
class Told:
    """What the entries of lists differ by, at any position; and what has been paid for those that were released."""

    entries: Mapping[Var, tuple[Expr, ...]]
    paid: tuple[Expr, ...]
    sums: tuple[Expr, ...]  # what a number differs by to which some of the entries are added


def told_of_cells(mechanism: Mechanism, alignments: Mapping[str, Alignment], indices: Sequence[Var]) -> Told:
    """What is worth telling of the lists of a mechanism, where `indices` are any positions."""
    entries: dict[Var, list[Expr]] = {}
    paid: dict[Expr, None] = {}
    sums: dict[Expr, None] = {}
    for change in _changes(mechanism, alignments) if alignments else ():
        alignment = alignments[change.rows.name]
        rows, within = list(_rows(change, alignment)), list(indices[: change.depth])
        added_up = [_apart_between(rows, first, end) for first, ends in _added_up(mechanism, change) for end in ends]
        sums.update(dict.fromkeys(added_up))
        simple = change.depth == len(alignment.positions) == len(change.parts) == 1 and not added_up
        if simple or _is_by_user(change, alignment):
            continue
        entries.setdefault(change.items, []).extend(_apart(rows, within, passed) for passed in (True, False))
        for copy, outer in _entries_of(mechanism, change.items):
            entries.setdefault(copy, []).append(_apart(rows, [tag(outer, LEFT), *within[:-1]], passed=False))
        for counters in _walks(mechanism.body, change.depth):
            paid[_paid(rows, counters)] = None
    return Told(
        {items: tuple(e for e in told if size_of(e) <= _LARGEST) for items, told in entries.items()},
        tuple(e for e in paid if size_of(e) <= _LARGEST),
        tuple(e for e in sums if size_of(e) <= _LARGEST),
    )


def _is_by_user(change: Change, alignment: Alignment) -> bool:
    """Whether a list is kept by users: then it differs at one of them, whose name is known."""
    if alignment.user is None:
        return False
    user = apply(Op.PROJ, apply(Op.GET, change.rows, change.counter), Literal(alignment.column))
    return all(user in positions for positions, _ in change.parts)


# ------------------------------------------------------------------------------------------------------ what is changed


def _changes(mechanism: Mechanism, alignments: Mapping[str, Alignment]) -> Iterator[Change]:
    """The lists to whose entries one loop over rows, and no other command, adds something."""
    for loop in loops_in(mechanism.body):
        match loop.condition:
            case Apply(Op.LT, (Var() as counter, _)):
                pass
            case _:
                continue
        lists = sorted((v for v in written(loop.body) if isinstance(v.type, ListOf)), key=lambda v: v.name)
        lists = [v for v in lists if _sets(mechanism.body, v) == _sets(loop.body, v) > 0]
        try:
            after = effects(loop.body) if lists else {}
        except Unclear:
            continue
        for items in lists:
            parts = _added(after[items], items)
            for name in alignments if parts else ():
                rows = mechanism.parameter(name).var
                if parts and all(_is_of_row(e, rows, counter, loop) for part in parts for e in (*part[0], part[1])):
                    yield Change(items, rows, counter, parts)


def _is_of_row(e: Expr, rows: Var, counter: Var, loop: While) -> bool:
    """Whether an expression says the same of a row in every round."""
    return not beside_reads(e, rows, counter) & {rows, *written(loop.body)}


def _sets(program: Command, items: Var) -> int:
    """How many commands change a list in place."""
    changes = (c for c in subcommands(program) if isinstance(c, Assign) and c.target == items)
    return sum(1 for c in changes if isinstance(c.value, Apply) and c.value.op is Op.SET)


def _added(e: Expr, items: Var) -> tuple[tuple[tuple[Expr, ...], Expr], ...] | None:
    """Where something is added to entries of a list, and how much; None if anything else happens to it."""
    if e == items:
        return ()
    match e:
        case Apply(Op.ITE, (test, yes, no)) if items not in subterms(test):
            first, second = _added(yes, items), _added(no, items)
            if first is None or second is None:
                return None
            return (
                *((positions, apply(Op.ITE, test, amount, ZERO)) for positions, amount in first),
                *((positions, apply(Op.ITE, test, ZERO, amount)) for positions, amount in second),
            )
        case Apply(Op.SET):
            positions: tuple[Expr, ...] = ()
            whole: Expr = items
            there: Expr = e
            while isinstance(there, Apply) and there.op is Op.SET:
                changed, position, there = there.args
                if changed != whole:
                    return None
                positions = (*positions, position)
                whole = apply(Op.GET, whole, position)
            amount = added_to(there, whole) if whole.type == INT else None
            if amount is None or any(items in subterms(part) for part in (*positions, amount)):
                return None
            return ((positions, amount),)
        case _:
            return None


def _added_up(mechanism: Mechanism, change: Change) -> Iterator[tuple[Expr, tuple[Expr, ...]]]:
    """Where loops that add up entries of a list begin; and up to where they are, and will be when they are done."""
    values: dict[Var, list[Expr]] = {}
    for c in subcommands(mechanism.body):
        if isinstance(c, Assign):
            values.setdefault(c.target, []).append(c.value)
    for loop in loops_in(mechanism.body) if change.depth == 1 else ():
        match loop.condition:
            case Apply(Op.LT, (Var() as counter, Literal() as end)) if _adds_up(loop, change.items, counter):
                starts = [e for e in values[counter] if e != apply(Op.ADD, counter, ONE)]
                starts = [e for v in starts for e in (values.get(v, ()) if isinstance(v, Var) else (v,))]
                if len(starts) == 1 and isinstance(starts[0], Literal):
                    yield starts[0], (tag(counter, LEFT), end)
            case _:
                pass


def _adds_up(loop: While, items: Var, counter: Var) -> bool:
    """Whether a loop adds the entries of a list to some number."""
    try:
        after = effects(loop.body)
    except Unclear:
        return False
    return any(added_to(e, number) == apply(Op.GET, items, counter) for number, e in after.items())


def _entries_of(mechanism: Mechanism, items: Var) -> Iterator[tuple[Var, Var]]:
    """The lists that are copied from entries of a list of lists, with the positions of these."""
    for c in subcommands(mechanism.body):
        match c:
            case Assign(target, Apply(Op.GET, (source, Var() as outer))) if source == items and has_list(target.type):
                yield target, outer
            case _:
                pass


def _walks(command: Command, deepest: int, around: tuple[Var, ...] = ()) -> Iterator[tuple[Var, ...]]:
    """The counters of loops that draw noise, each with those of the loops around it, up to so many."""
    match command:
        case Seq(parts):
            for part in parts:
                yield from _walks(part, deepest, around)
        case If(_, then, otherwise):
            yield from _walks(then, deepest, around)
            yield from _walks(otherwise, deepest, around)
        case While(Apply(Op.LT, (Var() as counter, _)), body):
            counters = (*around, counter)
            if any(isinstance(c, Sample) for c in subcommands(body)):
                yield from (counters[-n:] for n in range(1, min(deepest, len(counters)) + 1))
            yield from _walks(body, deepest, counters)
        case While(_, body):
            yield from _walks(body, deepest, around)
        case _:
            pass


# -------------------------------------------------------------------------------------------------------- what is told


@dataclass(frozen=True)
class _Row:
    """What a row adds that is not the same in both runs."""

    there: Expr  # whether there is such a row
    passed: Expr  # whether the loop over rows has passed it
    parts: tuple[tuple[tuple[Expr, ...], Expr], ...]
    side: Place  # the run that has it


def _rows(change: Change, alignment: Alignment) -> Iterator[_Row]:
    """The rows that are not the same, with what they add."""
    longer = alignment.longer
    length = apply(Op.LEN, tag(change.rows, longer or LEFT))
    for n, p in enumerate(alignment.positions):
        there = TRUE if longer is not None and n == 0 else apply(Op.LT, p, length)
        passed = apply(Op.LT, p, tag(change.counter, longer or LEFT))
        for side in SIDES if longer is None else (longer,):

            def at(e: Expr, p: Var = p, side: Place = side) -> Expr:
                return at_row(e, change.rows, p, side)

            parts = tuple((tuple(map(at, positions)), at(amount)) for positions, amount in change.parts)
            yield _Row(there, passed, parts, side)


def _apart(rows: Sequence[_Row], within: Sequence[Expr], passed: bool) -> Expr:
    """What stands there in the left run, less what stands there in the right run."""

    def counted(row: _Row, positions: Sequence[Expr]) -> Expr:
        here = (apply(Op.EQ, i, p) for i, p in zip(within, positions, strict=True))
        return conjunction(row.passed if passed else row.there, *here)

    return _difference(rows, counted)


def _apart_between(rows: Sequence[_Row], first: Expr, end: Expr) -> Expr:
    """What stands from one position up to another in the left run, all together, less what does in the right run."""

    def counted(row: _Row, positions: Sequence[Expr]) -> Expr:
        (position,) = positions
        return conjunction(row.there, apply(Op.LE, first, position), apply(Op.LT, position, end))

    return _difference(rows, counted)


def _difference(rows: Sequence[_Row], counted: Callable[[_Row, Sequence[Expr]], Expr]) -> Expr:
    """What the rows of the left run add, less what those of the right run do, where they count."""
    sums: dict[Place, list[Expr]] = {LEFT: [], RIGHT: []}
    for row in rows:
        for positions, amount in row.parts:
            sums[row.side].append(apply(Op.ITE, counted(row, positions), amount, ZERO))
    if not sums[RIGHT]:
        return total_of(sums[LEFT])
    if not sums[LEFT]:
        return apply(Op.NEG, total_of(sums[RIGHT]))
    return apply(Op.SUB, total_of(sums[LEFT]), total_of(sums[RIGHT]))


def _paid(rows: Sequence[_Row], counters: Sequence[Var]) -> Expr:
    """What the rows added at positions that counters have passed, which go through them in order."""
    amounts: list[Expr] = []
    for row in rows:
        for positions, amount in row.parts:
            before: Expr = FALSE
            for counter, position in reversed(list(zip(counters, positions, strict=False))):
                here = tag(counter, LEFT)
                further = apply(Op.LT, position, here)
                within = conjunction(apply(Op.EQ, position, here), before)
                before = further if within == FALSE else apply(Op.OR, further, within)
            amounts.append(apply(Op.ITE, conjunction(row.there, before), size(amount), ZERO))
    return total_of(amounts)
