"""Two marginals of the same rows, each with the whole budget. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold; 2ε does.

Source: ordinary code. Compare `gallery/data/private/marginals_two_way.py`.

What is wrong: the cells of one table are disjoint, but a row counts in both tables.

A violating pair: no rows against one. Two cells move from 0 to 1; all cells 0 loses 2ε.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Person(NamedTuple):
    employed: bool
    owner: bool


@mechanism(epsilon="eps")
def marginals_full_budget(
    people: Annotated[list[Person], one_added_or_removed()],
    eps: Epsilon,
) -> tuple[list[int], list[int]]:
    work = [0, 0]
    home = [0, 0]
    for person in people:
        work[int(person.employed)] += 1
        home[int(person.owner)] += 1
    return [laplace(n, 1 / eps) for n in work], [laplace(n, 1 / eps) for n in home]
