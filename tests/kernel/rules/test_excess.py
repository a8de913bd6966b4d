"""[Excess]: moved noise at the price of ε, where δ pays for what costs more.

The oracle of the other rules takes 2 for e, which no other rule can tell; this one computes with e. So it is held
against masses in balls, from the definition of each noise: the sum of what is above e^ε times the mass further out.
"""

from fractions import Fraction
from random import Random

import pytest
from flint import arb, ctx, fmpq

from tests.kernel.derivations import (
    add,
    both,
    eps,
    eq,
    laplace,
    le,
    n,
    one,
    one_sided,
    refused,
    sub,
    two,
    v,
    w,
    x,
    y,
    z,
)
from tests.kernel.semantics import FUZZ
from twinproof.kernel import rules
from twinproof.kernel.excess import EXCESSES, MOST_BITS, OutOfReach, excess, is_within
from twinproof.kernel.judgment import Budget, Judgment
from twinproof.kernel.noise import UnknownNoise
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Assign, Sample, sequence
from twinproof.lang.expr import ONE, TRUE, ZERO, Expr, Literal, Op, Var, apply, forall, implies
from twinproof.lang.noise import GAUSSIAN, LAPLACE, ONE_SIDED, TRUNCATED, Noise
from twinproof.lang.types import REAL

FOUR = Literal(Fraction(4))
DRAW = Sample(x, GAUSSIAN, (FOUR,), z)
SAME = eq(one(x), two(x))
PRICE = Budget(ONE, Literal(Fraction("0.00725")))


def made(
    left: Sample = DRAW,
    right: Sample | None = None,
    shift: Expr = ZERO,
    distance: Expr = ONE,
    numbers: tuple[tuple[Expr, Expr], ...] = ((FOUR, FOUR),),
    post: Expr = SAME,
    cost: Budget = PRICE,
) -> Theorem:
    return rules.sample_excess(left, right or left, shift, distance, numbers, post, cost)


def test_the_weakest_precondition() -> None:
    found = made(shift=two(y)).judgment
    gap = apply(Op.ABS, sub(add(two(y), one(z)), two(z)))
    assert found == Judgment(DRAW, DRAW, both(le(gap, 1), forall(v, eq(v, add(v, two(y))))), SAME, PRICE)


def test_parameters_that_are_not_written_as_numbers_must_be_these_numbers() -> None:
    variance = Var("variance", REAL)
    left, right = Sample(x, GAUSSIAN, (variance,), z), Sample(x, GAUSSIAN, (eps,), z)
    pre = made(left, right, numbers=((variance, FOUR),)).judgment.pre
    assert pre == both(eq(one(variance), FOUR), eq(eps, FOUR), le(apply(Op.ABS, _far(left, right)), 1), _drawn())


def test_truncated_noise_has_the_values_that_it_has() -> None:
    rate, bound = Literal(Fraction(1, 3)), Literal(5)
    draw = Sample(x, TRUNCATED, (rate, bound), z)
    pre = made(draw, numbers=((rate, rate), (bound, bound)), cost=Budget(ONE, Literal(Fraction(1, 2)))).judgment.pre
    inside = le(apply(Op.ABS, sub(v, one(z))), 5)
    assert pre == both(le(apply(Op.ABS, _far(draw, draw)), 1), forall(v, implies(inside, eq(v, add(v, 0)))))


def _far(left: Sample, right: Sample) -> Expr:
    return sub(add(ZERO, one(left.centre)), two(right.centre))


def _drawn() -> Expr:
    return forall(v, eq(v, add(v, 0)))


def test_it_composes_with_what_comes_before_and_after() -> None:
    """z ← y; x ←$ 𝒩(z, 4); x ← x + 1, where y moves by 1 at most: (1, 0.00725)."""
    near = le(apply(Op.ABS, sub(one(y), two(y))), 1)
    after = rules.assign_right(x, add(x, 1), SAME, Budget())
    after = rules.seq(rules.assign_left(x, add(x, 1), after.judgment.pre, Budget()), after)
    drawn = made(post=after.judgment.pre)
    before = rules.assign_right(z, y, drawn.judgment.pre, Budget())
    before = rules.seq(rules.assign_left(z, y, before.judgment.pre, Budget()), before)
    whole = rules.conseq(near, SAME, PRICE, rules.seq(before, rules.seq(drawn, after))).judgment
    program = sequence(Assign(z, y), DRAW, Assign(x, add(x, 1)))
    assert whole == Judgment(program, program, near, SAME, PRICE)


# ------------------------------------------------------------------------------------------------- what it must refuse


