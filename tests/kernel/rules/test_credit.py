"""The logic of credit, [U-…], and [ω-Pointwise-Bad]: what δ pays for."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from tests.kernel.derivations import (
    FREE,
    LEDGERS,
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
    number,
    one,
    one_sided,
    p,
    refused,
    sub,
    times,
    two,
    w,
    x,
    y,
    z,
)
from tests.kernel.rules.test_ledger_map import some_draw
from tests.kernel.semantics import FUZZ, BadCredit, check_triple
from twinproof.kernel import rules
from twinproof.kernel.judgment import Budget, Judgment, Malformed, Triple
from twinproof.kernel.noise import Law
from twinproof.kernel.rules import Refused, Theorem
from twinproof.kernel.tails import AT_LEAST, AT_MOST, AWAY, FIRST, IS_FALSE, IS_TRUE, SHARE_ABOVE, SHARE_BELOW, TAILS
from twinproof.lang.command import Assign, If, Sample, Seq, Skip, While
from twinproof.lang.expr import (
    FALSE,
    ONE,
    TRUE,
    ZERO,
    Expr,
    Literal,
    Op,
    Place,
    Var,
    apply,
    forall,
    free_variables,
    implies,
    negate,
)
from twinproof.lang.noise import COIN, GAUSSIAN, LAPLACE, TRUNCATED, Noise
from twinproof.lang.types import BOOL, INT, REAL

ABOVE = le(add(one(z), n), one(x))
GOOD = negate(ABOVE)
DRAW = laplace(x, z)
V = Var("v", INT, Place.RIGID)


def exp(e: Expr) -> Expr:
    return apply(Op.EXP, e)


def minus(e: Expr) -> Expr:
    return apply(Op.NEG, e)


def tail_of_laplace(k: Expr) -> Expr:
    return apply(Op.QUOTIENT, exp(minus(times(k, eps))), add(ONE, exp(minus(times(ONE, eps)))))


# ------------------------------------------------------------------------------------------------------ the figures


def test_skip_and_assignment() -> None:
    assert rules.credit_skip(GOOD, eps).triple == Triple(Skip(), GOOD, eps, GOOD, eps)
    made = rules.credit_assign(x, add(y, 1), le(one(x), 2), times(one(x), eps)).triple
    after = add(one(y), 1)
    assert made == Triple(Assign(x, add(y, 1)), le(after, 2), times(after, eps), le(one(x), 2), times(one(x), eps))


def test_a_sampling_that_pays_for_a_tail() -> None:
    made = rules.credit_tail(DRAW, AT_LEAST, n, GOOD, eps).triple
    outside = negate(le(add(one(z), n), V))
    stays = forall(V, implies(outside, negate(le(add(one(z), n), V))))
    pre = both(lt(0, eps), le(0, n), le(0, eps), stays)
    assert made == Triple(DRAW, pre, add(eps, tail_of_laplace(n)), GOOD, eps)


def test_a_sampling_for_nothing() -> None:
    made = rules.credit_free(DRAW, le(one(x), one(y)), eps).triple
    assert made == Triple(DRAW, both(le(0, eps), forall(V, le(V, one(y)))), eps, le(one(x), one(y)), eps)


def paid(k: Expr = n) -> Theorem:
    """⊢ᵤ x ←$ L(z) : {0 < eps ∧ 1 ≤ n | tail} ⇒ {x < z + n | 0}."""
    made = rules.credit_tail(DRAW, AT_LEAST, k, GOOD, ZERO)
    return rules.credit_conseq(both(lt(0, eps), le(1, n)), tail_of_laplace(n), GOOD, ZERO, made)


def test_sequence_conditional_and_loop() -> None:
    first = rules.credit_assign(z, ZERO, paid().triple.pre, paid().triple.before)
    whole = rules.credit_seq(first, paid()).triple
    assert whole.program == Seq((Assign(z, ZERO), DRAW))
    assert (whole.pre, whole.before) == (paid().triple.pre, paid().triple.before)
    pre, credit = both(lt(0, eps), le(1, n), lt(one(x), add(one(z), n))), tail_of_laplace(n)
    yes = rules.credit_conseq(both(pre, one(p)), credit, GOOD, ZERO, paid())
    no = rules.credit_conseq(both(pre, negate(one(p))), credit, GOOD, ZERO, rules.credit_skip(GOOD, ZERO))
    branched = rules.credit_cond(p, pre, yes, no).triple
    assert branched == Triple(If(p, DRAW, Skip()), pre, credit, GOOD, ZERO)
    step = rules.credit_conseq(both(GOOD, one(p)), eps, GOOD, eps, rules.credit_assign(p, FALSE, GOOD, eps))
    loop = rules.credit_while(p, GOOD, eps, step).triple
    assert loop == Triple(While(p, Assign(p, FALSE)), GOOD, eps, both(GOOD, negate(one(p))), eps)


# -------------------------------------------------------------------------------------------------- must be refused


def test_the_credit_must_be_enough() -> None:
    with refused("the new credit must not be smaller"):
        rules.credit_conseq(
            both(lt(0, eps), le(1, n)), ZERO, GOOD, ZERO, rules.credit_tail(DRAW, AT_LEAST, n, GOOD, ZERO)
        )
    with refused("the new precondition must imply the old one"):
        rules.credit_conseq(
            lt(0, eps), tail_of_laplace(n), GOOD, ZERO, rules.credit_tail(DRAW, AT_LEAST, n, GOOD, ZERO)
        )
    with refused("the rest of the credit must not grow"):
        rules.credit_conseq(TRUE, ONE, TRUE, ONE, rules.credit_skip(TRUE, ZERO))
    with refused("the old postcondition must imply the new one"):
        rules.credit_conseq(TRUE, ONE, GOOD, ZERO, rules.credit_skip(TRUE, ZERO))


def test_a_tail_that_begins_too_far_out_does_not_do() -> None:
    made = rules.credit_tail(DRAW, AT_LEAST, add(n, 1), GOOD, ZERO)
    with refused("the new precondition must imply the old one"):
        rules.credit_conseq(both(lt(0, eps), le(1, n)), ONE, GOOD, ZERO, made)


def test_the_rest_of_the_credit_does_not_look_at_the_sample() -> None:
    with refused("the rest of the credit must not speak of the sample"):
        rules.credit_tail(DRAW, AT_LEAST, n, GOOD, times(one(x), eps))
    with refused("the credit must not speak of the sample"):
        rules.credit_free(DRAW, GOOD, times(one(x), eps))


def test_a_tail_is_one_of_the_table() -> None:
    with refused("there is no tail"):
        rules.credit_tail(DRAW, IS_TRUE, n, GOOD, ZERO)
    with refused("there is no tail"):
        rules.credit_tail(DRAW, "somewhere", n, GOOD, ZERO)


def test_a_distance_is_an_integer_of_the_left_run() -> None:
    with refused("cannot be used here"):
        rules.credit_tail(DRAW, AT_LEAST, two(x), GOOD, ZERO)
    with refused("must be int, not real"):
        rules.credit_tail(DRAW, AT_LEAST, eps, GOOD, ZERO)


@pytest.mark.parametrize("wrong", [two(x), x, w, eq(one(x), two(x))])
def test_a_triple_speaks_of_the_left_run(wrong: Expr) -> None:
    pre = wrong if wrong.type == BOOL else le(wrong, 0)
    with pytest.raises(Refused, match="cannot speak of"):
        rules.credit_skip(pre, ZERO)
    if wrong.type == INT:
        with pytest.raises(Refused, match="cannot speak of"):
            rules.credit_skip(TRUE, wrong)


def test_a_triple_has_conditions_and_numbers() -> None:
    for parts in ((ZERO, ZERO), (TRUE, TRUE)):
        with pytest.raises(Malformed):
            Triple(Skip(), parts[0], ZERO, TRUE, parts[1])


def test_premises_must_fit() -> None:
    a, b = rules.credit_skip(GOOD, eps), rules.credit_skip(TRUE, eps)
    with refused("the precondition of the second premise"):
        rules.credit_seq(a, b)
    with refused("the credit of the second premise"):
        rules.credit_seq(a, rules.credit_skip(GOOD, ZERO))
    with refused("the precondition of the body"):
        rules.credit_while(p, GOOD, eps, a)
    inside = rules.credit_conseq(both(GOOD, one(p)), eps, GOOD, eps, a)
    with refused("the postcondition of the body"):
        rules.credit_while(p, both(GOOD, TRUE), eps, rules.credit_conseq(both(GOOD, one(p)), eps, TRUE, eps, a))
    with refused("the credit of the body"):
        rules.credit_while(p, GOOD, ZERO, inside)
    with refused("the rest of the credit of the body"):
        rules.credit_while(p, GOOD, eps, rules.credit_conseq(both(GOOD, one(p)), eps, GOOD, sub(eps, 1), a))
    yes, no = (rules.credit_conseq(both(GOOD, t), eps, GOOD, eps, a) for t in (one(p), negate(one(p))))
    for other, reason in (
        (rules.credit_conseq(both(TRUE, negate(one(p)), GOOD), eps, GOOD, eps, a), ""),
        (rules.credit_conseq(both(GOOD, negate(one(p))), eps, TRUE, eps, a), "the postcondition of the second premise"),
        (
            rules.credit_conseq(both(GOOD, negate(one(p))), add(eps, 1), GOOD, eps, a),
            "the credit of the second premise",
        ),
        (
            rules.credit_conseq(both(GOOD, negate(one(p))), eps, GOOD, sub(eps, 1), a),
            "the rest of the credit of the second",
        ),
    ):
        with refused(reason or "the precondition of the second premise"):
            rules.credit_cond(p, GOOD, yes, other)
        with refused(reason or "the precondition of the second premise"):
            rules.credit_case(one(p), GOOD, yes, other)
    with refused("the precondition of the first premise"):
        rules.credit_cond(p, TRUE, yes, no)
    with refused("the precondition of the first premise"):
        rules.credit_case(one(p), TRUE, yes, no)
    longer = rules.credit_seq(rules.credit_assign(p, p, no.triple.pre, eps), no)
    with refused("the program of the second premise"):
        rules.credit_case(one(p), GOOD, yes, longer)
    assert rules.credit_case(one(p), GOOD, yes, no).triple == a.triple


def test_theorems_about_one_program_and_about_two_are_told_apart() -> None:
    about_two = rules.skip(TRUE, FREE)
    about_one = rules.credit_skip(TRUE, ZERO)
    with refused("must be about two programs"):
        rules.seq(about_two, about_one)
    with refused("must be about one program"):
        rules.credit_seq(about_one, about_two)
    with pytest.raises(TypeError):
        _ = about_one.judgment
    with pytest.raises(TypeError):
        _ = about_two.triple


# ---------------------------------------------------------------------------------------------- closing up to bad

BAD = le(add(one(z), n), one(x))
SAME = eq(one(z), two(z))
PRE = both(lt(0, eps), le(1, n), SAME)


def ledger_part(bad: Expr = BAD) -> Theorem:
    """Both draw the same, for nothing; the left run matters where it returns i and is not bad."""
    hit = both(eq(one(x), i), negate(bad))
    post = implies(hit, both(eq(two(x), i), le(times(w, eps), ZERO)))
    made = rules.ledger_sample(DRAW, DRAW, ZERO, V, w, post, LEDGERS)
    return rules.ledger_conseq(both(PRE, eq(w, 0)), post, hit, made)


def test_the_closing_rule() -> None:
    made = rules.pointwise_bad(x, x, i, BAD, ZERO, tail_of_laplace(n), PRE, ledger_part(), paid())
    assert made.judgment == Judgment(DRAW, DRAW, PRE, eq(one(x), two(x)), Budget(ZERO, tail_of_laplace(n)))


def test_the_bad_event_does_not_look_at_the_output() -> None:
    looking = both(BAD, eq(one(x), i))
    credit = rules.credit_conseq(paid().triple.pre, tail_of_laplace(n), negate(looking), ZERO, paid())
    with refused("i must be new"):
        rules.pointwise_bad(x, x, i, looking, ZERO, tail_of_laplace(n), PRE, ledger_part(looking), credit)


def test_what_the_closing_rule_asks_for() -> None:
    tail = tail_of_laplace(n)
    with refused("the postcondition of the credit"):
        other = rules.credit_conseq(paid().triple.pre, tail, TRUE, ZERO, paid())
        rules.pointwise_bad(x, x, i, BAD, ZERO, tail, PRE, ledger_part(), other)
    with refused("the credit is"):
        rules.pointwise_bad(x, x, i, BAD, ZERO, add(tail, 1), PRE, ledger_part(), paid())
    with refused("the program of the credit"):
        other = rules.credit_conseq(
            paid().triple.pre,
            tail,
            GOOD,
            ZERO,
            rules.credit_seq(rules.credit_assign(z, z, paid().triple.pre, tail), paid()),
        )
        rules.pointwise_bad(x, x, i, BAD, ZERO, tail, PRE, ledger_part(), other)
    with refused("the postcondition"):
        rules.pointwise_bad(x, x, i, BAD, eps, tail, PRE, ledger_part(), paid())
    with refused("the precondition"):
        rules.pointwise_bad(x, x, i, BAD, ZERO, tail, both(PRE, TRUE, le(0, n)), ledger_part(), paid())
    with refused("the premise must be a ledger judgment"):
        rules.pointwise_bad(x, x, i, BAD, ZERO, tail, PRE, rules.skip(TRUE, FREE), paid())
    needy = rules.credit_conseq(both(lt(0, eps), le(1, n), le(one(z), 7)), tail, GOOD, ZERO, paid())
    with refused("the precondition must imply that of the credit"):
        rules.pointwise_bad(x, x, i, BAD, ZERO, tail, PRE, ledger_part(), needy)


# ------------------------------------------------------------------------------------------------------- the oracle


def credited(maker: Maker, depth: int) -> Theorem:
    """A random derivation, backwards from a random postcondition."""
    rng = maker.rng

    def condition() -> Expr:
        a = rng.choice((x, y, z))
        return maker.pick(le(one(a), maker.pick(ZERO, ONE, n, one(z))), eq(one(x), one(y)), one(p), lt(one(y), one(a)))

    def credit() -> Expr:
        c = Literal(Fraction(rng.randint(0, 3), 8))
        return maker.pick(c, c, times(one(z), Literal(Fraction(1, 4))), apply(Op.ITE, one(p), c, Literal(Fraction(0))))

    made = rules.credit_skip(both(*(condition() for _ in range(rng.choice((1, 1, 2))))), credit())
    for _ in range(depth):
        post, after = made.triple.pre, made.triple.before
        kind = rng.random()
        if kind < 0.45:
            noise, tail = rng.choice([*TAILS])
            step = rules.credit_tail(
                some_draw(maker, noise), tail, maker.pick(ZERO, ONE, Literal(2), n, one(z)), post, after
            )
        elif kind < 0.6:
            noise, tail = rng.choice([*TAILS])
            inside, outside = credit(), Literal(Fraction(rng.randint(0, 1), 8))
            step = rules.credit_part(
                some_draw(maker, noise), tail, maker.pick(ZERO, ONE, n), inside, outside, post, after
            )
        elif kind < 0.65:
            step = rules.credit_free(some_draw(maker, rng.choice([noise for noise, _ in TAILS])), post, after)
        else:
            target, value = rng.choice(((x, maker.integer()), (y, maker.integer()), (p, maker.condition())))
            step = rules.credit_assign(target, value, post, after)
        if rng.random() < 0.2:
            pre, before, test = both(step.triple.pre, post), apply(Op.MAX, step.triple.before, after), maker.condition()
            if step.triple.before.type == after.type == REAL:
                yes = rules.credit_conseq(both(pre, one(test)), before, post, after, step)
                no = rules.credit_conseq(
                    both(pre, negate(one(test))), before, post, after, rules.credit_skip(post, after)
                )
                step = rules.credit_cond(test, pre, yes, no)
        elif rng.random() < 0.2:
            said, test, needed = step.triple.pre, one(maker.condition()), step.triple.before
            yes = rules.credit_conseq(both(said, test), needed, post, after, step)
            no = rules.credit_conseq(both(said, negate(test)), needed, post, after, step)
            step = rules.credit_case(test, said, yes, no)
        made = rules.credit_seq(step, made)
    return made


def test_random_credits() -> None:
    looked = made = 0
    for attempt in range(400 * FUZZ):
        maker = Maker(Random(f"credit {attempt}"), FREE)
        try:
            theorem = credited(maker, maker.rng.randint(1, 3))
        except Refused:
            continue
        made += 1
        looked += check_triple(theorem.triple, maker.rng)
    assert made > 200
    assert looked > 200


@pytest.mark.parametrize(("noise", "name"), [*TAILS], ids=lambda v: v.name if isinstance(v, Noise) else v)
def test_the_oracle_would_see_a_bound_that_is_too_low(noise: Noise, name: str) -> None:
    """Half of the bound is not enough, somewhere: no row is far too dear (but that of the Gaussian may be)."""
    seen = looked = 0
    for attempt in range(300):
        maker = Maker(Random(f"low {noise.name} {name} {attempt}"), FREE)
        sampling = some_draw(maker, noise)
        law = Law(tuple(map(one, sampling.parameters)), one(sampling.centre))
        if sampling.target in free_variables(sampling.centre).union(*map(free_variables, sampling.parameters)):
            continue
        k, row = maker.pick(ZERO, ONE, Literal(2)), TAILS[noise, name]
        post = negate(row.given_up(law, k, one(sampling.target)))
        honest = rules.credit_tail(sampling, name, k, post, ZERO).triple
        looked += check_triple(honest, maker.rng)
        part = Fraction(1, 16) if noise is GAUSSIAN else Fraction(1, 2)
        try:
            check_triple(replace(honest, before=times(Literal(part), row.bound(law, k))), maker.rng, 6)
        except BadCredit:
            seen += 1
    assert looked > 0
    assert seen > 0


def test_a_tail_on_both_sides_and_below() -> None:
    for tail, bad in ((AT_MOST, le(one(x), sub(one(z), n))), (AWAY, le(n, apply(Op.ABS, sub(one(x), one(z)))))):
        made = rules.credit_tail(DRAW, tail, n, negate(bad), ZERO)
        known = both(lt(0, eps), le(1, n))
        factor = 2 if tail == AWAY else 1
        credit = times(number(factor), tail_of_laplace(n))
        assert rules.credit_conseq(known, credit, negate(bad), ZERO, made).triple.before == credit


def test_a_coin_pays_its_probability() -> None:
    toss = Sample(p, COIN, (Literal(Fraction(1, 3)),), FALSE)
    made = rules.credit_tail(toss, IS_TRUE, ZERO, negate(one(p)), ZERO).triple
    assert made.before == add(ZERO, Literal(Fraction(1, 3)))
    assert LAPLACE is DRAW.noise


def test_the_first_values_of_one_sided_noise() -> None:
    draw = one_sided(x, z)
    good = le(add(one(z), n), one(x))
    known, price = both(lt(0, eps), le(1, n)), sub(ONE, exp(minus(times(n, eps))))
    made = rules.credit_tail(draw, FIRST, n, good, ZERO)
    assert rules.credit_conseq(known, price, good, ZERO, made).triple.before == price
    with refused("the new credit must not be smaller"):
        rules.credit_conseq(known, sub(ONE, exp(minus(times(sub(n, 1), eps)))), good, ZERO, made)
    fewer = rules.credit_tail(draw, FIRST, sub(n, 1), good, ZERO)
    with refused("the new precondition must imply the old one"):
        rules.credit_conseq(known, price, good, ZERO, fewer)
    with refused("the new precondition must imply the old one"):
        rules.credit_conseq(lt(0, eps), ONE, TRUE, ZERO, rules.credit_tail(draw, FIRST, n, TRUE, ZERO))
    with refused("there is no tail"):
        rules.credit_tail(DRAW, FIRST, n, good, ZERO)
    with refused("there is no tail"):
        rules.credit_tail(draw, AT_MOST, n, good, ZERO)


def test_what_is_left_may_depend_on_the_sample() -> None:
    third, half = Literal(Fraction(1, 3)), Literal(Fraction(1, 2))
    toss = Sample(p, COIN, (third,), FALSE)
    after = apply(Op.ITE, one(p), half, Literal(Fraction(0)))
    made = rules.credit_part(toss, IS_TRUE, ZERO, half, ZERO, TRUE, after)
    assert rules.credit_conseq(TRUE, Literal(Fraction(1, 6)), TRUE, after, made).triple.before == Literal(
        Fraction(1, 6)
    )
    with refused("the new credit must not be smaller"):
        rules.credit_conseq(TRUE, Literal(Fraction(1, 7)), TRUE, after, made)
    for inside, outside in ((third, ZERO), (half, Literal(Fraction(-1, 2))), (ZERO, half)):
        with refused("the new precondition must imply the old one"):
            rules.credit_conseq(
                TRUE, ONE, TRUE, after, rules.credit_part(toss, IS_TRUE, ZERO, inside, outside, TRUE, after)
            )
    with refused("the new precondition must imply the old one"):  # heads are what costs
        rules.credit_conseq(TRUE, ONE, TRUE, after, rules.credit_part(toss, IS_FALSE, ZERO, half, ZERO, TRUE, after))
    with refused("the new precondition must imply the old one"):
        rules.credit_conseq(TRUE, ONE, one(p), after, rules.credit_part(toss, IS_TRUE, ZERO, half, ZERO, one(p), after))


def test_the_parts_are_numbers_of_the_left_run_before() -> None:
    with refused("the parts of the credit must not speak of the sample"):
        rules.credit_part(DRAW, AT_LEAST, n, one(x), ZERO, GOOD, ONE)
    with refused("the parts of the credit must not speak of the sample"):
        rules.credit_part(DRAW, AT_LEAST, n, ONE, one(x), GOOD, ONE)
    with refused("a credit must be a number"):
        rules.credit_part(DRAW, AT_LEAST, n, TRUE, ZERO, GOOD, ONE)
    with refused("cannot be used here"):
        rules.credit_part(DRAW, AT_LEAST, n, two(z), ZERO, GOOD, ONE)
    with refused("cannot be used here"):
        rules.credit_part(DRAW, AT_LEAST, two(z), ONE, ZERO, GOOD, ONE)
    with refused("must be int, not real"):
        rules.credit_part(DRAW, AT_LEAST, eps, ONE, ZERO, GOOD, ONE)
    with refused("there is no tail"):
        rules.credit_part(DRAW, IS_TRUE, n, ONE, ZERO, GOOD, ONE)


def test_two_tails_in_turn() -> None:
    """Only where the first sample is far out is anything left to be paid for the second one."""
    far = le(add(one(z), n), one(x))
    after = apply(Op.ITE, far, tail_of_laplace(n), Literal(Fraction(0)))
    made = rules.credit_part(DRAW, AT_LEAST, n, tail_of_laplace(n), ZERO, TRUE, after)
    known = both(lt(0, eps), le(1, n))
    paid = times(tail_of_laplace(n), tail_of_laplace(n))
    assert rules.credit_conseq(known, paid, TRUE, after, made).triple.before == paid
    with refused("the new credit must not be smaller"):
        rules.credit_conseq(known, times(paid, Literal(Fraction(20, 21))), TRUE, after, made)


def test_the_last_values_of_truncated_noise_by_how_many_they_are() -> None:
    draw = Sample(x, TRUNCATED, (eps, n), z)
    far, known = sub(n, 1), both(lt(0, eps), le(2, n))

    def share(of: Expr) -> Expr:
        return apply(Op.QUOTIENT, apply(Op.REAL, Literal(2)), of)

    values = add(times(Literal(2), n), 1)
    for tail, good in (
        (SHARE_ABOVE, lt(one(x), add(one(z), far))),
        (SHARE_BELOW, lt(sub(one(z), far), one(x))),
    ):
        made = rules.credit_tail(draw, tail, far, good, ZERO)
        assert rules.credit_conseq(known, share(values), good, ZERO, made).triple.before == share(values)
        with refused("the new credit must not be smaller"):
            rules.credit_conseq(known, share(add(values, 1)), good, ZERO, made)
        with refused("the new precondition must imply the old one"):
            rules.credit_conseq(known, ONE, TRUE, ZERO, rules.credit_tail(draw, tail, ZERO, TRUE, ZERO))
        with refused("there is no tail"):
            rules.credit_tail(DRAW, tail, n, good, ZERO)
