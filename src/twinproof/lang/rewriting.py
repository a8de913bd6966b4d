"""Rewriting: the one way in which a command or an expression is taken apart and put together again.

Each function names every kind of node, so that a new kind is a type error here and not a part that is forgotten.
Binders are left alone: below a quantifier nothing is replaced, since a bound variable may have the name of another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import assert_never

from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While, sequence
from twinproof.lang.expr import Apply, Expr, Literal, Quantified, Var, applied


def with_parts(command: Command, change: Callable[[Command], Command]) -> Command:
    """The command with each command directly inside it changed; one without parts is itself."""
    match command:
        case Seq(parts):
            return sequence(*map(change, parts))
        case If(_, then, otherwise):
            return replace(command, then=change(then), otherwise=change(otherwise))
        case While(_, body):
            return replace(command, body=change(body))
        case Skip() | Assign() | Sample():
            return command
        case _:
            assert_never(command)


def with_expressions(command: Command, change: Callable[[Expr], Expr]) -> Command:
    """The command with its own expressions changed, not those of its parts."""
    match command:
        case Assign(_, value):
            return replace(command, value=change(value))
        case Sample(_, _, parameters, centre):
            return replace(command, parameters=tuple(map(change, parameters)), centre=change(centre))
        case If(condition) | While(condition):
            return replace(command, condition=change(condition))
        case Skip() | Seq():
            return command
        case _:
            assert_never(command)


def rewritten(command: Command, change: Callable[[Command], Command]) -> Command:
    """The program with each command but sequences changed, the inner ones first."""
    inner = with_parts(command, lambda part: rewritten(part, change))
    return inner if isinstance(command, Seq) else change(inner)


def with_arguments(e: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The expression with each argument of its operator changed; one without arguments is itself."""
    match e:
        case Apply(op, args):
            return applied(op, tuple(map(change, args)), e.type)
        case Var() | Literal() | Quantified():
            return e
        case _:
            assert_never(e)


def replaced(e: Expr, by: Mapping[Expr, Expr]) -> Expr:
    """The expression with some parts replaced wherever they stand."""
    return by[e] if e in by else with_arguments(e, lambda part: replaced(part, by))
