"""Exact probability: sub-distributions, divergences, liftings, and the exact meaning of a program.

Every number that leaves this room is exact or carries certified bounds. It may import `lang` and nothing else.
"""

from twinproof.exact.distribution import Interval, SubDistribution, Undecided, first_marginal, second_marginal
from twinproof.exact.divergence import (
    Exp,
    Loss,
    Privacy,
    Violation,
    divergence,
    divergence_at_most,
    divergence_bounds,
    is_private,
    largest_loss,
    smallest_delta,
    worst_event,
)
from twinproof.exact.lifting import (
    LiftingAnswer,
    exact_lifting,
    set_lifting,
    smallest_lifting_delta,
    two_witness_lifting,
)

__all__ = [
    "Exp",
    "Interval",
    "LiftingAnswer",
    "Loss",
    "Privacy",
    "SubDistribution",
    "Undecided",
    "Violation",
    "divergence",
    "divergence_at_most",
    "divergence_bounds",
    "exact_lifting",
    "first_marginal",
    "is_private",
    "largest_loss",
    "second_marginal",
    "set_lifting",
    "smallest_delta",
    "smallest_lifting_delta",
    "two_witness_lifting",
    "worst_event",
]
