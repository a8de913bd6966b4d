"""The median by permute and flip at the full rate, though one row makes one score fall and another rise. Witness: [100]
against [100, 30] over 10 and 50; scores -1, -1 and -2, 0, and for 10 the loss is twice eps."""

from typing import Annotated

from twinproof import Epsilon, mechanism, one_added_or_removed, permute_and_flip

RENTS = (10, 50)


@mechanism(epsilon="eps")
def median_rent_full_rate(rents: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    scores: list[int] = []
    for candidate in RENTS:
        balance = 0
        for rent in rents:
            if rent < candidate:
                balance += 1
            elif rent > candidate:
                balance -= 1
        scores.append(-abs(balance))
    return RENTS[permute_and_flip(scores, eps)]
