"""Near misses of `fresh/as_people_write.py`: one thing is wrong in each."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, each_within, laplace, mechanism, one_within, within


class Level(Enum):
    LOW = "low"
    MID = "mid"
    HIGH = "high"


@dataclass(frozen=True)
class Report:
    level: Level
    total: int


class Reading(NamedTuple):
    position: int
    noisy: int


@mechanism(epsilon="a + b")
def graded_both_ways(steps: Annotated[list[int], one_within(9)], cap: int, a: Epsilon, b: Epsilon) -> Report:
    """Clamped below at minus the cap: it moves twice as far."""
    top = max(1, cap)
    total = laplace(sum(clamp(s, -top, top) for s in steps), top / a)
    active = laplace(len([s for s in steps if s > 0]), 1 / b)
    return Report(Level.LOW if active < 3 else Level.HIGH, total)


@mechanism(epsilon="eps", requires="rounds >= 1")
def rest_not_taken(x: Annotated[int, within(1)], rounds: int, eps: Epsilon) -> list[int]:
    """Each round takes a third of the whole."""
    rest = eps
    out = []
    for _ in range(rounds):
        share = rest / 3
        out += [laplace(x, 1 / share)]
    return [0, *out]


@mechanism(epsilon="eps")
def by_shelf_twice(sold: Annotated[list[int], one_within(1)], shelf: list[int], eps: Epsilon) -> dict[int, int]:
    """What was sold counts on the first shelf as well."""
    stock = {1: 0, 2: 0, 3: 0}
    for s, n in zip(shelf, sold, strict=False):
        if s in stock:
            stock[s] += n
            stock[1] += n
    return {s: laplace(n, 1 / eps) for s, n in stock.items()}


@mechanism(epsilon="eps")
def first_reading_shown(answers: Annotated[list[int], each_within(1)], bar: int, eps: Epsilon) -> int | None:
    """The noisy value that was compared is released."""
    limit = laplace(bar, 2 / eps)
    readings = [Reading(i, laplace(answer, 4 / eps)) for i, answer in enumerate(answers)]
    above = [reading for reading in readings if reading.noisy > limit]
    return above[0].noisy if above else None


@mechanism(epsilon="eps")
def last_reading(answers: Annotated[list[int], each_within(1)], bar: int, eps: Epsilon) -> tuple[int, int]:
    """How many were above, and the last of them."""
    limit = laplace(bar, 2 / eps)
    readings = [Reading(i, laplace(answer, 4 / eps)) for i, answer in enumerate(answers)]
    above = [reading.position for reading in readings if reading.noisy > limit]
    return (len(above), above[-1]) if above else (0, -1)


@mechanism(epsilon="eps", requires="len(votes) >= 1")
def first_word_too_little_noise(votes: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """Half the noise."""
    tallies = [laplace(v, 1 / eps) for v in votes]
    highest = max(tallies)
    return tallies.index(highest) + 1


@mechanism(epsilon="eps", requires="len(votes) >= 1")
def word_and_tally(votes: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    """The tally is released with its place."""
    tallies = [laplace(v, 2 / eps) for v in votes]
    highest = max(tallies)
    return tallies.index(highest), highest


@mechanism(epsilon="eps", requires="c >= 1")
def one_more_than_was_paid(answers: Annotated[list[int], each_within(1)], bar: int, c: int, eps: Epsilon) -> list[bool]:
    """It stops at one find too many."""
    limit = laplace(bar, 2 / eps)
    said: list[bool] = []
    for answer in answers:
        said.append(laplace(answer, 4 * c / eps) >= limit)
        if said.count(True) > c:
            break
    return said


@mechanism(epsilon="eps")
def clipped_but_the_last(amounts: Annotated[list[int], one_within(50)], eps: Epsilon) -> int:
    """The last amount is not clipped."""
    clipped = list(amounts)
    for i in range(len(clipped) - 1):
        clipped[i] = max(0, min(clipped[i], 7))
    return laplace(sum(clipped), 7 / eps)
