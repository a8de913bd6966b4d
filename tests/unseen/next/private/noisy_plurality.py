"""The winner of a poll by a noisy maximum with one-sided noise. One ballot is replaced, so each count moves by at most
1; the winner's noise moves up by 2, at a cost of 2 * eps / 2."""

from typing import Annotated

from twinproof import Epsilon, mechanism, one_changed, one_sided_laplace

PARTIES = ("lily", "rose", "oak", "fern")


@mechanism(epsilon="eps")
def noisy_plurality(ballots: Annotated[list[str], one_changed()], eps: Epsilon) -> str:
    counts = {party: 0 for party in PARTIES}
    for ballot in ballots:
        if ballot in counts:
            counts[ballot] += 1
    noisy = {party: one_sided_laplace(count, 2 / eps) for party, count in counts.items()}
    return max(noisy, key=noisy.get)
