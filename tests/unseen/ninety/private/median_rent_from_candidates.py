"""The median rent among public candidates, by the exponential mechanism.

middling. |2 below - n| moves by 2 when one rent is replaced, so the rate is eps / 4.
"""

from typing import Annotated

from twinproof import Epsilon, choose, mechanism, one_changed


@mechanism(epsilon="eps", requires="len(candidates) >= 1")
def median_rent_from_candidates(rents: Annotated[list[int], one_changed()], candidates: list[int], eps: Epsilon) -> int:
    scores = []
    for candidate in candidates:
        below = sum(1 for rent in rents if rent <= candidate)
        scores.append(-abs(2 * below - len(rents)))
    return candidates[choose(scores, eps / 4)]
