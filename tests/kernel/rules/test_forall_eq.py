"""[Forall-Eq]: from every single value to all sets of values."""

import contextlib
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
    le,
    n,
    one,
    p,
    refused,
    two,
    w,
    x,
    y,
)
from tests.kernel.semantics import FUZZ, check
from twinproof.kernel import rules
from twinproof.kernel.judgment import Budget, Judgment
from twinproof.kernel.rules import Refused, Theorem
from twinproof.lang.command import Assign, Command, Skip
from twinproof.lang.expr import ONE, TRUE, ZERO, Expr, Literal, Op, Var, apply, implies
from twinproof.lang.types import INT, REAL

POINT = implies(eq(one(x), i), eq(two(x), i))
SAME = eq(one(x), two(x))


def pointwise(pre: Expr = SAME, delta: Expr = ZERO, post: Expr = POINT, epsilon: Expr = ZERO) -> Theorem:
    return rules.conseq(pre, post, Budget(epsilon, delta), rules.skip(post, FREE))


def test_every_value_together() -> None:
    made = rules.forall_eq(x, x, i, (), pointwise()).judgment
    assert made == Judgment(Skip(), Skip(), SAME, SAME, FREE)


def test_the_deltas_of_single_values_add_up() -> None:
    delta = apply(Op.ITE, eq(i, n), ONE, apply(Op.ITE, eq(i, add(n, 1)), Literal(2), ZERO))
    points: tuple[tuple[Expr, Expr], ...] = ((n, ONE), (add(n, 1), Literal(2)))
    made = rules.forall_eq(x, x, i, points, pointwise(delta=delta)).judgment
    assert made.cost == Budget(ZERO, add(ONE, Literal(2)))
    with refused("the δ of each value must be allowed for"):
        rules.forall_eq(x, x, i, points[:1], pointwise(delta=delta))
    with refused("the δ of each value must be allowed for"):
        rules.forall_eq(x, x, i, ((n, ONE), (n, Literal(2))), pointwise(delta=delta))


def test_a_delta_for_every_value_is_too_much() -> None:
    for points in ((), ((n, ONE),), ((ZERO, ONE), (ONE, ONE))):
        with refused("the δ of each value must be allowed for"):
            rules.forall_eq(x, x, i, points, pointwise(delta=ONE))


def test_no_delta_is_negative() -> None:
    """Otherwise one value's δ could pay for another's."""
    delta = apply(Op.ITE, eq(i, 0), ONE, ZERO)
    with refused("each δ must not be negative"):
        rules.forall_eq(x, x, i, ((ZERO, ONE), (n, Literal(-1))), pointwise(both(SAME, eq(n, 0)), delta))
    with refused("each δ must not be negative"):
        rules.forall_eq(x, x, i, ((ZERO, ONE), (ONE, n)), pointwise())
    known = pointwise(both(SAME, le(0, n)))
    assert rules.forall_eq(x, x, i, ((ZERO, n),), known).judgment.cost == Budget(ZERO, n)


def test_deltas_are_about_rigid_variables() -> None:
    known = pointwise(both(SAME, le(0, one(y))))
    with refused("δ cannot speak of y"):
        rules.forall_eq(x, x, i, ((ZERO, one(y)),), known)


@pytest.mark.parametrize(
    "post",
    [
        TRUE,
        SAME,
        implies(eq(one(x), i), eq(two(x), n)),
        implies(eq(one(x), i), eq(two(y), i)),
        implies(eq(two(x), i), eq(one(x), i)),
        apply(Op.IMPLIES, eq(one(x), i), TRUE),
    ],
)
def test_the_postcondition_is_about_one_value(post: Expr) -> None:
    premise = rules.exfalso(Skip(), Skip(), post, FREE)
    with refused("the postcondition is"):
        rules.forall_eq(x, x, i, (), premise)


@pytest.mark.parametrize(
    ("pre", "left", "right", "epsilon", "points"),
    [
        (le(0, i), Skip(), Skip(), ZERO, ()),
        (TRUE, Assign(y, i), Skip(), ZERO, ()),
        (TRUE, Skip(), Assign(y, i), ZERO, ()),
        (TRUE, Skip(), Skip(), i, ()),
        (TRUE, Skip(), Skip(), ZERO, ((i, ONE),)),
        (TRUE, Skip(), Skip(), ZERO, ((ZERO, i),)),
    ],
)
def test_the_index_is_new(
    pre: Expr, left: Command, right: Command, epsilon: Expr, points: tuple[tuple[Expr, Expr], ...]
) -> None:
    never = rules.exfalso(left, right, POINT, Budget(epsilon))
    premise = rules.conseq(both(pre, le(1, 0)), POINT, Budget(epsilon), never)
    with refused("i must be new"):
        rules.forall_eq(x, x, i, points, premise)


def test_the_index_ranges_over_the_whole_type() -> None:
    real = Var("i", REAL, RIGID)
    post = implies(eq(one(x), real), eq(two(x), real))
    with refused("x must be real, not int"):
        rules.forall_eq(x, x, real, (), rules.exfalso(Skip(), Skip(), post, FREE))
    other = Var("x", REAL)
    for left, right in ((x, other), (other, x)):
        post = implies(eq(one(left), i), eq(two(right), i))
        with refused("x must be int, not real"):
            rules.forall_eq(left, right, i, (), rules.exfalso(Skip(), Skip(), post, FREE))


def test_the_index_is_rigid() -> None:
    for index in (one(y), two(y)):
        assert isinstance(index, Var)
        post = implies(eq(one(x), index), eq(two(x), index))
        with refused("y must be a rigid variable"):
            rules.forall_eq(x, x, index, (), rules.exfalso(Skip(), Skip(), post, FREE))


def test_the_output_is_a_variable_of_the_program() -> None:
    for wrong in (one(x), two(x), n, w):
        assert isinstance(wrong, Var)
        with refused("is not a variable of a program"):
            rules.forall_eq(wrong, x, i, (), pointwise())
        with refused("is not a variable of a program"):
            rules.forall_eq(x, wrong, i, (), pointwise())


def test_it_is_for_budgets() -> None:
    with refused("the premise must be a judgment with a budget"):
        rules.forall_eq(x, x, i, (), rules.skip(POINT, LEDGERS))


def test_equal_outputs_are_valid() -> None:
    def make(m: Maker) -> Theorem:
        left, right = m.rng.choice(((x, x), (x, y), (y, x)))
        post = implies(eq(one(left), i), eq(two(right), i))
        j = m.derive(1, post)
        pre = m.pick(
            both(eq(one(x), two(x)), eq(one(y), two(y)), eq(one(p), two(p)), le(0, n)),
            both(eq(one(x), n), eq(two(x), n)),
            both(eq(one(x), two(x)), eq(one(y), two(y)), eq(one(Var("z", INT)), two(Var("z", INT)))),
        )
        cost = j.judgment.cost
        assert isinstance(cost, Budget)
        points: tuple[tuple[Expr, Expr], ...] = m.rng.choice(((), ((n, ONE),), ((two(x), ONE),)))
        delta = apply(Op.ITE, eq(i, points[0][0]), ONE, ZERO) if points and points[0][0] == n else cost.delta
        premise = rules.conseq(both(pre, apply(Op.LT, ZERO, eps)), post, Budget(cost.epsilon, delta), j)
        return rules.forall_eq(left, right, i, points, premise)

    made = 0
    for number in range(90 * FUZZ):
        maker = Maker(Random(number))
        with contextlib.suppress(Refused):
            made += check(make(maker), maker.rng)
    assert made >= 25
