"""A histogram of ages by decade, with Gaussian noise on every cell.

Claim: ρ-zCDP, when one row is replaced.

Source: Bun, Steinke, "Concentrated Differential Privacy: Simplifications, Extensions, and Lower Bounds", TCC 2016.

Why: two cells move by 1 each, so the square of the norm is 2.
"""

from typing import Annotated

from twinproof import Epsilon, clamp, gaussian, mechanism, one_changed


@mechanism(zcdp="rho")
def gaussian_histogram(ages: Annotated[list[int], one_changed()], rho: Epsilon) -> list[int]:
    cells = [0] * 10
    for age in ages:
        cells[clamp(age // 10, 0, 9)] += 1
    return [gaussian(cell, variance=1 / rho) for cell in cells]
