from typing import Annotated

from twinproof import Epsilon, geometric, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def geometric_most_common(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    """The most common of four kinds: counts move one way, so the whole rate will do."""
    noisy = [sum(1 for row in rows if row == kind) + geometric(1 / eps) for kind in range(4)]
    return max(range(4), key=lambda kind: noisy[kind])
