"""The refuter: two adjacent inputs and an event whose exact probabilities break a claim.

It searches with the exact engine, where every number is certified, and recomputes what it found in ball arithmetic
before it calls it a counterexample. Finding nothing says nothing: that is not a proof.
"""

from typing import TYPE_CHECKING

from twinproof.refute.evidence import Blame, Counterexample, LargestLoss, Refutation

if TYPE_CHECKING:
    from twinproof.refute.course import Progress
    from twinproof.refute.search import Effort, refute

__all__ = [
    "Blame",
    "Counterexample",
    "Effort",
    "LargestLoss",
    "Progress",
    "Refutation",
    "refute",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """The search is loaded when it is first asked for: whoever only replays needs no engine, and whoever
        only shows a verdict no replay."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from twinproof.refute import course, search

        return getattr(course if name == "Progress" else search, name)
