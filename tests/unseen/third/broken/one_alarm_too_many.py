"""Sparse vector with noise for c alarms, but it ends when there are more than c. Witness: c = 1, threshold 0, eps = 1,
six answers that rise from 0 to 1 and two that fall from 1 to 0; six below and two above has a loss of 1.39."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="c >= 1")
def one_alarm_too_many(
    answers: Annotated[list[int], each_within(1)], threshold: int, c: int, eps: Epsilon
) -> list[bool]:
    bar = laplace(threshold, 2 / eps)
    alarms = 0
    out: list[bool] = []
    for answer in answers:
        if alarms > c:
            break
        if laplace(answer, 4 * c / eps) >= bar:
            alarms += 1
            out.append(True)
        else:
            out.append(False)
    return out
