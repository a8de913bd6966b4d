"""Lists whose entries move by so much together: what has been paid up to a position is the sum of the squares so far.

The adjacency names the list of these sums. The price of a draw around an entry is what the sum grows by there, so an
invariant need only say that what was paid is no more than the sum up to a counter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from twinproof.lang.command import Assign, Sample, subcommands
from twinproof.lang.expr import ONE, ZERO, Apply, Expr, Op, Place, Var, apply, conjunction, free_variables, tag
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.types import INT


class Growth(NamedTuple):
    """What a sum of squares grows by at an entry."""

    squares: Expr
    inside: Expr  # that there is such an entry: elsewhere nothing is known of the sum


def read_with_sums(mechanism: Mechanism, sampling: Sample, sums: Mapping[str, Var]) -> Growth | None:
    """What the sum of squares grows by at the entry that a draw is around, if it is around one."""
    centre = sampling.centre
    if isinstance(centre, Var):
        given = [c.value for c in subcommands(mechanism.body) if isinstance(c, Assign) and c.target == centre]
        centre = given[0] if len(given) == 1 else centre
    match centre:
        case Apply(Op.GET, (Var() as items, place)) if items.name in sums:
            here, whole = tag(place, Place.LEFT), sums[items.name]
            following = apply(Op.ADD, here, ONE)
            inside = conjunction(apply(Op.LE, ZERO, here), apply(Op.LT, following, apply(Op.LEN, whole)))
            return Growth(apply(Op.SUB, apply(Op.GET, whole, following), apply(Op.GET, whole, here)), inside)
        case _:
            return None


def counters_of(mechanism: Mechanism) -> list[Var]:
    """The integers that the program counts up."""
    grown = Counter(
        c.target
        for c in subcommands(mechanism.body)
        if isinstance(c, Assign) and c.target.type == INT and c.target in free_variables(c.value)
    )
    return sorted(grown, key=lambda v: v.name)
