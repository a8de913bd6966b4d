"""The share of a class that passed. The size of the class is public as one pupil is replaced, and the number of those
who passed moves by at most 1."""

from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def quiz_pass_rate(scores: Annotated[list[int], one_changed()], mark: int, eps: Epsilon) -> Fraction:
    pupils = len(scores)
    passed = sum(score >= mark for score in scores)
    noisy = clamp(laplace(passed, 1 / eps), 0, pupils)
    return Fraction(noisy, pupils)
