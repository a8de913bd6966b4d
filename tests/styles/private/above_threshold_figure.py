"""Above Threshold as the paper prints it, in other styles: queries count from 1, and the last one is never asked.

Claim: ε, as in `gallery/private/above_threshold_figure.py`. The result is the number of a query; None, or |Q| + 1, if
nothing was above.
"""

from typing import Annotated, NamedTuple

from twinproof import Database, Epsilon, Query, laplace, mechanism, sensitivity


class Asked(NamedTuple):
    number: int
    noisy: int


@mechanism(epsilon="eps")
def above_threshold_figure_comprehension(
    d: Database,
    queries: Annotated[list[Query], sensitivity(1)],
    t: int,
    eps: Epsilon,
) -> int | None:
    """Comprehensions over positions, and `index`."""
    noisy_t = laplace(t, 2 / eps)
    noisy = [laplace(queries[i](d), 4 / eps) for i in range(len(queries) - 1)]
    above = [noisy_t <= s for s in noisy]
    return above.index(True) + 1 if any(above) else None


@mechanism(epsilon="eps")
def above_threshold_figure_in_place(
    d: Database,
    queries: Annotated[list[Query], sensitivity(1)],
    t: int,
    eps: Epsilon,
) -> int | None:
    """Flags in a list that is filled in place; the noise is drawn where the flag is set."""
    noisy_t = laplace(t, 2 / eps)
    above = [False] * len(queries)
    for i in range(len(queries) - 1):
        above[i] = laplace(queries[i](d), 4 / eps) >= noisy_t
    return above.index(True) + 1 if True in above else None


@mechanism(epsilon="eps")
def above_threshold_figure_records(
    d: Database,
    queries: Annotated[list[Query], sensitivity(1)],
    t: int,
    eps: Epsilon,
) -> int | None:
    """Records of number and noisy answer; a function in the function asks."""

    def ask(number: int) -> Asked:
        return Asked(number, laplace(queries[number - 1](d), 4 / eps))

    noisy_t = laplace(t, 2 / eps)
    first: int | None = None
    for number in range(1, len(queries)):
        asked = ask(number)
        if first is None and asked.noisy >= noisy_t:
            first = asked.number
    return first
