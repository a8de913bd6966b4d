"""Numeric sparse vector: the first reading above the noisy bar, with fresh noise on its value.

hard. eps / 4 for the bar, eps / 4 for the reading that is above it, eps / 2 for its value.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, laplace, mechanism


class Spike(NamedTuple):
    when: int
    height: int


@mechanism(epsilon="eps")
def first_spike_and_its_height(readings: Annotated[list[int], each_within(1)], bar: int, eps: Epsilon) -> Spike | None:
    noisy_bar = laplace(bar, 4 / eps)
    for when, reading in enumerate(readings):
        if laplace(reading, 8 / eps) > noisy_bar:
            return Spike(when, laplace(reading, 2 / eps))
    return None
