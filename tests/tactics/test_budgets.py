"""What is left of a budget, and how it is shown."""

from twinproof.kernel.judgment import Budget
from twinproof.lang.expr import Literal, Op, Place, Var, apply
from twinproof.lang.types import REAL
from twinproof.tactics.budgets import rest_of, show_budget

EPS = Var("eps", REAL, Place.RIGID)


def test_both_parts_of_a_budget() -> None:
    half = apply(Op.QUOTIENT, EPS, Literal(2))
    assert show_budget(rest_of(Budget(EPS, Literal(1)), Budget(half, Literal(1)))) == "⟨eps / 2, 0⟩"
