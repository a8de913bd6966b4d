"""Real numbers that are not fractions, as a run computes with them: by enclosures that get finer until all is decided.

`exp`, `log` and `sqrt` of fractions are seldom fractions. A `Computable` is such a number as the tree of what it was
computed by, and can be added, multiplied and compared as a fraction can. A comparison encloses both sides, more finely
each time, until the enclosures are apart. Two numbers that are equal never are: then it is `Undecided`, after
`MOST_BITS` bits, and nobody has guessed. Where a number comes out as a fraction, as sqrt(9/4) does, it is one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeVar, Union

from twinproof.lang import enclosure
from twinproof.lang.enclosure import Interval, NoNumber

MOST_BITS = 1024  # that an enclosure is refined to
MOST_FACTORS = 4096  # of a power
DIGITS = 64  # binary ones that a number is rounded to where a run needs a fraction
_FIRST = 64


class Undecided(NoNumber):
    """Two numbers agree in so many bits that they are taken neither for equal nor for different."""

    def __init__(self) -> None:
        super().__init__(f"two numbers agree in {MOST_BITS} bits: which is larger could not be decided")


class NoValue(NoNumber):
    """log of a number that is not above zero, or sqrt of one that is below it."""


class _NotYet(Exception):
    """An enclosure is too coarse: the number that is divided by may be zero, say."""


@dataclass(frozen=True, eq=False)
class Computable:
    """A real number: an operation on other numbers."""

    operation: str  # a key of _ENCLOSED
    parts: tuple[Real, ...]

    @cached_property
    def _enclosures(self) -> dict[int, Interval]:
        return {}

    def enclosure(self, bits: int) -> Interval:
        """Two fractions around it, that are the closer the more bits are asked for."""
        if bits not in self._enclosures:
            inner = [_enclosed(part, bits) for part in self.parts]
            self._enclosures[bits] = _ENCLOSED[self.operation](bits, *inner)
        return self._enclosures[bits]

    def __add__(self, other: Real) -> Real:
        return _made("+", self, other) if isinstance(other, Computable) or other else self

    def __sub__(self, other: Real) -> Real:
        return Fraction(0) if _is_same(self, other) else self + -other

    def __mul__(self, other: Real) -> Real:
        if isinstance(other, int | Fraction) and other in (0, 1):
            return self if other else Fraction(0)
        joined = _joined(self, other)
        return _made("*", self, other) if joined is None else joined

    def __truediv__(self, other: Real) -> Real:
        return divided(self, other)

    def __radd__(self, other: int | Fraction) -> Real:
        return self + other

    def __rsub__(self, other: int | Fraction) -> Real:
        return -self + other

    def __rmul__(self, other: int | Fraction) -> Real:
        return self * other

    def __rtruediv__(self, other: int | Fraction) -> Real:
        return inverse(self) * other

    def __neg__(self) -> Real:
        return self.parts[0] if self.operation == "neg" else Computable("neg", (self,))

    def __pos__(self) -> Computable:
        return self

    def __abs__(self) -> Real:
        return self if self >= 0 else -self

    def __bool__(self) -> bool:
        return _sign(self) != 0

    def __lt__(self, other: Real) -> bool:
        return _sign(self - other) < 0

    def __le__(self, other: Real) -> bool:
        return _sign(self - other) <= 0

    def __gt__(self, other: Real) -> bool:
        return _sign(self - other) > 0

    def __ge__(self, other: Real) -> bool:
        return _sign(self - other) >= 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, int | Fraction | Computable):
            return NotImplemented
        return _is_same(self, other) or _sign(self - other) == 0

    def __hash__(self) -> int:
        return hash((self.operation, self.parts))

    def __floor__(self) -> int:
        return _settled(self, lambda x: math.floor(x))

    def __floordiv__(self, other: Real) -> int:
        return math.floor(self / other)

    def __rfloordiv__(self, other: int | Fraction) -> int:
        return math.floor(other / self)

    def __mod__(self, other: Real) -> Real:
        return self - other * (self // other)

    def __rmod__(self, other: int | Fraction) -> Real:
        return other - self * (other // self)


Real = Union[int, Fraction, Computable]  # noqa: UP007 (a name that is not there yet)
T = TypeVar("T")


# ------------------------------------------------------------------------------------------------------------ functions


def exp(x: Real) -> Real:
    """e to the power of x; the power of a fraction, if x is an integer times its logarithm."""
    match x:
        case Computable("log", (inner,)):
            return inner
        case Computable("*", (Computable("log", (Fraction() as base,)), Fraction() as times)) if _is_power(times):
            return base ** int(times)
        case Computable():
            return Computable("exp", (x,))
    exponent = Fraction(x)
    if abs(exponent) > enclosure.LARGEST_EXPONENT:
        raise enclosure.TooLarge
    return Computable("exp", (exponent,)) if exponent else Fraction(1)


def log(x: Real) -> Real:
    """The natural logarithm of x; there is none unless x is above zero."""
    if x <= 0:
        raise NoValue("log of a number that is not above zero has no value")
    if isinstance(x, Computable):
        return x.parts[0] if x.operation == "exp" else Computable("log", (x,))
    return Computable("log", (Fraction(x),)) if x != 1 else Fraction(0)


def sqrt(x: Real) -> Real:
    """The square root of x; there is none if x is below zero."""
    if x < 0:
        raise NoValue("sqrt of a number that is below zero has no value")
    if isinstance(x, Computable):
        return Computable("sqrt", (x,))
    root = enclosure.exact_root(Fraction(x))
    return Computable("sqrt", (Fraction(x),)) if root is None else root


def power(x: Real, y: Real) -> Real:
    """x to the power of y: a product of so many x for an integer y, else exp(y · log(x))."""
    if isinstance(y, int | Fraction) and y == math.floor(y):
        count = abs(math.floor(y))
        if count > MOST_FACTORS:
            raise enclosure.TooLarge
        whole: Real = 1
        for _ in range(count):
            whole = whole * x
        return whole if y >= 0 else inverse(whole)
    if isinstance(y, Fraction) and y == Fraction(1, 2):
        return sqrt(x)
    return exp(y * log(x))


def inverse(x: Real) -> Real:
    """1/x."""
    match x:
        case Computable("inverse", (inner,)):
            return inner
        case Computable("exp", (Fraction() as exponent,)):
            return exp(-exponent)
        case Computable("sqrt", (Fraction() as square,)):
            return sqrt(1 / square)
        case Computable():
            return Computable("inverse", (x,))
        case _:
            return 1 / Fraction(x)


def divided(a: Real, b: Real) -> Real:
    """a/b, exactly; ZeroDivisionError where b is zero."""
    if isinstance(a, Computable) or isinstance(b, Computable):
        return Fraction(1) if _is_same(a, b) else inverse(b) * a
    return Fraction(a) / Fraction(b)


def rounded_up(x: Real) -> Fraction:
    """The least number of `DIGITS` binary digits that is not below x: a function of the number x, and of nothing else.

    It is x itself if x has no more digits, and more than x by less than one part in 2^(`DIGITS` − 1).
    """
    if not isinstance(x, Computable):
        return enclosure.up(Fraction(x), DIGITS)
    return _settled(x, lambda end: enclosure.up(end, DIGITS))


def at_least(x: Real) -> Fraction:
    """A fraction that is not above x, and close to it: x itself, if it is one."""
    return _finer(x, lambda around: around[0]) if isinstance(x, Computable) else Fraction(x)


def at_most(x: Real) -> Fraction:
    """A fraction that is not below x, and close to it: x itself, if it is one. It is never undecided."""
    return _finer(x, lambda around: around[1]) if isinstance(x, Computable) else Fraction(x)


# ---------------------------------------------------------------------------------------------------------- enclosures


def _joined(a: Real, b: Real) -> Real | None:
    """The product of two powers of e, or of two roots, as one, which may be a fraction; None if they are others."""
    match a, b:
        case Computable("sqrt", (Fraction() as x,)), Computable("sqrt", (Fraction() as y,)):
            return sqrt(x * y)
        case Computable("exp", (Fraction() as x,)), Computable("exp", (Fraction() as y,)):
            return exp(x + y)
        case Computable("sqrt", (x,)), Computable("sqrt", _) if _is_same(a, b):
            return x
        case _:
            return None


def _is_power(exponent: Fraction) -> bool:
    """Whether so many factors can be multiplied."""
    return exponent.denominator == 1 and abs(exponent) <= MOST_FACTORS


def _made(operation: str, *parts: Real) -> Computable:
    return Computable(operation, tuple(Fraction(p) if isinstance(p, int) else p for p in parts))


def _is_same(x: Real, y: Real) -> bool:
    """Whether both were computed in the same way."""
    if isinstance(x, Computable) and isinstance(y, Computable):
        same = x is y or (x.operation == y.operation and len(x.parts) == len(y.parts))
        return same and (x is y or all(map(_is_same, x.parts, y.parts)))
    return not isinstance(x, Computable) and not isinstance(y, Computable) and x == y


def _enclosed(x: Real, bits: int) -> Interval:
    return x.enclosure(bits) if isinstance(x, Computable) else (Fraction(x), Fraction(x))


def _finer(x: Computable, decide: Callable[[Interval], T | None]) -> T:
    """What is decided on the first enclosure that is fine enough."""
    bits = _FIRST
    while bits <= MOST_BITS:
        try:
            decided = decide(x.enclosure(bits))
        except _NotYet:
            decided = None
        if decided is not None:
            return decided
        bits *= 2
    raise Undecided


def _settled(x: Computable, function: Callable[[Fraction], T]) -> T:
    """What a function that never decreases makes of the number: what it makes of both ends, once they agree."""

    def decide(around: Interval) -> T | None:
        low, high = map(function, around)
        return low if low == high else None

    return _finer(x, decide)


def _sign(x: Real) -> int:
    """1, −1 or 0."""
    if not isinstance(x, Computable):
        return (x > 0) - (x < 0)
    return _finer(x, lambda around: 1 if around[0] > 0 else -1 if around[1] < 0 else None)


def _product(bits: int, a: Interval, b: Interval) -> Interval:
    corners = [x * y for x in a for y in b]
    return _outward((min(corners), max(corners)), bits)


def _inverse(bits: int, a: Interval) -> Interval:
    if a[0] <= 0 <= a[1]:
        raise _NotYet
    return _outward((1 / a[1], 1 / a[0]), bits)


def _log(bits: int, a: Interval) -> Interval:
    if a[0] <= 0:
        raise _NotYet
    return enclosure.log(a[0], bits)[0], enclosure.log(a[1], bits)[1]


def _sqrt(bits: int, a: Interval) -> Interval:
    return enclosure.sqrt(max(Fraction(0), a[0]), bits)[0], enclosure.sqrt(a[1], bits)[1]


def _outward(a: Interval, bits: int) -> Interval:
    return enclosure.down(a[0], 2 * bits), enclosure.up(a[1], 2 * bits)


_ENCLOSED: dict[str, Callable[..., Interval]] = {
    "+": lambda bits, a, b: _outward((a[0] + b[0], a[1] + b[1]), bits),
    "*": _product,
    "neg": lambda bits, a: (-a[1], -a[0]),
    "inverse": _inverse,
    "exp": lambda bits, a: (enclosure.exp(a[0], bits)[0], enclosure.exp(a[1], bits)[1]),
    "log": _log,
    "sqrt": _sqrt,
}
