"""The sum of the products of two columns that are clamped to public bounds, when one row may be another one.

Claim: ε, when one row is replaced.

Source: ordinary code.

Coupling: one product moves between −a·b and a·b, by at most 2·a·b: that many units of ε/(2·a·b).
"""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="a >= 1 and b >= 1")
def sum_of_products_changed(
    points: Annotated[list[tuple[int, int]], one_changed()],
    a: int,
    b: int,
    eps: Epsilon,
) -> int:
    products = [clamp(x, -a, a) * clamp(y, -b, b) for x, y in points]
    return laplace(sum(products), 2 * a * b / eps)
