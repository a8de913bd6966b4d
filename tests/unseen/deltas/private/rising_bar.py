"""The bar is one higher for each next key; the lowest bar sets delta."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1")
def rising_bar(counts: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> list[int]:
    bar = t
    out = []
    for count in counts:
        noisy = laplace(count, 1 / eps) if count > 0 else 0
        out.append(noisy if noisy > bar else 0)
        bar += 1
    return out