@pytest.mark.parametrize("pair", [(DRAW, laplace(x, z)), (laplace(x, z), DRAW)])
def test_both_draw_one_noise(pair: tuple[Sample, Sample]) -> None:
    with refused("both samplings must draw the same noise"):
        made(*pair, numbers=((pair[0].parameters[0], FOUR),))


def test_noise_of_which_the_excess_is_not_known() -> None:
    with refused("the excess of one_sided_laplace noise is not known"):
        made(one_sided(x, z), numbers=((eps, FOUR),))
    with pytest.raises(UnknownNoise):
        excess(ONE_SIDED, (Fraction(1),), 1, Fraction(0), 64)


def test_the_shift_is_an_integer_of_the_initial_memories() -> None:
    for shift in (x, w):
        with refused(f"{shift.name} cannot be used here"):
            made(shift=shift)
    with refused("must be int, not"):
        made(shift=eps)


def test_the_shift_cannot_look_at_the_sample() -> None:
    """A v in the shift is a rigid value given beforehand, never the v that the rule quantifies over."""
    found = made(shift=apply(Op.NEG, v), distance=ZERO, post=eq(two(x), 0), cost=Budget())
    with refused("the new precondition must imply the old one"):
        rules.conseq(eq(one(z), two(z)), eq(two(x), 0), Budget(), found)


def test_the_shift_cannot_look_at_the_output() -> None:
    """Where a shift may know which output is meant, any δ would do: here it is the same one for all of them."""
    hit = implies(eq(one(x), n), eq(two(x), n))
    found = made(shift=sub(n, one(x)), distance=Literal(1), post=hit)
    with refused("the new precondition must imply the old one"):
        rules.conseq(le(apply(Op.ABS, sub(one(z), two(z))), 1), hit, PRICE, found)


def test_the_centres_are_no_further_apart_than_the_bound() -> None:
    for most in (2, 3):
        near = le(apply(Op.ABS, sub(one(z), two(z))), most)
        with refused("the new precondition must imply the old one"):
            rules.conseq(near, SAME, PRICE, made())


def test_the_distance_is_an_integer() -> None:
    with refused("must be int, not"):
        made(distance=Literal(Fraction(1)))
    with refused("must be a number"):
        made(distance=n)
    with refused("may be negative"):
        made(distance=Literal(-1))


def test_the_numbers_are_those_of_the_parameters() -> None:
    with refused("the parameters is"):
        made(numbers=((eps, FOUR),))
    with refused("the parameters is"):
        made(numbers=())
    with refused("the parameters is"):
        made(numbers=((FOUR, FOUR), (FOUR, FOUR)))
    with refused("must be a number"):
        made(numbers=((FOUR, eps),))
    with refused("must be a number"):
        made(numbers=((FOUR, TRUE),))


def test_the_budget_is_of_numbers() -> None:
    with refused("must be a number"):
        made(cost=Budget(eps, PRICE.delta))
    with refused("must be a number"):
        made(cost=Budget(ONE, eps))


@pytest.mark.parametrize("epsilon", [Fraction(-1), Fraction(-1, 1000)])
def test_epsilon_is_not_negative(epsilon: Fraction) -> None:
    with refused("may be negative"):
        made(cost=Budget(Literal(epsilon), Literal(Fraction(1))))


def test_delta_is_enough() -> None:
    """The least δ is 0.0072487768…: a thousandth less is refused, and so is a variance a hundredth too small."""
    made(cost=Budget(ONE, Literal(Fraction("0.0072487769"))))
    with refused("δ is smaller than the excess at this ε"):
        made(cost=Budget(ONE, Literal(Fraction("0.0072487768"))))
    with refused("δ is smaller than the excess at this ε"):
        made(cost=Budget(ONE, Literal(Fraction("0.00725") * Fraction(999, 1000))))
    less = Literal(Fraction("3.96"))
    with refused("δ is smaller than the excess at this ε"):
        made(Sample(x, GAUSSIAN, (less,), z), numbers=((less, less),))
    with refused("δ is smaller than the excess at this ε"):
        made(distance=Literal(2))
    with refused("δ is smaller than the excess at this ε"):
        made(cost=Budget(ONE, Literal(Fraction(-1))), distance=ZERO)


def test_nothing_is_paid_where_nothing_moves() -> None:
    found = made(distance=ZERO, cost=Budget())
    assert rules.conseq(eq(one(z), two(z)), SAME, Budget(), found).judgment.cost == Budget()


@pytest.mark.parametrize("variance", [Fraction(0), Fraction(-4)])
def test_there_is_such_noise(variance: Fraction) -> None:
    number = Literal(variance)
    with refused("there is no such gaussian noise"):
        made(Sample(x, GAUSSIAN, (number,), z), numbers=((number, number),), cost=Budget(ONE, ONE), distance=ZERO)


