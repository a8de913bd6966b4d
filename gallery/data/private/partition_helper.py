"""Every school gets the mean mark of its own pupils, by a mechanism that is run on each part.

Claim: ε, when one row may come or go.

Source: McSherry, "Privacy Integrated Queries", SIGMOD 2009 (parallel composition).

Coupling: `mean_mark` is ε-private, and only one school's part differs between the two runs, by one row. The other parts
are equal, and so are their results, at no cost.
"""

from fractions import Fraction
from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


class Pupil(NamedTuple):
    school: int
    mark: int


@mechanism(epsilon="eps")
def mean_mark(marks: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> Fraction:
    """Marks are from 1 to 6."""
    total = laplace(sum(clamp(mark, 1, 6) for mark in marks), 12 / eps)
    count = laplace(len(marks), 2 / eps)
    if count < 1:
        return Fraction(0)
    return Fraction(total, count)


@mechanism(epsilon="eps")
def partition_helper(
    pupils: Annotated[list[Pupil], one_added_or_removed()],
    schools: int,
    eps: Epsilon,
) -> list[Fraction]:
    means = []
    for school in range(schools):
        marks = [pupil.mark for pupil in pupils if pupil.school == school]
        means.append(mean_mark(marks, eps))
    return means
