"""What nothing reads: lists, numbers, and loops that only count."""

from __future__ import annotations

from twinproof.lang.command import Assign, Command, If, Skip, While, read_by, subcommands
from twinproof.lang.expr import Apply, Op, Var, free_variables
from twinproof.lang.liveness import Live
from twinproof.lang.reader.guards import may_raise
from twinproof.lang.reader.plain.lists import Counting, counting
from twinproof.lang.rewriting import with_parts


def without_unread(program: Command, result: Var) -> Command:
    """The program without lists, numbers and counts that nothing reads."""
    while True:
        smaller = _kept(program, _read(program, frozenset((result,))))
        if smaller == program:
            return program
        program = smaller


def _read(program: Command, read: Live) -> Live:
    """The variables that are read other than for their own next value, or for how often a loop without work runs."""
    inside = list(subcommands(program))
    idle = [loop for c in inside if (loop := _idle(c)) is not None]
    for c in inside:
        match c:
            case Assign(target, value):
                read |= free_variables(value) if may_raise(value) else free_variables(value) - {target}
            case _ if _idle(c) is None:
                read |= read_by(c)
    while more := [loop for loop in idle if loop.counter in read and not loop.reads <= read]:
        read = read.union(*(loop.reads for loop in more))
    return read


def _idle(command: Command) -> Counting | None:
    """A loop that does nothing but count up to a limit."""
    loop = counting(command)
    if loop is None or loop.work or any(map(may_raise, loop.conditions)):
        return None
    ends = (c.args for c in loop.conditions if isinstance(c, Apply) and c.op is Op.LT)
    return loop if any(a == loop.counter and a not in free_variables(b) for a, b in ends) else None


def _kept(command: Command, read: Live) -> Command:
    idle = _idle(command)
    match command:
        case Assign(target, value) if target not in read and not may_raise(value):
            return Skip()
        case While() if idle is not None and idle.counter not in read:
            return Skip()
        case _:
            command = with_parts(command, lambda part: _kept(part, read))
            match command:
                case If(condition, Skip(), Skip()) if not may_raise(condition):
                    return Skip()
                case _:
                    return command
