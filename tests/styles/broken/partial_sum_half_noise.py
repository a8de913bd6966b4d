"""A sum with half the noise that it needs, in other styles. Not private as claimed.

Claim: ε, which does not hold, as in `gallery/broken/partial_sum_half_noise.py`.
"""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@dataclass(frozen=True)
class Release:
    total: int


class Noise:
    def __init__(self, eps: Epsilon) -> None:
        self.scale = 1 / (2 * eps)

    def on(self, total: int) -> int:
        return laplace(total, self.scale)


@mechanism(epsilon="eps")
def partial_sum_half_noise_generator(entries: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    """`sum` over a generator."""
    return laplace(sum(entries[i] for i in range(len(entries))), 1 / (2 * eps))


@mechanism(epsilon="eps")
def partial_sum_half_noise_in_place(entries: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    """A copy with a place for the total, into which everything is added."""
    sums = list(entries)
    sums.append(0)
    for i in range(len(entries)):
        sums[-1] += sums[i]
    return laplace(sums[-1], 1 / (2 * eps))


@mechanism(epsilon="eps")
def partial_sum_half_noise_dictionary(entries: Annotated[list[int], one_within(1)], eps: Epsilon) -> int:
    """Sums of even and odd positions in a dictionary with public keys."""
    sums = {0: 0, 1: 0}
    for i, entry in enumerate(entries):
        sums[i % 2] += entry
    return laplace(sums[0] + sums[1], 1 / (2 * eps))


@mechanism(epsilon="eps")
def partial_sum_half_noise_records(entries: Annotated[list[int], one_within(1)], eps: Epsilon) -> Release:
    """The result is a frozen dataclass, the noise comes from an object, the total from a nested function."""

    def total() -> int:
        added = 0
        for entry in reversed(entries):
            added += entry
        return added

    return Release(Noise(eps).on(total()))
