"""What a mechanism calls and what a noise is: a call's name and arguments stand for a noise, its parameters, a centre.

One function may be spelled in several ways (`gaussian(loc, sigma)` and `gaussian(loc, variance=v)`), and one noise may
have several functions (`geometric(scale)` is `one_sided_laplace(0, scale)`). The reader looks calls up here; all other
rooms see the noise alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from twinproof.lang.expr import Expr
from twinproof.lang.noise.law import Noise
from twinproof.lang.scale import reciprocal
from twinproof.lang.types import Type

Meant = tuple[tuple[Expr, ...], Expr]  # parameters, centre
GRID = "grid"  # the keyword for noise in steps of a fraction


class Form(Enum):
    """What an argument of a draw must be."""

    INTEGER = "an int"
    NUMBER = "a number"
    BOOL = "a bool"
    SCORES = "a list of int"


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a draw: its name, what it must be, and what it is to the noise."""

    name: str
    form: Form
    words: str
    by_name: bool = False  # it stands behind its name only
    wider: int = 1  # whether more of it is more noise (1), less of it is (−1), or neither (0)


@dataclass(frozen=True, slots=True)
class Spelling:
    """One way to call for a noise."""

    noise: Noise
    arguments: tuple[Argument, ...]
    meaning: Callable[[Mapping[str, Expr]], Meant]

    def is_meant(self, positional: int, names: Sequence[str | None]) -> bool:
        """Whether a call with so many arguments, and others behind these names, is spelled like this."""
        first = [a.name for a in self.arguments if not a.by_name][:positional]
        return len(first) == positional and sorted((*first, *map(str, names))) == sorted(a.name for a in self.arguments)

    @property
    def usage(self) -> str:
        """The arguments as they are written."""
        return ", ".join(f"{a.name}=…" if a.by_name else a.name for a in self.arguments)


@dataclass(frozen=True, slots=True)
class DrawFunction:
    """A function that mechanisms call to draw noise."""

    name: str
    takes: str  # its arguments, in words
    spellings: tuple[Spelling, ...]
    has_grid: bool = False  # whether it takes a grid as well: then it has a location and a scale
    home: str = ""  # the module of `lang.noise` that has it, if that is not called by its name

    @property
    def module(self) -> str:
        """The module of `lang.noise` that has the function."""
        return self.home or self.name

    @property
    def value_type(self) -> Type:
        """The type of what is drawn."""
        return self.spellings[0].noise.value_type

    @property
    def usage(self) -> str:
        """How the function is called."""
        return " or ".join(f"`{self.name}({s.usage})`" for s in self.spellings)

    def spelling(self, positional: int, names: Sequence[str | None]) -> Spelling | None:
        """What a call with so many arguments, and others behind these names, stands for."""
        return next((s for s in self.spellings if s.is_meant(positional, names)), None)


LOC = Argument("loc", Form.INTEGER, "the location of noise")
SCALE = Argument("scale", Form.NUMBER, "a scale")


def located(noise: Noise) -> DrawFunction:
    """The function of a noise that has a location and a scale, called by the noise's name."""

    def meaning(given: Mapping[str, Expr]) -> Meant:
        return (reciprocal(given["scale"]),), given["loc"]

    return DrawFunction(noise.name, "a location and a scale", (Spelling(noise, (LOC, SCALE), meaning),), has_grid=True)
