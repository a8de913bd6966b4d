"""Denominators that are surely above zero: numbers times public parameters that the requirements put above zero."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from twinproof.lang.expr import ONE, Apply, Expr, Literal, Op, Var, apply
from twinproof.lang.liveness import Live
from twinproof.lang.types import BOOL


@dataclass(frozen=True)
class Denominator:
    """A whole number above zero: one that is written out, times parameters."""

    number: int = 1
    parameters: tuple[Var, ...] = ()  # by their names; one that is there twice is a square

    @property
    def expression(self) -> Expr:
        """The same as an expression."""
        return times(Literal(self.number), Denominator(1, self.parameters))

    def over(self, other: Denominator) -> Denominator | None:
        """What is left of it where the other one is divided out; None where that is not whole."""
        ours, theirs = Counter(self.parameters), Counter(other.parameters)
        if self.number % other.number or not theirs <= ours:
            return None
        return _made(self.number // other.number, ours - theirs)

    def __mul__(self, other: Denominator) -> Denominator:
        return _made(self.number * other.number, Counter(self.parameters) + Counter(other.parameters))

    def __or__(self, other: Denominator) -> Denominator:
        """One that both divide, and no larger than can be seen."""
        return _made(lcm(self.number, other.number), Counter(self.parameters) | Counter(other.parameters))


ONE_PART = Denominator()


def _made(number: int, parameters: Counter[Var]) -> Denominator:
    return Denominator(number, tuple(sorted(parameters.elements(), key=lambda v: v.name)))


def as_denominator(e: Expr, positive: Live) -> Denominator | None:
    """A number that is a denominator; None for any other."""
    match e:
        case Literal(int() | Fraction() as n) if e.type != BOOL and n > 0 and n == int(n):
            return Denominator(int(n))
        case Var() if e in positive:
            return Denominator(1, (e,))
        case Apply(Op.REAL, (inner,)):
            return as_denominator(inner, positive)
        case Apply(Op.MUL, (a, b)):
            one, two = as_denominator(a, positive), as_denominator(b, positive)
            return None if one is None or two is None else one * two
        case _:
            return None


def times(e: Expr, by: Denominator) -> Expr:
    """An integer times a denominator, without a factor of 1."""
    match e:
        case Literal(0):
            return e
        case Literal(int(n)):
            e = Literal(n * by.number)
        case _ if by.number != 1:
            e = apply(Op.MUL, e, Literal(by.number))
    for parameter in by.parameters:
        e = parameter if e == ONE else apply(Op.MUL, e, parameter)
    return e
