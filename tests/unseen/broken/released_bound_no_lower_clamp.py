from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="reach >= 1 and len(amounts) >= 1")
def released_bound_no_lower_clamp(
    amounts: Annotated[list[int], one_within("reach")], reach: int, eps: Epsilon
) -> tuple[int, int]:
    """WRONG: the amounts are cut off at the released bound above, and nowhere below, so a negative amount may move the sum by
    reach. With reach = 4, amounts [0] and [-4], output (1, -4): the loss is 2 * eps or more."""
    bound = max(1, laplace(max(amounts), 2 * reach / eps))
    total = sum(min(a, bound) for a in amounts)
    return bound, laplace(total, 2 * bound / eps)
