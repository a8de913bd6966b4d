"""Dictionaries that start empty and get one key in each round of a loop, each of them once.

`noisy = {}` and then `for kind in Kind: noisy[kind] = …` looks each key up before it is put there. Where the key of a
round is said by the counter of the loop, and no two rounds have the same, it is never found: the entry is new. The
round must have set its key by then: before that, the key is the one of the round before.
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
    parts_of,
    sequence,
    subcommands,
    written,
)
from twinproof.lang.expr import Apply, Expr, Literal, Op, Var, apply, conjuncts, negate
from twinproof.lang.reader.plain.lists import Counting, Parts, counting, item_at, last_write
from twinproof.lang.rewriting import with_parts

_LOOKED_UP = 4  # commands: the keys, where the search begins, the search, and what is done then


def without_lookups(command: Command) -> Command:
    """The command with such entries put where they are new, without a search."""
    command = with_parts(command, without_lookups)
    if not isinstance(command, Seq):
        return command
    done: Parts = ()
    for part in command.parts:
        done = (*done, _filled(done, part))
    return sequence(*done)


def _filled(before: Parts, loop: Command) -> Command:
    """A loop that fills dictionaries which are empty before it."""
    count = counting(loop)
    if count is None or not isinstance(loop, While):
        return loop
    keys = _keys(count)

    def entry(parts: Parts, at: int, known: set[Var] | None = None) -> Parts:
        """Commands with new entries; the first of them is that many in the round, or all are inside of one of it."""
        for i in range(len(parts) - _LOOKED_UP + 1):
            here = {v for v, n in keys.items() if n < at + i} if known is None else known
            put = _new(parts[i : i + _LOOKED_UP], here | {count.counter})
            if put is not None and _is_empty(before, put.target) and _writes(loop.body, put.target) == 2:
                rest = entry(parts[i + _LOOKED_UP :], at + i + _LOOKED_UP, known)
                return (*parts[:i], parts[i], _not_found(parts, i), put, *rest)
        return parts

    def inside(command: Command, known: set[Var]) -> Command:
        match command:
            case Seq(parts):
                return sequence(*entry(tuple(inside(part, known) for part in parts), 0, known))
            case If():
                return with_parts(command, lambda part: inside(part, known))
            case _:
                return command

    parts = parts_of(loop.body)
    changed = (inside(part, {v for v, set_at in keys.items() if set_at < n}) for n, part in enumerate(parts))
    return replace(loop, body=sequence(*entry(tuple(changed), 0)))


def _keys(count: Counting) -> dict[Var, int]:
    """The variables that have another value in each round once it has set them, and which of its commands does so."""
    values = {v: e for v, e in _values(count.work).items() if e is not None and _differs(e, count.counter)}
    return {c.target: n for n, c in enumerate(count.work) if isinstance(c, Assign) and c.target in values}


def _new(parts: Parts, keys: set[Var]) -> Assign | None:
    """What is done where a key is not found, if these commands look one of these keys up and then put an entry."""
    match parts:
        case (
            Assign(items, Apply(Op.PROJ, (Var() as whole, Literal(0)))),
            Assign(place, Literal(0)),
            While(search, Assign(moved, step)),
            If(found, old, Assign(target, Apply(Op.TUPLE, (Apply(Op.APPEND, (_, Var() as key)), _))) as new),
        ):
            going_on = apply(Op.LT, place, apply(Op.LEN, items)), negate(apply(Op.EQ, item_at(items, place), key))
            if (
                conjuncts(search) == going_on
                and (moved, step) == (place, apply(Op.ADD, place, Literal(1)))
                and found == apply(Op.LT, place, apply(Op.LEN, apply(Op.PROJ, whole, Literal(0))))
                and target == whole
                and written(old) == {whole}
                and key in keys
            ):
                return new
    return None


def _not_found(parts: Parts, i: int) -> Command:
    """Where a search ends that finds nothing."""
    keys, start = parts[i], parts[i + 1]
    assert isinstance(keys, Assign)
    assert isinstance(start, Assign)
    return Assign(start.target, apply(Op.LEN, keys.target), start.at)


def _is_empty(before: Parts, whole: Var) -> bool:
    """Whether these commands leave a dictionary without entries."""
    at = last_write(before, whole)
    match before[at] if at is not None else Skip():
        case Assign(_, Apply(Op.TUPLE, (Apply(Op.LIST, ()), Apply(Op.LIST, ())))):
            return True
        case _:
            return False


def _writes(command: Command, whole: Var) -> int:
    return sum(1 for c in subcommands(command) if isinstance(c, Assign | Sample) and c.target == whole)


def _values(work: Parts) -> dict[Var, Expr | None]:
    """What the variables are set to that are set once in each round, at its top level; None for others."""
    found: dict[Var, Expr | None] = {}
    for part in work:
        for v in written(part):
            found[v] = part.value if isinstance(part, Assign) and v not in found else None
    return found


def _differs(e: Expr, counter: Var) -> bool:
    """Whether an expression has another value for each value of a counter."""
    match e:
        case Var():
            return e == counter
        case Apply(Op.TUPLE, (part,)):
            return _differs(part, counter)
        case Apply(Op.ADD, (part, Literal())) | Apply(Op.ADD, (Literal(), part)):
            return _differs(part, counter)
        case _:
            return False
