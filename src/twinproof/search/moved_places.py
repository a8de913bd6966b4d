"""Where a list of counts differs because of the entry that moved: `counts[bucket(x)] += 1`, or `if bucket(x) == value`.

Only one entry of the data is not the same in both runs, so such a list differs at most where that entry is counted: at
the position that the program computes from it, in one run or in the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from twinproof.lang.command import Assign, Sample, expressions, subcommands
from twinproof.lang.expr import Apply, Expr, Op, Place, Var, apply, free_variables, substitute, subterms, tag
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.rewriting import with_arguments
from twinproof.lang.types import INT

_DEEPEST = 4  # assignments that a position is followed through


def moved_places(
    mechanism: Mechanism, lists: Collection[Var], witnesses: Mapping[str, tuple[Var, ...]], side: Place
) -> list[Expr]:
    """The positions in one run, over inputs and the witnesses of what moved."""
    assignments = [c for c in subcommands(mechanism.body) if isinstance(c, Assign)]
    often = Counter(c.target for c in subcommands(mechanism.body) if isinstance(c, Assign | Sample))
    once: dict[Var, Expr] = {c.target: c.value for c in assignments if often[c.target] == 1}
    rows = dict(_rows(mechanism, witnesses))
    inputs = {p.var for p in mechanism.parameters}
    places: dict[Expr, None] = {}
    for position in (*_changed(assignments, lists), *_compared(mechanism)):
        for _ in range(_DEEPEST):
            position = substitute(position, {v: once[v] for v in free_variables(position) if v in once})
        at = _at_witness(position, witnesses, rows)
        known = inputs | {w for ws in witnesses.values() for w in ws}
        if at != position and at.type == INT and free_variables(at) <= known:
            places[tag(at, side)] = None
    return list(places)


def _changed(assignments: Sequence[Assign], lists: Collection[Var]) -> Iterator[Expr]:
    """The positions at which lists are changed in place."""
    for c in assignments:
        match c.value:
            case Apply(Op.SET) as changed if c.target in lists:
                yield from _positions(changed)
            case _:
                pass


def _positions(changed: Expr) -> Iterator[Expr]:
    """The position at which a list is changed, and that in the list which stands there."""
    match changed:
        case Apply(Op.SET, (_, position, item)):
            yield position
            yield from _positions(item)
        case _:
            pass


def _compared(mechanism: Mechanism) -> Iterator[Expr]:
    """The numbers of which it is asked whether they are equal."""
    for e in (e for c in subcommands(mechanism.body) for e in expressions(c)):
        for part in subterms(e):
            match part:
                case Apply(Op.EQ, (a, b)) if a.type == b.type == INT:
                    yield from (a, b)
                case _:
                    pass


def _rows(mechanism: Mechanism, witnesses: Mapping[str, tuple[Var, ...]]) -> Iterator[tuple[Expr, Var]]:
    """The positions at which private lists are read, with the one that moved."""
    for e in (e for c in subcommands(mechanism.body) for e in expressions(c)):
        for part in subterms(e):
            match part:
                case Apply(Op.GET, (Var(name), position)) if name in witnesses:
                    yield position, witnesses[name][0]
                case _:
                    pass


def _at_witness(e: Expr, witnesses: Mapping[str, tuple[Var, ...]], rows: Mapping[Expr, Var]) -> Expr:
    """The expression where it reads, of private lists, the entry that moved, and of others what stands beside it.

    Of a position that is divided it is the position of that entry.
    """
    match e:
        case Apply(Op.GET, (Var(name) as items, _)) if name in witnesses:
            return apply(Op.GET, items, witnesses[name][0])
        case Apply(Op.GET, (Var() as items, position)) if position in rows:
            return apply(Op.GET, items, rows[position])
        case Apply(Op.DIV | Op.MOD as op, (Var() as position, size)) if position in rows:
            return apply(op, rows[position], size)
        case _:
            return with_arguments(e, lambda part: _at_witness(part, witnesses, rows))
