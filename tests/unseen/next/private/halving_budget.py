"""Any number of queries, each with half the budget of the one before: eps / 2, eps / 4, and so on. However many there
are, the sum stays below eps."""

from typing import Annotated

from twinproof import Database, Epsilon, Query, laplace, mechanism, sensitivity


@mechanism(epsilon="eps")
def halving_budget(d: Database, queries: Annotated[list[Query], sensitivity(1)], eps: Epsilon) -> list[int]:
    answers: list[int] = []
    scale = 2 / eps
    for i in range(len(queries)):
        answers.append(laplace(queries[i](d), scale))
        scale *= 2
    return answers
