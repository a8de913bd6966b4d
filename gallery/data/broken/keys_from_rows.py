"""A histogram whose keys are those that occur. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold, and no other bound does.

Source: ordinary code; a group-by without a public list of groups.

What is wrong: the counts are noisy, but the keys are not. A key that only one row has tells that the row is there.

A violating pair: the rows () against (7). The first has no key, the second has the key 7.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def keys_from_rows(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> dict[int, int]:
    counts: dict[int, int] = {}
    for row in rows:
        if row in counts:
            counts[row] += 1
        else:
            counts[row] = 1
    return {key: laplace(count, 1 / eps) for key, count in counts.items()}
