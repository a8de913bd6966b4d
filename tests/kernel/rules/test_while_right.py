"""[While-R]: a loop on the right alone; it must end."""

import pytest

from tests.kernel.derivations import (
    FREE,
    LEDGERS,
    RIGID,
    Maker,
    add,
    both,
    eq,
    explore,
    k,
    laplace,
    le,
    lt,
    one,
    p,
    refused,
    sub,
    two,
    x,
    y,
    z,
)
from twinproof.kernel import rules
from twinproof.kernel.judgment import Budget, Judgment
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Assign, Skip, While
from twinproof.lang.expr import ONE, TRUE, ZERO, Expr, Literal, Var, negate
from twinproof.lang.types import REAL

B = lt(0, x)
INV = le(one(y), two(y))
DOWN = Assign(x, sub(x, 1))
DEAD = le(1, 0)


def body(inv: Expr = INV, condition: Expr = B, variant: Expr = x, index: Var = k) -> Theorem:
    goal = both(inv, lt(two(variant), index))
    pre = both(inv, two(condition), eq(index, two(variant)))
    return rules.conseq(pre, goal, FREE, rules.assign_right(x, sub(x, 1), goal, FREE))


def dead(condition: Expr = B, variant: Expr = x, index: Var = k, inv: Expr = DEAD, right: Assign = DOWN) -> Theorem:
    """A body that cannot be entered."""
    goal = both(inv, lt(two(variant), index))
    pre = both(inv, two(condition), eq(index, two(variant)))
    return rules.conseq(pre, goal, FREE, rules.exfalso(Skip(), right, goal, FREE))


def test_the_invariant_stays() -> None:
    made = rules.while_right(B, INV, x, k, body()).judgment
    assert made == Judgment(Skip(), While(B, DOWN), INV, both(INV, negate(two(B))), FREE)


def test_a_loop_that_never_ends_is_refused() -> None:
    """Against skip it would prove anything."""
    for condition in (TRUE, le(0, x), p):
        with refused("the loop must end when the variant is used up"):
            rules.while_right(condition, INV, x, k, body(condition=condition))
    spins = rules.conseq(both(TRUE, eq(k, two(x))), TRUE, FREE, rules.skip(TRUE, FREE))
    with refused("the postcondition of the body is"):
        rules.while_right(TRUE, TRUE, x, k, spins)
    up = rules.assign_right(x, add(x, 1), both(INV, lt(two(x), k)), FREE)
    with refused("the new precondition must imply the old one"):
        rules.conseq(both(INV, two(B), eq(k, two(x))), both(INV, lt(two(x), k)), FREE, up)


def test_the_body_is_as_in_the_figure() -> None:
    for inv, condition, variant in ((TRUE, B, x), (INV, lt(1, x), x), (INV, B, y)):
        with refused("the precondition of the body is"):
            rules.while_right(condition, inv, variant, k, body())
    with refused("the postcondition of the body is"):
        wrong = rules.conseq(dead().judgment.pre, DEAD, FREE, dead())
        rules.while_right(B, DEAD, x, k, wrong)


def test_the_body_is_free_and_the_left_program_waits() -> None:
    j = dead().judgment
    for cost in (Budget(ONE), Budget(ZERO, ONE)):
        with refused("the budget of the body is"):
            rules.while_right(B, DEAD, x, k, rules.conseq(j.pre, j.post, cost, dead()))
    with refused("the budget of the body is"):
        rules.while_right(B, DEAD, x, k, rules.exfalso(Skip(), DOWN, j.post, LEDGERS))
    left = rules.conseq(j.pre, j.post, FREE, rules.exfalso(DOWN, DOWN, j.post, FREE))
    with refused("the left program is"):
        rules.while_right(B, DEAD, x, k, left)


@pytest.mark.parametrize(
    ("inv", "condition", "variant"), [(both(DEAD, le(k, 1)), B, x), (DEAD, lt(k, x), x), (DEAD, B, add(x, k))]
)
def test_the_index_is_new(inv: Expr, condition: Expr, variant: Expr) -> None:
    with refused("k must be new"):
        rules.while_right(condition, inv, variant, k, dead(condition, variant, k, inv))


def test_the_index_is_not_in_the_program() -> None:
    with refused("k must be new"):
        rules.while_right(B, DEAD, x, k, dead(right=Assign(x, sub(k, 1))))


def test_the_index_is_rigid_and_an_integer_like_the_variant() -> None:
    for index in (one(y), two(y)):
        assert isinstance(index, Var)
        with refused("y must be a rigid variable"):
            rules.while_right(B, DEAD, x, index, dead(index=index))
    real = Var("r", REAL)
    with refused("must be int, not real"):
        rules.while_right(B, DEAD, real, k, dead(variant=real))
    index = Var("k", REAL, RIGID)
    with refused("must be int, not real"):
        rules.while_right(B, DEAD, x, index, dead(index=index))


def test_loops_on_the_right_are_valid() -> None:
    def make(m: Maker) -> Theorem:
        inv = m.pick(INV, TRUE, le(one(z), 0), le(two(x), one(y)), le(0, two(x)), eq(one(z), two(z)), le(one(x), 1))
        condition = m.pick(B, le(1, x), lt(0, x), lt(1, x), both(p, B))
        variant = m.pick(x, x, sub(x, y), add(x, 1))
        goal = both(inv, lt(two(variant), k))
        made = rules.assign_right(x, m.pick(sub(x, 1), sub(x, 2), ZERO), goal, FREE)
        if m.rng.random() < 0.3:
            made = rules.seq(rules.sample_right(laplace(z, x, m.pick(ONE, Literal(2))), made.judgment.pre, FREE), made)
        pre = both(inv, two(condition), eq(k, two(variant)))
        return rules.while_right(condition, inv, variant, k, rules.conseq(pre, goal, FREE, made))

    explore("while right", 70, make, (FREE,), least=0.5)
