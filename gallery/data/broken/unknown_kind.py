"""A histogram that fails on a row of no known kind. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold, and no other bound does.

Source: ordinary code. Compare `gallery/data/private/histogram_in_place.py`, which leaves such rows out.

What is wrong: a kind outside of the list raises an error, and then there is no result: one row decides whether there is
any.

A violating pair: kinds = 1, the rows () against (1). There is a result in the first case only.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", requires="kinds >= 1")
def unknown_kind(rows: Annotated[list[int], one_added_or_removed()], kinds: int, eps: Epsilon) -> list[int]:
    counts = [0] * kinds
    for kind in rows:
        counts[kind] += 1
    return [laplace(count, 1 / eps) for count in counts]
