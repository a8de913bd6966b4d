# Judged before running: easy.
from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, randomized_response


@mechanism(epsilon="eps", requires="k >= 2")
def one_hot_full_budget(colours: Annotated[list[int], one_changed()], k: int, eps: Epsilon) -> list[list[bool]]:
    """The bug: eps for each bit, and two bits change. Witness: k 2, [0] and [1], output [[True, False]]: 2 eps."""
    reports = []
    for colour in colours:
        bits = []
        for c in range(k):
            bits.append(randomized_response(colour == c, eps))
        reports.append(bits)
    return reports
