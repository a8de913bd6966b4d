"""[ω-Pointwise]: from the ledger to a budget, value by value."""

import contextlib
from fractions import Fraction
from random import Random

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
    u,
    v,
    w,
    x,
    y,
)
from tests.kernel.semantics import FUZZ, check
from twinproof.kernel import rules
from twinproof.kernel.judgment import Budget, Judgment, Ledger
from twinproof.kernel.rules import Refused, Theorem
from twinproof.lang.command import Assign, Command, Skip
from twinproof.lang.expr import FALSE, ONE, TRUE, ZERO, Expr, Literal, Op, Var, apply, implies
from twinproof.lang.types import REAL

HIT = eq(one(x), i)
COUNTERS = ((w, eps),)
SPENT = times(w, eps)


def wanted(epsilon: Expr = eps, spent: Expr = SPENT) -> Expr:
    return implies(HIT, both(eq(two(x), i), le(spent, epsilon)))


def dead(
    pre: Expr = TRUE,
    post: Expr | None = None,
    keep: Expr = HIT,
    left: Command | None = None,
    right: Command | None = None,
    counters: tuple[tuple[Var, Expr], ...] = COUNTERS,
) -> Theorem:
    """A premise of the right shape whose precondition never holds."""
    post = wanted() if post is None else post
    empty = both(*(eq(c, 0) for c, _ in counters))
    made = rules.exfalso(left or Skip(), right or Skip(), post, Ledger(counters, keep))
    return rules.ledger_conseq(both(pre, le(1, 0), empty), post, keep, made)


NEVER = le(1, 0)


def test_every_value_together() -> None:
    pre = both(eq(one(x), two(x)), le(0, eps))
    post = wanted()
    premise = rules.ledger_conseq(both(pre, eq(w, 0)), post, HIT, rules.skip(post, Ledger(COUNTERS)))
    made = rules.pointwise(x, x, i, eps, pre, premise).judgment
    assert made == Judgment(Skip(), Skip(), pre, eq(one(x), two(x)), Budget(eps, ZERO))


def test_all_counters_are_paid() -> None:
    counters = ((w, eps), (u, n))
    post = wanted(spent=add(times(w, eps), times(u, n)))
    rules.pointwise(x, x, i, eps, NEVER, dead(post=post, counters=counters))
    for spent in (times(w, eps), times(u, n)):
        with refused("the postcondition is"):
            rules.pointwise(x, x, i, eps, NEVER, dead(post=wanted(spent=spent), counters=counters))


def test_without_counters_nothing_is_paid() -> None:
    post = wanted(spent=ZERO)
    assert rules.pointwise(x, x, i, eps, NEVER, dead(post=post, counters=())).judgment.cost == Budget(eps, ZERO)


def test_the_ledger_starts_empty() -> None:
    premise = rules.ledger_conseq(NEVER, wanted(), HIT, dead())
    with refused("the precondition is"):
        rules.pointwise(x, x, i, eps, NEVER, premise)
    with refused("the precondition is"):
        rules.pointwise(x, x, i, eps, TRUE, dead())
    premise = rules.ledger_conseq(
        both(NEVER, eq(w, -5)), wanted(), HIT, rules.exfalso(Skip(), Skip(), wanted(), Ledger(COUNTERS))
    )
    with refused("the precondition is"):
        rules.pointwise(x, x, i, eps, NEVER, premise)


def test_the_precondition_speaks_of_no_counter() -> None:
    for counter in (w, u):
        pre = both(NEVER, eq(counter, -5))
        premise = dead() if counter == u else rules.ledger_conseq(both(pre, eq(w, 0)), wanted(), HIT, dead())
        with refused(f"{counter.name} cannot be used here"):
            rules.pointwise(x, x, i, eps, pre, premise)


@pytest.mark.parametrize(
    "post",
    [
        TRUE,
        implies(HIT, eq(two(x), i)),
        implies(HIT, le(SPENT, eps)),
        implies(HIT, both(eq(two(y), i), le(SPENT, eps))),
        implies(HIT, both(eq(two(x), i), le(w, eps))),
        implies(HIT, both(eq(two(x), i), le(SPENT, times(Literal(2), eps)))),
    ],
)
def test_the_postcondition_is_about_one_value(post: Expr) -> None:
    with refused("the postcondition is"):
        rules.pointwise(x, x, i, eps, NEVER, dead(post=post))


def test_only_that_value_is_kept() -> None:
    for keep in (FALSE, eq(one(x), n), eq(one(y), i), both(HIT, eq(one(y), 0))):
        with refused("what is kept is"):
            rules.pointwise(x, x, i, eps, NEVER, dead(keep=keep))


