"""The Exponential mechanism as the paper implements it: the best of R responses by score plus one-sided noise.

Claim: ε, for scores of sensitivity 1. Responses are numbered 1 … R, as in the figure.

Source: McSherry, Talwar, "Mechanism Design via Differential Privacy", FOCS 2007; the code is the figure "Implementation
of the Exponential mechanism" of Barthe, Gaboardi, Grégoire, Hsu, Strub, "Proving Differential Privacy via Probabilistic
Couplings", LICS 2016. (Its max is `best` here, its R is `responses`, and best gets a value before the loop.) With
continuous noise this is the permute-and-flip mechanism of McKenna, Sheldon, NeurIPS 2020, rather than the original one.

Coupling, for each response w: the same noise for every other response (cost 0). For w, the noisy score is 1 higher on
the right: 0 ≤ 1 + score⟨1⟩ − score⟨2⟩ ≤ 2 units of ε/2, and never below 0, as one-sided noise demands.
"""

from typing import Annotated

from twinproof import Database, Epsilon, Score, mechanism, one_sided_laplace, sensitivity


@mechanism(epsilon="eps", requires="responses >= 1")
def exponential_mechanism(
    d: Database,
    score: Annotated[Score, sensitivity(1)],
    responses: int,
    eps: Epsilon,
) -> int:
    r = 1
    bq = 0
    best = 1
    while r <= responses:
        cq = one_sided_laplace(score(d, r), 2 / eps)
        if cq > bq or r == 1:
            best = r
            bq = cq
        r = r + 1
    return best
