from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="rounds >= 0")
def doubling_cap(
    xs: Annotated[list[int], one_within(1000)], outliers: int, rounds: int, eps: Epsilon
) -> int:
    """The cap doubles until few enough values lie above it, by the noisy threshold test at eps / 2 (counts of sensitivity 1,
    scales 4 / eps and 8 / eps); then the sum clipped to [0, cap] at the other eps / 2."""
    allowed = laplace(outliers, 4 / eps)
    cap = 1
    for _ in range(rounds):
        if laplace(sum(1 for x in xs if x > cap), 8 / eps) <= allowed:
            break
        cap *= 2
    return laplace(sum(max(0, min(x, cap)) for x in xs), 2 * cap / eps)
