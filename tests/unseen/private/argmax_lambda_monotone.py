from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="len(counts) >= 1")
def argmax_lambda_monotone(counts: Annotated[list[int], each_within(1, monotone=True)], eps: Epsilon) -> int:
    """Report noisy max over counts that all move in one direction: the winner's noise moves by at most 1, so 1 / eps is
    enough."""
    noisy = [laplace(c, 1 / eps) for c in counts]
    return max(range(len(noisy)), key=lambda i: noisy[i])
