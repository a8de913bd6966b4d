"""The first entries of a list get noise at rate b, the others at rate c.

Why: Only one entry moves, by 1, and it costs b or c.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="max(b, c)")
def halves_with_own_rates(
    xs: Annotated[list[int], one_within(1)], cut: int, b: Epsilon, c: Epsilon
) -> list[int]:
    out = []
    for i, x in enumerate(xs):
        if i < cut:
            out.append(laplace(x, 1 / b))
        else:
            out.append(laplace(x, 1 / c))
    return out
