"""Above Threshold as most people write it: return as soon as an answer is above.

Claim: ε. The result is the index of the first answer above the noisy threshold, or len(answers).

Source: Dwork, Roth, "The Algorithmic Foundations of Differential Privacy", 2014, Algorithm 1 (AboveThreshold).

Coupling, for each index w: noisy threshold 1 higher on the right (1 unit of ε/2); the same noise before w (cost 0); at
w the noisy answer 1 higher on the right (at most 2 units of ε/4). Left runs that return before w do not matter.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def above_threshold_early_return(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    eps: Epsilon,
) -> int:
    """Index of the first answer above the noisy threshold, or len(answers)."""
    noisy_threshold = laplace(threshold, 2 / eps)
    for i in range(len(answers)):
        if laplace(answers[i], 4 / eps) >= noisy_threshold:
            return i
    return len(answers)
