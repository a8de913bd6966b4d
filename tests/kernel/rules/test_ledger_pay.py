"""[ω-Pay]: the rates may read the memories, and the price is named; it must be enough, at each sample."""

import pytest

from tests.kernel.derivations import (
    LEDGER,
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
    u,
    v,
    w,
    x,
    y,
    z,
)
from twinproof.kernel import rules
from twinproof.kernel.judgment import Judgment, Ledger, Malformed
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Sample
from twinproof.lang.expr import ONE, TRUE, ZERO, Apply, Expr, Literal, Op, Var, apply, forall, implies
from twinproof.lang.noise import LAPLACE, ONE_SIDED
from twinproof.lang.types import BOOL, INT, REAL

rate = Var("rate", REAL)
paid = Var("paid", REAL, LEDGER)
UNITS = Ledger(((w, eps),))
EXACT = Ledger(((paid, ONE),))
MIXED = Ledger(((w, eps), (paid, ONE)))
POST = both(eq(one(x), two(y)), le(w, 2))
REAL_POST = both(eq(one(x), two(x)), le(paid, eps))
FIRST, SECOND = laplace(x, z, rate), laplace(y, add(z, 1), rate)
POSITIVE = lt(0, one(rate))
EQUAL = eq(one(rate), two(rate))


def distance(shift: Expr) -> Expr:
    return sub(add(shift, one(z)), add(two(z), 1))


def needed(shift: Expr) -> Expr:
    return times(apply(Op.ABS, distance(shift)), one(rate))


def test_a_price_in_steps_of_the_counter() -> None:
    made = rules.ledger_pay(FIRST, SECOND, two(x), v, w, Literal(2), POST, UNITS).judgment
    enough = le(needed(two(x)), times(Literal(2), eps))
    after = forall(v, both(eq(v, add(v, two(x))), le(add(w, 2), 2)))
    assert made == Judgment(FIRST, SECOND, both(POSITIVE, EQUAL, forall(v, enough), after), POST, UNITS)


def test_a_real_price() -> None:
    price = needed(ONE)
    made = rules.ledger_pay(FIRST, SECOND, ONE, v, paid, price, le(paid, eps), EXACT).judgment
    enough, after = forall(v, le(price, times(price, ONE))), forall(v, le(add(paid, price), eps))
    assert made == Judgment(FIRST, SECOND, both(POSITIVE, EQUAL, enough, after), le(paid, eps), EXACT)


def test_a_price_that_looks_at_the_sample() -> None:
    shift, price = apply(Op.ITE, le(v, i), ONE, ZERO), apply(Op.ITE, le(v, i), Literal(2), ZERO)
    made = rules.ledger_pay(FIRST, SECOND, shift, v, w, price, le(w, 2), UNITS).judgment
    assert isinstance(made.pre, Apply)
    assert made.pre.args[2] == forall(v, le(needed(shift), times(price, eps)))
    assert made.pre.args[4] == forall(v, le(add(w, price), 2))


def test_one_sided_noise_moves_up() -> None:
    first, second = one_sided(x, z, rate), one_sided(y, add(z, 1), rate)
    made = rules.ledger_pay(first, second, ONE, v, w, ONE, le(w, 2), UNITS).judgment
    enough, after = le(needed(ONE), times(ONE, eps)), both(le(0, distance(ONE)), le(add(w, 1), 2))
    here = le(one(z), v)
    assert made.pre == both(POSITIVE, EQUAL, forall(v, implies(here, enough)), forall(v, implies(here, after)))


def test_only_the_counter_that_pays_is_raised() -> None:
    made = rules.ledger_pay(FIRST, FIRST, ZERO, v, paid, needed(ZERO), both(le(w, 0), le(paid, eps)), MIXED).judgment
    assert isinstance(made.pre, Apply)
    assert "w + " not in str(made.pre)


# --------------------------------------------------------------------------------------------------- must be refused


KNOWN = both(lt(0, eps), eq(one(rate), eps), eq(two(rate), eps), eq(one(z), two(z)))


def derived(pre: Expr, post: Expr, made: Theorem) -> Theorem:
    return rules.ledger_conseq(pre, post, TRUE, made)


def test_a_private_rate_is_worth_nothing() -> None:
    """Equal draws at two rates are two different distributions, whatever is paid."""
    draw = laplace(x, z, rate)
    made = rules.ledger_pay(draw, draw, ZERO, v, w, ZERO, eq(one(x), two(x)), UNITS)
    assert derived(KNOWN, eq(one(x), two(x)), made).judgment.pre == KNOWN
    unequal = both(lt(0, eps), lt(0, one(rate)), lt(0, two(rate)), eq(one(z), two(z)))
    with refused("the new precondition must imply the old one"):
        derived(unequal, eq(one(x), two(x)), made)
    with refused("the new precondition must imply the old one"):
        derived(both(unequal, eq(one(rate), eps)), eq(one(x), two(x)), made)


