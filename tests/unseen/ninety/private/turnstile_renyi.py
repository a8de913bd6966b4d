"""People in a building, with a Rényi claim of one order.

middling. The divergence of order alpha of two discrete Gaussians that are 1 apart is at most alpha / (2 variance).
"""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, one_added_or_removed


@mechanism(renyi=("alpha", "alpha / (2 * v)"), requires="alpha > 1")
def turnstile_renyi(passes: Annotated[list[bool], one_added_or_removed()], alpha: Epsilon, v: Epsilon) -> int:
    inside = 0
    for entering in passes:
        inside += 1 if entering else -1
    return gaussian(inside, variance=v)
