"""[ω-Samp]: the shift may depend on the sample, as long as no two samples land on one."""

import pytest

from tests.kernel.derivations import (
    FREE,
    LEDGER,
    LEDGERS,
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
    p,
    refused,
    sub,
    two,
    u,
    v,
    w,
    x,
    y,
    z,
)
from twinproof.kernel import rules
from twinproof.kernel.judgment import Judgment, Ledger
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Sample
from twinproof.lang.expr import (
    ONE,
    TRUE,
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    Quantified,
    Var,
    apply,
    forall,
    implies,
    substitute,
)
from twinproof.lang.noise import LAPLACE, ONE_SIDED
from twinproof.lang.types import BOOL, INT, REAL

POST = both(eq(one(x), two(y)), le(w, 2))
OTHER = Var("v_other", INT, RIGID)
FIRST, SECOND = laplace(x, z), laplace(y, add(z, 1))


def distance(shift: Expr) -> Expr:
    return sub(add(shift, one(z)), add(two(z), 1))


def test_a_shift_that_does_not_look_at_the_sample() -> None:
    made = rules.ledger_sample(FIRST, SECOND, two(x), v, w, POST, LEDGERS).judgment
    paid = add(w, apply(Op.ABS, distance(two(x))))
    after = forall(v, both(eq(v, add(v, two(x))), le(paid, 2)))
    assert made == Judgment(FIRST, SECOND, both(lt(0, eps), after), POST, LEDGERS)


def test_a_shift_that_looks_at_the_sample_is_injective() -> None:
    shift = apply(Op.ITE, le(v, i), ONE, ZERO)
    made = rules.ledger_sample(FIRST, SECOND, shift, v, w, POST, LEDGERS).judgment
    moved, moved_other = add(v, shift), add(OTHER, substitute(shift, {v: OTHER}))
    injective = forall(v, forall(OTHER, implies(eq(moved, moved_other), eq(v, OTHER))))
    paid = add(w, apply(Op.ABS, distance(shift)))
    after = forall(v, both(eq(v, moved), le(paid, 2)))
    assert made.pre == both(lt(0, eps), injective, after)


def test_one_sided_noise_moves_up() -> None:
    first, second = one_sided(x, z), one_sided(y, add(z, 1))
    shift = apply(Op.ITE, le(v, i), ONE, Literal(2))
    made = rules.ledger_sample(first, second, shift, v, w, POST, LEDGERS).judgment
    moved, moved_other = add(v, shift), add(OTHER, substitute(shift, {v: OTHER}))
    here = implies(both(le(one(z), v), le(one(z), OTHER)), implies(eq(moved, moved_other), eq(v, OTHER)))
    injective = forall(v, forall(OTHER, here))
    paid = add(w, apply(Op.ABS, distance(shift)))
    after = implies(le(one(z), v), both(le(0, distance(shift)), eq(v, moved), le(paid, 2)))
    assert made.pre == both(lt(0, eps), injective, forall(v, after))


def test_only_the_counter_of_this_rate_is_charged() -> None:
    cost = Ledger(((w, eps), (u, n)))
    pre = rules.ledger_sample(
        laplace(x, 0, n), laplace(x, 0, n), ONE, v, u, both(le(w, 0), le(u, 1)), cost
    ).judgment.pre
    paid = add(u, apply(Op.ABS, sub(add(ONE, ZERO), ZERO)))
    assert pre == both(lt(0, n), forall(v, both(le(w, 0), le(paid, 1))))


def test_both_rates_are_that_of_the_counter() -> None:
    rate = Var("rate", REAL)
    pre = rules.ledger_sample(laplace(x, 0, rate), laplace(x, 0, n), ZERO, v, w, TRUE, LEDGERS).judgment.pre
    assert isinstance(pre, Apply)
    assert pre.args[:3] == (lt(0, eps), eq(one(rate), eps), eq(n, eps))


def test_a_shift_onto_one_value_is_worth_nothing() -> None:
    """v − v = 0: all samples would land on 0, as if it had all the mass."""
    made = rules.ledger_sample(laplace(x), laplace(x), apply(Op.NEG, v), v, w, eq(two(x), 0), LEDGERS)
    with refused("the new precondition must imply the old one"):
        rules.ledger_conseq(lt(0, eps), eq(two(x), 0), TRUE, made)
    folded = apply(Op.ITE, eq(v, 1), Literal(-1), ZERO)
    made = rules.ledger_sample(laplace(x), laplace(x), folded, v, w, TRUE, LEDGERS)
    with refused("the new precondition must imply the old one"):
        rules.ledger_conseq(lt(0, eps), TRUE, TRUE, made)
    swapped = apply(Op.ITE, eq(v, 1), Literal(-1), apply(Op.ITE, eq(v, 0), ONE, ZERO))
    made = rules.ledger_sample(laplace(x), laplace(x), swapped, v, w, TRUE, LEDGERS)
    assert rules.ledger_conseq(lt(0, eps), TRUE, TRUE, made).judgment.pre == lt(0, eps)


@pytest.mark.parametrize("pair", [(one_sided(x), laplace(x)), (laplace(x), one_sided(x))])
def test_both_draw_the_same_noise(pair: tuple[Sample, Sample]) -> None:
    with refused("both samplings must draw the same noise"):
        rules.ledger_sample(*pair, ZERO, v, w, TRUE, LEDGERS)


