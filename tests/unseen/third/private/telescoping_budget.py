"""Any number of answers, the i-th with eps / (i * (i + 1)). However many there are, these add up to less than eps,
since 1 / (i * (i + 1)) is 1 / i - 1 / (i + 1)."""

from typing import Annotated

from twinproof import Database, Epsilon, Query, laplace, mechanism, sensitivity


@mechanism(epsilon="eps")
def telescoping_budget(d: Database, queries: Annotated[list[Query], sensitivity(1)], eps: Epsilon) -> list[int]:
    answers: list[int] = []
    for i in range(1, len(queries) + 1):
        answers.append(laplace(queries[i - 1](d), i * (i + 1) / eps))
    return answers
