from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within

BLOCK = 4


@mechanism(epsilon="eps")
def prefix_sums_two_levels(arrivals: Annotated[list[int], one_within(1)], eps: Epsilon) -> list[int]:
    """All prefix sums out of noisy blocks and noisy leaves. The entry that moves is in one block and is one leaf, which cost
    eps / 2 each; adding up is post-processing."""
    leaves = [laplace(x, 2 / eps) for x in arrivals]
    blocks = [laplace(sum(arrivals[start:start + BLOCK]), 2 / eps) for start in range(0, len(arrivals), BLOCK)]
    sums = []
    for end in range(1, len(arrivals) + 1):
        full = end // BLOCK
        sums.append(sum(blocks[:full]) + sum(leaves[full * BLOCK:end]))
    return sums
