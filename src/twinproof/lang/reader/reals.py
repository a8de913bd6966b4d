"""Real numbers as Python has them in a run.

A parameter is an exact rational in a run, and what is computed with it stays exact, as what is computed with a
`Fraction` does. A float constant is a float: arithmetic between constants rounds as Python rounds it, and arithmetic of
a float with an integer, or with a `Fraction` that the program has made, would round in a way that depends on it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Container, Iterable
from fractions import Fraction

from twinproof.lang.expr import Apply, Expr, Literal, Op, Place, Var, apply
from twinproof.lang.types import INT, REAL, has_part

AS_FLOATS: dict[Op, Callable[[float, float], float]] = {
    Op.ADD: operator.add,
    Op.SUB: operator.sub,
    Op.MUL: operator.mul,
    Op.DIV: operator.floordiv,
    Op.MOD: operator.mod,
    Op.QUOTIENT: operator.truediv,
}


def python_number(e: Literal) -> int | float:
    """A constant as Python has it in a run: reals are floats there."""
    return float(e.value) if e.type == REAL else int(e.value)


def is_exact(e: Expr, may_hold_ints: Container[str] = ()) -> bool:
    """Whether a number is surely an exact rational in a run, and no float or int.

    An integer may stand where a rational is held. The variables of which that is known are given by name.
    """
    return e.type == REAL and not has_float(e) and not may_be_int(e, may_hold_ints)


def as_rational(e: Expr) -> Expr:
    """An integer where a rational is held: to Python it is an integer still."""
    return apply(Op.ADD, e, Literal(Fraction(0)))


def may_be_int(e: Expr, may_hold_ints: Container[str]) -> bool:
    """Whether a number that counts as a rational may be an integer in a run, or something may hold such a number."""

    def some(parts: Iterable[Expr]) -> bool:
        return any(may_be_int(part, may_hold_ints) for part in parts)

    match e:
        case _ if e.type == INT:
            return True
        case Var():
            return e.name in may_hold_ints
        case Literal():
            return False
        case Apply(Op.ADD, (whole, Literal(Fraction() as zero))) if whole.type == INT and zero == 0:
            return True
        case Apply(Op.ADD | Op.SUB | Op.MUL | Op.NEG | Op.ABS, args):
            return all(may_be_int(part, may_hold_ints) for part in args)
        case Apply(Op.ITE, (_, first, second)):
            return some((first, second))
        case Apply(Op.TUPLE, args):
            return some(part for part in args if has_part(part.type, REAL))
        case Apply(Op.MIN | Op.MAX | Op.LIST | Op.APPEND | Op.CONCAT, args):
            return some(args)
        case Apply(Op.SET, (whole, _, item)):
            return some((whole, item))
        case Apply(Op.GET | Op.PROJ, (whole, _)):
            return may_be_int(whole, may_hold_ints)
        case _:
            return False


def takes_floats(e: Expr) -> bool:
    """Whether a float that meets this number counts at its exact value: a parameter takes part in it.

    A run takes its parameters so. A `Fraction` that the program makes turns into a float beside one.
    """
    match e:
        case Var():
            return e.type == REAL and e.place is Place.RIGID
        case Apply(Op.ADD | Op.SUB | Op.MUL | Op.QUOTIENT | Op.NEG | Op.ABS, args):
            return any(map(takes_floats, args))
        case Apply(Op.MIN | Op.MAX, args):
            return all(map(takes_floats, args))
        case Apply(Op.ITE, (_, first, second)):
            return takes_floats(first) and takes_floats(second)
        case Apply(Op.REAL, (Apply(Op.REAL, _),)):
            return True  # an argument of a mechanism
        case _:
            return False


def has_float(e: Expr) -> bool:
    """Whether a number may be a float in a run."""
    match e:
        case Literal():
            return e.type == REAL
        case Apply(Op.MIN | Op.MAX | Op.NEG | Op.ABS, args):
            return any(map(has_float, args))
        case Apply(Op.ITE, (_, first, second)):
            return has_float(first) or has_float(second)
        case _:
            return False
