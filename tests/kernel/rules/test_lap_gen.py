"""[LapGen]: two Laplace samplings, one shifted against the other."""

from random import Random

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
from tests.kernel.semantics import Violation, check
from twinproof.kernel import rules
from twinproof.kernel.judgment import Budget, Judgment
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Assign, Sample, sequence
from twinproof.lang.expr import ONE, TRUE, ZERO, Apply, Expr, Literal, Op, Var, apply, forall, implies
from twinproof.lang.noise import LAPLACE
from twinproof.lang.types import INT, REAL

SAME = eq(one(x), two(y))
LEFT_DRAW, RIGHT_DRAW = laplace(x, z), laplace(y, add(z, 1))


def test_the_weakest_precondition() -> None:
    made = rules.lap_gen(LEFT_DRAW, RIGHT_DRAW, two(x), n, eps, SAME).judgment
    distance = sub(add(two(x), one(z)), add(two(z), 1))
    near = le(apply(Op.ABS, distance), n)
    pre = both(lt(0, eps), near, forall(v, eq(v, add(v, two(x)))))
    assert made == Judgment(LEFT_DRAW, RIGHT_DRAW, pre, SAME, Budget(times(n, eps), ZERO))


def test_the_sampled_variables_are_replaced_at_once() -> None:
    post = both(eq(one(x), two(x)), eq(one(y), two(y)))
    made = rules.lap_gen(laplace(x), laplace(x), sub(one(x), two(x)), ONE, eps, post).judgment
    moved = add(v, sub(one(x), two(x)))
    quantified = forall(v, both(eq(v, moved), eq(one(y), two(y))))
    assert isinstance(made.pre, Apply)
    assert made.pre.args[-1] == quantified


def test_the_value_is_a_new_variable() -> None:
    other = Var("v_2", INT, RIGID)
    pre = rules.lap_gen(laplace(x), laplace(x), v, ONE, eps, eq(one(x), two(x))).judgment.pre
    assert isinstance(pre, Apply)
    assert pre.args[-1] == forall(other, eq(other, add(other, v)))
    pre = rules.lap_gen(laplace(x), laplace(x), ZERO, ONE, eps, le(one(x), v)).judgment.pre
    assert isinstance(pre, Apply)
    assert pre.args[-1] == forall(other, le(other, v))


def test_both_rates_are_the_stated_one() -> None:
    rate = Var("rate", REAL)
    made = rules.lap_gen(laplace(x, 0, rate), laplace(x, 0, n), ZERO, ONE, eps, TRUE).judgment
    assert isinstance(made.pre, Apply)
    assert made.pre.args[:3] == (lt(0, eps), eq(one(rate), eps), eq(n, eps))


@pytest.mark.parametrize("pair", [(one_sided(x), laplace(x)), (laplace(x), one_sided(x)), (one_sided(x), one_sided(x))])
def test_both_draw_laplace_noise(pair: tuple[Sample, Sample]) -> None:
    with refused("both samplings must draw laplace noise"):
        rules.lap_gen(*pair, ZERO, ONE, eps, SAME)


def test_the_shift_is_an_integer_of_the_initial_memories() -> None:
    for shift in (x, w):
        with refused(f"{shift.name} cannot be used here"):
            rules.lap_gen(laplace(x), laplace(x), shift, ONE, eps, SAME)
    for other in (eps, Literal(True), apply(Op.QUOTIENT, one(x), Literal(2))):
        with refused("must be int, not"):
            rules.lap_gen(laplace(x), laplace(x), other, ONE, eps, TRUE)


def test_the_rate_and_the_bound_are_rigid() -> None:
    for rate in (one(x), two(x), x, w):
        with refused("cannot be used here"):
            rules.lap_gen(laplace(x, 0, x), laplace(x, 0, x), ZERO, ZERO, rate, SAME)
    for bound in (one(x), two(x), x, w):
        with refused("ε cannot speak of"):
            rules.lap_gen(laplace(x), laplace(x), ZERO, bound, eps, SAME)


def test_the_shift_cannot_look_at_the_sample() -> None:
    """A v in the shift is a rigid value given beforehand, never the v that the rule quantifies over."""
    made = rules.lap_gen(laplace(x), laplace(x), apply(Op.NEG, v), ZERO, eps, eq(two(x), 0))
    with refused("the new precondition must imply the old one"):
        rules.conseq(lt(0, eps), eq(two(x), 0), Budget(times(ZERO, eps)), made)


