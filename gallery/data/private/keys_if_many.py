"""How often each key occurs, with noise, for keys that nobody knew before; keys with a small noisy count are left out.

Claim: (ε, δ), when one row may come or go, for a limit of at least 1 + log(1 / (2δ)) / ε.

Source: Korolova, Kenthapadi, Mishra, Ntoulas, "Releasing Search Queries and Clicks Privately", WWW 2009.

Why: a key that both sides have costs ε. A key that one side alone has occurs once, and it is shown with probability
a^limit / (1 + a), where a = e^(−ε); that is at most δ.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and limit >= 1 + log(1 / (2 * delta)) / eps")
def keys_if_many(
    rows: Annotated[list[int], one_added_or_removed()], limit: int, eps: Epsilon, delta: Epsilon
) -> list[tuple[int, int]]:
    keys: list[int] = []
    for row in rows:
        if row not in keys:
            keys.append(row)
    shown = []
    for key in sorted(keys):
        noisy = laplace(rows.count(key), 1 / eps)
        if noisy > limit:
            shown.append((key, noisy))
    return shown
