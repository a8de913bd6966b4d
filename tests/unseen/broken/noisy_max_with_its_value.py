from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def noisy_max_with_its_value(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    """WRONG: report noisy max pays for the index; the noisy maximum itself bounds all other noisy scores. Scores [0, 1, 1] and
    [-1, 2, 2], output (0, 1), the value 1 at index 0: the loss is 3 * eps / 2."""
    value, best = max((laplace(s, 2 / eps), -i) for i, s in enumerate(scores))
    return -best, value
