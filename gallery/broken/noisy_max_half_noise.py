"""Report-noisy-max with the noise for counts, on scores that move any way. Not private as claimed.

Claim: ε. It does not hold; 2ε does.

Source: Dwork, Roth, "The Algorithmic Foundations of Differential Privacy", 2014, section 3.3, used outside of its
conditions: noise of scale 1/ε is enough for counting queries (see `gallery/private/noisy_max_monotone.py`), not for all
scores of sensitivity 1 (see `gallery/private/report_noisy_max.py`).

What is wrong: one score may fall while another rises, so the distance between two scores moves by 2.

A violating pair: scores (10, 0) against (11, −1). The event is that the second one wins.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def noisy_max_half_noise(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    winner = 0
    highest = 0
    for i, score in enumerate(scores):
        noisy = laplace(score, 1 / eps)
        if i == 0 or noisy > highest:
            winner, highest = i, noisy
    return winner
