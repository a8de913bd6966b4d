"""What moved noise takes of δ at an ε: an upper bound of the excess of its masses over e^ε times those further out.

Σ_v max(0, P(v) − e^ε · P(v + d)) is the least δ for two centres that are d apart. For all distances up to D it is at
most P(X ≥ T) − e^ε · P(X ≥ T + D), where T is the point at which P(v) and e^ε · P(v + D) cross. This is trusted; its
theorem is `law_excess` (foundations/Excess.v), and `crossing` there is `crosses` here. Fractions in, a fraction out:
both tails are enclosed, and what is returned is not below the number that is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, isqrt
from types import MappingProxyType

from twinproof.kernel.noise import UnknownNoise
from twinproof.lang import enclosure
from twinproof.lang.enclosure import Interval, NoNumber
from twinproof.lang.noise import GAUSSIAN, LAPLACE, TRUNCATED, Noise

Numbers = tuple[Fraction, ...]

MOST_TERMS = 200_000  # of a sum
MOST_BITS = 4096
_ONE = Fraction(1)


class OutOfReach(Exception):
    """The excess is not computed, and why."""


@dataclass(frozen=True, slots=True)
class Excess:
    """What is known of one noise, around 0, in numbers."""

    lawful: Callable[[Numbers], bool]
    point: Callable[[Numbers, int, Fraction], int]  # a T that may be the one
    crosses: Callable[[Numbers, int, Fraction, int], bool]  # whether it is: the words of the theorem
    tails: Callable[[Numbers, int, int, int], tuple[Interval, Interval]]  # P(X ≥ T) and P(X ≥ T + D), in so many bits


def excess(noise: Noise, numbers: Numbers, distance: int, epsilon: Fraction, bits: int) -> Fraction:
    """At least the excess at ε, for all distances up to the given one; the finer, the more bits."""
    row = EXCESSES.get(noise)
    if row is None:
        raise UnknownNoise(noise, f"the excess of {noise.name} noise is not known")
    if not row.lawful(numbers):
        raise OutOfReach(f"there is no such {noise.name} noise")
    if distance < 0 or epsilon < 0:
        raise OutOfReach("neither the distance nor ε may be negative")
    if distance == 0:
        return Fraction(0)
    point = row.point(numbers, distance, epsilon)
    if not row.crosses(numbers, distance, epsilon, point):
        raise OutOfReach("no sample costs more than ε: there is nothing for δ to pay")
    try:
        (_, near), (far, _) = row.tails(numbers, point, distance, bits)
        less, _ = enclosure.exp(epsilon, bits)
    except NoNumber as problem:
        raise OutOfReach(str(problem)) from None
    return max(Fraction(0), near - less * far)


def is_within(noise: Noise, numbers: Numbers, distance: int, epsilon: Fraction, delta: Fraction) -> bool:
    """Whether δ is seen to be enough, with ever more bits."""
    if delta < 0:
        return False
    small = 0 if delta == 0 else max(0, delta.denominator.bit_length() - delta.numerator.bit_length())
    for more in (64, 256):
        bits = small + more
        if bits > MOST_BITS:
            raise OutOfReach("δ is too small to be compared with")
        if excess(noise, numbers, distance, epsilon, bits) <= delta:
            return True
    return False


# ------------------------------------------------------------------------------------------------------- Gaussian noise


def _gaussian_point(numbers: Numbers, distance: int, epsilon: Fraction) -> int:
    (variance,) = numbers
    return ceil((2 * variance * epsilon / distance - distance) / 2)


def _gaussian_crosses(numbers: Numbers, distance: int, epsilon: Fraction, point: int) -> bool:
    (variance,) = numbers
    before, here = (distance * (2 * t + distance) for t in (point - 1, point))
    return before <= 2 * variance * epsilon <= here


def _gaussian_tails(numbers: Numbers, point: int, distance: int, bits: int) -> tuple[Interval, Interval]:
    """Both tails as quotients of sums: P(X ≥ t) is S(t)/W, and for t ≤ 0 it is 1 − S(1 − t)/W, as the noise is even."""
    (variance,) = numbers
    half_low, half_high = _bells_from(variance, 1, bits)
    low, high = 1 + 2 * half_low, 1 + 2 * half_high

    def tail(t: int) -> Interval:
        below, above = _bells_from(variance, max(t, 1 - t), bits)
        share = below / high, above / low
        return share if t > 0 else (1 - share[1], 1 - share[0])

    return tail(point), tail(point + distance)


def _bells_from(variance: Fraction, start: int, bits: int) -> Interval:
    """Around Σ e^(−v²/(2σ²)) over v ≥ start ≥ 1.

    Each term is the one before times e^(−(2v+1)/(2σ²)), and that factor shrinks by e^(−1/σ²) each time. All are
    integers over 2^bits, rounded to the side that is wanted. Where a term is so small that rounding would keep it from
    falling, the rest is below a geometric series.
    """
    if isqrt(ceil(2 * variance * bits)) > MOST_TERMS:
        raise OutOfReach("the noise is too wide: its sum has too many terms")
    (low, high) = _scaled(-Fraction(start * start) / (2 * variance), bits)
    (factor_low, factor_high) = _scaled(-Fraction(2 * start + 1) / (2 * variance), bits)
    (step_low, step_high) = _scaled(-1 / variance, bits)
    one, below, above = 1 << bits, 0, 0
    while high * (one - factor_high) >= one:
        below, above = below + low, above + high
        low, high = low * factor_low >> bits, _up(high * factor_high, bits)
        factor_low, factor_high = factor_low * step_low >> bits, _up(factor_high * step_high, bits)
    if factor_high >= one:
        raise OutOfReach("the noise is too wide for so few bits")
    above += -(-high * one // (one - factor_high))
    return Fraction(below, one), Fraction(above, one)


def _scaled(q: Fraction, bits: int) -> tuple[int, int]:
    """Around e^q · 2^bits, for q ≤ 0: below e^(−bits) it is less than 1."""
    if q < -bits:
        return 0, 1
    low, high = enclosure.exp(q, bits + 8)
    return int(low * (1 << bits)), ceil(high * (1 << bits))


def _up(product: int, bits: int) -> int:
    return -(-product >> bits)


# ------------------------------------------------------------------------------------- Laplace noise, and the truncated


def _spread(point: int, distance: int) -> int:
    """By how much a sample is further out that is moved by the distance."""
    return abs(point + distance) - abs(point)


def _laplace_point(numbers: Numbers, distance: int, epsilon: Fraction) -> int:
    return ceil((epsilon / numbers[0] - distance) / 2)


def _laplace_crosses(numbers: Numbers, distance: int, epsilon: Fraction, point: int) -> bool:
    rate = numbers[0]
    return _spread(point - 1, distance) * rate <= epsilon <= _spread(point, distance) * rate


def _laplace_tails(numbers: Numbers, point: int, distance: int, bits: int) -> tuple[Interval, Interval]:
    """P(X ≥ t) = a^t/(1 + a) for t ≥ 0, with a = e^(−ρ), and 1 − a^(1−t)/(1 + a) below."""
    (rate,) = numbers
    a = _power(rate, 1, bits)

    def tail(t: int) -> Interval:
        low, high = _power(rate, t if t >= 0 else 1 - t, bits)
        share = low / (1 + a[1]), high / (1 + a[0])
        return share if t >= 0 else (1 - share[1], 1 - share[0])

    return tail(point), tail(point + distance)


def _truncated_point(numbers: Numbers, distance: int, epsilon: Fraction) -> int:
    rate, bound = numbers[0], int(numbers[1])
    beyond = bound - distance + 1
    costly = _laplace_point(numbers, distance, epsilon) if distance * rate >= epsilon else beyond
    return max(-bound, min(beyond, costly))


def _truncated_crosses(numbers: Numbers, distance: int, epsilon: Fraction, point: int) -> bool:
    rate, bound = numbers[0], int(numbers[1])
    before = point - 1 + distance <= bound and _spread(point - 1, distance) * rate <= epsilon
    here = bound < point + distance or epsilon <= _spread(point, distance) * rate
    return -bound <= point and (point == -bound or before) and here


def _truncated_tails(numbers: Numbers, point: int, distance: int, bits: int) -> tuple[Interval, Interval]:
    """P(X ≥ t) = (a^t − a^(A+1))/(1 + a − 2·a^(A+1)) for 0 ≤ t ≤ A + 1, and by the other side below 0."""
    rate, bound = numbers[0], int(numbers[1])
    a, end = _power(rate, 1, bits), _power(rate, bound + 1, bits)
    whole = 1 + a[0] - 2 * end[1], 1 + a[1] - 2 * end[0]
    if whole[0] <= 0:
        raise OutOfReach("the noise is too wide for so few bits")

    def tail(t: int) -> Interval:
        if t > bound or t <= -bound:
            return (Fraction(0), Fraction(0)) if t > bound else (_ONE, _ONE)
        low, high = _power(rate, t if t >= 0 else 1 - t, bits)
        share = (low - end[1]) / whole[1], (high - end[0]) / whole[0]
        return share if t >= 0 else (1 - share[1], 1 - share[0])

    return tail(point), tail(point + distance)


def _power(rate: Fraction, times: int, bits: int) -> Interval:
    """Around e^(−times·ρ)."""
    return (_ONE, _ONE) if times == 0 else enclosure.exp(-times * rate, bits)


EXCESSES: Mapping[Noise, Excess] = MappingProxyType(
    {
        GAUSSIAN: Excess(lambda n: len(n) == 1 and n[0] > 0, _gaussian_point, _gaussian_crosses, _gaussian_tails),
        LAPLACE: Excess(lambda n: len(n) == 1 and n[0] > 0, _laplace_point, _laplace_crosses, _laplace_tails),
        TRUNCATED: Excess(
            lambda n: len(n) == 2 and n[0] > 0 and n[1] >= 0 and n[1].denominator == 1,
            _truncated_point,
            _truncated_crosses,
            _truncated_tails,
        ),
    }
)
