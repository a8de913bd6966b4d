"""One number with noise, in other styles.

Claim: k·ε, as in `gallery/private/laplace_mechanism.py`.
"""

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, within


class Release(NamedTuple):
    value: int


@dataclass(frozen=True)
class Answer:
    value: int
    sensitivity: int


class Curator:
    """Adds noise of one scale."""

    def __init__(self, scale: Epsilon) -> None:
        self.scale = scale

    def release(self, value: int) -> int:
        return laplace(value, self.scale)


@mechanism(epsilon="k * eps", requires="k >= 0")
def laplace_mechanism_records(value: Annotated[int, within("k")], k: int, eps: Epsilon) -> Release:
    """The result is a named tuple."""
    return Release(value=laplace(value, 1 / eps))


@mechanism(epsilon="k * eps", requires="k >= 0")
def laplace_mechanism_dataclass(value: Annotated[int, within("k")], k: int, eps: Epsilon) -> Answer:
    """The result is a frozen dataclass, which holds the public bound as well."""
    return Answer(value=laplace(value, 1 / eps), sensitivity=k)


@mechanism(epsilon="k * eps", requires="k >= 0")
def laplace_mechanism_nested(value: Annotated[int, within("k")], k: int, eps: Epsilon) -> int:
    """A function in the function draws noise around 0."""

    def noise() -> int:
        return laplace(0, 1 / eps)

    return value + noise()


@mechanism(epsilon="k * eps", requires="k >= 0")
def laplace_mechanism_class(value: Annotated[int, within("k")], k: int, eps: Epsilon) -> int:
    """A small object holds the scale."""
    return Curator(1 / eps).release(value)
