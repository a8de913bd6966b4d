"""A variance from two noisy answers: the sum, and the sum of the squares.

Claim: ε, when one row is replaced. The number of rows is public then, and gets no noise.

Source: ordinary code.

Coupling: with values between −b and b the sum moves by at most 2b, at ε/(4b) each: ε/2. Squares lie between 0 and b²,
so their sum moves by at most b², at ε/(2b²) each: ε/2.
"""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="b >= 1 and len(rows) >= 1")
def variance_parts(rows: Annotated[list[int], one_changed()], b: int, eps: Epsilon) -> Fraction:
    total = 0
    squares = 0
    for row in rows:
        x = clamp(row, -b, b)
        total += x
        squares += x**2
    n = len(rows)
    mean = Fraction(laplace(total, 4 * b / eps), n)
    mean_of_squares = Fraction(laplace(squares, 2 * b**2 / eps), n)
    return max(Fraction(0), mean_of_squares - mean**2)
