"""One ballot moves the margin by two, and the noise is for one."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps", delta="exp(-(t - 2) * eps) / 2", requires="t >= 2")
def vote_margin_as_one(ballots: Annotated[list[bool], one_changed()], t: int, eps: Epsilon) -> bool | None:
    ayes = sum(ballots)
    margin = abs(2 * ayes - len(ballots))
    if laplace(margin, 1 / eps) <= t:
        return None
    return 2 * ayes > len(ballots)
