"""Two disjoint parts of the data are asked different questions: a total of one part, a count of the other.

Claim: ε, when one row may come or go.

Source: McSherry, "Privacy Integrated Queries", SIGMOD 2009 (parallel composition).

Coupling: a row is either a loan or a saving. A loan moves the total by at most 300, at ε/300 each; a saving moves the
count by at most 1, at ε. Never both.
"""

from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Kind(Enum):
    LOAN = 0
    SAVING = 1


class Account(NamedTuple):
    kind: Kind
    amount: int


def total_of_loans(accounts: list[Account], most: int) -> int:
    total = 0
    for account in accounts:
        if account.kind == Kind.LOAN:
            total += min(max(account.amount, 0), most)
    return total


def large_savings(accounts: list[Account], limit: int) -> int:
    return sum(1 for account in accounts if account.kind == Kind.SAVING and account.amount > limit)


@mechanism(epsilon="eps")
def partition_different_questions(
    accounts: Annotated[list[Account], one_added_or_removed()],
    limit: int,
    eps: Epsilon,
) -> tuple[int, int]:
    loans = laplace(total_of_loans(accounts, 300), 300 / eps)
    savings = laplace(large_savings(accounts, limit), 1 / eps)
    return loans, savings
