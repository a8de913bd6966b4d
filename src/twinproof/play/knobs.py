"""Inputs that can be moved: which numbers have a slider, how far it goes, and the inputs with one number moved."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Json = dict[str, Any]
Path = tuple[str | int, ...]

_MOST = 12  # sliders of one input
_LARGEST = 1000  # of a number that has a slider
_ROOM = 5  # around the numbers that are there
_SMALL = Fraction(15, 100)  # a real that is smaller moves by factors
_STEP = Fraction(1, 20)
_TINY = [str(Fraction(m, 10**e)) for e in range(6, 0, -1) for m in (1, 2, 5)]


@dataclass(frozen=True, slots=True)
class Slider:
    """A number of an input, by the way to it, and the values that it may have, in order."""

    path: Path
    label: str
    choices: tuple[int | str, ...]

    def position(self, inputs: Json) -> int:
        """Which of the choices the number is nearest to."""
        value = Fraction(number_at(inputs, self.path))
        return min(range(len(self.choices)), key=lambda n: abs(Fraction(self.choices[n]) - value))


def number_at(inputs: Json, path: Path) -> int | str:
    """The number that a way leads to."""
    value: Any = inputs
    for step in path:
        value = value[step]
    return value if isinstance(value, int | str) else str(Fraction(value))


def moved(inputs: Json, path: Path, value: int | str) -> Json:
    """The inputs with another number there."""
    changed: Any = deepcopy(inputs)
    whole = changed
    for step in path[:-1]:
        whole = whole[step]
    whole[path[-1]] = value
    return dict(changed)


def sliders(name: str, shape: str, left: Json, right: Json) -> list[Slider] | None:
    """The sliders of an input, in both runs the same ones; None where it has none, and is written as JSON."""
    if shape == "real":
        return [Slider((name,), name, _reals(left[name], right[name]))]
    if shape == "truth":
        return None
    ours, theirs = list(_numbers(left[name], (name,))), list(_numbers(right[name], (name,)))
    paths = [path for path, _ in ours]
    values = [value for _, value in (*ours, *theirs)]
    few = 0 < len(paths) <= _MOST and paths == [path for path, _ in theirs]
    if not few or None in values:
        return None
    there = [v for v in values if v is not None and abs(v) <= _LARGEST]
    if not there:
        return None
    choices = tuple(range(min(there) - _ROOM, max(there) + _ROOM + 1))
    return [Slider(path, _label(path), choices) for path, value in ours if abs(value or 0) <= _LARGEST]


def _label(path: Path) -> str:
    return str(path[0]) + "".join(f"[{step}]" for step in path[1:])


def _numbers(value: Any, path: Path) -> Iterator[tuple[Path, int | None]]:
    """The numbers of an input, and None for whatever else it has."""
    match value:
        case bool():
            yield path, None
        case int():
            yield path, value
        case list():
            for n, item in enumerate(value):
                yield from _numbers(item, (*path, n))
        case dict():
            for key, item in value.items():
                yield from _numbers(item, (*path, key))
        case _:
            yield path, None


def _reals(*values: Any) -> tuple[str, ...]:
    exact = {Fraction(v) for v in values}
    if max(exact) < _SMALL:
        return tuple(map(str, sorted({*exact, *map(Fraction, _TINY)})))
    steps = {_STEP * n for n in range(1, max(60, int(2 * max(exact) / _STEP)) + 1)}
    return tuple(map(str, sorted({*exact, *steps})))
