"""At most k keys are shown, the first that pass."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps) / 2", requires="t >= 1 and k >= 1")
def few_are_shown(
    counts: Annotated[list[int], one_within(1)], k: int, t: int, eps: Epsilon
) -> list[tuple[int, int]]:
    shown: list[tuple[int, int]] = []
    for i, count in enumerate(counts):
        if count > 0 and len(shown) < k:
            noisy = laplace(count, 1 / eps)
            if noisy > t:
                shown.append((i, noisy))
    return shown
