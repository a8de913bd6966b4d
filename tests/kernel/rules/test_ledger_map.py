"""[ω-Map]: any map that is injective on what is kept, at the price that the noise's row says, which may be negative."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from tests.kernel.derivations import (
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
    items,
    laplace,
    le,
    lt,
    n,
    number,
    one,
    p,
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
from tests.kernel.semantics import Violation, check
from twinproof.kernel import rules
from twinproof.kernel.judgment import Judgment, Ledger
from twinproof.kernel.noise import ROWS, Law, row_of
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Sample
from twinproof.lang.expr import (
    FALSE,
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
    conjuncts,
    forall,
    implies,
    negate,
)
from twinproof.lang.noise import (
    CHOOSE,
    COIN,
    GAUSSIAN,
    LAPLACE,
    ONE_SIDED,
    PERMUTE_AND_FLIP,
    RANDOMIZED_CHOICE,
    RANDOMIZED_RESPONSE,
    TRUNCATED,
    UNIFORM,
    Noise,
)
from twinproof.lang.rewriting import with_arguments
from twinproof.lang.types import BOOL, INT, REAL, ListOf

b = Var("b", BOOL, RIGID)
PAID = Var("paid", REAL, LEDGER)
TWO_COUNTERS = Ledger(((w, eps), (u, n)))


def draw(noise: Noise, target: Var, centre: Expr | int, *parameters: Expr | int) -> Sample:
    return Sample(target, noise, tuple(map(number, parameters)), number(centre))


def response(target: Var = p, bit: Expr = p, rate: Expr = eps) -> Sample:
    return draw(RANDOMIZED_RESPONSE, target, bit, rate)


def told(value: Expr, truth: Expr) -> Expr:
    return apply(Op.ITE, eq(value, truth), ONE, ZERO)


def weakened(pre: Expr, made: Theorem) -> Theorem:
    j = made.judgment
    assert isinstance(j.cost, Ledger)
    return rules.ledger_conseq(pre, j.post, j.cost.keep, made)


# ------------------------------------------------------------------------------------------------------- the figure


def test_the_same_answer_costs_what_the_truths_say() -> None:
    steps = sub(told(b, one(p)), told(b, two(p)))
    post = both(eq(one(p), two(p)), le(w, 1))
    made = rules.ledger_map(response(), response(), b, b, ZERO, ((w, steps),), post, LEDGERS).judgment
    after = forall(b, both(eq(b, b), le(add(w, steps), 1)))
    assert made == Judgment(response(), response(), both(lt(0, eps), after), post, LEDGERS)


def test_any_price_that_is_enough() -> None:
    post = le(w, 1)
    made = rules.ledger_map(response(), response(), b, b, ZERO, ((w, ONE),), post, LEDGERS).judgment
    steps = sub(told(b, one(p)), told(b, two(p)))
    enough = le(times(steps, eps), eps)
    assert made.pre == both(lt(0, eps), forall(b, both(enough, le(add(w, 1), 1))))


def test_what_is_not_kept_need_not_be_injective() -> None:
    keep = le(0, one(x))
    cost = Ledger(LEDGERS.counters, keep)
    folded = apply(Op.ABS, v)
    made = rules.ledger_map(laplace(x), laplace(x), folded, v, ZERO, ((w, ZERO),), TRUE, cost)
    assert weakened(lt(0, eps), made)
    everything = rules.ledger_map(laplace(x), laplace(x), folded, v, ZERO, ((w, ZERO),), TRUE, LEDGERS)
    with refused("the new precondition must imply the old one"):
        weakened(lt(0, eps), everything)


def test_several_counters_pay_together() -> None:
    drawn = laplace(x, z)
    steps = sub(apply(Op.ABS, sub(v, two(z))), apply(Op.ABS, sub(v, one(z))))
    paid = ((w, ONE), (u, Literal(-1)))
    made = rules.ledger_map(drawn, drawn, v, v, ZERO, paid, TRUE, TWO_COUNTERS).judgment
    enough = le(times(steps, eps), add(eps, times(Literal(-1), n)))
    assert made.pre == both(lt(0, eps), forall(v, enough))


def test_a_free_draw_takes_no_counter() -> None:
    toss = draw(COIN, p, FALSE, Literal(Fraction(1, 3)))
    made = rules.ledger_map(toss, toss, b, b, ZERO, (), eq(one(p), two(p)), LEDGERS)
    assert weakened(TRUE, made)


def test_laplace_noise_has_its_exact_price() -> None:
    """One step back where the right centre is nearer to the sample: less than nothing."""
    here, there = draw(LAPLACE, x, 0, eps), draw(LAPLACE, x, 1, eps)
    post = both(eq(one(x), two(x)), implies(le(1, one(x)), le(w, -1)))
    price = apply(Op.ITE, le(1, v), Literal(-1), ONE)
    made = rules.ledger_map(here, there, v, v, ZERO, ((w, price),), post, LEDGERS)
    assert weakened(both(lt(0, eps), eq(w, 0)), made)
    cheaper = rules.ledger_map(here, there, v, v, ZERO, ((w, Literal(-1)),), TRUE, LEDGERS)
    with refused("the new precondition must imply the old one"):
        weakened(lt(0, eps), cheaper)


def test_scores_are_compared_by_the_bound() -> None:
    drawn = draw(CHOOSE, x, items, eps)
    raised = sub(apply(Op.GET, two(items), v), apply(Op.GET, one(items), v))
    post = both(eq(one(x), two(x)), le(w, 2))
    made = rules.ledger_map(drawn, drawn, v, v, ONE, ((w, sub(ONE, raised)),), post, LEDGERS)
    j = Var("j", INT, RIGID)
    inside = both(le(0, j), lt(j, apply(Op.LEN, one(items))))
    near = apply(Op.ABS, sub(apply(Op.GET, two(items), j), apply(Op.GET, one(items), j)))
    alike = eq(apply(Op.LEN, one(items)), apply(Op.LEN, two(items)))
    close = both(lt(0, eps), lt(0, apply(Op.LEN, one(items))), alike, eq(w, 0))
    assert weakened(both(close, forall(j, implies(inside, le(near, 1)))), made)
    with refused("the new precondition must imply the old one"):
        weakened(both(close, forall(j, implies(inside, le(near, 2)))), made)
    with refused("the new precondition must imply the old one"):
        weakened(both(lt(0, eps), alike, eq(w, 0), forall(j, implies(inside, le(near, 1)))), made)


# -------------------------------------------------------------------------------------------------- must be refused


def test_both_draw_the_same_noise() -> None:
    with refused("both samplings must draw the same noise"):
        rules.ledger_map(laplace(x), draw(ONE_SIDED, x, 0, eps), v, v, ZERO, ((w, ZERO),), TRUE, LEDGERS)


@pytest.mark.parametrize("value", [Var("b", INT, RIGID), one(p), two(p), p, Var("b", REAL, RIGID)])
def test_the_value_is_rigid_and_of_the_type_of_the_sample(value: Var) -> None:
    with refused("must be a rigid variable of the type of what is drawn"):
        rules.ledger_map(response(), response(), FALSE, value, ZERO, (), TRUE, LEDGERS)


def test_the_value_is_new() -> None:
    there = eq(v, 0)
    for bound, post, left, right, cost in (
        (v, TRUE, laplace(x), laplace(x), LEDGERS),
        (ZERO, there, laplace(x), laplace(x), LEDGERS),
        (ZERO, TRUE, laplace(x, v), laplace(x), LEDGERS),
        (ZERO, TRUE, laplace(x), laplace(x, v), LEDGERS),
        (ZERO, TRUE, laplace(x), laplace(x), Ledger(LEDGERS.counters, there)),
        (ZERO, TRUE, laplace(x), laplace(x), Ledger(((w, eps), (u, v)))),
    ):
        with refused("v must be new"):
            rules.ledger_map(left, right, v, v, bound, ((w, ZERO),), post, cost)


def test_types() -> None:
    with refused("must be bool, not int"):
        rules.ledger_map(response(), response(), ZERO, b, ZERO, (), TRUE, LEDGERS)
    with refused("must be int, not bool"):
        rules.ledger_map(response(), response(), b, b, TRUE, (), TRUE, LEDGERS)
    with refused("must be int, not real"):
        rules.ledger_map(response(), response(), b, b, ZERO, ((w, eps),), TRUE, LEDGERS)
    with refused("must be real, not int"):
        rules.ledger_map(response(), response(), b, b, ZERO, ((PAID, ONE),), TRUE, Ledger(((PAID, ONE),)))


def test_the_counters_are_in_the_ledger_and_each_is_raised_once() -> None:
    for counter in (u, Var("w", INT, RIGID)):
        with refused("is not in the ledger"):
            rules.ledger_map(response(), response(), b, b, ZERO, ((counter, ONE),), TRUE, LEDGERS)
    with refused("a counter is raised once"):
        rules.ledger_map(response(), response(), b, b, ZERO, ((w, Literal(-5)), (w, ONE)), TRUE, LEDGERS)


def test_what_is_named_is_named_in_the_right_places() -> None:
    for image, bound, price in ((p, ZERO, ZERO), (b, x, ZERO), (b, ZERO, x)):
        with refused("cannot be used here"):
            rules.ledger_map(response(), response(), image, b, bound, ((w, price),), TRUE, LEDGERS)


def test_the_right_run_can_draw_the_image() -> None:
    for sampling, image in (
        (draw(TRUNCATED, x, 0, eps, 2), add(v, 1)),
        (draw(UNIFORM, x, 0, 3), add(v, 1)),
        (draw(RANDOMIZED_CHOICE, x, 1, 3, eps), add(v, 1)),
        (draw(ONE_SIDED, x, 0, eps), sub(v, 1)),
    ):
        made = rules.ledger_map(sampling, sampling, image, v, ZERO, ((w, Literal(9)),), TRUE, LEDGERS)
        with refused("the new precondition must imply the old one"):
            weakened(lt(0, eps), made)


@pytest.mark.parametrize(
    ("sampling", "lawful"),
    [
        (draw(LAPLACE, x, 0, n), lt(0, n)),
        (draw(ONE_SIDED, x, 0, n), lt(0, n)),
        (draw(TRUNCATED, x, 0, eps, n), both(lt(0, eps), le(0, n))),
        (draw(GAUSSIAN, x, 0, n), lt(0, n)),
        (draw(COIN, p, FALSE, eps), both(le(0, eps), le(eps, 1))),
        (draw(RANDOMIZED_RESPONSE, p, p, n), lt(0, n)),
        (draw(RANDOMIZED_CHOICE, x, i, n, eps), both(lt(0, eps), both(le(0, i), lt(i, n)))),
        (draw(UNIFORM, x, i, n), le(1, n)),
        (draw(CHOOSE, x, items, n), both(lt(0, n), lt(0, apply(Op.LEN, one(items))))),
        (draw(PERMUTE_AND_FLIP, x, items, n), both(lt(0, n), lt(0, apply(Op.LEN, one(items))))),
    ],
)
def test_there_is_such_a_noise(sampling: Sample, lawful: Expr) -> None:
    value = b if sampling.target.type == BOOL else v
    made = rules.ledger_map(sampling, sampling, value, value, ZERO, ((w, Literal(9)),), TRUE, LEDGERS).judgment
    assert isinstance(made.pre, Apply)
    wanted = lawful.args if isinstance(lawful, Apply) and lawful.op is Op.AND else (lawful,)
    assert made.pre.args[: len(wanted)] == wanted


@pytest.mark.parametrize(
    ("noise", "parameters", "image"),
    [
        (GAUSSIAN, (eps,), v),
        (TRUNCATED, (eps, n), v),
        (UNIFORM, (n,), v),
        (COIN, (eps,), b),
        (RANDOMIZED_RESPONSE, (eps,), b),
        (RANDOMIZED_CHOICE, (n, eps), v),
        (CHOOSE, (eps,), v),
        (PERMUTE_AND_FLIP, (eps,), v),
    ],
)
def test_both_runs_have_the_same_parameters(noise: Noise, parameters: tuple[Expr, ...], image: Var) -> None:
    """Each parameter in turn is read in the memory, where it may be different in the two runs."""
    target = p if image.type == BOOL else x
    kind = noise.centre_type
    centre: Expr = items if isinstance(kind, ListOf) else p if kind == BOOL else z
    for at, parameter in enumerate(parameters):
        private = Var("private", parameter.type)
        changed = (*parameters[:at], private, *parameters[at + 1 :])
        sampling = draw(noise, target, centre, *changed)
        row = row_of(noise)
        laws = [Law(tuple(map(side, changed)), side(centre)) for side in (one, two)]
        fits = row.fits(laws[0], laws[1], ZERO, image, image)
        assert eq(one(private), two(private)) in conjuncts(fits)
        assert rules.ledger_map(sampling, sampling, image, image, ZERO, ((w, Literal(9)),), TRUE, LEDGERS)


# ------------------------------------------------------------------------------------------------------- the oracle

HALF, QUARTER = Literal(Fraction(1, 2)), Literal(Fraction(1, 4))


def some_draw(maker: Maker, noise: Noise) -> Sample:
    """A sampling of this noise with random parts."""
    rng, number_ = maker.rng, rng_integer(maker)
    rate = maker.pick(eps, eps, n, Var("rate", REAL))
    match noise.name:
        case "gaussian":
            return draw(noise, rng.choice((x, y)), number_, maker.pick(HALF, QUARTER))
        case "truncated_laplace":
            return draw(noise, rng.choice((x, y)), number_, rate, maker.pick(ONE, Literal(2), n, z))
        case "coin":
            return draw(noise, p, FALSE, maker.pick(HALF, QUARTER, ZERO, ONE, Var("rate", REAL)))
        case "uniform":
            return draw(noise, rng.choice((x, y)), number_, maker.pick(ONE, Literal(3), n, z))
        case "randomized_response":
            return draw(noise, p, maker.condition(), rate)
        case "randomized_choice":
            return draw(noise, rng.choice((x, y)), number_, maker.pick(Literal(2), Literal(3), n, z), rate)
        case "choose" | "permute_and_flip":
            scores = maker.pick(items, apply(Op.APPEND, items, number_))
            return draw(noise, rng.choice((x, y)), scores, rate)
    return draw(noise, rng.choice((x, y)), number_, rate)


def everywhere(e: Expr, part: Expr, other: Expr) -> Expr:
    """Another expression in the place of a part, also of what is quantified."""
    if e == part:
        return other
    if isinstance(e, Quantified):
        return replace(e, body=everywhere(e.body, part, other))
    return with_arguments(e, lambda a: everywhere(a, part, other))


def rng_integer(maker: Maker) -> Expr:
    return maker.pick(x, y, z, ZERO, ONE, add(z, 1))


def mapped(noise: Noise, maker: Maker) -> Theorem:
    """Two samplings of a noise, a random map and a price that is often the row's own."""
    left = some_draw(maker, noise)
    right = left if maker.rng.random() < 0.6 else some_draw(maker, noise)
    assert isinstance(maker.cost, Ledger)
    value: Var = b if left.target.type == BOOL else v
    moved = sub(two(right.centre), one(left.centre)) if left.centre.type == INT else ONE
    images: tuple[Expr, ...] = (
        (b, b, negate(b), TRUE) if value is b else (v, v, v, add(v, 1), add(v, moved), sub(ONE, v), apply(Op.ABS, v))
    )
    image, bound = maker.pick(*images), maker.pick(ZERO, ONE, Literal(2), Literal(-1), n)
    row = ROWS[noise]
    laws = [Law(tuple(map(side, s.parameters)), side(s.centre)) for side, s in ((one, left), (two, right))]
    steps = row.steps(laws[0], laws[1], bound, value, image)
    price = maker.pick(steps, steps, ONE, ZERO, Literal(2), Literal(-1), apply(Op.MAX, steps, ZERO))
    paid = () if maker.rng.random() < 0.1 else ((w, price),)
    post = maker.assertion() if maker.rng.random() < 0.5 else both(eq(one(left.target), two(right.target)), le(w, 2))
    return rules.ledger_map(left, right, image, value, bound, paid, post, maker.cost)


