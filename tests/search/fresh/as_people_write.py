"""Private mechanisms in the Python that people write: comprehensions, records, dictionaries, the rest of a budget."""

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
def graded(steps: Annotated[list[int], one_within(9)], cap: int, a: Epsilon, b: Epsilon) -> Report:
    """A clamped total and a count; the count is told as a level."""
    top = max(1, cap)
    total = laplace(sum(clamp(s, 0, top) for s in steps), top / a)
    active = laplace(len([s for s in steps if s > 0]), 1 / b)
    if active < 3:
        return Report(Level.LOW, total)
    return Report(Level.MID if active < 10 else Level.HIGH, total)


@mechanism(epsilon="eps", requires="rounds >= 1")
def rest_in_rounds(x: Annotated[int, within(1)], rounds: int, eps: Epsilon) -> list[int]:
    """Each round takes a third of what is left."""
    rest = eps
    out = []
    for _ in range(rounds):
        share = rest / 3
        out += [laplace(x, 1 / share)]
        rest = rest - share
    return [0, *out]


@mechanism(epsilon="eps")
def by_shelf(sold: Annotated[list[int], one_within(1)], shelf: list[int], eps: Epsilon) -> dict[int, int]:
    """What was sold, by public shelf."""
    stock = {1: 0, 2: 0, 3: 0}
    for s, n in zip(shelf, sold, strict=False):
        if s in stock:
            stock[s] += n
    return {s: laplace(n, 1 / eps) for s, n in stock.items()}


@mechanism(epsilon="eps")
def first_reading(answers: Annotated[list[int], each_within(1)], bar: int, eps: Epsilon) -> int | None:
    """Records, of which those above are kept; the first one's position."""
    limit = laplace(bar, 2 / eps)
    readings = [Reading(i, laplace(answer, 4 / eps)) for i, answer in enumerate(answers)]
    above = [reading for reading in readings if reading.noisy > limit]
    return above[0].position if above else None


@mechanism(epsilon="eps", requires="len(votes) >= 1")
def second_word(votes: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    """The highest tally first, then where it stands, counted from one."""
    tallies = [laplace(v, 2 / eps) for v in votes]
    highest = max(tallies)
    return tallies.index(highest) + 1


@mechanism(epsilon="eps", requires="c >= 1")
def counted_in_what_was_said(
    answers: Annotated[list[int], each_within(1)], bar: int, c: int, eps: Epsilon
) -> list[bool]:
    """Sparse Vector that counts its finds in its own output."""
    limit = laplace(bar, 2 / eps)
    said: list[bool] = []
    for answer in answers:
        said.append(laplace(answer, 4 * c / eps) >= limit)
        if said.count(True) == c:
            break
    return said


@mechanism(epsilon="eps")
def clipped_in_place(amounts: Annotated[list[int], one_within(50)], eps: Epsilon) -> int:
    """A copy is clipped in place, and then added up."""
    clipped = list(amounts)
    for i in range(len(clipped)):
        clipped[i] = max(0, min(clipped[i], 7))
    return laplace(sum(clipped), 7 / eps)
