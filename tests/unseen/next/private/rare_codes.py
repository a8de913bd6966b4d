"""Diagnosis codes that nobody listed before, shown with noisy counts above a threshold. One row brings at most one new
code, with a count of 1, and that is above the threshold with at most delta."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def rare_codes(
    codes: Annotated[list[int], one_added_or_removed()], threshold: int, eps: Epsilon, delta: Epsilon
) -> list[tuple[int, int]]:
    counts: dict[int, int] = {}
    for code in codes:
        counts[code] = counts.get(code, 0) + 1
    shown: list[tuple[int, int]] = []
    for code in sorted(counts):
        noisy = laplace(counts[code], 1 / eps)
        if noisy > threshold:
            shown.append((code, noisy))
    return shown
