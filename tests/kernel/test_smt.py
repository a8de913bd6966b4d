"""The encoding against the interpreter, and what may be called proved."""

from __future__ import annotations

import sys
import time
from fractions import Fraction
from random import Random
from typing import Any

import pytest
import z3

from tests.kernel.derivations import add, both, eps, eq, i, k, le, lt, n, one, sub, times, two, x, y
from tests.kernel.semantics import FUZZ
from twinproof.lang.expr import (
    FALSE,
    ONE,
    TRUE,
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    TypeMismatch,
    Var,
    apply,
    exists,
    forall,
    implies,
    list_of,
    negate,
)
from twinproof.lang.interpret import evaluate
from twinproof.lang.printer import show_values
from twinproof.lang.types import BOOL, DATABASE, INT, QUERY, REAL, SCORE, Basic, ListOf, TupleOf, Type
from twinproof.smt import in_one_context, prove, second_opinion, solve, to_smtlib
from twinproof.smt.known import FUNCTIONS
from twinproof.smt.script import Script

LIST, DEEP, PAIR = ListOf(INT), ListOf(ListOf(INT)), TupleOf((INT, BOOL))
MIXED = ListOf(PAIR)
RIGID = Place.RIGID


def unproved(formula: Expr) -> bool:
    """Not proved, with an effort that would do for all that the tests call proved."""
    return not prove(formula, 150_000).proved


def written(value: Any, kind: Type) -> Expr:
    """A value as an expression without variables."""
    match kind:
        case ListOf(item):
            return list_of(item, *(written(v, item) for v in value))
        case TupleOf(items):
            return apply(Op.TUPLE, *(written(v, k) for v, k in zip(value, items, strict=True)))
    return Literal(Fraction(value)) if kind == REAL else Literal(value)


def some(kind: Type, rng: Random) -> Any:
    match kind:
        case ListOf(item):
            return tuple(some(item, rng) for _ in range(rng.randint(0, 3)))
        case TupleOf(items):
            return tuple(some(k, rng) for k in items)
    if kind == BOOL:
        return rng.random() < 0.5
    return rng.randint(-7, 7) if kind == INT else Fraction(rng.randint(-6, 6), rng.randint(1, 4))


def signature(op: Op, rng: Random) -> tuple[Type, ...]:
    """Types of arguments that the operator takes."""
    numbers = rng.choice((INT, REAL)), rng.choice((INT, REAL))
    any_type = rng.choice((INT, BOOL, REAL, LIST, DEEP, PAIR, MIXED))
    whole = rng.choice((LIST, DEEP, MIXED, ListOf(BOOL)))
    of_lists: dict[Op, tuple[Type, ...]] = {
        Op.LEN: (whole,),
        Op.GET: (whole, INT),
        Op.APPEND: (whole, whole.item),
        Op.CONCAT: (whole, whole),
        Op.SET: (whole, INT, whole.item),
    }
    if op in of_lists:
        return of_lists[op]
    match op:
        case Op.DIV | Op.MOD:
            return INT, INT
        case Op.NEG | Op.ABS | Op.REAL | Op.FLOOR:
            return (rng.choice((INT, REAL)),)
        case Op.MIN | Op.MAX:
            return (*numbers, rng.choice((INT, REAL)))
        case Op.EQ:
            return rng.choice(((any_type, any_type), numbers))
        case Op.NOT:
            return (BOOL,)
        case Op.AND | Op.OR:
            return (BOOL,) * rng.randint(0, 3)
        case Op.IMPLIES:
            return BOOL, BOOL
        case Op.ITE:
            return BOOL, any_type, any_type
        case Op.TUPLE:
            return tuple(rng.choice((INT, BOOL, LIST)) for _ in range(rng.randint(1, 3)))
        case _:
            return numbers


PLAIN = [op for op in Op if op not in (Op.ANSWER, Op.SCORE, Op.LIST, Op.PROJ, *FUNCTIONS)]  # see test_known


