"""Finite-support sub-distributions with exact masses.

A mass is a rational number or, for numbers such as e^(-ε), a certified enclosure: a ball that contains the true number.
Rational masses stay rational under every operation here, so sums and comparisons are exact; balls grow with rounding
but never lose the true number. Floats are refused: they would pass for exact numbers without being any.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

if TYPE_CHECKING:  # flint is loaded by whoever computes with balls: a proof can be shown without
    from flint import arb

T = TypeVar("T", bound=Hashable)
S = TypeVar("S", bound=Hashable)
A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)

Mass: TypeAlias = "Fraction | arb"
MassLike: TypeAlias = "int | Fraction | arb"
Event: TypeAlias = "Collection[T] | Callable[[T], bool]"

ZERO = Fraction(0)
ONE = Fraction(1)
_SHOWN = 12
_LONG_DENOMINATOR = 10**6


class Undecided(ArithmeticError):
    """A comparison that the enclosures at hand leave open. Raised instead of guessing."""


@dataclass(frozen=True, slots=True)
class Interval:
    """Rational numbers with lower ≤ true ≤ upper."""

    lower: Fraction
    upper: Fraction

    def __post_init__(self) -> None:
        if self.lower > self.upper:
            raise ValueError(f"no number lies between {self.lower} and {self.upper}")

    @property
    def is_exact(self) -> bool:
        return self.lower == self.upper

    def __repr__(self) -> str:
        if self.is_exact:
            return f"Interval({show(self.lower)})"
        return f"Interval({float(self.lower):.12g} .. {float(self.upper):.12g})"


def to_mass(value: MassLike) -> Mass:
    """A rational or a finite ball; anything else (floats in particular) is refused."""
    from flint import arb

    if isinstance(value, arb):
        if not value.is_finite():
            raise ValueError(f"a mass must be a finite ball, not {value}")
        return value
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return Fraction(value)
    raise TypeError(f"a mass is an int, a Fraction or a flint.arb, not {type(value).__name__} ({value!r})")


def bounds(mass: Mass) -> Interval:
    """The exact rational end points of a mass."""
    if isinstance(mass, Fraction):
        return Interval(mass, mass)
    middle, radius = _dyadic(mass.mid()), _dyadic(mass.rad())
    return Interval(middle - radius, middle + radius)


def power_of_e(epsilon: Fraction, bits: int) -> Interval:
    """Rational bounds of e^ε from a ball computed with this many bits."""
    from flint import arb, ctx, fmpq

    with ctx.workprec(bits):
        return bounds(arb(fmpq(epsilon.numerator, epsilon.denominator)).exp())


def rational(mass: Mass) -> Fraction:
    """The mass as the exact rational that it has to be here; enclosures are refused."""
    if isinstance(mass, Fraction):
        return mass
    raise TypeError(f"this is decided for rational masses only, but one mass is the enclosure {show(mass)}")


def add(left: Mass, right: Mass) -> Mass:
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left + right
    return _ball(left) + _ball(right)


def multiply(left: Mass, right: Mass) -> Mass:
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left * right
    return _ball(left) * _ball(right)


def total_of(masses: Iterable[Mass]) -> Mass:
    """The sum; rationals are added first so that one ball makes only its own part inexact."""
    rational = ZERO
    balls: list[arb] = []
    for mass in masses:
        if isinstance(mass, Fraction):
            rational += mass
        else:
            balls.append(mass)
    result: Mass = rational
    for ball in balls:
        result = add(result, ball)
    return result


def show(mass: Mass) -> str:
    """A mass as people read it: a short fraction, or a decimal where the fraction would be long."""
    if not isinstance(mass, Fraction):
        return str(mass.str(12))
    if mass.denominator <= _LONG_DENOMINATOR:
        return str(mass)
    return f"≈{float(mass):.6g}"


def _ball(mass: Mass) -> arb:
    """The mass as a ball at flint's working precision (`flint.ctx.prec`)."""
    from flint import arb, fmpq

    if isinstance(mass, Fraction):
        return arb(fmpq(mass.numerator, mass.denominator))
    return mass


def _dyadic(exact: arb) -> Fraction:
    mantissa, exponent = exact.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _same(left: Mass, right: Mass) -> bool:
    if isinstance(left, Fraction) or isinstance(right, Fraction):
        return isinstance(left, Fraction) and isinstance(right, Fraction) and left == right
    return bounds(left) == bounds(right)


def _holds_in(event: Event[T], point: T) -> bool:
    return event(point) if callable(event) else point in event