def test_no_numbers_no_noise() -> None:
    for noise, numbers in ((LAPLACE, ()), (TRUNCATED, (Fraction(1),)), (TRUNCATED, (Fraction(1), Fraction(1, 2)))):
        with pytest.raises(OutOfReach, match="there is no such"):
            excess(noise, numbers, 1, Fraction(0), 64)


def test_what_is_out_of_reach_is_refused() -> None:
    wide = Literal(Fraction(10**12))
    with refused("too many terms"):
        made(Sample(x, GAUSSIAN, (wide,), z), numbers=((wide, wide),))
    with refused("δ is too small to be compared with"):
        made(cost=Budget(ONE, Literal(Fraction(1, 1 << MOST_BITS))))
    with refused("there is nothing for δ to pay"):
        made(laplace(x, z, ONE), numbers=((ONE, ONE),), cost=Budget(Literal(2), ONE))
    with refused("too large"):
        made(cost=Budget(Literal(100_000), ONE))


# --------------------------------------------------------------------------------------------------- held against balls


def test_the_formula_of_the_textbook() -> None:
    """Canonne, Kamath and Steinke, theorem 7: P(X > ε·σ²/Δ − Δ/2) − e^ε · P(X > ε·σ²/Δ + Δ/2)."""
    found = excess(GAUSSIAN, (Fraction(4),), 1, Fraction(1), 128)
    assert abs(found - Fraction("0.007248776845952578")) < Fraction(1, 10**15)


def test_excesses_are_valid() -> None:
    """Not below what it is for any distance up to the bound, and hardly above the largest of them."""
    rng = Random(1)
    for _ in range(250 * FUZZ):
        noise = rng.choice(tuple(EXCESSES))
        some: dict[Noise, tuple[Fraction, ...]] = {
            GAUSSIAN: (Fraction(rng.randint(1, 120), 8),),
            LAPLACE: (Fraction(rng.randint(1, 20), 8),),
            TRUNCATED: (Fraction(rng.randint(1, 20), 8), Fraction(rng.randint(0, 6))),
        }
        numbers = some[noise]
        distance, epsilon = rng.randint(0, 4), Fraction(rng.randint(0, 24), 8)
        if noise is LAPLACE and numbers[0] * distance < epsilon:
            continue
        found = excess(noise, numbers, distance, epsilon, rng.choice((64, 96, 200)))
        largest = Fraction(0)
        for d in range(-distance, distance + 1):
            low, high = _by_definition(noise, numbers, d, epsilon)
            assert high >= low
            assert found >= low, (noise.name, numbers, distance, epsilon)
            largest = max(largest, high)
        assert found <= largest + Fraction(1, 10**12), (noise.name, numbers, distance, epsilon)
        assert is_within(noise, numbers, distance, epsilon, largest + Fraction(1, 10**12))
        if found > Fraction(1, 10**6):
            assert not is_within(noise, numbers, distance, epsilon, found * Fraction(999, 1000))


def _by_definition(noise: Noise, numbers: tuple[Fraction, ...], d: int, epsilon: Fraction) -> tuple[Fraction, Fraction]:
    """Around Σ_v max(0, P(v) − e^ε·P(v + d)), over a window, with what is outside of it above."""
    ctx.prec = 160
    reach = 80 if noise is GAUSSIAN else 700 if noise is LAPLACE else 12
    weights = [_weight(noise, numbers, t) for t in range(-reach, reach + 1)]
    rest = arb(0) if noise is TRUNCATED else 4 * weights[-1] / (1 - weights[-1] / weights[-2])
    whole = sum(weights, arb(0)) + rest.union(arb(0))
    factor, total = arb(fmpq(epsilon.numerator, epsilon.denominator)).exp(), arb(0)
    for t in range(-reach, reach + 1):
        over = weights[t + reach] - factor * _weight(noise, numbers, t + d)
        total += over.max(arb(0))
    total = total / whole
    low, high = (end.fmpq() for end in (total.lower(), (total + rest / whole).upper()))
    return Fraction(int(low.p), int(low.q)), Fraction(int(high.p), int(high.q))


def _weight(noise: Noise, numbers: tuple[Fraction, ...], t: int) -> arb:
    number = fmpq(numbers[0].numerator, numbers[0].denominator)
    if noise is GAUSSIAN:
        return (-arb(fmpq(t * t) / (2 * number))).exp()
    if noise is TRUNCATED and abs(t) > numbers[1]:
        return arb(0)
    return (-arb(number * abs(t))).exp()
