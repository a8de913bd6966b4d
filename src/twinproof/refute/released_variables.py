"""What a program releases as it is: variables that are the output, or a part of it, whenever the program ends."""

from __future__ import annotations

from collections.abc import Mapping

from twinproof.lang.command import Assign, Command, If, Seq, While, expressions, outside_loops, subcommands, written
from twinproof.lang.dataflow import drawn, read_in
from twinproof.lang.expr import Apply, Expr, Op, Var, free_variables, subterms
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.released import Path, added, assignments, beside_variables, whole_variables
from twinproof.lang.types import BOOL, INT, ListOf
from twinproof.refute.wanted import starts


def is_only_released(core: Mechanism) -> bool:
    """Whether the result is only ever assigned: never drawn, and never looked at."""
    return core.result not in drawn(core.body) and core.result not in read_in(core.body)


def growing_lists(core: Mechanism) -> Mapping[Var, Path]:
    """Lists that are released whole, and that are only ever added to: one wrong item makes the output wrong."""
    return {
        var: path
        for var, path in _released(core).items()
        if isinstance(var.type, ListOf)
        and var in written(core.body)
        and _only_grows(core, var)
        and not (may_grow_later(core, var) and reads_items(core, var))
    }


def lists_inside(core: Mechanism, outer: Var) -> Var | None:
    """The list that is made anew for each item of a list of lists, added to, and then put there: nothing else is done
    with it."""
    items = [item for c in assignments(core.body, outer) for item in added(c.value, outer) or ()]
    match items:
        case [Var() as inner, *others] if all(item == inner for item in others) and isinstance(inner.type, ListOf):
            return inner if _is_made_for(core, inner, outer) else None
        case _:
            return None


def _is_made_for(core: Mechanism, inner: Var, outer: Var) -> bool:
    for c in subcommands(core.body):
        match c:
            case Assign(target, Apply(Op.LIST | Op.APPEND | Op.CONCAT as op, args)) if target == inner:
                items = args if op is Op.LIST else added(c.value, inner)
                if items is None or any(inner in free_variables(item) for item in items):
                    return False
            case Assign(target, value) if target == outer and added(value, outer) == (inner,):
                pass
            case Seq(parts):
                if not _is_new_each_time(parts, inner, outer):
                    return False
            case _ if any(inner in free_variables(e) for e in expressions(c)) or inner in drawn(c):
                return False
            case _:
                pass
    return True


def _is_new_each_time(parts: tuple[Command, ...], inner: Var, outer: Var) -> bool:
    """Whether a list is made anew before it is put into another, wherever these commands do that."""
    new = False
    for part in parts:
        match part:
            case Assign(target, Apply(Op.LIST)) if target == inner:
                new = True
            case Assign(target, value) if target == outer and added(value, outer) == (inner,):
                if not new:
                    return False
                new = False
            case _ if outer in written(part):
                new = False
            case _:
                pass
    return True


def may_grow_later(core: Mechanism, var: Var) -> bool:
    """Whether, as far as the text tells, the list may be added to after it was released."""
    return var != core.result and _follows(core.body, core.result, var)


def _follows(command: Command, first: Var, then: Var) -> bool:
    """Whether an assignment of the one variable may come before one of the other."""
    match command:
        case Seq(parts):
            released = False
            for part in parts:
                if _follows(part, first, then) or (released and then in written(part)):
                    return True
                released = released or first in written(part)
            return False
        case If(_, yes, no):
            return _follows(yes, first, then) or _follows(no, first, then)
        case While(_, body):
            return {first, then} <= written(body) or _follows(body, first, then)
        case _:
            return False


def reads_items(core: Mechanism, var: Var) -> bool:
    """Whether the program looks at items of the list."""
    return any(
        isinstance(t, Apply) and t.op is Op.GET and t.args[0] == var
        for c in subcommands(core.body)
        for e in expressions(c)
        for t in subterms(e)
    )


def noted_numbers(core: Mechanism) -> Mapping[Var, Path]:
    """Numbers that are assigned and released, and otherwise never looked at."""
    if not is_only_released(core):
        return {}
    read = frozenset(v for c in subcommands(core.body) for e in _looked_at(c, core.result) for v in free_variables(e))
    return {
        var: path
        for var, path in _released(core).items()
        if var.type == INT and var in written(core.body) and var not in drawn(core.body) and var not in read
    }


def _released(core: Mechanism) -> Mapping[Var, Path]:
    if not is_only_released(core):
        return {core.result: ()}
    common: dict[Var, Path] | None = None
    for command in assignments(core.body, core.result):
        places = list(whole_variables(command.value))
        parts = {v: path for v, path in places if sum(v == other for other, _ in places) == 1}
        common = parts if common is None else {v: t for v, t in common.items() if parts.get(v) == t}
    return common or {}


def _only_grows(core: Mechanism, var: Var) -> bool:
    """Whether the list is set once, outside of loops, then added to; and else only its items and length are read."""
    anywhere, once = (starts(commands, var) for commands in (subcommands(core.body), outside_loops(core.body)))
    if len(anywhere) > 1 or len(once) < len(anywhere):
        return False
    for c in subcommands(core.body):
        if isinstance(c, Assign) and c.target == var:
            items = added(c.value, var)
            if items is None:
                if not (isinstance(c.value, Apply) and c.value.op is Op.LIST):
                    return False
                items = c.value.args
            looked_at: tuple[Expr, ...] = items
        else:
            looked_at = _looked_at(c, core.result)
        if not all(_reads_parts(e, var) for e in looked_at):
            return False
    return True


def _looked_at(command: Command, result: Var) -> tuple[Expr, ...]:
    """The expressions of a command, without variables that it only releases."""
    if isinstance(command, Assign) and command.target == result:
        return tuple(beside_variables(command.value))
    return tuple(expressions(command))


def _reads_parts(e: Expr, var: Var) -> bool:
    match e:
        case Var():
            return e != var
        case Apply(Op.LEN, (whole,)) if whole == var:
            return True
        case Apply(Op.GET, (whole, position)) if whole == var and e.type in (INT, BOOL):
            return _reads_parts(position, var)
        case Apply(_, args):
            return all(_reads_parts(a, var) for a in args)
        case _:
            return var not in free_variables(e)
