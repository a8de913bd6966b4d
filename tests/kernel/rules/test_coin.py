"""[ω-Coin-L] and [ω-Coin-R']: one run tosses a coin alone, and what that costs is paid in expectation."""

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest

from tests.kernel.derivations import (
    LEDGER,
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
    number,
    one,
    p,
    q,
    refused,
    sub,
    times,
    two,
    u,
    w,
    x,
)
from tests.kernel.semantics import Violation, check
from twinproof.kernel import rules
from twinproof.kernel.judgment import Judgment, Ledger
from twinproof.kernel.rules import Paid, Theorem
from twinproof.lang.command import Sample, Skip
from twinproof.lang.expr import FALSE, ONE, TRUE, ZERO, Expr, Literal, Op, Place, Var, apply, implies, negate
from twinproof.lang.noise import COIN
from twinproof.lang.types import INT, REAL

Rule = Callable[[Sample, Paid, Paid, Expr, Ledger], Theorem]
CHANCE = Var("chance", REAL, Place.RIGID)
k = Var("k", INT, LEDGER)
BOTH = (rules.coin_left, rules.coin_right)
both_rules = pytest.mark.parametrize("rule", BOTH, ids=["left", "right"])


def toss(chance: Expr | Fraction = CHANCE) -> Sample:
    return Sample(p, COIN, (Literal(chance) if isinstance(chance, Fraction) else chance,), FALSE)


def exp(e: Expr) -> Expr:
    return apply(Op.EXP, e)


def kappa(chance: Expr, amount: Expr) -> Expr:
    """log(1 + q·(e^a − 1))."""
    return apply(Op.LOG, add(ONE, times(chance, sub(exp(amount), ONE))))


POSITIVE = both(lt(0, eps), le(0, CHANCE), le(CHANCE, 1))
AMPLIFIED = Ledger(((w, eps), (k, kappa(CHANCE, eps))))


def test_the_figure_on_the_left() -> None:
    post = both(implies(one(p), le(w, 1)), le(k, 1))
    made = rules.coin_left(toss(), ((k, ONE),), ((k, ONE), (w, Literal(-1))), post, AMPLIFIED).judgment
    rate = kappa(CHANCE, eps)
    spent = add(
        times(sub(ONE, CHANCE), exp(apply(Op.NEG, rate))),
        times(CHANCE, exp(apply(Op.NEG, add(rate, times(Literal(-1), eps))))),
    )
    enough = le(spent, apply(Op.REAL, ONE))
    tails = both(apply(Op.IMPLIES, FALSE, le(w, 1)), le(add(k, 1), 1))
    heads = both(apply(Op.IMPLIES, TRUE, le(add(w, Literal(-1)), 1)), le(add(k, 1), 1))
    chance = both(le(0, CHANCE), le(CHANCE, 1))
    assert made == Judgment(toss(), Skip(), both(chance, enough, tails, heads), post, AMPLIFIED)


def test_the_figure_on_the_right() -> None:
    post = eq(two(p), two(q))
    made = rules.coin_right(toss(), ((w, ONE),), (), post, LEDGERS).judgment
    won = add(times(sub(ONE, CHANCE), exp(eps)), times(CHANCE, exp(ZERO)))
    enough = le(apply(Op.REAL, ONE), won)
    results = both(eq(FALSE, two(q)), eq(TRUE, two(q)))
    assert made == Judgment(Skip(), toss(), both(le(0, CHANCE), le(CHANCE, 1), enough, results), post, LEDGERS)


@both_rules
@pytest.mark.parametrize("chance", [CHANCE, Literal(Fraction(1, 2)), Literal(Fraction(1, 10))])
def test_subsampling_amplifies(rule: Rule, chance: Expr) -> None:
    cost = Ledger(((w, eps), (k, kappa(chance, eps))))
    made = rule(toss(chance), ((k, ONE),), ((k, ONE), (w, Literal(-1))), TRUE, cost)
    assert rules.ledger_conseq(POSITIVE, TRUE, TRUE, made).judgment.pre == POSITIVE


@both_rules
def test_no_more_is_given_back(rule: Rule) -> None:
    cheap = Ledger(((w, eps), (k, kappa(times(Literal(Fraction(99, 100)), CHANCE), eps))))
    for cost, back in ((AMPLIFIED, -2), (cheap, -1)):
        made = rule(toss(), ((k, ONE),), ((k, ONE), (w, Literal(back))), TRUE, cost)
        with refused("the new precondition must imply the old one"):
            rules.ledger_conseq(POSITIVE, TRUE, TRUE, made)
    unpaid = rule(toss(), (), ((k, ONE), (w, Literal(-1))), TRUE, AMPLIFIED)
    with refused("the new precondition must imply the old one"):
        rules.ledger_conseq(POSITIVE, TRUE, TRUE, unpaid)


@both_rules
def test_both_results_must_do(rule: Rule) -> None:
    for wanted in (p, negate(p)):
        post = one(wanted) if rule is rules.coin_left else two(wanted)
        made = rule(toss(), (), (), post, LEDGERS)
        with refused("the new precondition must imply the old one"):
            rules.ledger_conseq(POSITIVE, post, TRUE, made)


@both_rules
def test_the_chance_is_one(rule: Rule) -> None:
    for known in (le(0, CHANCE), le(CHANCE, 1)):
        made = rule(toss(), (), (), TRUE, LEDGERS)
        with refused("the new precondition must imply the old one"):
            rules.ledger_conseq(both(lt(0, eps), known), TRUE, TRUE, made)


@both_rules
def test_it_is_a_coin(rule: Rule) -> None:
    with refused("both samplings must draw coin noise"):
        rule(laplace(x), (), (), TRUE, LEDGERS)


@both_rules
def test_the_counters(rule: Rule) -> None:
    for paid, reason in (
        (((u, ONE),), "is not in the ledger"),
        (((w, ONE), (w, Literal(-3))), "a counter is raised once"),
        (((w, eps),), "must be int, not real"),
        (((w, x),), "cannot be used here"),
    ):
        for tails, heads in ((paid, ()), ((), paid)):
            with refused(reason):
                rule(toss(), tails, heads, TRUE, LEDGERS)


# ------------------------------------------------------------------------------------------------------- the oracle


def tossed(maker: Maker) -> Theorem:
    rng = maker.rng
    assert isinstance(maker.cost, Ledger)
    chance = maker.pick(*(Literal(Fraction(*c)) for c in ((1, 2), (1, 4), (0, 1), (1, 1), (3, 4))), Var("rate", REAL))

    def price() -> Paid:
        return ((w, number(rng.randint(-2, 2))),) if rng.random() < 0.8 else ()

    return rng.choice(BOTH)(toss(chance), price(), price(), maker.assertion(), maker.cost)


def test_random_coins() -> None:
    explore("coin", 300, tossed, (LEDGERS,), least=0.2)


@both_rules
def test_the_oracle_would_see_a_coin_that_is_not_paid_for(rule: Rule) -> None:
    """An even coin whose heads give back a step and whose tails cost nothing."""
    target = one(p) if rule is rules.coin_left else two(p)
    after = both(implies(target, le(w, -1)), implies(negate(target), le(w, 0)))
    left, right = (toss(Fraction(1, 2)), Skip()) if rule is rules.coin_left else (Skip(), toss(Fraction(1, 2)))
    with pytest.raises(Violation):
        check(Judgment(left, right, both(lt(0, eps), eq(w, 0)), after, LEDGERS), Random(1), 50, 2_000)
