"""A few of z3's functions, for arguments that are known to be of one context and of the right sort.

z3's own look at the sort of everything they are given, each time. Invariants are looked for among thousands of facts,
and then that is most of what a search does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import z3
from z3 import z3core

Term = Any


def is_true(a: Term) -> bool:
    return bool(z3core.Z3_get_bool_value(a.ctx_ref(), a.as_ast()) == z3.Z3_L_TRUE)


def negation(a: Term) -> Term:
    return z3.BoolRef(z3core.Z3_mk_not(a.ctx_ref(), a.as_ast()), a.ctx)


def implication(a: Term, b: Term) -> Term:
    return z3.BoolRef(z3core.Z3_mk_implies(a.ctx_ref(), a.as_ast(), b.as_ast()), a.ctx)


def conjunction(terms: Sequence[Term]) -> Term:
    """All of them; there is one at least."""
    first = terms[0]
    return z3.BoolRef(z3core.Z3_mk_and(first.ctx_ref(), len(terms), _array(terms)), first.ctx)


def disjunction(terms: Sequence[Term]) -> Term:
    """One of them; there is one at least."""
    first = terms[0]
    return z3.BoolRef(z3core.Z3_mk_or(first.ctx_ref(), len(terms), _array(terms)), first.ctx)


def tell(solver: Any, a: Term) -> None:
    """Let a solver assume something for good."""
    z3core.Z3_solver_assert(solver.ctx.ref(), solver.solver, a.as_ast())


def check(solver: Any, assumed: Sequence[Term]) -> Any:
    """Ask a solver, under assumptions."""
    answer = z3core.Z3_solver_check_assumptions(solver.ctx.ref(), solver.solver, len(assumed), _array(assumed))
    return z3.CheckSatResult(answer)


def _array(terms: Sequence[Term]) -> Any:
    return (z3.Ast * len(terms))(*(t.as_ast() for t in terms))
