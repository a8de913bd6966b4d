"""The two best offers, one after the other by the exponential mechanism.

hard. Each choice costs eps. Witness: [0, 0, 0] and [1, -1, -1], output [1, 2]: 0.1667 and 0.0570 for eps 1.
"""

from typing import Annotated

from twinproof import Epsilon, choose, each_within, mechanism


@mechanism(epsilon="eps", requires="len(offers) >= 2")
def two_best_for_one_price(offers: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    first = choose(offers, eps / 2)
    rest = [i for i in range(len(offers)) if i != first]
    second = rest[choose([offers[i] for i in rest], eps / 2)]
    return [first, second]
