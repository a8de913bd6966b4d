"""Report-noisy-max for counts, with half the noise: adding a person moves all scores the same way.

Claim: ε with noise of scale 1/ε, when between neighbours either no score falls or no score rises, and none moves by
more than 1. The answer is −1 if there are no scores.

Source: Dwork, Roth, "The Algorithmic Foundations of Differential Privacy", 2014, section 3.3 (Report Noisy Max, stated
there for counting queries).

Coupling, for each index w that may be reported: all other noise is the same in both runs (cost 0). If the right scores
are the higher ones, w's noisy score is 1 higher on the right: 1 + score⟨1⟩ − score⟨2⟩ is 0 or 1. If they are the lower
ones, w's noisy scores are equal: score⟨1⟩ − score⟨2⟩ is 0 or 1. At most 1 unit of ε either way.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def noisy_max_monotone(votes: Annotated[list[int], each_within(1, monotone=True)], eps: Epsilon) -> int:
    leader = -1
    lead = 0
    candidate = 0
    while candidate < len(votes):
        tally = laplace(votes[candidate], 1 / eps)
        if leader < 0 or tally > lead:
            leader = candidate
            lead = tally
        candidate += 1
    return leader
