"""A noisy winner, and the best of the others.

Wrong: The runner-up is taken from the true scores. It shows on [0, 1, 2] and [0, 2, 1].
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 2")
def true_runner_up(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    noisy = [laplace(score, 2 / eps) for score in scores]
    winner = noisy.index(max(noisy))
    others = [i for i in range(len(scores)) if i != winner]
    second = max(others, key=lambda i: scores[i])
    return winner, second
