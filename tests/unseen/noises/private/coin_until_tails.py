from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def coin_until_tails(answers: Annotated[list[int], one_within(2)], eps: Epsilon) -> list[int]:
    """Noisy answers until a coin says stop."""
    out: list[int] = []
    for answer in answers:
        if coin(Fraction(1, 10)):
            break
        out.append(laplace(answer, 2 / eps))
    return out
