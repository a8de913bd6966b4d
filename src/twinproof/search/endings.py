"""Why a loop ends: what gets smaller in each of its rounds."""

from __future__ import annotations

from twinproof.lang.expr import Apply, Expr, Op, apply, conjuncts
from twinproof.lang.types import INT
from twinproof.search.terms import Unsupported


def variant_of(condition: Expr) -> Expr:
    """What decreases in a loop that ends: how far a number is from its limit."""
    for part in conjuncts(condition):
        match part:
            case Apply(Op.LT | Op.LE, (a, b)) if a.type == INT:
                return apply(Op.SUB, b, a)
            case _:
                pass
    raise Unsupported("why a loop ends is not known")
