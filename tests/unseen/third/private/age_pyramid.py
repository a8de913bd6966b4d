"""People by sex and by bands of twenty years, in a dictionary whose keys are pairs. A person is in one cell, all cells
are there whatever the data, and each has noise for 1."""

from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_added_or_removed


class Sex(Enum):
    FEMALE = "f"
    MALE = "m"


class Person(NamedTuple):
    sex: Sex
    age: int


@mechanism(epsilon="eps")
def age_pyramid(people: Annotated[list[Person], one_added_or_removed()], eps: Epsilon) -> list[int]:
    cells: dict[tuple[Sex, int], int] = {}
    for sex in Sex:
        for band in range(4):
            cells[(sex, band)] = 0
    for person in people:
        cells[(person.sex, clamp(person.age // 20, 0, 3))] += 1
    return [laplace(cells[(sex, band)], 1 / eps) for sex in Sex for band in range(4)]
