"""Asking the solver, with limits.

The effort is bounded by z3's resource count, which is the same on every machine; a clock stands behind it only to stop
a solver that does not keep its own limit.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import z3

from twinproof.lang.expr import Expr, Literal, Op, Var, apply, free_variables, negate
from twinproof.lang.types import BOOL, INT, REAL, ListOf, TupleOf
from twinproof.smt.encode import Encoder

EFFORT = 4_000_000  # z3's resource units for one question, a second or two at most
WATCHDOG = 60.0  # seconds after which a question is interrupted whatever the solver says
_LONGEST = 8  # items of a list that are shown
z3.set_param("memory_max_size", 3_000)  # megabytes; beyond them z3 gives up


@dataclass(frozen=True)
class Outcome:
    """What came of a question. Only `proved` says that the formula holds."""

    proved: bool
    reason: str = ""
    model: dict[Var, Any] = field(default_factory=dict)  # values that make the formula false, where some were found
    effort: int = 0

    @property
    def refuted(self) -> bool:
        return bool(self.model)


def _question(formula: Expr) -> tuple[Any, Encoder]:
    """A solver that holds the negation of the formula and the axioms that it needs."""
    encoder = Encoder()
    term = encoder.term(negate(formula))
    solver = z3.Solver(ctx=encoder.context)
    solver.set("random_seed", 0)
    solver.add(*encoder.axioms, term)
    return solver, encoder


def prove(formula: Expr, effort: int = EFFORT) -> Outcome:
    """Whether the formula holds for all values of its free variables."""
    if formula.type != BOOL:
        return Outcome(False, "a formula is a bool")
    try:
        solver, encoder = _question(formula)
        solver.set("rlimit", effort)
        watchdog = threading.Timer(WATCHDOG, encoder.context.interrupt)
        watchdog.daemon = True
        watchdog.start()
        try:
            answer = solver.check()
        finally:
            watchdog.cancel()
        spent = _spent(solver)
        if answer == z3.unsat:
            return Outcome(True, effort=spent)
        if answer == z3.sat:
            return Outcome(False, "it does not hold", _values(solver.model(), encoder, formula), spent)
        return Outcome(False, f"the solver does not know ({solver.reason_unknown()})", {}, spent)
    except (z3.Z3Exception, RecursionError, MemoryError) as problem:
        return Outcome(False, f"the solver failed: {type(problem).__name__}")


def _spent(solver: Any) -> int:
    statistics = solver.statistics()
    known: list[str] = statistics.keys()
    return int(statistics.get_key_value("rlimit count")) if "rlimit count" in known else 0


def to_smtlib(formula: Expr) -> str:
    """The question as a script: the formula holds if a solver answers unsat."""
    solver, _ = _question(formula)
    return "(set-logic ALL)\n" + str(solver.to_smt2())


def second_opinion(formula: Expr, milliseconds: int = 60_000) -> Outcome:
    """The same question to cvc5."""
    try:
        import cvc5
    except ImportError:
        return Outcome(False, "cvc5 is not installed")
    solver = cvc5.Solver()
    solver.setOption("tlimit-per", str(milliseconds))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, to_smtlib(formula), "question")
    symbols = parser.getSymbolManager()
    answer = ""
    try:
        while not (command := parser.nextCommand()).isNull():
            answer += str(command.invoke(solver, symbols))
    except Exception as problem:  # cvc5 raises its own errors for what it does not take; none of them is a proof
        return Outcome(False, f"cvc5 failed: {problem}")
    return Outcome(
        answer.strip() == "unsat", "" if answer.strip() == "unsat" else f"cvc5 says {answer.strip() or 'nothing'}"
    )


# -------------------------------------------------------------------------------------------------------------- models


def _values(model: Any, encoder: Encoder, formula: Expr) -> dict[Var, Any]:
    """The values of the free variables, as far as they can be shown."""
    found: dict[Var, Any] = {}
    for var in sorted(free_variables(formula), key=lambda v: (v.name, v.place.value)):
        value = _value(model, encoder, var, var)
        found[var] = value
    return found


def _value(model: Any, encoder: Encoder, var: Var, e: Expr) -> Any:
    match e.type:
        case ListOf():
            length = _number(model, encoder, apply(Op.LEN, e))
            if not isinstance(length, int) or length < 0:
                return "?"
            items = [_value(model, encoder, var, apply(Op.GET, e, Literal(i))) for i in range(min(length, _LONGEST))]
            return [*items, "…"] if length > _LONGEST else items
        case TupleOf(items):
            return tuple(_value(model, encoder, var, apply(Op.PROJ, e, Literal(i))) for i in range(len(items)))
        case _:
            return _number(model, encoder, e)


def _number(model: Any, encoder: Encoder, e: Expr) -> Any:
    term = model.eval(encoder.term(e), model_completion=True)
    if e.type == BOOL:
        return z3.is_true(term)
    if e.type == INT and z3.is_int_value(term):
        return term.as_long()
    if e.type == REAL and z3.is_rational_value(term):
        return Fraction(term.numerator_as_long(), term.denominator_as_long())
    return str(term)
