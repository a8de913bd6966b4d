"""Somebody may add three to a count; the noise and the threshold are for three."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", delta="exp(-(t - 3) * eps / 3) / 2", requires="t >= 3")
def three_at_a_time(counts: Annotated[list[int], one_within(3)], t: int, eps: Epsilon) -> list[int]:
    out = []
    for c in counts:
        noisy = laplace(c, 3 / eps) if c > 0 else 0
        out.append(noisy if noisy > t else 0)
    return out
