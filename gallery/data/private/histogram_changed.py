"""A histogram where one row may be replaced: noise of scale 2/ε on every cell.

Claim: ε, when one row is replaced.

Source: Dwork, McSherry, Nissim, Smith, "Calibrating Noise to Sensitivity in Private Data Analysis", TCC 2006.

Coupling: the row leaves one cell and enters another. All noisy cells are made equal; two cells cost at most 1 unit of
ε/2 each.
"""

from enum import Enum, auto
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


class Colour(Enum):
    RED = auto()
    YELLOW = auto()
    GREEN = auto()


@mechanism(epsilon="eps")
def histogram_changed(cars: Annotated[list[Colour], one_changed()], eps: Epsilon) -> list[int]:
    noisy = []
    for colour in Colour:
        count = 0
        for car in cars:
            if car == colour:
                count += 1
        noisy.append(laplace(count, 2 / eps))
    return noisy
