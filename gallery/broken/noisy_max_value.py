"""Report-noisy-max that reports the highest noisy score itself instead of its index. Not private.

Claim: ε. It does not hold, for any multiple of ε that is independent of the number of scores.

Source: one of the incorrect variants of Report Noisy Max in Ding, Wang, Wang, Zhang, Kifer, "Detecting Violations of
Differential Privacy", CCS 2018.

What is wrong: the highest value says something about all scores: that each of them, with its noise, came out no higher.

A violating pair: three or more scores of 0 against as many of 1. The event is a negative highest value: all noise must
have been low at once, and each score adds ε/2 to the loss.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def noisy_max_value(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    highest = laplace(scores[0], 2 / eps)
    for i in range(1, len(scores)):
        highest = max(highest, laplace(scores[i], 2 / eps))
    return highest