@pytest.mark.parametrize(
    ("pre", "left", "right", "epsilon", "counters"),
    [
        (le(i, 0), Skip(), Skip(), eps, COUNTERS),
        (TRUE, Assign(y, i), Skip(), eps, COUNTERS),
        (TRUE, Skip(), Assign(y, i), eps, COUNTERS),
        (TRUE, Skip(), Skip(), i, COUNTERS),
        (TRUE, Skip(), Skip(), eps, ((w, i),)),
    ],
)
def test_the_index_is_new(
    pre: Expr, left: Command, right: Command, epsilon: Expr, counters: tuple[tuple[Var, Expr], ...]
) -> None:
    spent = times(w, counters[0][1])
    premise = dead(pre, wanted(epsilon, spent), HIT, left, right, counters)
    with refused("i must be new"):
        rules.pointwise(x, x, i, epsilon, both(pre, NEVER), premise)


def test_the_index_ranges_over_the_whole_type() -> None:
    real = Var("i", REAL, RIGID)
    with refused("x must be real, not int"):
        rules.pointwise(x, x, real, eps, NEVER, dead())
    other = Var("x", REAL)
    for left, right in ((x, other), (other, x)):
        with refused("x must be int, not real"):
            rules.pointwise(left, right, i, eps, NEVER, dead())


def test_the_index_is_rigid() -> None:
    with refused("y must be a rigid variable"):
        index = one(y)
        assert isinstance(index, Var)
        rules.pointwise(x, x, index, eps, NEVER, dead())


def test_the_output_is_a_variable_of_the_program() -> None:
    for wrong in (one(x), two(x), n, w):
        assert isinstance(wrong, Var)
        with refused("is not a variable of a program"):
            rules.pointwise(wrong, x, i, eps, NEVER, dead())
        with refused("is not a variable of a program"):
            rules.pointwise(x, wrong, i, eps, NEVER, dead())


def test_the_budget_is_about_rigid_variables() -> None:
    with refused("ε cannot speak of y"):
        rules.pointwise(x, x, i, one(y), NEVER, dead(post=wanted(one(y))))


def test_it_is_for_ledgers() -> None:
    with refused("the premise must be a ledger judgment"):
        rules.pointwise(x, x, i, eps, TRUE, rules.skip(TRUE, FREE))


def test_no_rule_gives_delta_away() -> None:
    """A ledger has no δ, and neither has a sampling: the false tail bound of an earlier tool has no counterpart.

    P(|ν| ≥ k) = 2a^k/(1+a) would have to come from a rule that gives δ > 0 to a sampling. No rule about two programs
    does: what a sampling costs is an ε, and a conclusion that |x| < 2 must be true of every value. Tails are a matter
    of credit, which is about one run.
    """
    inside = lt(apply(Op.ABS, one(x)), 2)
    for theorem in (
        rules.sample_left(laplace(x), inside, FREE),
        rules.lap_gen(laplace(x), laplace(x), ZERO, ZERO, eps, inside),
        rules.one_lap_gen(one_sided(x), one_sided(x), ZERO, ZERO, eps, inside),
    ):
        cost = theorem.judgment.cost
        assert isinstance(cost, Budget)
        assert cost.delta == ZERO
        for budget in (Budget(cost.epsilon, ONE), Budget(cost.epsilon, Literal(Fraction(9, 10)))):
            with refused("the new precondition must imply the old one"):
                rules.conseq(lt(0, eps), inside, budget, theorem)
    about_two = {name: rule for name, rule in rules.RULES.items() if not name.startswith("U-")}
    assert [name for name in about_two if "tail" in name.lower()] == []


def test_pointwise_proofs_are_valid() -> None:
    """Samplings with shifts by cases on the value that is looked at, as far as they can be shown."""

    def make(m: Maker) -> Theorem:
        draw = m.rng.choice((laplace, one_sided))(x, m.pick(x, y))
        flat = sub(two(draw.centre), one(draw.centre))
        shift = m.pick(ZERO, flat, ONE, apply(Op.ITE, le(v, i), ZERO, ONE), apply(Op.ITE, eq(v, i), ZERO, flat))
        epsilon = m.pick(eps, ZERO, times(Literal(2), eps))
        post = implies(HIT, both(eq(two(x), i), le(SPENT, epsilon)))
        near = both(*(le(apply(Op.ABS, sub(one(a), two(a))), m.pick(ONE, ZERO)) for a in (x, y)))
        pre = both(near, lt(0, eps))
        made = rules.ledger_sample(draw, draw, shift, v, w, post, LEDGERS)
        if m.rng.random() < 0.5:
            value = m.pick(add(x, 1), y, apply(Op.NEG, x))
            made = rules.ledger_sample(
                draw, draw, shift, v, w, rules.assign_left(x, value, post, LEDGERS).judgment.pre, LEDGERS
            )
            made = rules.ledger_seq(
                made, rules.assign_left(x, value, post, LEDGERS), rules.exfalso(Assign(x, value), Skip(), FALSE, FREE)
            )
        premise = rules.ledger_conseq(both(pre, eq(w, 0)), post, HIT, made)
        return rules.pointwise(x, x, i, epsilon, pre, premise)

    looked = 0
    for number in range(100 * FUZZ):
        maker = Maker(Random(number), LEDGERS)
        with contextlib.suppress(Refused):
            looked += check(make(maker), maker.rng)
    assert looked >= 40
