"""A histogram in one line: for every public kind, the rows of it are counted.

Claim: ε, when one row may come or go.

Source: ordinary code.

Coupling: only the count of the row's own kind moves, by 1, so all noisy counts are equal for 1 unit of ε.
"""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@dataclass(frozen=True)
class Item:
    kind: int
    price: int


@mechanism(epsilon="eps")
def histogram_comprehension(rows: Annotated[list[Item], one_added_or_removed()], kinds: int, eps: Epsilon) -> list[int]:
    return [laplace(sum(1 for r in rows if r.kind == k), 1 / eps) for k in range(kinds)]
