"""A histogram with Gaussian noise that hides small counts, in other styles.

Claim: as in `gallery/private/stability_histogram_gaussian.py`.
"""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, one_within


@mechanism(
    zcdp="rho",
    delta="delta",
    requires="delta < 1 and threshold >= 1 and rho * threshold * threshold >= log(1 / delta)",
)
def stability_histogram_gaussian_loop(
    counts: Annotated[list[int], one_within(1)], threshold: int, rho: Epsilon, delta: Epsilon
) -> list[int]:
    """A while loop, and statements in the place of conditional expressions."""
    out: list[int] = []
    i = 0
    while i < len(counts):
        value = 0
        if counts[i] > 0:
            noisy = gaussian(counts[i], variance=1 / (2 * rho))
            if noisy > threshold:
                value = noisy
        out += [value]
        i += 1
    return out


@mechanism(
    zcdp="rho",
    delta="delta",
    requires="delta < 1 and threshold >= 1 and rho * threshold * threshold >= log(1 / delta)",
)
def stability_histogram_gaussian_in_place(
    counts: Annotated[list[int], one_within(1)], threshold: int, rho: Epsilon, delta: Epsilon
) -> list[int]:
    """A list that is filled in place."""
    out = [0] * len(counts)
    for i, count in enumerate(counts):
        if count > 0:
            noisy = gaussian(count, variance=1 / (2 * rho))
            if noisy > threshold:
                out[i] = noisy
    return out


@mechanism(
    zcdp="rho",
    delta="delta",
    requires="delta < 1 and threshold >= 1 and rho * threshold * threshold >= log(1 / delta)",
)
def stability_histogram_gaussian_nested(
    counts: Annotated[list[int], one_within(1)], threshold: int, rho: Epsilon, delta: Epsilon
) -> list[int]:
    """A helper inside, with an early return."""

    def told(count: int) -> int:
        if count <= 0:
            return 0
        noisy = gaussian(count, variance=1 / (2 * rho))
        if noisy > threshold:
            return noisy
        return 0

    return [told(count) for count in counts]
