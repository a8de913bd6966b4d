"""Sums over blocks of 1, 2, 4, … entries of a stream: a tree from which any prefix sum is put together.

Claim: ρ-zCDP, where one entry moves by 1.

Source: Dwork, Naor, Pitassi, Rothblum, "Differential Privacy under Continual Observation", STOC 2010; Chan, Shi, Song,
"Private and Continual Release of Statistics", TISSEC 2011; with Gaussian noise in place of Laplace noise.

Why: the entry that moves is in one block of each level at most, so `levels` sums move by 1, at ρ/levels each.
"""

from typing import Annotated

from twinproof import Epsilon, gaussian, mechanism, one_within


@mechanism(zcdp="rho", requires="levels >= 1")
def gaussian_tree_sums(stream: Annotated[list[int], one_within(1)], levels: int, rho: Epsilon) -> list[int]:
    blocks: list[int] = []
    width = 1
    for _ in range(levels):
        start = 0
        while start + width <= len(stream):
            total = 0
            for i in range(start, start + width):
                total = total + stream[i]
            blocks.append(gaussian(total, variance=levels / (2 * rho)))
            start = start + width
        width = 2 * width
    return blocks
