"""A value between lo and hi gets noise for the larger of |lo| and |hi|, as if it came or went, but it moves by up to hi
- lo. Witness: lo = -10, hi = 10, -10 against 10; it moves by 20, and the loss is twice eps."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps", requires="lo < hi")
def widest_end_as_scale(value: Annotated[int, within("hi - lo")], lo: int, hi: int, eps: Epsilon) -> int:
    return laplace(value, max(abs(lo), abs(hi)) / eps)
