"""A cap that about a quarter of the payments exceed, by the exponential mechanism, and the sum of payments under that
cap. The scores move by at most 3, so rate eps / 12 costs eps / 2; the sum costs the other half."""

from typing import Annotated

from twinproof import Epsilon, choose, clamp, laplace, mechanism, one_added_or_removed

CAPS = (10, 100, 1000)


@mechanism(epsilon="eps")
def cap_chosen_then_summed(
    payments: Annotated[list[int], one_added_or_removed()], eps: Epsilon
) -> tuple[int, int]:
    scores: list[int] = []
    for candidate in CAPS:
        above = sum(1 for payment in payments if payment > candidate)
        scores.append(-abs(4 * above - len(payments)))
    cap = CAPS[choose(scores, eps / 12)]
    total = sum(clamp(payment, 0, cap) for payment in payments)
    return cap, laplace(total, 2 * cap / eps)
