from typing import Annotated

from twinproof import Epsilon, clamp, mechanism, randomized_choice, within


@mechanism(epsilon="eps", requires="top >= 1")
def choice_of_count(x: Annotated[int, within(1)], top: int, eps: Epsilon) -> int:
    """A clamped count by k-ary response."""
    return randomized_choice(clamp(x, 0, top), top + 1, eps)
