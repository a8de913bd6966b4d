"""A vector with Gaussian noise, in other styles.

Claim: ρ-zCDP, as in `gallery/private/gaussian_vector.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, gaussian, mechanism, moves_by_l2

class Released(NamedTuple):
    values: list[int]


@mechanism(zcdp="rho", requires="k >= 1")
def gaussian_vector_loop(entries: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon) -> list[int]:
    """A loop that appends."""
    noisy: list[int] = []
    for entry in entries:
        noisy.append(gaussian(entry, variance=k / (2 * rho)))
    return noisy


@mechanism(zcdp="rho", requires="k >= 1")
def gaussian_vector_in_place(entries: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon) -> list[int]:
    """A copy whose entries are replaced."""
    cells = list(entries)
    for i in range(len(cells)):
        cells[i] = gaussian(cells[i], variance=k / (2 * rho))
    return cells


@mechanism(zcdp="rho", requires="k >= 1")
def gaussian_vector_records(entries: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon) -> Released:
    """The result is a record."""
    return Released([gaussian(entry, variance=k / (2 * rho)) for entry in entries])
