"""A histogram: every cell with its own noise.

Claim: ε, when one person counts in one cell, so that between neighbours at most one cell moves, by at most 1.

Source: Dwork, McSherry, Nissim, Smith, "Calibrating Noise to Sensitivity in Private Data Analysis", TCC 2006; also
called parallel composition, after McSherry, "Privacy Integrated Queries", SIGMOD 2009.

Coupling: all noisy cells equal (shift 0). Only the cell that moved costs anything: 1 unit of ε.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def histogram(cells: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    noisy = []
    for cell in cells:
        noisy.append(laplace(cell, 1 / eps))
    return noisy
