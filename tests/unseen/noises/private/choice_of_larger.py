from typing import Annotated

from twinproof import Epsilon, mechanism, randomized_choice, within


@mechanism(epsilon="eps")
def choice_of_larger(a: Annotated[int, within(1)], b: Annotated[int, within(1)], eps: Epsilon) -> str:
    """Which of two counts is larger, if it is clear: one of three words."""
    order = 0 if a < b else (1 if a == b else 2)
    told = randomized_choice(order, 3, eps)
    return "less" if told == 0 else ("equal" if told == 1 else "more")
