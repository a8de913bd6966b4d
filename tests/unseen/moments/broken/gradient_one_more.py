"""Rounds + 1 steps."""

from typing import Annotated

from twinproof import Epsilon, clamp, gaussian, mechanism, one_added_or_removed


@mechanism(zcdp="rounds * rho", requires="rounds >= 0 and bound >= 1")
def gradient_one_more(
    rows: Annotated[list[int], one_added_or_removed()], rounds: int, bound: int, rho: Epsilon
) -> list[int]:
    out: list[int] = []
    for _ in range(rounds + 1):
        out.append(gaussian(sum(clamp(row, 0, bound) for row in rows), variance=bound * bound / (2 * rho)))
    return out
