"""[Inst] and its ledger form: a rigid variable gets a value."""

import pytest

from tests.kernel.derivations import (
    FREE,
    LEDGERS,
    RIGID,
    Maker,
    add,
    both,
    eps,
    eq,
    explore,
    i,
    laplace,
    le,
    n,
    one,
    refused,
    times,
    two,
    w,
    x,
    y,
)
from twinproof.kernel import rules
from twinproof.kernel.judgment import Budget, Judgment, Ledger
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Assign, Command, If, Skip, While, sequence
from twinproof.lang.expr import ONE, TRUE, ZERO, Expr, Literal, Op, Var, apply, forall
from twinproof.lang.types import BOOL, INT, REAL

VALUE = add(n, 1)


def program(rigid: Expr) -> Command:
    """The rigid variable wherever a program can hold one."""
    inner = sequence(Assign(x, rigid), laplace(x, rigid, times(eps, rigid)))
    return sequence(If(le(x, rigid), inner, Assign(y, rigid)), While(le(y, rigid), Assign(y, add(y, rigid))), Skip())


def assertion(rigid: Expr) -> Expr:
    return both(eq(one(x), rigid), le(rigid, two(x)))


def test_every_place_is_reached() -> None:
    premise = rules.exfalso(program(i), program(add(i, 1)), assertion(i), Budget(times(i, eps), i))
    premise = rules.conseq(both(assertion(i), le(1, 0)), assertion(i), Budget(times(i, eps), i), premise)
    made = rules.instantiate(i, VALUE, premise).judgment
    pre = both(assertion(VALUE), le(1, 0))
    wanted = Budget(times(VALUE, eps), VALUE)
    assert made == Judgment(program(VALUE), program(add(VALUE, 1)), pre, assertion(VALUE), wanted)


def test_every_place_of_a_ledger_is_reached() -> None:
    def cost(rigid: Expr) -> Ledger:
        return Ledger(((w, times(rigid, eps)),), le(one(x), rigid))

    made = rules.instantiate(i, VALUE, rules.exfalso(Skip(), Skip(), le(w, i), cost(i))).judgment
    assert made.cost == cost(VALUE)
    assert made.post == le(w, VALUE)


def test_a_bound_variable_stays_and_does_not_capture() -> None:
    post = both(forall(i, le(i, i)), forall(n, le(i, n)))
    made = rules.instantiate(i, n, rules.skip(post, FREE)).judgment
    other = Var("n_2", INT, RIGID)
    assert made.post == both(forall(i, le(i, i)), forall(other, le(n, other)))


def test_another_type_or_place_is_another_variable() -> None:
    other = eq(Var("i", REAL, RIGID), 0)
    post = both(other, eq(one(Var("i", INT)), 0))
    assert rules.instantiate(i, ONE, rules.skip(post, FREE)).judgment.post == post


@pytest.mark.parametrize(
    ("var", "value"),
    [
        (one(x), ZERO),
        (two(x), ZERO),
        (x, ZERO),
        (w, ZERO),
        (i, one(x)),
        (i, two(x)),
        (i, x),
        (i, w),
        (i, add(n, one(x))),
        (i, Literal(True)),
        (i, eps),
        (i, apply(Op.QUOTIENT, i, Literal(2))),
        (eps, ONE),
        (Var("b", BOOL, RIGID), ONE),
    ],
)
def test_what_must_be_refused(var: Var, value: Expr) -> None:
    with refused("a rigid variable is replaced by an expression of its type over rigid variables"):
        rules.instantiate(var, value, rules.skip(TRUE, LEDGERS))


def test_instances_are_valid() -> None:
    def make(m: Maker) -> Theorem:
        theorem = m.derive(1)
        var = m.rng.choice((i, n))
        return rules.instantiate(var, m.pick(ZERO, ONE, n, add(i, n), Literal(-1)), theorem)

    explore("inst", 120, make)


def test_instances_of_rates_are_valid() -> None:
    def make(m: Maker) -> Theorem:
        return rules.instantiate(eps, m.pick(apply(Op.REAL, ONE), times(Literal(2), eps)), m.derive(1))

    explore("inst of rates", 60, make)
