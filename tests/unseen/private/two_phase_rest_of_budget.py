from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="spent < eps")
def two_phase_rest_of_budget(
    visits: Annotated[list[int], one_within(1)], interesting: int, spent: Epsilon, eps: Epsilon
) -> tuple[int, int, int]:
    """A rough total at spent, and, if that is interesting, the totals of both halves at what is left: the entry that moves
    is in one half only."""
    rough = laplace(sum(visits), 1 / spent)
    rest = eps - spent
    first = second = 0
    if rough >= interesting:
        half = len(visits) // 2
        first = laplace(sum(visits[:half]), 1 / rest)
        second = laplace(sum(visits[half:]), 1 / rest)
    return rough, first, second