class SubDistribution(Generic[T]):
    """A sub-distribution μ: finitely many points with positive mass, in total at most 1.

    Points of mass 0 are dropped. A ball is refused only if none of its numbers is a legal mass. Two sub-distributions
    are equal when they give every point the same mass (for balls: the very same ball).
    """

    __slots__ = ("masses",)
    masses: Mapping[T, Mass]

    def __init__(self, masses: Mapping[T, MassLike]) -> None:
        nonzero: dict[T, Mass] = {}
        for point, value in masses.items():
            mass = to_mass(value)
            if bounds(mass).upper < 0:
                raise ValueError(f"negative mass {show(mass)} at {point!r}")
            if not (isinstance(mass, Fraction) and mass == 0):
                nonzero[point] = mass
        total = total_of(nonzero.values())
        if bounds(total).lower > 1:
            raise ValueError(f"the masses add up to {show(total)}, more than 1")
        object.__setattr__(self, "masses", MappingProxyType(nonzero))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"sub-distributions are frozen: cannot set {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"sub-distributions are frozen: cannot delete {name}")

    def __reduce__(self) -> tuple[type[SubDistribution[T]], tuple[dict[T, Mass]]]:
        return SubDistribution, (dict(self.masses),)

    @staticmethod
    def zero() -> SubDistribution[T]:
        """The sub-distribution without any mass."""
        return SubDistribution({})

    @staticmethod
    def dirac(point: S) -> SubDistribution[S]:
        """All mass at one point."""
        return SubDistribution({point: ONE})

    @staticmethod
    def uniform(points: Iterable[S]) -> SubDistribution[S]:
        """Equal mass at each of the different points given."""
        distinct = list(dict.fromkeys(points))
        if not distinct:
            raise ValueError("a uniform distribution needs at least one point")
        return SubDistribution(dict.fromkeys(distinct, Fraction(1, len(distinct))))

    @staticmethod
    def from_weights(weights: Mapping[S, int | Fraction]) -> SubDistribution[S]:
        """The distribution proportional to non-negative rational weights."""
        total = sum((Fraction(weight) for weight in weights.values()), ZERO)
        if total <= 0:
            raise ValueError(f"weights must have a positive sum, not {total}")
        return SubDistribution({point: Fraction(weight) / total for point, weight in weights.items()})

    @property
    def support(self) -> frozenset[T]:
        """The points of non-zero mass (of mass not known to be zero, for balls)."""
        return frozenset(self.masses)

    @property
    def total(self) -> Mass:
        """The total mass |μ|."""
        return total_of(self.masses.values())

    @property
    def is_rational(self) -> bool:
        """Whether every mass is an exact rational."""
        return all(isinstance(mass, Fraction) for mass in self.masses.values())

    @property
    def is_distribution(self) -> bool:
        """Whether the total mass is exactly 1; raises `Undecided` where balls leave that open."""
        total = bounds(self.total)
        if total.is_exact:
            return total.lower == 1
        if total.upper < 1:
            return False
        raise Undecided(f"the total mass {show(self.total)} is an enclosure that may or may not be 1")

    def __getitem__(self, point: T) -> Mass:
        """μ(point), which is 0 outside the support."""
        return self.masses.get(point, ZERO)

    def __iter__(self) -> Iterator[T]:
        return iter(self.masses)

    def __len__(self) -> int:
        return len(self.masses)

    def __contains__(self, point: object) -> bool:
        return point in self.masses

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SubDistribution):
            return NotImplemented
        return self.support == other.support and all(_same(self[point], other[point]) for point in self)

    def __hash__(self) -> int:
        return hash(self.support)

    def __repr__(self) -> str:
        entries = [f"{point!r}: {show(mass)}" for point, mass in list(self.masses.items())[:_SHOWN]]
        if len(self) > _SHOWN:
            entries.append(f"… {len(self) - _SHOWN} more")
        missing = "" if isinstance(self.total, Fraction) and self.total == 1 else f", total {show(self.total)}"
        return f"SubDistribution({{{', '.join(entries)}}}{missing})"

    def probability(self, event: Event[T]) -> Mass:
        """μ(E) for an event given as a collection of points or as a predicate."""
        return total_of(mass for point, mass in self.masses.items() if _holds_in(event, point))

    def restrict(self, event: Event[T]) -> SubDistribution[T]:
        """The part of μ inside an event, not renormalised."""
        return SubDistribution({point: mass for point, mass in self.masses.items() if _holds_in(event, point)})

    def scale(self, factor: MassLike) -> SubDistribution[T]:
        """Every mass times a factor."""
        by = to_mass(factor)
        return SubDistribution({point: multiply(by, mass) for point, mass in self.masses.items()})

    def plus(self, other: SubDistribution[T]) -> SubDistribution[T]:
        """The pointwise sum, as long as that is still a sub-distribution."""
        return SubDistribution(_gather([*self.masses.items(), *other.masses.items()]))

    def map(self, function: Callable[[T], S]) -> SubDistribution[S]:
        """The distribution of function(x) for x drawn from μ."""
        return SubDistribution(_gather((function(point), mass) for point, mass in self.masses.items()))

    def bind(self, kernel: Callable[[T], SubDistribution[S]]) -> SubDistribution[S]:
        """Draw x from μ, then from kernel(x)."""
        return SubDistribution(
            _gather(
                (result, multiply(mass, inner))
                for point, mass in self.masses.items()
                for result, inner in kernel(point).masses.items()
            )
        )

    def product(self, other: SubDistribution[S]) -> SubDistribution[tuple[T, S]]:
        """The independent product: a pair has the product of both masses."""
        return SubDistribution(
            {(x, y): multiply(p, q) for x, p in self.masses.items() for y, q in other.masses.items()}
        )


def first_marginal(joint: SubDistribution[tuple[A, B]]) -> SubDistribution[A]:
    """π₁: the distribution of the first component."""
    return joint.map(lambda pair: pair[0])


def second_marginal(joint: SubDistribution[tuple[A, B]]) -> SubDistribution[B]:
    """π₂: the distribution of the second component."""
    return joint.map(lambda pair: pair[1])


def _gather(entries: Iterable[tuple[S, Mass]]) -> dict[S, Mass]:
    """Add up the masses that fall on the same point."""
    gathered: dict[S, Mass] = {}
    for point, mass in entries:
        gathered[point] = add(gathered[point], mass) if point in gathered else mass
    return gathered
