"""A vector whose entries all move, in other styles. Not private as claimed.

Claim: ρ-zCDP, which does not hold, as in `gallery/broken/concentrated_norm_for_each.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, gaussian, mechanism

class Released(NamedTuple):
    values: list[int]


@mechanism(zcdp="rho")
def concentrated_norm_for_each_loop(values: Annotated[list[int], each_within(1)], rho: Epsilon) -> list[int]:
    """A loop that appends."""
    noisy: list[int] = []
    for entry in values:
        noisy.append(gaussian(entry, variance=1 / (2 * rho)))
    return noisy


@mechanism(zcdp="rho")
def concentrated_norm_for_each_in_place(values: Annotated[list[int], each_within(1)], rho: Epsilon) -> list[int]:
    """A copy whose entries are replaced."""
    cells = list(values)
    for i in range(len(cells)):
        cells[i] = gaussian(cells[i], variance=1 / (2 * rho))
    return cells


@mechanism(zcdp="rho")
def concentrated_norm_for_each_records(values: Annotated[list[int], each_within(1)], rho: Epsilon) -> Released:
    """The result is a record."""
    return Released([gaussian(entry, variance=1 / (2 * rho)) for entry in values])