@pytest.mark.parametrize("noise", ROWS, ids=lambda noise: noise.name)
def test_random_maps_of_each_noise(noise: Noise) -> None:
    explore(f"map {noise.name}", 60, lambda maker: mapped(noise, maker), (LEDGERS,), least=0.2)


@pytest.mark.parametrize("noise", ROWS, ids=lambda noise: noise.name)
def test_the_oracle_would_see_a_price_that_is_too_low(noise: Noise) -> None:
    """The row's own price less one step is false somewhere: no row asks for a step too much."""
    seen = 0
    for attempt in range(300):
        maker = Maker(Random(f"cheap {noise.name} {attempt}"), LEDGERS)
        sampling = some_draw(maker, noise)
        value: Var = b if sampling.target.type == BOOL else v
        laws = [Law(tuple(map(side, sampling.parameters)), side(sampling.centre)) for side in (one, two)]
        steps = ROWS[noise].steps(laws[0], laws[1], ONE, value, value)
        post = both(eq(one(sampling.target), two(sampling.target)), le(w, 0))
        honest = rules.ledger_map(sampling, sampling, value, value, ONE, ((w, steps),), post, LEDGERS).judgment
        less = everywhere(honest.pre, add(w, steps), add(w, sub(steps, 1)))
        assert less != honest.pre
        try:
            check(replace(honest, pre=less), maker.rng, 6)
        except Violation:
            seen += 1
    assert seen > 0
