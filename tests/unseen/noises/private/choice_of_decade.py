from typing import Annotated

from twinproof import Epsilon, clamp, mechanism, one_within, randomized_choice


@mechanism(epsilon="eps")
def choice_of_decade(ages: Annotated[list[int], one_within(7)], eps: Epsilon) -> list[int]:
    """The decade of each, where one age moves."""
    return [randomized_choice(clamp(age // 10, 0, 11), 12, eps) for age in ages]
