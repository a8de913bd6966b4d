"""A meter that shows something between lo and hi, so that it moves by at most hi - lo, which is public. The noise has
that over eps as its scale."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps", requires="lo < hi")
def bounded_meter(shown: Annotated[int, within("hi - lo")], lo: int, hi: int, eps: Epsilon) -> int:
    width = hi - lo
    noisy = laplace(shown, width / eps)
    if noisy < lo:
        return lo
    if noisy > hi:
        return hi
    return noisy
