"""The dish with the largest noisy count; counts only grow together, so noise for one is enough."""

from enum import Enum
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Dish(Enum):
    SOUP = 0
    FISH = 1
    RICE = 2
    CAKE = 3


@mechanism(epsilon="eps")
def favourite_dish(meals: Annotated[list[Dish], one_added_or_removed()], eps: Epsilon) -> Dish:
    counts = {dish: 0 for dish in Dish}
    for meal in meals:
        counts[meal] += 1
    noisy = {dish: laplace(n, 1 / eps) for dish, n in counts.items()}
    return max(noisy, key=noisy.get)