def test_noisy_maximum_is_not_private_at_the_plain_rate() -> None:
    """A precondition about sampled variables: the rule that an earlier tool got wrong.

    Report-noisy-max on two scores: y ← L(a), z ← L(b), and the first is reported if z < y. With noise of scale 1/ε the
    report is not ε-private. The bad proof shifts y by 1 if the first is reported, and looks at z for that before z is
    drawn, or at y itself: here is each way of trying it, and none gets through.
    """
    a, b = Var("a", INT), Var("b", INT)
    near = both(*(le(apply(Op.ABS, sub(one(c), two(c))), 1) for c in (a, b)))
    hit = implies(lt(one(z), one(y)), lt(two(z), two(y)))
    reported = implies(
        eq(apply(Op.ITE, lt(one(z), one(y)), ONE, ZERO), i), eq(apply(Op.ITE, lt(two(z), two(y)), ONE, ZERO), i)
    )
    first, second = laplace(y, a), laplace(z, b)
    by_sample = apply(Op.ITE, lt(one(z), one(y)), ONE, ZERO)
    one_rate = Budget(times(ONE, eps))
    known = both(near, lt(0, eps))
    # 1. the shift depends on the sampled variables: what it reads is their old values, so the coupling shows nothing
    for shift in (by_sample, apply(Op.ITE, lt(one(z), one(y)), sub(two(a), one(a)), ZERO)):
        last = rules.lap_gen(second, second, ZERO, ZERO, eps, reported)
        for post in (reported, hit, last.judgment.pre):
            step = rules.lap_gen(first, first, shift, ONE, eps, post)
            with refused("the new precondition must imply the old one"):
                rules.conseq(known, post, one_rate, step)
    # 2. the comparison of the samples is assumed beforehand and framed over the sampling that makes it false
    step = rules.lap_gen(first, first, ONE, ONE, eps, eq(add(one(y), 1), two(y)))
    for fact in (lt(one(z), one(y)), eq(one(y), 0), le(two(y), two(z)), hit):
        with refused("y may change"):
            rules.frame(fact, step)
    # 3. both cases of the report get their own coupling: the case must be a fact before the sampling
    yes = rules.lap_gen(first, first, ONE, ONE, eps, hit)
    no = rules.lap_gen(first, first, ZERO, ONE, eps, hit)
    condition = lt(one(z), one(y))
    for premise, case in ((yes, condition), (no, le(one(y), one(z)))):
        with refused("the new precondition must imply the old one"):
            rules.conseq(both(known, case), hit, one_rate, premise)


def test_a_judgment_at_the_plain_rate_would_be_false() -> None:
    """The oracle sees that the claim of the bad proof is false, so the test above is about something."""
    a, b = Var("a", INT), Var("b", INT)
    near = both(*(le(apply(Op.ABS, sub(one(c), two(c))), 1) for c in (a, b)))
    program = sequence(laplace(y, a), laplace(z, b), Assign(x, apply(Op.ITE, lt(z, y), ONE, ZERO)))
    claim = Judgment(program, program, both(near, lt(0, eps)), eq(one(x), two(x)), Budget(eps))
    with pytest.raises(Violation):
        check(claim, Random(0), instances=1_000, tries=10_000)


def test_samplings_are_valid() -> None:
    def make(m: Maker) -> Theorem:
        rates = eps, m.pick(eps, ONE, y, ZERO)
        left, right = (m.sampling(LAPLACE, rate) for rate in rates)
        shift: Expr = m.pick(m.shift(left, right), one(x), two(y), sub(one(y), two(y)), apply(Op.NEG, two(x)), v)
        post = m.pick(
            m.assertion(), eq(one(left.target), two(right.target)), eq(two(right.target), add(one(left.target), n))
        )
        bound = m.pick(ZERO, ONE, n, Literal(2), Literal(-1))
        return rules.lap_gen(left, right, shift, bound, m.pick(eps, eps, ONE, n), post)

    explore("lap gen", 800, make, (FREE,), least=0.3)


def test_equal_samplings_are_valid() -> None:
    def make(m: Maker) -> Theorem:
        left = laplace(x, m.pick(x, y, z))
        shift = m.pick(sub(two(left.centre), one(left.centre)), ZERO, ONE, n)
        post = m.pick(eq(one(x), two(x)), eq(add(one(x), 1), two(x)), implies(eq(one(x), i), eq(two(x), i)))
        return rules.lap_gen(left, left, shift, m.pick(ONE, Literal(2)), eps, post)

    explore("lap gen equal", 400, make, (FREE,))
