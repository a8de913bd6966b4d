from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, randomized_choice


@mechanism(epsilon="eps", requires="k >= 1")
def choice_remainder(xs: Annotated[list[int], one_changed()], k: int, eps: Epsilon) -> list[int]:
    """Each number modulo k."""
    return [randomized_choice(x % k, k, eps) for x in xs]
