"""Values in percent of the largest one, added up. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold, and no other bound does: the loss grows with the number of
rows.

Source: ordinary code; a scale that depends on the data is a slip that Cebere et al. found in libraries ("Privacy in
Theory, Bugs in Practice", PETS 2026).

What is wrong: no row counts for more than 100, but a new largest row makes all others smaller.

A violating pair: the rows (1, 1, 1) against (1, 1, 1, 1000). The sums are 300 and 100; the output 300 loses 2ε.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def percent_of_largest(amounts: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    positive = [max(0, amount) for amount in amounts]
    largest = max([1, *positive])
    return laplace(sum(100 * amount // largest for amount in positive), 100 / eps)
