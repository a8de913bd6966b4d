"""How many answered yes: the rows are the answers themselves.

Claim: ε, when one answer is replaced.

Source: ordinary code.

Coupling: the sums differ by at most 1, so equal results cost at most 1 unit of ε.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps")
def count_yes(answers: Annotated[list[bool], one_changed()], eps: Epsilon) -> int:
    return laplace(sum(answers), 1 / eps)
