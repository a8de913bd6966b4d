from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_within


@mechanism(epsilon="eps")
def exceedance_counts(delays: Annotated[list[int], one_within(60)], eps: Epsilon) -> list[int]:
    """How many delays are over 1, 5 and 10 minutes: three counts of sensitivity 1 at eps / 3 each, then made decreasing by
    post-processing."""

    def over(minutes):
        return sum(1 for d in delays if d > minutes)

    released = []
    for t in (1, 5, 10):
        released.append(laplace(over(t), 3 / eps))
    return list(reversed(sorted(max(0, count) for count in released)))
