"""The first reading above high or below low, where one noisy slack widens the band on both sides. Slack that is 1 more
covers all readings inside, at eps / 2; the one outside moves outwards by 2 at most, at eps / 2."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="low < high")
def first_out_of_band(
    readings: Annotated[list[int], each_within(1)], low: int, high: int, eps: Epsilon
) -> int | None:
    slack = laplace(0, 2 / eps)
    for i, reading in enumerate(readings):
        noisy = laplace(reading, 4 / eps)
        if noisy >= high + slack or noisy <= low - slack:
            return i
    return None
