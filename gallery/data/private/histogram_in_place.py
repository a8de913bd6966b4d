"""A histogram over public kinds, numbered from 0: a list of zeros that is counted up, then noise on every cell.

Claim: ε, when one row may come or go. Rows of other kinds are left out.

Source: Dwork, McSherry, Nissim, Smith, "Calibrating Noise to Sensitivity in Private Data Analysis", TCC 2006.

Coupling: the row that comes or goes counts in at most one cell. All noisy cells are made equal, and only that cell
costs anything: 1 unit of ε.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="kinds >= 0")
def histogram_in_place(rows: Annotated[list[int], one_added_or_removed()], kinds: int, eps: Epsilon) -> list[int]:
    counts = [0] * kinds
    for kind in rows:
        if 0 <= kind < kinds:
            counts[kind] += 1
    for k in range(kinds):
        counts[k] = laplace(counts[k], 1 / eps)
    return counts
