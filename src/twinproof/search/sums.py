"""Lists whose entries move by so much together: what has been paid up to a position is the sum of the squares so far.

The adjacency names the list of these sums. The price of a draw around an entry is what the sum grows by there, so an
invariant need only say that what was paid is no more than the sum up to a counter. Around c times an entry, with a
public c, it is c² times that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import NamedTuple

from twinproof.lang.command import Assign, Sample, subcommands
from twinproof.lang.expr import (
    ONE,
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
    subterms,
    tag,
)
from twinproof.lang.mechanism import Mechanism, is_public
from twinproof.lang.types import INT


class Growth(NamedTuple):
    """What the squares that are paid for grow by at an entry."""

    squares: Expr
    inside: Expr  # that there is such an entry: elsewhere nothing is known of the sum


def read_with_sums(mechanism: Mechanism, sampling: Sample, sums: Mapping[str, Var]) -> Growth | None:
    """What the squares grow by at the entry that a draw is around, if it is around one, or a multiple of one."""
    found = _entry(mechanism, sampling.centre, sums)
    if found is None:
        return None
    place, whole, square = found
    here = tag(place, Place.LEFT)
    following = apply(Op.ADD, here, ONE)
    inside = conjunction(apply(Op.LE, ZERO, here), apply(Op.LT, following, apply(Op.LEN, whole)))
    grows = apply(Op.SUB, apply(Op.GET, whole, following), apply(Op.GET, whole, here))
    return Growth(_times(square, grows), inside)


def summed_squares(mechanism: Mechanism, sampling: Sample) -> bool:
    """Whether a draw is around an entry, or a public multiple of one, of a list whose squares have a bound together."""
    together = {p.var.name: p.var for p in mechanism.parameters if p.adjacency is not None and p.adjacency.IN_SQUARES}
    return _entry(mechanism, sampling.centre, together) is not None


def paid_so_far(mechanism: Mechanism, sums: Mapping[str, Var]) -> list[Expr]:
    """What may have been paid for all entries up to a counter."""
    found = (_entry(mechanism, s.centre, sums) for s in mechanism.samplings)
    squares = dict.fromkeys((whole, square) for _, whole, square in filter(None, found))
    pairs = dict.fromkeys((*((whole, ONE) for whole in sums.values()), *squares))
    counters = [tag(c, Place.LEFT) for c in counters_of(mechanism)]
    return [_times(square, apply(Op.GET, whole, counter)) for whole, square in pairs for counter in counters]


def _entry(mechanism: Mechanism, centre: Expr, sums: Mapping[str, Var]) -> tuple[Expr, Var, Expr] | None:
    """Where the entry stands that a number is a public multiple of, its list's sums, and the square of how much."""
    match centre:
        case Var():
            given = [c.value for c in subcommands(mechanism.body) if isinstance(c, Assign) and c.target == centre]
            return _entry(mechanism, given[0], sums) if len(given) == 1 and given[0] != centre else None
        case Apply(Op.GET, (Var() as items, place)) if items.name in sums:
            return place, sums[items.name], ONE
        case Apply(Op.NEG, (e,)):
            return _entry(mechanism, e, sums)
        case Apply(Op.MUL, (a, b)):
            for factor, e in ((a, b), (b, a)):
                if factor.type == INT and is_public(factor, mechanism.parameters):
                    found = _entry(mechanism, e, sums)
                    return None if found is None else (found[0], found[1], _times(_square(factor), found[2]))
            return None
        case Apply(Op.ADD | Op.SUB, (a, b)):
            for known, e in ((a, b), (b, a)):
                if is_public(known, mechanism.parameters):
                    return _entry(mechanism, e, sums)
            return None
        case _:
            return None


def _square(e: Expr) -> Expr:
    return Literal(int(e.value) ** 2) if isinstance(e, Literal) else apply(Op.MUL, e, e)


def _times(square: Expr, e: Expr) -> Expr:
    return e if square == ONE else apply(Op.MUL, square, e)


def in_lines(facts: Expr, sums: Collection[Var]) -> Expr:
    """Facts without those in which sums grow by squares: what is left of these are lines that lie below the squares."""
    return conjunction(*(fact for fact in conjuncts(facts) if not _has_squares(fact, sums)))


def _has_squares(fact: Expr, sums: Collection[Var]) -> bool:
    products = (e for e in subterms(fact) if isinstance(e, Apply) and e.op is Op.MUL)
    squares = any(not any(isinstance(a, Literal) for a in e.args) for e in products)
    return squares and not free_variables(fact).isdisjoint(sums)


def counters_of(mechanism: Mechanism) -> list[Var]:
    """The integers that the program counts up."""
    grown = Counter(
        c.target
        for c in subcommands(mechanism.body)
        if isinstance(c, Assign) and c.target.type == INT and c.target in free_variables(c.value)
    )
    return sorted(grown, key=lambda v: v.name)
