"""The most common kind, when one row may be replaced.

Claim: ε, when one row is replaced.

Source: Dwork, Roth, "The Algorithmic Foundations of Differential Privacy", 2014, section 3.3 (Report Noisy Max).

Coupling: a replaced row moves one count up and another one down, by 1. All noisy counts equal: two times 1 unit of ε/2.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="kinds >= 1")
def most_common_changed(rows: Annotated[list[int], one_changed()], kinds: int, eps: Epsilon) -> int:
    counts = [0] * kinds
    for row in rows:
        if row in range(kinds):
            counts[row] += 1
    noisy = [laplace(count, 2 / eps) for count in counts]
    return noisy.index(max(noisy))
