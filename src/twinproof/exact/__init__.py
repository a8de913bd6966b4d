"""Exact probability: sub-distributions, divergences, and the exact meaning of a program.

Every number that leaves this room is exact or carries certified bounds. It may import `lang` and nothing else.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

_HOMES = ("twinproof.exact.distribution", "twinproof.exact.divergence")


def __getattr__(name: str) -> Any:
    """What the room is known for, loaded when it is asked for: whoever shows an interval needs no divergence."""
    if name in __all__:
        for home in map(importlib.import_module, _HOMES):
            if hasattr(home, name):
                return getattr(home, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
