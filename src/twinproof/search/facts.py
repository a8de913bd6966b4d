"""Simple facts about coupled runs: what they say of numbers, as z3 terms, and as assertions."""

from __future__ import annotations

import functools
import operator
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import Any, Protocol

import z3

from twinproof.lang.amounts import sum_of
from twinproof.lang.expr import (
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    Var,
    apply,
    conjunction,
    exists,
    forall,
    implies,
    negate,
)
from twinproof.lang.types import BOOL, INT
from twinproof.search import quick
from twinproof.search.terms import MEANING, Slot, both_of

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
        import numpy as np  # of whoever has columns, who has loaded it

        test = np.asarray(self._test(states), dtype=bool)
        return test if self.holds_if else ~test

    def term(self, values: Values) -> Any:
        number, other = values[self.slot], self.other
        if self.slot.type != INT or (other is not None and other.type != INT):
            test = self._test(values)
        elif other is None:
            test = quick.at_most(number, quick.integer(self.offset, number.ctx))
        else:
            bound = values[other]
            if self.offset:
                bound = quick.total([bound, quick.integer(self.offset, bound.ctx)])
            test = quick.equal(number, bound) if self.equal else quick.at_most(number, bound)
        return test if self.holds_if else quick.negation(test)

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
    """That a fact holds at every position of some lists, and of the lists that stand there."""

    bounds: tuple[tuple[Var, Slot], ...]  # a position, and the length of a list that it is in

    @property
    def indices(self) -> list[Var]:
        """The positions, the outer ones first."""
        return list(dict.fromkeys(index for index, _ in self.bounds))

    @property
    def lengths(self) -> list[Slot]:
        return [length for _, length in self.bounds]

    def holds(self, values: Values) -> bool:
        """Whether positions are among these."""
        return all(0 <= values[index] < values[length] for index, length in self.bounds)

    def chosen(self, states: Columns) -> Any:
        """Which of many positions are."""
        inside = ((states[index] >= 0) & (states[index] < states[length]) for index, length in self.bounds)
        return functools.reduce(operator.and_, inside)

    def term(self, values: Values) -> Any:
        from_zero = (quick.at_most(quick.integer(0, values[i].ctx), values[i]) for i in self.indices)
        inside = (quick.below(values[index], values[length]) for index, length in self.bounds)
        return quick.conjunction([*from_zero, *inside])

    def expression(self, body: Expr) -> Expr:
        for index in reversed(self.indices):
            inside = (apply(Op.LT, index, length) for other, length in self.bounds if other == index)
            body = forall(index, implies(conjunction(apply(Op.LE, ZERO, index), *inside), body))
        return body


@dataclass(frozen=True, slots=True)
class Fact:
    """Σ factor · slot + constant ≤ 0 (or = 0), where a truth value counts as itself; perhaps only under guards."""

    terms: tuple[tuple[Slot, int], ...]
    constant: int
    equal: bool
    guards: tuple[Guard, ...] = ()
    truth: bool = False  # the terms are truth values: one is true (1) or false (−1), or two are equal
    everywhere: Everywhere | None = None  # it is about positions of lists
    _hash: int = field(init=False, repr=False, compare=False, default=0)

    def __post_init__(self) -> None:
        parts = (self.terms, self.constant, self.equal, self.guards, self.truth, self.everywhere)
        object.__setattr__(self, "_hash", hash(parts))

    def __hash__(self) -> int:
        return self._hash

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
                else (given[0] if self.terms[0][1] > 0 else quick.negation(given[0]))
            )
        elif all(slot.type == INT for slot, _ in self.terms):
            more, less = (self._whole(values, sign) for sign in (1, -1))
            body = quick.equal(more, less) if self.equal else quick.at_most(more, less)
        else:
            more, less = (self._sum(values, sign) for sign in (1, -1))
            body = more == less if self.equal else more <= less
        conditions = [guard.term(values) for guard in self.guards]
        if self.everywhere is not None:
            conditions.insert(0, self.everywhere.term(values))
        return quick.implication(both_of(*conditions), body) if conditions else body

    def _whole(self, values: Values, sign: int) -> Any:
        """What is added, or what is subtracted, of integers."""
        parts = [quick.multiple(sign * n, values[slot]) for slot, n in self.terms if sign * n > 0]
        if sign * self.constant > 0 or not parts:
            context = values[self.terms[0][0]].ctx
            parts.append(quick.integer(max(sign * self.constant, 0), context))
        return quick.total(parts)

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


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody says of the slots; of all positions of lists, where it has indices."""

    body: Expr
    indices: tuple[Var, ...] = ()

    @property
    def expression(self) -> Expr:
        whole = self.body
        for index in reversed(self.indices):
            whole = forall(index, whole)
        return whole

    @property
    def everywhere(self) -> tuple[Var, ...] | None:
        return self.indices or None

    def is_over(self, slots: Set[Slot], curved: bool) -> bool:
        """Whether it can be said with these slots; where it is `curved`, unknowns may be multiplied."""
        return self.body.type == BOOL and _is_over(self.body, slots, curved)

    def term(self, values: Values) -> Any:
        """What is said, at one position if it is about positions."""
        return _term(self.body, values, next(iter(values.values())).ctx)


Candidate = Fact | Occurs | Said  # for a lemma


def _is_over(e: Expr, slots: Set[Slot], curved: bool) -> bool:
    if e in slots or isinstance(e, Literal):
        return True
    if not isinstance(e, Apply) or e.op not in (*MEANING, Op.EQ, Op.ITE, Op.REAL):
        return False
    if e.op is Op.MUL and not curved and not any(isinstance(a, Literal) for a in e.args):
        return False
    return all(_is_over(a, slots, curved) for a in e.args)


def _term(e: Expr, values: Values, context: Any) -> Any:
    if e in values:
        return values[e]
    match e:
        case Literal(bool(value)):
            return z3.BoolVal(value, context)
        case Literal(int(value)):
            return z3.IntVal(value, context)
        case Literal(value):
            return z3.RealVal(value, context)
        case Apply(op, args):
            terms = [_term(a, values, context) for a in args]
            if op is Op.EQ:
                return terms[0] == terms[1]
            if op is Op.REAL:
                return z3.ToReal(terms[0]) if terms[0].is_int() else terms[0]
            return z3.If(*terms) if op is Op.ITE else MEANING[op](*terms)
    raise AssertionError("only what is over slots is said")


def occurrence(index: Var, items: Expr, value: Expr) -> Expr:
    """∃j. 0 ≤ j ∧ j < |xs| ∧ xs[j] = x."""
    inside = (apply(Op.LE, ZERO, index), apply(Op.LT, index, apply(Op.LEN, items)))
    return exists(index, conjunction(*inside, apply(Op.EQ, apply(Op.GET, items, index), value)))
