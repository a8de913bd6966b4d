"""[ω-Good-R]: the right run draws alone, some of its samples do, and counters pay for the others."""

from fractions import Fraction
from random import Random

import pytest

from tests.kernel.derivations import (
    LEDGERS,
    Maker,
    add,
    both,
    eps,
    eq,
    explore,
    laplace,
    le,
    lt,
    n,
    number,
    one,
    p,
    refused,
    sub,
    two,
    u,
    w,
    x,
    y,
    z,
)
from tests.kernel.rules.test_ledger_map import some_draw
from tests.kernel.semantics import Violation, check
from twinproof.kernel import rules
from twinproof.kernel.judgment import ALL_ORDERS, Judgment, Ledger
from twinproof.kernel.rules import Theorem
from twinproof.kernel.tails import AT_LEAST, IS_FALSE, IS_TRUE, TAILS
from twinproof.lang.command import Sample, Skip
from twinproof.lang.expr import FALSE, ONE, TRUE, ZERO, Expr, Literal, Op, Var, apply, conjuncts
from twinproof.lang.noise import COIN, GAUSSIAN, UNIFORM
from twinproof.lang.types import INT

k = Var("k", INT, w.place)
ODDS = Literal(Fraction(9, 10))
TOSS = Sample(p, COIN, (ODDS,), FALSE)
LOST = Ledger(((w, eps), (k, apply(Op.LOG, Literal(Fraction(10, 9))))))
DRAW = laplace(y, z)


def test_the_figure() -> None:
    post = both(two(p), le(k, 1))
    made = rules.good_right(TOSS, IS_FALSE, ZERO, ((k, ONE),), post, LOST).judgment
    chance = both(le(0, ODDS), le(ODDS, 1))
    less = apply(Op.EXP, apply(Op.NEG, apply(Op.LOG, Literal(Fraction(10, 9)))))
    enough = le(less, sub(apply(Op.REAL, ONE), sub(ONE, ODDS)))
    assert made.left == Skip()
    assert made.right == TOSS
    assert made.post == post
    assert made.cost == LOST
    assert {*conjuncts(chance), enough} <= set(conjuncts(made.pre))


def test_nine_tenths_are_kept() -> None:
    post = both(two(p), le(k, 1))
    made = rules.good_right(TOSS, IS_FALSE, ZERO, ((k, ONE),), post, LOST)
    known = both(le(k, 0), lt(0, eps))
    assert rules.ledger_conseq(known, post, TRUE, made).judgment.pre == known


@pytest.mark.parametrize(
    ("cost", "price"),
    [
        (LOST, ZERO),
        (LOST, Literal(-1)),
        (Ledger(((w, eps), (k, apply(Op.LOG, Literal(Fraction(100, 91)))))), ONE),
    ],
)
def test_for_less_it_is_refused(cost: Ledger, price: Expr) -> None:
    made = rules.good_right(TOSS, IS_FALSE, ZERO, ((k, price),), two(p), cost)
    with refused("the new precondition must imply the old one"):
        rules.ledger_conseq(lt(0, eps), two(p), TRUE, made)


def test_what_is_bad_and_what_is_not_may_not_be_exchanged() -> None:
    made = rules.good_right(TOSS, IS_FALSE, ZERO, ((k, ONE),), two(p), LOST)
    assert rules.ledger_conseq(lt(0, eps), two(p), TRUE, made)
    other = rules.good_right(TOSS, IS_TRUE, ZERO, ((k, ONE),), two(p), LOST)
    with refused("the new precondition must imply the old one"):
        rules.ledger_conseq(lt(0, eps), two(p), TRUE, other)


def test_what_is_kept_must_do() -> None:
    """P(y ≥ z + n) is at most a half where 1 ≤ n, so log(2) pays for it, and y < z + n is what is left."""
    cost = Ledger(((w, eps), (k, apply(Op.LOG, Literal(2)))))
    known = both(lt(0, eps), le(1, n))
    for post, holds in ((lt(two(y), add(two(z), n)), True), (lt(two(y), add(two(z), sub(n, 1))), False)):
        made = rules.good_right(DRAW, AT_LEAST, n, ((k, ONE),), post, cost)
        if holds:
            assert rules.ledger_conseq(known, post, TRUE, made).judgment.post == post
        else:
            with refused("the new precondition must imply the old one"):
                rules.ledger_conseq(known, post, TRUE, made)


def test_the_noise_is_lawful_and_the_tail_begins_where_the_table_says() -> None:
    for known in (le(1, n), lt(0, eps)):
        made = rules.good_right(DRAW, AT_LEAST, n, ((w, number(9)),), TRUE, LEDGERS)
        with refused("the new precondition must imply the old one"):
            rules.ledger_conseq(known, TRUE, TRUE, made)


def test_it_asks_for_a_row_of_the_table() -> None:
    with refused("there is no tail"):
        rules.good_right(DRAW, IS_TRUE, n, (), TRUE, LEDGERS)
    with refused("there is no tail"):
        rules.good_right(DRAW, "somewhere", n, (), TRUE, LEDGERS)


def test_its_parts() -> None:
    for distance, reason in ((eps, "must be int, not real"), (x, "cannot be used here"), (w, "cannot be used here")):
        with refused(reason):
            rules.good_right(DRAW, AT_LEAST, distance, (), TRUE, LEDGERS)
    for paid, reason in (
        (((u, ONE),), "is not in the ledger"),
        (((w, ONE), (w, Literal(-3))), "a counter is raised once"),
        (((w, eps),), "must be int, not real"),
        (((w, x),), "cannot be used here"),
    ):
        with refused(reason):
            rules.good_right(DRAW, AT_LEAST, n, paid, TRUE, LEDGERS)


def test_no_ledger_of_divergences() -> None:
    ordered = Ledger(((w, eps),), orders=ALL_ORDERS)
    with refused("this holds of the pure ledger"):
        rules.good_right(DRAW, AT_LEAST, n, (), TRUE, ordered)


# ------------------------------------------------------------------------------------------------------- the oracle


def good(maker: Maker) -> Theorem:
    rng = maker.rng
    assert isinstance(maker.cost, Ledger)
    noise, tail = rng.choice([row for row in TAILS if row[0] is not GAUSSIAN])
    paid = ((w, number(rng.randint(0, 3))),) if rng.random() < 0.9 else ()
    distance = maker.pick(ZERO, ONE, Literal(2), n, two(z), sub(two(z), one(z)))
    return rules.good_right(some_draw(maker, noise), tail, distance, paid, maker.assertion(), maker.cost)


def test_random_draws_are_valid() -> None:
    explore("good", 300, good, (LEDGERS,), least=0.1)


def test_the_oracle_would_see_a_loss_that_is_not_paid_for() -> None:
    """Of four values one will not do."""
    draw = Sample(y, UNIFORM, (Literal(4),), ZERO)
    after = both(lt(two(y), 3), le(w, 0))
    with pytest.raises(Violation):
        check(Judgment(Skip(), draw, both(lt(0, eps), eq(w, 0)), after, LEDGERS), Random(1), 50, 2_000)
