"""Real numbers as Python has them in a run.

A parameter is an exact rational in a run, and what is computed with it stays exact, as what is computed with a
`Fraction` does. A float constant is a float: arithmetic between constants rounds as Python rounds it, and arithmetic of
a float with an integer, or with a `Fraction` that the program has made, would round in a way that depends on it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable

from twinproof.lang.expr import Apply, Expr, Literal, Op, Place, Var
from twinproof.lang.types import REAL

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


def is_exact(e: Expr) -> bool:
    """Whether a number is surely an exact rational in a run, and no float or int."""
    match e:
        case Var():
            return e.type == REAL
        case Apply(Op.ADD | Op.SUB | Op.MUL | Op.QUOTIENT | Op.NEG | Op.ABS, args):
            return any(map(is_exact, args))
        case Apply(Op.MIN | Op.MAX, args):
            return all(map(is_exact, args))
        case Apply(Op.ITE, (_, first, second)):
            return is_exact(first) and is_exact(second)
        case Apply(Op.REAL, _):
            return True
        case Apply(Op.GET | Op.PROJ, _):
            return e.type == REAL
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
