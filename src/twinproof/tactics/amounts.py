"""Arithmetic with budgets: what is left of ε after something was paid, in a form that people would write.

Amounts are brought to a sum of products with rational coefficients. It is for the eye, and for telling when nothing is
left; whether a budget suffices is a side condition for the kernel.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from twinproof.kernel.judgment import Budget
from twinproof.lang.expr import ZERO, Apply, Expr, Literal, Op, apply
from twinproof.lang.printer import show_expr
from twinproof.lang.types import INT

Product = tuple[Expr, ...]  # factors in a fixed order
Sum = Mapping[Product, Fraction]


def minus(whole: Expr, paid: Expr) -> Expr:
    """What is left of an amount."""
    if paid == ZERO:
        return whole
    if whole == paid:
        return ZERO
    return tidy(apply(Op.SUB, whole, paid))


def tidy(e: Expr) -> Expr:
    """The same amount as a sum of products."""
    terms = sorted(_sum(e).items(), key=lambda item: (item[1] < 0, [show_expr(f) for f in item[0]]))
    result: Expr | None = None
    for product, factor in terms:
        size = _product(product, abs(factor))
        if result is None:
            result = size if factor > 0 else apply(Op.NEG, size)
        else:
            result = apply(Op.ADD if factor > 0 else Op.SUB, result, size)
    return ZERO if result is None else result


def rest_of(budget: Budget, paid: Budget) -> Budget:
    """What is left of a budget."""
    return Budget(minus(budget.epsilon, paid.epsilon), minus(budget.delta, paid.delta))


def show_budget(budget: Budget) -> str:
    """⟨ε, δ⟩."""
    return f"⟨{show_expr(budget.epsilon)}, {show_expr(budget.delta)}⟩"


def _product(factors: Product, number: Fraction) -> Expr:
    result: Expr | None = None if number.numerator == 1 and factors else Literal(number.numerator)
    for factor in factors:
        result = factor if result is None else apply(Op.MUL, result, factor)
    assert result is not None
    return result if number.denominator == 1 else apply(Op.QUOTIENT, result, Literal(number.denominator))


def _sum(e: Expr) -> Sum:
    match e:
        case Literal(bool()):
            return {(e,): Fraction(1)}
        case Literal(value):
            return _plus({}, {(): Fraction(value)})
        case Apply(Op.ADD, (a, b)):
            return _plus(_sum(a), _sum(b))
        case Apply(Op.SUB, (a, b)):
            return _plus(_sum(a), _times(_sum(b), {(): Fraction(-1)}))
        case Apply(Op.NEG, (a,)):
            return _times(_sum(a), {(): Fraction(-1)})
        case Apply(Op.MUL, (a, b)):
            return _times(_sum(a), _sum(b))
        case Apply(Op.REAL, (a,)) if a.type == INT:
            return _sum(a)
        case Apply(Op.QUOTIENT, (a, Literal(value))) if value:
            return _times(_sum(a), {(): 1 / Fraction(value)})
        case _:
            return {(e,): Fraction(1)}


def _plus(a: Sum, b: Sum) -> Sum:
    total = dict(a)
    for product, number in b.items():
        total[product] = total.get(product, Fraction(0)) + number
    return {p: n for p, n in total.items() if n}


def _times(a: Sum, b: Sum) -> Sum:
    total: Sum = {}
    for p, m in a.items():
        for q, n in b.items():
            total = _plus(total, {tuple(sorted(p + q, key=show_expr)): m * n})
    return total
