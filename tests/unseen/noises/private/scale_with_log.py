from math import log
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps", requires="eps <= 3")
def scale_with_log(votes: Annotated[list[bool], one_changed()], eps: Epsilon) -> int:
    """Noise for log(1 + eps), which is less than eps."""
    return laplace(sum(votes), 1 / log(1 + eps))
