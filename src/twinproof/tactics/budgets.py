"""Budgets of goals: what is left of one after something was paid, and how it is shown."""

from __future__ import annotations

from twinproof.kernel.judgment import Budget
from twinproof.lang.amounts import minus
from twinproof.lang.printer import show_expr


def rest_of(budget: Budget, paid: Budget) -> Budget:
    """What is left of a budget."""
    return Budget(minus(budget.epsilon, paid.epsilon), minus(budget.delta, paid.delta))


def show_budget(budget: Budget) -> str:
    """⟨ε, δ⟩."""
    return f"⟨{show_expr(budget.epsilon)}, {show_expr(budget.delta)}⟩"
