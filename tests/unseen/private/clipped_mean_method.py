import math
from fractions import Fraction
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_within


class ClippedMean:
    """Mean of values clipped to [low, low + width]."""

    def __init__(self, low: int, width: int):
        self.low = low
        self.width = width

    @mechanism(epsilon="eps", requires="len(values) >= 1")
    def release(self, values: Annotated[list[int], one_within(1000)], eps: Epsilon) -> int:
        """The clipped sum moves by at most the width, which is the scale (and if that is less than 1 the run raises,
        whatever the data are); dividing by the public length and rounding down are post-processing."""
        if self.width < 1:
            raise ValueError("the range is empty")
        total = sum(clamp(v, self.low, self.low + self.width) for v in values)
        mean = Fraction(laplace(total, self.width / eps), len(values))
        return math.floor(mean)
