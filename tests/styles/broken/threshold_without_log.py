"""A histogram of keys that are not known before, with a threshold that does not know δ, in other styles.

Claim: (ε, δ), which does not hold, as in `gallery/broken/threshold_without_log.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_within


class Cell(NamedTuple):
    shown: int


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + 1 / eps")
def threshold_without_log_comprehension(
    counts: Annotated[list[int], one_within(1)], threshold: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    """A function in a function says what becomes of one count, and a comprehension asks it."""

    def cell(count: int) -> int:
        if count <= 0:
            return 0
        noisy = laplace(count, 1 / eps)
        return noisy if noisy > threshold else 0

    return [cell(count) for count in counts]


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + 1 / eps")
def threshold_without_log_in_place(
    counts: Annotated[list[int], one_within(1)], threshold: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    """A list of zeros is filled where something is to be shown."""
    shown = [0] * len(counts)
    for i in range(len(counts)):
        if counts[i] > 0:
            noisy = laplace(counts[i], 1 / eps)
            if noisy > threshold:
                shown[i] = noisy
    return shown


@mechanism(epsilon="eps", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + 1 / eps")
def threshold_without_log_records(
    counts: Annotated[list[int], one_within(1)], threshold: int, eps: Epsilon, delta: Epsilon
) -> list[Cell]:
    """The result is a list of records."""
    cells: list[Cell] = []
    for count in counts:
        if count > 0:
            noisy = laplace(count, 1 / eps)
            cells.append(Cell(noisy if noisy > threshold else 0))
        else:
            cells.append(Cell(0))
    return cells
