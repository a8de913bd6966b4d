"""Loops over keys that are spelled out, inside of each other: what stands at a position is said by the position.

`for smokes in (False, True): for level in Level: …` runs over a list of constants in each loop. Where every one of its
rounds draws noise, and in a loop inside of it or around it, the rounds are too many to be written out. A variable that
is the key of the round is then what the counter says: true if the counter is 1.

The program has its guards: every position is inside of its list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from twinproof.lang.command import (
    Assign,
    Command,
    If,
    Sample,
    Seq,
    While,
    has_sampling,
    parts_of,
    sequence,
    subcommands,
    written,
)
from twinproof.lang.expr import ONE, ZERO, Apply, Expr, Literal, Op, Var, apply, free_variables, size_of
from twinproof.lang.reader.plain.lists import Parts, counting, item_at, read_at, with_replaced
from twinproof.lang.reader.walks import plus, times
from twinproof.lang.types import BOOL, INT, ListOf

MOST_KEYS = 8
LARGEST = 5  # parts of an expression that is written in the place of its name
Keys = tuple[Literal, ...]


def without_nested_keys(program: Command, result: Var) -> Command:
    """The program with counters in the place of keys, where loops over them draw noise inside of each other."""
    return _changed(program, {xs: items for xs, items in _spelled_out(program).items() if xs != result}, around=False)


def _spelled_out(program: Command) -> dict[Var, Keys]:
    """The lists that are the same few constants wherever they are written."""
    found: dict[Var, set[Keys | None]] = {}
    for c in subcommands(program):
        if isinstance(c, Assign | Sample) and isinstance(c.target.type, ListOf):
            found.setdefault(c.target, set()).add(_constants(c))
    whole = {xs: next(iter(lists)) for xs, lists in found.items() if len(lists) == 1}
    return {xs: items for xs, items in whole.items() if items is not None}


def _constants(command: Command) -> Keys | None:
    match command:
        case Assign(_, Apply(Op.LIST, items)) if 2 <= len(items) <= MOST_KEYS:
            literals = tuple(item for item in items if isinstance(item, Literal))
            return literals if len(literals) == len(items) else None
        case _:
            return None


def _changed(command: Command, keys: Mapping[Var, Keys], around: bool) -> Command:
    """The command, where `around` says that a loop around it draws noise."""
    match command:
        case Seq(parts):
            return sequence(*(_changed(part, keys, around) for part in parts))
        case If(_, then, otherwise):
            return replace(command, then=_changed(then, keys, around), otherwise=_changed(otherwise, keys, around))
        case While(_, body) if has_sampling(body):
            inside = replace(command, body=_changed(body, keys, around=True))
            nested = around or any(isinstance(c, While) and has_sampling(c.body) for c in subcommands(body))
            return _by_counter(inside, keys) if nested else inside
        case _:
            return command


def _by_counter(loop: While, keys: Mapping[Var, Keys]) -> Command:
    """A loop over keys, in which its counter says what the key of the round is."""
    count = counting(loop)
    if count is None:
        return loop
    lists = (xs for part in count.work for xs in read_at(part, count.counter) if xs in keys)
    by = {item_at(xs, count.counter): key for xs in lists if (key := _at(count.counter, keys[xs])) is not None}
    work = tuple(with_replaced(part, by) for part in count.work)
    *_, step = parts_of(loop.body)
    return replace(loop, body=sequence(*_without_names(work, count.counter), step))


def _at(counter: Var, items: Keys) -> Expr | None:
    """The constant at a position of a list, if that is simply said."""
    values = [item.value for item in items]
    if values == [False, True] and items[0].type == BOOL:
        return apply(Op.EQ, counter, ONE)
    if values == [True, False] and items[0].type == BOOL:
        return apply(Op.EQ, counter, ZERO)
    first, step = int(values[0]), int(values[1] - values[0])
    if items[0].type == INT and step and values == [first + step * n for n in range(len(values))]:
        return plus(times(step, counter), items[0])
    return None


def _without_names(work: Parts, counter: Var) -> Iterator[Command]:
    """The work, with what the counter says in the place of variables that hold it."""
    held: dict[Expr, Expr] = {}
    for n, part in enumerate(work):
        yield with_replaced(part, held)
        match part:
            case Assign(name, value) if free_variables(value) == {counter} and size_of(value) <= LARGEST:
                if name not in written(sequence(*work[n + 1 :])):
                    held[name] = value
            case _:
                pass
