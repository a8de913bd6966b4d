"""[ω-While-R]: with a ledger, a loop on the right alone; it must end."""

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
    explore,
    i,
    k,
    laplace,
    le,
    lt,
    n,
    one,
    one_sided,
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
from tests.kernel.semantics import Violation, check
from twinproof.kernel import rules
from twinproof.kernel.judgment import Judgment, Ledger
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Assign, Command, Skip, While
from twinproof.lang.expr import FALSE, ONE, TRUE, ZERO, Expr, Literal, Var, negate
from twinproof.lang.types import REAL

B = lt(0, x)
INV = both(le(one(y), two(y)), le(w, 1))
DOWN = Assign(x, sub(x, 1))
DEAD = le(1, 0)
WAITS = Skip()
INDEX_RATE = Ledger(((w, eps), (u, k)))
INDEX_KEPT = Ledger(LEDGERS.counters, le(one(x), k))


def body(inv: Expr = INV, condition: Expr = B, variant: Expr = x) -> Theorem:
    goal = both(inv, lt(two(variant), k))
    pre = both(inv, two(condition), eq(k, two(variant)))
    return rules.ledger_conseq(pre, goal, TRUE, rules.assign_right(x, sub(x, 1), goal, LEDGERS))


def dead(
    condition: Expr = B,
    variant: Expr = x,
    index: Var = k,
    inv: Expr = DEAD,
    left: Command = WAITS,
    right: Command = DOWN,
    cost: Ledger = LEDGERS,
) -> Theorem:
    """A body that cannot be entered."""
    goal = both(inv, lt(two(variant), index))
    pre = both(inv, two(condition), eq(index, two(variant)))
    return rules.ledger_conseq(pre, goal, cost.keep, rules.exfalso(left, right, goal, cost))


def test_the_invariant_stays() -> None:
    made = rules.ledger_while_right(B, INV, x, k, body()).judgment
    assert made == Judgment(Skip(), While(B, DOWN), INV, both(INV, negate(two(B))), LEDGERS)


def test_what_is_kept_is_kept() -> None:
    """Nothing happens on the left, so nothing that is pruned comes back."""
    for keep in (one(p), eq(one(x), i), FALSE):
        cost = Ledger(LEDGERS.counters, keep)
        assert rules.ledger_while_right(B, DEAD, x, k, dead(cost=cost)).judgment.cost == cost


def test_the_variant_may_be_used_up_before_the_loop_is() -> None:
    """It is not negative where the loop goes on; 0 will do, unlike in [While-R]."""
    rules.ledger_while_right(le(0, x), INV, x, k, body(condition=le(0, x)))


def test_a_loop_that_never_ends_is_refused() -> None:
    """Against skip it would prove anything."""
    with pytest.raises(Violation):
        check(Judgment(Skip(), While(TRUE, Skip()), TRUE, FALSE, LEDGERS), Random(1))
    for condition in (TRUE, le(-1, x), p):
        with refused("the variant must not be negative where the right loop goes on"):
            rules.ledger_while_right(condition, INV, x, k, body(condition=condition))
    spins = rules.ledger_conseq(eq(k, two(x)), TRUE, TRUE, rules.skip(TRUE, LEDGERS))
    with refused("the postcondition of the step of the right run alone is"):
        rules.ledger_while_right(TRUE, TRUE, x, k, spins)
    up = rules.assign_right(x, add(x, 1), both(INV, lt(two(x), k)), LEDGERS)
    with refused("the new precondition must imply the old one"):
        rules.ledger_conseq(both(INV, two(B), eq(k, two(x))), both(INV, lt(two(x), k)), TRUE, up)


