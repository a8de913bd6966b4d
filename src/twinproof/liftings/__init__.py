"""Liftings of relations to distributions: Section 3 of the paper as a library, for those who study couplings.

Every answer is exact and carries evidence that can be verified by itself. No verdict rests on this room.
"""

from twinproof.liftings.lifting import (
    LiftingAnswer,
    exact_lifting,
    set_lifting,
    smallest_lifting_delta,
    two_witness_lifting,
)

__all__ = [
    "LiftingAnswer",
    "exact_lifting",
    "set_lifting",
    "smallest_lifting_delta",
    "two_witness_lifting",
]