def instance(op: Op, rng: Random) -> tuple[Expr, Expr, dict[Var, Any]]:
    """op(x₀, x₁, …), what the variables are, and their values."""
    kinds = signature(op, rng)
    variables = [Var(f"x{number}", kind, RIGID) for number, kind in enumerate(kinds)]
    values = {var: some(var.type, rng) for var in variables}
    if op in (Op.DIV, Op.MOD) and rng.random() < 0.2:
        values[variables[1]] = 0
    if op in (Op.GET, Op.SET):
        values[variables[1]] = rng.randint(-2, 3)
    if op is Op.EQ and kinds[0] == kinds[1] and rng.random() < 0.5:
        values[variables[1]] = values[variables[0]]
    if op is Op.QUOTIENT and values[variables[1]] == 0:
        values[variables[1]] = Fraction(1) if kinds[1] == REAL else 1
    given = both(*(apply(Op.EQ, var, written(value, var.type)) for var, value in values.items()))
    return apply(op, *variables), given, values


def another(value: Any, kind: Type) -> Any:
    """A value of the type that is not this one."""
    match kind:
        case ListOf(item):
            return (*value, some(item, Random(0)))
        case TupleOf(items):
            return (another(value[0], items[0]), *value[1:])
    return not value if kind == BOOL else value + 1


@pytest.mark.parametrize("op", PLAIN)
def test_every_operator_means_what_it_means_in_a_run(op: Op) -> None:
    for number in range(5 * FUZZ):
        e, given, values = instance(op, Random(f"{op} {number}"))
        value = evaluate(e, values)
        assert prove(implies(given, eq(e, written(value, e.type)))).proved, (e, values, value)
        wrong = eq(e, written(another(value, e.type), e.type))
        assert unproved(implies(given, wrong)), (e, values)


