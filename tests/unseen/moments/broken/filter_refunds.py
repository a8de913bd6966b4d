"""A low answer gives the money back."""

from typing import Annotated

from twinproof import Epsilon, each_within, gaussian, mechanism


@mechanism(zcdp="rho")
def filter_refunds(xs: Annotated[list[int], each_within(1)], rho: Epsilon) -> list[int]:
    out: list[int] = []
    spent = 0
    i = 0
    while i < len(xs) and spent + 1 <= 1:
        noisy = gaussian(xs[i], variance=1 / (2 * rho))
        out.append(noisy)
        spent = spent + 1 if noisy > 0 else spent
        i = i + 1
    return out
