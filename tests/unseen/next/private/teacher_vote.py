"""A label from teachers' votes, if enough of them agree. The largest count moves by 1 and its check costs eps / 2; then
the noisy maximum with scale 4 / eps costs eps / 2."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed

LABELS = 3


@mechanism(epsilon="eps")
def teacher_vote(votes: Annotated[list[int], one_changed()], quorum: int, eps: Epsilon) -> int | None:
    counts = [0] * LABELS
    for vote in votes:
        counts[clamp(vote, 0, LABELS - 1)] += 1
    if laplace(max(counts), 2 / eps) < quorum:
        return None
    noisy = [laplace(count, 4 / eps) for count in counts]
    return noisy.index(max(noisy))
