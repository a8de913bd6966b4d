"""The trade-off of ε and δ on two inputs: bounds that never lie on the wrong side, also where mass was cut off."""

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from twinproof.exact.distribution import SubDistribution
from twinproof.exact.divergence import Exp, divergence_bounds
from twinproof.exact.meaning import compare
from twinproof.exact.profile import Profile, Seen
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text

HEAD = """
from typing import Annotated
from twinproof import Epsilon, gaussian, laplace, mechanism, one_within, randomized_response, truncated_laplace, within
"""
COUNT = (
    '@mechanism(epsilon="eps", delta="delta")\ndef m(x: Annotated[int, within(1)], eps: Epsilon, delta: Epsilon) -> '
)
SOURCES = {
    "laplace": COUNT + "int:\n    return laplace(x, 1 / eps)\n",
    "gaussian": COUNT + "int:\n    return gaussian(x, 2 / eps)\n",
    "truncated": COUNT + "int:\n    return truncated_laplace(x, 1 / eps, 5)\n",
    "response": COUNT + "bool:\n    return randomized_response(x > 0, eps)\n",
    "two": COUNT + "tuple[int, int]:\n    return laplace(x, 1 / eps), gaussian(x, 1 / eps)\n",
}


def read(name: str) -> Mechanism:
    (item,) = read_text(HEAD + SOURCES[name])
    assert isinstance(item, Mechanism), item
    return item


def seen(masses: Sequence[Fraction], cut: Sequence[bool], whole: float) -> Seen:
    """Masses as floats that enclose them; what is cut is lost, and the outputs keep their places."""
    low = [0.0 if c else math.nextafter(float(m), 0) for m, c in zip(masses, cut, strict=True)]
    high = [0.0 if c else math.nextafter(float(m), 1) for m, c in zip(masses, cut, strict=True)]
    lost = float(sum((m for m, c in zip(masses, cut, strict=True) if c), Fraction(0)))
    return Seen(np.array(low), np.array(high), math.nextafter(lost, 2) if any(cut) else 0.0, whole)


def exactly(p: Sequence[Fraction], q: Sequence[Fraction], epsilon: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds of the least δ in both directions, from the library of rational masses."""
    both = [SubDistribution({n: m for n, m in enumerate(side) if m > 0}) for side in (p, q)]
    ways = [divergence_bounds(both[a], both[b], Exp(epsilon), 256) for a, b in ((0, 1), (1, 0))]
    return max(w.lower for w in ways), max(w.upper for w in ways)


masses = st.lists(st.integers(0, 40), min_size=5, max_size=5).filter(any)
cuts = st.lists(st.booleans(), min_size=5, max_size=5)


def normal(weights: Sequence[int]) -> list[Fraction]:
    return [Fraction(w, sum(weights)) for w in weights]


@settings(max_examples=300, deadline=None)
@given(masses, masses, cuts, cuts, st.fractions(0, 5, max_denominator=20), st.fractions(0, 1, max_denominator=30))
def test_the_bounds_hold(
    p: list[int], q: list[int], cut_p: list[bool], cut_q: list[bool], epsilon: Fraction, delta: Fraction
) -> None:
    left, right = normal(p), normal(q)
    profile = Profile(seen(left, cut_p, 0.0), seen(right, cut_q, 0.0))
    found = profile.least_delta(epsilon)
    low, high = exactly(left, right, epsilon)
    assert found.lower <= high
    assert low <= found.upper
    if not any(cut_p) and not any(cut_q):
        assert found.upper - found.lower < Fraction(1, 10**12)
    least = profile.least_epsilon(delta)
    assert 0 <= least.at_least <= least.at_most
    if 0 < least.at_least < math.inf:  # just below, δ does not do
        below = Fraction(least.at_least) * (1 - Fraction(1, 10**9))
        assert exactly(left, right, below)[1] >= delta
    if least.at_least == math.inf:
        assert exactly(left, right, Fraction(300))[0] > delta
    if least.at_most < math.inf:  # there it does
        assert exactly(left, right, Fraction(least.at_most))[0] <= delta


@settings(max_examples=100, deadline=None)
@given(masses, masses, st.fractions(0, 1, max_denominator=30))
def test_without_a_cut_both_ends_meet(p: list[int], q: list[int], delta: Fraction) -> None:
    nothing = [False] * 5
    least = Profile(seen(normal(p), nothing, 0.0), seen(normal(q), nothing, 0.0)).least_epsilon(delta)
    if math.isfinite(least.at_most):
        assert least.at_most - least.at_least < 1e-5


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("tolerance", [1e-30, 1e-6, 1e-2])
def test_a_coarser_computation_says_nothing_else(name: str, tolerance: float) -> None:
    core = read(name)
    left, right = ({"x": x, "eps": 1, "delta": Fraction(1, 50)} for x in (0, 1))
    fine, coarse = compare(core, left, right, 1e-40), compare(core, left, right, tolerance)
    assert coarse.least_delta.lower <= fine.least_delta.upper
    assert fine.least_delta.lower <= coarse.least_delta.upper
    assert coarse.least_epsilon.at_least <= fine.least_epsilon.at_most
    assert fine.least_epsilon.at_least <= coarse.least_epsilon.at_most
    for a, b in zip(fine.curve, coarse.curve, strict=True):
        assert a.epsilon == b.epsilon
        assert b.delta.lower <= a.delta.upper
        assert a.delta.lower <= b.delta.upper


def test_the_two_ends_of_the_trade_off_belong_together() -> None:
    """At the least δ for an ε, the least ε is that one."""
    core = read("gaussian")
    left, right = ({"x": x, "eps": 1, "delta": Fraction(1, 50)} for x in (0, 1))
    profile = compare(core, left, right).profile
    for epsilon in (Fraction(1, 3), Fraction(1), Fraction(5, 2)):
        delta = profile.least_delta(epsilon)
        back = profile.least_epsilon(delta.upper)
        assert back.at_least <= epsilon
        assert profile.least_epsilon(delta.lower).at_most >= epsilon * (1 - Fraction(1, 10**9))
        assert back.at_most - back.at_least < 1e-6


def test_the_curve_falls_and_has_the_claim_in_its_middle() -> None:
    left, right = ({"x": x, "eps": 1, "delta": Fraction(1, 50)} for x in (0, 1))
    found = compare(read("gaussian"), left, right)
    assert found.curve[len(found.curve) // 2].epsilon == found.claim.epsilon
    assert found.curve[len(found.curve) // 2].delta == found.least_delta
    uppers = [t.delta.upper for t in found.curve]
    assert uppers == sorted(uppers, reverse=True)


def test_an_infinite_loss_is_within_a_delta_that_covers_it() -> None:
    core = read("truncated")
    left, right = ({"x": x, "eps": 1, "delta": Fraction(1, 50)} for x in (0, 1))
    found = compare(core, left, right)
    assert found.loss_at_least == math.inf
    assert 0.97 < found.least_epsilon.at_least <= found.least_epsilon.at_most < 1  # some of the δ is left for the rest
    assert found.violates is False
    for small in (Fraction(1, 10**4), Fraction(1, 10**9)):
        broken = compare(core, {**left, "delta": small}, {**right, "delta": small})
        assert broken.violates is True
        assert broken.least_epsilon.at_least == math.inf
