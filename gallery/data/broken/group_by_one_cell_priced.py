"""Totals by group with noise for one group, where one row may be replaced. Not private as claimed.

Claim: ε, when one row is replaced. It does not hold; 2ε does.

Source: ordinary code. Compare `gallery/data/private/group_by_sum_changed.py`.

What is wrong: a row that changes its group takes its value out of one total and brings another into a second one.

A violating pair: most = 1, the rows ((A, 1)) against ((B, 1)), so the totals (1, 0) against (0, 1). The output (1, 0)
loses ε in each of the two.
"""

from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


class Group(Enum):
    A = 0
    B = 1


class Entry(NamedTuple):
    group: Group
    value: int


@mechanism(epsilon="eps", requires="most >= 1")
def group_by_one_cell_priced(
    entries: Annotated[list[Entry], one_changed()],
    most: int,
    eps: Epsilon,
) -> dict[Group, int]:
    totals = {Group.A: 0, Group.B: 0}
    for entry in entries:
        totals[entry.group] += clamp(entry.value, 0, most)
    return {group: laplace(total, most / eps) for group, total in totals.items()}
