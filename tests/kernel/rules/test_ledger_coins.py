"""[ω-Coins]: two programs of coins, of each of which one truth value is used, coupled by what comes out."""

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
from twinproof.kernel.judgment import ALL_ORDERS, Judgment, Ledger
from twinproof.kernel.rules import Paid, Theorem
from twinproof.lang.command import Assign, Command, If, Sample, Skip, While, sequence
from twinproof.lang.expr import (
    FALSE,
    ONE,
    TRUE,
    Expr,
    Literal,
    Op,
    Place,
    Var,
    apply,
    implies,
    negate,
)
from twinproof.lang.noise import COIN
from twinproof.lang.types import BOOL, INT, REAL

v = Var("v", BOOL, Place.RIGID)
k = Var("k", INT, LEDGER)
heads = Var("heads", BOOL)
CHANCE = Var("chance", REAL, Place.RIGID)
LOG3 = apply(Op.LOG, Literal(Fraction(3)))
ODDS = Ledger(((w, eps), (k, LOG3)))
START = both(lt(0, eps), eq(w, 0), eq(k, 0))


def toss(target: Var, chance: Expr | Fraction) -> Sample:
    return Sample(target, COIN, (Literal(chance) if isinstance(chance, Fraction) else chance,), FALSE)


def flip(same: Expr) -> Expr:
    return apply(Op.ITE, same, v, negate(v))


WARNER = sequence(toss(heads, Fraction(1, 2)), If(heads, Assign(p, q), toss(p, Fraction(1, 2))))
SAME = eq(one(q), two(q))
ODDLY: Paid = ((k, apply(Op.ITE, SAME, number(0), ONE)),)
TOLD = both(eq(one(p), two(p)), le(k, 1))


def test_the_figure() -> None:
    post = implies(one(p), both(two(p), le(w, 1)))
    keep = one(p)
    image, paid = negate(v), ((w, ONE),)
    coin, other = toss(p, CHANCE), toss(p, Fraction(1, 4))
    cost = Ledger(((w, eps),), keep)
    made = rules.ledger_coins(coin, other, p, p, image, v, paid, post, cost).judgment

    def mass(chance: Expr, side: bool) -> Expr:
        values = [Literal(Fraction(int(b == side))) for b in (True, False)]
        results = (apply(Op.ITE, b, *values) for b in (FALSE, TRUE))
        tails, up = results
        return add(times(sub(ONE, chance), tails), times(chance, up))

    quarter = Literal(Fraction(1, 4))
    fair = both(le(0, CHANCE), le(CHANCE, 1), le(0, quarter), le(quarter, 1))
    apart = implies(both(FALSE, TRUE), negate(eq(apply(Op.NOT, FALSE), apply(Op.NOT, TRUE))))
    each = []
    for side in (FALSE, TRUE):
        there = apply(Op.NOT, side)
        likely = apply(Op.ITE, there, mass(quarter, True), mass(quarter, False))
        enough = le(mass(CHANCE, side == TRUE), times(apply(Op.EXP, eps), likely))
        after = apply(Op.IMPLIES, side, both(there, le(add(w, ONE), 1)))
        each.append(implies(side, both(enough, after)))
    assert made.left == coin
    assert made.right == other
    assert made.post == post
    assert made.cost == cost
    assert made.pre == both(fair, apart, *each)


@pytest.mark.parametrize("chance", [Fraction(3, 4), Fraction(1, 4)])
def test_a_response_by_one_coin(chance: Fraction) -> None:
    """heads = answer: the sides are exchanged where the answers differ, at the price of the odds."""
    made = rules.ledger_coins(toss(p, chance), toss(p, chance), p, p, flip(SAME), v, ODDLY, TRUE, ODDS)
    assert rules.ledger_conseq(START, TRUE, TRUE, made).judgment.pre == START


