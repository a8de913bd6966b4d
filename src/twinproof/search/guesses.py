"""Guesses at what holds at a loop head: simple facts that held in every trial.

Two variables are equal, differ by a constant, are ordered; a counter is bounded by a multiple of a variable; each of
these under a flag or a comparison. What stands in lists is left to `list_guesses`.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from fractions import Fraction

from twinproof.lang.expr import Var, free_variables
from twinproof.lang.types import BOOL, INT, REAL
from twinproof.search.facts import Fact, Guard
from twinproof.search.observed import Observed, is_slow, least, most
from twinproof.search.terms import LEFT, RIGHT, Slot, on_left, on_right

_MOST_MORE = 4  # that was spent beside what is told
_MOST_ROUNDS = 8  # of a loop that goes round so often, whatever the inputs are
_MOST_COUNTED = 8  # rows of a user of which each number is told apart
_MOST_SIZES = 2  # constants that each of them may add
_SHARES = ((1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (1, 3), (1, 4))  # of a real, and of what was paid


@dataclass(frozen=True)
class NumberGuesses:
    """What the guesses for one loop head are made of."""

    slots: Sequence[Slot]
    rigid: Sequence[Slot]
    counters: Sequence[Var]
    ahead: Sequence[Slot] = ()  # positions of the right run, where it is ahead of the left one
    far: Sequence[int] = ()  # how far apart, beyond a little, numbers may be in the two runs
    output: Var | None = None
    users: Sequence[Slot] = ()  # whose rows are not the same in both runs
    budgets: Sequence[int] = ()  # what may be spent in all, where that is a constant and not a little
    each: Sequence[int] = ()  # what a round may spend, where that is not a little

    def of(self, data: Observed, stage: int, dropped: Set[Fact] = frozenset()) -> list[Fact]:
        """Facts that hold of all data.

        Stage 0: how the two runs differ, and what is spent; 1: more, also under flags; 2: also under comparisons, and
        where a number is the one that the output has; 3: there also what was `dropped` of that number before.
        """
        if not len(data):
            return []
        facts = list(self._across(data))
        if stage >= 1:
            facts += self._plain(data)
            everywhere = set(facts)
            flags = [s for s in self.slots if s.type == BOOL]
            for flag, value in itertools.product(flags, (True, False)):
                facts += under(Guard(flag, value), data, everywhere, self._plain)
            facts += self._by_users(data, everywhere)
            if stage >= 2:
                facts += self._compared(data, everywhere, dropped if stage >= 3 else frozenset())
        return list(dict.fromkeys(facts))

    def _compared(self, data: Observed, everywhere: set[Fact], dropped: Set[Fact]) -> Iterator[Fact]:
        """Facts under comparisons with what is rigid, or with 0."""
        coming = [s for s in self._numbers if s.type == INT and self._is_of_output(s)]
        fixed = [*(s for s in self.rigid if s.type == INT), *coming]
        numbers = [s for s in self._numbers if s.type == INT and (s in self.ahead or not _of_right_run(s))]
        numbers = [s for s in numbers if s not in coming]
        for number, other, value in itertools.product(numbers, fixed, (True, False)):
            yield from under(Guard(number, value, other), data, everywhere, self._across)
        for number in numbers:
            yield from self._once_started(number, data, everywhere)
        ends = [s for s in fixed if self._is_of_output(s)]
        for number, end in itertools.product(numbers, ends):
            found = functools.partial(self._once_passed, numbers, end)
            known = everywhere - {fact for fact in dropped if number in fact.slots}
            yield from under(Guard(number, True, end, equal=True), data, known, found)

    def _is_of_output(self, slot: Slot) -> bool:
        """Whether this is the output, or an entry of it that a list comes to next."""
        return self.output is not None and self.output in free_variables(slot)

    def _by_users(self, data: Observed, everywhere: set[Fact]) -> Iterator[Fact]:
        """How the runs differ while a number is no user whose rows differ, or until it has passed that user.

        While it is that user, what a run has found that has none of these rows is nothing.
        """
        numbers = [s for s in self._numbers if s.type == INT and not _of_right_run(s)]
        for number, user in itertools.product(numbers, self.users):
            for guard in (Guard(number, False, user, equal=True), Guard(number, True, user)):
                yield from under(guard, data, everywhere, self._differing)
            yield from under(Guard(number, True, user, equal=True), data, everywhere, self._nothing)

    def _nothing(self, data: Observed) -> Iterator[Fact]:
        """The numbers that are 0, and not in both runs."""
        zero = {s for s in self._numbers if s.type == INT and most(data[s]) == least(data[s]) == 0}
        yield from (Fact(((s, 1),), 0, True) for s in self._numbers if s in zero and _other_run(s) not in zero)

    def _once_started(self, number: Slot, data: Observed, everywhere: set[Fact]) -> Iterator[Fact]:
        """How others differ from a number that starts at 0, once it is larger."""
        guard = Guard(number, False)
        some = data.where(guard.chosen(data))
        if not 0 < len(some) < len(data):
            return
        for other in (s for s in self._numbers if s.type == INT and s != number):
            for fact in difference(other, number, some):
                if fact not in everywhere:
                    yield replace(fact, guards=(guard,))

    def _once_passed(self, numbers: Sequence[Slot], end: Slot, data: Observed) -> Iterator[Fact]:
        """How the runs differ, and how they do once some number is larger than the end."""
        facts = list(self._differing(data))
        yield from facts
        known = set(facts)
        for number in numbers:
            yield from under(Guard(number, False, end), data, known, self._differing)

    @property
    def _numbers(self) -> list[Slot]:
        return [s for s in self.slots if s.type != BOOL and s not in self.counters]

    def _across(self, data: Observed) -> Iterator[Fact]:
        """A variable in one run against the same in the other, and constant bounds of counters."""
        yield from self._differing(data)
        for w in self.counters:
            yield from _spending(w, self._numbers, (), data, self.budgets, self.each)

    def _differing(self, data: Observed) -> Iterator[Fact]:
        """A variable in one run against the same in the other."""
        ours = set(self.slots)
        for slot in self.slots:
            other = on_right(slot)
            if other == slot or other not in ours:
                continue
            if slot.type == BOOL:
                if (data[slot] == data[other]).all():
                    yield Fact(((slot, 1), (other, 1)), 0, True, truth=True)
            else:
                yield from difference(slot, other, data, self.far)

    def _plain(self, data: Observed) -> Iterator[Fact]:
        """All variables of both runs against each other, and against what is rigid."""
        flags, numbers = [s for s in self.slots if s.type == BOOL], self._numbers
        fixed = [s for s in self.rigid if s.type != BOOL]
        for a, b in itertools.combinations(flags, 2):
            if (data[a] == data[b]).all():
                yield Fact(((a, 1), (b, 1)), 0, True, truth=True)
        for a in flags:
            for sign in (1, -1):
                if (data[a] == (sign > 0)).all():
                    yield Fact(((a, sign),), 0, True, truth=True)
        for a, b in itertools.combinations([*numbers, *fixed], 2):
            if a in fixed and b in fixed:
                continue
            yield from difference(a, b, data)
        for a in numbers:
            low, high = least(data[a]), most(data[a])
            if low == high and abs(low) <= 2 and _is_whole(low):
                yield Fact(((a, 1),), -int(low), True)
            elif low >= -1:
                yield Fact(((a, -1),), math.floor(low), False)
        for a, p in itertools.product(numbers, (s for s in fixed if isinstance(s, Var) and s.type == INT)):
            if a.type == INT and least(data[a] + data[p]) == 0:
                yield Fact(((a, -1), (p, -1)), 0, False)
        for w in self.counters:
            yield from _spending(w, numbers, fixed, data, self.budgets, self.each)


def _other_run(slot: Slot) -> Slot:
    """The same of the other run."""
    return on_left(slot) if _of_right_run(slot) else on_right(slot)


def _of_right_run(slot: Slot) -> bool:
    return any(v.place is RIGHT for v in free_variables(slot))


def under(
    guard: Guard, data: Observed, everywhere: set[Fact], facts: Callable[[Observed], Iterable[Fact]]
) -> Iterator[Fact]:
    """Facts that hold where the guard does, and not everywhere."""
    some = data.where(guard.chosen(data))
    if not 0 < len(some) < len(data):
        return
    for fact in facts(some):
        if fact not in everywhere and (guard.equal or all(slot != guard.slot for slot, _ in fact.terms)):
            yield replace(fact, guards=(guard, *fact.guards))


def difference(a: Slot, b: Slot, data: Observed, far: Sequence[int] = ()) -> Iterator[Fact]:
    """That two numbers differ by a small constant, or by so much at most: a little, or one of those that are far."""
    if not far and is_slow(data[a], data[b]) and _is_far_apart(a, b, data):
        return
    apart = data[a] - data[b]
    low, high = least(apart), most(apart)
    if low == high:
        if (abs(low) <= 3 or abs(low) in far) and _is_whole(low):
            yield Fact(((a, 1), (b, -1)), -int(low), True)
        return
    high, low = math.ceil(high), math.floor(low)
    if -2 <= high <= 2:
        yield Fact(((a, 1), (b, -1)), -high, False)
    if -2 <= low <= 2:
        yield Fact(((b, 1), (a, -1)), low, False)
    for x, y, apart in ((a, b, high), (b, a, -low)):
        yield from (Fact(((x, 1), (y, -1)), -n, False) for n in [n for n in far if 2 < apart <= n][:1])
        yield from (Fact(((x, 1), (y, -1)), n, False) for n in [n for n in far if apart <= -n][-1:])


def _is_far_apart(a: Slot, b: Slot, data: Observed) -> bool:
    """Whether two numbers surely differ by more than a little, both at most and at least."""
    ours, theirs = data.rough(a), data.rough(b)
    if ours is None or theirs is None:
        return False
    apart = ours - theirs
    return bool(min(abs(apart.min()), abs(apart.max())) > 4)


def measured(slots: Sequence[Slot], differences: Sequence[Slot], data: Observed) -> list[Fact]:
    """That a number differs between the runs by just what is told of rows that are not the same."""
    return [
        Fact(((slot, 1), (other, -1), (e, -sign)), 0, True)
        for slot, other, e in _explained(slots, differences, data)
        for sign in (1, -1)
        if (data[slot] - data[other] == sign * data[e]).all()
    ]


def priced(counters: Sequence[Var], prices: Sequence[Slot], data: Observed) -> list[Fact]:
    """That what was spent is what is told of rows that are not the same, at most, and perhaps a little more.

    What is told speaks of counters that go up from 0, some of them to a small constant.
    """
    found = ranging(prices, range(_MOST_ROUNDS + 1), data)
    for w, e in itertools.product(counters if len(data) else (), prices):
        more = most(data[w] - data[e])
        if w.type == INT and more <= _MOST_MORE:
            found.append(Fact(((w, 1), (e, -1)), -max(more, 0), False))
    return found


def ranging(told: Sequence[Slot], constants: Collection[int], data: Observed) -> list[Fact]:
    """Between which constants the numbers are that something is told of: counters, mostly."""
    found: list[Fact] = []
    spoken = {v for e in (told if len(data) else ()) for v in free_variables(e) if v.place is LEFT and v.type == INT}
    for v in sorted(spoken, key=lambda v: v.name):
        low, high = least(data[v]), most(data[v])
        found += [Fact(((v, -1),), low, False)] if low in constants else []
        found += [Fact(((v, 1),), -high, False)] if high in constants else []
    return found


def zero(told: Sequence[Slot], data: Observed) -> list[Fact]:
    """Which of these numbers are 0."""
    return [Fact(((e, 1),), 0, True) for e in (told if len(data) else ()) if (data[e] == 0).all()]


def compared(pairs: Sequence[tuple[Slot, Slot]], equal: bool, data: Observed) -> list[Fact]:
    """That one number is at most the other, or equal to it."""
    found: list[Fact] = []
    for a, b in pairs if len(data) else ():
        if (data[a] == data[b] if equal else data[a] <= data[b]).all():
            found.append(Fact(((a, 1), (b, -1)), 0, equal))
    return found


def limited(slots: Sequence[Slot], differences: Sequence[Slot], data: Observed) -> list[Fact]:
    """That a number differs between the runs by no more than some other number, and in its direction."""
    found: list[Fact] = []
    for slot, other, e in _explained(slots, differences, data):
        for one, two in ((slot, other), (other, slot)):
            apart = data[one] - data[two]
            if (apart >= 0).all() and (apart <= data[e]).all():
                found.append(Fact(((one, 1), (two, -1), (e, -1)), 0, False))
    return found


def within(slots: Sequence[Slot], amounts: Sequence[Slot], data: Observed) -> list[Fact]:
    """That a number differs between the runs by a public amount at most."""
    found: list[Fact] = []
    for slot, other in _pairs(slots, data):
        for (one, two), a in itertools.product(((slot, other), (other, slot)), amounts):
            apart = data[one] - data[two]
            if (apart <= data[a]).all() and (apart > 0).any():
                found.append(Fact(((one, 1), (two, -1), (a, -1)), 0, False))
    return found


def rationed(
    slots: Sequence[Slot], counts: Sequence[Slot], amounts: Sequence[Slot], constants: Sequence[int], data: Observed
) -> list[Fact]:
    """That a number differs between the runs by so much at most for each that was counted, or for so many of them.

    Counted are the rows of a user, say; how much each may add is an amount, or a constant.
    """
    found: list[Fact] = []
    sizes = sorted({abs(n) for n in constants if abs(n) > 1})
    for slot, other, e in _explained(slots, counts, data):
        few = range(min(max((n for n in constants if n <= _MOST_COUNTED), default=0), most(data[e])) + 1)
        for one, two in ((slot, other), (other, slot)):
            apart = data[one] - data[two]
            if (apart <= 0).all() or len(few) < 2:
                continue
            found += (Fact(((one, 1), (two, -1), (e, -n)), 0, False) for n in sizes if (apart <= n * data[e]).all())
            for a in amounts:
                if all((apart <= n * data[a])[data[e] <= n].all() for n in few):
                    terms = [((one, 1), (two, -1), *(((a, -n),) if n else ())) for n in few]
                    found += (Fact(terms[n], 0, False, (Guard(e, True, offset=n),)) for n in few)
                    found += (Fact(terms[n], 0, False) for n in few if n in constants and (apart <= n * data[a]).all())
            for size in [s for s in sizes if all((apart <= n * s)[data[e] <= n].all() for n in few)][:_MOST_SIZES]:
                terms = [((one, 1), (two, -1))] * len(few)
                found += (Fact(terms[n], -n * size, False, (Guard(e, True, offset=n),)) for n in few)
                found += (Fact(terms[n], -n * size, False) for n in few if n in constants and (apart <= n * size).all())
    return list(dict.fromkeys(found))


def _explained(slots: Sequence[Slot], differences: Sequence[Slot], data: Observed) -> Iterator[tuple[Slot, Slot, Slot]]:
    """The numbers that both runs have, with each of the differences."""
    told = [e for e in differences if e in slots and e.type == INT]
    for slot, other in _pairs(slots, data) if told else ():
        if slot not in told:
            yield from ((slot, other, e) for e in told)


def _pairs(slots: Sequence[Slot], data: Observed) -> Iterator[tuple[Slot, Slot]]:
    """The numbers that both runs have."""
    for slot in slots if len(data) else ():
        other = on_right(slot)
        if other != slot and other in slots and slot.type == INT:
            yield slot, other


def _is_whole(number: int | Fraction) -> bool:
    return number.denominator == 1


def _spending(
    w: Var, numbers: Sequence[Slot], fixed: Sequence[Slot], data: Observed, budgets: Sequence[int], each: Sequence[int]
) -> Iterator[Fact]:
    """w ≤ constant, w ≤ p, w ≤ a·x + b, w ≤ a·(p − x) + b: those that are met exactly somewhere.

    Also w ≤ a·x where a is what a round may spend: trials need not have come to it.
    """
    if w.type == REAL:
        yield from _paid(w, numbers, fixed, data)
        return
    spent = data[w]
    highest = int(most(spent))
    for bound in (highest,) if highest <= 8 else [n for n in budgets if highest <= n][:1]:
        yield Fact(((w, 1),), -bound, False)
    if highest == 0:  # that nothing is spent here says it all
        return
    for amount in fixed:
        if least(data[amount] - spent) == 0:
            yield Fact(((w, 1), (amount, -1)), 0, False)
    for x, p, sign in itertools.product(numbers, (None, *fixed), (1, -1)):
        if p is None and sign < 0:
            continue
        if p is None:
            yield from (Fact(((w, 1), (x, -a)), 0, False) for a in each if highest > 4 and _covers(w, x, a, data))
        if is_slow(data[x], *(() if p is None else (data[p],))) and _is_no_bound(w, x, p, sign, data):
            continue
        allowed = sign * (data[x] if p is None else data[x] - data[p])
        offered = 0
        for factor in range(1, 5):
            rest = math.floor(least(factor * allowed - spent))
            if -2 <= rest <= 0 and offered < 2:
                offered += 1
                terms: list[tuple[Slot, int]] = [(w, 1), (x, -factor * sign)]
                if p is not None:
                    terms.append((p, factor * sign))
                yield Fact(tuple(terms), rest, False)


def _covers(w: Var, x: Slot, factor: int, data: Observed) -> bool:
    """Whether a multiple of a number is at least what was spent, and the number not much more."""
    return bool(least(factor * data[x] - data[w]) >= 0 and most(data[x]) <= most(data[w]))


def _is_no_bound(w: Var, x: Slot, p: Slot | None, sign: int, data: Observed) -> bool:
    """Whether no small multiple of a number is close to what was spent."""
    spent, upper, lower = data.rough(w), data.rough(x), None if p is None else data.rough(p)
    if spent is None or upper is None or (p is not None and lower is None):
        return False
    allowed = sign * (upper if lower is None else upper - lower)
    return not any(-3 < (factor * allowed - spent).min() < 2 for factor in range(1, 5))


def _paid(w: Var, numbers: Sequence[Slot], fixed: Sequence[Slot], data: Observed) -> Iterator[Fact]:
    """That what was paid in ε and a multiple of a real of the program, such as what is left, are some ε at most."""
    parts = [s for s in numbers if s.type == REAL and not _of_right_run(s)]
    for x, p, (factor, times) in itertools.product(parts, (s for s in fixed if s.type == REAL), _SHARES):
        if most(times * data[w] + factor * data[x] - times * data[p]) == 0:
            yield Fact(((w, times), (x, factor), (p, -times)), 0, False)
