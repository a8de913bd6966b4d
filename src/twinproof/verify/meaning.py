"""Whether a claim protects anything: a claim that no pair of runs could break is an error, not a proof.

A mechanism without private parameters has the same inputs in both runs, and a `requires` that no input satisfies leaves
nothing to compare. Both are slips (a forgotten `Annotated`, a wrong comparison), and "proved" would hide them.
"""

from __future__ import annotations

from twinproof.lang.errors import Code, Diagnostic
from twinproof.lang.expr import TRUE, ZERO, Op, apply, conjunction, free_variables, negate
from twinproof.lang.interpret import evaluate
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_expr
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
    return None


def _leaves_no_input(mechanism: Mechanism) -> bool:
    bounds = [apply(Op.LE, ZERO, amount) for p in mechanism.parameters for amount in p.amounts]
    bounds = [b for b in bounds if free_variables(b) or not evaluate(b, {})]
    if mechanism.requires == TRUE and not bounds:
        return False
    positive = (apply(Op.LT, ZERO, p.var) for p in mechanism.parameters if p.positive)
    return prove(negate(conjunction(mechanism.requires, *positive, *bounds)), _LITTLE).proved
