"""The smallest ε that can be proved, as an expression of the parameters.

Budgets are multiples of the claim. The smallest that some couplings keep to in all trials is found by halving, and then
put to the proof, or else the next larger one. What is proved is the price of the bounds on what the
couplings spend, rather than the multiple itself, so that the answer is an expression such as `eps1` even where the
claim is `eps1 + eps2`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from twinproof.lang.amounts import multiple, product_sum
from twinproof.lang.expr import Expr, Op, apply
from twinproof.search.product import Cap

_SHARES = {Fraction(n, d) for d in (1, 2, 3, 4, 5, 6, 8) for n in range(1, d + 1)}
_EXCESS = {Fraction(n, d) for d in (1, 2, 3, 4) for n in range(d + 1, 4 * d)} | {
    Fraction(n) for n in (4, 5, 6, 8, 10, 12, 16)
}
SMALLER, LARGER = tuple(sorted(_SHARES)), tuple(sorted(_EXCESS))  # the multiples of the claim that are tried


def price(parts: Iterable[tuple[Cap, Expr]]) -> Expr:
    """Σ bound · unit, cancelled and in order; each cap comes with the rate of one unit of it."""
    return product_sum((cap.most, unit) for cap, unit in parts)


def unit(weighted: Iterable[tuple[Expr, int]]) -> Expr:
    """What one unit of a cap costs at most, given the rates of its counters and their weights."""
    units = list(dict.fromkeys(multiple(rate, Fraction(1, weight)) for rate, weight in weighted))
    return units[0] if len(units) == 1 else apply(Op.MAX, *units)
