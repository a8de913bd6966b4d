"""The percentage of yes, with noise that gets smaller as there are more rows. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold.

Source: ordinary code; the length used as public is a slip that Cebere et al. found in libraries ("Privacy in Theory,
Bugs in Practice", PETS 2026).

What is wrong: a mean of n rows moves by 1/n, and so the scale is divided by n; but n is private, and the scale tells
it.

A violating pair: the rows (True) against (True, False). The percentages are 100 and 50, the scales 100/ε and 50/ε.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def percentage_priced_by_size(answers: Annotated[list[bool], one_added_or_removed()], eps: Epsilon) -> int:
    n = max(1, len(answers))
    return laplace(100 * sum(answers) // n, 100 / (n * eps))
