"""Post codes with a high noisy count, of those that occur.

middling. A code of one person alone is shown now and then: there is a delta, and none is claimed.
Witness: [] and [10115]: 10115 is shown with probability 0 and above 0.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="threshold >= 10")
def postcodes_above_threshold(
    people: Annotated[list[int], one_added_or_removed()], threshold: int, eps: Epsilon
) -> list[int]:
    counts: dict[int, int] = {}
    for code in people:
        if code in counts:
            counts[code] += 1
        else:
            counts[code] = 1
    noisy = {code: laplace(n, 1 / eps) for code, n in counts.items()}
    return sorted([code for code, n in noisy.items() if n >= threshold])
