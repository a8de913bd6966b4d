"""WRONG: the loop ends where the true total is large, so a row decides how many others count."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def until_the_basket_is_full(items: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    weight = 0
    n = 0
    i = 0
    while i < len(items) and weight <= 10:
        weight += clamp(items[i], 0, 10)
        n += 1
        i += 1
    return laplace(n, 1 / eps)
