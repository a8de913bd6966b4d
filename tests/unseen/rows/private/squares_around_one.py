"""Squares of values from -3 to 5, which are 25 at most."""

from dataclasses import dataclass
from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_changed


@dataclass(frozen=True)
class Sample:
    value: int


@mechanism(epsilon="eps")
def squares_around_one(samples: Annotated[list[Sample], one_changed()], eps: Epsilon) -> int:
    total = 0
    for s in samples:
        v = max(-3, min(5, s.value))
        total = total + v * v
    return laplace(total, 25 / eps)
