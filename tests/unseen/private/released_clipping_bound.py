from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_within


@mechanism(epsilon="eps", requires="reach >= 1 and len(amounts) >= 1")
def released_clipping_bound(
    amounts: Annotated[list[int], one_within("reach")], reach: int, eps: Epsilon
) -> tuple[int, int]:
    """A noisy maximum at eps / 2 becomes the clipping bound of the sum, and its scale: values in [0, bound] make the sum move
    by at most bound, at eps / (2 * bound) per unit."""
    bound = max(1, laplace(max(amounts), 2 * reach / eps))
    total = sum(clamp(a, 0, bound) for a in amounts)
    return bound, laplace(total, 2 * bound / eps)
