"""Only keys that m people have get noise at all, and they are shown above t."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", delta="exp(-(t - m) * eps) / 2", requires="m >= 1 and t >= m")
def known_to_m_people(counts: Annotated[list[int], one_within(1)], m: int, t: int, eps: Epsilon) -> list[int]:
    out = []
    for count in counts:
        noisy = 0
        if count >= m:
            noisy = laplace(count, 1 / eps)
        if noisy > t:
            out.append(noisy)
        else:
            out.append(0)
    return out
