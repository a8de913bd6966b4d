"""At most n answers, until one is low."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(zcdp="n * rho", requires="n >= 0")
def stop_when_low(x: Annotated[int, within(1)], n: int, rho: Epsilon) -> list[int]:
    out: list[int] = []
    for _ in range(n):
        noisy = gaussian(x, variance=1 / (2 * rho))
        out.append(noisy)
        if noisy < 0:
            break
    return out
