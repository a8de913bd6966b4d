"""A histogram with Gaussian noise that shows a count at the threshold, in other styles.

Claim: as in `gallery/broken/stability_histogram_gaussian_at_threshold.py`.
"""

from typing import Annotated

from twinproof import gaussian, mechanism, one_within


@mechanism(zcdp="1 / 2", delta="1 / 50")
def stability_histogram_gaussian_at_threshold_loop(counts: Annotated[list[int], one_within(1)]) -> list[int]:
    """A while loop, and statements in the place of conditional expressions."""
    out: list[int] = []
    i = 0
    while i < len(counts):
        value = 0
        if counts[i] > 0:
            noisy = gaussian(counts[i], variance=1)
            if noisy >= 3:
                value = noisy
        out += [value]
        i += 1
    return out


@mechanism(zcdp="1 / 2", delta="1 / 50")
def stability_histogram_gaussian_at_threshold_in_place(counts: Annotated[list[int], one_within(1)]) -> list[int]:
    """A list that is filled in place."""
    out = [0] * len(counts)
    for i, count in enumerate(counts):
        if count > 0:
            noisy = gaussian(count, variance=1)
            if noisy >= 3:
                out[i] = noisy
    return out


@mechanism(zcdp="1 / 2", delta="1 / 50")
def stability_histogram_gaussian_at_threshold_nested(counts: Annotated[list[int], one_within(1)]) -> list[int]:
    """A helper inside, with an early return."""

    def told(count: int) -> int:
        if count <= 0:
            return 0
        noisy = gaussian(count, variance=1)
        if noisy >= 3:
            return noisy
        return 0

    return [told(count) for count in counts]
