"""Each answer has a coin that may fail, and all of them move; delta is for one coin."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, coin, each_within, laplace, mechanism


@mechanism(epsilon="len(answers) * eps", delta="p", requires="0 <= p and p <= 1")
def leaky_answers_once_paid(answers: Annotated[list[int], each_within(1)], p: Fraction, eps: Epsilon) -> list[int]:
    return [answer if coin(p) else laplace(answer, 1 / eps) for answer in answers]
