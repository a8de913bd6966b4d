"""The product of a private list with a public one whose entries are cut at a cap.

Why: The entry that moves by 1 is multiplied by at most cap in size.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


def cut(weight, cap):
    if weight > cap:
        return cap
    if weight < -cap:
        return -cap
    return weight


@mechanism(epsilon="eps", requires="cap >= 1 and len(xs) == len(ws)")
def dot_with_cap(xs: Annotated[list[int], one_within(1)], ws: list[int], cap: int, eps: Epsilon) -> int:
    terms = [cut(w, cap) * x for x, w in zip(xs, ws)]
    return laplace(sum(terms), cap / eps)
