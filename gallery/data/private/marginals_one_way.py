"""How many said yes to each of four questions.

Claim: ε, when one row may come or go.

Source: Near, Abuah, "Programming Differential Privacy", the chapter on synthetic data (one-way marginals).

Coupling: a row may count in all four numbers, which move by at most 1 each: four times 1 unit of ε/4.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def marginals_one_way(
    rows: Annotated[list[tuple[bool, bool, bool, bool]], one_added_or_removed()],
    eps: Epsilon,
) -> list[int]:
    counts = [0] * 4
    for a, b, c, d in rows:
        counts[0] += int(a)
        counts[1] += int(b)
        counts[2] += int(c)
        counts[3] += int(d)
    return [laplace(count, 4 / eps) for count in counts]
