"""The positions of the best and the second best noisy score of one list of draws.

Why: Both winners' noisy scores go up by 1, which moves their noise by at most 2 each at rate eps / 4; the
rest is free.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 2")
def winner_and_runner_up(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    noisy = [laplace(score, 4 / eps) for score in scores]
    order = sorted(range(len(noisy)), key=lambda i: -noisy[i])
    return order[0], order[1]
