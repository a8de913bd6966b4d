# Judged before running: hard.
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def majority_replaced(
    votes: Annotated[list[bool], one_changed()], threshold: int, eps: Epsilon, delta: Epsilon
) -> bool | None:
    """The bug: a replaced vote moves the lead by 2, and the noise is for 1. Witness: eps 1, delta 1/10, threshold 3,
    [True] * 3 and [True, True, False]: "unsure" has 0.731 and 0.964; True has 0.269 against 0.036, and
    0.269 - e * 0.036 = 0.17 is more than 0.1."""
    ayes = sum(1 for vote in votes if vote)
    lead = abs(2 * ayes - len(votes))
    if laplace(lead, 1 / eps) > threshold:
        return 2 * ayes >= len(votes)
    return None
