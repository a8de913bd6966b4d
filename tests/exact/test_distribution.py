"""Sub-distributions: what they accept, what they refuse, and the laws of their operations."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest
from flint import arb, ctx
from hypothesis import given
from hypothesis import strategies as st

from twinproof.exact.distribution import (
    Interval,
    SubDistribution,
    Undecided,
    bounds,
    first_marginal,
    second_marginal,
)

HALF = Fraction(1, 2)
THIRD = Fraction(1, 3)


@st.composite
def sub_distributions(draw: st.DrawFn, points: str = "abc") -> SubDistribution[str]:
    weights = {point: draw(st.integers(0, 4)) for point in points}
    total = sum(weights.values()) + draw(st.integers(0, 3))
    return SubDistribution({point: Fraction(weight, max(total, 1)) for point, weight in weights.items()})


def test_points_without_mass_are_not_in_the_support() -> None:
    mu = SubDistribution({"a": HALF, "b": 0})
    assert mu.support == {"a"}
    assert mu["b"] == 0
    assert mu["never heard of"] == 0
    assert mu.total == HALF
    assert not mu.is_distribution


def test_constructors() -> None:
    assert SubDistribution.dirac("a") == SubDistribution({"a": 1})
    assert SubDistribution.uniform("aab") == SubDistribution({"a": HALF, "b": HALF})
    assert SubDistribution.from_weights({"a": 1, "b": 2}) == SubDistribution({"a": THIRD, "b": Fraction(2, 3)})
    assert SubDistribution[str].zero().total == 0
    assert SubDistribution.dirac("a").is_distribution


def test_negative_masses_are_refused() -> None:
    with pytest.raises(ValueError, match="negative mass -1/2 at 'a'"):
        SubDistribution({"a": -HALF, "b": HALF})


def test_more_than_one_in_total_is_refused() -> None:
    with pytest.raises(ValueError, match="add up to 4/3, more than 1"):
        SubDistribution({"a": 1, "b": THIRD})


@pytest.mark.parametrize("mass", [0.5, True, "1/2", None])
def test_only_exact_numbers_are_masses(mass: object) -> None:
    with pytest.raises(TypeError, match="a mass is an int, a Fraction or a flint"):
        SubDistribution({"a": mass})  # type: ignore[dict-item]


def test_weights_need_a_positive_sum() -> None:
    with pytest.raises(ValueError, match="positive sum"):
        SubDistribution.from_weights({"a": 0})
    with pytest.raises(ValueError, match="at least one point"):
        SubDistribution.uniform([])


def test_repr_is_readable() -> None:
    assert repr(SubDistribution({"a": HALF, "b": THIRD})) == "SubDistribution({'a': 1/2, 'b': 1/3}, total 5/6)"
    assert repr(SubDistribution.dirac(1)) == "SubDistribution({1: 1})"
    assert "… 8 more" in repr(SubDistribution.uniform(range(20)))
    assert "≈0.333333" in repr(SubDistribution({"a": Fraction(10**7, 3 * 10**7 + 1)}))


def test_it_is_frozen_hashable_and_travels() -> None:
    mu = SubDistribution({"a": HALF, "b": THIRD})
    with pytest.raises(TypeError):
        mu.masses["a"] = HALF  # type: ignore[index]
    with pytest.raises(AttributeError, match="frozen"):
        mu.masses = {}
    with pytest.raises(AttributeError, match="frozen"):
        del mu.masses
    assert SubDistribution[str]({"a": HALF, "b": THIRD}) == mu
    assert len({mu, SubDistribution({"b": THIRD, "a": HALF})}) == 1
    assert pickle.loads(pickle.dumps(mu)) == mu


def test_events_are_collections_or_predicates() -> None:
    mu = SubDistribution.uniform(range(4))
    assert mu.probability({0, 1, 9}) == HALF
    assert mu.probability(lambda x: x > 2) == Fraction(1, 4)
    assert mu.restrict(lambda x: x > 2) == SubDistribution({3: Fraction(1, 4)})


@given(sub_distributions(), sub_distributions("xy"))
def test_the_marginals_of_a_product_are_its_factors_scaled(mu: SubDistribution[str], nu: SubDistribution[str]) -> None:
    joint = mu.product(nu)
    assert first_marginal(joint) == mu.scale(nu.total)
    assert second_marginal(joint) == nu.scale(mu.total)


@given(sub_distributions())
def test_bind_obeys_the_monad_laws(mu: SubDistribution[str]) -> None:
    def f(x: str) -> SubDistribution[str]:
        return SubDistribution({x: HALF, "z": THIRD})

    def g(x: str) -> SubDistribution[str]:
        return SubDistribution.uniform([x, x + "!"])

    assert mu.bind(SubDistribution.dirac) == mu
    assert SubDistribution.dirac("q").bind(f) == f("q")
    assert mu.bind(f).bind(g) == mu.bind(lambda x: f(x).bind(g))
    assert mu.map(str.upper) == mu.bind(lambda x: SubDistribution.dirac(x.upper()))


@given(sub_distributions(), st.sets(st.sampled_from("abc")))
def test_an_event_and_its_complement_make_up_the_whole(mu: SubDistribution[str], event: set[str]) -> None:
    inside, outside = mu.restrict(event), mu.restrict(lambda x: x not in event)
    assert inside.plus(outside) == mu
    assert inside.total == mu.probability(event)


def test_balls_are_masses_too() -> None:
    a = (-arb(1)).exp()
    mu = SubDistribution({"a": a, "b": HALF})
    assert not mu.is_rational
    total = bounds(mu.total)
    assert total.lower < Fraction(8678794411714423, 10**16) < total.upper
    assert not mu.is_distribution
    assert mu.scale(HALF).map(lambda _: "c").support == {"c"}


def test_bounds_of_a_ball_are_exact_and_contain_the_number() -> None:
    with ctx.workprec(30):
        third = bounds(arb(1) / 3)
    assert third.lower < THIRD < third.upper
    assert bounds(arb(2)) == Interval(Fraction(2), Fraction(2))


def test_what_balls_leave_open_is_not_guessed() -> None:
    almost = arb(1) / 3
    with pytest.raises(Undecided, match="may or may not be 1"):
        _ = SubDistribution({"a": almost, "b": almost, "c": almost}).is_distribution


def test_impossible_balls_are_refused() -> None:
    with pytest.raises(ValueError, match="negative mass"):
        SubDistribution({"a": -(arb(1) / 3)})
    with pytest.raises(ValueError, match="more than 1"):
        SubDistribution({"a": arb(4) / 3})
    with pytest.raises(ValueError, match="finite ball"):
        SubDistribution({"a": arb("nan")})
    with pytest.raises(ValueError, match="no number lies between"):
        Interval(Fraction(1), Fraction(0))
