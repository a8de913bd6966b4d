from typing import Annotated

from twinproof import Epsilon, choose, each_within, laplace, mechanism, permute_and_flip, randomized_response


@mechanism(epsilon="eps", requires="len(counts) >= 1")
def mixed_four_thirds(
    counts: Annotated[list[int], each_within(1, monotone=True)], eps: Epsilon
) -> tuple[int, bool, int, int]:
    """WRONG: four noises, a third of the budget each."""
    best = permute_and_flip(counts, eps / 3)
    other = choose(counts, eps / 3)
    high = randomized_response(counts[best] > 0, eps / 3)
    return best, high, other, laplace(counts[0], 3 / eps)
