"""Arithmetic with budgets: what is left is the difference, and reads as people would write it."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twinproof.kernel.judgment import Budget
from twinproof.lang.amounts import minus, tidy
from twinproof.lang.expr import Expr, Literal, Op, Place, Var, apply
from twinproof.lang.printer import show_expr
from twinproof.lang.types import INT, REAL
from twinproof.smt import prove
from twinproof.tactics.budgets import rest_of, show_budget

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


def test_both_parts_of_a_budget() -> None:
    assert show_budget(rest_of(Budget(EPS, Literal(1)), Budget(half(EPS), Literal(1)))) == "⟨eps / 2, 0⟩"


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
