"""Which side has the majority, if a noisy test says that many have voted, in other styles. Not private as claimed.

Claim: (ε, δ), which does not hold, as in `gallery/broken/majority_if_many_voted.py`.
"""

from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_within


class Answer(Enum):
    FIRST = "first"
    SECOND = "second"
    UNCLEAR = "unclear"


class Votes(NamedTuple):
    first: int
    second: int


@mechanism(
    epsilon="eps",
    delta="delta",
    requires="len(votes) == 2 and delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps",
)
def majority_if_many_voted_enum(
    votes: Annotated[list[int], one_within(1)], threshold: int, eps: Epsilon, delta: Epsilon
) -> Answer:
    """The result is a member of an Enum."""
    if laplace(votes[0] + votes[1], 1 / eps) <= threshold:
        return Answer.UNCLEAR
    return Answer.FIRST if votes[0] > votes[1] else Answer.SECOND


@mechanism(
    epsilon="eps",
    delta="delta",
    requires="len(votes) == 2 and delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps",
)
def majority_if_many_voted_records(
    votes: Annotated[list[int], one_within(1)], threshold: int, eps: Epsilon, delta: Epsilon
) -> bool | None:
    """The votes are put into a record first."""
    cast = Votes(votes[0], votes[1])
    if laplace(cast.first + cast.second, 1 / eps) > threshold:
        return cast.first > cast.second
    return None


@mechanism(
    epsilon="eps",
    delta="delta",
    requires="len(votes) == 2 and delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps",
)
def majority_if_many_voted_builtin(
    votes: Annotated[list[int], one_within(1)], threshold: int, eps: Epsilon, delta: Epsilon
) -> bool | None:
    """The votes are added up by `sum`, and compared by `max`."""
    if laplace(sum(votes), 1 / eps) > threshold:
        return votes[1] < max(votes)
    return None
