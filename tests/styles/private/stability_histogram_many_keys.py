"""The histogram of keys that are not known before, where every key may move, in other styles.

Claim: (n·ε, n·δ), as in `gallery/private/stability_histogram_many_keys.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, laplace, mechanism


class Cell(NamedTuple):
    shown: int


@mechanism(
    epsilon="len(counts) * eps",
    delta="len(counts) * delta",
    requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps",
)
def stability_histogram_many_keys_comprehension(
    counts: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    """A function in a function says what becomes of one count, and a comprehension asks it."""

    def cell(count: int) -> int:
        if count <= 0:
            return 0
        noisy = laplace(count, 1 / eps)
        return noisy if noisy > threshold else 0

    return [cell(count) for count in counts]


@mechanism(
    epsilon="len(counts) * eps",
    delta="len(counts) * delta",
    requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps",
)
def stability_histogram_many_keys_in_place(
    counts: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon, delta: Epsilon
) -> list[int]:
    """A list of zeros is filled where something is to be shown."""
    shown = [0] * len(counts)
    for i in range(len(counts)):
        if counts[i] > 0:
            noisy = laplace(counts[i], 1 / eps)
            if noisy > threshold:
                shown[i] = noisy
    return shown


@mechanism(
    epsilon="len(counts) * eps",
    delta="len(counts) * delta",
    requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps",
)
def stability_histogram_many_keys_records(
    counts: Annotated[list[int], each_within(1)], threshold: int, eps: Epsilon, delta: Epsilon
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
