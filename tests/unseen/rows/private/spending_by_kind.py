"""Totals by kind in a dictionary over an enum."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Kind(Enum):
    FOOD = 1
    RENT = 2
    FUN = 3


@dataclass(frozen=True)
class Expense:
    kind: Kind
    cents: int


@mechanism(epsilon="eps", requires="limit >= 1")
def spending_by_kind(expenses: Annotated[list[Expense], one_added_or_removed()], limit: int, eps: Epsilon) -> dict[Kind, int]:
    totals = {kind: 0 for kind in Kind}
    for expense in expenses:
        totals[expense.kind] += min(max(expense.cents, 0), limit)
    noisy = {}
    for kind, total in totals.items():
        noisy[kind] = laplace(total, limit / eps)
    return noisy
