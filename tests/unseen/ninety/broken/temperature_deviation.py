"""The sum of deviations from normal, of stations that are known, each within 50.

easy. Between -50 and 50 there are 100, and a station that is replaced can move by all of it. Witness: [-50] and [50].
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed

CLIP = 50


def clipped(x):
    if x > CLIP:
        return CLIP
    if x < -CLIP:
        return -CLIP
    return x


@mechanism(epsilon="eps")
def temperature_deviation(deviations: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    total = 0
    for deviation in deviations:
        total += clipped(deviation)
    return laplace(total, CLIP / eps)
