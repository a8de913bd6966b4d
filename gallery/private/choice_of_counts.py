"""The exponential mechanism for counts, which all move the same way: twice the usual rate.

Claim: ε.

Source: Dwork, Roth, "The Algorithmic Foundations of Differential Privacy", 2014, section 3.4; McSherry, Talwar 2007.

Coupling: the same position. Where scores rise, the sum of weights rises by e^ε at most and no weight falls.
"""

from typing import Annotated

from twinproof import Epsilon, choose, each_within, mechanism


@mechanism(epsilon="eps", requires="len(counts) >= 1")
def choice_of_counts(counts: Annotated[list[int], each_within(1, monotone=True)], eps: Epsilon) -> int:
    return choose(counts, eps)
