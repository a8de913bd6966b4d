"""Simple facts about coupled runs: what they say of numbers, as z3 terms, and as assertions."""

from __future__ import annotations

import functools
import operator
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from twinproof.lang.amounts import sum_of
from twinproof.lang.expr import ZERO, Expr, Op, Var, apply, conjunction, exists, forall, implies, negate
from twinproof.lang.types import BOOL
from twinproof.search.quick import conjunction as conjunction_of
from twinproof.search.quick import implication
from twinproof.search.quick import negation as negation_of
from twinproof.search.terms import Slot, both_of

Values = Mapping[Slot, Any]  # of the slots: numbers and truth values, or z3 terms


class Columns(Protocol):
    """The values of the slots in many states."""

    def __getitem__(self, slot: Slot, /) -> Any: ...


@dataclass(frozen=True, slots=True)
class Guard:
    """When a fact holds: a flag is true or false; or one number is at most, or below, another; or (not) equal to it."""

    slot: Slot
    holds_if: bool
    other: Slot | None = None  # slot ≤ other, or, if it must not hold, other < slot; without it, the other is 0
    equal: bool = False  # slot = other instead
    offset: int = 0  # of the other number

    def holds(self, values: Values) -> bool:
        return bool(self._test(values)) is self.holds_if

    def chosen(self, states: Columns) -> Any:
        """In which of many states it holds."""
        test = np.asarray(self._test(states), dtype=bool)
        return test if self.holds_if else ~test

    def term(self, values: Values) -> Any:
        test = self._test(values)
        return test if self.holds_if else negation_of(test)

    def _test(self, values: Values | Columns) -> Any:
        if self.slot.type == BOOL:
            return values[self.slot]
        if self.other is None:
            return values[self.slot] <= self.offset
        other = values[self.other] + self.offset if self.offset else values[self.other]
        return values[self.slot] == other if self.equal else values[self.slot] <= other

    @property
    def expression(self) -> Expr:
        test = self.slot
        if test.type != BOOL:
            others = [] if self.other is None else [(self.other, 1)]
            sides = (sum_of([(self.slot, 1)], -self.offset), sum_of(others, self.offset))
            test = apply(Op.EQ if self.equal else Op.LE, *sides)
        return test if self.holds_if else negate(test)


@dataclass(frozen=True, slots=True)
class Everywhere:
    """That a fact holds at every position of some lists."""

    index: Var
    lengths: tuple[Slot, ...]

    def holds(self, values: Values) -> bool:
        """Whether a position is one of these."""
        return all(0 <= values[self.index] < values[length] for length in self.lengths)

    def chosen(self, states: Columns) -> Any:
        """Which of many positions are."""
        index = states[self.index]
        return functools.reduce(operator.and_, (index < states[length] for length in self.lengths), index >= 0)

    def term(self, values: Values) -> Any:
        index = values[self.index]
        return conjunction_of([index >= 0, *(index < values[length] for length in self.lengths)])

    def expression(self, body: Expr) -> Expr:
        inside = (apply(Op.LT, self.index, length) for length in self.lengths)
        return forall(self.index, implies(conjunction(apply(Op.LE, ZERO, self.index), *inside), body))


@dataclass(frozen=True, slots=True)
class Fact:
    """Σ factor · slot + constant ≤ 0 (or = 0), where a truth value counts as itself; perhaps only under guards."""

    terms: tuple[tuple[Slot, int], ...]
    constant: int
    equal: bool
    guards: tuple[Guard, ...] = ()
    truth: bool = False  # the terms are truth values: one is true (1) or false (−1), or two are equal
    everywhere: Everywhere | None = None  # it is about positions of lists

    @property
    def slots(self) -> frozenset[Slot]:
        """All that it speaks of."""
        guards = [slot for guard in self.guards for slot in (guard.slot, guard.other) if slot is not None]
        lengths = self.everywhere.lengths if self.everywhere is not None else ()
        return frozenset((*(slot for slot, _ in self.terms), *guards, *lengths))

    def holds(self, values: Values) -> bool:
        if self.everywhere is not None and not self.everywhere.holds(values):
            return True
        if not all(guard.holds(values) for guard in self.guards):
            return True
        if self.truth:
            return self._truth([bool(values[slot]) for slot, _ in self.terms])
        total = sum(factor * values[slot] for slot, factor in self.terms) + self.constant
        return bool(total == 0 if self.equal else total <= 0)

    def _truth(self, given: list[bool]) -> bool:
        return given[0] == given[1] if len(given) == 2 else given[0] is (self.terms[0][1] > 0)

    def term(self, values: Values) -> Any:
        """The fact, at one position if it is about positions."""
        if self.truth:
            given = [values[slot] for slot, _ in self.terms]
            body = (
                given[0] == given[1]
                if len(given) == 2
                else (given[0] if self.terms[0][1] > 0 else negation_of(given[0]))
            )
        else:
            more, less = (self._sum(values, sign) for sign in (1, -1))
            body = more == less if self.equal else more <= less
        conditions = [guard.term(values) for guard in self.guards]
        if self.everywhere is not None:
            conditions.insert(0, self.everywhere.term(values))
        return implication(both_of(*conditions), body) if conditions else body

    def _sum(self, values: Values, sign: int) -> Any:
        """What is added, or what is subtracted."""
        parts = [
            values[slot] if factor == sign else sign * factor * values[slot]
            for slot, factor in self.terms
            if sign * factor > 0
        ]
        if sign * self.constant > 0 or not parts:
            parts.append(max(sign * self.constant, 0))
        return functools.reduce(operator.add, parts)

    @property
    def expression(self) -> Expr:
        """The fact as an assertion, with what is subtracted on the other side."""
        if self.truth:
            given = [slot for slot, _ in self.terms]
            if len(given) == 2:
                body: Expr = apply(Op.EQ, *given)
            else:
                body = given[0] if self.terms[0][1] > 0 else negate(given[0])
        else:
            sides = [
                sum_of(((slot, sign * f) for slot, f in self.terms if sign * f > 0), sign * self.constant)
                for sign in (1, -1)
            ]
            body = apply(Op.EQ if self.equal else Op.LE, *sides)
        if self.guards:
            body = implies(conjunction(*(guard.expression for guard in self.guards)), body)
        return body if self.everywhere is None else self.everywhere.expression(body)


@dataclass(frozen=True, slots=True)
class Occurs:
    """Somewhere in a list stands the value of a variable."""

    expression: Expr  # ∃j. 0 ≤ j ∧ j < |xs| ∧ xs[j] = x


def occurrence(index: Var, items: Expr, value: Expr) -> Expr:
    """∃j. 0 ≤ j ∧ j < |xs| ∧ xs[j] = x."""
    inside = (apply(Op.LE, ZERO, index), apply(Op.LT, index, apply(Op.LEN, items)))
    return exists(index, conjunction(*inside, apply(Op.EQ, apply(Op.GET, items, index), value)))
