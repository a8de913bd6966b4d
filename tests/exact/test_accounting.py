"""From zCDP, Rényi privacy and many pure releases to (ε, δ): as tight as others are, and never on the wrong side."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import opendp.prelude as dp
import pytest
from scipy.stats import norm

from twinproof.exact.accounting import (
    MOST_RELEASES,
    USUAL_DELTAS,
    Guarantee,
    OfPure,
    OfRenyi,
    OfZcdp,
    curve,
    delta_at,
    epsilon_at,
    of_claim,
    repeated,
)
from twinproof.lang.claim import Concentrated, EpsilonDelta, Renyi

RHOS = [Fraction(1, 1000), Fraction(1, 20), Fraction(1, 2), Fraction(3), Fraction(40)]
EPSILONS = [Fraction(0), Fraction(1, 10), Fraction(1), Fraction(4), Fraction(20)]
GUARANTEES: list[Guarantee] = [OfZcdp(Fraction(1, 2)), OfRenyi(Fraction(8), Fraction(1)), OfPure(Fraction(1, 5), 30)]


def gaussian_delta(rho: float, epsilon: float) -> float:
    """The δ of Gaussian noise on real numbers, which is ρ-zCDP: no bound for zCDP may be below."""
    sigma = math.sqrt(1 / (2 * rho))
    above = norm.sf(epsilon * sigma - 1 / (2 * sigma))
    return float(above - math.exp(epsilon) * norm.sf(epsilon * sigma + 1 / (2 * sigma)))


def opendp_profile(rho: Fraction) -> Any:
    """OpenDP's conversion of ρ-zCDP."""
    dp.enable_features("contrib", "honest-but-curious")
    space = dp.atom_domain(T=int), dp.absolute_distance(T=int)
    measure, amount = dp.zero_concentrated_divergence(), float(rho)
    made = dp.m.make_user_measurement(*space, measure, lambda x: x, lambda _: amount, TO="ExtrinsicObject")
    return dp.c.make_zCDP_to_approxDP(made).map(1)  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("rho", RHOS)
def test_zcdp_against_opendp_and_against_the_truth(rho: Fraction) -> None:
    theirs = opendp_profile(rho)
    for delta in (*USUAL_DELTAS, Fraction(1, 100)):
        ours = epsilon_at(OfZcdp(rho), delta)
        assert ours <= theirs.epsilon(float(delta)) * (1 + 1e-12)
        assert gaussian_delta(float(rho), ours) <= float(delta)
    for epsilon in EPSILONS:
        needed = delta_at(OfZcdp(rho), epsilon)
        assert needed <= theirs.delta(float(epsilon)) * (1 + 1e-9) + 1e-300
        assert needed >= gaussian_delta(float(rho), float(epsilon)) * (1 - 1e-9)


def of_responses(each: float, times: int, epsilon: float) -> float:
    """The δ of so many randomised responses, over all their answers."""
    p = 1 / (1 + math.exp(-each))
    total = 0.0
    for answers in itertools.product((True, False), repeat=times):
        left = math.prod(p if a else 1 - p for a in answers)
        right = math.prod(1 - p if a else p for a in answers)
        total += max(0.0, left - math.exp(epsilon) * right)
    return total


@pytest.mark.parametrize("times", [1, 2, 5, 8])
def test_pure_releases_are_composed_as_well_as_can_be(times: int) -> None:
    for each in (Fraction(1, 10), Fraction(1)):
        for epsilon in (Fraction(0), Fraction(1, 4), each, Fraction(2)):
            ours, truth = delta_at(OfPure(each, times), epsilon), of_responses(float(each), times, float(epsilon))
            assert truth - 1e-12 <= ours <= truth + 1e-12


