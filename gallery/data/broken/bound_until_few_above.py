"""A bound that is raised until few rows are above it, with noise for one step. Not private as claimed.

Claim: ε, when one row is replaced. It does not hold, and no other bound does.

Source: ordinary code; a loop that stops on private data is a slip that Cebere et al. found in libraries ("Privacy in
Theory, Bugs in Practice", PETS 2026).

What is wrong: how often the loop runs depends on the rows, and one row may make it run any number of times.

A violating pair: few = 0, step = 1, the rows (0) against (2). The bounds are 0 and 2; the output 0 loses 2ε.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="step >= 1 and few >= 0")
def bound_until_few_above(incomes: Annotated[list[int], one_changed()], few: int, step: int, eps: Epsilon) -> int:
    bound = 0
    while sum(income > bound for income in incomes) > few:
        bound += step
    return laplace(bound, step / eps)