def test_the_likelier_side_gives_back() -> None:
    back = apply(Op.ITE, SAME, number(0), apply(Op.ITE, v, ONE, Literal(-1)))
    coin = toss(p, Fraction(3, 4))
    made = rules.ledger_coins(coin, coin, p, p, flip(SAME), v, ((k, back),), TRUE, ODDS)
    rules.ledger_conseq(START, TRUE, TRUE, made)
    other = apply(Op.ITE, SAME, number(0), apply(Op.ITE, v, Literal(-1), ONE))
    wrong = rules.ledger_coins(coin, coin, p, p, flip(SAME), v, ((k, other),), TRUE, ODDS)
    with refused("the new precondition must imply the old one"):
        rules.ledger_conseq(START, TRUE, TRUE, wrong)


def test_two_coins() -> None:
    """The truth, or another coin: three to one, whatever the answers are."""
    made = rules.ledger_coins(WARNER, WARNER, p, p, v, v, ODDLY, TOLD, ODDS)
    assert rules.ledger_conseq(START, TOLD, TRUE, made).judgment.left == WARNER


@pytest.mark.parametrize("first", [Fraction(3, 5), Fraction(1)])
def test_a_truer_first_coin_costs_more(first: Fraction) -> None:
    program = sequence(toss(heads, first), If(heads, Assign(p, q), toss(p, Fraction(1, 2))))
    made = rules.ledger_coins(program, program, p, p, v, v, ODDLY, TOLD, ODDS)
    with refused("the new precondition must imply the old one"):
        rules.ledger_conseq(START, TOLD, TRUE, made)


def test_nothing_else_that_the_coins_decide() -> None:
    for about in (one(heads), two(heads)):
        post = both(TOLD, implies(about, about))
        with refused("speaks of something else that the coins decide"):
            rules.ledger_coins(WARNER, WARNER, p, p, v, v, ODDLY, post, ODDS)
    kept = Ledger(ODDS.counters, implies(one(heads), one(heads)))
    with refused("speaks of something else that the coins decide"):
        rules.ledger_coins(WARNER, WARNER, p, p, v, v, ODDLY, TOLD, kept)
    with refused("speaks of something else that the coins decide"):  # … nor of what is drawn, where another one is told
        rules.ledger_coins(WARNER, WARNER, heads, heads, v, v, ODDLY, TOLD, ODDS)


def test_one_side_for_each() -> None:
    """Both sides of the left coin cannot belong to heads of the right one, unless one of them is not kept."""
    coin = toss(p, Fraction(1, 2))
    free: Paid = ()
    made = rules.ledger_coins(coin, coin, p, p, TRUE, v, free, two(p), LEDGERS)
    with refused("the new precondition must imply the old one"):
        rules.ledger_conseq(lt(0, eps), two(p), TRUE, made)
    kept = Ledger(LEDGERS.counters, one(p))
    pruned = rules.ledger_coins(coin, coin, p, p, TRUE, v, free, two(p), kept)
    assert rules.ledger_conseq(lt(0, eps), two(p), one(p), pruned).judgment.post == two(p)


def test_the_chance_is_one() -> None:
    for known in (le(0, CHANCE), le(CHANCE, 1)):
        made = rules.ledger_coins(toss(p, CHANCE), toss(p, CHANCE), p, p, v, v, (), TRUE, LEDGERS)
        rules.ledger_conseq(both(lt(0, eps), le(0, CHANCE), le(CHANCE, 1)), TRUE, TRUE, made)
        with refused("the new precondition must imply the old one"):
            rules.ledger_conseq(both(lt(0, eps), known), TRUE, TRUE, made)


def test_a_chance_in_a_branch_is_one_too() -> None:
    program = If(q, toss(p, CHANCE), Assign(p, FALSE))
    made = rules.ledger_coins(
        program, Assign(p, FALSE), p, p, FALSE, v, (), TRUE, Ledger(LEDGERS.counters, negate(one(p)))
    )
    known = both(lt(0, eps), implies(one(q), both(le(0, CHANCE), le(CHANCE, 1))))
    rules.ledger_conseq(known, TRUE, negate(one(p)), made)
    with refused("the new precondition must imply the old one"):
        rules.ledger_conseq(lt(0, eps), TRUE, negate(one(p)), made)


