"""The outcome of a vote from its ballots, if a noisy margin is wide. One ballot moves the margin by two."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@mechanism(epsilon="eps", delta="exp(-(t - 2) * eps / 2) / 2", requires="t >= 2")
def vote_if_clear(ballots: Annotated[list[bool], one_changed()], t: int, eps: Epsilon) -> bool | None:
    ayes = sum(ballots)
    margin = abs(2 * ayes - len(ballots))
    if laplace(margin, 2 / eps) <= t:
        return None
    return 2 * ayes > len(ballots)
