"""Which variables may still matter, and programs without what cannot matter.

The replay of counterexamples rests on this module, so it holds nothing else.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import assert_never

from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While, read_by, sequence
from twinproof.lang.expr import Var, free_variables

Live = frozenset[Var]


def live_before(command: Command, after: Live, all_reads: bool = False) -> Live:
    """The variables whose values at the start may matter, when those in `after` matter at the end.

    What is read for a variable that does not matter does not matter either, unless all reads are to count.
    """
    match command:
        case Skip():
            return after
        case Assign(target, value):
            return (after - {target}) | free_variables(value) if all_reads or target in after else after
        case Sample(target):
            matters = all_reads or target in after or command.may_be_stuck
            return (after - {target}) | read_by(command) if matters else after
        case Seq(parts):
            for part in reversed(parts):
                after = live_before(part, after, all_reads)
            return after
        case If(condition, then, otherwise):
            inside = live_before(then, after, all_reads) | live_before(otherwise, after, all_reads)
            return free_variables(condition) | inside
        case While():
            return live_at_head(command, after, all_reads)
        case _:
            assert_never(command)


@functools.lru_cache(maxsize=4096)  # loops inside loops ask for the same again and again
def live_at_head(loop: While, after: Live, all_reads: bool = False) -> Live:
    """What may matter whenever the condition of a loop is evaluated."""
    head = after | free_variables(loop.condition)
    while True:
        wider = head | live_before(loop.body, head, all_reads)
        if wider == head:
            return head
        head = wider


def without_dead_code(command: Command, after: Live) -> Command:
    """The command without assignments and samplings that cannot matter. What may not end, or be stuck, stays."""
    match command:
        case Skip():
            return command
        case Assign(target):
            return command if target in after else Skip()
        case Sample(target):
            return command if target in after or command.may_be_stuck else Skip()
        case Seq(parts):
            backward: list[Command] = []
            for part in reversed(parts):
                backward.append(without_dead_code(part, after))
                after = live_before(part, after)
            return sequence(*reversed(backward))
        case If(_, then, otherwise):
            yes, no = without_dead_code(then, after), without_dead_code(otherwise, after)
            nothing = isinstance(yes, Skip) and isinstance(no, Skip)
            return Skip() if nothing else replace(command, then=yes, otherwise=no)
        case While():
            return replace(command, body=without_dead_code(command.body, live_at_head(command, after)))
        case _:
            assert_never(command)
