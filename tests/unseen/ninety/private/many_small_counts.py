"""Many counts with a little budget each, accounted by advanced composition (Dwork, Rothblum, Vadhan).

hard. The textbook's formula, for any number of counts.
"""

from typing import Annotated

from twinproof import Epsilon, each_within, laplace, mechanism


@mechanism(
    epsilon="sqrt(2 * len(counts) * log(1 / delta)) * eps0 + len(counts) * eps0 * (exp(eps0) - 1)",
    delta="delta",
    requires="delta < 1",
)
def many_small_counts(counts: Annotated[list[int], each_within(1)], eps0: Epsilon, delta: Epsilon) -> list[int]:
    return [laplace(count, 1 / eps0) for count in counts]
