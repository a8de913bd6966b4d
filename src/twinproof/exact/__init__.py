"""Exact probability: sub-distributions, divergences, and the exact meaning of a program.

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

__all__ = [
    "Exp",
    "Interval",
    "Loss",
    "Privacy",
    "SubDistribution",
    "Undecided",
    "Violation",
    "divergence",
    "divergence_at_most",
    "divergence_bounds",
    "first_marginal",
    "is_private",
    "largest_loss",
    "second_marginal",
    "smallest_delta",
    "worst_event",
]
