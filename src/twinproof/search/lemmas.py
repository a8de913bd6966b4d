"""Simple facts about coupled runs, guessed from trials and kept if they are inductive.

Each loop head gets candidates that held in every trial: two variables are equal, differ by a constant, are ordered; a
counter is bounded by a multiple of a variable; each of these under a flag or a comparison. Those that the clauses do
not preserve are dropped until all are preserved (Houdini's fixpoint). What is left often is the invariant; if not, it
is a head start for the Horn engine, which is good at case distinctions and bad at counting.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import z3

from twinproof.lang.amounts import sum_of
from twinproof.lang.expr import Expr, Op, Var, apply, free_variables, implies, negate
from twinproof.lang.types import BOOL, INT
from twinproof.search.invariants import Piece
from twinproof.search.product import Clause, Product
from twinproof.search.terms import RIGHT, At, Slot, on_right

_DIGITS = 30  # of a number that no fraction is
Values = Mapping[Slot, Any]  # of the slots: numbers and truth values, or z3 terms


@dataclass(frozen=True, slots=True)
class Guard:
    """When a fact holds: a flag is true or false; or one number is at most, or below, another."""

    slot: Slot
    holds_if: bool
    other: Slot | None = None  # slot ≤ other, or, if it must not hold, other < slot

    def holds(self, values: Values) -> bool:
        return bool(self._test(values)) is self.holds_if

    def term(self, values: Values) -> Any:
        test = self._test(values)
        return test if self.holds_if else z3.Not(test)

    def _test(self, values: Values) -> Any:
        return values[self.slot] if self.other is None else values[self.slot] <= values[self.other]

    @property
    def expression(self) -> Expr:
        test = self.slot if self.other is None else apply(Op.LE, self.slot, self.other)
        return test if self.holds_if else negate(test)


@dataclass(frozen=True, slots=True)
class Fact:
    """Σ factor · slot + constant ≤ 0 (or = 0), where a truth value counts as itself; perhaps only under a flag."""

    terms: tuple[tuple[Slot, int], ...]
    constant: int
    equal: bool
    guard: Guard | None = None
    truth: bool = False  # the terms are truth values: one is true (1) or false (−1), or two are equal

    def holds(self, values: Values) -> bool:
        if self.guard is not None and not self.guard.holds(values):
            return True
        if self.truth:
            return self._truth([bool(values[slot]) for slot, _ in self.terms])
        total = sum(factor * values[slot] for slot, factor in self.terms) + self.constant
        return bool(total == 0 if self.equal else total <= 0)

    def _truth(self, given: list[bool]) -> bool:
        return given[0] == given[1] if len(given) == 2 else given[0] is (self.terms[0][1] > 0)

    def term(self, values: Values) -> Any:
        if self.truth:
            given = [values[slot] for slot, _ in self.terms]
            body = given[0] == given[1] if len(given) == 2 else (given[0] if self.terms[0][1] > 0 else z3.Not(given[0]))
        else:
            total = self.constant
            for slot, factor in self.terms:
                total = total + factor * values[slot]
            body = total == 0 if self.equal else total <= 0
        if self.guard is None:
            return body
        return z3.Implies(self.guard.term(values), body)

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
        if self.guard is None:
            return body
        return implies(self.guard.expression, body)


# --------------------------------------------------------------------------------------------------------- candidates


def candidates(
    slots: Sequence[Slot], rigid: Sequence[Slot], counters: Sequence[Var], data: Sequence[Values], stage: int
) -> list[Fact]:
    """Facts that hold of all data.

    Stage 0: how the two runs differ, and what is spent; 1: more, also under flags; 2: also under comparisons.
    """
    if not data:
        return []
    facts = list(_across(slots, counters, data))
    if stage == 0:
        return list(dict.fromkeys(facts))
    facts += _plain(slots, rigid, counters, data)
    everywhere = set(facts)
    flags = [s for s in slots if s.type == BOOL]
    for flag, value in itertools.product(flags, (True, False)):
        facts += _under(Guard(flag, value), data, everywhere, lambda some: _plain(slots, rigid, counters, some))
    if stage == 1:
        return list(dict.fromkeys(facts))
    numbers = [s for s in slots if s.type == INT and s not in counters and not _of_right_run(s)]
    fixed = [s for s in rigid if s.type == INT]
    for number, other, value in itertools.product(numbers, fixed, (True, False)):
        facts += _under(Guard(number, value, other), data, everywhere, lambda some: _across(slots, counters, some))
    return list(dict.fromkeys(facts))


def _of_right_run(slot: Slot) -> bool:
    return any(v.place is RIGHT for v in free_variables(slot))


def _under(
    guard: Guard, data: Sequence[Values], everywhere: set[Fact], facts: Callable[[Sequence[Values]], Iterable[Fact]]
) -> Iterator[Fact]:
    """Facts that hold where the guard does, and not everywhere."""
    some = [d for d in data if guard.holds(d)]
    if not 0 < len(some) < len(data):
        return
    for fact in facts(some):
        if fact not in everywhere and all(slot != guard.slot for slot, _ in fact.terms):
            yield Fact(fact.terms, fact.constant, fact.equal, guard, fact.truth)


def _across(slots: Sequence[Slot], counters: Sequence[Var], data: Sequence[Values]) -> Iterator[Fact]:
    """A variable in one run against the same in the other, and constant bounds of counters."""
    ours = set(slots)
    for slot in slots:
        other = on_right(slot)
        if other == slot or other not in ours:
            continue
        if slot.type == BOOL:
            if all(bool(d[slot]) == bool(d[other]) for d in data):
                yield Fact(((slot, 1), (other, 1)), 0, True, truth=True)
        else:
            yield from _difference(slot, other, data)
    numbers = [s for s in slots if s.type != BOOL and s not in counters]
    for w in counters:
        yield from _spending(w, numbers, (), data)


def _plain(
    slots: Sequence[Slot], rigid: Sequence[Slot], counters: Sequence[Var], data: Sequence[Values]
) -> Iterator[Fact]:
    flags = [s for s in slots if s.type == BOOL]
    numbers = [s for s in slots if s.type != BOOL and s not in counters]
    fixed = [s for s in rigid if s.type != BOOL]
    for a, b in itertools.combinations(flags, 2):
        if all(bool(d[a]) == bool(d[b]) for d in data):
            yield Fact(((a, 1), (b, 1)), 0, True, truth=True)
    for a in flags:
        for sign in (1, -1):
            if all(bool(d[a]) is (sign > 0) for d in data):
                yield Fact(((a, sign),), 0, True, truth=True)
    for a, b in itertools.combinations([*numbers, *fixed], 2):
        if a in fixed and b in fixed:
            continue
        yield from _difference(a, b, data)
    for a in numbers:
        values = [d[a] for d in data]
        low, high = min(values), max(values)
        if low == high and abs(low) <= 2 and _is_whole(low):
            yield Fact(((a, 1),), -int(low), True)
        elif low >= -1:
            yield Fact(((a, -1),), math.floor(low), False)
    for w in counters:
        yield from _spending(w, numbers, fixed, data)


def _difference(a: Slot, b: Slot, data: Sequence[Values]) -> Iterator[Fact]:
    differences = [d[a] - d[b] for d in data]
    low, high = min(differences), max(differences)
    if low == high:
        if abs(low) <= 3 and _is_whole(low):
            yield Fact(((a, 1), (b, -1)), -int(low), True)
        return
    high, low = math.ceil(high), math.floor(low)
    if -2 <= high <= 2:
        yield Fact(((a, 1), (b, -1)), -high, False)
    if -2 <= low <= 2:
        yield Fact(((b, 1), (a, -1)), low, False)


def _is_whole(number: int | Fraction) -> bool:
    return number.denominator == 1


def _spending(w: Var, numbers: Sequence[Slot], fixed: Sequence[Slot], data: Sequence[Values]) -> Iterator[Fact]:
    """w ≤ constant, w ≤ a·x + b, w ≤ a·(p − x) + b: those that are met exactly somewhere."""
    most = max(d[w] for d in data)
    if most <= 8:
        yield Fact(((w, 1),), -most, False)
    for x, p, sign in itertools.product(numbers, (None, *fixed), (1, -1)):
        if p is None and sign < 0:
            continue
        offered = 0
        for factor in range(1, 5):
            least = math.floor(min(factor * sign * (d[x] - (d[p] if p is not None else 0)) - d[w] for d in data))
            if -2 <= least <= 0 and offered < 2:
                offered += 1
                terms: list[tuple[Slot, int]] = [(w, 1), (x, -factor * sign)]
                if p is not None:
                    terms.append((p, factor * sign))
                yield Fact(tuple(terms), least, False)


# ------------------------------------------------------------------------------------------------------------ Houdini


class Lemmas:
    """The inductive facts of each predicate."""

    def __init__(self, product: Product, facts: dict[int, list[Fact]]) -> None:
        self.product = product
        self.facts = facts
        self._terms: dict[tuple[At, Fact], Any] = {}

    def term(self, fact: Fact, at: At) -> Any:
        """A fact at one end of a clause. (Making terms is what takes the time, so each is made once.)"""
        key = (at, fact)
        if key not in self._terms:
            self._terms[key] = fact.term(self.product.values(at))
        return self._terms[key]

    def terms(self, at: At) -> list[Any]:
        """All facts at one end of a clause."""
        return [self.term(fact, at) for fact in self.facts.get(at.site, ())]

    def settle(self) -> None:
        """Drop what is not inductive, until all is."""
        clauses = [c for c in self.product.clauses if c.head is not None]
        pending = list(clauses)
        while pending:
            clause = pending.pop(0)
            assert clause.head is not None
            if self._weaken(clause, clause.head):
                site = clause.head.site
                pending += [c for c in clauses if c.body is not None and c.body.site == site and c not in pending]

    def _weaken(self, clause: Clause, head: At) -> bool:
        """Drop the facts that this clause does not preserve; whether there were any."""
        site = head.site
        solver = self.product.solver(clause)
        flags: dict[Fact, Any] = {}
        if clause.body is not None:
            for number, fact in enumerate(self.facts.get(clause.body.site, ())):
                flag = z3.Bool(f"fact {number}", self.product.context)
                solver.add(z3.Implies(flag, self.term(fact, clause.body)))
                flags[fact] = flag
        changed = False
        while facts := self.facts.get(site):
            solver.push()
            solver.add(z3.Not(z3.And(*(self.term(fact, head) for fact in facts))))
            own = clause.body is not None and clause.body.site == site
            answer = solver.check(*(flag for fact, flag in flags.items() if not own or fact in facts))
            if answer == z3.unsat:
                return changed
            changed = True
            if answer != z3.sat:
                self.facts[site] = []
                return True
            model = solver.model()
            state = {
                slot: _value(model.eval(term, model_completion=True))
                for slot, term in self.product.values(head).items()
            }
            kept = [fact for fact in facts if fact.holds(state)]
            self.facts[site] = kept if len(kept) < len(facts) else []  # a root that was rounded may break none of them
            solver.pop()
        return changed

    def pieces(self, site: int) -> list[Piece]:
        """The facts of a loop head, as pieces of its invariant."""
        return [Piece(f.expression, functools.partial(self.term, f)) for f in self.facts.get(site, ())]


def _value(term: Any) -> Any:
    if z3.is_bool(term):
        return z3.is_true(term)
    exact = term.approx(_DIGITS) if z3.is_algebraic_value(term) else term
    return exact.as_long() if z3.is_int_value(exact) else exact.as_fraction()
