"""All rows of a user are replaced, three at most, each from 0 to cap."""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, clamp, laplace, mechanism, one_user_changed


@dataclass(frozen=True)
class Payment:
    payer: str
    sum: int


@mechanism(epsilon="eps", requires="cap >= 1")
def three_payments_changed(
    payments: Annotated[list[Payment], one_user_changed("payer", rows=3)], cap: int, eps: Epsilon
) -> int:
    return laplace(sum(clamp(p.sum, 0, cap) for p in payments), 3 * cap / eps)
