"""A noisy count of members and one of guests, with the same draw on both. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold, and no other bound does.

Source: ordinary code.

What is wrong: the difference of the two answers has no noise.

A violating pair: no rows against one member. The answers differ by 0 and by 1.
"""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@dataclass(frozen=True)
class Visitor:
    member: bool
    age: int


@mechanism(epsilon="eps")
def one_draw_for_both(visitors: Annotated[list[Visitor], one_added_or_removed()], eps: Epsilon) -> tuple[int, int]:
    noise = laplace(0, 1 / eps)
    members = [visitor for visitor in visitors if visitor.member]
    guests = [visitor for visitor in visitors if not visitor.member]
    return len(members) + noise, len(guests) + noise
