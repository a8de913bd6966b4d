"""The formula of sampling for a row that comes or goes, where a row is replaced and may move the sum from -1 to 1.
Witness: [1] against [-1] with eps = 1; the output 1 has a loss of 0.53, and claimed is 0.36."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, coin, laplace, mechanism, one_changed

QUARTER = Fraction(1, 4)


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 4)")
def sampled_swing(opinions: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    balance = 0
    for opinion in opinions:
        if not coin(QUARTER):
            continue
        balance += clamp(opinion, -1, 1)
    return laplace(balance, 1 / eps)
