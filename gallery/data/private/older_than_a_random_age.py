"""How many are older than an age that is drawn at random, and told.

Claim: ε, when one row is added or removed.

Source: Dwork, McSherry, Nissim, Smith, "Calibrating Noise to Sensitivity in Private Data Analysis", TCC 2006.

Coupling: the same age in both runs, which costs nothing; then the counts differ by 1 at most.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed, uniform


@mechanism(epsilon="eps", requires="top >= 1")
def older_than_a_random_age(
    ages: Annotated[list[int], one_added_or_removed()], top: int, eps: Epsilon
) -> tuple[int, int]:
    age = uniform(1, top)
    return age, laplace(sum(1 for a in ages if a > age), 1 / eps)
