"""A noisy total, and then the keys, above a bar that the noisy total may raise."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="first + second", delta="exp(-(t - 1) * second) / 2", requires="t >= 1")
def total_then_keys(
    counts: Annotated[list[int], one_within(1)], t: int, first: Epsilon, second: Epsilon
) -> tuple[int, list[int]]:
    total = laplace(sum(counts), 1 / first)
    bar = max(t, total // 100)
    shown = []
    for count in counts:
        noisy = laplace(count, 1 / second) if count > 0 else 0
        shown.append(noisy if noisy > bar else 0)
    return total, shown