def test_many_pure_releases_are_no_worse_than_through_zcdp() -> None:
    for times in (10, 100, 1000, MOST_RELEASES + 1):
        each = Fraction(1, 10)
        direct = epsilon_at(OfPure(each, times), USUAL_DELTAS[0])
        assert direct <= epsilon_at(OfZcdp(times * each * each / 2), USUAL_DELTAS[0])
        assert direct <= float(times * each) * (1 + 1e-12)


def test_a_divergence_of_one_order() -> None:
    """Of the order 2 the bound is e^(r−ε)/4."""
    one = OfRenyi(Fraction(2), Fraction(1))
    assert math.isclose(delta_at(one, Fraction(3)), math.exp(-2) / 4)
    assert math.isclose(epsilon_at(one, Fraction(1, 1000)), 1 + math.log(250))
    for alpha in (Fraction(3, 2), Fraction(5), Fraction(30)):
        rho = Fraction(1, 3)
        assert delta_at(OfZcdp(rho), Fraction(2)) <= delta_at(OfRenyi(alpha, alpha * rho), Fraction(2)) * (1 + 1e-12)


@pytest.mark.parametrize("guarantee", GUARANTEES)
def test_back_and_forth(guarantee: Guarantee) -> None:
    for delta in USUAL_DELTAS:
        epsilon = epsilon_at(guarantee, delta)
        assert delta_at(guarantee, Fraction(epsilon)) <= float(delta) * (1 + 1e-9)
        assert delta_at(guarantee, Fraction(epsilon) * Fraction(999, 1000)) > float(delta)


@pytest.mark.parametrize("guarantee", GUARANTEES)
def test_the_curve_falls(guarantee: Guarantee) -> None:
    points = curve(guarantee)
    assert points[0].epsilon == 0
    assert all(a.epsilon < b.epsilon and a.delta >= b.delta for a, b in itertools.pairwise(points))
    assert points[-1].delta <= 1.1e-12


def test_what_is_taken_away_is_added_again() -> None:
    plain, given_up = OfZcdp(Fraction(1, 2)), OfZcdp(Fraction(1, 2), Fraction(1, 10**6))
    assert math.isclose(delta_at(given_up, Fraction(5)), delta_at(plain, Fraction(5)) + 1e-6)
    assert epsilon_at(given_up, Fraction(1, 10**6)) == math.inf
    assert epsilon_at(given_up, Fraction(2, 10**6)) == epsilon_at(plain, Fraction(1, 10**6))


def test_edges() -> None:
    assert epsilon_at(OfZcdp(Fraction(0)), Fraction(0)) == 0
    assert delta_at(OfZcdp(Fraction(0)), Fraction(0)) == 0
    assert epsilon_at(OfZcdp(Fraction(1)), Fraction(0)) == math.inf
    assert epsilon_at(OfPure(Fraction(1, 3), 3), Fraction(0)) == 1
    assert delta_at(OfPure(Fraction(1, 3), 3), Fraction(1)) == 0
    assert delta_at(OfZcdp(Fraction(10**6)), Fraction(0)) == 1
    for wrong in (Fraction(-1), Fraction(2)):
        with pytest.raises(ValueError, match="δ lies"):
            epsilon_at(OfZcdp(Fraction(1)), wrong)
    with pytest.raises(ValueError, match="ε is not"):
        delta_at(OfZcdp(Fraction(1)), Fraction(-1))


def test_so_many_times() -> None:
    third, none = Fraction(1, 3), Fraction(0)
    assert repeated(OfZcdp(third, third), 3) == OfZcdp(Fraction(1), Fraction(1))
    assert repeated(OfRenyi(Fraction(2), third), 3) == OfRenyi(Fraction(2), Fraction(1))
    assert repeated(OfPure(third), 3) == OfPure(third, 3)
    assert of_claim(Concentrated(third, none)) == OfZcdp(third)
    assert of_claim(Renyi(Fraction(2), third, none)) == OfRenyi(Fraction(2), third)
    assert of_claim(EpsilonDelta(third, none)) is None
    with pytest.raises(ValueError, match="at least one"):
        repeated(OfPure(third), 0)
