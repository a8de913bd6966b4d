"""Guesses that lists differ in one place at most, the same in all of them, of which no name is known.

The nearest centre of a row is found by a loop. Where only one run has the row, its sums and counts differ there, and no
expression says where that is. But it is one place: where two entries differ, at i and at j, i is j. And what was paid
for an entry that differs need not be paid again: all that come after it are equal.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from twinproof.lang.command import Assign, Sample, subcommands
from twinproof.lang.expr import Apply, Op, Var, free_variables
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.types import INT, ListOf
from twinproof.search.facts import Everywhere, Fact, Guard
from twinproof.search.observed import Observed
from twinproof.search.terms import Slot


def without_names(mechanism: Mechanism, lists: Collection[Var], public: Collection[Var]) -> list[Var]:
    """The lists of numbers that are changed at private positions which are found step by step."""
    commands = list(subcommands(mechanism.body))
    targets = [c.target for c in commands if isinstance(c, Assign | Sample)]
    found = {v for v in targets if v not in public and targets.count(v) > 1}
    changed: dict[Var, None] = {}
    for c in commands:
        match c:
            case Assign(target, Apply(Op.SET, (_, position, _))) if target in lists and target.type == ListOf(INT):
                if free_variables(position) & found:
                    changed[target] = None
            case _:
                pass
    return list(changed)


@dataclass(frozen=True)
class Twice:
    """A list: its length, and what stands at two positions, in both runs."""

    length: Slot
    here: tuple[Slot, Slot]
    there: tuple[Slot, Slot]


def one_place(
    lists: Sequence[Twice], positions: tuple[Var, Var], counters: Sequence[Var], numbers: Sequence[Slot], data: Observed
) -> list[Fact]:
    """Facts that hold of all data: at most one place is not the same, and none is after something was paid."""
    found: list[Fact] = []
    for a, b in itertools.combinations_with_replacement(lists, 2) if len(data) else ():
        guards = (_apart(a.here), _apart(b.there))
        everywhere = Everywhere(((positions[0], a.length), (positions[1], b.length)))
        fact = Fact(((positions[0], 1), (positions[1], -1)), 0, True, guards, everywhere=everywhere)
        found += _true(fact, data)
    for a, w, number in itertools.product(lists if len(data) else (), counters, numbers):
        guards = (Guard(w, False), Guard(number, True, positions[0]))
        everywhere = Everywhere(((positions[0], a.length),))
        fact = Fact(((a.here[0], 1), (a.here[1], -1)), 0, True, guards, everywhere=everywhere)
        found += _true(fact, data)
    return found


def _apart(pair: tuple[Slot, Slot]) -> Guard:
    return Guard(pair[0], False, pair[1], equal=True)


def _true(fact: Fact, data: Observed) -> Iterator[Fact]:
    """A fact, if it holds of all data and says something of some."""
    assert fact.everywhere is not None
    chosen = fact.everywhere.chosen(data)
    for guard in fact.guards:
        chosen = chosen & guard.chosen(data)
    (one, _), (other, _) = fact.terms
    if (data[one] == data[other])[chosen].all():
        yield fact
