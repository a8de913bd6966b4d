"""Sparse Vector whose query noise does not grow with the cut-off. Not private as claimed.

Claim: ε, as originally claimed. It does not hold; (1 + 6c)/4 · ε does.

Source: Lyu, Su, Li, "Understanding the Sparse Vector Technique for Differential Privacy", PVLDB 10(6), 2017, Algorithm
4, which they take from Lee, Clifton, "Top-k Frequent Itemsets via Differentially Private FP-Trees", KDD 2014; with ε₁ =
ε/4, ε₂ = 3ε/4 and sensitivity 1.

What is wrong: the noise of an answer has scale 1/ε₂ instead of 2c/ε₂. Each of the c answers that come out above costs
twice 3ε/4, as the answer may move one way and the noisy threshold the other.

A violating pair: many answers that rise by 1, and then c answers that fall by 1, from the one side to the other. The
event is that the first are all below and the others all above. The many keep the noisy threshold from being low, so
that each of the others is paid for in full.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(epsilon="eps", requires="c >= 1")
def lyu_4(
    supports: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[bool]:
    bar = laplace(threshold, 4 / eps)
    frequent: list[bool] = []
    count = 0
    i = 0
    while count < c and i < len(supports):
        is_frequent = laplace(supports[i], 4 / (3 * eps)) >= bar
        frequent.append(is_frequent)
        count += 1 if is_frequent else 0
        i += 1
    return frequent
