"""From zCDP, Rényi privacy and n pure releases to (ε, δ): what a guarantee means in the usual terms.

Every number that is returned is an upper bound of what is needed, so whoever relies on it is on the safe side: the
formulas are evaluated in ball arithmetic, and what comes out is rounded up.

From a divergence. If D_α(μ‖ν) ≤ r then for each set S and each real ε, by maximising (1 − e^(−u))·e^(−(α−1)u) over u,

    μ(S) − e^ε·ν(S)  ≤  e^((α−1)(r−ε)) · (1 − 1/α)^α / (α−1),

and the same solved for ε at a δ is r + ln(1 − 1/α) − (ln δ + ln α)/(α−1). With ρ-zCDP, r = α·ρ at every order, so any
order gives a bound. The best one is looked for in floats and then used as the fraction that it is: the logarithm of the
bound is convex in α, with derivative (2α−1)ρ − ε + ln(1 − 1/α), so it is found by halving. If a mass of δ₀ is taken
away first, δ₀ is added to δ.

From n releases that are ε₀-private each, also if they are chosen one after the other, the optimal bound is known
(Kairouz, Oh, Viswanath: The composition theorem for differential privacy). It is that of n randomised responses: with
a = e^(−ε₀),

    δ(ε)  =  Σ_j  C(n, j) · max(0, a^j − e^ε·a^(n−j)) / (1 + a)^n.

Beyond `MOST_RELEASES` it takes too long to add up; then n·ε₀²/2-zCDP is converted, and ε = n·ε₀ with δ = 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, assert_never

from flint import arb, ctx, fmpq

from twinproof.exact.distribution import bounds
from twinproof.exact.points import Point
from twinproof.lang.claim import ClaimValue, Concentrated, EpsilonDelta, Renyi

MOST_RELEASES = 5_000
USUAL_DELTAS = (Fraction(1, 10**6), Fraction(1, 10**9))
_BITS = 256
_HALVINGS = 200
_LARGEST_ORDER = 1e12
_POINTS = 40
_ONE = Fraction(1)


@dataclass(frozen=True, slots=True)
class OfZcdp:
    """ρ-zCDP, after a mass of δ₀ is taken away."""

    rho: Fraction
    delta: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class OfRenyi:
    """A divergence of order α that is at most r, after a mass of δ₀ is taken away."""

    alpha: Fraction
    r: Fraction
    delta: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class OfPure:
    """n releases, each ε-private."""

    epsilon: Fraction
    times: int = 1


Guarantee: TypeAlias = OfZcdp | OfRenyi | OfPure


def repeated(guarantee: Guarantee, times: int) -> Guarantee:
    """What holds of so many releases together, each of which has the guarantee."""
    if times < 1:
        raise ValueError("there is at least one release")
    match guarantee:
        case OfZcdp(rho, delta):
            return OfZcdp(rho * times, delta * times)
        case OfRenyi(alpha, r, delta):
            return OfRenyi(alpha, r * times, delta * times)
        case OfPure(epsilon, before):
            return OfPure(epsilon, before * times)
        case _:
            assert_never(guarantee)


def of_claim(claim: ClaimValue) -> Guarantee | None:
    """The guarantee that a claim is on given inputs; None for an (ε, δ), which needs no conversion."""
    match claim:
        case EpsilonDelta():
            return None
        case Concentrated(rho, delta):
            return OfZcdp(rho, delta)
        case Renyi(alpha, r, delta):
            return OfRenyi(alpha, r, delta)
        case _:
            assert_never(claim)


# --------------------------------------------------------------------------------------------------------- conversions


def delta_at(guarantee: Guarantee, epsilon: Fraction) -> float:
    """A δ that is enough at this ε, rounded up; 1 at most."""
    if epsilon < 0:
        raise ValueError("ε is not below zero")
    with ctx.workprec(_BITS):
        match guarantee:
            case OfZcdp(rho, given_up):
                found = _delta_of_zcdp(rho, epsilon) + given_up
            case OfRenyi(alpha, r, given_up):
                found = (_one_delta(alpha, r, epsilon) if r else Fraction(0)) + given_up
            case OfPure(each, times):
                found = _delta_of_pure(each, times, epsilon)
            case _:
                assert_never(guarantee)
    return min(1.0, _up(found))


def epsilon_at(guarantee: Guarantee, delta: Fraction) -> float:
    """An ε that is enough at this δ, rounded up; infinite if none is known to be."""
    if not 0 <= delta <= 1:
        raise ValueError("δ lies between 0 and 1")
    with ctx.workprec(_BITS):
        match guarantee:
            case OfZcdp(rho, given_up):
                return _epsilon_of_zcdp(rho, delta - given_up)
            case OfRenyi(alpha, r, given_up):
                return _one_epsilon(alpha, r, delta - given_up)
            case OfPure(each, times):
                return _epsilon_of_pure(each, times, delta)
            case _:
                assert_never(guarantee)


def curve(guarantee: Guarantee, points: int = _POINTS) -> tuple[Point, ...]:
    """The δ that is enough, from ε = 0 to where it is about 10⁻¹², in equal steps."""
    last = epsilon_at(guarantee, _least_delta(guarantee) + Fraction(1, 10**12))
    if math.isinf(last):
        last = 1.0
    steps = (Fraction(last or 1.0) * n / points for n in range(points + 1))
    return tuple(Point(_up(e), delta_at(guarantee, e)) for e in steps)


def _least_delta(guarantee: Guarantee) -> Fraction:
    return Fraction(0) if isinstance(guarantee, OfPure) else min(guarantee.delta, _ONE / 2)


# ------------------------------------------------------------------------------------------------- from a divergence


def _one_delta(alpha: Fraction, r: Fraction, epsilon: Fraction) -> Fraction:
    """The bound at one order."""
    a = _ball(alpha)
    exponent = (a - 1) * _ball(r - epsilon) + a * (1 - 1 / a).log() - (a - 1).log()
    return bounds(exponent.exp()).upper if bounds(exponent).lower < 1 else _ONE


def _one_epsilon(alpha: Fraction, r: Fraction, delta: Fraction) -> float:
    """The bound at one order; nothing is lost where the divergence is zero."""
    if r == 0 and delta >= 0:
        return 0.0
    if delta <= 0:
        return math.inf
    a = _ball(alpha)
    found = _ball(r) + (1 - 1 / a).log() - (_ball(delta).log() + a.log()) / (a - 1)
    return _up(max(Fraction(0), bounds(found).upper))


def _delta_of_zcdp(rho: Fraction, epsilon: Fraction) -> Fraction:
    if rho == 0:
        return Fraction(0)
    small, e = float(rho), float(epsilon)
    order = _where(lambda a: (2 * a + 1) * small - e - math.log1p(1 / a))
    return _one_delta(1 + order, (1 + order) * rho, epsilon)


def _epsilon_of_zcdp(rho: Fraction, delta: Fraction) -> float:
    """The least bound over orders: as a function of the order it falls, and then it rises."""
    if rho == 0 and delta >= 0:
        return 0.0
    if delta <= 0:
        return math.inf
    small, d = float(rho), -_log(delta)

    def slope(a: float) -> float:  # of the bound at the order 1 + a, up to a factor above zero
        return small * a * a - d + math.log1p(a)

    order = 1 + _where(slope)
    return _one_epsilon(order, order * rho, delta)


def _where(rises: Callable[[float], float]) -> Fraction:
    """Where a function that grows becomes zero, above zero, about."""
    low, high = math.log(1e-12), math.log(_LARGEST_ORDER)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if rises(math.exp(middle)) > 0 else (middle, high)
    return Fraction(math.exp(high))


def _log(number: Fraction) -> float:
    return math.log(number.numerator) - math.log(number.denominator)


# ------------------------------------------------------------------------------------------------ from pure releases


def _delta_of_pure(each: Fraction, times: int, epsilon: Fraction) -> Fraction:
    if epsilon >= each * times:
        return Fraction(0)
    if times > MOST_RELEASES:
        return _delta_of_zcdp(times * each * each / 2, epsilon)
    a, factor = (-_ball(each)).exp(), _ball(epsilon).exp()
    total, ways = arb(0), arb(1)
    falling, rising = arb(1), factor * a**times  # a^j, and e^ε · a^(n−j)
    for j in range(times + 1):
        if not falling > rising:  # from here on no term is above zero, but for one that is too close to tell
            if not falling < rising:
                total += ways * (falling - rising).union(arb(0))
            break
        total += ways * (falling - rising)
        ways = ways * (times - j) / (j + 1)
        falling, rising = falling * a, rising / a
    return bounds(total / (1 + a) ** times).upper


def _epsilon_of_pure(each: Fraction, times: int, delta: Fraction) -> float:
    """By halving: the bound falls as ε grows."""
    whole = _up(each * times)
    if delta == 0:
        return whole
    if times > MOST_RELEASES:
        return min(whole, _epsilon_of_zcdp(times * each * each / 2, delta))
    low, high = 0.0, whole
    if _delta_of_pure(each, times, Fraction(0)) <= delta:
        return 0.0
    while low < (middle := (low + high) / 2) < high and high - low > 1e-15 * high:
        low, high = (low, middle) if _delta_of_pure(each, times, Fraction(middle)) <= delta else (middle, high)
    return high


# ------------------------------------------------------------------------------------------------------------ rounding


def _up(exact: Fraction) -> float:
    """The least float that is not below."""
    try:
        value = float(exact)
    except OverflowError:
        return math.inf
    return value if Fraction(value) >= exact else math.nextafter(value, math.inf)


def _ball(number: Fraction) -> arb:
    return arb(fmpq(number.numerator, number.denominator))
