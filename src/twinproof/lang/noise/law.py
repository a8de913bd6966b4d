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
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from twinproof.lang.expr import ZERO, Expr, Op, TypeMismatch, apply, conjunction
from twinproof.lang.types import INT, NUMBERS, Type

if TYPE_CHECKING:
    import numpy as np
    from flint import arb
    from numpy.typing import NDArray

Scale = int | float | Fraction
Parameters = tuple[Fraction, ...]  # the values of a noise's parameters


@dataclass(frozen=True, slots=True)
class NoiseParameter:
    """A public number that a law has; where it must be positive, the law is a distribution only then."""

    name: str
    types: tuple[Type, ...] = NUMBERS
    positive: bool = True


RATE = NoiseParameter("rate")


class Bits(Protocol):
    """A stream of fair, independent bits; no bit is handed out twice."""

    def read(self, count: int) -> bytes:
        """The next `count` bytes."""


class Sampler(Protocol):
    """Draws of one law with given parameters, around 0."""

    def one(self, bits: Bits) -> int:
        """One draw."""

    def many(self, bits: Bits, size: int) -> NDArray[Any]:
        """Many draws, in int64 if they fit and as Python integers otherwise."""


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

    name: ClassVar[str]  # of the function that mechanisms call, and in documents
    letters: ClassVar[str]  # as the paper writes it
    ascii_letters: ClassVar[str]
    arguments: ClassVar[tuple[str, ...]]  # of the function: the centre, and then public numbers
    takes: ClassVar[str]  # the same in words
    parameters: ClassVar[tuple[NoiseParameter, ...]]
    centre_type: ClassVar[Type]
    value_type: ClassVar[Type]

    @abstractmethod
    def from_arguments(self, numbers: Sequence[Expr]) -> tuple[Expr, ...]:
        """The parameters of the law, from what stands behind the centre in a call."""

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

    def lossless(self, parameters: Sequence[Expr]) -> Expr:
        """The condition for the law to be a distribution."""
        pairs = zip(self.parameters, parameters, strict=True)
        return conjunction(*(apply(Op.LT, ZERO, e) for p, e in pairs if p.positive))

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
        return centre + self.sampler(parameters).one(bits)

    def scripted(self, step: int, parameters: Callable[[], Parameters], centre: int) -> int:
        low, high = self.support(parameters)
        if low == 0 and step < 0:
            step = -step
        step = step if low is None else max(step, low)
        return centre + (step if high is None else min(step, high))


def exact_scale(scale: Scale) -> Fraction:
    """The scale as the rational number it is, or an error that says why it is no scale."""
    if isinstance(scale, Fraction):
        exact = scale
    elif isinstance(scale, bool) or not isinstance(scale, (int, float)):
        raise TypeError(f"a scale is an int, a float or a Fraction, not {type(scale).__name__}: {scale!r}")
    elif isinstance(scale, float) and not isfinite(scale):
        raise ValueError(f"a scale is finite, not {scale!r}")
    else:
        exact = Fraction(scale)
    if exact.numerator <= 0:
        raise ValueError(f"a scale is positive, not {scale!r}")
    return exact


def integer(name: str, value: object) -> int:
    """The value, if it is an integer; otherwise an error."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} is an int, not {type(value).__name__}: {value!r}")
    return value
