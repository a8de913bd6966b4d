"""Whether a claim protects anything: a claim that no pair of runs could break is an error, not a proof.

A mechanism without private parameters has the same inputs in both runs, and so has one whose private parameters may
move by nothing; a `requires` that no input satisfies leaves nothing to compare. All are slips (a forgotten `Annotated`,
a wrong comparison), and "proved" would hide them.
"""

from __future__ import annotations

from twinproof.lang.errors import Code, Diagnostic
from twinproof.lang.expr import TRUE, ZERO, Expr, Op, apply, conjunction, free_variables, negate
from twinproof.lang.interpret import evaluate
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_expr
from twinproof.lang.types import DATABASE
from twinproof.smt import prove

_LITTLE = 50_000  # of the solver's effort


def why_meaningless(mechanism: Mechanism) -> Diagnostic | None:
    """What keeps the claim of a mechanism from protecting anything, if that can be told."""
    path = mechanism.at.path if mechanism.at is not None else mechanism.name
    if not any(p.private for p in mechanism.parameters):
        message = f"`{mechanism.name}` has no private parameter, so its claim protects nothing"
        hint = "say what may change: `xs: Annotated[list[int], each_within(1)]`"
        return Diagnostic(Code.NOTHING_PRIVATE, message, hint, path, mechanism.at, mechanism=mechanism.name)
    if _leaves_no_input(mechanism):
        message = f"no input satisfies what `{mechanism.name}` requires: {show_expr(mechanism.requires)}"
        hint = "the claim would hold for every program: correct `requires=`"
        return Diagnostic(Code.NO_INPUT, message, hint, path, mechanism.at, mechanism=mechanism.name)
    if _lets_nothing_move(mechanism):
        message = f"no private parameter of `{mechanism.name}` may move, so its claim protects nothing"
        hint = "say how far it may move: `within(1)`, or a bound that `requires=` leaves above zero"
        return Diagnostic(Code.NOTHING_MOVES, message, hint, path, mechanism.at, mechanism=mechanism.name)
    return None


def _leaves_no_input(mechanism: Mechanism) -> bool:
    bounds = [apply(Op.LE, ZERO, amount) for p in mechanism.parameters for amount in p.amounts]
    if mechanism.requires == TRUE and all(_is_constant(b, True) for b in bounds):
        return False
    return prove(negate(_all_that_is_required(mechanism)), _LITTLE).proved


def _lets_nothing_move(mechanism: Mechanism) -> bool:
    """Whether all that bounds a private parameter, or what is seen of a database, is surely zero."""
    if any(p.private and p.bound is None and p.var.type != DATABASE for p in mechanism.parameters):
        return False  # it moves in another way
    moves = [apply(Op.LT, ZERO, p.bound) for p in mechanism.parameters if p.bound is not None]
    if not moves or any(_is_constant(m, True) for m in moves):
        return False
    if all(_is_constant(m, False) for m in moves):
        return True
    still = conjunction(*map(negate, moves))
    return prove(apply(Op.IMPLIES, _all_that_is_required(mechanism), still), _LITTLE).proved


def _all_that_is_required(mechanism: Mechanism) -> Expr:
    bounds = (apply(Op.LE, ZERO, amount) for p in mechanism.parameters for amount in p.amounts)
    positive = (apply(Op.LT, ZERO, p.var) for p in mechanism.parameters if p.positive)
    return conjunction(mechanism.requires, *positive, *bounds)


def _is_constant(condition: Expr, value: bool) -> bool:
    return not free_variables(condition) and evaluate(condition, {}) is value
