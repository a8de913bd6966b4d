"""The peak and the total of a load curve whose values all move by up to 2. The peak moves by 2 and the total by twice
the number of values; each gets half of eps."""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@dataclass(frozen=True)
class Summary:
    peak: int
    total: int


@mechanism(epsilon="eps", requires="len(load) >= 1")
def load_peak_and_total(load: Annotated[list[int], each_within(2)], eps: Epsilon) -> Summary:
    peak = laplace(max(load), 4 / eps)
    total = laplace(sum(load), 4 * len(load) / eps)
    return Summary(peak=max(peak, 0), total=total)
