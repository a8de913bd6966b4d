"""What is told of lists of which one run has an entry more.

By how much the runs are apart in loops over such a list, whether these have passed the entry, and what a sum over the
list has more because of it: invariants may speak of all this.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from twinproof.lang.command import Assign, subcommands, written
from twinproof.lang.expr import ONE, ZERO, Expr, Op, Var, apply, substitute, tag
from twinproof.lang.types import INT
from twinproof.search.differences import additions, beside_reads
from twinproof.search.extra_entries import Extras, OverExtra
from twinproof.search.terms import parts_of_item


@dataclass(frozen=True)
class ToldOfExtras:
    """What invariants may speak of, next to the variables."""

    numbers: list[Expr]  # by how much something differs between the runs
    flags: list[Expr]  # whether there is an entry more, and whether a loop has passed it


def told_of_extras(extras: Extras, loops: Mapping[int, OverExtra]) -> ToldOfExtras:
    """What is told of lists with an entry more."""
    numbers: dict[Expr, None] = {}
    flags: dict[Expr, None] = {}
    for items, extra in extras.items():
        numbers[extra.more()] = None
        flags[extra.is_there] = None
        for entry in parts_of_item(apply(Op.GET, tag(items, extra.longer), extra.at)):
            if (
                entry.type == INT
            ):  # while a row of the user is at hand, one more may have been counted than stands there
                numbers[apply(Op.ADD, entry, ONE)] = None
    for step in loops.values():
        here = tag(step.counter, step.longer)
        numbers[step.extra.behind(here)] = None
        flags[step.extra.is_before(here)] = None
        for v in _set_to(step):
            numbers[step.extra.behind(tag(v, step.longer))] = None
        for added in _added(step):
            there = tag(added, step.longer)
            numbers[apply(Op.ITE, step.extra.is_before(here), there, ZERO)] = None
            numbers[apply(Op.ITE, step.extra.is_there, there, ZERO)] = None
    return ToldOfExtras(list(numbers), list(flags))


def _set_to(step: OverExtra) -> Iterator[Var]:
    """The variables that are set to a position of the list."""
    for command in subcommands(step.loop.body):
        match command:
            case Assign(target, value) if value == step.counter:
                yield target
            case _:
                pass


def _added(step: OverExtra) -> Iterator[Expr]:
    """What a loop over a list adds to its numbers at the entry that one run has more."""
    changed = written(step.loop.body)
    for counter, added in additions(step.loop):
        if counter == step.counter and not beside_reads(added, step.rows, counter) & changed:
            yield substitute(added, {counter: step.extra.place})
