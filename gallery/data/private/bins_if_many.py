"""How often each number below n occurs, with noise only where it does; small noisy counts are not shown.

Claim: (ε, δ), when one row may come or go, for a limit of at least 1 + log(1 / (2δ)) / ε.

Source: Korolova, Kenthapadi, Mishra, Ntoulas, "Releasing Search Queries and Clicks Privately", WWW 2009; Bun, Nissim,
Stemmer, "Simultaneous Private Learning of Multiple Concepts", ITCS 2016.

Coupling: the row counts in one bin. If that is empty on the other side, this side alone draws there, and shows the
bin with probability a^limit / (1 + a), where a = e^(−ε): that is what δ pays for. Everywhere else the same values cost
ε, once.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and limit >= 1 + log(1 / (2 * delta)) / eps")
def bins_if_many(
    rows: Annotated[list[int], one_added_or_removed()], n: int, limit: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    shown = []
    for number in range(n):
        count = sum(1 for row in rows if row == number)
        noisy = laplace(count, 1 / eps) if count > 0 else 0
        shown.append(noisy if noisy > limit else 0)
    return shown
