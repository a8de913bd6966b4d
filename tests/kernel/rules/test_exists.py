"""[Exists] and its ledger form: what exists gets a name, a value of the initial memories say."""

from random import Random

import pytest

from tests.kernel.derivations import (
    FREE,
    LEDGERS,
    Maker,
    add,
    both,
    eps,
    eq,
    explore,
    i,
    le,
    n,
    one,
    refused,
    sub,
    two,
    w,
    x,
    y,
)
from twinproof.kernel import rules
from twinproof.kernel.judgment import Budget, Cost, Judgment, Ledger
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Assign, Command, If, Skip, While
from twinproof.lang.expr import TRUE, ZERO, Expr, Literal, Op, Var, apply, exists, forall, substitute
from twinproof.lang.types import REAL
from twinproof.tactics.paper_rules import naming

SAME = eq(one(x), two(x))


def test_the_name_goes_away() -> None:
    fact = le(i, sub(one(x), two(x)))
    for cost in (FREE, LEDGERS):
        premise = Maker(Random(0)).weaken(both(SAME, fact), rules.skip(SAME, cost))
        made = rules.exists(i, fact, SAME, premise).judgment
        assert made == Judgment(Skip(), Skip(), both(SAME, exists(i, fact)), SAME, cost)


def test_a_value_gets_a_name() -> None:
    value = sub(one(x), two(x))
    for cost in (FREE, LEDGERS):
        premise = Maker(Random(0)).weaken(both(SAME, eq(i, value)), rules.skip(SAME, cost))
        assert naming(i, value, SAME, premise).judgment == Judgment(Skip(), Skip(), SAME, SAME, cost)


def test_the_premise_says_what_the_name_stands_for() -> None:
    premise = rules.conseq(both(SAME, eq(i, one(x))), SAME, FREE, rules.skip(SAME, FREE))
    for fact in (eq(i, two(x)), TRUE):
        with refused("the precondition of the premise is"):
            rules.exists(i, fact, SAME, premise)
    with refused("the precondition of the premise is"):
        rules.exists(i, eq(i, one(x)), TRUE, premise)


@pytest.mark.parametrize(
    ("pre", "value", "post", "left", "right", "cost"),
    [
        (le(0, i), one(y), SAME, Skip(), Skip(), FREE),
        (TRUE, one(y), le(i, 2), Skip(), Skip(), FREE),
        (TRUE, one(y), SAME, Assign(x, i), Skip(), FREE),
        (TRUE, one(y), SAME, Skip(), While(le(x, i), Skip()), FREE),
        (TRUE, one(y), SAME, Skip(), If(le(x, i), Skip(), Skip()), FREE),
        (TRUE, one(y), SAME, Skip(), Skip(), Budget(i)),
        (TRUE, one(y), SAME, Skip(), Skip(), Budget(ZERO, i)),
        (TRUE, one(y), SAME, Skip(), Skip(), Ledger(((w, i),))),
        (TRUE, one(y), SAME, Skip(), Skip(), Ledger(((w, eps),), le(one(x), i))),
    ],
)
def test_the_name_is_new(pre: Expr, value: Expr, post: Expr, left: Command, right: Command, cost: Cost) -> None:
    impossible = both(pre, le(1, 0))
    premise = Maker(Random(0)).weaken(both(impossible, eq(i, value)), rules.exfalso(left, right, post, cost))
    with refused("i must be new"):
        rules.exists(i, eq(i, value), impossible, premise)


def test_the_name_is_rigid() -> None:
    for var in (one(y), two(y)):
        assert isinstance(var, Var)
        premise = rules.conseq(eq(var, 0), TRUE, FREE, rules.skip(TRUE, FREE))
        with refused("y must be a rigid variable"):
            rules.exists(var, eq(var, 0), TRUE, premise)
    premise = rules.ledger_conseq(eq(w, 0), TRUE, TRUE, rules.skip(TRUE, LEDGERS))
    with refused("w must be a rigid variable"):
        rules.exists(w, eq(w, 0), TRUE, premise)


def test_what_does_not_exist_gets_no_name() -> None:
    """i = eps/2 has no solution among the integers: the premise may be true of nothing."""
    half = apply(Op.QUOTIENT, eps, Literal(2))
    premise = rules.conseq(eq(i, half), TRUE, FREE, rules.skip(TRUE, FREE))
    assert rules.exists(i, eq(i, half), TRUE, premise).judgment.pre == exists(i, eq(i, half))
    with refused("the new precondition must imply the old one"):
        naming(i, half, TRUE, premise)
    with refused("the new precondition must imply the old one"):
        naming(i, add(i, 1), TRUE, rules.conseq(eq(i, add(i, 1)), TRUE, FREE, rules.skip(TRUE, FREE)))
    real = Var("i", REAL, i.place)
    naming(real, half, TRUE, rules.conseq(eq(real, half), TRUE, FREE, rules.skip(TRUE, FREE)))


def test_a_fact_is_a_condition() -> None:
    with refused("the precondition of the premise is"):
        rules.exists(i, ZERO, TRUE, rules.skip(TRUE, FREE))


def test_a_bound_variable_of_the_same_name_is_another() -> None:
    post = forall(i, le(i, i))
    premise = rules.conseq(both(post, eq(i, one(y))), post, FREE, rules.skip(post, FREE))
    assert rules.exists(i, eq(i, one(y)), post, premise).judgment.pre == both(post, exists(i, eq(i, one(y))))


def test_names_are_valid() -> None:
    def make(m: Maker) -> Theorem:
        theorem = m.derive(1, substitute(m.assertion(), {i: n}))
        j = theorem.judgment
        values = [one(x), two(y), sub(two(x), one(x)), ZERO, n]
        value = m.pick(*values, w) if m.ledger else m.pick(*values)
        pre = substitute(j.pre, {i: value})
        fact = m.pick(eq(i, value), both(le(i, value), eq(i, value)), both(j.pre, le(value, i)))
        return rules.exists(i, fact, pre, m.weaken(both(pre, fact), theorem))

    explore("exists", 80, make)
