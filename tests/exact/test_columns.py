"""The probabilities of Gaussian, truncated and uniform noise for whole columns: against balls of 300 bits.

As in `test_powers`, what is computed may be off by `ERROR` at most, down to masses that count as faint; the reference
adds masses up one by one, from the definition.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from random import Random

import numpy as np
import pytest
from flint import arb, ctx, fmpq

from tests.exact.test_powers import check
from twinproof.exact.distribution import bounds
from twinproof.lang.noise import GAUSSIAN, TRUNCATED, UNIFORM, AdditiveNoise, Parameters
from twinproof.lang.noise.powers import FAINT, INFINITE
from twinproof.lang.noise.theta import whole_sum
from twinproof.refute.laws import LAWS

BITS = 300
Case = tuple[AdditiveNoise, Parameters]
WIDE = [Fraction(1, 1000), Fraction(1, 50), Fraction(1, 3), Fraction(1), Fraction(0.3), Fraction(7), Fraction(400)]
CASES: list[Case] = [
    *((GAUSSIAN, (v,)) for v in [*WIDE, Fraction(12_345, 7)]),
    *((TRUNCATED, (Fraction(1), Fraction(bound))) for bound in (0, 1, 5, 40, 700)),
    *((TRUNCATED, (Fraction(1, 100), Fraction(bound))) for bound in (1, 30, 3000)),
    *((TRUNCATED, (Fraction(20), Fraction(bound))) for bound in (1, 3, 50)),
    (TRUNCATED, (Fraction(1, 10**6), Fraction(10))),
    *((UNIFORM, (Fraction(size),)) for size in (1, 2, 7, 1000)),
]
every_case = pytest.mark.parametrize(("noise", "parameters"), CASES, ids=str)


def weight(noise: AdditiveNoise, parameters: Parameters, x: int) -> arb:
    """The mass of x, but for a factor that all have."""
    if noise is UNIFORM:
        return arb(1 if 0 <= x < parameters[0] else 0)
    if noise is TRUNCATED and abs(x) > parameters[1]:
        return arb(0)
    exponent = -x * x / (2 * parameters[0]) if noise is GAUSSIAN else -abs(x) * parameters[0]
    return arb(fmpq(exponent.numerator, exponent.denominator)).exp()


@cache
def masses(noise: AdditiveNoise, parameters: Parameters) -> dict[int, arb]:
    """All masses that count for anything."""
    with ctx.workprec(BITS):
        reach = 1
        while weight(noise, parameters, reach) > 1e-320 and reach < 3000:
            reach *= 2
        reach = min(2 * reach, 3000)
        found = {x: weight(noise, parameters, x) for x in range(-reach, reach + 1)}
        whole = sum(found.values(), arb(0))
        return {x: w / whole for x, w in found.items() if w > 0}


def test_the_reference_has_all_that_counts() -> None:
    with ctx.workprec(BITS):
        for noise, parameters in CASES:
            last = max(masses(noise, parameters))
            assert weight(noise, parameters, last + 1) < 1e-300


@every_case
def test_masses(noise: AdditiveNoise, parameters: Parameters) -> None:
    law, known = noise.columns(parameters), masses(noise, parameters)
    xs = [x for x, mass in known.items() if mass > FAINT]
    assert xs
    with ctx.workprec(BITS):
        check(zip(law.mass(np.array(xs)).tolist(), (known[x] for x in xs), strict=True), str(noise))
    beyond = max(known) + 1
    assert not law.mass(np.array([beyond, beyond + 10**6, -beyond - 5, 2**61, -(2**61)])).any()
    assert (law.least, law.greatest) == noise.support(lambda: parameters)


def intervals(known: dict[int, arb]) -> Iterator[tuple[int, int]]:
    random, last = Random(5), max(known)
    yield from [(-INFINITE, INFINITE), (-INFINITE, 0), (0, INFINITE), (1, INFINITE), (-INFINITE, -1), (0, 0)]
    for _ in range(300):
        low = random.randint(-last - 2, last + 2)
        high = low + random.choice([0, 1, 2, 5, last // 3, last, 3 * last])
        yield from [(low, high), (low, INFINITE), (-INFINITE, high)]


@every_case
def test_intervals(noise: AdditiveNoise, parameters: Parameters) -> None:
    law, known = noise.columns(parameters), masses(noise, parameters)
    asked = list(dict.fromkeys(intervals(known)))
    found = law.between(*map(np.array, zip(*asked, strict=True))).tolist()
    with ctx.workprec(BITS):
        for (low, high), computed in zip(asked, found, strict=True):
            inside = [mass for x, mass in known.items() if low <= x <= high]
            true = sum(inside, arb(0))
            if true > FAINT:
                check([(computed, true)], f"{noise} {low} {high}")
            else:
                assert computed <= 1e-249
    lows = np.array([1, 5, 0, -3, INFINITE // 2, -(2**60), 2**60])
    highs = np.array([0, 4, -1, -4, 0, -(2**60) - 1, -(2**60)])
    assert not law.between(lows, highs).any()


@every_case
@pytest.mark.parametrize("allowed", [1.0, 0.3, 1e-3, 1e-12, 1e-100, 1e-200])
def test_reach_leaves_out_no_more_than_was_allowed(
    noise: AdditiveNoise, parameters: Parameters, allowed: float
) -> None:
    law, known = noise.columns(parameters), masses(noise, parameters)
    k = law.reach(allowed)
    for reach in {k, 0, 1, k // 2, k + 1}:
        with ctx.workprec(BITS):
            true = bounds(sum((mass for x, mass in known.items() if abs(x) > reach), arb(0))).upper
        assert true <= Fraction(law.outside(reach))
        assert reach != k or true <= Fraction(allowed)
    assert law.outside(k) > 0 or noise is not GAUSSIAN  # something is always further out


@every_case
def test_the_replay_computes_the_same_by_other_code(noise: AdditiveNoise, parameters: Parameters) -> None:
    law, known = LAWS[noise](parameters), masses(noise, parameters)
    with ctx.workprec(256):
        for x in Random(3).sample(sorted(known), min(40, len(known))):
            assert (law.mass(x) / known[x] - 1).abs_upper() < 1e-60
            tail = sum((mass for y, mass in known.items() if y >= x), arb(0))
            assert (law.at_least(x) - tail).abs_upper() < 1e-60
            if tail > 1e-290:
                assert (law.at_least(x) / tail - 1).abs_upper() < 1e-9
            assert (law.between(x, x + 2) - sum((known.get(x + d, arb(0)) for d in range(3)), arb(0))) < 1e-60
        for k in (1, 2, max(known)):
            outside = sum((mass for y, mass in known.items() if abs(y) >= k), arb(0))
            assert not law.beyond(k) < outside - arb(10) ** -70
    assert law.at_least(-INFINITE).overlaps(arb(1))
    ends = noise.support(lambda: parameters)
    assert (law.least, law.greatest) == ends


@pytest.mark.parametrize(
    "variance", [Fraction(1, 9), Fraction(1), Fraction(10**4 + 1, 10**4), Fraction(50), Fraction(10**6)]
)
@pytest.mark.parametrize("bits", [53, 200, 900])
def test_the_sum_over_all_integers(variance: Fraction, bits: int) -> None:
    """Poisson's formula, or the sum itself: the same as a plain sum with many more terms than it takes."""
    with ctx.workprec(bits):
        found = whole_sum(variance)
        assert found.rel_accuracy_bits() > bits - 20
    with ctx.workprec(bits + 100):
        half = -1 / (2 * arb(fmpq(variance.numerator, variance.denominator)))
        size = int((2 * bits * variance) ** 0.5) + 20
        plain = 1 + 2 * sum(((half * (x * x)).exp() for x in range(1, size)), arb(0))
        assert abs(found - plain) < 3 * found.rad() + plain * arb(2) ** -bits


def test_noise_that_is_too_wide_is_refused() -> None:
    with pytest.raises(OverflowError, match="too wide"):
        GAUSSIAN.columns((Fraction(10**12),))
    with pytest.raises(OverflowError, match="too wide"):
        UNIFORM.columns((Fraction(2**70),))
    with pytest.raises(ValueError, match="too large for the replay"):
        LAWS[GAUSSIAN]((Fraction(10**12),))
