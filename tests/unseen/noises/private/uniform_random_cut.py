from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed, uniform


@mechanism(epsilon="eps", requires="top >= 1")
def uniform_random_cut(ages: Annotated[list[int], one_added_or_removed()], top: int, eps: Epsilon) -> tuple[int, int]:
    """How many are older than a random age."""
    cut = uniform(1, top)
    return cut, laplace(sum(1 for age in ages if age > cut), 1 / eps)
