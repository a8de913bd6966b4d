"""Report noisy max with one-sided noise.

middling. The winner's noise is 2 more in the other run: 2 * (eps / 2).
"""

from typing import Annotated

from twinproof import Epsilon, each_within, geometric, mechanism


@mechanism(epsilon="eps", requires="len(levels) >= 1")
def loudest_sensor(levels: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    noisy = [level + geometric(2 / eps) for level in levels]
    return max(range(len(noisy)), key=lambda i: noisy[i])
