from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed, randomized_response


@mechanism(epsilon="eps")
def response_decides(rows: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    """A response says whether the count comes out at all."""
    many = sum(1 for row in rows if row > 0)
    if randomized_response(many > 10, eps / 3):
        return laplace(many, Fraction(3, 2) / eps)
    return -1
