"""The Exponential mechanism with one-sided noise of scale 1/ε. Not private as claimed.

Claim: ε. It does not hold; 2ε does.

Source: the figure "Implementation of the Exponential mechanism" of Barthe, Gaboardi, Grégoire, Hsu, Strub, "Proving
Differential Privacy via Probabilistic Couplings", LICS 2016, with rate ε where the figure has ε/2. See
`gallery/private/exponential_mechanism.py`.

What is wrong: scores may move in opposite directions, so the distance between two of them moves by 2; the 2 in ε/2 is
there for that.

A violating pair: two responses that score 10 and 0 on the one database and 11 and −1 on the other. The event is that
the second one is returned: its noise has to make up for 2 more.
"""

from typing import Annotated

from twinproof import Database, Epsilon, Score, mechanism, one_sided_laplace, sensitivity


@mechanism(epsilon="eps", requires="responses >= 1")
def exponential_mechanism_half_noise(
    d: Database,
    score: Annotated[Score, sensitivity(1)],
    responses: int,
    eps: Epsilon,
) -> int:
    r = 1
    bq = 0
    best = 1
    while r <= responses:
        cq = one_sided_laplace(score(d, r), 1 / eps)
        if cq > bq or r == 1:
            best = r
            bq = cq
        r = r + 1
    return best
