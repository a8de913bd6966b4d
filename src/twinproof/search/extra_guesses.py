"""Guesses at lists of which one run has an entry more: how long they are, where it stands, and what is said of it."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from itertools import product as iterate

from twinproof.lang.expr import Op, Place, Var, apply, free_variables, substitute, tag
from twinproof.lang.types import BOOL, INT
from twinproof.search.extra_entries import Extra
from twinproof.search.facts import Everywhere, Fact, Guard
from twinproof.search.observed import Observed, least, most
from twinproof.search.product import Product
from twinproof.search.terms import LEFT, RIGHT, Slot, parts_of_item
from twinproof.search.trials import constants


def about_extras(product: Product, site: int, data: Observed) -> list[Fact]:
    """Facts that hold of all data, which are about lists with an entry more."""
    own = product.slots[site]
    extras = [e for e in dict.fromkeys(product.extras.values()) if e.at in own]
    found: list[Fact] = []
    for extra in extras:
        found += _of_one(product, own, extra, data)
    for step in product.out_of_step.values() if site < 0 and extras else ():  # one run is alone in a round of this
        ours, theirs = (tag(step.counter, side) for side in (step.longer, _other(step.longer)))
        if {ours, theirs, step.behind_after} <= set(own):
            found.append(Fact(((ours, 1), (theirs, -1), (step.behind_after, -1)), 1, True))
    for a, b in combinations(extras, 2):
        found.append(_equal(a.at, b.at))
    return [fact for fact in found if _holds(fact, data)]


def _of_one(product: Product, own: Sequence[Slot], extra: Extra, data: Observed) -> Iterator[Fact]:
    """How long the lists are, where the entry stands and whose it is; where loops have come that look for it."""
    at, there, nowhere = extra.at, Guard(extra.at, False, offset=-1), Guard(extra.at, True, offset=-1)
    shorter = _other(extra.longer)
    yield Fact(((at, -1),), -1, False)
    lists = _lists(product, own, extra)
    lengths = [apply(Op.LEN, tag(items, extra.longer)) for items in lists]
    counted = {tag(step.counter, side) for step in product.over_extra.values() for side in (extra.longer, shorter)}
    shortened = (apply(Op.LEN, tag(items, shorter)) for items in lists)
    yield from (Fact(((s, -1),), 0, False) for s in (*counted, *lengths, *shortened) if s in own)
    for items, length in zip(lists, lengths, strict=True):
        yield Fact(((length, 1), (apply(Op.LEN, tag(items, shorter)), -1), (extra.more(), -1)), 0, True)
        yield Fact(((at, 1), (length, -1)), 1, False, (there,))
        parts = parts_of_item(apply(Op.GET, tag(items, extra.longer), at))
        for part, user in iterate(parts, _users(product)):
            yield replace(_equal(part, user), guards=(there,))
    yield from (_equal(a, b) for a, b in combinations(lengths, 2))
    entries = [
        part for v in lists for part in parts_of_item(apply(Op.GET, tag(v, extra.longer), at)) if part.type == INT
    ]
    variables = [v for v in own if isinstance(v, Var) and v.place is extra.longer and v != at]
    numbers = sorted({n - less for n in constants(product.mechanism) for less in (0, 1)})
    for entry, guards in iterate(entries, ((), (there,))):
        yield from _between(entry, guards, numbers, data)
    both = [(s, on_other(s)) for s in own if s.type == INT and s != at and _is_on(s, extra.longer)]
    yield from (replace(_equal(a, b), guards=(nowhere,)) for a, b in both if b in own)
    yield from _together([pair for pair in both if pair[1] in own], product, data)
    told = [e for e in product.of_extras.flags if e in own and at in free_variables(e)]
    for v in (v for v in variables if v.type == INT):
        yield replace(_equal(v, at), guards=(there,))
        yield Fact(((v, 1), (at, -1)), 0, False, (there,))
        yield replace(_different(v, at), guards=(there, Guard(v, True, at, equal=True)))
        for passed in told:
            yield replace(_equal(v, at), guards=(Guard(passed, True),))
            yield from _always(v, Guard(passed, False), data)
        yield from (replace(_equal(v, length), guards=(nowhere,)) for length in lengths)
        yield from (Fact(((v, 1), (length, -1)), more, False) for length, more in iterate(lengths, (0, 1)))
        yield from (_equal(v, entry) for entry in entries)
        for user in _users(product):
            yield from (_equal(v, user), _different(v, user))
    flags = [v for v in variables if v.type == BOOL]
    yield from (Fact(((flag, sign),), 0, True, truth=True) for flag, sign in iterate(flags, (1, -1)))
    yield from (Fact(((flag, 1), (passed, 1)), 0, True, truth=True) for flag, passed in iterate(flags, told))


def _together(pairs: Sequence[tuple[Slot, Slot]], product: Product, data: Observed) -> Iterator[Fact]:
    """By how much several numbers are larger together in the run that has more: a user is in one cell, say."""
    counters = {tag(step.counter, side) for step in product.out_of_step.values() for side in (LEFT, RIGHT)}
    larger = [(a, b) for a, b in pairs if a not in counters and len(data) and (data[a] >= data[b]).all()]
    apart = [(a, b) for a, b in larger if (data[a] > data[b]).any()]
    if len(apart) > 1:
        total = functools.reduce(operator.add, (data[a] - data[b] for a, b in apart))
        yield Fact(tuple(term for a, b in apart for term in ((a, 1), (b, -1))), -most(total), False)


def _between(entry: Slot, guards: tuple[Guard, ...], numbers: Sequence[int], data: Observed) -> Iterator[Fact]:
    """Between which numbers of the program an entry is, where guards hold."""
    for guard in guards:
        data = data.where(guard.chosen(data))
    if len(data):
        low, high = (number(data[entry]) for number in (least, most))
        yield from (Fact(((entry, -1),), n, False, guards) for n in [n for n in numbers if n <= low][-1:])
        yield from (Fact(((entry, 1),), -n, False, guards) for n in [n for n in numbers if n >= high][:1])


def _always(v: Slot, guard: Guard, data: Observed) -> Iterator[Fact]:
    """What a number is, if it is always the same where a guard holds."""
    some = data.where(guard.chosen(data)) if len(data) else data
    if len(some) and least(some[v]) == most(some[v]):
        yield Fact(((v, 1),), -least(some[v]), True, (guard,))


def on_other(slot: Slot) -> Slot:
    """The same in the other run."""
    sides = {Place.LEFT: Place.RIGHT, Place.RIGHT: Place.LEFT}
    return substitute(slot, {v: Var(v.name, v.type, sides[v.place]) for v in free_variables(slot) if v.place in sides})


def _is_on(slot: Slot, side: Place) -> bool:
    """Whether this is a number of one run, and nothing that is told of it."""
    return isinstance(slot, Var) and slot.place is side


def about_shared(product: Product, site: int, data: Observed) -> list[Fact]:
    """The same of each position of the entries that both runs have: none of them is that of the user."""
    own, found, index = product.slots[site], list[Fact](), product.names.index
    for extra in dict.fromkeys(product.extras.values()):
        shorter = _other(extra.longer)
        for items in _lists(product, own, extra) if extra.at in own else ():
            everywhere = Everywhere(((index, apply(Op.LEN, tag(items, shorter))),))
            for part, user in iterate(product.cell(items, shorter), _users(product)):
                found.append(replace(_different(part, user), everywhere=everywhere))
    return [fact for fact in found if _holds(fact, data)]


def _lists(product: Product, own: Sequence[Slot], extra: Extra) -> list[Var]:
    """The lists that have the entry, where they matter."""
    lists = (items for items, other in product.extras.items() if other == extra and items in product.apart)
    return [items for items in lists if apply(Op.LEN, tag(items, extra.longer)) in own]


def _other(side: Place) -> Place:
    return Place.RIGHT if side is Place.LEFT else Place.LEFT


def _users(product: Product) -> list[Var]:
    return [a.user for a in product.alignments.values() if a.user is not None and a.user.type == INT]


def _equal(a: Slot, b: Slot) -> Fact:
    return Fact(((a, 1), (b, -1)), 0, True)


def _different(a: Slot, b: Slot) -> Fact:
    """That two numbers are not equal: where they are, something holds that never does."""
    return Fact(((a, 1), (b, -1)), 1, True, (Guard(a, True, b, equal=True),))


def _holds(fact: Fact, data: Observed) -> bool:
    """Whether a fact holds of all data."""
    if not len(data):
        return False
    chosen = [guard.chosen(data) for guard in fact.guards]
    if fact.everywhere is not None:
        chosen.append(fact.everywhere.chosen(data))
    if fact.truth:
        (a, sign), *others = fact.terms
        holds = data[a] == (data[others[0][0]] if others else sign > 0)
    else:
        total = functools.reduce(operator.add, (factor * data[slot] for slot, factor in fact.terms)) + fact.constant
        holds = total == 0 if fact.equal else total <= 0
    for some in chosen:
        holds = holds | ~some
    return bool(holds.all())
