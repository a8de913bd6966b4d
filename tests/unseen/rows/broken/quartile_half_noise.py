"""WRONG: the rank moves by three, and the noise is for one."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="n >= 1")
def quartile_half_noise(waits: Annotated[list[int], one_added_or_removed()], n: int, eps: Epsilon) -> int:
    noisy = [laplace(-abs(4 * sum(1 for w in waits if w < 5 * i) - len(waits)), 2 / eps) for i in range(n)]
    return noisy.index(max(noisy))
