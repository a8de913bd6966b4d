"""The ledger with orders: [R-Gauss], [R-Lap], [R-Choose], [R-Samp], [R-Block]; and what pure ledgers alone may do."""

from fractions import Fraction
from random import Random

import pytest

from tests.kernel.derivations import (
    FREE,
    LEDGER,
    LEFT,
    RIGHT,
    RIGID,
    Maker,
    add,
    both,
    eps,
    eq,
    i,
    items,
    laplace,
    le,
    lt,
    n,
    one,
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
from tests.kernel.semantics import FUZZ, check
from twinproof.kernel import rules
from twinproof.kernel.judgment import ALL_ORDERS, Closeness, Judgment, Ledger, Malformed, Orders
from twinproof.kernel.rules import Refused, Theorem
from twinproof.lang.command import Assign, Sample, Skip, sequence
from twinproof.lang.expr import (
    FALSE,
    ONE,
    TRUE,
    ZERO,
    Expr,
    Literal,
    Op,
    Var,
    apply,
    forall,
    free_variables,
    implies,
    negate,
    substitute,
)
from twinproof.lang.noise import (
    CHOOSE,
    COIN,
    GAUSSIAN,
    LAPLACE,
    ONE_SIDED,
    PERMUTE_AND_FLIP,
    RANDOMIZED_RESPONSE,
)
from twinproof.lang.types import BOOL, INT, REAL
from twinproof.tactics.paper_rules import assn, in_order

alpha = Var("alpha", REAL, RIGID)
variance = Var("variance", REAL)
ALL = Ledger(((w, eps),), orders=ALL_ORDERS)
AT_ONE = Ledger(((w, eps),), orders=Orders(alpha))
PURE = Ledger(((w, eps),))
HALF = apply(Op.QUOTIENT, Literal(1), times(Literal(2), eps))  # the variance for which a step costs eps


def gaussian(target: Var, centre: Expr | int = 0, of: Expr = HALF) -> Sample:
    return Sample(target, GAUSSIAN, (of,), Literal(centre) if isinstance(centre, int) else centre)


def choosing(target: Var, rate: Expr = eps) -> Sample:
    return Sample(target, CHOOSE, (rate,), items)


def derived(pre: Expr, post: Expr, made: Theorem) -> Theorem:
    return rules.ledger_conseq(pre, post, TRUE, made)


CLOSE = both(lt(0, eps), le(apply(Op.ABS, sub(one(z), two(z))), 1), eq(w, 0))
SAME = both(eq(one(x), two(x)), le(w, 1), lt(0, eps))


# --------------------------------------------------------------------------------------------------------- what is made


def test_a_shift_costs_the_square_of_its_distance() -> None:
    made = rules.renyi_gauss(gaussian(x, z), gaussian(y, z), ONE, w, n, le(w, 2), ALL).judgment
    square = times(sub(add(ONE, one(z)), two(z)), sub(add(ONE, one(z)), two(z)))
    pays = apply(Op.OR, le(square, n), le(times(square, eps), times(n, eps)))
    assert made.pre == both(lt(0, HALF), pays, forall(v, le(add(w, n), 2)))
    assert (made.left, made.right, made.post, made.cost) == (gaussian(x, z), gaussian(y, z), le(w, 2), ALL)


def test_at_one_order_a_step_costs_that_times_as_much() -> None:
    made = rules.renyi_gauss(gaussian(x, z), gaussian(x, z), ZERO, w, n, TRUE, AT_ONE).judgment
    square = times(sub(add(ZERO, one(z)), two(z)), sub(add(ZERO, one(z)), two(z)))
    each = times(alpha, eps)
    first = both(le(each, eps), le(square, n))
    assert made.pre == both(lt(0, HALF), apply(Op.OR, first, le(times(square, each), times(n, eps))), forall(v, TRUE))


@pytest.mark.parametrize("draw", [gaussian(x, z), laplace(x, z, times(Literal(1), eps))])
def test_a_count_is_as_close_as_its_noise_says(draw: Sample) -> None:
    rule = rules.renyi_gauss if draw.noise is GAUSSIAN else rules.renyi_laplace
    rate = eps if draw.noise is GAUSSIAN else apply(Op.QUOTIENT, times(eps, eps), Literal(2))
    ledger = Ledger(((w, rate),), orders=ALL_ORDERS)
    made = derived(CLOSE, SAME, rule(draw, draw, ZERO, w, ONE, SAME, ledger))
    assert check(made, Random(0), 20, 400) > 0
    spent = both(eq(one(x), two(x)), le(times(w, rate), rate))
    closed = rules.ledger_conseq(CLOSE, spent, TRUE, made)
    private = rules.renyi_close(x, x, rate, both(lt(0, eps), le(apply(Op.ABS, sub(one(z), two(z))), 1)), closed)
    assert private.judgment.cost == Closeness(ALL_ORDERS, rate)
    assert check(private, Random(1), 20, 400) > 0


def test_positions_are_chosen_at_the_price_of_their_range() -> None:
    unit = apply(Op.QUOTIENT, times(eps, eps), Literal(8))
    ledger = Ledger(((w, unit),), orders=ALL_ORDERS)
    position = Var("j", INT, RIGID)
    inside = both(le(0, position), lt(position, apply(Op.LEN, one(items))))
    apart = sub(apply(Op.GET, two(items), position), apply(Op.GET, one(items), position))
    near = forall(position, implies(inside, both(le(apart, 1), le(-1, apart))))
    lengths = both(eq(apply(Op.LEN, one(items)), apply(Op.LEN, two(items))), lt(0, apply(Op.LEN, one(items))))
    pre, post = both(lt(0, eps), lengths, near, eq(w, 0)), both(eq(one(x), two(x)), le(w, 4))
    made = rules.renyi_choose(choosing(x), choosing(x), ONE, ONE, w, Literal(4), post, ledger)
    assert check(derived(pre, post, made), Random(2), 20, 600) > 0
    for grow, shrink, price in ((ZERO, ONE, 4), (ONE, ZERO, 4), (ONE, ONE, 3)):
        made = rules.renyi_choose(choosing(x), choosing(x), grow, shrink, w, Literal(price), post, ledger)
        with refused("the new precondition must imply the old one"):
            derived(pre, post, made)


# -------------------------------------------------------------------------------------------------- any noise: [R-Samp]

SQUARE = Ledger(((w, apply(Op.QUOTIENT, times(eps, eps), Literal(2))),), orders=ALL_ORDERS)  # what ε costs
_told, _said = Var("told", BOOL), Var("said", BOOL, RIGID)
_CALM = both(lt(0, eps), eq(w, 0))
_ANSWERED = both(eq(one(_told), two(_told)), le(w, 1))


def response(truth: Expr = _told, rate: Expr = eps) -> Sample:
    return Sample(_told, RANDOMIZED_RESPONSE, (rate,), truth)


def answered(
    most: Expr = eps, price: int = 1, ledger: Ledger = SQUARE, maps: tuple[Expr, Expr] = (_said, _said)
) -> Theorem:
    draw = response()
    return rules.renyi_sample(draw, draw, *maps, _said, ZERO, ZERO, most, w, Literal(price), _ANSWERED, ledger)


def test_any_noise_costs_half_the_square_of_what_its_masses_differ_by() -> None:
    assert check(derived(_CALM, _ANSWERED, answered()), Random(4), 20, 400) > 0
    at_one = Ledger(((w, times(alpha, SQUARE.counters[0][1])),), orders=Orders(alpha))
    at_order = both(_CALM, lt(1, alpha))
    assert check(derived(at_order, _ANSWERED, answered(ledger=at_one)), Random(5), 20, 400) > 0


def test_a_position_by_permute_and_flip_costs_half_the_square() -> None:
    draw = Sample(x, PERMUTE_AND_FLIP, (eps,), items)
    position = Var("j", INT, RIGID)
    inside = both(le(0, position), lt(position, apply(Op.LEN, one(items))))
    apart = sub(apply(Op.GET, two(items), position), apply(Op.GET, one(items), position))
    near = forall(position, implies(inside, both(le(apart, 1), le(-1, apart))))
    lengths = both(eq(apply(Op.LEN, one(items)), apply(Op.LEN, two(items))), lt(0, apply(Op.LEN, one(items))))
    pre, post = both(_CALM, lengths, near), both(eq(one(x), two(x)), le(w, 4))
    twice = times(Literal(2), eps)
    for most, bounds, price, holds in (
        (twice, (ONE, ONE), 4, True),
        (eps, (ONE, ONE), 4, False),
        (twice, (ONE, ONE), 3, False),
        (twice, (ZERO, ONE), 4, False),
        (twice, (ONE, ZERO), 4, False),
    ):
        made = rules.renyi_sample(draw, draw, v, v, v, *bounds, most, w, Literal(price), post, SQUARE)
        if holds:
            assert check(derived(pre, post, made), Random(6), 20, 400) > 0
        else:
            with refused("the new precondition must imply the old one"):
                derived(pre, post, made)


@pytest.mark.parametrize(
    ("most", "price"),
    [(eps, 0), (apply(Op.QUOTIENT, eps, Literal(2)), 1), (times(Literal(2), eps), 1), (apply(Op.NEG, eps), 1)],
)
def test_masses_that_differ_by_more_or_are_paid_with_less(most: Expr, price: int) -> None:
    with refused("the new precondition must imply the old one"):
        derived(_CALM, _ANSWERED, answered(most, price))


@pytest.mark.parametrize("maps", [(TRUE, _said), (_said, TRUE), (_said, negate(_said))])
def test_a_map_that_is_not_one_to_one_and_onto(maps: tuple[Expr, Expr]) -> None:
    with refused("the new precondition must imply the old one"):
        derived(_CALM, lt(0, eps), answered(maps=maps))


def test_values_that_nothing_is_mapped_to() -> None:
    """From the centre on: a shift to the right leaves a value of the right out, whose mass no bound is about."""
    draw = Sample(x, ONE_SIDED, (eps,), z)
    post = le(w, 1)
    for shift, holds in ((sub(two(z), one(z)), True), (ONE, False), (Literal(-1), False)):
        made = rules.renyi_sample(draw, draw, add(v, shift), sub(v, shift), v, ZERO, ZERO, eps, w, ONE, post, SQUARE)
        if holds:
            derived(_CALM, post, made)
        else:
            with refused("the new precondition must imply the old one"):
                derived(both(_CALM, eq(one(z), two(z))), post, made)


def test_a_price_that_looks_at_the_sample() -> None:
    draw = response()
    seen = apply(Op.ITE, _said, ONE, ZERO)
    for most, grow, shrink, price in (
        (times(seen, eps), ZERO, ZERO, ONE),
        (eps, seen, ZERO, ONE),
        (eps, ZERO, seen, ONE),
        (eps, ZERO, ZERO, seen),
    ):
        with refused("must be new, and is used already"):
            rules.renyi_sample(draw, draw, _said, _said, _said, grow, shrink, most, w, price, TRUE, SQUARE)


def test_the_name_of_the_sample_is_new() -> None:
    plain, caught = response(), response(_said)
    keeping = Ledger(SQUARE.counters, _said, ALL_ORDERS)
    for left, right, post, ledger in (
        (plain, plain, _said, SQUARE),
        (caught, plain, TRUE, SQUARE),
        (plain, caught, TRUE, SQUARE),
        (plain, plain, TRUE, keeping),
    ):
        with refused("must be new, and is used already"):
            rules.renyi_sample(left, right, TRUE, TRUE, _said, ZERO, ZERO, eps, w, ONE, post, ledger)


def test_what_else_is_asked_of_any_noise() -> None:
    draw, same, free = response(), (_said, _said), (ZERO, ZERO)
    with refused("the ledger must have orders"):
        rules.renyi_sample(draw, draw, *same, _said, *free, eps, w, ONE, TRUE, PURE)
    with refused("both samplings must draw the same noise"):
        rules.renyi_sample(draw, laplace(x), *same, _said, *free, eps, w, ONE, TRUE, SQUARE)
    with refused("must be of the type of what is drawn"):
        rules.renyi_sample(draw, draw, v, v, v, *free, eps, w, ONE, TRUE, SQUARE)
    with refused("must be a rigid variable"):
        rules.renyi_sample(draw, draw, *same, _told, *free, eps, w, ONE, TRUE, SQUARE)
    for image, inverse in ((v, _said), (_said, v)):
        with refused("must be bool, not int"):
            rules.renyi_sample(draw, draw, image, inverse, _said, *free, eps, w, ONE, TRUE, SQUARE)
    for grow, shrink in ((eps, ZERO), (ZERO, eps)):
        with refused("must be int, not real"):
            rules.renyi_sample(draw, draw, *same, _said, grow, shrink, eps, w, ONE, TRUE, SQUARE)
    with refused("must be real, not int"):
        rules.renyi_sample(draw, draw, *same, _said, *free, ONE, w, ONE, TRUE, SQUARE)
    for image, inverse, grow, shrink, most in (
        (_told, _said, ZERO, ZERO, eps),
        (_said, _told, ZERO, ZERO, eps),
        (_said, _said, x, ZERO, eps),
        (_said, _said, ZERO, x, eps),
        (_said, _said, ZERO, ZERO, variance),
    ):
        with refused("cannot be used here"):
            rules.renyi_sample(draw, draw, image, inverse, _said, grow, shrink, most, w, ONE, TRUE, SQUARE)
    rates = response(rate=Var("first", REAL)), response(rate=Var("second", REAL))
    made = rules.renyi_sample(*rates, *same, _said, *free, eps, w, ONE, TRUE, SQUARE)
    with refused("the new precondition must imply the old one"):
        derived(_CALM, TRUE, made)


# --------------------------------------------------------------------------------------------------- must be refused


@pytest.mark.parametrize("price", [ZERO, sub(one(z), two(z)), Literal(-1)])
def test_a_price_that_is_too_small(price: Expr) -> None:
    made = rules.renyi_gauss(gaussian(x, z), gaussian(x, z), ZERO, w, price, SAME, ALL)
    with refused("the new precondition must imply the old one"):
        derived(CLOSE, SAME, made)


def test_a_distance_of_two_costs_four() -> None:
    far = both(lt(0, eps), le(apply(Op.ABS, sub(one(z), two(z))), 2), eq(w, 0))
    for price, post in (
        (Literal(2), both(eq(one(x), two(x)), le(w, 2))),
        (Literal(3), both(eq(one(x), two(x)), le(w, 3))),
    ):
        with refused("the new precondition must imply the old one"):
            derived(far, post, rules.renyi_gauss(gaussian(x, z), gaussian(x, z), ZERO, w, price, post, ALL))
    post = both(eq(one(x), two(x)), le(w, 4))
    derived(far, post, rules.renyi_gauss(gaussian(x, z), gaussian(x, z), ZERO, w, Literal(4), post, ALL))


def test_the_variance_is_positive_and_the_same_in_both_runs() -> None:
    draw = gaussian(x, z, variance)
    made = rules.renyi_gauss(draw, draw, sub(two(z), one(z)), w, ZERO, eq(w, 0), ALL)
    with refused("the new precondition must imply the old one"):
        derived(both(lt(0, eps), eq(w, 0), eq(one(variance), two(variance))), eq(w, 0), made)
    with refused("the new precondition must imply the old one"):
        derived(both(lt(0, eps), eq(w, 0), lt(0, one(variance)), lt(0, two(variance))), eq(w, 0), made)


def test_a_shift_does_not_look_at_the_sample() -> None:
    """There is no name for the sample: what is drawn is bound in the precondition, and no shift is caught in it."""
    made = rules.renyi_gauss(gaussian(x), gaussian(x), v, w, times(v, v), le(two(x), 0), ALL).judgment
    assert v in free_variables(made.pre)
    with refused("x cannot be used here"):
        rules.renyi_gauss(gaussian(x), gaussian(x), x, w, ZERO, TRUE, ALL)
    with refused("x cannot be used here"):
        rules.renyi_gauss(gaussian(x), gaussian(x), ZERO, w, x, TRUE, ALL)


def test_only_a_ledger_with_orders() -> None:
    with refused("the ledger must have orders"):
        rules.renyi_gauss(gaussian(x), gaussian(x), ZERO, w, ZERO, TRUE, PURE)
    with refused("the ledger must have orders"):
        rules.renyi_laplace(laplace(x), laplace(x), ZERO, w, ZERO, TRUE, PURE)
    with refused("the ledger must have orders"):
        rules.renyi_choose(choosing(x), choosing(x), ZERO, ZERO, w, ZERO, TRUE, PURE)


def test_the_noise_is_the_rules_own() -> None:
    with refused("gaussian noise"):
        rules.renyi_gauss(laplace(x), laplace(x), ZERO, w, ZERO, TRUE, ALL)
    with refused("laplace noise"):
        rules.renyi_laplace(gaussian(x), laplace(x), ZERO, w, ZERO, TRUE, ALL)
    with refused("choose noise"):
        rules.renyi_choose(gaussian(x), gaussian(x), ZERO, ZERO, w, ZERO, TRUE, ALL)


def test_counters_and_prices() -> None:
    with refused("is not in the ledger"):
        rules.renyi_gauss(gaussian(x), gaussian(x), ZERO, Var("u", INT, LEDGER), ZERO, TRUE, ALL)
    with refused("must be int, not real"):
        rules.renyi_gauss(gaussian(x), gaussian(x), ZERO, w, eps, TRUE, ALL)
    with refused("must be int, not real"):
        rules.renyi_gauss(gaussian(x), gaussian(x), eps, w, ZERO, TRUE, ALL)
    with refused("must be int, not real"):
        rules.renyi_choose(choosing(x), choosing(x), eps, ZERO, w, ZERO, TRUE, ALL)
    with refused("x cannot be used here"):
        rules.renyi_choose(choosing(x), choosing(x), ZERO, x, w, ZERO, TRUE, ALL)


def test_what_holds_of_the_pure_ledger_alone() -> None:
    coin = Sample(Var("p", BOOL), COIN, (Literal(Fraction(1, 2)),), FALSE)
    with refused("this holds of the pure ledger"):
        rules.ledger_sample(laplace(x), laplace(x), ZERO, v, w, TRUE, ALL)
    with refused("this holds of the pure ledger"):
        rules.ledger_pay(laplace(x), laplace(x), ZERO, v, w, ZERO, TRUE, ALL)
    for rule in (rules.coin_left, rules.coin_right):
        with refused("this holds of the pure ledger"):
            rule(coin, (), (), TRUE, ALL)


def test_outputs_are_not_looked_at_one_by_one() -> None:
    hit = eq(one(x), i)
    post = implies(hit, both(eq(two(x), i), le(times(w, eps), eps)))
    premise = rules.exfalso(Skip(), Skip(), post, Ledger(((w, eps),), hit, ALL_ORDERS))
    premise = rules.ledger_conseq(both(FALSE, eq(w, 0)), post, hit, premise)
    with refused("this holds of the pure ledger"):
        rules.pointwise(x, x, i, eps, FALSE, premise)
    with refused("what is kept"):
        rules.renyi_close(x, x, eps, FALSE, _closing(Ledger(((w, eps),), hit, ALL_ORDERS)))


def _closing(cost: Ledger, post: Expr | None = None) -> Theorem:
    wanted = post or both(eq(one(x), two(x)), le(times(w, eps), eps))
    premise = rules.exfalso(Skip(), Skip(), wanted, cost)
    return rules.ledger_conseq(both(FALSE, eq(w, 0)), wanted, cost.keep, premise)


def test_a_ledger_of_other_orders_does_not_go_on() -> None:
    first, second = rules.skip(TRUE, ALL), rules.skip(TRUE, AT_ONE)
    pruned = rules.exfalso(Skip(), Skip(), FALSE, FREE)
    with refused("the ledger of the second premise"):
        rules.ledger_seq(first, second, pruned)
    with refused("the ledger of the second premise"):
        rules.ledger_seq(rules.skip(TRUE, PURE), first, pruned)


def test_a_price_of_all_orders_is_not_negative() -> None:
    """What is paid counts α times: a pure price is enough where it is not negative, and not where it is."""
    draw = Sample(Var("p", BOOL), COIN, (Literal(Fraction(1, 2)),), FALSE)
    told = Var("told", BOOL, RIGID)
    made = rules.ledger_map(draw, draw, told, told, ZERO, ((w, Literal(-1)),), TRUE, ALL)
    with refused("the new precondition must imply the old one"):
        derived(lt(0, eps), TRUE, made)


# --------------------------------------------------------------------------------------------------------- closeness

NEAR = both(lt(0, eps), le(apply(Op.ABS, sub(one(z), two(z))), 1))
DRAW = gaussian(x, z)


def close(orders: Orders = ALL_ORDERS, draw: Sample = DRAW) -> Theorem:
    ledger = Ledger(((w, eps if orders.one is None else times(alpha, eps)),), orders=orders)
    rate = ledger.counters[0][1]
    spent = both(eq(one(x), two(x)), le(times(w, rate), rate))
    pre = NEAR if orders.one is None else both(NEAR, lt(1, alpha))
    post = SAME if orders.one is None else both(SAME, lt(1, alpha))
    made = rules.renyi_gauss(draw, draw, ZERO, w, ONE, post, ledger)
    made = rules.ledger_conseq(both(pre, eq(w, 0)), spent, TRUE, made)
    return rules.renyi_close(x, x, rate, pre, made)


def test_closing() -> None:
    assert close().judgment == Judgment(DRAW, DRAW, NEAR, eq(one(x), two(x)), Closeness(ALL_ORDERS, eps))
    assert close(Orders(alpha)).judgment.cost == Closeness(Orders(alpha), times(alpha, eps))
    assert check(close(), Random(3), 20, 400) > 0


def test_closing_asks_for_its_shape() -> None:
    with refused("the precondition"):
        rules.renyi_close(x, x, eps, TRUE, _closing(ALL))
    with refused("the postcondition"):
        rules.renyi_close(x, x, times(Literal(2), eps), FALSE, _closing(ALL))
    with refused("the postcondition"):
        rules.renyi_close(x, y, eps, FALSE, _closing(ALL))
    with refused("the ledger must have orders"):
        rules.renyi_close(x, x, eps, FALSE, _closing(PURE))
    with refused("w cannot be used here"):
        rules.renyi_close(x, x, eps, eq(w, 0), _closing(ALL))


def test_a_bad_event_is_paid_with_delta() -> None:
    bad, delta = lt(5, one(x)), Literal(Fraction(1, 2))
    spent = both(eq(one(x), two(x)), le(times(w, eps), eps))
    post = implies(negate(bad), spent)
    cost = Ledger(((w, eps),), negate(bad), ALL_ORDERS)
    premise = rules.ledger_conseq(both(FALSE, eq(w, 0)), post, negate(bad), rules.exfalso(Skip(), Skip(), post, cost))
    paid = rules.credit_conseq(FALSE, delta, negate(bad), ZERO, rules.credit_skip(negate(bad), ZERO))
    made = rules.renyi_close_bad(x, x, bad, eps, delta, FALSE, premise, paid)
    assert made.judgment.cost == Closeness(ALL_ORDERS, eps, delta)
    with refused("the credit"):
        rules.renyi_close_bad(x, x, bad, eps, Literal(Fraction(1, 4)), FALSE, premise, paid)
    with refused("what is kept"):
        rules.renyi_close_bad(
            x, x, bad, eps, delta, FALSE, rules.ledger_conseq(both(FALSE, eq(w, 0)), post, FALSE, premise), paid
        )
    with refused("the postcondition"):
        rules.renyi_close_bad(x, x, lt(6, one(x)), eps, delta, FALSE, premise, paid)
    with refused("the precondition"):
        rules.renyi_close_bad(x, x, bad, eps, delta, TRUE, premise, paid)
    other = rules.credit_conseq(FALSE, delta, negate(bad), ZERO, rules.credit_assign(y, y, negate(bad), ZERO))
    with refused("the program of the credit"):
        rules.renyi_close_bad(x, x, bad, eps, delta, FALSE, premise, other)


def test_closeness_is_about_two_outputs() -> None:
    for post in (TRUE, eq(one(x), one(y)), both(eq(one(x), two(x)), TRUE, eq(one(y), two(y))), le(one(x), two(x))):
        with pytest.raises(Malformed, match="closeness is about"):
            Judgment(Skip(), Skip(), TRUE, post, Closeness(ALL_ORDERS, eps))
    with pytest.raises(Malformed, match="cannot speak of"):
        Closeness(ALL_ORDERS, one(variance))
    with pytest.raises(Malformed, match="cannot speak of"):
        Orders(one(variance))
    with pytest.raises(Malformed, match="is a number"):
        Orders(TRUE)


def test_closeness_is_not_put_together_from_steps() -> None:
    cost: Closeness = Closeness(ALL_ORDERS, eps)
    premise, equal = close(), eq(one(x), two(x))
    with refused("closeness is a matter of whole programs"):
        rules.skip(equal, cost)  # type: ignore[arg-type]
    with refused("closeness is a matter of whole programs"):
        rules.exfalso(Skip(), Skip(), equal, cost)  # type: ignore[arg-type]
    with refused("closeness is a matter of whole programs"):
        rules.frame(TRUE, premise)
    with refused("closeness is a matter of whole programs"):
        rules.cond_left(TRUE, NEAR, premise, premise)
    with refused("closeness is a matter of whole programs"):
        rules.cond_right(TRUE, NEAR, premise, premise)
    with refused("with a budget"):
        rules.seq(premise, premise)
    with refused("with a budget"):
        rules.conseq(NEAR, equal, FREE, premise)
    with refused("a ledger judgment"):
        rules.ledger_conseq(NEAR, equal, TRUE, premise)


def test_ghosts_are_taken_out_of_closeness_too() -> None:
    bad = Var("bad", BOOL)
    noted = rules.renyi_gauss(DRAW, DRAW, ZERO, w, ONE, SAME, ALL)
    noted = in_order(noted, assn(bad, lt(5, x), bad, lt(5, x), SAME, ALL))
    noted = derived(both(NEAR, eq(w, 0)), both(eq(one(x), two(x)), le(times(w, eps), eps)), noted)
    made = rules.renyi_close(x, x, eps, NEAR, noted)
    assert made.judgment.left == sequence(DRAW, Assign(bad, lt(5, x)))
    bare = rules.ghost(bad, made)
    assert bare.judgment == close().judgment
    assert check(bare, Random(6), 20, 400) > 0
    with refused("x must not be read by what is left"):
        rules.ghost(x, made)
    with refused("say how close two outputs are"):
        rules.ghost(bad, noted)


def test_the_output_is_no_ghost() -> None:
    with refused("the postcondition must not speak of x"):
        rules.ghost(x, close())


def test_cases_names_and_instances_of_closeness() -> None:
    cost = Closeness(ALL_ORDERS, eps)
    yes, no = (rules.renyi_conseq(both(NEAR, c), cost, close()) for c in (le(one(z), 0), negate(le(one(z), 0))))
    assert rules.case(le(one(z), 0), NEAR, yes, no).judgment == close().judgment
    known = rules.renyi_conseq(both(NEAR, eq(n, one(z))), cost, close())
    some = rules.exists(n, eq(n, one(z)), NEAR, known).judgment
    assert some.cost == cost
    with refused("eps must be new"):
        rules.exists(
            eps,
            lt(0, eps),
            le(apply(Op.ABS, sub(one(z), two(z))), 1),
            rules.renyi_conseq(both(le(apply(Op.ABS, sub(one(z), two(z))), 1), lt(0, eps)), cost, close()),
        )
    twice = rules.instantiate(eps, times(Literal(2), eps), close()).judgment
    assert twice.cost == Closeness(ALL_ORDERS, times(Literal(2), eps))
    third = rules.instantiate(alpha, Literal(Fraction(3)), close(Orders(alpha))).judgment
    assert isinstance(third.cost, Closeness)
    assert third.cost.orders == Orders(Literal(Fraction(3)))


def test_closeness_may_be_weakened() -> None:
    weaker = Closeness(ALL_ORDERS, times(Literal(2), eps), Literal(Fraction(1, 9)))
    assert rules.renyi_conseq(NEAR, weaker, close()).judgment.cost == weaker
    at_two = Closeness(Orders(Literal(2)), times(Literal(2), eps))
    assert rules.renyi_conseq(NEAR, at_two, close()).judgment.cost == at_two
    with refused("the new bound and δ must not be smaller"):
        rules.renyi_conseq(NEAR, Closeness(Orders(Literal(2)), eps), close())
    with refused("the new bound and δ must not be smaller"):
        rules.renyi_conseq(NEAR, Closeness(ALL_ORDERS, apply(Op.QUOTIENT, eps, Literal(2))), close())
    with refused("the new bound and δ must not be smaller"):
        rules.renyi_conseq(NEAR, Closeness(ALL_ORDERS, eps, Literal(Fraction(-1, 9))), close())
    with refused("the new precondition must imply the old one"):
        rules.renyi_conseq(lt(0, eps), Closeness(ALL_ORDERS, eps), close())
    one_order = close(Orders(alpha))
    with refused("the orders are others"):
        rules.renyi_conseq(one_order.judgment.pre, Closeness(ALL_ORDERS, times(alpha, eps)), one_order)
    with refused("the orders are others"):
        rules.renyi_conseq(one_order.judgment.pre, Closeness(Orders(Literal(2)), times(alpha, eps)), one_order)


# ------------------------------------------------------------------------------------------------------------- blocks


def test_a_block_is_one_step() -> None:
    post = both(le(one(x), two(x)), le(w, 1), le(one(y), two(y)))
    made = rules.renyi_block(((w, ONE),), post, ALL, close()).judgment
    output = Var("o", INT, RIGID)
    told = forall(output, both(le(output, output), le(add(w, 1), 1), le(one(y), two(y))))
    assert made.pre == both(NEAR, told)
    assert made.post == both(eq(one(x), two(x)), post)
    assert check(rules.renyi_block(((w, ONE),), post, ALL, close()), Random(4), 10, 400) > 0


def test_a_block_asks_for_its_price_and_its_variables() -> None:
    made = rules.renyi_block((), TRUE, ALL, close())
    with refused("the new precondition must imply the old one"):
        derived(NEAR, TRUE, made)
    moved = _two_draws()
    with refused("y may change"):
        rules.renyi_block(((w, Literal(2)),), eq(one(y), two(y)), ALL, moved)
    with refused("the orders"):
        rules.renyi_block(((w, ONE),), TRUE, AT_ONE, close())
    with refused("the ledger must have orders"):
        rules.renyi_block(((w, ONE),), TRUE, PURE, close())
    with refused("how close two outputs are"):
        rules.renyi_block(((w, ONE),), TRUE, ALL, rules.skip(TRUE, ALL))
    loose = rules.renyi_conseq(NEAR, Closeness(ALL_ORDERS, eps, Literal(Fraction(1, 9))), close())
    with refused("δ"):
        rules.renyi_block(((w, ONE),), TRUE, ALL, loose)
    with refused("is not in the ledger"):
        rules.renyi_block(((Var("u", INT, LEDGER), ONE),), TRUE, ALL, close())


def _two_draws() -> Theorem:
    """Closeness of x after a program that also writes y."""
    spent = both(eq(one(x), two(x)), le(times(w, eps), eps))
    program = sequence(Assign(y, z), DRAW)
    drawn = rules.ledger_conseq(
        both(NEAR, eq(w, 0)), spent, TRUE, rules.renyi_gauss(DRAW, DRAW, ZERO, w, ONE, SAME, ALL)
    )
    first = rules.assign_right(y, z, both(NEAR, eq(w, 0)), ALL)
    before = rules.assign_left(y, z, first.judgment.pre, ALL)
    nothing = rules.exfalso(Skip(), Skip(), FALSE, FREE)
    start = rules.ledger_seq(before, first, nothing)
    whole = rules.ledger_seq(start, drawn, rules.exfalso(DRAW, Skip(), FALSE, FREE))
    assert whole.judgment.left == program
    return rules.renyi_close(x, x, eps, NEAR, whole)


# ----------------------------------------------------------------------------------------------- pure proofs, both ways


def pure(pre: Expr = NEAR) -> tuple[Theorem, Theorem, Theorem]:
    draw = laplace(x, z)
    there = _pure(draw, pre)
    back = _pure(draw, _swapped(pre))
    ends = rules.conseq(pre, TRUE, FREE, rules.sample_right(draw, TRUE, FREE))
    return there, back, ends


def _swapped(pre: Expr) -> Expr:
    sides = {LEFT: RIGHT, RIGHT: LEFT}
    return substitute(pre, {u: Var(u.name, u.type, sides[u.place]) for u in free_variables(pre) if u.place in sides})


def _pure(draw: Sample, pre: Expr) -> Theorem:
    made = rules.lap_gen(draw, draw, ZERO, ONE, eps, eq(one(x), two(x)))
    return rules.conseq(pre, eq(one(x), two(x)), FREE.__class__(eps, ZERO), made)


def test_a_pure_proof_both_ways() -> None:
    square = apply(Op.QUOTIENT, apply(Op.REAL, times(eps, eps)), Literal(2))
    made = rules.renyi_pure(None, *pure())
    assert made.judgment.cost == Closeness(ALL_ORDERS, square)
    assert check(made, Random(5), 20, 400) > 0
    assert rules.renyi_pure(alpha, *pure()).judgment.cost == Closeness(Orders(alpha), times(alpha, square))


def test_a_pure_proof_one_way_is_not_enough() -> None:
    there, back, ends = pure()
    one_sided = both(lt(0, eps), le(sub(one(z), two(z)), 1), le(0, sub(one(z), two(z))))
    away, home, stays = pure(one_sided)
    assert rules.renyi_pure(None, away, home, stays).judgment.pre == one_sided
    with refused("the precondition of the way back"):
        rules.renyi_pure(None, away, away, stays)
    with refused("the judgment that it ends"):
        rules.renyi_pure(None, there, back, stays)
    with refused("the program that ends"):
        rules.renyi_pure(None, there, back, rules.conseq(NEAR, TRUE, FREE, rules.skip(TRUE, FREE)))
    with refused("the cost of the way back"):
        dearer = rules.conseq(_swapped(NEAR), eq(one(x), two(x)), FREE.__class__(times(Literal(2), eps), ZERO), back)
        rules.renyi_pure(None, there, dearer, ends)
    loose = rules.conseq(NEAR, eq(one(x), two(x)), FREE.__class__(eps, Literal(1)), there)
    with refused("δ"):
        rules.renyi_pure(None, loose, back, ends)
    with refused("with a budget"):
        rules.renyi_pure(None, close(), back, ends)


# ------------------------------------------------------------------------------------------------------- conversions

_DELTA = Var("delta", REAL, RIGID)
_SMALL = both(NEAR, lt(0, _DELTA), le(_DELTA, 1))


def test_to_epsilon_and_delta_as_in_textbooks() -> None:
    log = apply(Op.LOG, apply(Op.QUOTIENT, apply(Op.REAL, ONE), _DELTA))
    claimed = add(eps, times(Literal(2), apply(Op.SQRT, times(eps, log))))
    premise = rules.renyi_conseq(_SMALL, Closeness(ALL_ORDERS, eps), close())
    made = rules.concentrated_budget(claimed, _DELTA, premise).judgment
    assert made.cost == FREE.__class__(claimed, _DELTA)
    less = add(eps, times(Literal(Fraction(199, 100)), apply(Op.SQRT, times(eps, log))))
    with refused("ε must be as large as that"):
        rules.concentrated_budget(less, _DELTA, premise)
    with refused("must be positive"):
        rules.concentrated_budget(claimed, _DELTA, rules.renyi_conseq(NEAR, Closeness(ALL_ORDERS, eps), close()))
    with refused("must be for all orders"):
        rules.concentrated_budget(claimed, _DELTA, close(Orders(alpha)))


def test_what_costs_nothing_converts_to_any_budget() -> None:
    pre = both(lt(0, eps), eq(one(z), two(z)), lt(0, _DELTA))

    def costing(rho: int) -> Theorem:
        spent = both(eq(one(x), two(x)), le(times(w, eps), rho))
        made = rules.renyi_gauss(DRAW, DRAW, ZERO, w, ZERO, both(eq(one(x), two(x)), le(w, 0), lt(0, eps)), ALL)
        return rules.renyi_close(x, x, Literal(rho), pre, rules.ledger_conseq(both(pre, eq(w, 0)), spent, TRUE, made))

    made = rules.concentrated_budget(ZERO, _DELTA, costing(0)).judgment
    assert made.cost == FREE.__class__(ZERO, _DELTA)
    with refused("ε not below the bound"):
        rules.concentrated_budget(ZERO, _DELTA, costing(1))
    with refused("ε not below the bound"):
        rules.concentrated_budget(Literal(-1), _DELTA, costing(0))


@pytest.mark.parametrize(
    ("order", "epsilon", "delta", "enough"),
    [(10, 1, "0.005", True), (10, 1, "0.001", False), (5, 1, "0.01", True), (5, 1, "0.002", False)],
)
def test_to_epsilon_and_delta_in_numbers(order: int, epsilon: int, delta: str, enough: bool) -> None:
    """ρ = 1/20: at the order 10 it is e^(9·(1/2 − 1))·0.9^10/9 = 0.00043, at 5 e^(4·(1/4 − 1))·0.8^5/4 = 0.0041."""
    rho = Literal(Fraction(1, 20))
    at = rules.instantiate(eps, rho, close())
    amount = Fraction(delta)
    if order == 10:
        amount /= 10
    if enough:
        made = rules.renyi_budget(Literal(order), Literal(epsilon), Literal(amount), at).judgment
        assert made.cost == FREE.__class__(Literal(epsilon), Literal(amount))
    else:
        with refused("δ must be as large as that"):
            rules.renyi_budget(Literal(order), Literal(epsilon), Literal(amount), at)


def test_an_order_is_above_one_and_that_of_the_premise() -> None:
    at = rules.instantiate(eps, Literal(Fraction(1, 20)), close())
    for rule in (rules.renyi_budget, rules.renyi_budget_of_textbooks):
        with refused("the order must be above 1"):
            rule(Literal(1), Literal(5), Literal(Fraction(1, 2)), at)
        with refused("the order"):
            rule(Literal(3), Literal(5), Literal(Fraction(1, 2)), close(Orders(alpha)))
        with refused("x cannot be used here"):
            rule(one(x), Literal(5), Literal(Fraction(1, 2)), at)
    with refused("δ must be positive"):
        rules.renyi_budget_of_textbooks(Literal(3), Literal(5), ZERO, at)
    made = rules.renyi_budget_of_textbooks(Literal(10), Literal(1), Literal(Fraction(1, 80)), at).judgment
    assert made.cost == FREE.__class__(Literal(1), Literal(Fraction(1, 80)))
    with refused("ε must be as large as that"):
        rules.renyi_budget_of_textbooks(Literal(10), Literal(1), Literal(Fraction(1, 100)), at)


def test_a_delta_of_the_premise_is_added() -> None:
    loose = rules.renyi_conseq(NEAR, Closeness(ALL_ORDERS, eps, Literal(Fraction(1, 9))), close())
    at = rules.instantiate(eps, Literal(Fraction(1, 20)), loose)
    made = rules.renyi_budget(Literal(10), Literal(1), Literal(Fraction(1, 1000)), at).judgment
    assert made.cost == FREE.__class__(Literal(1), apply(Op.ADD, Literal(Fraction(1, 1000)), Literal(Fraction(1, 9))))


# ------------------------------------------------------------------------------------------------------------- random


class Rényi(Maker):
    """Derivations in a ledger with orders."""

    def coupled(self, post: Expr, pair: tuple[Sample, Sample] | None = None, bound: Expr | None = None) -> Theorem:
        left, right = pair or (self.draw(), self.draw())
        right = left if self.rng.random() < 0.6 and pair is None else right
        shift = self.shift(left, right)
        price = self.pick(ZERO, ONE, Literal(4), n, times(shift, shift), Literal(2))
        assert isinstance(self.cost, Ledger)
        rule = rules.renyi_gauss if left.noise is GAUSSIAN else rules.renyi_laplace
        return rule(left, right, shift, w, price, post, self.cost)

    def draw(self) -> Sample:
        noise = self.rng.choice((GAUSSIAN, GAUSSIAN, LAPLACE))
        return self.sampling(noise, HALF if noise is GAUSSIAN else eps)


@pytest.mark.parametrize("orders", [ALL_ORDERS, Orders(Literal(2)), Orders(Literal(Fraction(3, 2)))])
@pytest.mark.parametrize("seed", range(4 * FUZZ))
def test_random_derivations_hold(orders: Orders, seed: int) -> None:
    rng = Random(f"rényi {orders} {seed}")
    seen = 0
    for _ in range(25):
        maker = Rényi(rng, Ledger(((w, eps),), orders=orders))
        try:
            seen += check(maker.derive(2), rng)
        except Refused:
            continue
    assert seen > 0
