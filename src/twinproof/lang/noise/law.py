"""What a noise distribution is, to every room: its name, its types, where it lies, and how it is drawn and computed.

A noise has *parameters*, which are public numbers (a rate), and a *centre*, which is the data that it hides: the core
has x ←$ L_parameters(centre). There is one object of each noise, and a module of its name holds all that is known of
it, but for what must be trusted: the kernel has its own table of the couplings that a noise allows, and the replay of
counterexamples its own masses. This module and those of the noises are light; numbers are computed by libraries that
are loaded when they are needed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from twinproof.lang.expr import TRUE, Expr, Literal, Op, TypeMismatch, apply, conjunction
from twinproof.lang.types import INT, NUMBERS, Type

if TYPE_CHECKING:
    import numpy as np
    from flint import arb
    from numpy.typing import NDArray

Scale = int | float | Fraction
Parameters = tuple[Fraction, ...]  # the values of a noise's parameters


@dataclass(frozen=True, slots=True)
class Allowed:
    """Where a number of a law may lie: from `low` on (or above it), and up to `high` if there is such an end."""

    low: int = 0
    is_above: bool = False
    high: int | None = None

    @property
    def words(self) -> str:
        """What the number is."""
        if self.high is not None:
            return f"between {self.low} and {self.high}"
        return ("above zero" if self.low == 0 else f"above {self.low}") if self.is_above else f"at least {self.low}"

    def holds(self, number: Fraction) -> bool:
        """Whether a number lies there."""
        above = number > self.low if self.is_above else number >= self.low
        return above and (self.high is None or number <= self.high)

    def condition(self, e: Expr) -> Expr:
        """That an expression lies there."""
        low = apply(Op.LT if self.is_above else Op.LE, Literal(self.low), e)
        return low if self.high is None else conjunction(low, apply(Op.LE, e, Literal(self.high)))


ABOVE_ZERO = Allowed(is_above=True)


@dataclass(frozen=True, slots=True)
class NoiseParameter:
    """A public number that a law has; the law is a distribution only where the number is allowed.

    `doubt` and `hint` are for people whose number may not be. Noise that is f times as wide has f^`width` times this.
    """

    name: str
    types: tuple[Type, ...] = NUMBERS
    allowed: Allowed = ABOVE_ZERO
    doubt: str = field(default="the scale may be zero or negative", compare=False)
    hint: str = field(
        default="scales are positive: add what makes it so to `requires=`, such as `c >= 1`", compare=False
    )
    width: int = 0


RATE = NoiseParameter("rate", width=-1)
GIVEN_RATE = replace(  # the same, of noise that is called with it, and not with a scale
    RATE,
    doubt="the rate may be zero or negative",
    hint="it is above zero: add what makes it so to `requires=`, such as `c >= 1`",
)


class Bits(Protocol):
    """A stream of fair, independent bits; no bit is handed out twice."""

    def read(self, count: int) -> bytes:
        """The next `count` bytes."""


class Sampler(Protocol):
    """Draws of one law with given parameters, around 0 or around a given centre."""

    def one(self, bits: Bits) -> Any:
        """One draw."""

    def many(self, bits: Bits, size: int) -> NDArray[Any]:
        """Many draws: booleans, or integers in int64 if they fit and as Python integers otherwise."""


class Columns(Protocol):
    """The probabilities of one law with given parameters, around 0, for whole columns at once.

    Each is off by a factor of 1 ± `powers.ERROR` at most. Laws that are equal are the same law.
    """

    @property
    def least(self) -> int | None:
        """The least value there is, if there is one."""

    @property
    def greatest(self) -> int | None:
        """The greatest value there is, if there is one."""

    def mass(self, x: NDArray[np.int64]) -> NDArray[np.float64]:
        """P(X = x)."""

    def between(self, low: NDArray[np.int64], high: NDArray[np.int64]) -> NDArray[np.float64]:
        """P(low ≤ X ≤ high), where ends of ±INFINITE or more stand for none; zero for an empty interval."""

    def reach(self, outside: float) -> int:
        """The least convenient k with P(|X| > k) ≤ outside."""

    def outside(self, k: int) -> float:
        """An upper bound of P(|X| > k)."""


class Noise(ABC):
    """A distribution that programs draw from."""

    name: ClassVar[str]  # in documents; `spelling` says by which calls it is drawn
    letters: ClassVar[str]  # as the paper writes it
    ascii_letters: ClassVar[str]
    parameters: ClassVar[tuple[NoiseParameter, ...]]
    centre_type: ClassVar[Type]
    value_type: ClassVar[Type]
    any_centre: ClassVar[bool] = True  # whether there is a law around every centre
    has_centre: ClassVar[bool] = True  # whether the centre matters at all; if not, it is not shown

    @abstractmethod
    def call(self, parameters: Parameters, centre: object) -> str:
        """The call that draws from this law, as a mechanism writes it."""

    @abstractmethod
    def words(self, parameters: Parameters) -> str:
        """The law in words."""

    @abstractmethod
    def draw(self, bits: Bits, parameters: Parameters, centre: Any) -> Any:
        """One draw around the centre."""

    @abstractmethod
    def far(self, parameters: Parameters) -> int:
        """A distance from the centre that draws seldom reach."""

    @abstractmethod
    def scripted(self, step: int, parameters: Callable[[], Parameters], centre: Any) -> Any:
        """A value that the noise can have, so many steps away from the centre where that is possible."""

    def lossless(self, parameters: Sequence[Expr], centre: Expr) -> Expr:
        """The condition for the law to be a distribution."""
        pairs = zip(self.parameters, parameters, strict=True)
        return conjunction(*(p.allowed.condition(e) for p, e in pairs), self.admits(parameters, centre))

    def admits(self, parameters: Sequence[Expr], centre: Expr) -> Expr:
        """The condition for a law around the centre, where the parameters are allowed."""
        return TRUE

    def problem(self, parameters: Parameters, centre: Any) -> str | None:
        """Why there is no such law, in words; None if there is one."""
        for p, number in zip(self.parameters, parameters, strict=True):
            if not p.allowed.holds(number):
                return f"a {p.name} of {self.name} noise is {p.allowed.words}, not {number}"
        return None if self.fits(parameters, centre) else f"there is no {self.name} noise around {centre}"

    def fits(self, parameters: Parameters, centre: Any) -> bool:
        """Whether there is a law around this centre, where the parameters are allowed."""
        return True

    def check(self, target: Type, parameters: Sequence[Expr], centre: Type) -> None:
        """Raise if a sampling cannot have these types."""
        fits = len(parameters) == len(self.parameters)
        fits = fits and all(e.type in p.types for e, p in zip(parameters, self.parameters, strict=True))
        if not fits or target != self.value_type or centre != self.centre_type:
            numbers = ", ".join(p.name for p in self.parameters)
            raise TypeMismatch(
                f"{self.name} takes {self.centre_type} as its centre and numbers as its parameters ({numbers}), "
                f"into {self.value_type}"
            )

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Callable[[str], Noise], tuple[str]]:
        from twinproof.lang.noise import noise_named

        return noise_named, (self.name,)


class AdditiveNoise(Noise):
    """Noise that is added to an integer: its law around a centre is the law around 0, moved."""

    centre_type = INT
    value_type = INT

    @abstractmethod
    def support(self, parameters: Callable[[], Parameters]) -> tuple[int | None, int | None]:
        """The least and the greatest value around 0, where there are such; the parameters are asked for if need be."""

    @abstractmethod
    def sampler(self, parameters: Parameters) -> Sampler:
        """The exact sampler of draws around 0."""

    @abstractmethod
    def mass(self, x: int, parameters: Parameters, prec: int) -> arb:
        """A ball around the probability of a value around 0, good to about `prec` bits."""

    @abstractmethod
    def columns(self, parameters: Parameters) -> Columns:
        """The probabilities around 0 for whole columns; raises OverflowError where the law is too wide for that."""

    def draw(self, bits: Bits, parameters: Parameters, centre: int) -> int:
        drawn: int = self.sampler(parameters).one(bits)
        return centre + drawn

    def scripted(self, step: int, parameters: Callable[[], Parameters], centre: int) -> int:
        low, high = self.support(parameters)
        if low == 0 and step < 0:
            step = -step
        step = step if low is None else max(step, low)
        return centre + (step if high is None else min(step, high))


def exact_scale(scale: object) -> Fraction:
    """The scale as the rational number it is, or an error that says why it is no scale."""
    return exact_number("a scale", scale)


def exact_number(name: str, number: object) -> Fraction:
    """A number above zero as the rational number it is, or an error that says why it is none."""
    if isinstance(number, Fraction):
        exact = number
    elif isinstance(number, bool) or not isinstance(number, int | float):
        raise TypeError(f"{name} is an int, a float or a Fraction, not {type(number).__name__}: {number!r}")
    elif isinstance(number, float) and not isfinite(number):
        raise ValueError(f"{name} is finite, not {number!r}")
    else:
        exact = Fraction(number)
    if exact.numerator <= 0:
        raise ValueError(f"{name} is positive, not {number!r}")
    return exact


def integer(name: str, value: object) -> int:
    """The value, if it is an integer; otherwise an error."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} is an int, not {type(value).__name__}: {value!r}")
    return value
