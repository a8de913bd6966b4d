"""A few of z3's functions, for arguments that are known to be of one context and of the right sort.

z3's own look at the sort of everything they are given, each time. Invariants are looked for among thousands of facts,
and then that is most of what a search does.
"""

from __future__ import annotations

import ctypes
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


def choice(test: Term, first: Term, second: Term) -> Term:
    """One of two terms of one sort."""
    made = z3core.Z3_mk_ite(test.ctx_ref(), test.as_ast(), first.as_ast(), second.as_ast())
    return (z3.BoolRef if isinstance(first, z3.BoolRef) else z3.ArithRef)(made, first.ctx)


def nothing(like: Term) -> Term:
    """False, or 0 as an integer or a real."""
    context = like.ctx_ref()
    if isinstance(like, z3.BoolRef):
        return z3.BoolRef(z3core.Z3_mk_false(context), like.ctx)
    return z3.ArithRef(z3core.Z3_mk_int(context, 0, z3core.Z3_get_sort(context, like.as_ast())), like.ctx)


def equal(a: Term, b: Term) -> Term:
    return z3.BoolRef(z3core.Z3_mk_eq(a.ctx_ref(), a.as_ast(), b.as_ast()), a.ctx)


def at_most(a: Term, b: Term) -> Term:
    return z3.BoolRef(z3core.Z3_mk_le(a.ctx_ref(), a.as_ast(), b.as_ast()), a.ctx)


def below(a: Term, b: Term) -> Term:
    return z3.BoolRef(z3core.Z3_mk_lt(a.ctx_ref(), a.as_ast(), b.as_ast()), a.ctx)


def total(terms: Sequence[Term]) -> Term:
    """The sum of integers; there is one at least."""
    first = terms[0]
    if len(terms) == 1:
        return first
    return z3.ArithRef(z3core.Z3_mk_add(first.ctx_ref(), len(terms), _array(terms)), first.ctx)


def multiple(factor: int, a: Term) -> Term:
    """A multiple of an integer."""
    if factor == 1:
        return a
    both = _array([integer(factor, a.ctx), a])
    return z3.ArithRef(z3core.Z3_mk_mul(a.ctx_ref(), 2, both), a.ctx)


def integer(number: int, context: Any) -> Term:
    sort = z3core.Z3_mk_int_sort(context.ref())
    if abs(number) < 1 << 62:
        return z3.IntNumRef(z3core.Z3_mk_int64(context.ref(), number, sort), context)
    return z3.IntVal(number, context)


def value_of(model: Any, term: Term) -> bool | int | Term:
    """What a term is in a model, where what the model leaves open is anything: as a term if it is no small number."""
    found, context = (z3.Ast * 1)(), model.ctx.ref()
    z3core.Z3_model_eval(context, model.model, term.as_ast(), True, found)
    z3core.Z3_inc_ref(context, found[0])
    try:
        if isinstance(term, z3.BoolRef):
            return bool(z3core.Z3_get_bool_value(context, found[0]) == z3.Z3_L_TRUE)
        number = ctypes.c_longlong()
        if z3core.Z3_get_numeral_int64(context, found[0], ctypes.byref(number)):
            return number.value
    finally:
        z3core.Z3_dec_ref(context, found[0])
    return model.eval(term, model_completion=True)


def tell(solver: Any, a: Term) -> None:
    """Let a solver assume something for good."""
    z3core.Z3_solver_assert(solver.ctx.ref(), solver.solver, a.as_ast())


def check(solver: Any, assumed: Sequence[Term]) -> Any:
    """Ask a solver, under assumptions."""
    answer = z3core.Z3_solver_check_assumptions(solver.ctx.ref(), solver.solver, len(assumed), _array(assumed))
    return z3.CheckSatResult(answer)


def _array(terms: Sequence[Term]) -> Any:
    return (z3.Ast * len(terms))(*(t.as_ast() for t in terms))
