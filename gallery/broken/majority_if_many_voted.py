"""Which side has the majority, without noise, if a noisy test says that many have voted. Not private as claimed.

Claim: (ε, δ), for a threshold of at least 1 + log(1 / (2δ)) / ε. It does not hold for any δ below 1.

Source: propose, test, release, of Dwork, Lei, "Differential Privacy and Robust Statistics", STOC 2009, with a wrong
test.

What is wrong: how many have voted is not how far the majority is from changing. The test has to be about the lead.

A violating pair: votes (n, n) against (n + 1, n) for a large n: the test passes on both sides, and the answers
differ.
"""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(
    epsilon="eps",
    delta="delta",
    requires="len(votes) == 2 and delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps",
)
def majority_if_many_voted(
    votes: Annotated[list[int], one_within(1)], threshold: int, eps: Epsilon, delta: Epsilon
) -> bool | None:
    if laplace(votes[0] + votes[1], 1 / eps) > threshold:
        return votes[0] > votes[1]
    return None
