"""The positions of the best and the second best noisy score, in one pass over the scores.

Wrong: Two winners are told with noise for one. It shows on four scores, [0, 0, 4, 4] and [1, 1, 3, 3], and
not on three.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 2")
def runner_up_for_free(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    best, winner = laplace(scores[0], 2 / eps), 0
    second, runner_up = laplace(scores[1], 2 / eps), 1
    if second > best:
        best, second = second, best
        winner, runner_up = runner_up, winner
    for i in range(2, len(scores)):
        noisy = laplace(scores[i], 2 / eps)
        if noisy > best:
            second, runner_up = best, winner
            best, winner = noisy, i
        elif noisy > second:
            second, runner_up = noisy, i
    return winner, runner_up
