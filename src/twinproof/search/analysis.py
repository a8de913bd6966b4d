"""What can be told about a program before it is run: which variables are public, which are live at a loop."""

from __future__ import annotations

from twinproof.lang.command import Assign, Command, If, Sample, Seq, While, read_by, site_of, written
from twinproof.lang.expr import Apply, Expr, Op, Quantified, Var, free_variables
from twinproof.lang.mechanism import Mechanism


def public_variables(mechanism: Mechanism) -> frozenset[Var]:
    """Written variables that two runs in step always agree on: they depend on no noise and on no private value.

    Two runs are in step when they go round their loops together, so a loop's condition makes nothing private.
    """
    inputs = {p.var for p in mechanism.parameters if p.has_public_length}
    private = {p.var for p in mechanism.parameters if p.private}
    while True:
        grown = private | _spoiled(mechanism.body, private, inputs, False)
        if grown == private:
            return written(mechanism.body) - private
        private = grown


def _spoiled(command: Command, private: set[Var], inputs: set[Var], hidden: bool) -> set[Var]:
    match command:
        case Seq(parts):
            return set().union(*(_spoiled(p, private, inputs, hidden) for p in parts))
        case Assign(target, value):
            return {target} if hidden or depends(value, private, inputs) else set()
        case Sample(target):
            return {target}
        case If(condition, then, otherwise):
            inside = hidden or depends(condition, private, inputs)
            return _spoiled(then, private, inputs, inside) | _spoiled(otherwise, private, inputs, inside)
        case While(_, body):
            return _spoiled(body, private, inputs, hidden)
        case _:
            return set()


def depends(e: Expr, private: set[Var] | frozenset[Var], inputs: set[Var]) -> bool:
    """Whether the value may differ between the runs; these inputs have one length in both."""
    match e:
        case Var():
            return e in private
        case Apply(Op.LEN, (Var() as var,)) if var in inputs:
            return False
        case Apply(_, args):
            return any(depends(a, private, inputs) for a in args)
        case Quantified(_, _, body):
            return depends(body, private, inputs)
        case _:
            return False


def live_before(command: Command, after: frozenset[Var]) -> frozenset[Var]:
    """The variables whose values before the command matter, given those that matter after it."""
    match command:
        case Seq(parts):
            for part in reversed(parts):
                after = live_before(part, after)
            return after
        case Assign(target, value):
            return (after - {target}) | free_variables(value)
        case Sample(target):
            return (after - {target}) | read_by(command)
        case If(condition, then, otherwise):
            return live_before(then, after) | live_before(otherwise, after) | free_variables(condition)
        case While(condition, body):
            return live_at_loop(condition, body, after)
        case _:
            return after


def live_at_loop(condition: Expr, body: Command, after: frozenset[Var]) -> frozenset[Var]:
    """The variables that matter at the head of a loop."""
    live = after | free_variables(condition)
    while True:
        grown = live | live_before(body, live)
        if grown == live:
            return live
        live = grown


def set_before(command: Command, already: frozenset[Var]) -> tuple[dict[int, frozenset[Var]], frozenset[Var]]:
    """For each sampling (by its site) the variables that surely have a value before it; and those set after it all."""
    match command:
        case Seq(parts):
            at_samplings: dict[int, frozenset[Var]] = {}
            for part in parts:
                inside, already = set_before(part, already)
                at_samplings |= inside
            return at_samplings, already
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
        case _:
            return {}, already
