"""Above Threshold that returns the noisy value it compared, together with its index. Not private.

Claim: ε. It does not hold, and no claim that is independent of the number of queries would.

Source: the published mistake that Lyu, Su, Li, "Understanding the Sparse Vector Technique for Differential Privacy",
PVLDB 10(6), 2017, discuss; the code is the figure "Buggy Above Threshold algorithm" of Barthe, Gaboardi, Grégoire, Hsu,
Strub, "Proving Differential Privacy via Probabilistic Couplings", LICS 2016, which returns v alone (see
`gallery/open/above_threshold_value_figure.py`), with its index r returned as well. As in the figure, queries count from
1 and the last one is never asked; the figure's Q[i] is `queries[i - 1]`.

What is wrong: the value tells that the hidden threshold was at or below it, and the index tells that all earlier noisy
answers were below the threshold. The noise that was compared is spent and may not be shown: a coupling that makes the
values equal can no longer keep the answer 1 above a threshold that moved up by 1.

A violating pair: threshold 0, and all queries answer 0 on the one side and 1 on the other. The event is that query
number n is reported with the value 0, or a lower one. The hidden threshold was then no higher than that, and each of
the n noisy answers adds ε/4 to the loss: n·ε/4 in all.
"""

from typing import Annotated

from twinproof import Database, Epsilon, Query, laplace, mechanism, sensitivity


@mechanism(epsilon="eps")
def above_threshold_value(
    d: Database,
    queries: Annotated[list[Query], sensitivity(1)],
    t: int,
    eps: Epsilon,
) -> tuple[int, int]:
    i = 1
    v = 0
    r = len(queries) + 1
    noisy_t = laplace(t, 2 / eps)
    while i < len(queries):
        s = laplace(queries[i - 1](d), 4 / eps)
        if noisy_t <= s and r == len(queries) + 1:
            r = i
            v = s
        i = i + 1
    return r, v
