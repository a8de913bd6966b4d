# Judged before running: hard.
from typing import Annotated

from twinproof import Epsilon, choose, clamp, laplace, mechanism, one_added_or_removed

CAPS = (10, 50, 100, 500)


@mechanism(epsilon="eps")
def bound_then_sum(amounts: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> tuple[int, int]:
    """Half of the budget chooses a clipping bound (all scores fall together), half pays for the sum clipped at it."""
    scores = [-sum(1 for amount in amounts if amount > cap) - cap // 10 for cap in CAPS]
    cap = CAPS[choose(scores, eps / 2)]
    total = sum(clamp(amount, 0, cap) for amount in amounts)
    return cap, laplace(total, 2 * cap / eps)