def test_the_counter_is_in_the_ledger() -> None:
    for counter in (u, Var("w", INT, RIGID), Var("w", INT, LEDGER)):
        cost = Ledger(()) if counter == w else LEDGERS
        with refused("is not in the ledger"):
            rules.ledger_sample(laplace(x), laplace(x), ZERO, v, counter, TRUE, cost)


@pytest.mark.parametrize("value", [one(y), two(y), y, w, Var("v", REAL, RIGID), Var("v", BOOL, RIGID)])
def test_the_value_is_a_rigid_integer(value: Var) -> None:
    with refused("must be a rigid integer that the postcondition does not mention"):
        rules.ledger_sample(laplace(x), laplace(x), ZERO, value, w, TRUE, LEDGERS)


def test_the_value_is_new() -> None:
    with refused("must be a rigid integer that the postcondition does not mention"):
        rules.ledger_sample(laplace(x), laplace(x), ZERO, v, w, le(one(x), v), LEDGERS)
    for pair in ((laplace(x, v), laplace(x)), (laplace(x), laplace(x, v))):
        with refused("v must be new"):
            rules.ledger_sample(*pair, ZERO, v, w, TRUE, LEDGERS)
    with refused("v must be new"):
        rules.ledger_sample(laplace(x), laplace(x), ZERO, v, w, TRUE, Ledger(((w, v),)))


def test_the_second_value_is_new_too() -> None:
    for shift, centre, post in (
        (apply(Op.ITE, le(v, OTHER), ONE, ZERO), ZERO, TRUE),
        (apply(Op.ITE, le(v, 0), ONE, ZERO), OTHER, TRUE),
        (apply(Op.ITE, le(v, 0), ONE, ZERO), ZERO, le(one(y), OTHER)),
    ):
        made = rules.ledger_sample(one_sided(x, centre), one_sided(x), shift, v, w, post, LEDGERS).judgment
        assert isinstance(made.pre, Apply)
        injective = made.pre.args[1]
        assert isinstance(injective, Quantified)
        assert isinstance(injective.body, Quantified)
        assert injective.body.var == Var("v_other_2", INT, RIGID)


def test_the_shift_is_an_integer_of_the_initial_memories() -> None:
    with refused("x cannot be used here"):
        rules.ledger_sample(laplace(x), laplace(x), x, v, w, TRUE, LEDGERS)
    for other in (eps, Literal(True)):
        with refused("must be int, not"):
            rules.ledger_sample(laplace(x), laplace(x), other, v, w, TRUE, LEDGERS)


def test_it_is_for_ledgers_that_have_counters() -> None:
    with refused("w is not in the ledger"):
        rules.ledger_sample(laplace(x), laplace(x), ZERO, v, w, TRUE, Ledger(()))


def test_the_counter_is_an_integer() -> None:
    paid = Var("paid", REAL, LEDGER)
    for cost in (Ledger(((paid, ONE),)), Ledger(((w, eps), (paid, ONE)))):
        with refused("paid must be int, not real"):
            rules.ledger_sample(laplace(x, 0, ONE), laplace(x, 0, ONE), ZERO, v, paid, TRUE, cost)


def shift_of(m: Maker, left: Sample, right: Sample) -> Expr:
    """Shifts of all kinds: injective ones, folding ones, and ones that read the ledger."""
    flat = m.shift(left, right)
    test = m.pick(le(v, 0), eq(v, i), lt(v, one(x)), le(v, two(y)), one(p), le(w, 0))
    return m.pick(
        flat,
        apply(Op.ITE, test, flat, m.shift(left, right)),
        apply(Op.ITE, test, add(flat, 1), flat),
        apply(Op.ITE, eq(v, 1), Literal(-1), apply(Op.ITE, eq(v, 0), ONE, ZERO)),
        apply(Op.NEG, v),
        sub(apply(Op.ABS, v), v),
        v,
        w,
        sub(ONE, w),
        apply(Op.NEG, apply(Op.MUL, Literal(2), v)),
    )


def random_sampling(m: Maker) -> Theorem:
    noise = m.rng.choice((LAPLACE, ONE_SIDED))
    left, right = m.sampling(noise, eps), m.sampling(noise, m.pick(eps, eps, eps, ONE, n))
    if m.rng.random() < 0.5:
        right = left
    a, b = one(left.target), two(right.target)
    bound = le(w, m.pick(ONE, Literal(2), n))
    post = m.pick(
        both(m.pick(eq(a, b), implies(eq(a, i), eq(b, i)), implies(le(a, i), le(b, i)), TRUE), bound),
        implies(eq(a, i), both(eq(b, i), bound)),
        implies(le(a, 0), both(le(b, 0), bound)),
        m.assertion(),
    )
    assert isinstance(m.cost, Ledger)
    return rules.ledger_sample(left, right, shift_of(m, left, right), v, w, post, m.cost)


def test_samplings_are_valid() -> None:
    explore("ω-samp", 800, random_sampling, (LEDGERS,), least=0.3)


def test_two_counters_of_one_rate_are_valid() -> None:
    def make(m: Maker) -> Theorem:
        cost = Ledger(((w, eps), (u, eps)), m.keep())
        draw = m.sampling(LAPLACE, eps)
        post = both(m.pick(eq(one(x), two(x)), eq(one(y), two(y))), le(w, 1), m.pick(le(u, 1), le(add(u, w), 1)))
        return rules.ledger_sample(draw, draw, m.shift(draw, draw), v, m.rng.choice((w, u)), post, cost)

    explore("ω-samp twice", 60, make, (FREE,), least=0.5)
