"""Above Threshold that returns the noisy value it compared, without the index: the paper's last figure as printed.

Claim: ε. Open: we know neither a proof nor a violation.

Source: Barthe, Gaboardi, Grégoire, Hsu, Strub, "Proving Differential Privacy via Probabilistic Couplings", LICS 2016,
figure "Buggy Above Threshold algorithm". As in the figure, queries count from 1 and the last one is never asked; the
figure's Q[i] is `queries[i - 1]`. The result is 0 if nothing was above.

Why there is no proof: the coupling of Above Threshold moves the reported noisy answer up by 1 on the right, and then
the values differ, as the paper says. Why there is no violation either: a failed proof is not one, and an exact search
with up to 8 queries found no loss above ε/2. With the index returned too, which is the mistake that was published, the
loss grows with the number of queries: `gallery/broken/above_threshold_value.py`.
"""

from typing import Annotated

from twinproof import Database, Epsilon, Query, laplace, mechanism, sensitivity


@mechanism(epsilon="eps")
def above_threshold_value_figure(
    d: Database,
    queries: Annotated[list[Query], sensitivity(1)],
    t: int,
    eps: Epsilon,
) -> int:
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
    return v
