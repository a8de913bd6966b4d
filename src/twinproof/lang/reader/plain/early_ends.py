"""Loops over an input that stop early, and only compute: they may as well go on, and do nothing any more.

`any(row.age > 60 for row in rows)` stops at the first such row. How often it goes round depends on the data; what
it finds is the same when it goes through all rows.

The program has its guards, and the work has all its values: to go on ends, and changes nothing but the counter.
"""

from __future__ import annotations

from dataclasses import replace

from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While, sequence, subcommands, written
from twinproof.lang.expr import Apply, Expr, Op, Var, conjunction, free_variables
from twinproof.lang.liveness import Live, live_at_head, live_before
from twinproof.lang.reader.plain.lists import counting


def without_early_ends(program: Command, result: Var) -> Command:
    """The program with loops over inputs that go through all of them."""
    return _changed(program, frozenset((result,)), written(program))


def _changed(command: Command, after: Live, changing: frozenset[Var]) -> Command:
    match command:
        case Seq(parts):
            backward: list[Command] = []
            for part in reversed(parts):
                backward.append(_changed(part, after, changing))
                after = live_before(part, after, all_reads=True)
            return sequence(*reversed(backward))
        case If(_, then, otherwise):
            yes, no = (_changed(branch, after, changing) for branch in (then, otherwise))
            return replace(command, then=yes, otherwise=no)
        case While(_, body):
            whole = _whole(command, after, changing)
            if whole is not None:
                return whole
            head = live_at_head(command, after, all_reads=True)
            return replace(command, body=_changed(body, head, changing))
        case _:
            return command


def _whole(loop: While, after: Live, changing: frozenset[Var]) -> While | None:
    """The loop through all of an input, if it would stop early and nobody asks where."""
    count = counting(loop)
    if count is None or len(count.conditions) < 2 or count.counter in after:
        return None
    limits = [c for c in count.conditions if _is_inside(c, count.counter, changing)]
    work = sequence(*count.work)
    if len(limits) != 1 or any(isinstance(c, While | Sample) for c in subcommands(work)):
        return None
    others = [c for c in count.conditions if c not in limits]
    if any(count.counter in free_variables(c) for c in others):
        return None  # it would be asked about positions that it never came to
    *_, step = loop.body.parts if isinstance(loop.body, Seq) else (loop.body,)
    assert isinstance(step, Assign)
    return replace(loop, condition=limits[0], body=sequence(If(conjunction(*others), work, Skip(), loop.at), step))


def _is_inside(e: Expr, counter: Var, changing: frozenset[Var]) -> bool:
    """Whether a condition says that there is an item of an input at the counter."""
    match e:
        case Apply(Op.LT, (left, Apply(Op.LEN, (Var() as xs,)))):
            return left == counter and xs not in changing
        case _:
            return False
