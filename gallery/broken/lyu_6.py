"""Sparse Vector without a cut-off. Not private.

Claim: ε, as originally claimed. It does not hold, for any multiple of ε.

Source: Lyu, Su, Li, "Understanding the Sparse Vector Technique for Differential Privacy", PVLDB 10(6), 2017, Algorithm
6, which they take from Chen, Xiao, Zhang, Xu, "Differentially Private High-Dimensional Data Publication via
Sampling-Based Inference", KDD 2015; with ε₁ = ε₂ = ε/2 and sensitivity 1.

What is wrong: answers that come out above cost privacy, one by one, and nothing limits how many there are.

A violating pair: threshold 0 and 2m answers, all 0 on the one side; on the other the first m are 1 and the last m are
−1. The event is that the first m are below and the last m above. Wherever the noisy threshold lies, one of the halves
pays ε/2 for each of its answers, so the loss is at least m·ε/2 and grows without bound.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps")
def lyu_6(answers: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon) -> list[bool]:
    bar = laplace(threshold, 2 / eps)
    decisions: list[bool] = []
    while len(decisions) < len(answers):
        noisy = laplace(answers[len(decisions)], 2 / eps)
        if noisy >= bar:
            decisions.append(True)
        else:
            decisions.append(False)
    return decisions
