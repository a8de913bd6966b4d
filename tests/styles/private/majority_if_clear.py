"""Which side has the majority, if a noisy test says that it is clear, in other styles.

Claim: (ε, δ), as in `gallery/private/majority_if_clear.py`.
"""

from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, within


class Answer(Enum):
    FIRST = "first"
    SECOND = "second"
    UNCLEAR = "unclear"


class Proposal(NamedTuple):
    winner: bool
    distance: int


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def majority_if_clear_enum(lead: Annotated[int, within(1)], threshold: int, eps: Epsilon, delta: Epsilon) -> Answer:
    """The result is a member of an Enum."""
    if laplace(abs(lead), 1 / eps) <= threshold:
        return Answer.UNCLEAR
    return Answer.FIRST if lead > 0 else Answer.SECOND


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def majority_if_clear_records(
    lead: Annotated[int, within(1)], threshold: int, eps: Epsilon, delta: Epsilon
) -> bool | None:
    """What is proposed is a record, and its distance is tested."""
    proposal = Proposal(lead > 0, lead if lead > 0 else -lead)
    if laplace(proposal.distance, 1 / eps) > threshold:
        return proposal.winner
    return None


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def majority_if_clear_nested(
    lead: Annotated[int, within(1)], threshold: int, eps: Epsilon, delta: Epsilon
) -> bool | None:
    """A function in a function is the test."""

    def is_clear(distance: int) -> bool:
        return laplace(distance, 1 / eps) > threshold

    return lead > 0 if is_clear(abs(lead)) else None
