"""Answers with Gaussian noise as long as the budget lasts; how fine the next one is depends on what was released.

Claim: ρ-zCDP, where every answer moves by 1.

Source: Rogers, Roth, Ullman, Vadhan, "Privacy Odometers and Filters: Pay-as-you-Go Composition", NeurIPS 2016; Feldman,
Zrnic, "Individual Privacy Accounting via a Rényi Filter", NeurIPS 2021.

Why: both runs have released the same, so they have spent the same, and what is spent stays within ρ on every path.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, gaussian, mechanism


@mechanism(zcdp="rho")
def gaussian_filter(answers: Annotated[list[int], each_within(1)], threshold: int, rho: Epsilon) -> list[int]:
    released: list[int] = []
    quarters = 0
    cost = 1
    i = 0
    while i < len(answers) and quarters + cost <= 4:
        noisy = gaussian(answers[i], variance=2 / (cost * rho))
        released.append(noisy)
        quarters = quarters + cost
        cost = 2 if noisy > threshold else 1
        i = i + 1
    return released
