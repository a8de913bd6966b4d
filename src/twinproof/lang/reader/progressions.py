"""Constants that follow each other in steps of one size: 0, 1, 2, or the members of an enum in their order.

The one at a position is computed and not looked up, and so is the position of one. That is how a dictionary with such
keys is read: what is said of it is said in numbers that grow with the counter of a loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from twinproof.lang.expr import ZERO, Apply, Expr, Literal, Op, applied, apply, conjunction
from twinproof.lang.faces import is_number, number_in
from twinproof.lang.reader.walks import Walk, minus, plus, times
from twinproof.lang.types import INT, Type


@dataclass(frozen=True)
class Progression:
    """Numbers, or what is held as one: `first`, `first + step`, and so on."""

    first: int
    step: int
    length: int
    type: Type

    def item(self, position: Expr) -> Expr:
        """The constant at a position that is within."""
        number = plus(times(self.step, position), Literal(self.first))
        return number if self.type == INT else applied(Op.TUPLE, (number,), self.type)

    def walk(self) -> Walk:
        """What a loop over them meets."""
        length = Literal(self.length)
        return Walk(ZERO, 1, lambda k: apply(Op.LT, k, length), self.item, length)

    def position(self, value: Expr) -> Expr:
        """Where a value stands that is one of them; they go up by one."""
        return minus(number_in(value), Literal(self.first))

    def has(self, value: Expr) -> Expr:
        """Whether a value is one of them; they go up by one."""
        number = number_in(value)
        return conjunction(
            apply(Op.LE, Literal(self.first), number), apply(Op.LT, number, Literal(self.first + self.length))
        )


def progression(items: Sequence[Expr]) -> Progression | None:
    """These constants as a progression, if they are one of two or more."""
    numbers = [_number(e) for e in items]
    known = [n for n in numbers if n is not None]
    steps = {b - a for a, b in pairwise(known)}
    if len(known) < len(numbers) or len(steps) != 1 or 0 in steps:
        return None
    return Progression(known[0], steps.pop(), len(known), items[0].type)


def spelled_out(e: Expr) -> Progression | None:
    """The items of a list that is spelled out, as a progression."""
    return progression(e.args) if isinstance(e, Apply) and e.op is Op.LIST else None


def _number(e: Expr) -> int | None:
    match number_in(e) if is_number(e.type) else e:
        case Literal(int(n)) as number if number.type == INT:
            return n
        case _:
            return None
