"""[ω-Samp-Int]: each left sample of one interval may go with each right sample of another."""

from random import Random

import pytest

from tests.kernel.derivations import (
    LEDGER,
    Maker,
    add,
    both,
    eps,
    eq,
    i,
    laplace,
    le,
    lt,
    n,
    one,
    one_sided,
    refused,
    sub,
    times,
    two,
    w,
    x,
    z,
)
from tests.kernel.semantics import FUZZ, check
from twinproof.kernel import rules
from twinproof.kernel.judgment import ALL_ORDERS, Judgment, Ledger
from twinproof.kernel.rules import Paid, Refused, Theorem
from twinproof.lang.command import Sample
from twinproof.lang.expr import ONE, TRUE, ZERO, Expr, Literal, Op, Var, apply, forall, free_variables, implies
from twinproof.lang.types import INT

COST = Ledger(((w, eps),), both(le(0, one(x)), le(one(x), 1)))
DRAW = laplace(x, z)
PAID: Paid = ((w, Literal(2)),)
POST = both(le(0, two(x)), le(two(x), 1), le(w, 2))


def made(
    low: Expr = ZERO,
    high: Expr = ONE,
    low_right: Expr = ZERO,
    high_right: Expr = ONE,
    margin: Expr = ONE,
    length: Expr = ONE,
    rest: Expr = eps,
    paid: Paid = PAID,
    post: Expr = POST,
    cost: Ledger = COST,
    draw: Sample = DRAW,
) -> Theorem:
    return rules.ledger_interval(draw, draw, low, high, low_right, high_right, margin, length, rest, paid, post, cost)


def test_what_it_asks_for() -> None:
    found = made().judgment
    far = sub(two(z), one(z))
    v, u = Var("v", INT, n.place), Var("u", INT, n.place)
    shrunk = apply(Op.EXP, apply(Op.NEG, times(ONE, eps)))
    drawn = both(le(0, u), le(u, 1), le(add(w, 2), 2))
    there = forall(u, implies(both(le(0, u), le(u, 1)), drawn))
    assert found.pre == both(
        lt(0, eps),
        le(apply(Op.EXP, apply(Op.NEG, eps)), sub(apply(Op.REAL, ONE), shrunk)),
        le(ONE, add(sub(ONE, ZERO), 1)),
        le(0, ONE),
        le(sub(ZERO, ONE), add(ZERO, far)),
        le(add(ONE, far), add(ONE, ONE)),
        le(add(times(ONE, eps), eps), times(Literal(2), eps)),
        forall(v, implies(both(le(0, v), le(v, 1)), both(le(0, v), le(v, 1), there))),
    )
    assert (found.left, found.right, found.post, found.cost) == (DRAW, DRAW, POST, COST)


SHRUNK = apply(Op.EXP, apply(Op.NEG, times(ONE, eps)))
ENOUGH = le(apply(Op.EXP, apply(Op.NEG, eps)), sub(apply(Op.REAL, ONE), SHRUNK))
PRE = both(le(2, eps), le(apply(Op.ABS, sub(one(z), two(z))), 1), eq(w, 0))


def test_an_instance_holds() -> None:
    """e^(−eps) + e^(−eps) ≤ 1 for eps of 1 and more: asked for beside, as the solver knows little of e."""
    theorem = rules.ledger_conseq(both(PRE, ENOUGH), POST, COST.keep, made())
    assert check(theorem, Random(0), 20, 600) > 0


@pytest.mark.parametrize(
    "change",
    [
        {"margin": ZERO},  # the intervals are apart by more
        {"length": Literal(3)},  # the right interval is shorter
        {"margin": Literal(-1)},
        {"paid": ((w, ONE),)},  # the margin and the rest cost two
        {"rest": ZERO},
        {"high": ZERO},  # some kept samples are outside
        {"low": ONE},
        {"high_right": Literal(2)},  # the right sample may be 2 then
        {"low_right": Literal(-1)},
    ],
)
def test_what_is_missing_is_not_proved(change: dict[str, Expr]) -> None:
    with refused("the new precondition must imply the old one"):
        rules.ledger_conseq(both(PRE, ENOUGH), POST, COST.keep, made(**change))  # type: ignore[arg-type]


def test_its_parts_are_of_the_right_kind() -> None:
    with refused("laplace noise"):
        made(draw=one_sided(x, z))
    with refused("must be int, not real"):
        made(margin=eps)
    with refused("x cannot be used here"):
        made(low=x)
    with refused("x cannot be used here"):
        made(rest=apply(Op.REAL, x))
    with refused("is not in the ledger"):
        made(paid=((Var("u", INT, LEDGER), ONE),))
    with refused("this holds of the pure ledger"):
        made(cost=Ledger(((w, eps),), TRUE, ALL_ORDERS))


def test_bound_names_are_new() -> None:
    """A price or an end that is called v is not caught by the v of the rule."""
    v = Var("v", INT, n.place)
    found = made(paid=((w, v),), high=v).judgment
    assert isinstance(found, Judgment)
    assert v in free_variables(found.pre)


@pytest.mark.parametrize("seed", range(6 * FUZZ))
def test_random_instances_hold(seed: int) -> None:
    rng = Random(f"interval {seed}")
    seen = 0
    for _ in range(40):
        maker = Maker(rng, Ledger(((w, eps),)))
        small = (ZERO, ONE, Literal(-1), Literal(2), n, i)
        low, right = maker.pick(*small), maker.pick(*small)
        high, end = add(low, rng.choice((0, 1, 2))), add(right, rng.choice((0, 1, 2)))
        keep = both(le(low, one(x)), le(one(x), high)) if rng.random() < 0.8 else maker.keep()
        cost = Ledger(((w, eps),), keep)
        margin, length = maker.pick(ZERO, ONE, Literal(2)), maker.pick(ONE, Literal(2), Literal(3))
        rest = maker.pick(eps, times(Literal(2), eps), apply(Op.REAL, ONE))
        paid = ((w, maker.pick(ZERO, ONE, Literal(2), Literal(3), Literal(4))),)
        left, other = laplace(x, maker.pick(z, ZERO, x)), laplace(x, maker.pick(z, ZERO, x, add(z, 1)))
        post = both(le(w, 4), maker.atom()) if rng.random() < 0.7 else both(le(right, two(x)), le(two(x), end))
        try:
            theorem = rules.ledger_interval(left, other, low, high, right, end, margin, length, rest, paid, post, cost)
            seen += check(theorem, rng, 3, 200)
        except Refused:
            continue
    assert seen > 0
