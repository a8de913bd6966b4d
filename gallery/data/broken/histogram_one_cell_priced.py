"""A histogram with noise of scale 1/ε, where one row may be replaced. Not private as claimed.

Claim: ε, when one row is replaced. It does not hold; 2ε does.

Source: the histogram of Dwork, McSherry, Nissim, Smith, "Calibrating Noise to Sensitivity in Private Data Analysis",
TCC 2006, with the neighbours mixed up. With the same noise the claim holds where one row may come or go: see
`gallery/data/private/histogram_in_place.py`.

What is wrong: a row that changes its kind leaves one cell and enters another, so two cells move.

A violating pair: kinds = 2, the rows (0) against (1), so the cells (1, 0) against (0, 1). The output (1, 0) loses ε in
each cell.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="kinds >= 1")
def histogram_one_cell_priced(rows: Annotated[list[int], one_changed()], kinds: int, eps: Epsilon) -> list[int]:
    counts = [0] * kinds
    for kind in rows:
        if 0 <= kind < kinds:
            counts[kind] += 1
    return [laplace(count, 1 / eps) for count in counts]
