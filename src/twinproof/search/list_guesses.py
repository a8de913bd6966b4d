"""Guesses at what stands in lists that are not the same in both runs: simple facts that held in every trial.

Each is about any position: how what stands there differs between the runs, from a variable, or from what stands there
in another list; everywhere, or at, before or after some position, or under a flag.
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from twinproof.lang.expr import Apply, Op, Place, Var, free_variables
from twinproof.lang.types import BOOL, INT
from twinproof.search.factor_lists import within_constants
from twinproof.search.facts import Everywhere, Fact, Guard
from twinproof.search.guesses import difference, under
from twinproof.search.observed import Observed, least, most
from twinproof.search.terms import LEFT, RIGHT, Slot, on_right

Facts = Callable[[Observed], Iterable[Fact]]  # what holds of all data
_WIDEST = 4  # positions next to each other at which the runs differ
_MOST_CONSTANTS = 2  # larger than what was seen, by which two runs are guessed to differ


@dataclass(frozen=True, slots=True)
class Standing:
    """A list that is not the same in both runs: its length, and what stands at a position in each of them.

    What stands there may be the lengths of lists, or what stands at a position of these.
    """

    length: Slot
    left: tuple[Slot, ...]
    right: tuple[Slot, ...]
    inner: tuple[tuple[Var, Slot], ...] = ()  # the positions in the lists in it, and how long these are
    told: tuple[Slot, ...] = ()  # what numbers there may differ by between the runs
    measures: bool = False  # whether what stands there are lengths
    nameless: bool = False  # whether nothing names the places at which it may differ
    of_factors: bool = False  # whether other numbers are multiplied with what stands there

    def numbers(self) -> Iterator[tuple[Slot, Slot]]:
        """The integers at a position, in both runs."""
        return ((a, b) for a, b in zip(self.left, self.right, strict=True) if a.type == INT)


@dataclass(frozen=True)
class ListGuesses:
    """What the guesses for one loop head are made of."""

    index: Var  # the position
    lists: Sequence[Standing]
    slots: Sequence[Slot]  # variables of the runs
    places: Sequence[Slot]  # rigid integers, which may be positions
    moved: Sequence[Slot]  # positions of which it is known that the runs may differ there
    amounts: Sequence[Slot]  # public integers, by which the runs may differ
    constants: Sequence[int]  # … or these
    ahead: Sequence[Slot] = ()  # positions of the right run, where it is ahead of the left one

    def of_variables(self, data: Observed) -> list[Fact]:
        """Facts that hold of all data: how long the lists are, in the left run; how variables differ at most."""
        if not len(data):
            return []
        numbers = [s for s in (*self.slots, *self.places) if s.type == INT and _place(s) in (LEFT, None)]
        pairs = ((items.length, s) for items in self.lists for s in numbers if s != items.length)
        facts = [fact for length, s in pairs for fact in difference(length, s, data)]
        if any(items.inner for items in self.lists):
            facts += self._lengths_of_entries(numbers, data)
        both = [
            (s, on_right(s)) for s in self.slots if s.type == INT and _place(s) is LEFT and on_right(s) in self.slots
        ]

        def across(some: Observed) -> Iterator[Fact]:
            return (fact for one, other in both for fact in self._apart(((one, 1), (other, -1)), some))

        facts += across(data)
        for a, b in itertools.combinations(self.moved, 2):
            for s in (s for s in self.slots if s.type == INT and _place(s) is LEFT):
                here, there = (Guard(s, False, p, equal=True) for p in (a, b))
                facts += self._between(here, there, data, set(facts), across)
        if self.moved:
            for s, p in itertools.product((s for s in self.slots if s.type == INT and _place(s) is LEFT), self.places):
                facts += under(Guard(s, True, p), data, set(facts), across)
        return facts

    def _lengths_of_entries(self, numbers: Sequence[Slot], data: Observed) -> Iterator[Fact]:
        """How long lists are that may become entries of others, and how far the loops have come that make them."""
        for s, p in itertools.product(numbers, self.places):
            if s not in self.places:
                yield from difference(s, p, data)
        grown = [s for s in numbers if isinstance(s, Apply) and s.op is Op.LEN and s not in self.places]
        for length in grown:
            yield Fact(((length, -1),), least(data[length]), False)
            yield from (fact for s in numbers if s not in self.places for fact in difference(length, s, data))

    def of_positions(self, data: Observed, stage: int) -> list[Fact]:
        """Facts that hold of all data, which are about one position each.

        Stage 0: how the two runs differ, and where; 1: also how what stands there differs from variables; 2: also for
        positions up to some variable, under flags.
        """
        facts: list[Fact] = []
        for items in self.lists:
            everywhere = Everywhere(((self.index, items.length), *items.inner))
            some = data.where(everywhere.chosen(data))
            found = self._of_list(items, some, stage) if len(some) else []
            facts += [replace(fact, everywhere=everywhere) for fact in found]
        plain = [items for items in self.lists if not items.inner and not items.nameless]
        for a, b in itertools.combinations(plain, 2):
            both = Everywhere(((self.index, a.length), (self.index, b.length)))
            some = data.where(both.chosen(data))
            found = list(self._of_two(a, b, some)) if len(some) else []
            facts += [replace(fact, everywhere=both) for fact in found]
        return list(dict.fromkeys(facts))

    def _of_list(self, items: Standing, data: Observed, stage: int) -> list[Fact]:
        def across(some: Observed) -> Iterator[Fact]:
            return self._across(items, some)

        def beside(some: Observed) -> Iterator[Fact]:
            return self._beside(items, some)

        if items.nameless:
            return self._until_rows(items, data)
        measured = list(self._measured(items, data))
        facts = [*measured, *across(data)]
        known = set(facts)
        for guard in self._by_places(items, data) if not measured else ():
            facts += under(guard, data, known, across)
        if items.measures:
            facts += (fact for cell in (*items.left, *items.right) for fact in self._beside_places(cell, data))
        if stage == 0 or measured:
            return facts
        more = list(beside(data))
        facts += more
        known |= set(more)
        numbers = [s for s in self.slots if s.type == INT and (_place(s) is LEFT or s in self.ahead)]
        for number, p in itertools.product(numbers, self.places):
            facts += under(Guard(number, True, p), data, known, across)
        for a, b in itertools.combinations(self.moved, 2):
            here, there = (Guard(self.index, False, p, equal=True) for p in (a, b))
            facts += self._between(here, there, data, known, across)
        passed = [Guard(s, False, self.index) for s in numbers]  # positions below a variable
        flags = [Guard(s, value) for s in self.slots if s.type == BOOL for value in (True, False)]
        for guard in (*passed, *flags):
            facts += under(guard, data, known, beside)
        remembered = [Guard(self.index, False, s) for s in numbers if on_right(s) in self.slots]  # those above it
        for above, below in itertools.product(remembered, passed):
            facts += self._between(above, below, data, known, beside)
        if stage == 1:
            return facts
        for below, flag in itertools.product(passed, flags):
            facts += self._between(below, flag, data, known, beside)
        return facts

    def _until_rows(self, items: Standing, data: Observed) -> list[Fact]:
        """How the runs differ, and until some variable has passed one of the rigid names."""
        found = list(self._across(items, data))
        known = set(found)
        names = [p for p in self.places if isinstance(p, Var)]
        numbers = [s for s in self.slots if isinstance(s, Var) and s.type == INT]
        passing = [s for s in numbers if _place(s) is LEFT or s in self.ahead]
        for number, p in itertools.product(passing, names):
            guard = Guard(number, True, p)
            found += (f for f in under(guard, data, known, functools.partial(self._across, items)) if f.equal)
        return found

    def _between(self, first: Guard, second: Guard, data: Observed, known: set[Fact], facts: Facts) -> list[Fact]:
        """Facts that hold where two guards do."""
        some = data.where(first.chosen(data))
        return [replace(f, guards=(first, *f.guards)) for f in under(second, some, known, facts)]

    def _by_places(self, items: Standing, data: Observed) -> Iterator[Guard]:
        """At, off, up to and after each place, or where the runs differ near it; for a length, its last position."""
        for p in self.places:
            last = -1 if isinstance(p, Apply) and p.op is Op.LEN else 0
            for equal, holds_if in itertools.product((True, False), (True, False)):
                yield Guard(self.index, holds_if, p, equal, last)
            yield from (Guard(index, False, p, equal=True) for index, _ in items.inner)
            apart = self._apart_at(items, p, data)
            if apart and max(apart) - min(apart) < _WIDEST and apart != {0}:
                yield Guard(self.index, True, p, offset=min(apart) - 1)
                yield Guard(self.index, False, p, offset=max(apart))

    def _apart_at(self, items: Standing, place: Slot, data: Observed) -> set[int]:
        """How far from a place the positions are at which the runs differ."""
        differ = [data[a] != data[b] for a, b in items.numbers()]
        if not differ:
            return set()
        chosen = functools.reduce(operator.or_, differ).astype(bool)
        return set((data[self.index] - data[place])[chosen].tolist())

    def _across(self, items: Standing, data: Observed) -> Iterator[Fact]:
        """How what stands at a position in one run differs from what stands there in the other."""
        for ours, theirs in zip(items.left, items.right, strict=True):
            if ours.type != BOOL:
                yield from self._apart(((ours, 1), (theirs, -1)), data)
            elif (data[ours] == data[theirs]).all():
                yield Fact(((ours, 1), (theirs, 1)), 0, True, truth=True)

    def _measured(self, items: Standing, data: Observed) -> Iterator[Fact]:
        """That what stands there differs between the runs by just what is told of rows that are not the same."""
        for (ours, theirs), e in itertools.product(items.numbers(), items.told):
            if (data[ours] - data[theirs] == data[e]).all():
                yield Fact(((ours, 1), (theirs, -1), (e, -1)), 0, True)

    def _beside(self, items: Standing, data: Observed) -> Iterator[Fact]:
        """What it is, if it is always the same, and how it differs from variables of the same run."""
        for cell in (cell for cell in (*items.left, *items.right) if cell.type == INT):
            yield from _always(cell, data)
        if items.of_factors:
            yield from within_constants((*items.left, *items.right), self.constants, data)
        for side, cells in ((LEFT, items.left), (RIGHT, items.right)):
            near = [s for s in self.slots if s.type == INT and s != items.length and _place(s) in (side, None)]
            for cell, other in itertools.product(cells, (self.index, *near)):
                if cell.type == INT:
                    yield from difference(cell, other, data)

    def _beside_places(self, cell: Slot, data: Observed) -> Iterator[Fact]:
        """That a length is one of the rigid integers."""
        for p in self.places:
            if (data[cell] == data[p]).all():
                yield Fact(((cell, 1), (p, -1)), 0, True)

    def _of_two(self, a: Standing, b: Standing, data: Observed) -> Iterator[Fact]:
        """How two lists differ at a position, and how their sum and their difference do between the runs."""
        for (a1, a2), (b1, b2) in itertools.product(a.numbers(), b.numbers()):
            yield from difference(a1, b1, data)
            yield from difference(a2, b2, data)
            for sign in (1, -1):
                yield from self._apart(((a1, 1), (b1, sign), (a2, -1), (b2, -sign)), data)

    def _apart(self, terms: tuple[tuple[Slot, int], ...], data: Observed) -> Iterator[Fact]:
        """How far from zero a sum of multiples is."""
        totals = functools.reduce(operator.add, (factor * data[slot] for slot, factor in terms))
        low, high = least(totals), most(totals)
        if low == high:
            yield Fact(terms, -low, True)
        if low == high == 0:
            return
        opposite = tuple((slot, -factor) for slot, factor in terms)
        widest = max(high, -low)
        wider = [c for c in self.constants if c > widest][:_MOST_CONSTANTS]
        for bound in dict.fromkeys((high, widest, *wider)):
            yield Fact(terms, -bound, False)
        for bound in dict.fromkeys((-low, widest, *wider)):
            yield Fact(opposite, -bound, False)
        for p in self.amounts:
            if (totals <= data[p]).all():
                yield Fact((*terms, (p, -1)), 0, False)
            if (-totals <= data[p]).all():
                yield Fact((*opposite, (p, -1)), 0, False)


def _always(slot: Slot, data: Observed) -> Iterator[Fact]:
    """What a number is, if it is always the same."""
    low, high = least(data[slot]), most(data[slot])
    if low == high:
        yield Fact(((slot, 1),), -low, True)


def _place(slot: Slot) -> Place | None:
    """The run that a slot is about, if it is about one."""
    return next((v.place for v in free_variables(slot) if v.place in (LEFT, RIGHT)), None)
