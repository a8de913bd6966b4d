"""Above threshold, but the bar is drawn anew for each answer, so that every answer below costs. Witness: eight answers
of 0 against eight of 1 with threshold -20 and eps = 1; all below has a loss of nearly 8/4."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def fresh_bar_each_time(answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon) -> int:
    for i in range(len(answers)):
        bar = laplace(threshold, 2 / eps)
        if laplace(answers[i], 4 / eps) >= bar:
            return i
    return len(answers)
