"""The best of the public cuts: the one that tells the labels apart for most examples, by noisy maximum.

Claim: ε, when one row is replaced.

Source: ordinary code; Report Noisy Max as in Dwork, Roth, "The Algorithmic Foundations of Differential Privacy", 2014,
section 3.3.

Coupling, for each cut w that may win: the number of examples that a cut gets right moves by at most 1. All other noise
is the same; the noisy score of w is 1 higher on the right, at most 2 units of ε/2.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_changed


class Example(NamedTuple):
    feature: int
    label: bool


def correct(examples: list[Example], cut: int) -> int:
    right = 0
    for example in examples:
        guess = example.feature > cut
        if guess == example.label:
            right += 1
    return right


@mechanism(epsilon="eps", requires="len(cuts) >= 1")
def best_cut(examples: Annotated[list[Example], one_changed()], cuts: list[int], eps: Epsilon) -> int:
    noisy = [laplace(correct(examples, cut), 2 / eps) for cut in cuts]
    best = max(range(len(cuts)), key=lambda i: noisy[i])
    return cuts[best]
