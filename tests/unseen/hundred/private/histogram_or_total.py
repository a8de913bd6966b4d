"""Either only the total is told, at rate d, or every bin at rate b and the total at rate c.

Why: The switch is public; one bin and the total move by 1, which costs b + c, or d alone.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="max(b + c, d)")
def histogram_or_total(
    bins: Annotated[list[int], one_within(1)], only_total: bool, b: Epsilon, c: Epsilon, d: Epsilon
) -> list[int]:
    if only_total:
        return [laplace(sum(bins), 1 / d)]
    out = [laplace(count, 1 / b) for count in bins]
    out.append(laplace(sum(bins), 1 / c))
    return out
