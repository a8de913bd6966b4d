from typing import Annotated

from twinproof import Epsilon, choose, each_within, laplace, mechanism, randomized_response


@mechanism(epsilon="eps", requires="len(scores) >= 1")
def choose_budget_in_three(
    scores: Annotated[list[int], each_within(1)], limit: int, eps: Epsilon
) -> tuple[int, bool, int]:
    """Three noises and one budget: a choice, a response and a count."""
    best = choose(scores, eps / 6)
    high = randomized_response(scores[best] > limit, eps / 3)
    return best, high, laplace(scores[best], 3 / eps)
