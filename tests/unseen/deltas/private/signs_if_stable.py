"""Propose, test, release for each of a list, of which one moves."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps", delta="exp(-t * eps) / 2", requires="t >= 1")
def signs_if_stable(xs: Annotated[list[int], one_within(1)], t: int, eps: Epsilon) -> list[int]:
    out = []
    for x in xs:
        answer = 0
        if x > 0:
            if laplace(x - 1, 1 / eps) > t:
                answer = 1
        else:
            if laplace(-x, 1 / eps) > t:
                answer = -1
        out.append(answer)
    return out
