"""How many codes occur exactly once. A row more makes a new code single, or a single one double, or changes nothing of
that, so the number moves by at most 1."""

from collections import Counter
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@mechanism(epsilon="eps")
def codes_seen_once(codes: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    counts = Counter(codes)
    single = sum(1 for times in counts.values() if times == 1)
    return laplace(single, 1 / eps)
