"""Divergence, privacy loss and differential privacy of finite mechanisms."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import chain, combinations

import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from twinproof.exact.distribution import Interval, SubDistribution, Undecided, bounds, rational
from twinproof.exact.divergence import (
    Exp,
    Privacy,
    Violation,
    divergence,
    divergence_at_most,
    divergence_bounds,
    exceeds,
    is_private,
    largest_loss,
    smallest_delta,
    to_delta,
    to_factor,
    worst_event,
)

HALF = Fraction(1, 2)
POINTS = "abc"
FACTORS = st.sampled_from([Fraction(1), Fraction(4, 3), Fraction(2), Fraction(5)])


@st.composite
def sub_distributions(draw: st.DrawFn) -> SubDistribution[str]:
    weights = {point: draw(st.integers(0, 4)) for point in POINTS}
    total = sum(weights.values()) + draw(st.integers(0, 3))
    return SubDistribution({point: Fraction(weight, max(total, 1)) for point, weight in weights.items()})


EVENTS = [frozenset(e) for e in chain.from_iterable(combinations(POINTS, n) for n in range(len(POINTS) + 1))]


@given(sub_distributions(), sub_distributions(), FACTORS)
def test_divergence_is_the_supremum_over_all_events(
    mu1: SubDistribution[str], mu2: SubDistribution[str], c: Fraction
) -> None:
    gaps = [rational(mu1.probability(event)) - c * rational(mu2.probability(event)) for event in EVENTS]
    value = divergence(mu1, mu2, c)
    worst = worst_event(mu1, mu2, c)
    assert value == max(gaps)
    assert value == rational(mu1.probability(worst)) - c * rational(mu2.probability(worst))
    assert divergence_at_most(mu1, mu2, c, value)
    assert value == 0 or not divergence_at_most(mu1, mu2, c, value * Fraction(999, 1000))


@given(
    sub_distributions(), sub_distributions(), st.sampled_from([Fraction(0), Fraction(1, 3), Fraction(1), Fraction(7)])
)
def test_divergence_at_a_real_epsilon_lies_between_its_rational_neighbours(
    mu1: SubDistribution[str], mu2: SubDistribution[str], epsilon: Fraction
) -> None:
    factor = Exp(epsilon)
    around = factor.enclosure(40)
    result = divergence_bounds(mu1, mu2, factor, bits=200)
    assert divergence(mu1, mu2, around.upper) <= result.lower <= result.upper <= divergence(mu1, mu2, around.lower)
    assert divergence_at_most(mu1, mu2, factor, result.upper)
    assert result.lower == 0 or not divergence_at_most(
        mu1, mu2, factor, result.lower - Fraction(1, 10**9) * result.lower
    )


def test_exp_is_enclosed() -> None:
    e = Exp(Fraction(1)).enclosure(128)
    series = sum((Fraction(1, math.factorial(n)) for n in range(41)), Fraction(0))
    assert e.lower < series < series + Fraction(2, math.factorial(41)) < e.upper
    assert e.upper - e.lower < Fraction(1, 2**100)
    assert Exp(Fraction(0)).enclosure(64) == Interval(Fraction(1), Fraction(1))
    assert repr(Exp(Fraction(1, 2))) == "Exp(1/2)"


def test_a_threshold_very_close_to_the_truth_is_decided() -> None:
    e = Exp(Fraction(1)).enclosure(3000)
    p, q = HALF, HALF / e.lower
    assert not exceeds(p, q, Exp(Fraction(1)))
    assert exceeds(p, HALF / e.upper, Exp(Fraction(1)))


def test_what_stays_open_raises() -> None:
    ball = SubDistribution({"a": arb(1) / 3})
    third = SubDistribution({"a": Fraction(1, 3)})
    with pytest.raises(Undecided, match="cannot tell"):
        divergence_at_most(ball, third, 1, 0)
    with pytest.raises(Undecided, match="cannot tell"):
        worst_event(ball, third, 1)
    assert divergence_at_most(ball, third, Fraction(1001, 1000), 0)
    assert divergence_bounds(ball, third, 1).upper < Fraction(1, 10**15)
    with pytest.raises(TypeError, match="use divergence_bounds"):
        divergence(ball, third, 1)


def test_illegal_parameters_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        to_factor(HALF)
    with pytest.raises(TypeError, match="not float"):
        to_factor(1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="not be negative"):
        to_delta(-1)
    with pytest.raises(TypeError, match="not float"):
        to_delta(0.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="not be negative"):
        Exp(Fraction(-1))
    with pytest.raises(TypeError, match="not float"):
        Exp(0.5)  # type: ignore[arg-type]


def test_the_largest_loss() -> None:
    mu1, mu2 = SubDistribution({"a": HALF, "b": HALF}), SubDistribution({"a": Fraction(1, 4), "b": Fraction(3, 4)})
    loss = largest_loss(mu1, mu2)
    assert (loss.lower, loss.upper, loss.point) == (Fraction(2), Fraction(2), "a")
    low, high = loss.logarithm()
    assert low <= math.log(2) <= high
    assert high - low < 1e-15
    assert "0.693147" in repr(loss)


def test_the_loss_may_be_infinite_or_nothing_at_all() -> None:
    one, other = SubDistribution.dirac("a"), SubDistribution.dirac("b")
    assert largest_loss(one, other).is_infinite
    assert largest_loss(one, other).logarithm() == (math.inf, math.inf)
    nothing = largest_loss(SubDistribution[str].zero(), other)
    assert (nothing.lower, nothing.point) == (Fraction(0), None)
    assert nothing.logarithm() == (-math.inf, -math.inf)


def test_the_loss_of_balls_is_enclosed() -> None:
    a = (-arb(1)).exp()
    loss = largest_loss(SubDistribution({"x": HALF}), SubDistribution({"x": a / 2}))
    low, high = loss.logarithm()
    assert low < 1 < high
    assert high - low < 1e-12


@given(sub_distributions(), sub_distributions())
def test_the_largest_loss_is_the_smallest_pure_epsilon(mu1: SubDistribution[str], mu2: SubDistribution[str]) -> None:
    loss = largest_loss(mu1, mu2)
    assert loss.lower == loss.upper
    if loss.lower is None:
        assert divergence(mu1, mu2, 10**9) > 0
    else:
        assert divergence(mu1, mu2, max(loss.lower, Fraction(1))) == 0
        assert loss.lower <= 1 or divergence(mu1, mu2, max(Fraction(1), loss.lower * Fraction(999, 1000))) > 0


def randomised_response(p: Fraction) -> dict[int, SubDistribution[str]]:
    return {0: SubDistribution({"no": p, "yes": 1 - p}), 1: SubDistribution({"no": 1 - p, "yes": p})}


def test_randomised_response() -> None:
    mechanism = randomised_response(Fraction(3, 4))
    assert is_private(mechanism, {(0, 1), (1, 0)}, 3).holds
    answer = is_private(mechanism, lambda a, b: a != b, 2)
    assert not answer.holds
    assert answer.check()
    assert answer.violation == Violation(0, 1, frozenset({"no"}), Fraction(3, 4), Fraction(1, 4))
    assert smallest_delta(mechanism, lambda a, b: a != b, 2) == Fraction(1, 4)
    assert is_private(mechanism, lambda a, b: a != b, 2, Fraction(1, 4)).check()
    assert is_private(mechanism, {(0, 1)}, Exp(Fraction(11, 10))).holds
    assert not is_private(mechanism, {(0, 1)}, Exp(Fraction(109, 100))).holds
    assert "'no'" in repr(answer)
    assert "private" in repr(is_private(mechanism, {(0, 1)}, 3))


@given(st.lists(sub_distributions(), min_size=2, max_size=3), FACTORS, st.integers(0, 4))
def test_privacy_answers_check_and_match_the_smallest_delta(
    outputs: list[SubDistribution[str]], c: Fraction, quarter: int
) -> None:
    mechanism = dict(enumerate(outputs))
    delta = Fraction(quarter, 4)
    answer = is_private(mechanism, lambda a, b: abs(a - b) == 1, c, delta)
    assert answer.check()
    assert answer.holds == (smallest_delta(mechanism, lambda a, b: abs(a - b) == 1, c) <= delta)


def test_forged_privacy_answers_do_not_check() -> None:
    mechanism = randomised_response(Fraction(3, 4))
    pairs = frozenset({(0, 1)})
    forged = Violation(0, 1, frozenset({"yes"}), Fraction(1), Fraction(0))
    assert not Privacy(mechanism, pairs, Fraction(2), Fraction(0), forged).check()
    assert not Privacy(mechanism, pairs, Fraction(2), Fraction(0), None).check()
    backwards = Violation(1, 0, frozenset({"yes"}), Fraction(3, 4), Fraction(1, 4))
    assert not Privacy(mechanism, pairs, Fraction(2), Fraction(0), backwards).check()


def test_adjacent_inputs_must_be_inputs() -> None:
    with pytest.raises(ValueError, match="no input 2"):
        is_private(randomised_response(HALF), {(0, 2)}, 2)


def test_privacy_with_balls_names_an_event() -> None:
    a = (-arb(1)).exp()
    mechanism = {0: SubDistribution({"x": HALF}), 1: SubDistribution({"x": a / 2})}
    answer = is_private(mechanism, {(0, 1)}, Exp(Fraction(99, 100)))
    assert answer.violation is not None
    assert bounds(answer.violation.p_left) == Interval(HALF, HALF)
    assert answer.check()
    assert is_private(mechanism, {(0, 1)}, Exp(Fraction(101, 100))).holds
