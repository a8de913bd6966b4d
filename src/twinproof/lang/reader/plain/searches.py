"""Short searches of constants that are made for each row: `for i, (low, high) in enumerate(BINS): if low <= x < high`.

The list that is searched is spelled out where the search begins. It is the same each time, so it may as well be spelled
out at the start of the program; then the rounds of the search can be written one after the other, as those through a
table are.
"""

from __future__ import annotations

from collections.abc import Callable

from twinproof.lang.command import (
    Assign,
    Command,
    Sample,
    Skip,
    expressions,
    has_rounds,
    loops_in,
    mentioned,
    parts_of,
    sequence,
    subcommands,
)
from twinproof.lang.expr import Apply, Op, Var, free_variables
from twinproof.lang.liveness import live_before
from twinproof.lang.reader.plain.lists import in_order
from twinproof.lang.reader.plain.opened import read_at_positions
from twinproof.lang.rewriting import rewritten
from twinproof.lang.types import ListOf

Change = Callable[[Command, Var, set[str]], Command]


def without_searches(program: Command, result: Var, taken: set[str], change: Change) -> Command:
    """The program as a change makes it, where that leaves no loop of such a search; it takes new names."""
    for xs in _searched(program, result):
        moved = _at_the_start(program, xs)
        if _loops(change(moved, result, set(taken))) < _loops(change(program, result, set(taken))):
            program = moved
    return change(program, result, taken)


def _loops(program: Command) -> int:
    return sum(has_rounds(loop) for loop in loops_in(program))


def _searched(program: Command, result: Var) -> list[Var]:
    """The lists of constants that are spelled out inside of loops, always alike, and read at computed positions."""
    said: dict[Var, set[Apply | None]] = {}
    read: set[Var] = set()
    for c in subcommands(program):
        if isinstance(c, Assign | Sample) and isinstance(c.target.type, ListOf):
            said.setdefault(c.target, set()).add(_constant(c))
        read.update(xs for e in expressions(c) for xs in read_at_positions(e))
    alike = {xs for xs, lists in said.items() if len(lists) == 1 and None not in lists} - {result}
    unset = live_before(program, frozenset((result,)), all_reads=True)
    first = {part.target for part in parts_of(program) if isinstance(part, Assign)}
    return in_order(frozenset(alike & read - unset - first))


def _constant(command: Command) -> Apply | None:
    match command:
        case Assign(_, Apply(Op.LIST, (_, *_)) as value) if not free_variables(value):
            return value
        case _:
            return None


def _at_the_start(program: Command, xs: Var) -> Command:
    """The program with such a list spelled out before all else."""
    spelled = next(c for c in subcommands(program) if isinstance(c, Assign) and c.target == xs)
    left = rewritten(program, lambda c: Skip() if isinstance(c, Assign) and c.target == xs else c)
    assert xs in mentioned(left)
    return sequence(spelled, left)
