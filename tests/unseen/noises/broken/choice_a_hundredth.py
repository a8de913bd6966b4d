from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, randomized_choice


@mechanism(epsilon="eps", requires="k >= 2")
def choice_a_hundredth(xs: Annotated[list[int], one_changed()], k: int, eps: Epsilon) -> list[int]:
    """WRONG: the rate is a hundredth too high."""
    return [randomized_choice(x % k, k, eps * 101 / 100) for x in xs]
