from typing import Annotated

from twinproof import Epsilon, mechanism, randomized_choice, within


@mechanism(epsilon="eps", requires="k >= 2")
def choice_unclamped(x: Annotated[int, within(1)], k: int, eps: Epsilon) -> int:
    """WRONG: a number outside of the range raises. k = 2, x = 1 / 2."""
    return randomized_choice(x, k, eps)
