"""The spending of a sample in which each customer is with probability 1/5, cut to 50. Sampling brings eps down to log(1
+ (exp(eps) - 1) / 5) where a customer comes or goes."""

from fractions import Fraction
from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, coin, laplace, mechanism, one_added_or_removed

SHARE = Fraction(1, 5)


class Customer(NamedTuple):
    region: int
    spent: int
    refunded: int


def spending(customer):
    return clamp(customer.spent - customer.refunded, 0, 50)


@mechanism(epsilon="log(1 + (exp(eps) - 1) / 5)")
def sampled_spend(customers: Annotated[list[Customer], one_added_or_removed()], eps: Epsilon) -> int:
    total = 0
    for customer in customers:
        if coin(SHARE):
            total += spending(customer)
    return laplace(total, 50 / eps)
