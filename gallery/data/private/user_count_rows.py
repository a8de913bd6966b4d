"""A filtered count, when nobody has more than three rows.

Claim: ε, when the rows of one user, three at most, are replaced.

Source: ordinary code (group privacy).

Coupling: three rows count or do not, so the counts differ by at most 3: 3 units of ε/3.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_changed


class Answer(NamedTuple):
    user: int
    agrees: bool


@mechanism(epsilon="eps")
def user_count_rows(answers: Annotated[list[Answer], one_user_changed("user", rows=3)], eps: Epsilon) -> int:
    return laplace(len([answer for answer in answers if answer.agrees]), 3 / eps)
