"""WRONG: Above Threshold needs noise on its bar too, or it pays for each day."""

from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_changed


class Visit(NamedTuple):
    day: int
    minutes: int


@mechanism(epsilon="eps")
def bar_without_noise(visits: Annotated[list[Visit], one_changed()], days: int, many: int, eps: Epsilon) -> list[bool]:
    out = []
    for day in range(days):
        n = sum(1 for v in visits if v.day == day)
        out.append(laplace(n, 1 / eps) > many)
    return out
