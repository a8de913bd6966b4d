"""A histogram whose keys are those that occur; keys with a small noisy count are left out. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold: such a threshold buys (ε, δ), and never δ = 0.

Source: Korolova, Kenthapadi, Mishra, Ntoulas, "Releasing Search Queries and Clicks Privately", WWW 2009, without its δ.

What is wrong: a rare key is shown seldom, but if it is shown, its row was there.

A violating pair: the rows () against (7). The key 7 is shown with a probability above zero in the second case only.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def keys_hidden_if_small(
    rows: Annotated[list[int], one_added_or_removed()],
    limit: int,
    eps: Epsilon,
) -> list[tuple[int, int]]:
    keys: list[int] = []
    for row in rows:
        if row not in keys:
            keys.append(row)
    shown = []
    for key in sorted(keys):
        noisy = laplace(rows.count(key), 1 / eps)
        if noisy >= limit:
            shown.append((key, noisy))
    return shown
