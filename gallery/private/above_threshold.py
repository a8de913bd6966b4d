"""Above Threshold, to the end of the list: what the paper's figure means.

Claim: ε. The result is the index of the first answer above the noisy threshold, or len(answers).

Source: Dwork, Roth, "The Algorithmic Foundations of Differential Privacy", 2014, Algorithm 1; in this form, which goes
on drawing noise after the answer is known, Barthe, Gaboardi, Grégoire, Hsu, Strub, "Proving Differential Privacy via
Probabilistic Couplings", LICS 2016, but with every query reached.

Coupling, for each index w: noisy threshold 1 higher on the right (1 unit of ε/2); the noisy answer at w 1 higher on the
right (at most 2 units of ε/4); the same noise at all other indices, before and after w (cost 0).
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def above_threshold(answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon) -> int:
    nothing = len(answers)
    first = nothing
    bar = laplace(threshold, 2 / eps)
    for i, answer in enumerate(answers):
        noisy = laplace(answer, 4 / eps)
        if noisy >= bar and first == nothing:
            first = i
    return first
