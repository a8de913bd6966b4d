"""A weighted count with noise for the weight, which may be negative. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold: for a negative weight the loss is |weight| · ε.

Source: ordinary code; a forgotten `abs`.

What is wrong: a row moves the score by |weight|. For a weight below 1 the noise falls back to scale 1/ε.

A violating pair: weight = −2, the rows () against (True). The scores 0 and −2 get noise of scale 1/ε; the output 0
loses 2ε.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def weight_without_sign(rows: Annotated[list[bool], one_added_or_removed()], weight: int, eps: Epsilon) -> int:
    score = sum(weight for row in rows if row)
    return laplace(score, max(1, weight) / eps)
