"""The probabilities of noise: every value of the tables against balls of 300 bits.

`ERROR` is a claim about all of them, and all certified bounds rest on it; so the arguments here are chosen to hurt: the
ends of digits, the last powers that count, lengths next to nothing, and rates from 1e-6 to 50.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from flint import arb, ctx, fmpq

from twinproof.exact.distribution import bounds
from twinproof.lang.noise import LAPLACE, ONE_SIDED
from twinproof.lang.noise.laplace import LaplaceColumns
from twinproof.lang.noise.one_sided_laplace import OneSidedColumns
from twinproof.lang.noise.powers import ERROR, FAINT, INFINITE, UNIT, Powers, powers_of

BITS = 300
RATES = [
    Fraction(1, 10**6),
    Fraction(1, 333_667),
    Fraction(1, 65_149),
    Fraction(3, 10_000),
    Fraction(1, 1024),
    Fraction(1, 651),
    Fraction(1, 100),
    Fraction(1, 40),
    Fraction(1, 8),
    Fraction(1, 3),
    Fraction(0.1),
    Fraction(651_809, 1_000_000),
    Fraction(1),
    Fraction(2),
    Fraction(7, 2),
    Fraction(10),
    Fraction(50),
]
Law = LaplaceColumns | OneSidedColumns
LAWS: list[Law] = [law for rate in RATES for law in (LaplaceColumns(rate), OneSidedColumns(rate))]


def named(law: Law) -> str:
    return f"{type(law).__name__} {float(law.rate):.3g}"


def power(rate: Fraction, k: int) -> arb:
    """e^(−rate·k) as a ball."""
    exponent = -rate * k
    return arb(fmpq(exponent.numerator, exponent.denominator)).exp()


def arguments(powers: Powers, seed: int) -> list[int]:
    """Exponents where something changes, and some between."""
    random = Random(seed)
    marks = {0, 1, 2, 3, 1023, 1024, 1025, 2047, 2048, 1024**2 - 1, 1024**2, 1024**2 + 1, 5 * 1024**2 - 1}
    marks |= {1024**3 - 1, 1024**3, 1024 * 1023, 1024 * 1023 + 1023}
    marks |= {powers.beyond - d for d in range(4)} | {powers.beyond // d for d in (2, 3, 7)}
    marks |= {int(math.exp(random.uniform(0, math.log(powers.beyond + 1)))) for _ in range(120)}
    marks |= {random.randrange(powers.beyond) for _ in range(120)}
    return sorted(k for k in marks if 0 <= k < powers.beyond)


def off(computed: float, true: arb) -> Fraction:
    """An upper bound of the relative distance of a computed number from the true one."""
    exact = bounds(true)
    value = Fraction(computed)
    return max(abs(value - exact.lower), abs(value - exact.upper)) / exact.lower


def check(cases: Iterable[tuple[float, arb]], what: str) -> Fraction:
    """All computed numbers are as near to the true ones as is claimed; the worst distance, in units."""
    worst = Fraction(0)
    for number, (computed, true) in enumerate(cases):
        distance = off(computed, true)
        assert distance <= Fraction(ERROR), (
            f"{what}, case {number}: {computed} is off by {float(distance / UNIT)} units"
        )
        worst = max(worst, distance)
    return worst / Fraction(UNIT)


@pytest.mark.parametrize("rate", RATES, ids=lambda r: f"{float(r):.3g}")
def test_powers_and_what_they_lack_to_one(rate: Fraction) -> None:
    powers = powers_of(rate)
    ks = arguments(powers, 1)
    with ctx.workprec(BITS):
        found = powers.power(np.array(ks)).tolist()
        worst = check(zip(found, (power(rate, k) for k in ks), strict=True), "power")
        ks = [k for k in ks if k > 0]
        found = powers.rest(np.array(ks)).tolist()
        worst = max(worst, check(zip(found, (1 - power(rate, k) for k in ks), strict=True), "rest"))
        assert worst < 20  # far from the 64 that are claimed
        assert bounds(power(rate, powers.beyond)).upper <= Fraction(1e-289)
    assert powers.rest(np.array([0])).tolist() == [0.0]


@pytest.mark.parametrize("rate", RATES, ids=lambda r: f"{float(r):.3g}")
def test_from_beyond_on_a_power_is_nothing(rate: Fraction) -> None:
    powers = powers_of(rate)
    far = np.array([powers.beyond, powers.beyond + 1, 2 * powers.beyond, 2**61, INFINITE, 2 * INFINITE - 1])
    assert not powers.power(far).any()
    assert (powers.rest(far) == 1.0).all()
    assert FAINT > 1e-290 * 1e30  # what counts as nothing is far below what the bounds call faint


@pytest.mark.parametrize("law", LAWS, ids=named)
def test_masses(law: Law) -> None:
    ks = arguments(law.powers, 2)
    xs = sorted({*ks, *(-k for k in ks)}) if isinstance(law, LaplaceColumns) else ks
    with ctx.workprec(BITS):
        a = power(law.rate, 1)
        front = (1 - a) / (1 + a) if isinstance(law, LaplaceColumns) else 1 - a
        true = (front * power(law.rate, abs(x)) for x in xs)
        check(zip(law.mass(np.array(xs)).tolist(), true, strict=True), named(law))
    if isinstance(law, OneSidedColumns):
        assert not law.mass(np.array([-1, -2, -1000, -(2**61)])).any()


def truly_between(law: Law, low: int | None, high: int | None) -> arb | None:
    """P(low ≤ X ≤ high) from the distribution function, without cancellation that 300 bits would notice."""
    rate = law.rate
    a = power(rate, 1)

    def from_on(x: int) -> arb:  # P(X ≥ x) for x ≥ 1, or for x ≥ 0 when one-sided
        return power(rate, x) / (1 + a) if isinstance(law, LaplaceColumns) else power(rate, x)

    def upwards(first: int, last: int | None) -> arb:
        return from_on(first) - (from_on(last + 1) if last is not None else 0)

    if isinstance(law, OneSidedColumns):
        first = max(low or 0, 0)
        return None if high is not None and high < first else upwards(first, high)
    total, parts = arb(0), 0
    if high is None or high >= 1:
        first = 1 if low is None else max(low, 1)
        if high is None or first <= high:
            total, parts = total + upwards(first, high), parts + 1
    if low is None or low <= -1:
        first = 1 if high is None else max(-high, 1)
        if low is None or first <= -low:
            total, parts = total + upwards(first, None if low is None else -low), parts + 1
    if (low is None or low <= 0) and (high is None or high >= 0):
        total, parts = total + (1 - a) / (1 + a), parts + 1
    return total if parts else None


def intervals(law: Law, seed: int) -> list[tuple[int | None, int | None]]:
    """Intervals of all kinds: open, closed, points, across zero, and far out."""
    random = Random(seed)
    ks = arguments(law.powers, seed)
    ends = [*ks, *(-k for k in ks)]
    half = [k for k in ks if k <= law.powers.beyond // 2]
    found: list[tuple[int | None, int | None]] = [(None, None), (None, 0), (0, None), (1, None), (None, -1), (0, 0)]
    found += [(k, None) for k in ks] + [(None, -k) for k in ks] + [(-k, None) for k in ks] + [(None, k) for k in ks]
    found += [(k, k + random.choice([0, 1, 2, 1023, 1024, 5000])) for k in half]
    found += [(-k - random.choice([0, 1, 2, 1023, 1024]), -k) for k in half]
    for _ in range(200):
        one, two = random.choice(ends), random.choice(ends)
        found.append((min(one, two), max(one, two)))
    return found


@pytest.mark.parametrize("law", LAWS, ids=named)
def test_intervals(law: Law) -> None:
    asked = intervals(law, 3)
    lows = np.array([-INFINITE if low is None else low for low, _ in asked])
    highs = np.array([INFINITE if high is None else high for _, high in asked])
    found = law.between(lows, highs).tolist()
    with ctx.workprec(BITS):
        true = [truly_between(law, low, high) for low, high in asked]
        assert all(f == 0.0 for f, t in zip(found, true, strict=True) if t is None)
        check(((f, t) for f, t in zip(found, true, strict=True) if t is not None), named(law))


@pytest.mark.parametrize("law", LAWS, ids=named)
def test_empty_intervals_are_impossible(law: Law) -> None:
    lows = np.array([1, 5, 0, -3, INFINITE // 2, -(2**60), 2**60])
    highs = np.array([0, 4, -1, -4, 0, -(2**60) - 1, -(2**60)])
    assert not law.between(lows, highs).any()
    if isinstance(law, OneSidedColumns):
        assert not law.between(np.array([-INFINITE, -9, -1]), np.array([-1, -3, -1])).any()


@pytest.mark.parametrize("law", LAWS, ids=named)
@pytest.mark.parametrize("allowed", [1.0, 0.3, 1e-3, 1e-12, 1e-30, 1e-100, 1e-200, 1e-280])
def test_reach_leaves_out_no_more_than_was_allowed(law: Law, allowed: float) -> None:
    k = law.reach(allowed)
    with ctx.workprec(BITS):
        a = power(law.rate, 1)
        tail = power(law.rate, k + 1)
        true = bounds(2 * tail / (1 + a) if isinstance(law, LaplaceColumns) else tail)
    assert true.upper <= Fraction(law.outside(k))
    assert true.upper <= Fraction(allowed)
    assert k <= law.powers.beyond


@pytest.mark.parametrize("law", LAWS, ids=named)
def test_outside_is_an_upper_bound_everywhere(law: Law) -> None:
    with ctx.workprec(BITS):
        a = power(law.rate, 1)
        for k in [0, 1, 2, 1022, 1023, 1024, law.powers.beyond - 2, law.powers.beyond - 1, law.powers.beyond]:
            tail = power(law.rate, k + 1)
            true = bounds(2 * tail / (1 + a) if isinstance(law, LaplaceColumns) else tail)
            assert true.upper <= Fraction(law.outside(k)), k


def test_reach_needs_some_room() -> None:
    for nothing in (0.0, -1.0):
        with pytest.raises(ValueError, match="some mass"):
            LaplaceColumns(Fraction(1)).reach(nothing)


@pytest.mark.parametrize("rate", [Fraction(1, 10**13), Fraction(1, 10**40), Fraction(1, 10**400)])
def test_noise_that_is_too_wide_is_refused(rate: Fraction) -> None:
    with pytest.raises(OverflowError, match="too wide"):
        Powers(rate)


@pytest.mark.parametrize("rate", [Fraction(700), Fraction(10**6), Fraction(10**30), Fraction(10**400)])
def test_noise_that_is_next_to_nothing(rate: Fraction) -> None:
    for noise in (LAPLACE, ONE_SIDED):
        law = noise.columns((rate,))
        assert law.mass(np.array([0])).tolist() == [1.0]
        assert law.between(np.array([-INFINITE, 0, 1]), np.array([INFINITE, 0, INFINITE])).tolist() == [1.0, 1.0, 0.0]
        assert law.reach(1e-30) >= 0
