"""What a loop runs over: where its counter starts, while which condition it goes on, and what it meets at each stop.

All parts are expressions that the loop leaves alone; whoever makes a walk holds them fixed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce

from twinproof.lang.expr import ONE, ZERO, Expr, Literal, Op, apply, conjunction


@dataclass(frozen=True)
class Walk:
    """A counter that starts somewhere and goes on by a step while a condition holds of it."""

    start: Expr
    step: int | Expr
    goes_on: Callable[[Expr], Expr]  # whether there is an item at this position of the counter
    item: Callable[[Expr], Expr]  # the item there
    length: Expr  # how many items there are

    def counted(self) -> Walk:
        """The same items, with a counter that says how many were before."""
        if self.start == ZERO and self.step == 1:
            return self

        def stop(k: Expr) -> Expr:
            return plus(self.start, times(self.step, k))

        return Walk(ZERO, 1, lambda k: self.goes_on(stop(k)), lambda k: self.item(stop(k)), self.length)


def over_range(start: Expr, stop: Expr, step: int | Expr) -> Walk:
    """range(start, stop, step), where the step is not 0"""
    if not isinstance(step, int):
        up, down = over_range(start, stop, 1), over_range(start, stop, -1)
        rises, left = apply(Op.LT, ZERO, step), minus(stop, start)
        count = apply(Op.ITE, rises, _rounds_up(left, step), _rounds_up(apply(Op.NEG, left), apply(Op.NEG, step)))
        goes_on = apply_each(rises, up.goes_on, down.goes_on)
        return Walk(start, step, goes_on, lambda i: i, apply(Op.MAX, ZERO, count))
    distance = minus(stop, start) if step > 0 else minus(start, stop)
    length = apply(Op.MAX, ZERO, distance)
    if abs(step) > 1:
        length = apply(Op.MAX, ZERO, _rounds_up(distance, Literal(abs(step))))
    if step > 0:
        return Walk(start, step, lambda i: apply(Op.LT, i, stop), lambda i: i, length)
    return Walk(start, step, lambda i: apply(Op.LT, stop, i), lambda i: i, length)


def apply_each(test: Expr, yes: Callable[[Expr], Expr], no: Callable[[Expr], Expr]) -> Callable[[Expr], Expr]:
    """One condition where a test holds, and another one where it does not."""
    return lambda i: apply(Op.ITE, test, yes(i), no(i))


def _rounds_up(distance: Expr, step: Expr) -> Expr:
    """How many steps it takes to go as far."""
    return apply(Op.DIV, plus(distance, minus(step, ONE)), step)


def over_list(xs: Expr, size: int | None = None) -> Walk:
    """The items of a list, of a size that may be known."""
    length = apply(Op.LEN, xs) if size is None else Literal(size)
    return Walk(ZERO, 1, lambda k: apply(Op.LT, k, length), lambda k: apply(Op.GET, xs, k), length)


def over_part(xs: Expr, low: Expr, high: Expr) -> Walk:
    """The items of a list from one position, which is there, up to another."""
    length = apply(Op.MAX, ZERO, minus(high, low))
    return Walk(low, 1, lambda k: apply(Op.LT, k, high), lambda k: apply(Op.GET, xs, k), length)


def numbered(walk: Walk, start: Expr) -> Walk:
    """enumerate(…, start)"""
    walk = walk.counted()
    return Walk(ZERO, 1, walk.goes_on, lambda k: apply(Op.TUPLE, plus(k, start), walk.item(k)), walk.length)


def side_by_side(walks: Sequence[Walk]) -> Walk:
    """zip(…): as long as the shortest."""
    parts = [w.counted() for w in walks]
    return Walk(
        ZERO,
        1,
        lambda k: conjunction(*dict.fromkeys(w.goes_on(k) for w in parts)),
        lambda k: apply(Op.TUPLE, *(w.item(k) for w in parts)),
        reduce(lambda a, b: a if a == b else apply(Op.MIN, a, b), (w.length for w in parts)),
    )


def backwards(walk: Walk) -> Walk:
    """reversed(…)"""
    walk = walk.counted()
    return Walk(
        ZERO,
        1,
        lambda k: apply(Op.LT, k, walk.length),
        lambda k: walk.item(minus(minus(walk.length, ONE), k)),
        walk.length,
    )


def plus(a: Expr, b: Expr) -> Expr:
    """a + b, where 0 is left out."""
    match a, b:
        case (Literal(int(m)), Literal(int(n))):
            return Literal(m + n)
        case (Literal(0), e) | (e, Literal(0)):
            return e
        case _:
            return apply(Op.ADD, a, b)


def minus(a: Expr, b: Expr) -> Expr:
    """a − b, where 0 is left out."""
    match a, b:
        case (Literal(int(m)), Literal(int(n))):
            return Literal(m - n)
        case (e, Literal(0)):
            return e
        case _:
            return apply(Op.SUB, a, b)


def times(a: int | Expr, b: Expr) -> Expr:
    """a · b."""
    if not isinstance(a, int):
        return apply(Op.MUL, a, b)
    return b if a == 1 else Literal(a * int(b.value)) if isinstance(b, Literal) else apply(Op.MUL, Literal(a), b)