def test_the_rate_is_positive() -> None:
    draw = laplace(x, z, rate)
    made = rules.ledger_pay(draw, draw, ZERO, v, w, ZERO, eq(one(x), two(x)), UNITS)
    for pre in (both(EQUAL, eq(one(z), two(z))), both(EQUAL, le(0, one(rate)), eq(one(z), two(z)))):
        with refused("the new precondition must imply the old one"):
            derived(pre, eq(one(x), two(x)), made)


def test_a_rate_that_reads_the_sampled_variable_reads_it_before_the_draw() -> None:
    draw = laplace(x, z, x)
    made = rules.ledger_pay(draw, draw, ZERO, v, w, ZERO, eq(one(x), two(x)), UNITS).judgment
    assert isinstance(made.pre, Apply)
    assert made.pre.args[:2] == (lt(0, one(x)), eq(one(x), two(x)))
    theorem = rules.ledger_pay(draw, draw, ZERO, v, w, ZERO, eq(one(x), two(x)), UNITS)
    with refused("the new precondition must imply the old one"):
        derived(eq(one(z), two(z)), eq(one(x), two(x)), theorem)


@pytest.mark.parametrize("price", [ZERO, ONE, apply(Op.ABS, sub(one(z), two(z)))])
def test_a_price_that_forgets_the_rate_is_not_enough(price: Expr) -> None:
    draw = laplace(x, z, rate)
    near = both(lt(0, eps), lt(0, one(rate)), EQUAL, le(apply(Op.ABS, sub(one(z), two(z))), 1), eq(w, 0))
    post = both(eq(one(x), two(x)), le(w, 1))
    made = rules.ledger_pay(draw, draw, ZERO, v, w, price, post, UNITS)
    with refused("the new precondition must imply the old one"):
        derived(near, post, made)


def test_a_real_price_that_forgets_the_rate_is_not_enough() -> None:
    draw = laplace(x, z, rate)
    near = both(lt(0, eps), eq(one(rate), times(Literal(2), eps)), EQUAL, eq(add(one(z), 1), two(z)), eq(paid, 0))
    for price in (apply(Op.REAL, apply(Op.ABS, sub(one(z), two(z)))), eps):
        made = rules.ledger_pay(draw, draw, ZERO, v, paid, price, REAL_POST, EXACT)
        with refused("the new precondition must imply the old one"):
            derived(near, REAL_POST, made)
    twice = times(Literal(2), eps)
    post = both(eq(one(x), two(x)), le(paid, twice))
    made = rules.ledger_pay(draw, draw, ZERO, v, paid, twice, post, EXACT)
    assert derived(near, post, made).judgment.pre == near


def test_a_shift_onto_one_value_is_worth_nothing() -> None:
    made = rules.ledger_pay(laplace(x), laplace(x), apply(Op.NEG, v), v, w, apply(Op.ABS, v), eq(two(x), 0), UNITS)
    with refused("the new precondition must imply the old one"):
        derived(lt(0, eps), eq(two(x), 0), made)


def test_an_integer_counter_has_an_integer_price_and_a_real_one_a_real_price() -> None:
    with refused("must be int, not real"):
        rules.ledger_pay(FIRST, FIRST, ZERO, v, w, needed(ZERO), TRUE, MIXED)
    with refused("must be real, not int"):
        rules.ledger_pay(FIRST, FIRST, ZERO, v, paid, ONE, TRUE, MIXED)
    for price in (Literal(True), Var("c", BOOL, RIGID)):
        with refused("must be int, not bool"):
            rules.ledger_pay(FIRST, FIRST, ZERO, v, w, price, TRUE, MIXED)


@pytest.mark.parametrize("of_ledger", [eps, Literal(2), n, ZERO])
def test_a_real_counter_counts_epsilon_itself(of_ledger: Expr) -> None:
    with pytest.raises(Malformed, match="its rate is 1"):
        Ledger(((paid, of_ledger),))


def test_there_is_one_real_counter() -> None:
    with pytest.raises(Malformed, match="one real counter"):
        Ledger(((paid, ONE), (Var("other", REAL, LEDGER), ONE)))


def test_a_counter_is_a_number() -> None:
    with pytest.raises(Malformed, match="is not a counter"):
        Ledger(((Var("flag", BOOL, LEDGER), ONE),))


