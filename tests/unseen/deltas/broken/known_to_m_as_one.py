"""Keys get noise from m people on, and delta is for keys of one."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="m >= 1 and t >= m")
def known_to_m_as_one(counts: Annotated[list[int], one_within(1)], m: int, t: int, eps: Epsilon) -> list[int]:
    out = []
    for count in counts:
        noisy = laplace(count, 1 / eps) if count >= m else 0
        out.append(noisy if noisy > t else 0)
    return out
