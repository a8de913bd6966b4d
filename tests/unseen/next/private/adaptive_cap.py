"""A sum whose cap depends on how many payments are large, as a noisy count says. The count costs eps / 2; then the cap
is known, the sum moves by at most that, and costs eps / 2."""

from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed

LOW = 100
HIGH = 1000


@mechanism(epsilon="eps")
def adaptive_cap(payments: Annotated[list[int], one_added_or_removed()], enough: int, eps: Epsilon) -> tuple[int, int]:
    large = laplace(sum(1 for payment in payments if payment > LOW), 2 / eps)
    cap = HIGH if large > enough else LOW
    total = 0
    for payment in payments:
        total += clamp(payment, 0, cap)
    return cap, laplace(total, 2 * cap / eps)
