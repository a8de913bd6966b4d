"""The kernel's table of tails: for each noise the sets of values whose probability has a bound, and that bound.

What δ pays for is that a sample lies in such a set. A tail has a name and a distance k from the centre. This is
trusted; its theorem is `law_tail` (foundations/Tails.v). What is not in the table is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from twinproof.kernel.noise import Law, UnknownNoise
from twinproof.lang.expr import FALSE, ONE, TRUE, ZERO, Expr, Literal, Op, apply, conjunction, negate
from twinproof.lang.noise import (
    COIN,
    GAUSSIAN,
    LAPLACE,
    ONE_SIDED,
    RANDOMIZED_CHOICE,
    RANDOMIZED_RESPONSE,
    TRUNCATED,
    UNIFORM,
    Noise,
)

AT_LEAST, AT_MOST, AWAY, IS_TRUE, IS_FALSE, UNTRUE = "at least", "at most", "away", "true", "false", "untrue"
FIRST = "first"
SHARE_ABOVE, SHARE_BELOW = "at least, by share", "at most, by share"
_Part = Callable[[Law, Expr], Expr]


@dataclass(frozen=True, slots=True)
class Tail:
    """Values that are given up, at which distances there is such a row, and the bound of their probability."""

    given_up: Callable[[Law, Expr, Expr], Expr]
    allowed: _Part
    bound: _Part


def _real(e: Expr) -> Expr:
    return apply(Op.REAL, e)


def _power(rate: Expr, k: Expr) -> Expr:
    """e^(−k·ρ)."""
    return apply(Op.EXP, apply(Op.NEG, apply(Op.MUL, k, rate)))


def _quotient(above: Expr, below: Expr) -> Expr:
    return apply(Op.QUOTIENT, above, below)


def _above(law: Law, k: Expr, v: Expr) -> Expr:
    return apply(Op.LE, apply(Op.ADD, law.centre, k), v)


def _below(law: Law, k: Expr, v: Expr) -> Expr:
    return apply(Op.LE, v, apply(Op.SUB, law.centre, k))


def _away(law: Law, k: Expr, v: Expr) -> Expr:
    return apply(Op.LE, k, apply(Op.ABS, apply(Op.SUB, v, law.centre)))


def _from(low: int) -> _Part:
    return lambda _, k: apply(Op.LE, Literal(low), k)


def _twice(bound: _Part) -> _Part:
    return lambda law, k: apply(Op.MUL, Literal(2), bound(law, k))


def _of_laplace(law: Law, k: Expr) -> Expr:
    """a^k/(1 + a), with a = e^(−ρ)."""
    (rate,) = law.parameters
    return _quotient(_power(rate, k), apply(Op.ADD, ONE, _power(rate, ONE)))


def _of_truncated(law: Law, k: Expr) -> Expr:
    """(a^k − a^(A+1))/(1 + a − 2·a^(A+1)), with a = e^(−ρ)."""
    rate, bound = law.parameters
    end = _power(rate, apply(Op.ADD, bound, ONE))
    whole = apply(Op.SUB, apply(Op.ADD, ONE, _power(rate, ONE)), apply(Op.MUL, Literal(2), end))
    return _quotient(apply(Op.SUB, _power(rate, k), end), whole)


def _share_of_truncated(law: Law, k: Expr) -> Expr:
    """(A + 1 − k)/(2A + 1): the values from k on are the least likely ones where k is at least 1."""
    bound = law.parameters[1]
    values = apply(Op.ADD, apply(Op.MUL, Literal(2), bound), ONE)
    return _quotient(_real(apply(Op.SUB, apply(Op.ADD, bound, ONE), k)), values)


def _up_to_end(low: int) -> _Part:
    def allowed(law: Law, k: Expr) -> Expr:
        return conjunction(apply(Op.LE, Literal(low), k), apply(Op.LE, k, apply(Op.ADD, law.parameters[1], ONE)))

    return allowed


def _of_gaussian(law: Law, k: Expr) -> Expr:
    """e^(−k²/(2σ²))."""
    (variance,) = law.parameters
    exponent = _quotient(_real(apply(Op.MUL, k, k)), apply(Op.MUL, Literal(2), variance))
    return apply(Op.EXP, apply(Op.NEG, exponent))


def _of_response(law: Law, _: Expr) -> Expr:
    """a/(1 + a), with a = e^(−ρ)."""
    (rate,) = law.parameters
    return _quotient(_power(rate, ONE), apply(Op.ADD, ONE, _power(rate, ONE)))


def _of_choice(law: Law, _: Expr) -> Expr:
    """(k − 1)·a/(1 + (k − 1)·a), with a = e^(−ρ)."""
    count, rate = law.parameters
    others = apply(Op.MUL, apply(Op.SUB, count, ONE), _power(rate, ONE))
    return _quotient(others, apply(Op.ADD, ONE, others))


def _in_range(law: Law, k: Expr) -> Expr:
    return conjunction(apply(Op.LE, ZERO, k), apply(Op.LE, k, law.parameters[0]))


def _below_end(law: Law, k: Expr, v: Expr) -> Expr:
    """v ≤ e + n − 1 − k: so far below the last value."""
    last = apply(Op.SUB, apply(Op.ADD, law.centre, law.parameters[0]), ONE)
    return apply(Op.LE, v, apply(Op.SUB, last, k))


def _of_uniform(law: Law, k: Expr) -> Expr:
    """(n − k)/n."""
    (size,) = law.parameters
    return _quotient(_real(apply(Op.SUB, size, k)), size)


def _first(law: Law, k: Expr, v: Expr) -> Expr:
    """v < e + k: one of the k values from the centre on."""
    return apply(Op.LT, v, apply(Op.ADD, law.centre, k))


def _of_first(law: Law, k: Expr) -> Expr:
    """1 − a^k, with a = e^(−ρ)."""
    return apply(Op.SUB, ONE, _power(law.parameters[0], k))


def _always(_law: Law, _k: Expr) -> Expr:
    return TRUE


def _is(value: Expr) -> Callable[[Law, Expr, Expr], Expr]:
    return lambda _law, _k, v: v if value == TRUE else negate(v)


def _untrue(law: Law, _k: Expr, v: Expr) -> Expr:
    return negate(apply(Op.EQ, v, law.centre))


TAILS: Mapping[tuple[Noise, str], Tail] = MappingProxyType(
    {
        (LAPLACE, AT_LEAST): Tail(_above, _from(0), _of_laplace),
        (LAPLACE, AT_MOST): Tail(_below, _from(0), _of_laplace),
        (LAPLACE, AWAY): Tail(_away, _from(1), _twice(_of_laplace)),
        (ONE_SIDED, AT_LEAST): Tail(_above, _from(0), lambda law, k: _power(law.parameters[0], k)),
        (ONE_SIDED, FIRST): Tail(_first, _from(0), _of_first),
        (TRUNCATED, AT_LEAST): Tail(_above, _up_to_end(0), _of_truncated),
        (TRUNCATED, AT_MOST): Tail(_below, _up_to_end(0), _of_truncated),
        (TRUNCATED, AWAY): Tail(_away, _up_to_end(1), _twice(_of_truncated)),
        (TRUNCATED, SHARE_ABOVE): Tail(_above, _up_to_end(1), _share_of_truncated),
        (TRUNCATED, SHARE_BELOW): Tail(_below, _up_to_end(1), _share_of_truncated),
        (GAUSSIAN, AT_LEAST): Tail(_above, _from(0), _of_gaussian),
        (GAUSSIAN, AT_MOST): Tail(_below, _from(0), _of_gaussian),
        (GAUSSIAN, AWAY): Tail(_away, _from(0), _twice(_of_gaussian)),
        (COIN, IS_TRUE): Tail(_is(TRUE), _always, lambda law, _: law.parameters[0]),
        (COIN, IS_FALSE): Tail(_is(FALSE), _always, lambda law, _: apply(Op.SUB, ONE, law.parameters[0])),
        (RANDOMIZED_RESPONSE, UNTRUE): Tail(_untrue, _always, _of_response),
        (RANDOMIZED_CHOICE, UNTRUE): Tail(_untrue, _always, _of_choice),
        (UNIFORM, AT_LEAST): Tail(_above, _in_range, _of_uniform),
        (UNIFORM, AT_MOST): Tail(_below_end, _in_range, _of_uniform),
    }
)


def tail_of(noise: Noise, name: str) -> Tail:
    """The row of a tail; raises `UnknownNoise`."""
    row = TAILS.get((noise, name))
    if row is None:
        raise UnknownNoise(noise, f"there is no tail {name!r} of {noise.name} noise")
    return row
