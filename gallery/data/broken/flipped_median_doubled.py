"""A median by permute-and-flip, with scores in half rows and the rate for whole ones. Not private as claimed.

Claim: ε, when one row is replaced. It does not hold; 2ε does.

Source: McKenna, Sheldon, "Permute-and-Flip: A New Mechanism for Differentially Private Selection", NeurIPS 2020,
altered.

What is wrong: 2·below − n moves by 2 when a row is replaced, so the rate must be ε/4.

A violating pair: with the candidates [1, 2, 11], the rows [0, 10] against [20, 10], and the output 11: two scores fall
by 2, and that of 11 rises by 2.
"""

from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, permute_and_flip


@mechanism(epsilon="eps", requires="len(candidates) >= 1")
def flipped_median_doubled(rows: Annotated[list[int], one_changed()], candidates: list[int], eps: Epsilon) -> int:
    scores = [-abs(2 * sum(1 for row in rows if row < c) - len(rows)) for c in candidates]
    return candidates[permute_and_flip(scores, eps / 2)]
