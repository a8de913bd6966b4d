# Judged before running: easy.
from typing import Annotated

from twinproof import Epsilon, choose, mechanism, within


@mechanism(epsilon="eps")
def nearest_bucket(total: Annotated[int, within(5)], eps: Epsilon) -> int:
    """The nearest multiple of ten by the exponential mechanism: scores move by 5, so the rate is eps / 10."""
    buckets = list(range(0, 101, 10))
    position = choose([-abs(bucket - total) for bucket in buckets], eps / 10)
    return buckets[position]
