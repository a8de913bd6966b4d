"""The algebra of amounts, such as ε, rates and costs: sums of products with rational coefficients.

It is for the eye, and for telling when nothing is left; whether a budget suffices is a question for the kernel.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from twinproof.lang.expr import ZERO, Apply, Expr, Literal, Op, apply
from twinproof.lang.printer import show_expr
from twinproof.lang.scale import product, quotient

Powers = tuple[tuple[Expr, int], ...]  # factors with their powers, in a fixed order
Sum = Mapping[Powers, Fraction]
_NUMBER: Powers = ()


def minus(whole: Expr, paid: Expr) -> Expr:
    """What is left of an amount."""
    if paid == ZERO:
        return whole
    if whole == paid:
        return ZERO
    return tidy(apply(Op.SUB, whole, paid))


def tidy(e: Expr) -> Expr:
    """The same amount as a sum of products, what is added first; a fraction such as eps / n stays one factor."""
    terms = _terms(e, cancel=False)
    return _expression(sorted(terms.items(), key=lambda term: (term[1] < 0, _spelled(term[0]))))


def is_same(a: Expr, b: Expr) -> bool:
    """Whether two amounts are the same sum of products, cancelled: then they are equal, where nothing divides by 0."""
    return not _plus(_terms(a, cancel=True), _times(_terms(b, cancel=True), {_NUMBER: Fraction(-1)}))


def multiples_of(amount: Expr, units: Iterable[Expr]) -> list[tuple[Expr, Fraction]] | None:
    """The amount as a sum of multiples of units, of which each is a product; None if it is no such sum."""
    by_powers: dict[Powers, tuple[Expr, Fraction]] = {}
    for unit in units:
        terms = _terms(unit, cancel=True)
        if len(terms) == 1:
            ((powers, own),) = terms.items()
            by_powers.setdefault(powers, (unit, own))
    parts: list[tuple[Expr, Fraction]] = []
    for powers, factor in _terms(amount, cancel=True).items():
        if powers not in by_powers:
            return None
        unit, own = by_powers[powers]
        parts.append((unit, factor / own))
    return parts


def product_sum(parts: Iterable[tuple[Expr, Expr]]) -> Expr:
    """Σ a · b, cancelled and in order."""
    total: Sum = {}
    for a, b in parts:
        total = _plus(total, _times(_terms(a, cancel=True), _terms(b, cancel=True)))
    return _expression(sorted(total.items(), key=lambda term: [show_expr(factor) for factor, _ in term[0]]))


def multiple(e: Expr, factor: Fraction) -> Expr:
    """factor · e, cancelled and in order."""
    return product_sum([(e, Literal(factor))])


def total(amounts: Iterable[Expr]) -> Expr:
    """The amounts added up, as they are."""
    whole: Expr = ZERO
    for amount in amounts:
        whole = amount if whole == ZERO else apply(Op.ADD, whole, amount)
    return whole


def sum_of(terms: Iterable[tuple[Expr, int]], constant: int = 0) -> Expr:
    """Σ factor · e + constant, where the constant is above zero or does not show."""
    parts = [product(factor, (e,)) for e, factor in terms]
    if constant > 0 or not parts:
        parts.append(Literal(max(constant, 0)))
    whole = parts[0]
    for part in parts[1:]:
        whole = apply(Op.ADD, whole, part)
    return whole


# ----------------------------------------------------------------------------------------------------- sums of products


def terms(e: Expr) -> Sum:
    """The amount as a sum of products; a fraction such as eps / n stays one factor, so no power is below zero."""
    return _terms(e, cancel=False)


def _terms(e: Expr, cancel: bool) -> Sum:
    """The expression as a sum of products of powers; without `cancel` only numbers are divided by."""
    match e:
        case Literal(value) if not isinstance(value, bool):
            return {_NUMBER: Fraction(value)} if value else {}
        case Apply(Op.ADD, (a, b)):
            return _plus(_terms(a, cancel), _terms(b, cancel))
        case Apply(Op.SUB, (a, b)):
            return _plus(_terms(a, cancel), _times(_terms(b, cancel), {_NUMBER: Fraction(-1)}))
        case Apply(Op.NEG, (a,)):
            return _times(_terms(a, cancel), {_NUMBER: Fraction(-1)})
        case Apply(Op.MUL, (a, b)):
            return _times(_terms(a, cancel), _terms(b, cancel))
        case Apply(Op.REAL, (a,)):
            return _terms(a, cancel)
        case Apply(Op.QUOTIENT, (a, b)) if len(_terms(b, cancel)) == 1 and (cancel or isinstance(b, Literal)):
            ((powers, factor),) = _terms(b, cancel).items()
            return _times(_terms(a, cancel), {tuple((x, -n) for x, n in powers): 1 / factor})
        case _:
            return {((e, 1),): Fraction(1)}


def _plus(a: Sum, b: Sum) -> Sum:
    added = dict(a)
    for powers, factor in b.items():
        added[powers] = added.get(powers, Fraction(0)) + factor
    return {powers: factor for powers, factor in added.items() if factor}


def _times(a: Sum, b: Sum) -> Sum:
    multiplied: Sum = {}
    for (p, f), (q, g) in ((x, y) for x in a.items() for y in b.items()):
        powers = dict(p)
        for factor, n in q:
            powers[factor] = powers.get(factor, 0) + n
        left = sorted(((x, n) for x, n in powers.items() if n), key=lambda item: show_expr(item[0]))
        multiplied = _plus(multiplied, {tuple(left): f * g})
    return multiplied


def _spelled(powers: Powers) -> list[str]:
    return [show_expr(x) for x, n in powers for _ in range(abs(n))]


def _expression(terms: Iterable[tuple[Powers, Fraction]]) -> Expr:
    result: Expr | None = None
    for powers, factor in terms:
        above = tuple(x for x, n in powers for _ in range(n))
        below = tuple(x for x, n in powers for _ in range(-n))
        size = quotient(abs(factor), above, below)
        if result is None:
            result = size if factor > 0 else apply(Op.NEG, size)
        else:
            result = apply(Op.ADD if factor > 0 else Op.SUB, result, size)
    return ZERO if result is None else result
