"""A sum with noise for the spread that the rows have. Not private as claimed.

Claim: ε, when one row is replaced. It does not hold, and no other bound does.

Source: ordinary code; a scale that depends on the data is a slip that Cebere et al. found in libraries ("Privacy in
Theory, Bugs in Practice", PETS 2026).

What is wrong: the range is read off the rows. The scale itself tells how far apart they are.

A violating pair: the rows (0) against (2). The sums are 0 and 2 and both get the noise for a spread of 0, which is
taken to be 1: the output 0 loses 2ε.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


def spread(values: list[int]) -> int:
    low, high = values[0], values[0]
    for value in values[1:]:
        low = min(low, value)
        high = max(high, value)
    return high - low


@mechanism(epsilon="eps", requires="len(values) > 0")
def noise_for_the_spread(values: Annotated[list[int], one_changed()], eps: Epsilon) -> int:
    sensitivity = max(1, spread(values))
    return laplace(sum(values), sensitivity / eps)
