"""Forms of expressions that the engine can follow without drawing a sample."""

from __future__ import annotations

from twinproof.lang.expr import Apply, Expr, Literal, Op, Var, apply, free_variables
from twinproof.lang.types import INT


def isolate(e: Expr, x: Var) -> tuple[int, Expr] | None:
    """e as factor·x + rest, where the rest does not mention x; None when it is not of this form."""
    if x not in free_variables(e):
        return 0, e
    if e.type != INT:
        return None
    match e:
        case Var():
            return 1, Literal(0)
        case Apply(Op.NEG, (inner,)):
            form = isolate(inner, x)
            return None if form is None else (-form[0], apply(Op.NEG, form[1]))
        case Apply(Op.ADD | Op.SUB as op, (left, right)):
            one, two = isolate(left, x), isolate(right, x)
            if one is None or two is None:
                return None
            return one[0] + two[0] * (1 if op is Op.ADD else -1), apply(op, one[1], two[1])
        case Apply(Op.MUL, (Literal(int(factor)), inner)) | Apply(Op.MUL, (inner, Literal(int(factor)))):
            form = isolate(inner, x)
            return None if form is None else (form[0] * factor, apply(Op.MUL, Literal(factor), form[1]))
        case _:
            return None


def cases(e: Expr) -> tuple[Expr, Expr, Expr] | None:
    """A value by cases: the condition and the values where it holds and where not."""
    match e:
        case Apply(Op.ITE, (condition, first, second)):
            return condition, first, second
        case Apply(Op.MAX | Op.MIN as op, (first, second, *more)):
            rest = apply(op, second, *more) if more else second
            less = apply(Op.LE, first, rest)
            one, other = (apply(Op.REAL, a) if a.type != e.type else a for a in (first, rest))
            return (less, other, one) if op is Op.MAX else (less, one, other)
        case Apply(Op.ABS, (inner,)):
            return apply(Op.LE, Literal(0), inner), inner, apply(Op.NEG, inner)
        case _:
            return None