def test_python_rounds_down() -> None:
    for a in range(-4, 5):
        for b in range(-3, 4):
            quotient, rest = (a // b, a % b) if b else (0, a)
            wanted = both(
                eq(apply(Op.DIV, Literal(a), Literal(b)), quotient), eq(apply(Op.MOD, Literal(a), Literal(b)), rest)
            )
            assert prove(wanted).proved, (a, b)
    whole = eq(add(times(n, apply(Op.DIV, i, n)), apply(Op.MOD, i, n)), i)
    assert prove(whole).proved


def test_components_and_literals() -> None:
    pair = Var("pair", TupleOf((INT, LIST)), RIGID)
    first, second = apply(Op.PROJ, pair, ZERO), apply(Op.PROJ, pair, ONE)
    given = eq(pair, written((3, (1, 2)), pair.type))
    assert prove(implies(given, both(eq(first, 3), eq(apply(Op.GET, second, ONE), 2)))).proved
    assert unproved(implies(given, eq(first, 4)))
    assert unproved(eq(Var("a", TupleOf((INT,)), RIGID), Var("b", TupleOf((INT,)), RIGID)))
    assert prove(eq(list_of(INT), list_of(INT))).proved


def test_queries_and_scores_are_functions() -> None:
    q, d, e, s = (
        Var(name, kind, RIGID) for name, kind in (("q", QUERY), ("d", DATABASE), ("e", DATABASE), ("s", SCORE))
    )
    answers = [apply(Op.ANSWER, q, data) for data in (d, e)]
    scores = [apply(Op.SCORE, s, data, n) for data in (d, e)]
    assert prove(implies(eq(d, e), both(eq(*answers), eq(*scores)))).proved
    assert unproved(eq(*answers))
    assert unproved(implies(eq(*answers), eq(d, e)))
    assert unproved(eq(*scores))


def test_quantifiers() -> None:
    lists = Var("a", LIST, RIGID)
    held: list[Expr] = [
        forall(n, le(0, times(n, n))),
        exists(n, lt(n, i)),
        forall(n, exists(i, lt(n, i))),
        implies(forall(n, le(i, n)), FALSE),
        forall(lists, le(0, apply(Op.LEN, lists))),
        forall(lists, implies(eq(apply(Op.LEN, lists), 0), eq(lists, list_of(INT)))),
        implies(lt(n, 0), forall(n, implies(lt(0, n), le(1, n)))),
    ]
    not_held: list[Expr] = [
        exists(n, forall(i, lt(i, n))),
        forall(n, lt(n, i)),
        forall(lists, eq(lists, list_of(INT))),
        implies(eq(n, 0), forall(n, eq(n, 0))),
        implies(forall(n, implies(eq(n, 0), eq(n, 0))), eq(n, 0)),
        exists(n, lt(n, n)),
        forall(Var("n", BOOL, RIGID), eq(n, 0)),
    ]
    for formula in held:
        assert prove(formula).proved, formula
    for formula in not_held:
        assert unproved(formula), formula


def test_a_shadowed_variable_is_the_inner_one() -> None:
    assert prove(forall(n, implies(eq(n, 1), exists(n, eq(n, 2))))).proved
    assert unproved(forall(n, implies(eq(n, 1), forall(n, eq(n, 1)))))


# --------------------------------------------------------------------------------------------------------------- names

NAMES = [
    "x",
    "x<1>",
    "x<2>",
    "x<w>",
    "x!",
    "x!0",
    "v0 x",
    "v1 x",
    "nil",
    "nil list[int]",
    "nil:list[int]",
    "default int",
]


@pytest.mark.parametrize("kind", [INT, BOOL, LIST, PAIR, REAL])
def test_different_variables_never_meet(kind: Type) -> None:
    variables = [Var(name, kind, place) for name in NAMES for place in Place]
    for first, second in zip(variables, [*variables[1:], variables[0]], strict=True):
        assert unproved(eq(first, second)), (first, second)
    for name in NAMES[1:]:
        for place in Place:
            pair = Var("x", kind, place), Var(name, kind, RIGID)
            assert unproved(eq(*pair)), pair


def test_one_name_of_two_types_is_two_variables() -> None:
    assert unproved(eq(Var("x", INT, RIGID), Var("x", REAL, RIGID)))
    hidden = forall(Var("x", REAL, RIGID), eq(Var("x", INT, RIGID), 0))
    assert unproved(implies(hidden, FALSE))


def test_no_name_stands_for_the_empty_list() -> None:
    for name in NAMES:
        var = Var(name, LIST, RIGID)
        uses = eq(apply(Op.LEN, apply(Op.CONCAT, var, list_of(INT))), apply(Op.LEN, var))
        assert unproved(eq(var, list_of(INT)))
        assert unproved(both(uses, eq(apply(Op.LEN, var), 0)))


# ------------------------------------------------------------------------------------------------------- what is proved

HARD = implies(
    both(*(lt(0, v) for v in (n, i, k))),
    negate(eq(add(times(n, times(n, n)), times(i, times(i, i))), times(k, times(k, k)))),
)


def test_unknown_is_not_proved() -> None:
    outcome = prove(HARD, 300_000)
    assert not outcome.proved
    assert not outcome.refuted
    assert "does not know" in outcome.reason


def test_a_limit_is_not_a_proof() -> None:
    formula = forall(n, exists(i, lt(times(n, n), i)))
    assert not prove(HARD, 1).proved
    assert prove(formula).proved or prove(formula).reason


def test_the_effort_is_the_same_every_time() -> None:
    first, second = (prove(implies(lt(n, i), le(add(n, 1), i))) for _ in range(2))
    assert first.proved
    assert first.effort == second.effort > 0


def test_the_watchdog_stops_a_solver_that_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve, "WATCHDOG", 0.2)
    begun = time.monotonic()
    outcome = prove(HARD, 4_000_000_000)
    assert not outcome.proved
    assert time.monotonic() - begun < 30


