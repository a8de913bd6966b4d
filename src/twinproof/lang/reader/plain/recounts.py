"""What was counted is not counted again: `if count > 0:` and then `len([row for row in rows if row == key])`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from twinproof.lang.command import (
    Assign,
    Command,
    If,
    Sample,
    Seq,
    Skip,
    While,
    has_sampling,
    mentioned,
    parts_of,
    sequence,
    subcommands,
    written,
)
from twinproof.lang.expr import ZERO, Apply, Literal, Op, Var, apply
from twinproof.lang.reader.plain.lists import Parts, counting, renamed
from twinproof.lang.rewriting import with_parts

_SIZE = 3  # commands: what is counted, where the loop begins, and the loop


def without_recounts(command: Command) -> Command:
    """The command with what a count has found where the same is counted in the branch that looks at it."""
    command = with_parts(command, without_recounts)
    if not isinstance(command, Seq):
        return command
    parts = command.parts
    for i in range(len(parts) - _SIZE):
        count, branch = parts[i : i + _SIZE], parts[i + _SIZE]
        if not _is_count(count) or not isinstance(branch, If) or branch.otherwise != Skip():
            continue
        then = _told(parts_of(branch.then), count)
        if then is not None:
            changed = If(branch.condition, sequence(*then), Skip(), branch.at)
            return without_recounts(sequence(*parts[: i + _SIZE], changed, *parts[i + _SIZE + 1 :]))
    return command


def _is_count(parts: Parts) -> bool:
    """Whether these commands count something from zero, in a loop that begins at zero and does nothing else."""
    match parts:
        case (Assign(counted, value), Assign(counter, first), While() as loop) if value == first == ZERO:
            count = counting(loop)
            if count is None or count.counter != counter or has_sampling(loop):
                return False
            grown = [c for c in subcommands(loop) if isinstance(c, Assign) and c.target == counted]
            return all(isinstance(c.value, Apply) and c.value.op is Op.ADD for c in grown) and counted != counter
    return False


def _told(parts: Parts, count: Parts) -> Parts | None:
    """The commands of a branch with what was counted before it, if it is counted there again."""
    known, asked = list(_targets(count)), mentioned(sequence(*count))
    first = count[0]
    assert isinstance(first, Assign)
    for i in range(len(parts) - _SIZE + 1):
        again, before = parts[i : i + _SIZE], sequence(*parts[:i])
        if written(before) & asked or not _is_count(again):
            continue
        order = list(_targets(again))
        if [v.type for v in order] != [v.type for v in known]:
            continue
        by = dict(zip(order, known, strict=True))
        left = written(sequence(*again)) - {order[0]}
        if set(order) & set(known) or left & mentioned(sequence(*parts[i + _SIZE :])):
            continue
        if [_turned(renamed(c, by)) for c in again] == [_turned(c) for c in count]:
            return (*parts[:i], Assign(order[0], first.target), *parts[i + _SIZE :])
    return None


def _targets(parts: Parts) -> Iterator[Var]:
    """The variables that are written, each once, in the order of the text."""
    inside = chain.from_iterable(map(subcommands, parts))
    return iter(dict.fromkeys(c.target for c in inside if isinstance(c, Assign | Sample)))


def _turned(command: Command) -> Command:
    """The command with both sides of an equation in one order, and with a branch where it adds something or zero."""
    command = with_parts(command, _turned)
    match command:
        case Assign(target, Apply(Op.ADD, (same, Apply(Op.ITE, (asked, more, Literal(0)))))) if target == same:
            return _turned(If(asked, Assign(target, apply(Op.ADD, target, more)), Skip()))
        case If(Apply(Op.EQ, (a, b)), then, otherwise) if str(b) < str(a):
            return If(apply(Op.EQ, b, a), then, otherwise)
        case _:
            return command
