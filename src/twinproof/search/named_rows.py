"""Names for what is not the same in both runs: what stands in rows that one run has, and the right run's numbers.

What δ pays for is an event of the left run, and which cell of a table a row counts for may be a matter of a row that
only the right run has. So the numbers in such rows get rigid names, and an event may happen *where that row counts*: at
the key that a loop has come to, or where the condition holds under which the row is added to what is released.

Where several numbers may move, each up or down, those of the right run get names: an event may happen *where the number
goes up*, and another one where it goes down. [Exists] takes all names away again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from twinproof.kernel.rules import Theorem, exists
from twinproof.lang.adjacency_kind import Alignment, Motion
from twinproof.lang.command import While, loops_in, written
from twinproof.lang.expr import (
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
    fresh_name,
    size_of,
    substitute,
    tag,
)
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.rewriting import replaced
from twinproof.lang.types import BOOL, INT, ListOf, TupleOf, Type
from twinproof.search.differences import Unclear, added_to, at_row, beside_reads, effects, total_of
from twinproof.search.in_turn import cases_of
from twinproof.search.moved_places import moved_places
from twinproof.tactics.paper_rules import weaken

_LARGEST = 60  # parts of a condition under which a row counts
_MOST_ROWS = 3  # that are not the same and have names, the first ones
LEFT, RIGHT = Place.LEFT, Place.RIGHT


@dataclass(frozen=True)
class Named:
    """A number in a row that is not the same in both runs, or what the right run is given, with its rigid name."""

    var: Var
    value: Expr  # over both inputs
    side: Place

    @property
    def fact(self) -> Expr:
        """That it is this."""
        return apply(Op.EQ, self.var, self.value)


@dataclass(frozen=True)
class Counted:
    """Where a row counts: one that the left run has, and one that the right run has, if there are such."""

    manner: tuple[object, ...]
    left: Expr | None
    right: Expr | None
    amount: Expr | None = None  # what the rows of a user add up to there, if there are several


def named_rows(mechanism: Mechanism, alignments: Mapping[str, Alignment], taken: Collection[str]) -> tuple[Named, ...]:
    """Names for all numbers in rows that are not the same, the first ones."""
    found: list[Named] = []
    names = set(taken)
    for name, alignment in alignments.items():
        rows = mechanism.parameter(name).var
        if not isinstance(rows.type, ListOf):
            continue
        for n, p in enumerate(alignment.positions[:_MOST_ROWS]):
            if n > 0 and alignment.longer is not None:  # there may be no such row
                there = apply(Op.LT, p, apply(Op.LEN, tag(rows, alignment.longer)))
                own = fresh_name(f"has_{p.name}", names)
                names.add(own)
                found.append(Named(Var(own, BOOL, Place.RIGID), there, alignment.longer))
            for side in _sides(alignment):
                for value in _leaves(apply(Op.GET, tag(rows, side), p), rows.type.item):
                    base = f"{'new_at' if alignment.longer is None and side is RIGHT else 'row_at'}_{p.name}"
                    own = fresh_name(base, names)
                    names.add(own)
                    found.append(Named(Var(own, value.type, Place.RIGID), value, side))
    return tuple(found)


def named_inputs(mechanism: Mechanism, motions: Mapping[str, Motion], taken: Collection[str]) -> tuple[Named, ...]:
    """Names for what the right run is given, where numbers may move up or down."""
    found: list[Named] = []
    names = set(taken)
    for name, motion in motions.items():
        var = mechanism.parameter(name).var
        if motion.direction == 0 and not motion.single and var.type in (INT, ListOf(INT)):
            own = fresh_name(f"other_{name}", names)
            names.add(own)
            found.append(Named(Var(own, var.type, Place.RIGID), tag(var, RIGHT), RIGHT))
    return tuple(found)


def without_names(theorem: Theorem, named: Collection[Named], pre: Expr) -> Theorem:
    """The same theorem without these names."""
    known = pre
    facts = [n.fact for n in named]
    for number in reversed(range(len(facts))):
        before = conjunction(known, *facts[:number])
        premise = weaken(theorem, pre=conjunction(before, facts[number]))
        theorem = exists(tuple(named)[number].var, facts[number], before, premise)
    return weaken(theorem, pre=known)


def where_rows_count(
    mechanism: Mechanism,
    alignments: Mapping[str, Alignment],
    named: Collection[Named],
    indices: Collection[Var],
    numbers: Collection[Var],
    known: Mapping[Var, Expr],
) -> Iterator[Counted]:
    """Where rows count that are not the same: at what the counters of loops are, or in some of these numbers.

    What variables are before the draw is known of some of them: a key may be what a counter says.
    """
    lists = [v for v in written(mechanism.body) if isinstance(v.type, ListOf)]
    for name, alignment in alignments.items():
        rows = mechanism.parameter(name).var
        together: dict[tuple[object, ...], list[Expr]] = {}
        several = alignment.longer is not None and 1 < len(alignment.positions) <= _MOST_ROWS
        for row, p in enumerate(alignment.positions[:_MOST_ROWS]):
            said: dict[tuple[object, ...], dict[Place, Expr]] = {}
            for side in _sides(alignment):
                names = {n.value: n.var for n in named if n.side is side}
                for number, place in enumerate(moved_places(mechanism, lists, {name: (p,)}, side)):
                    for i in indices:
                        said.setdefault((row, number, i), {})[side] = apply(Op.EQ, i, replaced(place, names))
                for kind, condition in _conditions(mechanism, rows, numbers):
                    there = _untagged(replaced(at_row(condition, rows, p, side), names))
                    said.setdefault((row, *kind), {})[side] = _with_first(indices, _by_counters(there, indices, known))
            seen: set[tuple[Expr, ...]] = set()
            for manner, where in said.items():
                both = {side: e for side, e in where.items() if _is_of_left_run(e, rows)}
                if len(both) == len(_sides(alignment)) and tuple(both.values()) not in seen:
                    seen.add(tuple(both.values()))
                    together.setdefault(manner[1:], []).extend(both.values())
                    if not several:
                        yield Counted(manner, both.get(LEFT), both.get(RIGHT))
        if several:
            yield from _together(rows, alignment, named, together)


def _together(
    rows: Var, alignment: Alignment, named: Collection[Named], said: Mapping[tuple[object, ...], Sequence[Expr]]
) -> Iterator[Counted]:
    """Where any row of a user counts, and how many of them do."""
    longer = alignment.longer
    assert longer is not None
    length = apply(Op.LEN, tag(rows, longer))
    names = {n.value: n.var for n in named}
    there: list[Expr] = [TRUE, *(names[apply(Op.LT, p, length)] for p in alignment.positions[1:])]
    for manner, conditions in said.items():
        if len(conditions) == len(there):
            each = [conjunction(*pair) for pair in zip(there, conditions, strict=True)]
            anywhere = reduce(lambda one, two: apply(Op.OR, one, two), each)
            amount = total_of([apply(Op.ITE, here, ONE, ZERO) for here in each])
            left, right = (anywhere if side is longer else None for side in (LEFT, RIGHT))
            yield Counted(("all", *manner), left, right, amount)


def sums_of_rows(
    mechanism: Mechanism, alignments: Mapping[str, Alignment], named: Collection[Named], number: Var
) -> Iterator[tuple[Expr, Expr]]:
    """What the one row that is not the same adds to a number in the left run, and in the right one."""
    for name, alignment in alignments.items():
        rows = mechanism.parameter(name).var
        for loop, after, counter in _loops_over(mechanism) if len(alignment.positions) == 1 else ():
            added = added_to(after[number], number) if number in after else None
            if added is None or beside_reads(added, rows, counter) & written(loop.body):
                continue
            (p,) = alignment.positions
            found: dict[Place, Expr] = dict.fromkeys((LEFT, RIGHT), ZERO)
            for side in _sides(alignment):
                names = {n.value: n.var for n in named if n.side is side}
                found[side] = _untagged(replaced(at_row(added, rows, p, side), names))
            known = (v.place is Place.RIGID for e in found.values() for v in free_variables(e))
            if found[LEFT] != found[RIGHT] and all(known) and sum(map(size_of, found.values())) <= _LARGEST:
                yield found[LEFT], found[RIGHT]


def _loops_over(mechanism: Mechanism) -> Iterator[tuple[While, dict[Var, Expr], Var]]:
    """The loops that count, with what variables are after a round of each, and what it counts."""
    for loop in loops_in(mechanism.body):
        try:
            after = effects(loop.body)
        except Unclear:
            continue
        counter = next((v for v in free_variables(loop.condition) if v in after and v.type == INT), None)
        if counter is not None:
            yield loop, after, counter


def _conditions(mechanism: Mechanism, rows: Var, numbers: Collection[Var]) -> Iterator[tuple[tuple[object, ...], Expr]]:
    """The conditions under which loops over rows add something to one of these numbers."""
    for loop, after, counter in _loops_over(mechanism):
        for number in (n for n in numbers if n in after):
            added = added_to(after[number], number)
            if added is None or beside_reads(added, rows, counter) & written(loop.body):
                continue
            for which, (conditions, _) in enumerate(cases_of(added)):
                about = [c for c in conditions if rows in free_variables(c)]
                if about and sum(map(size_of, about)) <= _LARGEST:
                    yield ("added", which), conjunction(*about)


def _by_counters(condition: Expr, indices: Collection[Var], known: Mapping[Var, Expr]) -> Expr:
    """A condition on where loops are, as far as what is known of its variables says that."""
    said = substitute(condition, {v: known[v] for v in free_variables(condition) if v in known})
    return said if all(v in indices or v.place is Place.RIGID for v in free_variables(said)) else condition


def _with_first(indices: Collection[Var], condition: Expr) -> Expr:
    """A condition in which a counter stands first where it, or a number more or less, is said to be something."""

    def turned(part: Expr) -> Expr:
        match part:
            case Apply(Op.EQ, (there, here)) if _counted(here, indices) and not _counted(there, indices):
                return turned(apply(Op.EQ, here, there))
            case Apply(Op.EQ, (Apply(Op.ADD | Op.SUB as op, (here, Literal() as n)), there)) if here in indices:
                return apply(Op.EQ, here, apply(Op.SUB if op is Op.ADD else Op.ADD, there, n))
            case Apply(Op.EQ, (Apply(Op.ADD, (Literal() as n, here)), there)) if here in indices:
                return apply(Op.EQ, here, apply(Op.SUB, there, n))
            case _:
                return part

    return conjunction(*map(turned, conjuncts(condition)))


def _counted(e: Expr, indices: Collection[Var]) -> bool:
    """Whether this is a counter, or a number more or less."""
    match e:
        case Apply(Op.ADD | Op.SUB, (here, Literal())) | Apply(Op.ADD, (Literal(), here)):
            return here in indices
        case _:
            return e in indices


def _sides(alignment: Alignment) -> tuple[Place, ...]:
    """The runs that have a row which the other has not."""
    return (LEFT, RIGHT) if alignment.longer is None else (alignment.longer,)


def _leaves(e: Expr, kind: Type) -> Iterator[Expr]:
    match kind:
        case TupleOf(items):
            for i, item in enumerate(items):
                yield from _leaves(apply(Op.PROJ, e, Literal(i)), item)
        case _ if kind in (INT, BOOL):
            yield e
        case _:
            pass


def _untagged(e: Expr) -> Expr:
    """What is said of the left run, as the program would say it."""
    return substitute(e, {v: Var(v.name, v.type, Place.MEMORY) for v in free_variables(e) if v.place is LEFT})


def _is_of_left_run(e: Expr, rows: Var) -> bool:
    """Whether this can be said in the left program, without rows that have no names."""
    spoken = free_variables(e)
    return all(v.place in (Place.MEMORY, Place.RIGID) for v in spoken) and rows not in spoken


def is_at(test: Expr) -> Iterator[tuple[Var, Expr]]:
    """That a variable of the program is at something rigid: the variable, and what that is."""
    match test:
        case Apply(Op.EQ, (Var(place=Place.MEMORY) as index, there)) | Apply(
            Op.EQ, (there, Var(place=Place.MEMORY) as index)
        ) if free_variables(there) and all(v.place is Place.RIGID for v in free_variables(there)):
            yield index, there
