"""All two-way marginals of three yes-no columns: three tables of four cells.

Claim: ε, when one row may come or go.

Source: Barak, Chaudhuri, Dwork, Kale, McSherry, Talwar, "Privacy, Accuracy, and Consistency Too", PODS 2007, in its
plain form with noise on every cell.

Coupling: a row counts in one cell of each table. Three cells move by 1: 1 unit of ε/3 each.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Person(NamedTuple):
    employed: bool
    insured: bool
    owner: bool


def table(pairs: list[tuple[bool, bool]], eps: Epsilon) -> list[int]:
    cells = [0, 0, 0, 0]
    for first, second in pairs:
        cells[2 * int(first) + int(second)] += 1
    return [laplace(cell, 3 / eps) for cell in cells]


@mechanism(epsilon="eps")
def marginals_two_way(
    people: Annotated[list[Person], one_added_or_removed()],
    eps: Epsilon,
) -> tuple[list[int], list[int], list[int]]:
    work_and_cover = table([(p.employed, p.insured) for p in people], eps)
    work_and_home = table([(p.employed, p.owner) for p in people], eps)
    cover_and_home = table([(p.insured, p.owner) for p in people], eps)
    return work_and_cover, work_and_home, cover_and_home
