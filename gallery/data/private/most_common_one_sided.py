"""The most common of four kinds, by a noisy maximum with one-sided noise.

Claim: ε, when one row is added or removed.

Source: McKenna, Sheldon, "Permute-and-Flip: A New Mechanism for Differentially Private Selection", NeurIPS 2020; Ding,
Kifer, Saghaian N. E., Steinke, Wang, Xiao, Zhang, "The Permute-and-Flip Mechanism is Identical to Report-Noisy-Max with
Exponential Noise", 2021.

Coupling: counts move one way. If they rise, the same noise for all but the one that is the output, whose noise rises by
1; if they fall, the output's noise rises by as much as its count falls.
"""

from typing import Annotated

from twinproof import Epsilon, geometric, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def most_common_one_sided(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    noisy = [sum(1 for row in rows if row == kind) + geometric(1 / eps) for kind in range(4)]
    return max(range(4), key=lambda kind: noisy[kind])
