"""A decision stump: labels are counted on both sides of a public cut, and each side votes.

Claim: ε, when one row may come or go.

Source: ordinary code; the leaves of a decision tree, as in Blum, Dwork, McSherry, Nissim, "Practical Privacy: The SuLQ
Framework", PODS 2005.

Coupling: an example counts in one of four cells, which moves by 1. All noisy cells equal: 1 unit of ε. The votes are
computed from these.
"""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@dataclass(frozen=True)
class Example:
    feature: int
    label: bool


@mechanism(epsilon="eps")
def decision_stump(
    examples: Annotated[list[Example], one_added_or_removed()],
    cut: int,
    eps: Epsilon,
) -> tuple[bool, bool]:
    left = [e for e in examples if e.feature <= cut]
    right = [e for e in examples if e.feature > cut]
    left_yes = laplace(sum(1 for e in left if e.label), 1 / eps)
    left_no = laplace(sum(1 for e in left if not e.label), 1 / eps)
    right_yes = laplace(sum(1 for e in right if e.label), 1 / eps)
    right_no = laplace(sum(1 for e in right if not e.label), 1 / eps)
    return left_yes > left_no, right_yes > right_no
