"""How many loans are in default, where a borrower has at most four. All loans of one borrower together move the count
by 4 at most."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_added_or_removed


class Loan(NamedTuple):
    borrower: int
    months_late: int


@mechanism(epsilon="eps")
def loans_in_default(loans: Annotated[list[Loan], one_user_added_or_removed("borrower", rows=4)], eps: Epsilon) -> int:
    late = [loan for loan in loans if loan.months_late > 3]
    return laplace(len(late), 4 / eps)
