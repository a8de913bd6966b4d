"""The refuter: two adjacent inputs and an event whose exact probabilities break a claim.

It searches with the exact engine, where every number is certified, and recomputes what it found in ball arithmetic
before it calls it a counterexample. Finding nothing says nothing: that is not a proof.
"""

from twinproof.refute.confirm import NotConfirmed, Replayed, replay
from twinproof.refute.evidence import Blame, Counterexample, Refutation
from twinproof.refute.search import Effort, Progress, refute

__all__ = [
    "Blame",
    "Counterexample",
    "Effort",
    "NotConfirmed",
    "Progress",
    "Refutation",
    "Replayed",
    "refute",
    "replay",
]
