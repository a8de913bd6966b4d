"""What a draw costs in steps of a public rate, where the program computes how much noise there is."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.search.reading import mechanism_of
from twinproof.lang.expr import ONE, Literal, Op, Place, Var, apply
from twinproof.lang.interpret import evaluate
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_expr
from twinproof.lang.types import INT, REAL
from twinproof.search.prices import Pricing, pricing
from twinproof.search.prover import TIERS, Prover
from twinproof.search.result import Proof, Stuck

B, D, R = Var("b", INT), Var("d", INT, Place.RIGID), Var("r", REAL)


def drawn_with(scale: str) -> Mechanism:
    return mechanism_of(f"""
@mechanism(epsilon="eps", requires="c >= 1")
def m(x: Annotated[int, within(1)], c: int, eps: Epsilon) -> int:
    b = max(1, laplace(c, 1 / eps))
    y = max(1, laplace(c, 1 / eps))
    return laplace(x, {scale})
""")


@pytest.mark.parametrize(
    ("scale", "unit", "divisor"),
    [
        ("2 / eps", "eps / 2", None),
        ("2 * c / eps", "eps / (2 · c)", None),
        ("b / eps", "eps", "b"),
        ("2 * b / eps", "eps / 2", "b"),
        ("2 * b * c / eps", "eps / (2 · c)", "b"),
        ("b * y / eps", "eps", "b · y"),
        ("(b + 1) / eps", "eps", "b + 1"),
        ("b", "1", "b"),
        ("b / (3 * eps)", "3 · eps", "b"),
    ],
)
def test_a_rate_is_a_public_unit_over_an_integer(scale: str, unit: str, divisor: str | None) -> None:
    mechanism = drawn_with(scale)
    found = pricing(mechanism, mechanism.samplings[-1])
    assert show_expr(found.unit) == unit
    assert (None if found.divisor is None else show_expr(found.divisor)) == divisor


@pytest.mark.parametrize(
    ("scale", "unit", "times"),
    [
        ("1 / (max(1, b) * eps)", "eps", "max(1, b)"),
        ("c / (b * eps)", "eps / c", "b"),
        ("4 / (b * y * eps)", "eps / 4", "b · y"),
    ],
)
def test_a_rate_is_a_public_unit_times_an_integer(scale: str, unit: str, times: str) -> None:
    mechanism = drawn_with(scale)
    found = pricing(mechanism, mechanism.samplings[-1])
    assert (found.divisor, found.rate, found.counter) == (None, None, INT)
    assert show_expr(found.unit) == unit
    assert found.times is not None
    assert show_expr(found.times) == times
    assert found.shared == found.times
    assert found.steps(-2, 3) == 6
    assert isinstance(Prover(mechanism).find_proof(TIERS[:1]), Stuck)


@pytest.mark.parametrize(
    ("scale", "is_proved"), [("1 / (max(1, b) * eps + eps / 2)", False), ("1 / eps if b > 2 else 2 / eps", True)]
)
def test_other_rates_are_paid_in_epsilon_itself(scale: str, is_proved: bool) -> None:
    mechanism = drawn_with(scale)
    found = pricing(mechanism, mechanism.samplings[-1])
    assert (found.unit, found.divisor, found.rate) == (ONE, None, mechanism.samplings[-1].rate)
    assert found.shared == found.rate
    assert found.counter == REAL
    assert isinstance(Prover(mechanism).find_proof(TIERS[:1]), Proof if is_proved else Stuck)


@pytest.mark.parametrize("most", [0, 1, 3])
def test_the_price_in_epsilon_is_exact_for_few_steps_and_enough_for_all(most: int) -> None:
    one = Pricing(ONE, rate=R)
    price = one.price(D, most)
    assert price.type == REAL
    for rate in (Fraction(1, 3), Fraction(5, 2)):
        for d in range(-9, 10):
            assert evaluate(price, {Var("r", REAL, Place.LEFT): rate, D: d}) == one.steps(d, rate) == abs(d) * rate
    assert show_expr(one.enough(ONE)) == "0 < r⟨1⟩ ∧ r⟨1⟩ = r⟨2⟩"


@pytest.mark.parametrize("most", [0, 1, 3])
def test_the_price_is_enough_and_as_small_as_it_can_be_told(most: int) -> None:
    """|d| ≤ price · divisor, and no smaller number of steps does it, up to as many as are told apart."""
    one = Pricing(Literal(1), B)
    price = one.price(D, most)
    for divisor in range(1, 5):
        for d in range(-9, 10):
            paid = evaluate(price, {Var("b", INT, Place.LEFT): divisor, D: d})
            least = one.steps(d, divisor)
            assert abs(d) <= paid * divisor
            assert paid == (least if least <= most or d == 0 else abs(d))


def test_a_price_is_enough_where_both_runs_have_one_positive_divisor() -> None:
    eps = Var("eps", INT, Place.RIGID)
    said = Pricing(eps, B).enough(eps)
    assert show_expr(said) == "0 < eps ∧ 1 ≤ b⟨1⟩ ∧ b⟨1⟩ = b⟨2⟩"
    length = Var("n", INT, Place.RIGID)
    unit = apply(Op.LEN, Var("xs", mechanism_of(LISTS).parameters[0].var.type))
    said = Pricing(unit, B).enough(length)
    assert show_expr(said) == "0 < n ∧ |xs⟨1⟩| = n ∧ |xs⟨2⟩| = n ∧ 1 ≤ b⟨1⟩ ∧ b⟨1⟩ = b⟨2⟩"


LISTS = """
@mechanism(epsilon="eps", requires="len(xs) >= 1")
def m(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    return laplace(xs[0], 1 / eps)
"""
