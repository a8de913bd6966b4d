"""A histogram with the noise for one cell, where one person may count in every cell. Not private as claimed.

Claim: ε. It does not hold; for n cells the loss is n·ε.

Source: the histogram of Dwork, McSherry, Nissim, Smith, "Calibrating Noise to Sensitivity in Private Data Analysis",
TCC 2006, with a sensitivity that was forgotten. Compare `gallery/private/histogram.py`: same noise, other neighbours.

What is wrong: the noise has scale 1/ε, enough for one cell that moves by 1. Here all of them may.

A violating pair: cells (0, 0) against (1, 1). The event is the output (0, 0).
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def histogram_all_cells_move(cells: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    noisy = []
    for i in range(len(cells)):
        noisy.append(laplace(cells[i], 1 / eps))
    return noisy
