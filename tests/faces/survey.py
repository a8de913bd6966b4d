"""Mechanisms with texts, members of an enum, records, None and dictionaries; the tests read this file, and run it."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, within


class Color(Enum):
    RED = "r"
    GREEN = "g"
    BLUE = "b"


class Row(NamedTuple):
    kind: str
    value: int


@dataclass(frozen=True)
class Setting:
    color: Color
    limit: int | None


@mechanism(epsilon="eps")
def chosen(count: Annotated[int, within(1)], color: Color, setting: Setting, place: str, eps: Epsilon) -> Row | None:
    """A row, or nothing."""
    noisy = laplace(count, 1 / eps)
    if color == Color.RED:
        return Row("north", noisy)
    if place == "south" and setting.limit is not None:
        return Row(place, noisy)
    if place == "west":
        return Row(place, 0)
    return None


@mechanism(epsilon="eps")
def half(count: Annotated[int, within(2)], color: Color, row: Row, limit: int | None, eps: Epsilon) -> dict[str, int]:
    """Half of the noise that it needs, for one color."""
    noisy = laplace(count, 1 / eps)
    if color == Color.BLUE and limit is None:
        return {"north": noisy, "south": 0}
    return {"north": 0, "south": 1}


@mechanism(epsilon="eps")
def beyond(count: Annotated[int, within(1)], color: Color, limit: int | None, eps: Epsilon) -> Color | None:
    """It would break its claim for a fourth color only, and for a None with a number: neither can be passed."""
    noisy = laplace(count, 1 / eps)
    if color != Color.RED and color != Color.GREEN and color != Color.BLUE:
        return Color.GREEN if count > 0 else None
    return color if noisy > 0 else None


@mechanism(epsilon="eps")
def above(count: Annotated[int, within(1)], bounds: dict[str, int], colors: list[Color], eps: Epsilon) -> list[Color]:
    """A dictionary with keys that are known when it runs."""
    noisy = laplace(count, 1 / eps)
    if noisy > bounds["north"]:
        return colors
    return []


@mechanism(epsilon="eps")
def leaky(count: Annotated[int, within(1)], color: Color, row: Row | None, eps: Epsilon) -> Row | None:
    """Whether there is a row depends on the count alone."""
    if count > 0 and color == Color.GREEN:
        return Row("east", 1)
    return None
