"""The shape of a program, as far as running it well needs it: what is live where, and when a loop can be simplified.

All of it is plain data-flow analysis on the core; nothing here depends on probabilities.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, replace

from twinproof.lang.command import (
    Assign,
    Command,
    If,
    Sample,
    Seq,
    Skip,
    While,
    expressions,
    read_by,
    sequence,
    subcommands,
    written,
)
from twinproof.lang.expr import Apply, Expr, Literal, Op, Var, conjunction, free_variables, negate

Live = frozenset[Var]


def live_before(command: Command, after: Live) -> Live:
    """The variables whose values at the start may matter, when those in `after` matter at the end."""
    match command:
        case Skip():
            return after
        case Assign(target, value):
            return (after - {target}) | free_variables(value) if target in after else after
        case Sample(target):
            return (after - {target}) | read_by(command) if target in after else after
        case Seq(parts):
            for part in reversed(parts):
                after = live_before(part, after)
            return after
        case If(condition, then, otherwise):
            return free_variables(condition) | live_before(then, after) | live_before(otherwise, after)
        case While():
            return live_at_head(command, after)


@functools.lru_cache(maxsize=4096)  # loops inside loops ask for the same again and again
def live_at_head(loop: While, after: Live) -> Live:
    """What may matter whenever the condition of a loop is evaluated."""
    head = after | free_variables(loop.condition)
    while True:
        wider = head | live_before(loop.body, head)
        if wider == head:
            return head
        head = wider


def without_dead_code(command: Command, after: Live) -> Command:
    """The command without assignments and samplings that cannot matter. A loop stays: it may not end."""
    match command:
        case Assign(target) | Sample(target):
            return command if target in after else Skip()
        case Seq(parts):
            kept: list[Command] = []
            for part in reversed(parts):
                kept.append(without_dead_code(part, after))
                after = live_before(part, after)
            return sequence(*reversed(kept))
        case If(_, then, otherwise):
            yes, no = without_dead_code(then, after), without_dead_code(otherwise, after)
            return (
                Skip() if isinstance(yes, Skip) and isinstance(no, Skip) else replace(command, then=yes, otherwise=no)
            )
        case While():
            head = live_at_head(command, after)
            return replace(command, body=without_dead_code(command.body, head))
        case Skip():
            return command


# ------------------------------------------------------------------------------------------------------ specialisation


@dataclass(frozen=True, slots=True)
class Variant:
    """What a loop's body comes to for the states in which a condition holds, and will go on to hold."""

    condition: Expr
    body: Command


def variants(loop: While, after: Live) -> list[Variant]:
    """Conditions under which the loop does less, and that it can then never change.

    A search that has found its item still runs to the end of the list, but does nothing any more: seeing that lets
    go of all that the search needed.
    """
    found: list[Variant] = []
    for atom in dict.fromkeys(_deciders(loop.body)):
        body = _assuming(loop.body, atom)
        if body == loop.body or free_variables(atom) & written(body):
            continue
        head = live_at_head(replace(loop, body=body), after)
        found.append(Variant(atom, without_dead_code(body, head)))
    return found


def _deciders(body: Command) -> Iterator[Expr]:
    """Conditions that alone decide some `if` inside, without looking at what the same iteration samples."""
    fresh = {c.target for c in subcommands(body) if isinstance(c, Sample)}
    for command in subcommands(body):
        if isinstance(command, If):
            for part in _parts(command.condition):
                if free_variables(part) and not free_variables(part) & fresh:
                    yield part
                    yield negate(part)


def _parts(condition: Expr) -> tuple[Expr, ...]:
    match condition:
        case Apply(Op.AND | Op.OR, args):
            return args
        case Apply(Op.NOT, (inner,)):
            return _parts(inner)
        case _:
            return (condition,)


def _assuming(command: Command, fact: Expr) -> Command:
    """The command with the conditions of its `if`s simplified by a fact that keeps holding."""
    match command:
        case Seq(parts):
            return sequence(*(_assuming(p, fact) for p in parts))
        case If(condition, then, otherwise):
            known = _simplify(condition, fact)
            match known:
                case Literal(True):
                    return _assuming(then, fact)
                case Literal(False):
                    return _assuming(otherwise, fact)
            return replace(command, condition=known, then=_assuming(then, fact), otherwise=_assuming(otherwise, fact))
        case While(_, body):
            return replace(command, body=_assuming(body, fact))
        case _:
            return command


def _simplify(e: Expr, fact: Expr) -> Expr:
    if e == fact:
        return Literal(True)
    if e == negate(fact):
        return Literal(False)
    match e:
        case Apply(Op.AND, args):
            return conjunction(*(_simplify(a, fact) for a in args))
        case Apply(Op.OR, args):
            return negate(conjunction(*(negate(_simplify(a, fact)) for a in args)))
        case Apply(Op.NOT, (inner,)):
            return negate(_simplify(inner, fact))
        case _:
            return e


def has_sampling(command: Command) -> bool:
    """Whether noise may be drawn."""
    return any(isinstance(c, Sample) for c in subcommands(command))


def reads(command: Command) -> Live:
    """All variables that the command looks at."""
    return frozenset().union(*(free_variables(e) for c in subcommands(command) for e in expressions(c)))
