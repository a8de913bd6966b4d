from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="spent < eps")
def rest_computed_not_used(
    visits: Annotated[list[int], one_within(1)], interesting: int, spent: Epsilon, eps: Epsilon
) -> list[int]:
    """WRONG: the first part of the budget is spent twice, because the second phase takes all of eps and not the rest. Visits
    [0] and [1] with interesting = 0: outputs [rough, exact] with both at least 1 have a loss of spent + eps."""
    rough = laplace(sum(visits), 1 / spent)
    rest = eps - spent
    if rough < interesting:
        return [rough, laplace(len(visits), 1 / rest)]
    exact = laplace(sum(x for x in visits), 1 / eps)
    return [rough, exact]
