"""The most common kind with noise of scale 1/ε, where one row may be replaced. Not private as claimed.

Claim: ε, when one row is replaced. It does not hold; 2ε does.

Source: Report Noisy Max for counts (Dwork, Roth, "The Algorithmic Foundations of Differential Privacy", 2014, section
3.3), outside of its conditions. Where one row may come or go it is private: see `gallery/data/private/most_common.py`.

What is wrong: one count falls while another rises, so their distance moves by 2.

A violating pair, at ε = 1: kinds = 2, the rows (0) against (1). The counts are (1, 0) against (0, 1). The event is that
kind 1 wins, for which its noise must be higher by 2, or by 0: it loses 1.28.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="kinds >= 1")
def most_common_half_noise(rows: Annotated[list[int], one_changed()], kinds: int, eps: Epsilon) -> int:
    winner = 0
    highest = 0
    for kind in range(kinds):
        noisy = laplace(rows.count(kind), 1 / eps)
        if kind == 0 or noisy > highest:
            winner, highest = kind, noisy
    return winner
