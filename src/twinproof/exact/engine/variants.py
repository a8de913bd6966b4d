"""Loops that do less once something holds: what their body comes to then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from twinproof.lang.command import Command, If, While, subcommands, written
from twinproof.lang.dataflow import drawn
from twinproof.lang.expr import Apply, Expr, Literal, Op, conjunction, free_variables, negate
from twinproof.lang.liveness import Live, live_at_head, without_dead_code
from twinproof.lang.rewriting import with_parts


@dataclass(frozen=True, slots=True)
class Variant:
    """What a loop's body comes to for the states in which a condition holds, and will go on to hold."""

    condition: Expr
    body: Command


def variants(loop: While, after: Live) -> list[Variant]:
    """Conditions under which the loop does less, and that it can then never change.

    A search that has found its item still runs to the end of the list, but does nothing any more: seeing that lets
    go of all that the search needed. A condition on what only a branch sets, which no run may come to, is none.
    """
    simpler: list[Variant] = []
    known = live_at_head(loop, after)
    for atom in dict.fromkeys(_deciders(loop.body)):
        body = _assuming(loop.body, atom)
        if body == loop.body or free_variables(atom) & written(body) or not free_variables(atom) <= known:
            continue
        head = live_at_head(replace(loop, body=body), after)
        simpler.append(Variant(atom, without_dead_code(body, head)))
    return simpler


def _deciders(body: Command) -> Iterator[Expr]:
    """Conditions that alone decide some `if` inside, without looking at what the same iteration samples."""
    fresh = drawn(body)
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
    if isinstance(command, If):
        match _simplify(command.condition, fact):
            case Literal(True):
                return _assuming(command.then, fact)
            case Literal(False):
                return _assuming(command.otherwise, fact)
            case simpler:
                command = replace(command, condition=simpler)
    return with_parts(command, lambda part: _assuming(part, fact))


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
