"""All prefix sums, from noisy entries: each entry gets its noise once and is then only added up.

Claim: ε, when between neighbours at most one entry moves, by at most 1.

Source: Chan, Shi, Song, "Private and Continual Release of Statistics", ACM TISSEC 14(3), 2011 (the second of their
simple counting mechanisms); PrefixSum in Albarghouthi, Hsu, "Synthesizing Coupling Proofs of Differential Privacy",
POPL 2018.

Coupling: all noisy entries equal (shift 0); only the entry that moved costs anything, 1 unit of ε. Equal entries have
equal prefix sums.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def prefix_sum(steps: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    sums: list[int] = []
    running = 0
    for k in range(len(steps)):
        running += laplace(steps[k], 1 / eps)
        sums.append(running)
    return sums
