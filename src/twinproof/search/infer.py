"""The smallest ε that can be proved, as an expression of the parameters.

Budgets are multiples of the claim. The smallest that some couplings keep to in all trials is found by halving, and then
put to the proof, or else the next larger one. What is proved is the price of the bounds on what the
couplings spend, rather than the multiple itself, so that the answer is an expression such as `eps1` even where the
claim is `eps1 + eps2`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from twinproof.lang.expr import ZERO, Apply, Expr, Literal, Op, apply
from twinproof.lang.printer import show_expr
from twinproof.search.product import Cap

_SHARES = {Fraction(n, d) for d in (1, 2, 3, 4, 5, 6, 8) for n in range(1, d + 1)}
_EXCESS = {Fraction(n, d) for d in (1, 2, 3, 4) for n in range(d + 1, 4 * d)} | {
    Fraction(n) for n in (4, 5, 6, 8, 10, 12, 16)
}
SMALLER, LARGER = tuple(sorted(_SHARES)), tuple(sorted(_EXCESS))  # the multiples of the claim that are tried

Powers = tuple[tuple[Expr, int], ...]  # factors with their powers, in a fixed order
Terms = dict[Powers, Fraction]


def price(parts: Iterable[tuple[Cap, Expr]]) -> Expr:
    """Σ bound · unit, cancelled and in order; each cap comes with the rate of one unit of it."""
    total: Terms = {}
    for cap, unit in parts:
        _add(total, _times(_terms(cap.most), _terms(unit)))
    return _expression(total)


def unit(weighted: Iterable[tuple[Expr, int]]) -> Expr:
    """What one unit of a cap costs at most, given the rates of its counters and their weights."""
    units = list(dict.fromkeys(multiple(rate, Fraction(1, weight)) for rate, weight in weighted))
    return units[0] if len(units) == 1 else apply(Op.MAX, *units)


def multiple(e: Expr, factor: Fraction) -> Expr:
    """factor · e, cancelled and in order."""
    return _expression(_times(_terms(e), {(): factor}))


def _terms(e: Expr) -> Terms:
    """The expression as a sum of products of powers."""
    match e:
        case Literal(value) if not isinstance(value, bool):
            return {(): Fraction(value)} if value else {}
        case Apply(Op.ADD, (a, b)):
            return _add(dict(_terms(a)), _terms(b))
        case Apply(Op.SUB, (a, b)):
            return _add(dict(_terms(a)), _times(_terms(b), {(): Fraction(-1)}))
        case Apply(Op.NEG, (a,)):
            return _times(_terms(a), {(): Fraction(-1)})
        case Apply(Op.MUL, (a, b)):
            return _times(_terms(a), _terms(b))
        case Apply(Op.REAL, (a,)):
            return _terms(a)
        case Apply(Op.QUOTIENT, (a, b)) if len(_terms(b)) == 1:
            ((powers, factor),) = _terms(b).items()
            return _times(_terms(a), {tuple((x, -n) for x, n in powers): 1 / factor})
        case _:
            return {((e, 1),): Fraction(1)}


def _add(total: Terms, more: Terms) -> Terms:
    for powers, factor in more.items():
        total[powers] = total.get(powers, Fraction(0)) + factor
        if total[powers] == 0:
            del total[powers]
    return total


def _times(a: Terms, b: Terms) -> Terms:
    total: Terms = {}
    for (p, f), (q, g) in ((x, y) for x in a.items() for y in b.items()):
        powers = dict(p)
        for x, n in q:
            powers[x] = powers.get(x, 0) + n
        factors = tuple(sorted(((x, n) for x, n in powers.items() if n), key=lambda item: show_expr(item[0])))
        _add(total, {factors: f * g})
    return total


def _expression(terms: Terms) -> Expr:
    result: Expr | None = None
    for powers, factor in sorted(terms.items(), key=lambda item: [show_expr(x) for x, _ in item[0]]):
        above = [x for x, n in powers for _ in range(n)]
        below = [x for x, n in powers for _ in range(-n)]
        size = _product(above, abs(factor.numerator))
        if below or factor.denominator != 1:
            size = apply(Op.QUOTIENT, size, _product(below, factor.denominator))
        if result is None:
            result = size if factor > 0 else apply(Op.NEG, size)
        else:
            result = apply(Op.ADD if factor > 0 else Op.SUB, result, size)
    return ZERO if result is None else result


def _product(factors: list[Expr], number: int) -> Expr:
    parts: list[Expr] = [*([Literal(number)] if number != 1 or not factors else []), *factors]
    result = parts[0]
    for part in parts[1:]:
        result = apply(Op.MUL, result, part)
    return result
