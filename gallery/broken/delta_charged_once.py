"""Two keys of one user, each shown if its noisy count is high, for the δ of one. Not private as claimed.

Claim: (2ε, δ), for a threshold of at least 1 + log(1 / (2δ)) / ε. It does not hold; (2ε, 2δ) does.

Source: Korolova, Kenthapadi, Mishra, Ntoulas, "Releasing Search Queries and Clicks Privately", WWW 2009, altered: a
slip in the composition.

What is wrong: ε is charged for both keys, and δ for one. Either key of a user who is new may show.

A violating pair: the counts (1, 1) against (0, 0), with a small ε. The event is that one of the two is shown.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, within


@mechanism(epsilon="2 * eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def delta_charged_once(
    first: Annotated[int, within(1)],
    second: Annotated[int, within(1)],
    threshold: int,
    eps: Epsilon,
    delta: Epsilon,
) -> tuple[bool, bool]:
    first_shown = first > 0 and laplace(first, 1 / eps) > threshold
    second_shown = second > 0 and laplace(second, 1 / eps) > threshold
    return first_shown, second_shown
