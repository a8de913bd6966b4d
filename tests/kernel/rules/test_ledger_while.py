"""[ω-While]: both loops in step; neither need end."""

import contextlib
from random import Random

from tests.kernel.derivations import (
    FREE,
    LEDGERS,
    Maker,
    add,
    both,
    eps,
    eq,
    i,
    laplace,
    le,
    lt,
    one,
    p,
    refused,
    sub,
    two,
    v,
    w,
    x,
    y,
    z,
)
from tests.kernel.semantics import FUZZ, check
from twinproof.kernel import rules
from twinproof.kernel.judgment import Budget, Judgment, Ledger
from twinproof.kernel.rules import Refused, Theorem
from twinproof.lang.command import Assign, Skip, While
from twinproof.lang.expr import FALSE, ONE, TRUE, ZERO, Expr, Op, apply, implies, negate

B1, B2 = lt(0, x), lt(0, y)
COUNT = Assign(x, sub(x, 1))
DEAD = le(1, 0)
TOGETHER = eq(one(B1), two(B2))
PRUNED = rules.exfalso(COUNT, Skip(), FALSE, FREE)


def dead(pre: Expr | None = None, post: Expr | None = None, keep: Expr = TRUE) -> Theorem:
    """A body that cannot be entered."""
    cost = Ledger(LEDGERS.counters, keep)
    post = both(DEAD, TOGETHER) if post is None else post
    made = rules.exfalso(COUNT, COUNT, post, cost)
    return rules.ledger_conseq(both(DEAD, one(B1), two(B2)) if pre is None else both(DEAD, pre), post, keep, made)


def test_in_step() -> None:
    made = rules.ledger_while(B1, B2, DEAD, dead(), PRUNED).judgment
    post = both(DEAD, negate(one(B1)), negate(two(B2)))
    assert made == Judgment(While(B1, COUNT), While(B2, COUNT), both(DEAD, TOGETHER), post, LEDGERS)


def test_a_loop_that_may_never_end() -> None:
    inv = both(eq(one(p), two(p)), le(w, 0))
    body = rules.ledger_conseq(both(inv, one(p), two(p)), both(inv, eq(one(p), two(p))), TRUE, rules.skip(inv, LEDGERS))
    made = rules.ledger_while(p, p, inv, body, rules.exfalso(Skip(), Skip(), FALSE, FREE)).judgment
    assert made.left == made.right == While(p, Skip())


def test_the_body_is_as_in_the_figure() -> None:
    for pre in (one(B1), two(B2), both(one(B1), two(B1))):
        with refused("the precondition of the body is"):
            rules.ledger_while(B1, B2, DEAD, dead(pre), PRUNED)
    for post in (DEAD, TOGETHER, both(DEAD, eq(one(B1), two(B1)))):
        with refused("the postcondition of the body is"):
            rules.ledger_while(B1, B2, DEAD, dead(None, post), PRUNED)
    with refused("the premise must be a ledger judgment"):
        rules.ledger_while(B1, B2, DEAD, rules.exfalso(COUNT, COUNT, both(DEAD, TOGETHER), FREE), PRUNED)


def test_what_is_pruned_stays_pruned() -> None:
    keep = le(0, one(x))
    gone = lt(one(x), 0)
    body = dead(keep=keep)
    unary = rules.conseq(both(gone, one(B1)), gone, FREE, rules.assign_left(x, sub(x, 1), gone, FREE))
    rules.ledger_while(B1, B2, DEAD, body, unary)
    with refused("the program of the unary premise is"):
        other = rules.conseq(both(gone, one(B1)), gone, FREE, rules.skip(gone, FREE))
        rules.ledger_while(B1, B2, DEAD, body, other)
    with refused("the right program of the unary premise is"):
        rules.ledger_while(B1, B2, DEAD, body, rules.exfalso(COUNT, COUNT, gone, FREE))
    with refused("the budget of the unary premise is"):
        rules.ledger_while(B1, B2, DEAD, body, rules.conseq(both(gone, one(B1)), gone, Budget(ZERO, ONE), unary))
    with refused("the precondition of the unary premise is"):
        rules.ledger_while(B1, B2, DEAD, body, rules.conseq(both(gone, one(B1), one(p)), gone, FREE, unary))
    with refused("the postcondition of the unary premise is"):
        rules.ledger_while(B1, B2, DEAD, body, rules.conseq(both(gone, one(B1)), TRUE, FREE, unary))


def ledger_of(m: Maker) -> Ledger:
    assert isinstance(m.cost, Ledger)
    return m.cost


def test_loops_are_valid() -> None:
    """Loops that draw, count and stop at random, with invariants about the ledger."""

    def make(m: Maker) -> Theorem:
        condition = m.pick(lt(0, y), p, both(p, lt(0, y)))
        draw = laplace(x, m.pick(x, ZERO, z))
        budget = m.pick(le(w, 1), le(add(w, one(y)), 2), le(w, sub(add(ONE, 1), one(y))), le(w, 0))
        public = both(eq(one(y), two(y)), eq(one(p), two(p)), eq(one(z), two(z)), le(0, one(y)))
        inv = both(public, m.pick(TRUE, eq(one(x), two(x)), implies(eq(one(x), i), eq(two(x), i))), budget, lt(0, eps))
        goal = both(inv, eq(one(condition), two(condition)))
        shift = m.pick(ZERO, ZERO, ONE, sub(two(draw.centre), one(draw.centre)), apply_ite(m))
        made = rules.ledger_sample(draw, draw, shift, v, w, goal, ledger_of(m))
        step = m.rng.choice((Assign(y, sub(y, 1)), Assign(p, lt(x, 0)), Assign(p, lt(1, y)), Assign(y, sub(y, 1))))
        for rule in (rules.assign_right, rules.assign_left):
            side = rule(step.target, step.value, made.judgment.pre, m.cost)
            made = rules.ledger_seq(side, made, unary(m, made))
        body = m.weaken(both(inv, one(condition), two(condition)), made)
        keep = negate(ledger_of(m).keep)
        pruned = m.unary(body, both(keep, one(condition)), keep)
        return rules.ledger_while(condition, condition, inv, body, pruned)

    def unary(m: Maker, theorem: Theorem) -> Theorem:
        gone = negate(ledger_of(m).keep)
        return m.unary(theorem, gone, gone)

    def apply_ite(m: Maker) -> Expr:
        return apply(Op.ITE, m.pick(le(v, i), one(p)), ONE, ZERO)

    looked = 0
    for number in range(120 * FUZZ):
        maker = Maker(Random(number))
        keep = maker.pick(TRUE, TRUE, TRUE, le(one(z), 0), eq(one(z), i))
        maker.cost = Ledger(LEDGERS.counters, keep)
        with contextlib.suppress(Refused):
            looked += check(make(maker), maker.rng)
    assert looked >= 30
