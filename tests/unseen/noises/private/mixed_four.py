from typing import Annotated

from twinproof import Epsilon, choose, each_within, laplace, mechanism, permute_and_flip, randomized_response


@mechanism(epsilon="eps", requires="len(counts) >= 1")
def mixed_four(counts: Annotated[list[int], each_within(1, monotone=True)], eps: Epsilon) -> tuple[int, bool, int, int]:
    """Four noises, a quarter of the budget each."""
    best = permute_and_flip(counts, eps / 4)
    other = choose(counts, eps / 4)
    same = randomized_response(counts[best] > counts[other], eps / 4)
    return best, same, other, laplace(counts[0], 4 / eps)
