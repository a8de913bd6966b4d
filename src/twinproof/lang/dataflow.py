"""Data flow on the core: which variables depend on which, which are set where, which lists only grow.

No verdict rests on this module; what the replay of counterexamples needs is in `liveness` and `released`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import assert_never

from twinproof.lang.command import (
    Assign,
    Command,
    If,
    Sample,
    Seq,
    Skip,
    While,
    expressions,
    site_of,
    subcommands,
    written,
)
from twinproof.lang.expr import Apply, Expr, Op, Var, free_variables
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.released import values_read

Variables = frozenset[Var]
Reads = Callable[[Expr], Variables]  # the variables of an expression whose values count


def closure(start: Variables, more: Callable[[Variables], Iterable[Var]]) -> Variables:
    """These variables, and all that follow from those that are there already."""
    while True:
        wider = start.union(more(start))
        if wider == start:
            return start
        start = wider


def reached(command: Command, start: Variables, reads: Reads, control: tuple[type[Command], ...] = ()) -> Variables:
    """With all that is computed from these variables, or assigned where a branch or a loop of `control` asks for them.

    A sample is not computed from its centre.
    """

    def further(reaching: Variables) -> Iterable[Var]:
        for c in subcommands(command):
            match c:
                case Assign(target, value) if reads(value) & reaching:
                    yield target
                case If(asked) | While(asked) if isinstance(c, control) and reads(asked) & reaching:
                    yield from (inner.target for inner in subcommands(c) if isinstance(inner, Assign))
                case _:
                    pass

    return closure(start, further)


def drawn(command: Command) -> Variables:
    """The variables that noise is drawn into."""
    return frozenset(c.target for c in subcommands(command) if isinstance(c, Sample))


def read_in(command: Command) -> Variables:
    """All variables that the command looks at."""
    return frozenset().union(*(free_variables(e) for c in subcommands(command) for e in expressions(c)))


def private_variables(mechanism: Mechanism) -> Variables:
    """Private inputs, and variables that are computed from them, or depend on conditions on them."""
    private = frozenset(p.var for p in mechanism.parameters if p.adjacency is not None)
    return reached(mechanism.body, private, partial(values_asked, mechanism), (If, While))


def noisy_variables(mechanism: Mechanism) -> Variables:
    """Variables that are drawn, and those that are computed from them, or depend on conditions on them."""
    return reached(mechanism.body, drawn(mechanism.body), partial(values_asked, mechanism), (If, While))


def values_asked(mechanism: Mechanism, e: Expr) -> Variables:
    """The variables whose values are asked for, and not only a length that is the same on both sides."""
    private_length = {p.var for p in mechanism.parameters if not p.has_public_length}
    return values_read(e, free_variables(e) - private_length)


def public_variables(mechanism: Mechanism, out_of_step: Variables = frozenset()) -> Variables:
    """Written variables that two runs in step always agree on: they depend on no noise and on no private value.

    Two runs are in step when they go round their loops together, so a loop's condition makes nothing private. What they
    write where they do not go round together, and what depends on it, is not public.
    """
    inputs = frozenset(p.var for p in mechanism.parameters if p.has_public_length)
    apart = frozenset(p.var for p in mechanism.parameters if p.private) | drawn(mechanism.body) | out_of_step
    return written(mechanism.body) - reached(mechanism.body, apart, lambda e: values_read(e, inputs), (If,))


def set_before(command: Command, already: Variables) -> tuple[dict[int, Variables], Variables]:
    """For each sampling (by its site) the variables that surely have a value before it; and those set after it all."""
    match command:
        case Seq(parts):
            before: dict[int, Variables] = {}
            for part in parts:
                inside, already = set_before(part, already)
                before |= inside
            return before, already
        case Assign(target):
            return {}, already | {target}
        case Sample(target):
            return {site_of(command): already}, already | {target}
        case If(_, then, otherwise):
            yes, first = set_before(then, already)
            no, second = set_before(otherwise, already)
            return yes | no, first & second
        case While(_, body):
            inside, _ = set_before(body, already)
            return inside, already
        case Skip():
            return {}, already
        case _:
            assert_never(command)


def only_grows(command: Command, items: Var) -> bool:
    """Whether every assignment to the list adds to it, at its end."""
    return all(
        _start(c.value) == items and c.value != items
        for c in subcommands(command)
        if isinstance(c, Assign) and c.target == items
    )


def only_rises(command: Command, flag: Var) -> bool:
    """Whether every assignment to a truth value leaves it true where it is true."""
    return all(
        isinstance(c, Assign) and isinstance(c.value, Apply) and c.value.op is Op.OR and flag in c.value.args
        for c in subcommands(command)
        if isinstance(c, Assign | Sample) and c.target == flag
    )


def _start(e: Expr) -> Expr:
    """The list that others were added to."""
    while isinstance(e, Apply) and e.op in (Op.APPEND, Op.CONCAT):
        e = e.args[0]
    return e
