"""What a branch has chosen is used in the branch: `if … then x ← a else x ← b; out ← out :: x` appends a or b there.

So a value that is released can be seen for what it is, whether it was chosen by a statement, by a conditional
expression or in a function of its own. What follows a conditional is done at the end of each branch, which is the same.
"""

from __future__ import annotations

from dataclasses import replace

from twinproof.lang.command import (
    Assign,
    Command,
    If,
    Sample,
    Seq,
    Skip,
    While,
    mentioned,
    parts_of,
    sequence,
    subcommands,
    written,
)
from twinproof.lang.expr import Apply, Expr, Op, Var, applied, free_variables, substitute, subterms
from twinproof.lang.liveness import Live, live_at_head, live_before
from twinproof.lang.noise import COIN
from twinproof.lang.rewriting import with_arguments, with_parts
from twinproof.lang.types import BOOL

MOST_BRANCHES = 4  # of one conditional that what follows it is put into


def used_in_branches(command: Command, after: Live) -> Command:
    """The command in this form; the variables in `after` matter when it is done."""
    tossed = frozenset(c.target for c in subcommands(command) if isinstance(c, Sample) and c.noise is COIN)
    return _used_in_branches(command, after, tossed)


def _used_in_branches(command: Command, after: Live, tossed: frozenset[Var]) -> Command:
    match command:
        case Seq(parts):
            return sequence(*_block(list(parts), after, tossed))
        case While():
            head = live_at_head(command, after, all_reads=True)
            return with_parts(command, lambda body: _used_in_branches(body, head, tossed))
        case Assign():
            return _released(command, tossed)
        case _:
            return with_parts(command, lambda part: _used_in_branches(part, after, tossed))


def _released(command: Command, tossed: frozenset[Var]) -> Command:
    """A conditional for an item of a list that is a conditional expression."""
    match command:
        case Assign(_, Apply(Op.APPEND, (_, Apply(Op.ITE, (Var() as coin, *_)) as item))) if _tells(coin, tossed, item):
            return command
        case Assign(out, Apply(Op.APPEND, (whole, Apply(Op.ITE, (condition, first, second))))) if out == whole:
            yes, no = (Assign(out, applied(Op.APPEND, (out, e), out.type), command.at) for e in (first, second))
            return If(condition, _released(yes, tossed), _released(no, tossed), command.at)
        case _:
            return command


def _tells(condition: Expr, tossed: frozenset[Var], *chosen: Expr) -> bool:
    """Whether a coin says which of two truth values is taken: what comes of that is to be seen as a whole."""
    return condition in tossed and all(e.type == BOOL for e in chosen)


def _block(parts: list[Command], after: Live, tossed: frozenset[Var]) -> list[Command]:
    matters = [after]  # after each of the commands
    for part in reversed(parts[1:]):
        matters.insert(0, live_before(part, matters[0], all_reads=True))
    done: list[Command] = []
    left = list(zip(parts, matters, strict=True))
    while left:
        (first, after), *left = left
        first = _released(first, tossed)
        joined = _joined(first, *left[0], tossed) if left else None
        if joined is None:
            done.append(_used_in_branches(first, after, tossed))
        else:
            left[0] = (joined, left[0][1])
    return done


def _joined(first: Command, then: Command, after: Live, tossed: frozenset[Var]) -> Command | None:
    """Two commands as one, where the second uses what the first has chosen, or chooses by the same condition."""
    if isinstance(first, Assign) and isinstance(then, Assign):
        match first.value, then.value:
            case Apply(Op.ITE, (condition, a, b)), Apply(Op.APPEND, (whole, item)):
                if _tells(condition, tossed, item):
                    return None
                if item == first.target and whole == then.target and item not in after:
                    yes, no = (replace(then, value=applied(Op.APPEND, (whole, e), then.target.type)) for e in (a, b))
                    return If(condition, yes, no, first.at)
        return None
    if not isinstance(first, If):
        return None
    if isinstance(then, Assign) and _asks(then.value, first.condition):
        yes, no = (replace(then, value=_given(then.value, first.condition, holds)) for holds in (True, False))
        then = If(first.condition, yes, no, then.at)
    if isinstance(then, If) and then.condition == first.condition:
        if free_variables(first.condition) & written(first):
            return None
        return replace(first, then=sequence(first.then, then.then), otherwise=sequence(first.otherwise, then.otherwise))
    if not isinstance(then, Assign):
        return None
    asked = sorted(free_variables(then.value) - after - {then.target}, key=lambda v: v.name)
    chosen = [v for v in asked if _always(first, v)]
    if not chosen or _branches(first) > MOST_BRANCHES or _tells(first.condition, tossed, *chosen):
        return None
    return _pushed(first, then, chosen)


def _asks(e: Expr, condition: Expr) -> bool:
    """Whether an expression chooses by a condition."""
    return any(isinstance(t, Apply) and t.op is Op.ITE and t.args[0] == condition for t in subterms(e))


def _given(e: Expr, condition: Expr, holds: bool) -> Expr:
    """The expression where a condition holds, or does not."""
    match e:
        case Apply(Op.ITE, (asked, first, second)) if asked == condition:
            return _given(first if holds else second, condition, holds)
        case _:
            return with_arguments(e, lambda part: _given(part, condition, holds))


def _always(command: Command, v: Var) -> bool:
    """Whether a variable is assigned as the last thing but assignments, on each way through a command."""
    match command:
        case If(_, then, otherwise):
            return _always(then, v) and _always(otherwise, v)
        case Assign(target):
            return target == v
        case Seq(parts):
            last = next((p for p in reversed(parts) if v in written(p)), None)
            return last is not None and _always(last, v)
        case _:
            return False


def _branches(command: Command) -> int:
    match command:
        case If(_, then, otherwise):
            return _branches(then) + _branches(otherwise)
        case Seq(parts):
            return _branches(parts[-1])
        case _:
            return 1


def _pushed(command: Command, then: Assign, chosen: list[Var]) -> Command:
    """The command, followed by the assignment in each of its branches, with what was chosen there put in place."""
    match command:
        case If():
            yes, no = _pushed(command.then, then, chosen), _pushed(command.otherwise, then, chosen)
            return replace(command, then=yes, otherwise=no)
        case _:
            *before, last = parts_of(command) or (Skip(),)
            if isinstance(last, If):
                return sequence(*before, _pushed(last, then, chosen))
            return sequence(*_used([*before, last], then, chosen))


def _used(parts: list[Command], then: Assign, chosen: list[Var]) -> list[Command]:
    value: Expr = then.value
    for v in chosen:
        n = next((n for n in reversed(range(len(parts))) if v in written(parts[n])), None)
        made = parts[n] if n is not None else Skip()
        if n is None or not isinstance(made, Assign):
            continue
        behind = sequence(*parts[n + 1 :])
        if v in mentioned(behind) or free_variables(made.value) & written(behind):
            continue
        value, parts = substitute(value, {v: made.value}), [*parts[:n], *parts[n + 1 :]]
    return [*parts, replace(then, value=value)]
