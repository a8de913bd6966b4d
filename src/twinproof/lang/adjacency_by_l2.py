"""Adjacency of vectors: lists of one length whose entries move by so much together, in the Euclidean norm.

The bound is on the square of the norm, which is an integer: Σ (x_i − y_i)² ≤ k. The core has no sums over lists, so the
relation speaks of a list of partial sums, which exists and is the only one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import isqrt
from typing import TYPE_CHECKING, ClassVar

from twinproof.lang.adjacency_kind import Adjacency, Amount, Argument, Case, Draws, Form, Motion, Sides, Value
from twinproof.lang.expr import (
    ONE,
    ZERO,
    Expr,
    Literal,
    Op,
    Place,
    Var,
    apply,
    conjunction,
    exists,
    forall,
    fresh_name,
    implies,
)
from twinproof.lang.types import INT, ListOf, Type

if TYPE_CHECKING:
    from twinproof.lang.printer import Notation

_SPREAD = 8  # entries of long lists that are moved one by one


@dataclass(frozen=True, slots=True)
class MovesByL2(Adjacency):
    """A list of the same length; the squares of how far its entries move add up to at most `bound`."""

    NAME = "moves_by_l2"
    USAGE = ("moves_by_l2(k)",)
    ARGUMENTS: ClassVar[tuple[Argument, ...]] = (Argument("k", Form.AMOUNT),)
    TYPES = (ListOf(INT),)
    PLACE = Place.MEMORY
    PUBLIC_LENGTH = True
    IN_SQUARES = True
    bound: Expr

    def relation(self, sides: Sides) -> tuple[Expr, ...]:
        length, other = (apply(Op.LEN, side) for side in (sides.left, sides.right))
        sums = Var(fresh_name("sums", set(sides.taken)), ListOf(INT), Place.RIGID)
        return apply(Op.EQ, length, other), exists(sums, self.summed(sides, sums))

    def summed(self, sides: Sides, sums: Var) -> Expr:
        """That `sums` are the partial sums of the squares, from 0 on, none below it and all within the bound.

        And what follows for whole numbers without a product: d² is at least |d| and 3·|d| − 2, as (|d| − 1)·(|d| − 2)
        is not negative.
        """
        j, length = sides.position("j"), apply(Op.LEN, sides.left)
        moved = apply(Op.SUB, apply(Op.GET, sides.left, j), apply(Op.GET, sides.right, j))
        following = apply(Op.GET, sums, apply(Op.ADD, j, ONE))
        step = apply(Op.EQ, following, apply(Op.ADD, apply(Op.GET, sums, j), apply(Op.MUL, moved, moved)))
        total = apply(Op.GET, sums, j)
        far, grows = apply(Op.ABS, moved), apply(Op.SUB, following, total)
        steep = apply(Op.SUB, apply(Op.MUL, Literal(3), far), Literal(2))
        lines = conjunction(apply(Op.LE, far, grows), apply(Op.LE, steep, grows))
        inside = conjunction(apply(Op.LE, ZERO, j), apply(Op.LT, j, length))
        upto = conjunction(apply(Op.LE, ZERO, j), apply(Op.LE, j, length))
        return conjunction(
            apply(Op.EQ, apply(Op.LEN, sums), apply(Op.ADD, length, ONE)),
            apply(Op.EQ, apply(Op.GET, sums, ZERO), ZERO),
            forall(j, implies(inside, step)),
            forall(j, implies(inside, lines)),
            forall(j, implies(upto, conjunction(apply(Op.LE, ZERO, total), apply(Op.LE, total, self.bound)))),
        )

    def cases(self, sides: Sides, witness: Callable[[str], Var]) -> tuple[Case, ...]:
        named = Var(witness("squares").name, ListOf(INT), Place.RIGID)
        facts = (self.relation(sides)[0], self.summed(sides, named))
        return (Case(facts, motion=Motion(self.bound), sums=named),)

    def summed_up(self, left: Value, right: Value) -> tuple[int, ...]:
        return tuple(accumulate(((b - a) ** 2 for a, b in zip(left, right, strict=True)), initial=0))

    def shown(self, var: Var, notation: Notation, show: Callable[[Expr], str]) -> str:
        left, right = var.name + notation.left, var.name + notation.right
        total, square = ("sum", "^2") if notation.ascii else ("Σ", "²")
        minus, le, both = (notation.symbols[op] for op in (Op.SUB, Op.LE, Op.AND))
        apart = f"({left}[j] {minus} {right}[j]){square}"
        return f"|{left}| = |{right}| {both} {total} {apart} {le} {show(self.bound)}"

    def why_apart(self, name: str, left: Value, right: Value, amount: Amount) -> str | None:
        if len(left) != len(right):
            return f"`{name}` has {len(left)} entries on one side and {len(right)} on the other"
        squares, limit = sum((b - a) ** 2 for a, b in zip(left, right, strict=True)), amount(self.bound)
        if squares > limit:
            return f"the squares of how far the entries of `{name}` move add up to {squares}, and may to {limit}"
        return None

    def trial(self, kind: Type, size: int, case: Case | None, draws: Draws, amount: Amount) -> tuple[Value, Value]:
        left: list[int] = []
        right: list[int] = []
        rest = max(0, amount(self.bound))  # below zero there is no such input, which others say
        for _ in range(size):
            a, b = draws.pair(isqrt(rest), 0)
            rest -= (b - a) ** 2
            left.append(a)
            right.append(b)
        return tuple(left), tuple(right)

    def nearby(self, value: Value, amount: Amount, items: Sequence[Value]) -> Iterator[Value]:
        """As far as one entry may go; then all entries, or as many as may, by one or as far as they can together."""
        limit, size = amount(self.bound), len(value)
        if limit < 1 or size == 0:
            return
        far = isqrt(limit)
        together = isqrt(limit // size)
        few = min(size, limit)
        steps = [_at(size, n, m) for n in range(min(size, _SPREAD)) for m in dict.fromkeys((far, -far, 1, -1))]
        steps += [[sign * together] * size for sign in (1, -1) if together]
        steps += [[sign] * few + [0] * (size - few) for sign in (1, -1)]
        for even in (True, False):
            most = _greedy(limit, size, even)
            steps += [most, [(-1) ** n * m for n, m in enumerate(most)]]
        for step in dict.fromkeys(map(tuple, steps)):
            yield tuple(v + m for v, m in zip(value, step, strict=True))


def _at(size: int, place: int, step: int) -> list[int]:
    return [step if n == place else 0 for n in range(size)]


def _greedy(limit: int, size: int, even: bool) -> list[int]:
    """Steps whose squares add up to nearly the limit: the same for all if they can be, or as far as each still can."""
    steps = []
    for n in range(size):
        step = (isqrt(limit // (size - n)) if even else 0) or isqrt(limit)
        steps.append(step)
        limit -= step * step
    return steps