def test_a_formula_that_is_too_deep_is_not_proved() -> None:
    e: Expr = one(x)
    for _ in range(5_000):
        e = Apply(Op.ADD, (e, ONE), INT)
    begun = time.monotonic()
    outcome = prove(eq(e, 0))
    assert not outcome.proved
    assert time.monotonic() - begun < 20


def test_a_formula_that_is_too_wide_is_not_proved() -> None:
    e = eq(one(x), 1)
    for _ in range(14):
        e = both(e, e) if isinstance(e, Literal) else apply(Op.AND, e, e)
    begun = time.monotonic()
    assert unproved(e)
    assert time.monotonic() - begun < 60


@pytest.mark.parametrize("problem", [z3.Z3Exception("broken"), MemoryError(), RecursionError()])
def test_a_solver_that_fails_proves_nothing(problem: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> Any:
        raise problem

    monkeypatch.setattr(z3, "SimpleSolver", fail)
    outcome = prove(TRUE)
    assert not outcome.proved
    assert "failed" in outcome.reason


def test_an_answer_that_is_neither_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    for answer in (z3.unknown, z3.sat, None, "unsat", True):
        monkeypatch.setattr(z3.Solver, "check", lambda self, found=answer: found)
        monkeypatch.setattr(solve, "_values", lambda *_: {})
        assert unproved(le(0, 1))


def test_what_is_not_a_formula_is_not_proved() -> None:
    for e in (n, ONE, list_of(INT), eps):
        assert unproved(e)


def test_in_one_context_the_answers_are_the_same() -> None:
    """Whatever was asked before, with the same names and the same types."""
    questions = [formula for formula, _ in sample()] + [everything(kind) for kind in KINDS] + [le(one(x), two(x))]
    apart = [prove(q, 150_000).proved for q in questions]
    with in_one_context():
        for order in (questions, questions[::-1]):
            together = {q: prove(q, 150_000).proved for q in order}
            assert [together[q] for q in questions] == apart


def test_what_is_spent_in_one_context_is_counted_for_each_question() -> None:
    with in_one_context():
        spent = [prove(implies(lt(n, i), le(add(n, 1), i))).effort for _ in range(20)]
    assert 0 < max(spent) <= 2 * min(spent)


def test_a_type_cannot_write_the_script() -> None:
    evil = Basic("int| 0)(assert false)(declare-sort |x")
    for kind in (evil, ListOf(evil), TupleOf((INT, evil))):
        a, b = Var("a", kind, RIGID), Var("b", kind, RIGID)
        with pytest.raises(TypeMismatch):
            prove(eq(a, b))


def test_a_question_that_is_read_as_another_one_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Script.text
    monkeypatch.setattr(Script, "text", lambda self, *parts: honest(self, *parts, "false"))
    outcome = prove(TRUE)
    assert not outcome.proved
    assert "another question" in outcome.reason


# -------------------------------------------------------------------------------------------------- models and axioms


def test_a_model_speaks_of_the_programs_variables() -> None:
    lists = Var("items", LIST)
    outcome = prove(implies(lt(one(x), two(x)), both(eq(n, 0), le(apply(Op.LEN, one(lists)), 1))))
    assert outcome.refuted
    assert set(outcome.model) == {one(x), two(x), n, one(lists)}
    assert outcome.model[one(x)] < outcome.model[two(x)]  # type: ignore[index]
    assert isinstance(outcome.model[one(lists)], list)  # type: ignore[index]
    assert outcome.model[n] != 0 or len(outcome.model[one(lists)]) > 1  # type: ignore[index]
    shown = show_values(outcome.model)
    assert f"x⟨1⟩ = {outcome.model[one(x)]}    x⟨2⟩ = {outcome.model[two(x)]}" in shown  # type: ignore[index]
    assert f"    n = {outcome.model[n]}" in shown


def test_a_model_makes_the_formula_false() -> None:
    rng = Random(7)
    for _ in range(40):
        a, b = (rng.choice((one(x), two(x), n, one(y))) for _ in range(2))
        formula = implies(le(a, rng.randint(-3, 3)), lt(b, sub(a, rng.randint(-3, 3))))
        outcome = prove(formula)
        if not outcome.proved:
            assert outcome.refuted
            assert evaluate(formula, outcome.model) is False


def everything(kind: ListOf) -> Expr:
    """A true statement about a list that uses every operation on lists."""
    a, b = Var("a", kind, RIGID), Var("b", kind, RIGID)
    value = written(some(kind.item, Random(3)), kind.item)
    longer = apply(Op.APPEND, a, value)
    joined = apply(Op.CONCAT, longer, b)
    first = apply(Op.GET, joined, apply(Op.LEN, a))
    replaced_last = apply(Op.ITE, eq(i, apply(Op.LEN, a)), apply(Op.GET, a, n), apply(Op.GET, a, i))
    return both(
        eq(first, value),
        eq(apply(Op.LEN, joined), add(add(apply(Op.LEN, a), 1), apply(Op.LEN, b))),
        negate(eq(longer, a)),
        negate(eq(longer, list_of(kind.item))),
        eq(apply(Op.CONCAT, list_of(kind.item), a), a),
        eq(apply(Op.SET, a, n, apply(Op.GET, a, n)), a),
        eq(apply(Op.LEN, apply(Op.SET, joined, n, value)), apply(Op.LEN, joined)),
        eq(apply(Op.GET, apply(Op.SET, longer, apply(Op.LEN, a), apply(Op.GET, a, n)), i), replaced_last),
    )


KINDS = (LIST, DEEP, MIXED, ListOf(BOOL), ListOf(MIXED))


@pytest.mark.parametrize("kind", KINDS)
def test_the_axioms_of_lists_are_consistent(kind: ListOf) -> None:
    """If they were not, everything would be proved: also that a true statement is false."""
    truth = everything(kind)
    assert unproved(implies(truth, FALSE))
    a = Var("a", kind, RIGID)
    assert not prove(implies(forall(a, implies(eq(a, a), le(0, apply(Op.LEN, a)))), FALSE), 5_000_000).proved


def test_the_axioms_of_all_lists_together_are_consistent() -> None:
    assert unproved(implies(both(*map(everything, KINDS)), FALSE))


@pytest.mark.parametrize("kind", [LIST, ListOf(BOOL)])
def test_what_follows_from_the_axioms_is_true(kind: ListOf) -> None:
    truth = everything(kind)
    assert isinstance(truth, Apply)
    for part in truth.args:
        assert prove(part).proved, part


def test_no_list_is_equal_to_a_longer_one() -> None:
    a = Var("a", LIST, RIGID)
    assert unproved(eq(apply(Op.APPEND, a, n), apply(Op.APPEND, a, i)))
    same = eq(apply(Op.APPEND, a, n), apply(Op.APPEND, a, i))
    assert prove(implies(same, eq(n, i))).proved
    assert unproved(eq(apply(Op.CONCAT, a, list_of(INT, n)), a))


def test_replacing_changes_one_item() -> None:
    a, b = Var("a", LIST, RIGID), Var("b", LIST, RIGID)
    inside, length = both(le(0, i), lt(i, apply(Op.LEN, a))), apply(Op.LEN, a)
    changed = apply(Op.SET, a, i, n)
    held = [
        implies(inside, eq(apply(Op.GET, changed, i), n)),
        implies(negate(eq(i, k)), eq(apply(Op.GET, changed, k), apply(Op.GET, a, k))),
        implies(negate(inside), eq(changed, a)),
        implies(both(inside, eq(changed, a)), eq(n, apply(Op.GET, a, i))),
        implies(both(inside, eq(changed, apply(Op.SET, a, i, k))), eq(n, k)),
        eq(apply(Op.SET, changed, i, k), apply(Op.SET, a, i, k)),
        implies(negate(eq(i, k)), eq(apply(Op.SET, changed, k, n), apply(Op.SET, apply(Op.SET, a, k, n), i, n))),
    ]
    not_held = [
        eq(apply(Op.GET, changed, i), n),
        eq(changed, a),
        eq(changed, apply(Op.SET, a, i, k)),
        eq(apply(Op.GET, changed, k), apply(Op.GET, a, k)),
        implies(inside, eq(apply(Op.LEN, changed), add(length, 1))),
        implies(eq(changed, apply(Op.SET, b, i, n)), eq(a, b)),
        eq(apply(Op.SET, changed, k, n), apply(Op.SET, apply(Op.SET, a, k, k), i, n)),
    ]
    for formula in held:
        assert prove(formula).proved, formula
        assert second_opinion(formula, 5_000).proved, formula
    for formula in not_held:
        assert unproved(formula), formula


# -------------------------------------------------------------------------------------------------------------- SMT-LIB


def sample() -> list[tuple[Expr, bool]]:
    """Formulas of all kinds, and whether they hold."""
    found: list[tuple[Expr, bool]] = []
    for op in PLAIN:
        e, given, values = instance(op, Random(f"cvc5 {op}"))
        value = evaluate(e, values)
        found.append((implies(given, eq(e, written(value, e.type))), True))
        found.append((implies(given, eq(e, written(another(value, e.type), e.type))), False))
    return found


def test_another_solver_agrees() -> None:
    for formula, holds in sample():
        opinion = second_opinion(formula, 2_000)
        assert holds or not opinion.proved, formula
        if holds:
            assert opinion.proved, (formula, opinion.reason)


def test_another_solver_confirms_quantified_formulas() -> None:
    for formula in (forall(n, exists(i, lt(n, i))), implies(lt(0, eps), le(0, times(Literal(2), eps)))):
        assert second_opinion(formula).proved
    assert not second_opinion(forall(n, lt(n, i))).proved


def test_a_script_asks_for_the_negation() -> None:
    text = to_smtlib(le(one(x), two(x)))
    assert text.startswith("(set-logic ALL)")
    assert "(check-sat)" in text


@pytest.mark.parametrize("name", ["a| () Int)(assert false)(check-sat)(exit);", "a\\", "a\n(assert false)", "|", "a|b"])
def test_a_name_cannot_write_the_script(name: str) -> None:
    assert not second_opinion(eq(Var(name, INT, RIGID), 0)).proved


def test_without_another_solver_nothing_is_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cvc5", None)
    outcome = second_opinion(TRUE)
    assert not outcome.proved
    assert outcome.reason == "cvc5 is not installed"


def test_a_solver_that_does_not_understand_confirms_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("", "(nonsense)", "(check-sat", '(echo "unsat")(echo "sat")', "(set-logic ALL)(check-sat)"):
        monkeypatch.setattr(solve, "to_smtlib", lambda _, found=text: found)
        assert not second_opinion(TRUE).proved, text


@pytest.mark.parametrize("name", ["bound 0", "bound0", "bound_0", "said_0", "x", "j"])
def test_what_is_bound_is_not_taken_for_what_is_free(name: str) -> None:
    """In outline, quantified parts are told apart up to the names of what they bind, whatever the free names are."""
    j, free = Var("j", INT, Place.RIGID), Var(name, INT, Place.LEFT if name == "j" else Place.RIGID)
    everywhere = forall(j, apply(Op.EQ, j, j))
    assert not prove(implies(everywhere, forall(j, apply(Op.EQ, j, free)))).proved
    assert not prove(implies(everywhere, forall(j, apply(Op.LE, free, j)))).proved
    k = Var("k", INT, Place.RIGID)
    assert prove(implies(forall(j, apply(Op.LE, free, j)), forall(k, apply(Op.LE, free, k)))).proved
