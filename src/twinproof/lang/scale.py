"""Scales and rates: noise of scale s is the paper's L_ρ with the rate ρ = 1/s."""

from __future__ import annotations

from fractions import Fraction

from twinproof.lang.expr import Apply, Expr, Literal, Op, apply
from twinproof.lang.types import NUMBERS

_Factors = tuple[Fraction, tuple[Expr, ...], tuple[Expr, ...]]


def reciprocal(e: Expr) -> Expr:
    """1/e, as one fraction: 4·c/eps gives eps/(4·c). Nothing is cancelled, so it is undefined just where 1/e is."""
    number, above, below = factors(e)
    if number == 0:
        return apply(Op.QUOTIENT, Literal(1), e)
    return quotient(1 / number, below, above)


def times(e: Expr, by: Expr) -> Expr:
    """e · by, for an integer that is surely not 0: a factor of it by which e is divided is cancelled."""
    (number, above, below), (more, by_factors, _) = factors(e), factors(by)
    if not set(by_factors) & set(below):
        return apply(Op.MUL, e, apply(Op.REAL, by))
    left, over = list(by_factors), list(below)
    for factor in by_factors:
        if factor in over:
            over.remove(factor)
            left.remove(factor)
    return quotient(number * more, (*above, *left), tuple(over))


def quotient(number: Fraction, above: tuple[Expr, ...], below: tuple[Expr, ...]) -> Expr:
    """number · Π above / Π below."""
    top, bottom = product(number.numerator, above), product(number.denominator, below)
    return top if bottom == Literal(1) else apply(Op.QUOTIENT, top, bottom)


def factors(e: Expr) -> _Factors:
    """A number, and what it is multiplied with and divided by, such that together they are e."""
    match e:
        case Literal(value) if e.type in NUMBERS:
            return Fraction(value), (), ()
        case Apply(Op.REAL, (inner,)):
            return factors(inner)
        case Apply(Op.MUL, (left, right)):
            (n1, a1, b1), (n2, a2, b2) = factors(left), factors(right)
            return n1 * n2, a1 + a2, b1 + b2
        case Apply(Op.QUOTIENT, (left, right)):
            (n1, a1, b1), (n2, a2, b2) = factors(left), factors(right)
            return (n1 / n2, a1 + b2, b1 + a2) if n2 else (Fraction(1), (e,), ())
        case _:
            return Fraction(1), (e,), ()


def product(number: int, factors: tuple[Expr, ...]) -> Expr:
    """number · Π factors, without a 1 before factors."""
    whole: Expr | None = None if number == 1 and factors else Literal(number)
    for factor in factors:
        whole = factor if whole is None else apply(Op.MUL, whole, factor)
    assert whole is not None
    return whole
