"""How many people there are, with noise for the number of teams that were found. Not private as claimed.

Claim: ε, when one row may come or go. It does not hold: how much noise there is tells about the teams.

Source: ordinary code; a scale from the number of distinct values is a slip that Cebere et al. found in libraries
("Privacy in Theory, Bugs in Practice", PETS 2026).

What is wrong: the scale grows with the number of teams, and one row may bring a new team. An output far away is more
likely with the larger scale.

A violating pair: one person of the team "a" against two persons, of the teams "a" and "b". The scales are 1/ε and 2/ε.
"""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


@dataclass(frozen=True)
class Person:
    team: str
    hours: int


@mechanism(epsilon="eps")
def scale_from_groups_found(people: Annotated[list[Person], one_added_or_removed()], eps: Epsilon) -> int:
    sizes: dict[str, int] = {}
    for person in people:
        sizes[person.team] = sizes.get(person.team, 0) + 1
    return laplace(sum(sizes.values()), max(1, len(sizes)) / eps)
