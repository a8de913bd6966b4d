"""All dishes of the menu are told with noisy counts, but in the order in which they were first ordered. Witness: no
orders against one of cake; the first dish told is soup on the left and cake on the right."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed

MENU = ("soup", "cake")


@mechanism(epsilon="eps")
def menu_in_order_of_arrival(
    orders: Annotated[list[str], one_added_or_removed()], eps: Epsilon
) -> list[tuple[str, int]]:
    counts: dict[str, int] = {}
    for dish in orders:
        if dish in MENU:
            counts[dish] = counts.get(dish, 0) + 1
    for dish in MENU:
        counts.setdefault(dish, 0)
    return [(dish, laplace(count, 1 / eps)) for dish, count in counts.items()]
