"""The median among the numbers from 0 to top, when one row may be replaced and the number of rows is public.

Claim: ε, when one row is replaced.

Source: as `gallery/data/private/median_by_rank.py`.

Coupling, for each number w that may win: a replaced row moves the rank of any number by at most 1, and so each score.
All other noise is the same; the noisy score of w is 1 higher on the right, at most 2 units of ε/2.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="top >= 0")
def median_public_length(rows: Annotated[list[int], one_changed()], top: int, eps: Epsilon) -> int:
    middle = len(rows) // 2
    answer = 0
    best = 0
    for t in range(top + 1):
        rank = 0
        for row in rows:
            if row <= t:
                rank += 1
        noisy = laplace(-abs(rank - middle), 2 / eps)
        if t == 0 or noisy > best:
            answer = t
            best = noisy
    return answer
