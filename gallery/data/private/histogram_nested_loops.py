"""A histogram by two nested loops: for each public key, all rows are gone through.

Claim: ε, when one row may come or go.

Source: ordinary code.

Coupling: the row that comes or goes is found under at most one key. Equal noisy counts cost 1 unit of ε there, and
nothing under the other keys. The keys are distinct: they are 0, 10, 20, and so on.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Visit(NamedTuple):
    ward: int
    days: int


@mechanism(epsilon="eps")
def histogram_nested_loops(
    visits: Annotated[list[Visit], one_added_or_removed()],
    wards: int,
    eps: Epsilon,
) -> list[tuple[int, int]]:
    table = []
    for i in range(wards):
        ward = 10 * i
        count = 0
        for visit in visits:
            if visit.ward == ward:
                count += 1
        table.append((ward, laplace(count, 1 / eps)))
    return table
