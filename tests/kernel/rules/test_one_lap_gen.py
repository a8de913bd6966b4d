"""[OneLapGen]: two one-sided samplings; the right one may only be moved up."""

import pytest

from tests.kernel.derivations import (
    FREE,
    RIGID,
    Maker,
    add,
    both,
    eps,
    eq,
    explore,
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
    v,
    w,
    x,
    y,
    z,
)
from twinproof.kernel import rules
from twinproof.kernel.judgment import Budget, Judgment
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Sample
from twinproof.lang.expr import ONE, TRUE, ZERO, Apply, Expr, Literal, Op, Var, apply, forall, implies
from twinproof.lang.noise import ONE_SIDED
from twinproof.lang.types import INT, REAL

SAME = eq(one(x), two(y))
LEFT_DRAW, RIGHT_DRAW = one_sided(x, z), one_sided(y, add(z, 1))


def test_the_weakest_precondition() -> None:
    made = rules.one_lap_gen(LEFT_DRAW, RIGHT_DRAW, two(x), n, eps, SAME).judgment
    distance = sub(add(two(x), one(z)), add(two(z), 1))
    after = forall(v, implies(le(one(z), v), eq(v, add(v, two(x)))))
    pre = both(lt(0, eps), le(0, distance), le(distance, n), after)
    assert made == Judgment(LEFT_DRAW, RIGHT_DRAW, pre, SAME, Budget(times(n, eps), ZERO))


def test_a_move_down_is_impossible() -> None:
    made = rules.one_lap_gen(one_sided(x), one_sided(x), Literal(-1), ONE, eps, TRUE)
    with refused("the new precondition must imply the old one"):
        rules.conseq(lt(0, eps), TRUE, Budget(times(ONE, eps)), made)
    made = rules.one_lap_gen(one_sided(x), one_sided(x), ONE, ONE, eps, TRUE)
    rules.conseq(lt(0, eps), TRUE, Budget(times(ONE, eps)), made)


def test_the_value_is_a_new_variable() -> None:
    other = Var("v_2", INT, RIGID)
    for centre, shift, post in ((v, ZERO, eq(one(x), 0)), (ZERO, v, eq(one(x), 0)), (ZERO, ZERO, eq(one(x), v))):
        pre = rules.one_lap_gen(one_sided(x, centre), one_sided(x), shift, ONE, eps, post).judgment.pre
        assert isinstance(pre, Apply)
        assert pre.args[-1] == forall(
            other, implies(le(centre, other), eq(other, v if post == eq(one(x), v) else ZERO))
        )


@pytest.mark.parametrize("pair", [(one_sided(x), laplace(x)), (laplace(x), one_sided(x)), (laplace(x), laplace(x))])
def test_both_draw_one_sided_noise(pair: tuple[Sample, Sample]) -> None:
    with refused("both samplings must draw one_sided_laplace noise"):
        rules.one_lap_gen(*pair, ZERO, ONE, eps, SAME)


def test_the_shift_is_an_integer_of_the_initial_memories() -> None:
    for shift in (x, w):
        with refused(f"{shift.name} cannot be used here"):
            rules.one_lap_gen(one_sided(x), one_sided(x), shift, ONE, eps, SAME)
    with refused("must be int, not real"):
        rules.one_lap_gen(one_sided(x), one_sided(x), eps, ONE, eps, TRUE)


def test_the_rate_and_the_bound_are_rigid() -> None:
    for rate in (one(x), x, w):
        with refused("cannot be used here"):
            rules.one_lap_gen(one_sided(x, 0, x), one_sided(x, 0, x), ZERO, ZERO, rate, SAME)
    with refused("ε cannot speak of x"):
        rules.one_lap_gen(one_sided(x), one_sided(x), ZERO, one(x), eps, SAME)


def test_both_rates_are_the_stated_one() -> None:
    rate = Var("rate", REAL)
    made = rules.one_lap_gen(one_sided(x, 0, rate), one_sided(x, 0, n), ZERO, ONE, eps, TRUE).judgment
    assert isinstance(made.pre, Apply)
    assert made.pre.args[:3] == (lt(0, eps), eq(one(rate), eps), eq(n, eps))


def test_samplings_are_valid() -> None:
    def make(m: Maker) -> Theorem:
        rates = eps, m.pick(eps, ONE, y, ZERO)
        left, right = (m.sampling(ONE_SIDED, rate) for rate in rates)
        shift: Expr = m.pick(m.shift(left, right), one(x), two(y), sub(one(y), two(y)), apply(Op.NEG, two(x)), v)
        pair = one(left.target), two(right.target)
        post = m.pick(m.assertion(), eq(*pair), le(*pair), le(one(z), pair[1]), implies(le(0, pair[0]), le(0, pair[1])))
        bound = m.pick(ZERO, ONE, n, Literal(2), Literal(-1))
        return rules.one_lap_gen(left, right, shift, bound, m.pick(eps, eps, ONE, n), post)

    explore("one lap gen", 800, make, (FREE,), least=0.3)


def test_equal_samplings_are_valid() -> None:
    def make(m: Maker) -> Theorem:
        left = one_sided(x, m.pick(x, y, z))
        shift = m.pick(sub(two(left.centre), one(left.centre)), ZERO, ONE, n)
        post = m.pick(eq(one(x), two(x)), eq(add(one(x), 1), two(x)), implies(eq(one(x), i), eq(two(x), i)))
        return rules.one_lap_gen(left, left, shift, m.pick(ONE, Literal(2)), eps, post)

    explore("one lap gen equal", 400, make, (FREE,))
