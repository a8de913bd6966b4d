"""How many rows there are.

Claim: ε, when one row may come or go.

Source: Dwork, McSherry, Nissim, Smith, "Calibrating Noise to Sensitivity in Private Data Analysis", TCC 2006.

Coupling: the two lengths differ by 1, so making the noisy counts equal costs 1 unit of ε.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def count_rows(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    return laplace(len(rows), 1 / eps)
