"""Sparse Vector "with gap" that releases the noisy answer instead of the gap, in other styles. Not private.

Claim: ε, which does not hold, as in `gallery/broken/gap_sparse_vector_leak.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, laplace, mechanism

BELOW = -1


class Comparison(NamedTuple):
    above: bool
    noisy: int


class Gate:
    """A bar that was drawn once, and the scale of the noise on what is compared with it."""

    def __init__(self, bar: int, scale: Epsilon) -> None:
        self.bar = bar
        self.scale = scale

    def value(self, answer: int) -> int | None:
        noisy = laplace(answer, self.scale)
        return noisy if noisy >= self.bar else None


@mechanism(epsilon="eps", requires="c >= 1")
def gap_sparse_vector_leak_generator(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[int]:
    """Noisy answers come from a generator, one at a time."""
    bar = laplace(threshold, 2 / eps)
    out: list[int] = []
    found = 0
    for noisy in (laplace(answer, 4 * c / eps) for answer in answers):
        out.append(noisy if noisy >= bar else BELOW)
        found += int(noisy >= bar)
        if found == c:
            break
    return out


@mechanism(epsilon="eps", requires="c >= 1")
def gap_sparse_vector_leak_in_place(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[int]:
    """A list of −1 that is set in place, and a slice of it as the result."""
    bar = laplace(threshold, 2 / eps)
    out = [BELOW] * len(answers)
    asked = found = 0
    while asked < len(answers) and found < c:
        noisy = laplace(answers[asked], 4 * c / eps)
        if noisy >= bar:
            out[asked] = noisy
            found += 1
        asked += 1
    return out[:asked]


@mechanism(epsilon="eps", requires="c >= 1")
def gap_sparse_vector_leak_records(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[int]:
    """A nested function gives a record of the comparison."""
    bar = laplace(threshold, 2 / eps)

    def compare(answer: int) -> Comparison:
        noisy = laplace(answer, 4 * c / eps)
        return Comparison(above=noisy >= bar, noisy=noisy)

    out: list[int] = []
    left = c
    for answer in answers:
        comparison = compare(answer)
        if comparison.above:
            out.append(comparison.noisy)
            left -= 1
            if left == 0:
                break
        else:
            out.append(BELOW)
    return out


@mechanism(epsilon="eps", requires="c >= 1")
def gap_sparse_vector_leak_class(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[int]:
    """An object holds the bar and gives None for what is below."""
    gate = Gate(laplace(threshold, 2 / eps), 4 * c / eps)
    out: list[int] = []
    found = 0
    for answer in answers:
        value = gate.value(answer)
        if value is None:
            out.append(BELOW)
            continue
        out.append(value)
        found += 1
        if found == c:
            return out
    return out
