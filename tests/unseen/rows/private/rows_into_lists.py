"""Rows go into a list for each key; then each list is asked by itself."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="branches >= 0")
def rows_into_lists(
    loans: Annotated[list[tuple[int, int]], one_added_or_removed()], branches: int, eps: Epsilon
) -> list[int]:
    by_branch: list[list[int]] = [[] for _ in range(branches)]
    for branch, amount in loans:
        if 0 <= branch < branches:
            by_branch[branch].append(amount)
    return [laplace(sum(clamp(a, 0, 7) for a in amounts), 7 / eps) for amounts in by_branch]
