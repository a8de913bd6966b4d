"""Gaussian noise with a deviation of 1 / eps, and a pure claim. Witness: 0 against 1 with eps = 1; the output -1 has a
loss of 3/2, and further out there is no end to it."""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, within


@mechanism(epsilon="eps")
def gaussian_is_not_pure(patients: Annotated[int, within(1)], eps: Epsilon) -> int:
    return max(-50, gaussian(patients, 1 / eps))
