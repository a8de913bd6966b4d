"""What the solver is told of exp, log, sqrt and rounding up: each fact is true, and they are enough for claims.

That a fact is true is tried on random numbers by enclosures. Facts that are slightly wrong are found out in that way,
which shows that the trial would notice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from twinproof.lang.computable import Computable, Real
from twinproof.lang.enclosure import TooLarge
from twinproof.lang.expr import (
    ONE,
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    Quantified,
    Var,
    apply,
    conjunction,
    forall,
    implies,
    substitute,
    subterms,
)
from twinproof.lang.interpret import evaluate
from twinproof.lang.types import BOOL, REAL
from twinproof.smt import known, prove
from twinproof.smt.known import FUNCTIONS, asked_with_facts, facts
from twinproof.smt.solve import second_opinion, to_smtlib

EPS, Q, A, B = (Var(name, REAL, Place.RIGID) for name in ("eps", "q", "a", "b"))
TWO = Literal(2)
FINE = 256  # bits, at which equal numbers are told from different ones


def exp(e: Expr) -> Apply:
    return apply(Op.EXP, e)


def log(e: Expr) -> Apply:
    return apply(Op.LOG, e)


def sqrt(e: Expr) -> Apply:
    return apply(Op.SQRT, e)


def up(e: Expr) -> Apply:
    return apply(Op.UP, e)


def add(a: Expr, b: Expr) -> Expr:
    return apply(Op.ADD, a, b)


def sub(a: Expr, b: Expr) -> Expr:
    return apply(Op.SUB, a, b)


def times(a: Expr, b: Expr) -> Expr:
    return apply(Op.MUL, a, b)


def over(a: Expr, b: Expr) -> Expr:
    return apply(Op.QUOTIENT, a, b)


def le(a: Expr, b: Expr) -> Expr:
    return apply(Op.LE, a, b)


def lt(a: Expr, b: Expr) -> Expr:
    return apply(Op.LT, a, b)


# --------------------------------------------------------------------------------------------------- the facts are true


def sign(x: Real) -> int:
    """Of a number that is known to so many bits: 0, if that leaves no other sign."""
    if not isinstance(x, Computable):
        return (x > 0) - (x < 0)
    low, high = x.enclosure(FINE)
    if low <= 0 <= high:
        assert high - low < Fraction(1, 1 << (FINE // 2))
        return 0
    return 1 if low > 0 else -1


def holds(e: Expr, values: Mapping[Var, Any]) -> bool:
    """Whether a formula is true, where equal numbers are recognised by the bits that they have in common."""
    match e:
        case Apply(Op.AND, args):
            return all(holds(a, values) for a in args)
        case Apply(Op.IMPLIES, (condition, goal)):
            return not holds(condition, values) or holds(goal, values)
        case Apply(Op.EQ, (a, b)) if a.type == BOOL:
            return holds(a, values) is holds(b, values)
        case Apply(Op.EQ | Op.LE | Op.LT as op, (a, b)):
            apart = sign(evaluate(a, values) - evaluate(b, values))
            return apart == 0 if op is Op.EQ else apart < 0 or (op is Op.LE and apart == 0)
    raise AssertionError(e)


def related(op: Op, random: Random) -> list[Apply]:
    """Terms of one function whose arguments have to do with each other, and a few of its inverse."""
    t, u = random.choice(((A, B), (add(ONE, A), sub(B, ONE)), (over(A, TWO), times(A, B))))
    arguments = [t, u, add(t, u), times(t, u), times(t, t), times(Literal(3), t), apply(Op.NEG, t), over(ONE, t)]
    terms = [apply(op, e) for e in arguments]
    if op in (Op.EXP, Op.LOG):
        inverse = Op.LOG if op is Op.EXP else Op.EXP
        terms += [apply(inverse, terms[0]), apply(inverse, t), apply(op, apply(inverse, u))]
    return terms


def numbers(random: Random) -> dict[Var, Fraction]:
    near = (Fraction(n, 2) for n in (0, 2, -2, 4, 1))
    wide = (Fraction(random.randint(-60, 60), random.randint(1, 20)) for _ in range(4))
    pool = [*near, Fraction(1, 10**9), *wide]
    return {A: random.choice(pool), B: random.choice(pool)}


def wrong_facts(op: Op, rounds: int) -> list[tuple[Expr, Mapping[Var, Fraction]]]:
    """The facts about related terms that are not true for some numbers."""
    found: list[tuple[Expr, Mapping[Var, Fraction]]] = []
    for seed in range(rounds):
        random = Random(f"{op} {seed}")
        known_facts = list(facts(related(op, random)))
        for _ in range(4):
            values = numbers(random)
            for fact in known_facts:
                with suppress(TooLarge):  # a power of a power of e
                    if not holds(fact, values):
                        found.append((fact, values))
    return found


@pytest.mark.parametrize("op", FUNCTIONS)
def test_each_fact_is_true(op: Op) -> None:
    assert wrong_facts(op, 6) == []


def test_every_schema_is_tried() -> None:
    """The random terms make instances of all of them: there is more than what is said of each term alone."""
    for op, least in ((Op.EXP, 60), (Op.LOG, 60), (Op.SQRT, 20), (Op.UP, 20)):
        assert len(list(facts(related(op, Random(f"{op} 0"))))) > least


def _bent(schema: Callable[..., Any], change: Callable[[Expr], Expr]) -> Callable[..., Any]:
    def bent(*terms: Apply) -> Any:
        made = schema(*terms)
        return change(made) if isinstance(made, Apply) else map(change, made)

    return bent


def _swapped(e: Expr) -> Expr:
    """≤ for <, the other way round for ≤, and one more in every equation."""
    match e:
        case Apply(Op.IMPLIES, (condition, goal)):
            return implies(condition, _swapped(goal))
        case Apply(Op.AND, args):
            return conjunction(*map(_swapped, args))
        case Apply(Op.EQ, (a, b)) if a.type == BOOL:
            return apply(Op.EQ, a, _swapped(b))
        case Apply(Op.EQ, (a, b)):
            return apply(Op.EQ, a, add(b, ONE))
        case Apply(Op.LE | Op.LT, (a, b)):
            return le(add(b, Literal(Fraction(1, 10**6))), a)
    raise AssertionError(e)


@pytest.mark.parametrize("name", ["_in_order", "_inverse", "_of_exp", "_of_log", "_of_sqrt", "_of_up"])
def test_a_wrong_fact_would_be_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bent = _bent(getattr(known, name), _swapped)
    monkeypatch.setattr(known, name, bent)
    for op, schema in known._ALONE.items():
        if schema.__name__ == name:
            monkeypatch.setitem(known._ALONE, op, bent)
    assert any(wrong_facts(op, 2) for op in FUNCTIONS)


@pytest.mark.parametrize("table", ["_MULTIPLES", "_COMBINED"])
@pytest.mark.parametrize("op", [Op.EXP, Op.LOG, Op.SQRT])
def test_a_wrong_equation_would_be_noticed(table: str, op: Op, monkeypatch: pytest.MonkeyPatch) -> None:
    schemata = getattr(known, table)
    if op in schemata:
        monkeypatch.setitem(schemata, op, _bent(schemata[op], _swapped))
        assert wrong_facts(op, 3)


# -------------------------------------------------------------------------------------------------- and they are enough

AMPLIFIED = log(add(ONE, times(Q, sub(exp(EPS), ONE))))
POSITIVE = lt(ZERO, EPS)
SHARE = conjunction(POSITIVE, lt(ZERO, Q), le(Q, ONE))

PROVED = {
    "log(exp(eps)) is eps": apply(Op.EQ, log(exp(EPS)), EPS),
    "exp(log(eps)) is eps": implies(POSITIVE, apply(Op.EQ, exp(log(EPS)), EPS)),
    "sqrt(eps²) is eps": implies(POSITIVE, apply(Op.EQ, sqrt(times(EPS, EPS)), EPS)),
    "log(1 + eps) ≤ eps": implies(POSITIVE, le(log(add(ONE, EPS)), EPS)),
    "0 < log(1 + eps)": implies(POSITIVE, lt(ZERO, log(add(ONE, EPS)))),
    "eps ≤ exp(eps) − 1": le(EPS, sub(exp(EPS), ONE)),
    "amplification by sampling": implies(SHARE, le(AMPLIFIED, EPS)),
    "amplification is at most q · (exp(eps) − 1)": implies(SHARE, le(AMPLIFIED, times(Q, sub(exp(EPS), ONE)))),
    "powers of e multiply": apply(Op.EQ, exp(add(A, B)), times(exp(A), exp(B))),
    "exp(2 · eps)": apply(Op.EQ, exp(times(TWO, EPS)), times(exp(EPS), exp(EPS))),
    "exp(−eps)": apply(Op.EQ, times(exp(apply(Op.NEG, EPS)), exp(EPS)), ONE),
    "logarithms add": implies(
        conjunction(lt(ZERO, A), lt(ZERO, B)), apply(Op.EQ, log(times(A, B)), add(log(A), log(B)))
    ),
    "log(1 / a)": implies(lt(ZERO, A), apply(Op.EQ, log(over(ONE, A)), apply(Op.NEG, log(A)))),
    "roots multiply": implies(
        conjunction(le(ZERO, A), le(ZERO, B)), apply(Op.EQ, sqrt(times(A, B)), times(sqrt(A), sqrt(B)))
    ),
    "a rounded scale": implies(POSITIVE, le(over(ONE, up(over(ONE, log(add(ONE, EPS))))), log(add(ONE, EPS)))),
    "rounded down": le(apply(Op.NEG, up(apply(Op.NEG, log(add(ONE, EPS))))), log(add(ONE, EPS))),
    "log 2, from below": lt(Literal(Fraction(693147, 10**6)), log(TWO)),
    "log 2, from above": lt(log(TWO), Literal(Fraction(693148, 10**6))),
    "√2 + √3 is more than π": lt(Literal(Fraction(31415927, 10**7)), add(sqrt(TWO), sqrt(Literal(3)))),
    "the root of 4": apply(Op.EQ, sqrt(Literal(4)), TWO),
    "a threshold of a stable histogram": implies(
        conjunction(POSITIVE, lt(ZERO, Q), le(apply(Op.NEG, log(times(TWO, Q))), times(sub(A, ONE), EPS))),
        le(
            over(
                times(exp(apply(Op.NEG, times(sub(A, ONE), EPS))), exp(apply(Op.NEG, EPS))),
                add(ONE, exp(apply(Op.NEG, EPS))),
            ),
            Q,
        ),
    ),
}

NOT_PROVED = {
    "eps ≤ log(1 + eps)": implies(POSITIVE, le(EPS, log(add(ONE, EPS)))),
    "exp(eps) − 1 ≤ eps": implies(POSITIVE, le(sub(exp(EPS), ONE), EPS)),
    "log(eps) has no sign": implies(POSITIVE, le(ZERO, log(EPS))),
    "exp(log(a)) is a": apply(Op.EQ, exp(log(A)), A),  # not for a ≤ 0
    "√(a²) is a": apply(Op.EQ, sqrt(times(A, A)), A),  # not for a < 0
    "(√a)² is a": apply(Op.EQ, times(sqrt(A), sqrt(A)), A),
    "a logarithm of nothing": lt(log(ZERO), ZERO),
    "rounding up is no equality": implies(POSITIVE, apply(Op.EQ, up(EPS), EPS)),
    "rounding up is no bound from above": implies(POSITIVE, le(up(EPS), EPS)),
    "amplification the wrong way": implies(SHARE, le(EPS, AMPLIFIED)),
    "amplification, a little better": implies(SHARE, le(AMPLIFIED, times(Literal(Fraction(99, 100)), EPS))),
    "0.693148 < log 2": lt(Literal(Fraction(693148, 10**6)), log(TWO)),
    "√2 + √3 is π": le(add(sqrt(TWO), sqrt(Literal(3))), Literal(Fraction(31415927, 10**7))),
    "exp adds": apply(Op.EQ, exp(add(A, B)), add(exp(A), exp(B))),
    "exp of everything": forall(A, le(exp(A), ONE)),
    "the threshold, one less": implies(
        conjunction(POSITIVE, lt(ZERO, Q), le(apply(Op.NEG, log(times(TWO, Q))), times(sub(A, ONE), EPS))),
        le(over(exp(apply(Op.NEG, times(sub(A, ONE), EPS))), add(ONE, exp(apply(Op.NEG, EPS)))), Q),
    ),
}


@pytest.mark.parametrize("name", PROVED)
def test_it_is_proved(name: str) -> None:
    assert prove(PROVED[name]).proved


@pytest.mark.parametrize("name", NOT_PROVED)
def test_it_is_not_proved(name: str) -> None:
    outcome = prove(NOT_PROVED[name])
    assert not outcome.proved
    assert outcome.model == {}  # the solver's numbers need not be those of exp, log and sqrt
    assert "exp, log, sqrt" in outcome.reason


def test_another_solver_gets_the_same_facts() -> None:
    assert second_opinion(PROVED["log(1 + eps) ≤ eps"], 5_000).proved
    assert not second_opinion(NOT_PROVED["eps ≤ log(1 + eps)"], 2_000).proved
    assert "exp_0" in to_smtlib(le(ZERO, exp(EPS)))


# ---------------------------------------------------------------------------------------------------- names and binders


def test_terms_with_bound_variables_stay_unknown() -> None:
    bound = forall(A, le(exp(A), exp(A)))
    asked = asked_with_facts(conjunction(bound, le(exp(B), exp(B))))
    assert asked is not None
    left = [e for e in subterms(asked) if isinstance(e, Apply) and e.op is Op.EXP]
    assert left == [exp(A), exp(A)]
    assert prove(bound).proved


def test_a_bound_name_is_not_taken_for_a_free_one() -> None:
    """In ∀a. exp(a) ≤ exp(b) the a is another one than outside."""
    inner = forall(A, le(exp(A), exp(B)))
    assert not prove(implies(le(exp(A), exp(B)), inner)).proved
    captured = Quantified(True, A, substitute(le(exp(B), exp(B)), {B: A}))
    assert prove(implies(le(exp(A), ONE), captured)).proved


def test_new_names_are_new() -> None:
    taken = Var("exp_0", REAL, Place.RIGID)
    assert not prove(le(taken, exp(EPS))).proved
    assert not prove(apply(Op.EQ, taken, exp(EPS))).proved


def test_what_has_no_such_function_is_asked_as_it_is() -> None:
    assert asked_with_facts(lt(EPS, ONE)) is None
