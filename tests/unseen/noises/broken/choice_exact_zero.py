from typing import Annotated

from twinproof import Epsilon, clamp, mechanism, one_changed, randomized_choice


@mechanism(epsilon="eps")
def choice_exact_zero(xs: Annotated[list[int], one_changed()], eps: Epsilon) -> list[int]:
    """WRONG: who has nothing says so. [0] / [1]."""
    return [0 if x == 0 else randomized_choice(clamp(x, 0, 3), 4, eps) for x in xs]
