"""Above Threshold, line for line as the paper prints it.

Claim: ε, for queries of sensitivity 1.

Source: Barthe, Gaboardi, Grégoire, Hsu, Strub, "Proving Differential Privacy via Probabilistic Couplings", LICS 2016,
figure "The Above Threshold algorithm"; the algorithm is Algorithm 1 of Dwork, Roth, "The Algorithmic Foundations of
Differential Privacy", 2014.

The figure counts queries from 1 and loops while i < |Q|, so the last query is never asked; that is kept. Python lists
start at 0, so the figure's Q[i] is `queries[i - 1]`; the answer r is the figure's number, |Q| + 1 if nothing was above.

Coupling, for each answer w: the noisy threshold is 1 higher on the right (1 unit of ε/2). Queries other than w get the
same noise (cost 0), so what is below on the left is below on the right. The noisy answer of query w is 1 higher on the
right (at most 2 units of ε/4): above on the left is above on the right.
"""

from typing import Annotated

from twinproof import Database, Epsilon, Query, laplace, mechanism, sensitivity


@mechanism(epsilon="eps")
def above_threshold_figure(
    d: Database,
    queries: Annotated[list[Query], sensitivity(1)],
    t: int,
    eps: Epsilon,
) -> int:
    i = 1
    r = len(queries) + 1
    noisy_t = laplace(t, 2 / eps)
    while i < len(queries):
        s = laplace(queries[i - 1](d), 4 / eps)
        if noisy_t <= s and r == len(queries) + 1:
            r = i
        i = i + 1
    return r
