"""Above Threshold on an endless stream of queries.

Claim: ε. The result is the number of the first query above the noisy threshold. If the answers fall without end the
loop may run for ever with positive probability; the claim is about every set of results, in both directions, all the
same.

Source: Barthe, Gaboardi, Grégoire, Hsu, Strub, "Proving Differential Privacy via Probabilistic Couplings", LICS 2016,
"Other versions of Above Threshold", the remark on streams and non-termination. A score stands for the stream: query
number i on the database d is `score(d, i)`.

Coupling, for each number w: the noisy threshold 1 higher on the right (1 unit of ε/2), the same noise before w (cost
0), the noisy answer of w 1 higher on the right (at most 2 units of ε/4).
"""

from typing import Annotated

from twinproof import Database, Epsilon, Score, laplace, mechanism, sensitivity


@mechanism(epsilon="eps")
def stream_above_threshold(
    d: Database,
    score: Annotated[Score, sensitivity(1)],
    threshold: int,
    eps: Epsilon,
) -> int:
    bar = laplace(threshold, 2 / eps)
    i = 0
    while laplace(score(d, i), 4 / eps) < bar:
        i += 1
    return i
