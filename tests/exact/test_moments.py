"""What breaks a claim about Rényi divergences: sums that are too large for certain, with and without a δ."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random

import pytest

from twinproof.exact.moments import Moment, Order, moment
from twinproof.lang.claim import Concentrated, Renyi

NONE = Fraction(0)
Masses = list[tuple[Fraction, Fraction]]


def exact_sum(masses: Masses, alpha: int) -> Fraction:
    return sum((p**alpha / q ** (alpha - 1) for p, q in masses if p), Fraction(0))


def random_masses(random: Random, size: int) -> Masses:
    left, right = ([random.randint(0, 9) for _ in range(size)] for _ in range(2))
    return [(Fraction(a, sum(left) + 1), Fraction(b + 1, sum(right) + size)) for a, b in zip(left, right, strict=True)]


def test_the_sum_is_the_sum() -> None:
    random = Random(1)
    for _ in range(200):
        masses, alpha = random_masses(random, random.randint(1, 6)), random.randint(2, 7)
        found, exact = moment(masses, Order(Fraction(alpha)), NONE).at_least, exact_sum(masses, alpha)
        assert found is not None
        assert exact * (1 - Fraction(1, 10**30)) <= found <= exact


def test_orders_need_not_be_whole() -> None:
    masses = [(Fraction(1, 2), Fraction(1, 4)), (Fraction(1, 4), Fraction(1, 2))]
    found = moment(masses, Order(Fraction(3, 2)), NONE).at_least
    assert found is not None
    assert math.isclose(found, 0.5**1.5 * 0.25**-0.5 + 0.25**1.5 * 0.5**-0.5)


def taken_away(random: Random, masses: Masses, delta: Fraction) -> Masses:
    """Some μ' ≤ μ that has at most δ less: at random, or where that helps most."""
    left, rest = [], delta
    ranked = sorted(masses, key=lambda m: -m[0] / m[1]) if random.random() < 0.5 else random.sample(masses, len(masses))
    for p, q in ranked:
        less = min(p, rest) * Fraction(random.choice([0, 1, 3]), 3)
        rest -= less
        left.append((p - less, q))
    return left


def test_with_a_delta_no_smaller_mass_gets_below_the_bound() -> None:
    random = Random(2)
    for _ in range(300):
        masses, alpha = random_masses(random, random.randint(1, 5)), random.randint(2, 5)
        delta = Fraction(random.randint(1, 30), 100)
        cap = Fraction(random.randint(1, 40), 10)
        bound = moment(masses, Order(Fraction(alpha), cap), delta).at_least
        assert bound is not None
        for _ in range(10):
            assert exact_sum(taken_away(random, masses, delta), alpha) >= bound


def test_with_the_right_cap_the_bound_is_reached() -> None:
    """μ = (1/2, 1/2) against (1/8, 7/8): above the ratio 2 there is 1/4 more on the left."""
    masses = [(Fraction(1, 2), Fraction(1, 8)), (Fraction(1, 2), Fraction(7, 8))]
    found = moment(masses, Order(Fraction(2), Fraction(2)), Fraction(1, 4)).at_least
    best = exact_sum([(Fraction(1, 4), Fraction(1, 8)), masses[1]], 2)
    assert found is not None
    assert best * (1 - Fraction(1, 10**30)) <= found <= best


def test_what_is_impossible_on_the_right_is_infinite_but_for_a_delta() -> None:
    masses = [(Fraction(1, 2), NONE), (Fraction(1, 2), Fraction(1))]
    assert moment(masses, Order(Fraction(2)), NONE) == Moment(Order(Fraction(2)), None)
    assert moment([(NONE, NONE), masses[1]], Order(Fraction(2)), NONE).at_least is not None
    kept = moment(masses, Order(Fraction(2), Fraction(1)), Fraction(1, 2)).at_least
    assert kept is not None
    assert kept <= Fraction(1, 4)  # all of it may be taken away


def test_a_sum_that_is_just_allowed_breaks_nothing() -> None:
    claim = Concentrated(NONE, NONE)  # e^0 = 1
    order = Order(Fraction(2))
    assert not Moment(order, Fraction(1)).exceeds(claim)
    assert Moment(order, 1 + Fraction(1, 10**40)).exceeds(claim)
    assert not Moment(order, NONE).exceeds(claim)
    assert not Moment(order, Fraction(-1)).exceeds(claim)
    assert Moment(order, None).exceeds(claim)


def test_what_is_allowed_at_an_order() -> None:
    """ρ-zCDP allows e^((α−1)·α·ρ), and (α, r) allows e^((α−1)·r)."""
    for alpha in (2, 3, 8):
        for claim, limit in (
            (Concentrated(Fraction(1, 3), NONE), (alpha - 1) * alpha / 3),
            (Renyi(Fraction(alpha), Fraction(1, 3), NONE), (alpha - 1) / 3),
        ):
            at = Fraction(math.exp(limit))
            assert Moment(Order(Fraction(alpha)), at * (1 + Fraction(1, 10**12))).exceeds(claim)
            assert not Moment(Order(Fraction(alpha)), at * (1 - Fraction(1, 10**12))).exceeds(claim)


@pytest.mark.parametrize(
    ("order", "claim", "why"),
    [
        (Order(Fraction(1)), Concentrated(NONE, NONE), "does not speak of this order"),
        (Order(Fraction(1, 2)), Concentrated(NONE, NONE), "does not speak of this order"),
        (Order(Fraction(10**7)), Concentrated(NONE, NONE), "does not speak of this order"),
        (Order(Fraction(3)), Renyi(Fraction(2), NONE, NONE), "does not speak of this order"),
        (Order(1 + Fraction(1, 2**5000)), Concentrated(NONE, NONE), "too long"),
        (Order(Fraction(2), Fraction(1)), Concentrated(NONE, NONE), "a cap where a δ is claimed"),
        (Order(Fraction(2)), Concentrated(NONE, Fraction(1, 2)), "a cap where a δ is claimed"),
        (Order(Fraction(2), Fraction(0)), Concentrated(NONE, Fraction(1, 2)), "a cap where a δ is claimed"),
        (Order(Fraction(2), Fraction(-1)), Concentrated(NONE, Fraction(1, 2)), "a cap where a δ is claimed"),
    ],
)
def test_orders_from_which_nothing_follows(
    order: Order, claim: Concentrated[Fraction] | Renyi[Fraction], why: str
) -> None:
    assert why in order.why_not(claim)
    assert not Moment(order, None).exceeds(claim)
    assert not Moment(order, Fraction(10**9)).exceeds(claim)


def test_the_divergence_is_rounded_down() -> None:
    found = Moment(Order(Fraction(3)), Fraction(7)).divergence_at_least
    assert found <= math.log(7) / 2 <= math.nextafter(found, math.inf) * (1 + 1e-15)
    assert Moment(Order(Fraction(3)), Fraction(1, 2)).divergence_at_least == 0
    assert Moment(Order(Fraction(3)), None).divergence_at_least == math.inf
