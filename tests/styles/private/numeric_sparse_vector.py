"""Numeric Sparse Vector, in other styles: the values of the finds, with fresh noise, and 0 for all others.

Claim: ε, as in `gallery/private/numeric_sparse_vector.py`.
"""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, each_within, laplace, mechanism


class Scales(NamedTuple):
    """Of the noise on the threshold, on the answers that are compared, and on the values that are released."""

    threshold: Epsilon
    compared: Epsilon
    released: Epsilon


class Comparison:
    """Compares answers with a bar that stays."""

    def __init__(self, bar: int, scale: Epsilon) -> None:
        self.bar = bar
        self.scale = scale

    def is_above(self, answer: int) -> bool:
        return laplace(answer, self.scale) >= self.bar


@mechanism(epsilon="eps", requires="c >= 1")
def numeric_sparse_vector_zip(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[int]:
    """All comparisons first, then the cut, then fresh noise for the finds: three comprehensions and two slices."""
    bar = laplace(threshold, 3 / eps)
    above = [laplace(answer, 6 * c / eps) >= bar for answer in answers]
    finds = [i for i, hit in enumerate(above) if hit]
    end = len(answers) if len(finds) < c else finds[c - 1] + 1
    return [laplace(answer, 3 * c / eps) if hit else 0 for answer, hit in zip(answers[:end], above[:end])]


@mechanism(epsilon="eps", requires="c >= 1")
def numeric_sparse_vector_in_place(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[int]:
    """A list of zeros that is set in place where something was found."""
    bar = laplace(threshold, 3 / eps)
    released = [0] * len(answers)
    given = 0
    for i, answer in enumerate(answers):
        if laplace(answer, 6 * c / eps) >= bar:
            released[i] = laplace(answer, 3 * c / eps)
            given += 1
        if given == c:
            return released[: i + 1]
    return released


@mechanism(epsilon="eps", requires="c >= 1")
def numeric_sparse_vector_records(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[int]:
    """The three scales stand in a record."""
    scales = Scales(threshold=3 / eps, compared=6 * c / eps, released=3 * c / eps)
    bar = laplace(threshold, scales.threshold)
    released: list[int] = []
    left = c
    for answer in answers:
        if left == 0:
            break
        if laplace(answer, scales.compared) < bar:
            released.append(0)
            continue
        released.append(laplace(answer, scales.released))
        left -= 1
    return released


@mechanism(epsilon="eps", requires="c >= 1")
def numeric_sparse_vector_class(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[int]:
    """A small object compares, a function in the function gives the value, or None for what was below."""
    comparison = Comparison(bar=laplace(threshold, 3 / eps), scale=6 * c / eps)

    def value(answer: int) -> int | None:
        return laplace(answer, 3 * c / eps) if comparison.is_above(answer) else None

    released: list[int] = []
    given = 0
    for answer in answers:
        found = value(answer)
        if found is None:
            released.append(0)
        else:
            released.append(found)
            given += 1
        if given == c:
            break
    return released


@mechanism(epsilon="eps", requires="c >= 1")
def numeric_sparse_vector_generator(
    answers: Annotated[list[int], each_within(1)],
    threshold: int,
    c: int,
    eps: Epsilon,
) -> list[int]:
    """Comparisons come from a generator, one at a time; how many were above is counted in a list of them."""
    bar = laplace(threshold, 3 / eps)
    released: list[int] = []
    hits: list[bool] = []
    for answer, hit in ((answer, laplace(answer, 6 * c / eps) >= bar) for answer in answers):
        released.append(laplace(answer, 3 * c / eps) if hit else 0)
        hits.append(hit)
        if hits.count(True) == c:
            break
    return released
