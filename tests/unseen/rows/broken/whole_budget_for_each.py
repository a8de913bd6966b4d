"""WRONG: each of three counts that may hold the same row has the whole budget."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed


class Person(NamedTuple):
    adult: bool
    member: bool
    active: bool


@mechanism(epsilon="eps")
def whole_budget_for_each(people: Annotated[list[Person], one_added_or_removed()], eps: Epsilon) -> tuple[int, int, int]:
    adults = sum(1 for p in people if p.adult)
    members = sum(1 for p in people if p.member)
    active = sum(1 for p in people if p.active)
    return laplace(adults, 1 / eps), laplace(members, 2 / eps), laplace(active, 2 / eps)
