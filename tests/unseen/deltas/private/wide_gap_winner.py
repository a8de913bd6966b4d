"""The leader of two, if the noisy gap between them is wide; both counts may move."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="eps", delta="exp(-(t - 1) * eps / 2)", requires="t >= 2")
def wide_gap_winner(
    a: Annotated[int, within(1)], b: Annotated[int, within(1)], t: int, eps: Epsilon
) -> str | None:
    gap = abs(a - b)
    if laplace(gap, 2 / eps) > t:
        return "a" if a > b else "b"
    return None