@pytest.mark.parametrize("program", [laplace(x), While(p, Skip()), sequence(toss(p, Fraction(1, 2)), laplace(x))])
def test_only_coins(program: Command) -> None:
    for left, right in ((program, toss(p, Fraction(1, 2))), (toss(p, Fraction(1, 2)), program)):
        with refused("a program of coins tosses coins, assigns and branches"):
            rules.ledger_coins(left, right, p, p, v, v, (), TRUE, LEDGERS)


def test_what_is_told() -> None:
    coin = toss(p, Fraction(1, 2))
    for ours, theirs in ((x, p), (p, x), (one(p), p), (p, two(p))):
        assert isinstance(ours, Var)
        assert isinstance(theirs, Var)
        with refused("must be a truth value of the program"):
            rules.ledger_coins(coin, coin, ours, theirs, v, v, (), TRUE, LEDGERS)
    for name in (p, Var("v", INT, Place.RIGID)):
        with refused("must be a rigid truth value"):
            rules.ledger_coins(coin, coin, p, p, TRUE, name, (), TRUE, LEDGERS)
    for part in (v, implies(v, v)):
        with refused("must be new, and is used already"):
            rules.ledger_coins(coin, coin, p, p, v, v, (), part, LEDGERS)
    for left, right in ((Assign(p, v), coin), (coin, Assign(p, v))):
        with refused("must be new, and is used already"):
            rules.ledger_coins(left, right, p, p, v, v, (), TRUE, LEDGERS)
    with refused("must be new, and is used already"):
        rules.ledger_coins(coin, coin, p, p, v, v, (), TRUE, Ledger(LEDGERS.counters, v))
    with refused("must be bool, not int"):
        rules.ledger_coins(coin, coin, p, p, ONE, v, (), TRUE, LEDGERS)
    with refused("cannot be used here"):
        rules.ledger_coins(coin, coin, p, p, p, v, (), TRUE, LEDGERS)


def test_the_counters() -> None:
    coin = toss(p, Fraction(1, 2))
    for paid, reason in (
        (((u, ONE),), "is not in the ledger"),
        (((w, ONE), (w, Literal(-3))), "a counter is raised once"),
        (((w, eps),), "must be int, not real"),
        (((w, x),), "cannot be used here"),
    ):
        with refused(reason):
            rules.ledger_coins(coin, coin, p, p, v, v, paid, TRUE, LEDGERS)
    with refused("this holds of the pure ledger"):
        rules.ledger_coins(coin, coin, p, p, v, v, (), TRUE, Ledger(LEDGERS.counters, orders=ALL_ORDERS))


# ------------------------------------------------------------------------------------------------------- the oracle


def tossed(maker: Maker) -> Theorem:
    rng = maker.rng
    assert isinstance(maker.cost, Ledger)

    def chance() -> Expr:
        return Literal(Fraction(*rng.choice([(1, 2), (1, 4), (0, 1), (1, 1), (3, 4)])))

    def program() -> Command:
        coin = Sample(p, COIN, (chance(),), FALSE)
        again = Sample(p, COIN, (chance(),), FALSE)
        first = Sample(heads, COIN, (chance(),), FALSE)
        other = Assign(p, rng.choice([q, negate(q), heads, TRUE])) if rng.random() < 0.5 else again
        branches = sequence(first, If(rng.choice([heads, q]), other, again))
        return rng.choice([coin, branches, sequence(coin, Assign(p, eq(p, q)))])

    moved = rng.choice([v, negate(v), flip(SAME), TRUE, eq(one(q), v)])
    price = rng.choice([number(rng.randint(-1, 2)), apply(Op.ITE, rng.choice([v, SAME]), ONE, number(0))])
    return rules.ledger_coins(program(), program(), p, p, moved, v, ((w, price),), maker.assertion(), maker.cost)


def test_random_coins_are_valid() -> None:
    explore("coins", 300, tossed, (LEDGERS,), least=0.2)


def test_the_oracle_would_see_coins_that_are_not_paid_for() -> None:
    """Two coins about bits that differ, at no price."""
    pre = both(lt(0, eps), eq(w, 0), one(q), negate(two(q)))
    post = both(eq(one(p), two(p)), le(w, 0))
    with pytest.raises(Violation):
        check(Judgment(WARNER, WARNER, pre, post, LEDGERS), Random(1), 50, 4_000)
