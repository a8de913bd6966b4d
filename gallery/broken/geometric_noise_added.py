"""A count that geometric noise is added to. Not private as claimed, whatever ε is.

Claim: ε. It does not hold for any ε; the difference of two geometric draws is two-sided, and enough.

Source: Ghosh, Roughgarden, Sundararajan, "Universally Utility-Maximizing Privacy Mechanisms", STOC 2009: the geometric
mechanism draws two-sided noise. The function of that name in libraries is often one-sided.

What is wrong: the noise never falls below 0, so the output tells that the count is no larger.

A violating pair: 0 against 1. The event is the output 0.
"""

from typing import Annotated

from twinproof import Epsilon, geometric, mechanism, within


@mechanism(epsilon="eps")
def geometric_noise_added(count: Annotated[int, within(1)], eps: Epsilon) -> int:
    return count + geometric(1 / eps)
