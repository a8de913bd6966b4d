"""Above Threshold with twice the epsilon that it needs, and a delta that it does not need."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="2 * eps", delta="1 / 100")
def alarm_with_spare_delta(
    answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon
) -> int | None:
    bar = laplace(threshold, 2 / eps)
    for i, answer in enumerate(answers):
        if laplace(answer, 4 / eps) >= bar:
            return i
    return None
