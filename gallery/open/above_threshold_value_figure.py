"""Above Threshold that returns the noisy value it compared, without the index: the paper's last figure as printed.

Claim: ε. It holds: the loss is at most 3ε/4, and 3/4 is the best constant. Both are proved in Coq, in
`foundations/last_figure/`. `twinproof verify` answers *unknown*: none of the couplings that it can look for shows it.

Source: Barthe, Gaboardi, Grégoire, Hsu, Strub, "Proving Differential Privacy via Probabilistic Couplings", LICS 2016,
figure "Buggy Above Threshold algorithm". As in the figure, queries count from 1 and the last one is never asked; the
figure's Q[i] is `queries[i - 1]`. The result is 0 if nothing was above.

Why the usual proof fails: the coupling of Above Threshold moves the reported noisy answer up by 1 on the right, and
then the values differ, as the paper says. With the index returned too, which is the mistake that was published, the
loss grows with the number of queries: `gallery/broken/above_threshold_value.py`.

Why it is private all the same: the value does not tell which query gave it. That a late one did is costly, but far
rarer than that an early one did, and only the sum is seen. `docs/last-figure.md` tells the story.

Nearly a violation: threshold 0, and answers g, g, g, 4g + 1 on the one side, all 1 higher on the other. The loss of the
output 4g + 1 tends to 3ε/4 as g grows.
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