@pytest.mark.parametrize("pair", [(one_sided(x), laplace(x)), (laplace(x), one_sided(x))])
def test_both_draw_the_same_noise(pair: tuple[Sample, Sample]) -> None:
    with refused("both samplings must draw the same noise"):
        rules.ledger_pay(*pair, ZERO, v, w, ZERO, TRUE, UNITS)


def test_the_counter_is_in_the_ledger() -> None:
    for counter in (u, paid, Var("w", INT, RIGID)):
        with refused("is not in the ledger"):
            rules.ledger_pay(laplace(x), laplace(x), ZERO, v, counter, ZERO, TRUE, UNITS)


def test_the_value_is_new() -> None:
    with refused("must be a rigid integer that the postcondition does not mention"):
        rules.ledger_pay(laplace(x), laplace(x), ZERO, v, w, ZERO, le(one(x), v), UNITS)
    pairs = ((laplace(x, v), laplace(x)), (laplace(x), laplace(x, v)), (laplace(x, 0, v), laplace(x, 0, v)))
    for pair in pairs:
        with refused("v must be new"):
            rules.ledger_pay(*pair, ZERO, v, w, ZERO, TRUE, UNITS)
    with refused("v must be new"):
        rules.ledger_pay(laplace(x), laplace(x), ZERO, v, w, ZERO, TRUE, Ledger(((w, v),)))


def test_shift_and_price_are_of_the_initial_memories() -> None:
    with refused("x cannot be used here"):
        rules.ledger_pay(laplace(x), laplace(x), x, v, w, ZERO, TRUE, UNITS)
    with refused("x cannot be used here"):
        rules.ledger_pay(laplace(x), laplace(x), ZERO, v, w, x, TRUE, UNITS)
    with refused("must be int, not"):
        rules.ledger_pay(laplace(x), laplace(x), eps, v, w, ZERO, TRUE, UNITS)


# ------------------------------------------------------------------------------------------------------------- random


def random_draw(m: Maker, rates: tuple[Expr, ...]) -> tuple[Sample, Sample]:
    noise = m.rng.choice((LAPLACE, ONE_SIDED))
    left, right = m.sampling(noise, m.pick(*rates)), m.sampling(noise, m.pick(*rates))
    return (left, left) if m.rng.random() < 0.6 else (left, right)


def random_shift(m: Maker, left: Sample, right: Sample) -> Expr:
    flat = m.shift(left, right)
    test = m.pick(le(v, 0), eq(v, i), lt(v, one(x)), le(v, two(y)))
    return m.pick(flat, flat, apply(Op.ITE, test, flat, m.shift(left, right)), apply(Op.NEG, v))


def price_of(left: Sample, right: Sample, shift: Expr) -> Expr:
    apart = sub(add(shift, one(left.centre)), two(right.centre))
    return times(apply(Op.ABS, apart), one(left.rate))


def post_of(m: Maker, left: Sample, right: Sample, counter: Var) -> Expr:
    a, b = one(left.target), two(right.target)
    bound = le(counter, m.pick(ONE, Literal(2), Literal(4), n))
    return m.pick(
        both(m.pick(eq(a, b), implies(eq(a, i), eq(b, i)), implies(le(a, i), le(b, i)), TRUE), bound),
        implies(eq(a, i), both(eq(b, i), bound)),
        implies(le(a, 0), both(le(b, 0), bound)),
    )


def test_integer_prices_are_valid() -> None:
    """The counter has the rate 1 and the rates of the draws are integers of the memories: whole masses."""

    def make(m: Maker) -> Theorem:
        left, right = random_draw(m, (x, z, z, ONE, n))
        shift = random_shift(m, left, right)
        price = m.pick(*(price_of(left, right, shift),) * 3, ZERO, ONE, Literal(2), one(z), n, Literal(-1))
        cost = Ledger(((w, m.pick(ONE, ONE, Literal(2))),), m.keep())
        return rules.ledger_pay(left, right, shift, v, w, price, post_of(m, left, right, w), cost)

    explore("ω-pay in steps", 500, make, (UNITS,), least=0.2)


def test_real_prices_are_valid() -> None:
    def make(m: Maker) -> Theorem:
        left, right = random_draw(m, (rate, rate, eps, apply(Op.REAL, z)))
        shift = random_shift(m, left, right)
        price = m.pick(*(price_of(left, right, shift),) * 3, eps, one(rate), apply(Op.REAL, ZERO))
        counters = m.rng.choice((EXACT.counters, MIXED.counters))
        post = both(post_of(m, left, right, paid), m.pick(TRUE, le(w, 1)) if len(counters) > 1 else TRUE)
        return rules.ledger_pay(left, right, shift, v, paid, price, post, Ledger(counters, m.keep()))

    explore("ω-pay exactly", 500, make, (UNITS,), least=0.2)