def test_the_body_is_as_in_the_figure() -> None:
    for inv, condition, variant in ((le(w, 1), B, x), (INV, lt(1, x), x), (INV, B, y)):
        with refused("the precondition of the step of the right run alone is"):
            rules.ledger_while_right(condition, inv, variant, k, body())
    made = dead()
    for post in (DEAD, lt(two(x), k), both(DEAD, le(two(x), k)), both(DEAD, lt(one(x), k))):
        wrong = rules.ledger_conseq(made.judgment.pre, post, TRUE, made)
        with refused("the postcondition of the step of the right run alone is"):
            rules.ledger_while_right(B, DEAD, x, k, wrong)


def test_the_body_has_a_ledger_and_the_left_program_waits() -> None:
    with refused("the premise must be a ledger judgment"):
        rules.ledger_while_right(B, DEAD, x, k, rules.exfalso(Skip(), DOWN, dead().judgment.post, FREE))
    with refused("the left program is"):
        rules.ledger_while_right(B, DEAD, x, k, dead(left=DOWN))


@pytest.mark.parametrize(
    ("inv", "condition", "variant"), [(both(DEAD, le(k, 1)), B, x), (DEAD, lt(k, x), x), (DEAD, B, add(x, k))]
)
def test_the_index_is_new(inv: Expr, condition: Expr, variant: Expr) -> None:
    with refused("k must be new"):
        rules.ledger_while_right(condition, inv, variant, k, dead(condition, variant, k, inv))


def test_the_index_is_not_in_the_program() -> None:
    with refused("k must be new"):
        rules.ledger_while_right(B, DEAD, x, k, dead(right=Assign(x, sub(k, 1))))


@pytest.mark.parametrize("cost", [INDEX_RATE, INDEX_KEPT])
def test_the_index_is_not_in_the_ledger(cost: Ledger) -> None:
    with refused("k must be new"):
        rules.ledger_while_right(B, DEAD, x, k, dead(cost=cost))


def test_the_index_is_rigid_and_an_integer_like_the_variant() -> None:
    for index in (one(y), two(y), w):
        assert isinstance(index, Var)
        with refused(f"{index.name} must be a rigid variable"):
            rules.ledger_while_right(B, DEAD, x, index, dead(index=index))
    real = Var("r", REAL)
    with refused("r⟨2⟩ must be int, not real"):
        rules.ledger_while_right(B, DEAD, real, k, dead(variant=real))
    index = Var("k", REAL, RIGID)
    with refused("k must be int, not real"):
        rules.ledger_while_right(B, DEAD, x, index, dead(index=index))


def test_the_variant_is_of_the_right_run() -> None:
    for variant in (one(x), add(x, w)):
        with refused("cannot be used here"):
            rules.ledger_while_right(B, DEAD, variant, k, dead(variant=variant))


def test_loops_on_the_right_are_valid() -> None:
    def make(m: Maker) -> Theorem:
        related = m.pick(TRUE, le(one(z), 0), le(two(x), one(y)), le(0, two(x)), eq(one(z), two(z)), le(one(x), 1))
        inv = both(related, m.pick(TRUE, le(w, 1), le(w, 0), le(add(w, two(x)), 2), le(w, n)), lt(0, eps))
        condition = m.pick(B, le(1, x), le(0, x), lt(1, x), both(p, B))
        variant = m.pick(x, x, sub(x, 1), add(x, 1), sub(x, n))
        goal = both(inv, lt(two(variant), k))
        made = rules.assign_right(x, m.pick(sub(x, 1), sub(x, 2), ZERO), goal, m.cost)
        if m.rng.random() < 0.5:
            noise = m.rng.choice((laplace, one_sided))
            draw = noise(m.rng.choice((z, y)), m.pick(x, ZERO), m.pick(ONE, Literal(2), eps))
            made = m.seq(rules.sample_right(draw, made.judgment.pre, m.cost), made)
        made = m.weaken(both(inv, two(condition), eq(k, two(variant))), made)
        return rules.ledger_while_right(condition, inv, variant, k, made)

    explore("ledger while right", 120, make, (LEDGERS,), least=0.5)
