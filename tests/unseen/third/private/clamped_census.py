"""How many of the people in a census hold a passport. The number of people is public as one of them is replaced, so the
noisy count may be cut to it."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, clamp, laplace, mechanism, one_changed


class Person(NamedTuple):
    born: int
    passport: bool


@mechanism(epsilon="eps")
def clamped_census(people: Annotated[list[Person], one_changed()], eps: Epsilon) -> int:
    holders = 0
    for person in people:
        holders += int(person.passport)
    return clamp(laplace(holders, 1 / eps), 0, len(people))
