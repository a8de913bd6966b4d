"""Counts that a noisy test finds, and Gaussian noise measures, in other styles.

Claim: as in `gallery/private/found_and_measured.py`.
"""

from typing import Annotated

from twinproof import Epsilon, gaussian, laplace, mechanism, one_within


@mechanism(
    zcdp="eps * eps / 2 + rho",
    delta="delta",
    requires="delta <= 1 / 2 and threshold >= 1 and threshold >= 1 + log(1 / (2 * delta)) / eps",
)
def found_and_measured_loop(
    counts: Annotated[list[int], one_within(1)], threshold: int, eps: Epsilon, rho: Epsilon, delta: Epsilon
) -> list[int]:
    """A while loop, and statements in the place of conditional expressions."""
    out: list[int] = []
    i = 0
    while i < len(counts):
        value = 0
        if counts[i] > 0:
            noisy = laplace(counts[i], 1 / eps)
            if noisy > threshold:
                value = gaussian(counts[i], variance=1 / (2 * rho))
        out += [value]
        i += 1
    return out


@mechanism(
    zcdp="eps * eps / 2 + rho",
    delta="delta",
    requires="delta <= 1 / 2 and threshold >= 1 and threshold >= 1 + log(1 / (2 * delta)) / eps",
)
def found_and_measured_in_place(
    counts: Annotated[list[int], one_within(1)], threshold: int, eps: Epsilon, rho: Epsilon, delta: Epsilon
) -> list[int]:
    """A list that is filled in place."""
    out = [0] * len(counts)
    for i, count in enumerate(counts):
        if count > 0:
            noisy = laplace(count, 1 / eps)
            if noisy > threshold:
                out[i] = gaussian(count, variance=1 / (2 * rho))
    return out


@mechanism(
    zcdp="eps * eps / 2 + rho",
    delta="delta",
    requires="delta <= 1 / 2 and threshold >= 1 and threshold >= 1 + log(1 / (2 * delta)) / eps",
)
def found_and_measured_nested(
    counts: Annotated[list[int], one_within(1)], threshold: int, eps: Epsilon, rho: Epsilon, delta: Epsilon
) -> list[int]:
    """A helper inside, with an early return."""

    def told(count: int) -> int:
        if count <= 0:
            return 0
        noisy = laplace(count, 1 / eps)
        if noisy > threshold:
            return gaussian(count, variance=1 / (2 * rho))
        return 0

    return [told(count) for count in counts]
