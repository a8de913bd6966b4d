"""Flags that only say whether a loop is in its first round: its counter says so as well.

`best = None` and then, for each item, `if best is None or score > best: best = score`: there is a best one from the
first round on. So it is with the loop that `max` becomes.
"""

from __future__ import annotations

from dataclasses import replace

from twinproof.lang.command import Assign, Command, If, Sample, Seq, While, parts_of, sequence, subcommands, written
from twinproof.lang.expr import FALSE, TRUE, Apply, Expr, Literal, Op, Var, apply, negate
from twinproof.lang.reader.plain.lists import Parts, counting, in_order, last_write
from twinproof.lang.rewriting import replaced, rewritten, with_expressions, with_parts
from twinproof.lang.types import BOOL


def without_first_flags(command: Command) -> Command:
    """The command with counters in the place of such flags; after their loops the flags say what they did."""
    command = with_parts(command, without_first_flags)
    if not isinstance(command, Seq):
        return command
    done: Parts = ()
    for part in command.parts:
        done = (*done, *_by_counter(done, part))
    return sequence(*done)


def _by_counter(before: Parts, loop: Command) -> Parts:
    count = counting(loop)
    start = last_write(before, count.counter) if count is not None else None
    if count is None or start is None or not isinstance(loop, While):
        return (loop,)
    match before[start]:
        case Assign(_, Literal() as first):
            begins = apply(Op.EQ, count.counter, first)
        case _:
            return (loop,)
    after: list[Command] = []
    for flag in [v for v in in_order(written(loop)) if v.type == BOOL]:
        down = last_write(before, flag)
        changed = _without(flag, begins, loop) if down is not None and _sets(before[down], flag, FALSE) else None
        if changed is not None:
            loop = changed
            after.append(Assign(flag, negate(begins)))
    return (loop, *after)


def _without(flag: Var, begins: Expr, loop: While) -> While | None:
    """A loop without a flag that its first round raises, whatever happens in it."""
    parts = parts_of(loop.body)
    writing = [n for n, part in enumerate(parts) if flag in written(part)]
    if len(writing) != 1:
        return None
    at = writing[0]
    match parts[at]:
        case If(condition, then, otherwise) as test if _always_first(condition, flag):
            raised = [c for c in parts_of(then) if _sets(c, flag, TRUE)]
            writes = [c for c in subcommands(test) if isinstance(c, Assign | Sample) and c.target == flag]
            if len(raised) != 1 or len(writes) != 1:
                return None
            now = replace(test, condition=_said(condition, flag, negate(begins)))
            now = replace(now, then=sequence(*(c for c in parts_of(then) if c is not raised[0])), otherwise=otherwise)
        case _:
            return None

    def told(c: Command, value: Expr) -> Command:
        return rewritten(c, lambda inner: with_expressions(inner, lambda e: _said(e, flag, value)))

    if any(flag in written(c) or _asks(c, flag) for c in (now.then, now.otherwise)):
        return None
    body = (*(told(c, negate(begins)) for c in parts[:at]), now, *(told(c, TRUE) for c in parts[at + 1 :]))
    return replace(loop, condition=_said(loop.condition, flag, negate(begins)), body=sequence(*body))


def _always_first(condition: Expr, flag: Var) -> bool:
    """Whether a condition holds as long as a flag is down."""
    match condition:
        case Apply(Op.NOT, (inner,)):
            return inner == flag
        case Apply(Op.OR, parts):
            return any(_always_first(part, flag) for part in parts)
        case _:
            return False


def _asks(command: Command, flag: Var) -> bool:
    told = rewritten(command, lambda c: with_expressions(c, lambda e: replaced(e, {flag: TRUE})))
    return told != command


def _said(e: Expr, flag: Var, value: Expr) -> Expr:
    """An expression where something else says what a flag says."""
    return replaced(e, {apply(Op.NOT, flag): negate(value), flag: value})


def _sets(command: Command, flag: Var, value: Expr) -> bool:
    return isinstance(command, Assign) and (command.target, command.value) == (flag, value)
