"""Laplace noise that is eps-private, with a Renyi claim: whatever the order, the divergence is at most the largest
loss, which is eps."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(renyi=("alpha", "eps"), requires="alpha > 1")
def laplace_as_renyi(beds: Annotated[int, within(1)], alpha: Epsilon, eps: Epsilon) -> int:
    return laplace(beds, 1 / eps)
