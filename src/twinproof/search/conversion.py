"""From zCDP to (ε, δ): which ρ is small enough for a claim, and the theorem that it is.

The form of the textbooks is a question about log(1/δ) that a solver can answer for all parameters. Where the claim is
of numbers alone, the sharper one is tried first, at the order that is best for them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction

from twinproof.kernel.judgment import Budget, Closeness
from twinproof.kernel.rules import Refused, Theorem, concentrated_budget, renyi_budget
from twinproof.lang.amounts import minus
from twinproof.lang.claim import Claim, EpsilonDelta
from twinproof.lang.computable import at_most
from twinproof.lang.expr import ONE, Expr, Literal, Op, apply, free_variables
from twinproof.search.compiled import function
from twinproof.tactics.paper_rules import weaken

_ORDERS = 400  # steps in which the best order is looked for
_HALVES = 30


def largest_rho(claim: EpsilonDelta[Expr]) -> Expr:
    """(√(ε + log(1/δ)) − √log(1/δ))²: then ρ + 2·√(ρ·log(1/δ)) is ε. Of numbers, the largest that will do."""
    if not any(map(free_variables, claim.parts())):
        epsilon, delta = (float(_number(e)) for e in claim.parts())
        low, high = 0.0, max(epsilon, 0.0)
        for _ in range(_HALVES):
            middle = (low + high) / 2
            low, high = (middle, high) if _best_order(middle, epsilon, delta) is not None else (low, middle)
        return Literal(Fraction(low))
    log = apply(Op.LOG, apply(Op.QUOTIENT, apply(Op.REAL, ONE), claim.delta))
    root = apply(Op.SUB, apply(Op.SQRT, apply(Op.ADD, claim.epsilon, log)), apply(Op.SQRT, log))
    return apply(Op.MUL, root, root)


def _number(e: Expr) -> Fraction:
    return at_most(function(e)({}, {}, {}, {}))


def converted(theorem: Theorem, claim: Claim) -> Theorem | None:
    """A theorem of zCDP as one of the (ε, δ) that is claimed, if it follows."""
    close = theorem.judgment.cost
    assert isinstance(close, Closeness)
    assert isinstance(claim, EpsilonDelta)
    for made in _ways(theorem, close.bound, claim.epsilon, minus(claim.delta, close.delta)):
        try:
            return weaken(made(), cost=Budget(claim.epsilon, claim.delta))
        except Refused:
            continue
    return None


def _ways(theorem: Theorem, rho: Expr, epsilon: Expr, delta: Expr) -> Iterator[Callable[[], Theorem]]:
    """The rules to try."""
    if not any(free_variables(e) for e in (rho, epsilon, delta)):
        order = _best_order(*(float(_number(e)) for e in (rho, epsilon, delta)))
        if order is not None:
            yield lambda: renyi_budget(Literal(order), epsilon, delta, theorem)
    yield lambda: concentrated_budget(epsilon, delta, theorem)


def _best_order(rho: float, epsilon: float, delta: float) -> Fraction | None:
    """The order α at which (α−1)·(α·ρ − ε) + α·log(1 − 1/α) − log(α − 1) is least, if it is below log δ there."""
    if min(rho, delta) <= 0:
        return None
    best, least = None, math.log(delta)
    for step in range(1, _ORDERS):
        less = math.exp(10 * step / _ORDERS - 3)
        order = 1 + less
        value = less * (order * rho - epsilon) + order * math.log1p(-1 / order) - math.log(less)
        if value < least:
            best, least = order, value
    return None if best is None else Fraction(best).limit_denominator(1000)
