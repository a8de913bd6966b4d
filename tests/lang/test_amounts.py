"""Arithmetic with budgets: what is left is the difference, and reads as people would write it."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twinproof.lang.amounts import minus, multiple, product_sum, sum_of, tidy, total
from twinproof.lang.expr import Expr, Literal, Op, Place, Var, apply
from twinproof.lang.printer import show_expr
from twinproof.lang.types import INT, REAL
from twinproof.smt import prove

EPS, K = Var("eps", REAL, Place.RIGID), Var("k", INT, Place.RIGID)


def half(e: Expr) -> Expr:
    return apply(Op.QUOTIENT, e, Literal(2))


def times(a: Expr, b: Expr) -> Expr:
    return apply(Op.MUL, a, b)


@pytest.mark.parametrize(
    ("whole", "paid", "left"),
    [
        (EPS, Literal(0), "eps"),
        (EPS, EPS, "0"),
        (EPS, half(EPS), "eps / 2"),
        (EPS, times(Literal(2), apply(Op.QUOTIENT, EPS, Literal(4))), "eps / 2"),
        (times(K, EPS), times(EPS, K), "0"),
        (times(K, EPS), EPS, "eps · k − eps"),
        (times(Literal(5), EPS), EPS, "4 · eps"),
        (half(EPS), EPS, "−(eps / 2)"),
        (times(K, EPS), times(apply(Op.SUB, K, Literal(1)), EPS), "eps"),
        (Literal(Fraction(1, 2)), Literal(Fraction(1, 3)), "1 / 6"),
    ],
)
def test_what_is_left(whole: Expr, paid: Expr, left: str) -> None:
    assert show_expr(minus(whole, paid)) == left


def amounts() -> st.SearchStrategy[Expr]:
    atoms: list[Expr] = [EPS, K, Literal(0), Literal(1), Literal(3), Literal(Fraction(2, 3))]
    leaves = st.sampled_from(atoms)
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.builds(lambda op, a, b: apply(op, a, b), st.sampled_from([Op.ADD, Op.SUB, Op.MUL]), inner, inner),
            st.builds(lambda a, n: apply(Op.QUOTIENT, a, Literal(n)), inner, st.integers(1, 4)),
            st.builds(lambda a: apply(Op.NEG, a), inner),
        ),
        max_leaves=6,
    )


@given(amounts())
def test_tidying_changes_no_value(e: Expr) -> None:
    assert prove(apply(Op.EQ, e, tidy(e))).proved
    assert tidy(tidy(e)) == tidy(e)


@given(amounts(), amounts())
def test_multiples_and_sums_of_products_change_no_value(a: Expr, b: Expr) -> None:
    assert prove(apply(Op.EQ, times(Literal(Fraction(2, 3)), a), multiple(a, Fraction(2, 3)))).proved
    assert prove(apply(Op.EQ, apply(Op.ADD, times(a, b), b), product_sum([(a, b), (Literal(1), b)]))).proved


@pytest.mark.parametrize(
    ("e", "text"),
    [
        (apply(Op.QUOTIENT, times(K, EPS), K), "eps"),
        (apply(Op.QUOTIENT, EPS, times(Literal(2), K)), "eps / (2 · k)"),
        (apply(Op.SUB, EPS, EPS), "0"),
        (apply(Op.QUOTIENT, EPS, Literal(0)), "eps / 0"),
    ],
)
def test_powers_cancel_where_they_may(e: Expr, text: str) -> None:
    assert show_expr(multiple(e, Fraction(1))) == text


def test_a_fraction_stays_one_factor_for_the_eye() -> None:
    assert show_expr(tidy(times(Literal(2), apply(Op.QUOTIENT, EPS, K)))) == "2 · (eps / k)"


def test_sums_as_they_are() -> None:
    assert show_expr(total([EPS, K, EPS])) == "eps + k + eps"
    assert show_expr(total([])) == "0"
    assert show_expr(sum_of([(K, 1), (EPS, 2)], 3)) == "k + 2 · eps + 3"
    assert show_expr(sum_of([(K, 1)], -3)) == "k"
    assert show_expr(sum_of([])) == "0"
