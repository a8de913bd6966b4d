"""Report-noisy-max: the index of the largest score after noise; of equal ones, the first.

Claim: ε, for scores that may each move by 1, in any direction.

Source: Dwork, Roth, "The Algorithmic Foundations of Differential Privacy", 2014, section 3.3, with the noise doubled to
cover scores that do not all move the same way; Barthe, Gaboardi, Grégoire, Hsu, Strub, "Proving Differential Privacy
via Probabilistic Couplings", LICS 2016, end of the section on the Exponential mechanism.

Coupling, for each index w that may be reported: the noise of every other score is the same in both runs (cost 0), so
those move by at most 1. The noisy score of w is 1 higher on the right: |1 + score⟨1⟩ − score⟨2⟩| ≤ 2 units of ε/2. If w
beats the others on the left, it still does on the right.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def report_noisy_max(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    winner = 0
    highest = 0
    for i, score in enumerate(scores):
        noisy = laplace(score, 2 / eps)
        if i == 0 or noisy > highest:
            winner, highest = i, noisy
    return winner
