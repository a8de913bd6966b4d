"""Commuters of a firm of known size by mode, from half of them.

hard. Who is replaced moves two bins; the noise is for one. Witness: ["car"] and ["bus"]: loss eps, claimed is
log((1 + exp(eps)) / 2).
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, one_changed

MODES = ("car", "bus")


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 2)")
def half_of_the_commuters(commuters: Annotated[list[str], one_changed()], eps: Epsilon) -> list[int]:
    counts = {mode: 0 for mode in MODES}
    for mode in commuters:
        if coin(Fraction(1, 2)) and mode in counts:
            counts[mode] += 1
    return [laplace(counts[mode], 1 / eps) for mode in MODES]
