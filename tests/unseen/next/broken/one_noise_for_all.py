"""One draw of noise is added to all hourly readings, so their differences are exact. Witness: [0, 0] against [0, 1];
two equal outputs are impossible on the right."""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def one_noise_for_all(readings: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    noise = laplace(0, 1 / eps)
    return [reading + noise for reading in readings]
