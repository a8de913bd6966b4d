"""The exact engine against an independent enumeration, closed forms, its own limits, and hostile cases.

`brute` follows every run of small random programs; what has a formula is compared with it in high precision; and every
part of the engine that cuts, draws, merges or specialises is tried on its own.
"""

from __future__ import annotations

import math
import signal
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import chain, combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx

from tests.exact.brute import (
    NUMBERS,
    Enumeration,
    RandomProgram,
    enumerate_outputs,
    exp_minus,
    noise_mass,
    noise_outside,
)
from tests.exact.noisy_programs import AnyNoise
from tests.volume import IS_LONG, volume
from twinproof.exact.distribution import Interval, SubDistribution, bounds
from twinproof.exact.divergence import Exp, divergence_bounds
from twinproof.exact.engine.draw import draw
from twinproof.exact.engine.forms import isolate
from twinproof.exact.engine.run import Engine, Limits
from twinproof.exact.engine.states import NOTHING, Column, Heap, Limit, Pending, States, group, join, merge
from twinproof.exact.engine.variants import variants
from twinproof.exact.meaning import OutputDistribution, compare, distribution
from twinproof.lang.adjacency import Neighbours, Sensitive, Within
from twinproof.lang.claim import pure
from twinproof.lang.command import Assign, Command, If, Sample, Skip, While, sequence
from twinproof.lang.errors import Code, TwinproofError
from twinproof.lang.expr import Apply, Expr, Literal, Op, Place, Var, apply, list_of, negate
from twinproof.lang.interpret import evaluate
from twinproof.lang.liveness import live_at_head, live_before, without_dead_code
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.noise import LAPLACE, ONE_SIDED, AdditiveNoise
from twinproof.lang.noise.powers import FAINT, INFINITE
from twinproof.lang.printer import show_mechanism
from twinproof.lang.reader import read_mechanism, read_text
from twinproof.lang.types import BOOL, DATABASE, INT, QUERY, REAL, SCORE, ListOf, TupleOf

GALLERY = Path(__file__).parents[2] / "gallery"
X, Y, Z, W = NUMBERS
COUNT, N, R = Var("i", INT), Var("n", INT), Var("r", INT)
B = Var("b", BOOL)
ONE = Fraction(1)
EPS = Parameter(Var("eps", REAL, Place.RIGID), None, True)
DATABASE_GIVEN = Parameter(Var("d", DATABASE), Neighbours())


def gallery(name: str, mechanism: str | None = None) -> Mechanism:
    (path,) = GALLERY.glob(f"*/{name}.py")
    return read_mechanism(path, mechanism or name)


def number(value: int) -> Literal:
    return Literal(value)


def plus(a: Expr, b: Expr | int) -> Apply:
    return apply(Op.ADD, a, number(b) if isinstance(b, int) else b)


def times(factor: int, a: Expr) -> Apply:
    return apply(Op.MUL, number(factor), a)


def less(a: Expr | int, b: Expr | int) -> Apply:
    return apply(Op.LT, *(number(e) if isinstance(e, int) else e for e in (a, b)))


def at_most(a: Expr | int, b: Expr | int) -> Apply:
    return apply(Op.LE, *(number(e) if isinstance(e, int) else e for e in (a, b)))


def equal(a: Expr | int, b: Expr | int) -> Apply:
    return apply(Op.EQ, *(number(e) if isinstance(e, int) else e for e in (a, b)))


def lap(target: Var, centre: Expr | int = 0, rate: Fraction | Expr = ONE) -> Sample:
    middle = number(centre) if isinstance(centre, int) else centre
    return Sample(target, LAPLACE, (Literal(rate) if isinstance(rate, Fraction) else rate,), middle)


def one_sided(target: Var, centre: Expr | int = 0, rate: Fraction = ONE) -> Sample:
    return Sample(target, ONE_SIDED, (Literal(rate),), number(centre) if isinstance(centre, int) else centre)


def program(*commands: Command, result: Var = R, parameters: tuple[Parameter, ...] = ()) -> Mechanism:
    return Mechanism("program", parameters, sequence(*commands), result, pure(number(1)))


def repeat(count: int, *body: Command) -> Command:
    """The commands so many times, counted by i."""
    step = Assign(COUNT, plus(COUNT, 1))
    return sequence(Assign(COUNT, number(0)), While(less(COUNT, count), sequence(*body, step)))


def key(output: Any) -> Any:
    """Outputs as keys that tell truth values from numbers."""
    if isinstance(output, list | tuple):
        return (type(output).__name__, *map(key, output))
    return (type(output).__name__, output)


def contains(interval: Interval, true: arb, slack: Fraction = Fraction(0)) -> bool:
    """Whether the true number can lie inside."""
    exact = bounds(true)
    return interval.lower <= exact.upper + slack and exact.lower - slack <= interval.upper


# ----------------------------------------------------------------------------------------------------- random programs


def disagreement(found: OutputDistribution, oracle: Enumeration) -> str | None:
    """Why the two answers cannot both be right."""
    for output, interval in oracle.intervals():
        ours = found.mass(output)
        if ours.lower > interval.upper or interval.lower > ours.upper:
            return f"{output}: the engine says {ours}, the enumeration {interval}"
    known = {key(o): float(m) for o, m in zip(oracle.outputs, oracle.masses, strict=True)}
    lowest = found.lowest().tolist()
    beyond = math.fsum(max(0.0, m - known.get(key(o), 0.0)) for o, m in zip(found.outputs, lowest, strict=True))
    if beyond > float(oracle.lost) + 1e-12:
        return f"the engine gives outputs {beyond} more than the enumeration, which lost {float(oracle.lost)}"
    return unsound_total(found)


def unsound_total(found: OutputDistribution) -> str | None:
    """Why the bounds do not fit together."""
    total = math.fsum(found.lowest().tolist())
    if total > 1 or total + found.diverged > 1 + 1e-9:
        return f"lower bounds of {total} and {found.diverged} that never ends"
    if total + found.lost + found.unlisted + found.diverged < 1 - 1e-9:
        return f"{total}, {found.lost} lost, {found.unlisted} unlisted and {found.diverged} without end are not all"
    return None


@pytest.mark.parametrize("start", range(0, volume(500, 1500), 50))
def test_random_programs(start: int) -> None:
    for seed in range(start, start + 50):
        mechanism, inputs = RandomProgram(seed).mechanism()
        oracle = enumerate_outputs(mechanism, inputs, cut=(1e-4, 1e-8)[seed % 2], fuel=12, most=300)
        tolerance = (1e-6, 1e-12, 1e-30, 1e-100)[seed % 4]
        limits = Limits(rows=100_000, iterations=50, work=10_000_000)
        found = distribution(mechanism, inputs, tolerance, limits)
        problem = disagreement(found, oracle)
        assert problem is None, f"seed {seed}, {inputs}: {problem}\n{show_mechanism(mechanism)}"
        assert found.complete == (not found.reasons)
        assert not found.complete or found.lost <= tolerance * 1.01 + FAINT


@pytest.mark.parametrize("start", range(0, volume(300, 600), 30))
def test_random_programs_with_every_noise(start: int) -> None:
    for seed in range(start, start + 30):
        mechanism, inputs = AnyNoise(seed).mechanism()
        oracle = enumerate_outputs(mechanism, inputs, cut=(1e-4, 1e-8)[seed % 2], fuel=12, most=300)
        tolerance = (1e-6, 1e-12, 1e-30, 1e-100)[seed % 4]
        found = distribution(mechanism, inputs, tolerance, Limits(rows=100_000, iterations=50, work=10_000_000))
        problem = disagreement(found, oracle)
        assert problem is None, f"seed {seed}, {inputs}: {problem}\n{show_mechanism(mechanism)}"
        assert found.complete == (not found.reasons)
        assert not found.complete or found.lost <= tolerance * 1.01 + FAINT


@pytest.mark.parametrize("start", range(5000, 5100, 50))
def test_random_programs_under_tiny_limits(start: int) -> None:
    tiny = [Limits(3, 50), Limits(40, 50), Limits(900, 1), Limits(900, 9, 1500), Limits(900, 9, 6000), Limits(0, 0, 0)]
    for seed in range(start, start + 50):
        mechanism, inputs = RandomProgram(seed).mechanism()
        oracle = enumerate_outputs(mechanism, inputs, cut=1e-4, fuel=12, most=200)
        for limits in tiny:
            found = distribution(mechanism, inputs, 1e-12, limits)
            for output, interval in oracle.intervals():
                assert found.mass(output).lower <= interval.upper, (seed, limits, output)
                assert found.mass(output).upper >= interval.lower, (seed, limits, output)
            assert math.fsum(found.lowest().tolist()) <= 1, (seed, limits)
            assert found.complete or found.lost > 0, (seed, limits)


# -------------------------------------------------------------------------------------------- small hand-made programs

SMALL: dict[str, tuple[Var, list[Command]]] = {
    "redraw while negative": (R, [lap(R), While(less(R, 0), lap(R))]),
    "an assignment opens the body": (R, [lap(R), While(less(R, 0), Assign(R, number(5)))]),
    "a copy opens the body": (R, [lap(Y), lap(R), While(less(R, 0), sequence(Assign(R, Y), lap(Y)))]),
    "a sample cut at zero": (R, [lap(X), Assign(X, apply(Op.MAX, X, number(0))), Assign(R, X)]),
    "cut in place, from both sides": (R, [lap(R), Assign(R, apply(Op.MIN, number(2), apply(Op.MAX, R, number(-1))))]),
    "absolute value in place": (R, [lap(R, 1), Assign(R, apply(Op.ABS, R))]),
    "by cases of itself": (R, [lap(R), Assign(R, apply(Op.ITE, less(R, 1), number(7), number(9)))]),
    "far out, then multiplied": (
        R,
        [lap(X), lap(Y), Assign(R, number(0)), If(less(90, X), Assign(R, apply(Op.MUL, X, Y)), Skip())],
    ),
    "far out, then squared": (
        R,
        [lap(X), Assign(R, number(0)), If(less(90, X), Assign(R, apply(Op.MUL, X, X)), Skip())],
    ),
    "far out, then sampled around": (R, [lap(X), Assign(R, number(0)), If(less(90, X), lap(R, X), Skip())]),
    "far out, then added": (R, [lap(X), lap(Y), Assign(R, X), If(less(90, X), Assign(R, plus(X, Y)), Skip())]),
    "twice a sample is five": (B, [lap(X), Assign(B, equal(times(2, X), 5))]),
    "twice a sample is minus six": (B, [lap(X), Assign(B, equal(times(-2, X), 6))]),
    "a sample is three samples": (B, [lap(X), lap(Y), Assign(B, equal(Y, times(3, X)))]),
    "a sample is itself": (B, [lap(X), Assign(B, equal(X, X))]),
    "less than itself": (B, [lap(X), Assign(B, less(times(2, X), plus(X, X)))]),
    "compared with its square": (B, [lap(X), Assign(B, less(apply(Op.MUL, X, X), plus(X, 3)))]),
    "one-sided below its start": (B, [one_sided(X, 2), Assign(B, less(X, 2))]),
    "one-sided above a lower bound": (B, [one_sided(X, 2), Assign(B, at_most(-5, X))]),
    "one-sided minus one-sided": (R, [one_sided(X), one_sided(Y), Assign(R, apply(Op.SUB, X, Y))]),
    "the same sample twice": (R, [lap(X), Assign(Y, X), Assign(R, plus(X, Y))]),
    "two tests of one sample": (
        R,
        [
            lap(X),
            Assign(R, number(0)),
            If(less(X, 1), Assign(R, number(1)), Skip()),
            If(less(-2, X), Assign(R, plus(R, 2)), Skip()),
        ],
    ),
    "drawn in one branch only": (
        R,
        [lap(X), If(less(X, 0), Assign(Y, apply(Op.MUL, X, X)), Assign(Y, number(1))), Assign(R, plus(X, Y))],
    ),
    "other noise in the branches": (R, [lap(X), If(less(X, 1), lap(R, 3, Fraction(2)), one_sided(R, -1))]),
    "a walk of noise around noise": (
        R,
        [lap(X, 0, Fraction(3)), lap(Y, X, Fraction(3)), lap(R, times(-1, Y), Fraction(3))],
    ),
    "pending through a loop": (
        R,
        [lap(X), Assign(R, number(0)), repeat(3, lap(Y, 1), If(less(Y, X), Assign(R, plus(R, 1)), Skip()))],
    ),
    "the largest of three": (R, [lap(R), repeat(2, lap(X, 1), Assign(R, apply(Op.MAX, R, X)))]),
    "a loop as long as a sample": (
        R,
        [
            one_sided(N, 0, Fraction(2)),
            Assign(R, number(0)),
            Assign(COUNT, number(0)),
            While(less(COUNT, N), sequence(Assign(COUNT, plus(COUNT, 1)), Assign(R, plus(R, COUNT)))),
        ],
    ),
    "a guard": (R, [lap(X), While(less(X, 0), Skip()), Assign(R, number(1))]),
    "a guard that knows the output": (R, [lap(R), While(less(1, R), Skip())]),
    "no way to draw it": (
        R,
        [lap(X), If(less(X, 1), If(less(0, X), lap(R, X), Assign(R, number(3))), Assign(R, number(4)))],
    ),
    "a rate that was drawn": (R, [one_sided(X, 1), lap(R, 0, X)]),
    "a rate by cases of a sample": (R, [lap(X), lap(R, X, apply(Op.ITE, less(X, 0), Literal(ONE), Literal(3 * ONE)))]),
    "a scale that was drawn": (R, [lap(X), lap(R, 0, apply(Op.QUOTIENT, Literal(4), apply(Op.MAX, Literal(1), X)))]),
    "a rate that may be zero or less": (R, [lap(X), lap(R, 0, X)]),
    "a rate that divides by zero": (R, [lap(X), lap(R, 0, apply(Op.QUOTIENT, Literal(2), apply(Op.ABS, X)))]),
    "a rate that nobody looks at": (R, [lap(X), lap(Y, 0, X), Assign(R, number(1))]),
    "a rate that changes in a loop": (
        R,
        [Assign(X, number(1)), lap(R), repeat(3, lap(Y, R, X), Assign(X, plus(X, 1)), Assign(R, Y))],
    ),
    "one comparison of samples of many rates": (
        R,
        [one_sided(X, 1), lap(Y, 0, X), lap(Z, 1, X), Assign(R, apply(Op.ITE, less(Y, Z), number(1), number(0)))],
    ),
    "division by a sample": (R, [lap(X), Assign(R, apply(Op.DIV, number(7), X))]),
    "remainder by a sample": (R, [lap(X), Assign(R, apply(Op.MOD, number(-7), X))]),
}


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("tolerance", [1e-3, 1e-12, 1e-30])
def test_small_programs(name: str, tolerance: float) -> None:
    result, commands = SMALL[name]
    mechanism = program(*commands, result=result)
    oracle = enumerate_outputs(mechanism, {}, cut=1e-6, fuel=60, most=1000)
    found = distribution(mechanism, {}, tolerance, Limits(iterations=500))
    assert disagreement(found, oracle) is None
    assert found.complete
    assert found.lost <= tolerance * 1.01
    assert float(oracle.lost) < 2e-3


def test_truth_values_are_not_numbers_inside_of_tuples() -> None:
    flags, numbers = TupleOf((TupleOf((BOOL,)),)), TupleOf((TupleOf((INT,)),))
    p, q, both = Var("p", flags), Var("q", numbers), Var("both", TupleOf((flags, numbers)))
    found = distribution(
        program(
            Assign(p, apply(Op.TUPLE, apply(Op.TUPLE, Literal(True)))),
            Assign(q, apply(Op.TUPLE, apply(Op.TUPLE, Literal(1)))),
            Assign(both, apply(Op.TUPLE, p, q)),
            result=both,
        ),
        {},
    )
    assert found.mass((((True,),), ((1,),))).lower > Fraction(999, 1000)
    assert repr(found.outputs[0]) == "(((True,),), ((1,),))"


def test_a_query_chosen_by_a_sample() -> None:
    queries = Parameter(Var("queries", ListOf(QUERY), Place.RIGID), Sensitive(Literal(1)))
    answer = apply(Op.ANSWER, apply(Op.GET, queries.var, COUNT), DATABASE_GIVEN.var)
    choose = If(less(X, 0), Assign(COUNT, number(0)), Assign(COUNT, number(1)))
    mechanism = program(lap(X), choose, Assign(R, answer), parameters=(DATABASE_GIVEN, queries))
    found = distribution(mechanism, {"queries": [3, 4]})
    with ctx.workprec(128):
        assert contains(found.mass(4), 1 / (1 + exp_minus(ONE)))


def score_program(*commands: Command) -> Mechanism:
    score = Parameter(Var("score", SCORE, Place.RIGID), Sensitive(Literal(1)))
    return program(*commands, parameters=(DATABASE_GIVEN, score))


def score_of(candidate: Expr) -> Apply:
    return apply(Op.SCORE, Var("score", SCORE, Place.RIGID), DATABASE_GIVEN.var, candidate)


def test_a_score_is_asked_for_only_where_the_program_asks() -> None:
    guarded = apply(Op.ITE, less(COUNT, 2), score_of(COUNT), number(0))
    assert distribution(score_program(Assign(COUNT, number(5)), Assign(R, guarded)), {"score": [3, 4]}).outputs == (0,)
    clamp = Assign(COUNT, apply(Op.MIN, number(3), apply(Op.MAX, number(0), X)))
    test = apply(Op.AND, less(COUNT, 2), less(score_of(COUNT), 4))
    one_or_zero = If(test, Assign(R, number(1)), Assign(R, number(0)))
    found = distribution(score_program(lap(X), clamp, one_or_zero), {"score": [3, 4]})
    with ctx.workprec(128):
        assert contains(found.mass(1), 1 / (1 + exp_minus(ONE)), Fraction(1, 10**25))


def test_a_score_given_as_a_function_is_used_or_refused() -> None:
    mechanism = score_program(lap(X), Assign(COUNT, apply(Op.ABS, X)), Assign(R, score_of(COUNT)))
    try:
        found = distribution(mechanism, {"score": lambda database, candidate: min(candidate, 2)})
    except TwinproofError:
        return
    with ctx.workprec(128):
        assert contains(found.mass(0), noise_mass(LAPLACE, ONE, 0))


def test_a_missing_score_is_named() -> None:
    with pytest.raises(TwinproofError, match="score of 7") as caught:
        distribution(score_program(Assign(R, score_of(number(7)))), {"score": [3, 4]})
    assert caught.value.diagnostic.code is Code.INPUT_RANGE


# -------------------------------------------------------------------------------------------------------- closed forms


@pytest.mark.parametrize("epsilon", [Fraction(1, 10), Fraction(1), Fraction(3)])
def test_the_laplace_mechanism(epsilon: Fraction) -> None:
    mechanism = gallery("laplace_mechanism")
    found = compare(mechanism, {"value": 3, "k": 1, "eps": epsilon}, {"value": 4, "k": 1, "eps": epsilon})
    with ctx.workprec(200):
        for x in range(-40, 41):
            true = noise_mass(LAPLACE, epsilon, x - 3)
            mass = found.left.mass(x)
            assert contains(mass, true)
            assert mass.upper - mass.lower <= mass.upper / 10**12
    assert len(found.rows) > 50
    assert found.loss_at_least == pytest.approx(float(epsilon), rel=1e-12)
    for row in found.rows:
        assert row.at_least <= epsilon * (1 + Fraction(1, 10**15))
        assert epsilon * (1 - Fraction(1, 10**15)) <= row.at_most
        assert row.at_most - row.at_least < 1e-11
    assert found.least_delta.lower == 0
    assert found.least_delta.upper < Fraction(1, 10**12)
    assert found.violates is None
    assert found.undecided == "the bounds of a loss lie on both sides of the claimed ε"


def second_wins(first: int, second: int, rate: Fraction) -> arb:
    """P(second + noise > first + noise), by its double sum over −400 … 400."""
    total = arb(0)
    a = exp_minus(rate)
    for x in range(-400, 401):
        least = first + x - second + 1
        above = exp_minus(rate, least) / (1 + a) if least >= 1 else 1 - exp_minus(rate, 1 - least) / (1 + a)
        total += noise_mass(LAPLACE, rate, x) * above
    return total


def test_noisy_max_with_half_the_noise() -> None:
    mechanism = gallery("noisy_max_half_noise")
    found = compare(mechanism, {"scores": [10, 0], "eps": 1}, {"scores": [11, -1], "eps": 1})
    left, right = found.left.mass(1), found.right.mass(1)
    assert float(left.lower) == pytest.approx(7.2759e-5, rel=1e-4)
    assert float(right.lower) == pytest.approx(1.1374e-5, rel=1e-4)
    with ctx.workprec(200):
        assert contains(left, second_wins(10, 0, ONE), Fraction(1, 10**100))
        assert contains(right, second_wins(11, -1, ONE), Fraction(1, 10**100))
    assert found.worst is not None
    assert found.worst.output == 1
    assert found.loss_at_least == pytest.approx(1.8558, abs=1e-4)
    assert found.worst.at_most - found.worst.at_least < 1e-9
    assert found.violates


@pytest.mark.parametrize("count", [2, 5])
@pytest.mark.parametrize("rate", [Fraction(1, 3), Fraction(2)])
def test_sums_of_geometric_variables(count: int, rate: Fraction) -> None:
    """The sum of n one-sided samples is negative binomial."""
    found = distribution(program(Assign(R, number(0)), repeat(count, one_sided(X, 0, rate), Assign(R, plus(R, X)))), {})
    with ctx.workprec(200):
        a = exp_minus(rate)
        for k in range(120 if rate < 1 else 25):
            true = math.comb(k + count - 1, count - 1) * (1 - a) ** count * a**k
            assert contains(found.mass(k), true), k
            assert found.mass(k).upper - found.mass(k).lower < Fraction(1, 10**20) + found.mass(k).upper / 10**10


def noise_at_least(noise: AdditiveNoise, rate: Fraction, k: int) -> arb:
    """P(X ≥ k), in closed form."""
    a = exp_minus(rate)
    if noise is ONE_SIDED:
        return exp_minus(rate, max(k, 0))
    tail: arb = exp_minus(rate, k) / (1 + a) if k >= 1 else 1 - exp_minus(rate, 1 - k) / (1 + a)
    return tail


def first_above(answers: list[int], threshold: int, epsilon: Fraction, width: int) -> list[arb]:
    """P(the i-th answer is the first above), by summing over the noisy threshold."""
    masses = [arb(0) for _ in answers]
    for x in range(-width, width + 1):
        alive = noise_mass(LAPLACE, epsilon / 2, x)
        for i, answer in enumerate(answers):
            above = noise_at_least(LAPLACE, epsilon / 4, threshold + x - answer)
            masses[i] += alive * above
            alive *= 1 - above
    return masses


@pytest.mark.parametrize("name", ["above_threshold", "above_threshold_early_return"])
@pytest.mark.parametrize("epsilon", [Fraction(1), Fraction(4)])
def test_above_threshold_by_its_double_sum(name: str, epsilon: Fraction) -> None:
    answers, threshold = [0, 3, -2, 1], 2
    found = distribution(gallery(name), {"answers": answers, "threshold": threshold, "eps": epsilon})
    with ctx.workprec(200):
        true = first_above(answers, threshold, epsilon, 300)
        slack = bounds(noise_outside(LAPLACE, epsilon / 2, 300)).upper
        for i, mass in enumerate(true):
            assert contains(found.mass(i), mass, slack)
            assert found.mass(i).upper - found.mass(i).lower < Fraction(1, 10**12)
    assert found.complete
    assert found.lost <= 1e-30


@pytest.mark.parametrize("threshold", [30, 60, 100])
def test_tails_have_small_relative_errors(threshold: int) -> None:
    """Two draws that must meet: probabilities down to 1e-40 and below."""
    inputs = {"answers": [0], "threshold": threshold, "eps": 4}
    found = distribution(gallery("above_threshold"), inputs, 1e-60)
    with ctx.workprec(300):
        (true,) = first_above([0], threshold, Fraction(4), 400)
        mass = found.mass(0)
        assert contains(mass, true, Fraction(1, 10**200))
        assert mass.upper - mass.lower < mass.lower / 10**6
        assert float(mass.upper) < 1e-10
    assert threshold < 60 or float(found.mass(0).upper) < 1e-25


def test_a_tail_of_a_single_draw_is_exact_without_being_drawn() -> None:
    found = distribution(program(lap(X), If(less(57, X), Assign(R, number(1)), Assign(R, number(0)))), {})
    with ctx.workprec(200):
        true = noise_at_least(LAPLACE, ONE, 58)
    mass = found.mass(1)
    assert found.lost == 0
    assert contains(mass, true)
    assert mass.upper - mass.lower < mass.lower / 10**12
    assert 1e-26 < float(mass.lower) < 1e-25


# ---------------------------------------------------------------------------------------------------- rigorous rounding


def test_a_thousand_merges_stay_inside_of_the_bounds() -> None:
    """A thousand coins, counted: nothing is ever drawn or cut off, so all that there is is rounding."""
    count = 1000
    body: list[Command] = [lap(X, 0, Fraction(1, 3)), If(at_most(0, X), Assign(R, plus(R, 1)), Skip())]
    found = distribution(program(Assign(R, number(0)), repeat(count, *body)), {})
    assert found.lost <= 1e-249  # counts too faint for a float, and nothing else
    assert found.unlisted == found.diverged == 0
    assert 0 < found.error < 1e-9
    widest = Fraction(0)
    with ctx.workprec(400):
        p = noise_at_least(LAPLACE, Fraction(1, 3), 0)
        for k in range(count + 1):
            true = math.comb(count, k) * p**k * (1 - p) ** (count - k)
            mass = found.mass(k)
            exact = bounds(true)
            assert mass.lower <= exact.lower, k
            assert exact.upper <= mass.upper, k
            if mass.lower > 1e-200:
                widest = max(widest, (mass.upper - mass.lower) / mass.lower)
    assert widest < 1e-9


def test_a_thousand_draws_in_a_circle() -> None:
    """A walk modulo 7, step by step in high precision."""
    rate, size, count = Fraction(1, 2), 7, 1000
    step = Assign(R, apply(Op.MOD, plus(R, X), number(size)))
    found = distribution(program(Assign(R, number(0)), repeat(count, lap(X, 1, rate), step)), {}, 1e-40)
    with ctx.workprec(400):
        a = exp_minus(rate)
        front = (1 - a) / (1 + a)
        period = 1 / (1 - exp_minus(rate, size))
        chance = [
            front * (exp_minus(rate, k) + exp_minus(rate, size - k)) * period if k else front * (2 * period - 1)
            for k in range(size)
        ]
        now = [arb(1)] + [arb(0)] * (size - 1)
        for _ in range(count):
            now = [sum((now[j] * chance[(i - j - 1) % size] for j in range(size)), arb(0)) for i in range(size)]
        for i in range(size):
            assert contains(found.mass(i), now[i])
            assert found.mass(i).upper - found.mass(i).lower < Fraction(1, 10**8)
    assert found.lost <= 1e-40


def test_deep_tails_of_a_long_product() -> None:
    """All of 200 coins fall right: 1e-60 and the like, with nothing lost."""
    found = distribution(
        program(Assign(R, number(0)), repeat(200, lap(X), If(less(X, 1), Assign(R, plus(R, 1)), Skip()))), {}
    )
    with ctx.workprec(400):
        q = noise_at_least(LAPLACE, ONE, 1)
        for k in (0, 1, 50, 199, 200):
            assert contains(found.mass(k), math.comb(200, k) * (1 - q) ** k * q ** (200 - k)), k
    assert float(found.mass(0).lower) < 1e-110


def test_what_is_too_faint_for_a_float_is_not_called_impossible() -> None:
    found = distribution(program(lap(X), Assign(B, less(900, X)), result=B), {})
    mass = found.mass(True)
    assert mass.lower == 0
    assert mass.upper > Fraction(0)
    product = repeat(40, lap(X), Assign(B, apply(Op.AND, B, less(30, X))))
    found = distribution(program(Assign(B, Literal(True)), product, result=B), {})
    assert found.mass(True).upper > 0


# -------------------------------------------------------------------------------------------------------------- limits


@pytest.mark.parametrize(
    ("limits", "reason"),
    [(Limits(rows=5), "states"), (Limits(iterations=2), "without an end"), (Limits(work=1200), "steps of work")],
)
@pytest.mark.parametrize("name", ["laplace_mechanism", "above_threshold", "sparse_vector", "report_noisy_max"])
def test_a_limit_gives_sound_partial_bounds(name: str, limits: Limits, reason: str) -> None:
    mechanism = gallery(name)
    lists = {p.name: [1, 0, 2] for p in mechanism.parameters if p.var.type == ListOf(INT)}
    numbers = {p.name: 1 for p in mechanism.parameters if p.name not in lists}
    whole = distribution(mechanism, {**lists, **numbers}, 1e-12)
    part = distribution(mechanism, {**lists, **numbers}, 1e-12, limits)
    if part.complete:
        assert name == "laplace_mechanism"  # no loop, and hardly any work
        assert reason != "states"
        return
    assert any(reason in r for r in part.reasons)
    assert part.lost + part.unlisted > 0
    assert unsound_total(part) is None
    for o in whole.outputs[:200]:
        assert part.mass(o).lower <= whole.mass(o).upper
        assert whole.mass(o).lower <= part.mass(o).upper


class TooSlow(Exception):
    """The time is up."""


def within_seconds(seconds: float, compute: Callable[[], OutputDistribution]) -> OutputDistribution:
    """The answer, or a failure as soon as the time is up."""

    def stop(number: int, frame: object) -> None:
        raise TooSlow(f"no answer after {seconds} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        found = compute()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert unsound_total(found) is None
    return found


@pytest.mark.parametrize(
    "epsilon", [Fraction(1, 10**400), Fraction(1, 10**13), Fraction(1, 10**6), Fraction(10**6), Fraction(10**400)]
)
@pytest.mark.parametrize("name", ["laplace_mechanism", "above_threshold", "report_noisy_max"])
def test_extreme_privacy_parameters(name: str, epsilon: Fraction) -> None:
    mechanism = gallery(name)
    lists = {p.name: [1, 0, 2] for p in mechanism.parameters if p.var.type == ListOf(INT)}
    inputs = {**lists, **{p.name: 1 for p in mechanism.parameters if p.name not in lists}, "eps": epsilon}
    found = within_seconds(5, lambda: distribution(mechanism, inputs))
    if epsilon > 10**9:
        assert found.complete or "noise" in found.reasons[0]
    elif epsilon > 1:
        assert found.complete
        assert max(float(found.mass(o).lower) for o in found.outputs) > 0.999
    elif not found.complete:
        assert found.lost + found.unlisted > 0


def test_numbers_beyond_sixty_bits_are_a_limit() -> None:
    big = number(2**59)
    shifted = [Assign(R, plus(R, big)) for _ in range(20)]
    found = distribution(program(lap(R), *shifted), {})
    assert not found.complete
    assert "60 bits" in found.reasons[0]
    two = If(less(X, 0), Assign(Y, number(1)), Assign(Y, number(2)))
    shifted = [Assign(R, plus(R, times(2**58, Y))) for _ in range(40)]
    found = distribution(program(lap(X), two, lap(R, Y), *shifted), {})
    assert not found.complete
    assert all(abs(o) <= 2**61 for o in found.outputs)
    assert unsound_total(found) is None
    doubled = [Assign(R, plus(R, R)) for _ in range(80)]
    assert not distribution(program(lap(R), *doubled), {}).complete
    assert not distribution(program(lap(X, 1), Assign(R, times(2**61, X))), {}).complete


@pytest.mark.parametrize("value", [2**59, -(2**59), 2**60 - 1])
def test_huge_values_are_exact(value: int) -> None:
    found = distribution(gallery("laplace_mechanism"), {"value": value, "k": 1, "eps": 1})
    with ctx.workprec(128):
        assert contains(found.mass(value - 1), noise_mass(LAPLACE, ONE, 1))
    inputs = {"answers": [value, -value], "threshold": value, "eps": 1}
    found = distribution(gallery("above_threshold"), inputs)
    assert not found.complete or float(found.mass(0).lower) > 0.5


def test_numbers_beyond_the_limit_are_refused() -> None:
    with pytest.raises(TwinproofError, match="60 bits") as caught:
        distribution(gallery("laplace_mechanism"), {"value": 2**61, "k": 1, "eps": 1})
    assert caught.value.diagnostic.code is Code.INPUT_RANGE
    clamp = Assign(COUNT, apply(Op.MIN, number(1), apply(Op.MAX, number(0), X)))
    twice = Assign(R, plus(score_of(COUNT), score_of(COUNT)))
    for huge in (2**63 - 1, 10**30):
        assert refused_or_limited(score_program(lap(X), clamp, twice), {"score": [huge, 1]})


def refused_or_limited(mechanism: Mechanism, inputs: dict[str, object]) -> bool:
    try:
        found = distribution(mechanism, inputs)
    except TwinproofError as problem:
        return problem.diagnostic.code is Code.INPUT_RANGE
    return not found.complete


def test_thousands_of_queries() -> None:
    inputs = {"answers": [0] * (3000 if IS_LONG else 1000), "threshold": 5, "eps": 1}
    found = within_seconds(30, lambda: distribution(gallery("above_threshold_early_return"), inputs))
    assert found.complete


SOON = Limits() if IS_LONG else Limits(iterations=5_000, work=120_000_000)  # a tenth of the usual ones


def test_a_loop_that_counts_for_ever_meets_a_limit_soon() -> None:
    forever: list[Command] = [Assign(B, Literal(True)), Assign(R, number(0)), While(B, Assign(R, plus(R, 1)))]
    found = within_seconds(60, lambda: distribution(program(*forever), {}, limits=SOON))
    assert not found.complete
    assert found.lost == 1
    assert len(found) == 0


MEASURE = """
import resource, sys
from twinproof.exact.meaning import distribution
from twinproof.lang.reader import read_mechanism, read_text
found = distribution(read_mechanism(sys.argv[1]), eval(sys.argv[2]))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, found.complete, float(found.masses.sum()) <= 1 + 1e-9)
"""


HEAVY: list[tuple[str, dict[str, object]]] = [
    ("private/laplace_mechanism.py", {"value": 0, "k": 1, "eps": 2e-5}),
    ("private/above_threshold.py", {"answers": [0, 0], "threshold": 0, "eps": 1e-4}),
    ("private/histogram.py", {"cells": [0, 0, 0], "eps": 1}),
]


@pytest.mark.parametrize(("path", "inputs"), HEAVY if IS_LONG else HEAVY[:2])
def test_memory_stays_below_two_gibibytes(path: str, inputs: dict[str, object]) -> None:
    command = [sys.executable, "-c", MEASURE, str(GALLERY / path), repr(inputs)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    kibibytes, _, sound = done.stdout.split()
    assert int(kibibytes) < 2 * 1024**2
    assert sound == "True"


# ---------------------------------------------------------------------------------------------------- loops without end


def test_a_loop_that_changes_nothing_diverges() -> None:
    found = distribution(program(lap(X), While(less(X, 0), Skip()), Assign(R, number(1))), {})
    with ctx.workprec(128):
        ends = noise_at_least(LAPLACE, ONE, 0)
    assert found.lost == 0
    assert found.complete
    assert contains(found.mass(1), ends)
    assert found.diverged == pytest.approx(float(1 - ends), rel=1e-9)


@pytest.mark.parametrize("period", [1, 2, 3, 7])
@pytest.mark.parametrize("about_a_flag", [True, False])
def test_a_state_that_comes_back_diverges(period: int, about_a_flag: bool) -> None:
    turn = Assign(Y, apply(Op.MOD, plus(Y, 1), number(period)))
    condition: Expr = B if about_a_flag else less(X, 0)
    start: list[Command] = [lap(X), Assign(Y, number(0)), Assign(B, less(X, 0))]
    found = distribution(program(*start, While(condition, turn), Assign(R, Y)), {}, 1e-20, Limits(iterations=500))
    assert found.complete
    assert found.lost <= 1e-20
    assert found.diverged == pytest.approx(math.exp(-1) / (1 + math.exp(-1)), rel=1e-9)


def test_states_that_leave_are_not_taken_for_a_circle() -> None:
    """A countdown from a sample: for long stretches the set of states looks alike, but all of them end."""
    countdown = While(less(0, X), Assign(X, plus(X, -1)))
    found = distribution(
        program(one_sided(X, 0, Fraction(1, 4)), countdown, Assign(R, X)), {}, 1e-20, Limits(iterations=500)
    )
    assert found.diverged == 0
    assert float(found.mass(0).lower) > 1 - 1e-12
    assert found.complete


def test_some_circle_and_some_leave() -> None:
    body = If(less(X, 5), Assign(X, apply(Op.MOD, plus(X, 1), number(5))), Assign(X, plus(X, -1)))
    loop = While(apply(Op.NOT, equal(X, 5)), body)
    found = distribution(program(one_sided(X), loop, Assign(R, X)), {}, 1e-20, Limits(iterations=500))
    assert float(found.mass(5).lower) == pytest.approx(math.exp(-5), rel=1e-9)
    assert found.diverged == pytest.approx(1 - math.exp(-5), rel=1e-9)
    assert found.complete


def test_a_trap_inside_of_a_noisy_loop() -> None:
    """Once b is set nothing happens any more: the loop goes on for ever, and that is seen."""
    body = If(B, Skip(), sequence(lap(X), If(less(X, -1), Assign(B, Literal(True)), Skip()), Assign(R, plus(R, 1))))
    start = [Assign(B, Literal(False)), Assign(R, number(0))]
    found = distribution(program(*start, While(less(R, 3), body)), {}, limits=Limits(iterations=500))
    oracle = enumerate_outputs(program(*start, While(less(R, 3), body)), {}, fuel=30)
    assert disagreement(found, oracle) is None
    assert found.diverged > 0.1
    assert found.lost < 1e-29


def test_a_walk_that_may_not_end_is_lost_not_wrong() -> None:
    walk = While(less(R, 4), sequence(lap(X, -1), If(less(0, X), Assign(R, plus(R, 1)), Assign(R, plus(R, -1)))))
    mechanism = program(Assign(R, number(0)), walk)
    found = distribution(mechanism, {}, 1e-12, Limits(iterations=80))
    assert not found.complete
    assert found.lost > 0.5
    assert found.diverged == 0
    p = math.exp(-2) / (1 + math.exp(-1))
    ruin = (p / (1 - p)) ** 4  # the walk ever reaches 4
    assert float(found.mass(4).lower) <= ruin <= float(found.mass(4).upper)
    assert float(found.mass(4).lower) == pytest.approx(ruin, rel=1e-6)


@pytest.mark.parametrize("rest", [2, 0])
def test_the_stream(rest: int) -> None:
    mechanism = gallery("stream_above_threshold")
    inputs = {"score": {"0": -1, "1": 1, "else": rest}, "threshold": 0, "eps": 2}
    found = distribution(mechanism, inputs, 1e-15, Limits(iterations=400))
    with ctx.workprec(128):
        true = first_above([-1, 1, *[rest] * 8], 0, Fraction(2), 120)
        for i, mass in enumerate(true):
            assert contains(found.mass(i), mass, Fraction(1, 10**30)), i
    assert unsound_total(found) is None


def test_a_falling_stream_keeps_a_chance_of_never_ending() -> None:
    mechanism = gallery("stream_above_threshold")
    score = {"0": 0, "1": -20, "2": -40, "else": -1000}
    found = distribution(mechanism, {"score": score, "threshold": 0, "eps": 1}, 1e-12, Limits(iterations=100))
    assert not found.complete
    with ctx.workprec(128):
        true = first_above([0, -20, -40, -1000], 0, ONE, 300)
        for i, mass in enumerate(true):
            assert contains(found.mass(i), mass, Fraction(1, 10**30))
    assert 0.3 < found.lost < 0.6


def test_a_falling_stream_meets_a_limit_soon() -> None:
    inputs = {"score": {"0": 0, "else": -1000}, "threshold": 0, "eps": 1}
    found = within_seconds(60, lambda: distribution(gallery("stream_above_threshold"), inputs, limits=SOON))
    assert not found.complete


# ---------------------------------------------------------------------------------------------------------- comparison


def pair(body: Command, result: Var = R, epsilon: Expr | None = None) -> Mechanism:
    """A mechanism with one private number v that moves by at most 1."""
    v = Parameter(Var("v", INT), Within(number(1)))
    return Mechanism("pair", (v,), body, result, pure(epsilon or Literal(Fraction(1, 2))))


V = Var("v", INT)
COMPARED: dict[str, Mechanism] = {
    "above zero": pair(sequence(lap(X, V), Assign(B, less(0, X))), B),
    "clamped": pair(sequence(lap(X, V), Assign(R, apply(Op.MIN, number(2), apply(Op.MAX, number(-1), X))))),
    "two bits": pair(
        sequence(
            lap(X, V),
            lap(Y, times(-1, V)),
            Assign(R, number(0)),
            If(less(X, Y), Assign(R, number(1)), Skip()),
            If(less(1, X), Assign(R, plus(R, 2)), Skip()),
        )
    ),
    "may not end": pair(sequence(lap(X, V), While(less(1, X), Skip()), Assign(R, apply(Op.MAX, X, number(-2))))),
    "one-sided": pair(sequence(one_sided(X, V), Assign(R, apply(Op.MIN, X, number(3))))),
}


@pytest.mark.parametrize("name", COMPARED)
@pytest.mark.parametrize("tolerance", [1e-6, 1e-30])
def test_the_least_delta_against_all_events(name: str, tolerance: float) -> None:
    mechanism = COMPARED[name]
    found = compare(mechanism, {"v": 0}, {"v": 1}, tolerance)
    mus: list[SubDistribution[Any]] = []
    lost = Fraction(0)
    with ctx.workprec(128):
        for v in (0, 1):
            oracle = enumerate_outputs(mechanism, {"v": v}, cut=1e-14)
            mus.append(SubDistribution(dict(zip(oracle.outputs, oracle.masses, strict=True))))
            lost += bounds(oracle.lost).upper
        factor = Exp(Fraction(1, 2)).enclosure(128)
        both = [divergence_bounds(a, b, Exp(Fraction(1, 2))) for a, b in (mus, reversed(mus))]
        points = sorted(set(mus[0].support) | set(mus[1].support))
        assert len(points) <= 8
        events = list(chain.from_iterable(combinations(points, n) for n in range(len(points) + 1)))
        gaps = [
            bounds(a.probability(set(e))).lower - factor.upper * bounds(b.probability(set(e))).upper
            for e in events
            for a, b in (mus, mus[::-1])
        ]
    best = max(gaps)
    slack = lost * 4 + Fraction(1, 10**30)
    assert found.least_delta.lower <= max(d.upper for d in both) + slack
    assert max(d.lower for d in both) - slack <= found.least_delta.upper
    assert best - slack <= found.least_delta.upper
    assert found.least_delta.lower <= best + slack
    assert found.least_delta.upper - found.least_delta.lower < Fraction(1, 10**12) + 20 * Fraction(tolerance)
    swapped = compare(mechanism, {"v": 1}, {"v": 0}, tolerance)
    assert swapped.least_delta == found.least_delta
    for row in found.rows:
        p, q = (mus[n][row.output] for n in (0, 1))
        assert row.left.lower <= bounds(p).upper + lost
        assert row.right.lower <= bounds(q).upper + lost


def test_the_worst_output_in_both_directions() -> None:
    mechanism = gallery("branch_on_secret")
    for left, right in ((3, 4), (4, 3)):
        found = compare(mechanism, {"patients": left, "limit": 4, "eps": 1}, {"patients": right, "limit": 4, "eps": 1})
        assert found.loss_at_least == pytest.approx(4, rel=1e-9)
        assert found.worst is not None
        assert found.worst.output <= 0 or found.worst.output >= 4
        assert found.violates


def test_events_that_are_possible_on_one_side_only_lose_everything() -> None:
    bare = gallery("smart_sum_bare_blocks")
    found = compare(bare, {"stream": [0], "m": 1, "eps": 1}, {"stream": [1], "m": 1, "eps": 1})
    assert found.loss_at_least == math.inf
    assert found.violates
    assert found.least_delta.lower > Fraction(999, 1000)
    order = gallery("lyu_5")
    found = compare(order, {"answers": [0, 1], "threshold": 0, "eps": 1}, {"answers": [1, 0], "threshold": 0, "eps": 1})
    assert found.loss_at_least == math.inf
    assert found.worst is not None
    assert sum(found.worst.output) == 1
    assert "loss at least ∞" in repr(found)


def test_an_infinite_loss_is_claimed_only_where_it_is_certain() -> None:
    """Next to impossible on one side, but not impossible: by rounding, by truncation, and by a limit."""
    faint = pair(sequence(lap(X, V), Assign(B, less(900, X))), B)
    drawn = pair(sequence(lap(X, V), Assign(R, apply(Op.DIV, apply(Op.MUL, X, X), number(50)))))
    looping = pair(sequence(lap(X, V), Assign(R, number(0)), While(less(R, X), Assign(R, plus(R, 1)))))
    for mechanism, limits in (
        (faint, Limits()),
        (drawn, Limits()),
        (looping, Limits(iterations=3)),
        (drawn, Limits(rows=7)),
    ):
        found = compare(mechanism, {"v": 0}, {"v": 1}, 1e-12, limits)
        assert found.loss_at_least < math.inf
        assert all(r.at_least <= 1.0001 for r in found.rows)


def test_a_faint_output_is_counted_in_the_least_delta() -> None:
    mechanism = pair(sequence(lap(X, times(-1, V)), Assign(B, less(900, X))), B)
    assert compare(mechanism, {"v": 0}, {"v": 1}).least_delta.upper > 0


def test_one_sided_noise_shows_where_it_starts() -> None:
    found = compare(pair(one_sided(R, V)), {"v": 0}, {"v": 1})
    assert found.loss_at_least == math.inf
    assert found.worst is not None
    assert found.worst.output == 0


REFUSED: list[tuple[str, dict[str, object], Code]] = [
    ("above_threshold", {"answers": [1], "threshold": 0}, Code.INPUT_MISSING),
    ("above_threshold", {"answers": [1], "threshold": 0, "eps": 1, "more": 1}, Code.INPUT_UNKNOWN),
    ("above_threshold", {"answers": 1, "threshold": 0, "eps": 1}, Code.INPUT_TYPE),
    ("above_threshold", {"answers": [True], "threshold": 0, "eps": 1}, Code.INPUT_TYPE),
    ("above_threshold", {"answers": [1.5], "threshold": 0, "eps": 1}, Code.INPUT_TYPE),
    ("above_threshold", {"answers": [1], "threshold": "0", "eps": 1}, Code.INPUT_TYPE),
    ("above_threshold", {"answers": [1], "threshold": 0, "eps": 0}, Code.INPUT_RANGE),
    ("above_threshold", {"answers": [1], "threshold": 0, "eps": -1}, Code.INPUT_RANGE),
    ("above_threshold", {"answers": [1], "threshold": 0, "eps": float("nan")}, Code.INPUT_TYPE),
    ("above_threshold", {"answers": [2**61], "threshold": 0, "eps": 1}, Code.INPUT_RANGE),
    ("sparse_vector", {"answers": [1], "threshold": 0, "c": 0, "eps": 1}, Code.INPUT_RANGE),
    ("report_noisy_max", {"scores": [], "eps": 1}, Code.INPUT_RANGE),
    ("exponential_mechanism", {"score": [1, 2], "responses": 4, "eps": 1}, Code.INPUT_RANGE),
    ("exponential_mechanism", {"d": 1, "score": [1, 2], "responses": 1, "eps": 1}, Code.INPUT_UNKNOWN),
    ("above_threshold_figure", {"queries": [lambda d: 1, 2], "t": 0, "eps": 1}, Code.INPUT_TYPE),
    ("above_threshold_figure", {"queries": [[1]], "t": 0, "eps": 1}, Code.INPUT_TYPE),
]


@pytest.mark.parametrize(("name", "inputs", "code"), REFUSED, ids=range(len(REFUSED)))
def test_wrong_inputs_are_refused(name: str, inputs: dict[str, object], code: Code) -> None:
    for ask in (lambda: distribution(gallery(name), inputs), lambda: compare(gallery(name), inputs, inputs)):
        with pytest.raises(TwinproofError) as caught:
            ask()
        assert caught.value.diagnostic.code is code
        assert caught.value.diagnostic.hint


APART: list[tuple[str, dict[str, object], dict[str, object], str]] = [
    ("above_threshold", {"answers": [1]}, {"answers": [3]}, "moves by 2"),
    ("above_threshold", {"answers": [1]}, {"answers": [1, 1]}, "entries"),
    ("above_threshold", {"threshold": 1}, {"threshold": 2}, "public"),
    ("above_threshold", {"eps": 1}, {"eps": 2}, "public"),
    ("histogram", {"cells": [0, 0]}, {"cells": [1, 1]}, "only one may"),
    ("noisy_max_monotone", {"votes": [0, 1]}, {"votes": [1, 0]}, "both directions"),
    ("laplace_mechanism", {"value": 0, "k": 2}, {"value": 3, "k": 2}, "moves by 3"),
    ("exponential_mechanism", {"score": [0, 1]}, {"score": [0, 3]}, "moves by 2"),
    ("exponential_mechanism", {"score": [0, 1]}, {"score": {"0": 0, "2": 1}}, "same candidates"),
    ("above_threshold_figure", {"queries": [0]}, {"queries": [4]}, "moves by 4"),
]


@pytest.mark.parametrize(("name", "left", "right", "why"), APART, ids=range(len(APART)))
def test_inputs_that_are_not_adjacent_are_refused(
    name: str, left: dict[str, object], right: dict[str, object], why: str
) -> None:
    mechanism = gallery(name)
    filler: dict[str, object] = {"answers": [1], "threshold": 0, "eps": 1, "responses": 1, "t": 0, "k": 1}
    common = {p.name: filler[p.name] for p in mechanism.parameters if p.name in filler}
    with pytest.raises(TwinproofError, match=why) as caught:
        compare(mechanism, {**common, **left}, {**common, **right})
    assert caught.value.diagnostic.code is Code.INPUT_RANGE


@pytest.mark.parametrize("tolerance", [0.0, -1.0, 1.0, 1e-300, math.nan, math.inf])
def test_a_tolerance_that_cannot_be_kept_is_refused(tolerance: float) -> None:
    inputs = {"value": 0, "k": 1, "eps": 1}
    with pytest.raises(ValueError, match="tolerance"):
        distribution(gallery("laplace_mechanism"), inputs, tolerance)
    with pytest.raises(ValueError, match="tolerance"):
        compare(gallery("laplace_mechanism"), inputs, inputs, tolerance)


def test_answers_read_well() -> None:
    mechanism = gallery("above_threshold")
    inputs = {"answers": [1, 2], "threshold": 1, "eps": 1}
    found = distribution(mechanism, inputs)
    assert repr(found).startswith("<above_threshold: ")
    assert len(repr(found)) < 200
    assert "0: 0." in repr(found)
    assert found[0] == found.mass(0)
    assert len(found) == len(found.outputs) == 3
    assert [o for o, _ in found.most_likely(2)] == sorted(range(3), key=lambda o: -found.mass(o).lower)[:2]
    compared = compare(mechanism, inputs, {**inputs, "answers": [2, 1]})
    assert repr(compared).startswith("<above_threshold: loss at least 0.")
    assert "claimed 1" in repr(compared)
    assert len(repr(compared)) < 200


def test_events_by_list_and_by_predicate() -> None:
    found = distribution(gallery("laplace_mechanism"), {"value": 0, "k": 1, "eps": 1})
    with ctx.workprec(128):
        assert contains(found.probability([0, 1, 1, 0]), noise_mass(LAPLACE, ONE, 0) + noise_mass(LAPLACE, ONE, 1))
        assert contains(found.probability(lambda o: o >= 3), noise_at_least(LAPLACE, ONE, 3))
        assert contains(found.probability(lambda o: True), arb(1))
        assert contains(found.mass(200), noise_mass(LAPLACE, ONE, 200))
    assert found.probability([]).lower == 0
    flags = distribution(program(lap(X), Assign(B, less(0, X)), result=B), {})
    assert flags.mass(1) == flags.mass(0) == Interval(Fraction(0), Fraction(0))
    assert flags.mass(True).lower > 0


# --------------------------------------------------------------------------------------------------- the engine's parts


def ints(*values: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    return np.array(values, dtype=np.int64)


def table(weight: list[float], columns: dict[Var, Column] | None = None, **pending: Pending) -> States:
    return States(np.array(weight), columns or {}, {Var(n, INT): p for n, p in pending.items()}, 0.0)


def waiting(
    low: Column = -INFINITE, high: Column = INFINITE, centre: Column = 0, noise: AdditiveNoise = LAPLACE
) -> Pending:
    return Pending(noise.columns((ONE,)), centre, low, high, 1)


def engine(tolerance: float = 1e-12, limits: Limits | None = None) -> Engine:
    return Engine({}, tolerance, limits or Limits())


def test_isolate_means_the_same() -> None:
    forms: list[tuple[Expr, int | None]] = [
        (X, 1),
        (Y, 0),
        (number(4), 0),
        (apply(Op.NEG, X), -1),
        (apply(Op.SUB, Y, X), -1),
        (apply(Op.SUB, X, X), 0),
        (plus(X, X), 2),
        (times(-3, apply(Op.SUB, Y, times(2, X))), 6),
        (apply(Op.MUL, plus(X, 1), number(0)), 0),
        (apply(Op.MUL, plus(X, Y), number(-2)), -2),
        (apply(Op.SUB, times(2, plus(X, Y)), apply(Op.NEG, apply(Op.SUB, X, number(5)))), 3),
        (apply(Op.MUL, X, Y), None),
        (apply(Op.MUL, X, X), None),
        (apply(Op.ABS, X), None),
        (apply(Op.MAX, X, Y), None),
        (plus(apply(Op.DIV, X, number(2)), X), None),
    ]
    for e, factor in forms:
        form = isolate(e, X)
        if factor is None:
            assert form is None, e
            continue
        assert form is not None
        assert form[0] == factor
        for x in (-7, 0, 3):
            for y in (-2, 5):
                memory = {X: x, Y: y}
                assert form[0] * x + evaluate(form[1], {Y: y}) == evaluate(e, memory)


@pytest.mark.parametrize("noise", [LAPLACE, ONE_SIDED])
@pytest.mark.parametrize("op", [Op.LT, Op.LE, Op.EQ])
@pytest.mark.parametrize("factor", [-5, -2, -1, 1, 2, 3])
def test_comparisons_with_factors_cut_at_the_right_place(noise: AdditiveNoise, op: Op, factor: int) -> None:
    """factor·x + y ⋈ c for every remainder of y: the interval must be exactly the values that satisfy it."""
    offsets = list(range(-6, 7))
    weights = [0.25 / len(offsets)] * len(offsets)
    states = table(weights, {Y: ints(*offsets)}, x=waiting(noise=noise))
    condition = apply(op, plus(times(factor, X), Y), number(1))
    yes, no = engine()._split(condition, states)
    law = noise.columns((ONE,))
    values = np.arange(0 if noise is ONE_SIDED else -60, 61)
    for parts, wanted in ((yes, True), (no, False)):
        found = dict.fromkeys(offsets, 0.0)
        for s in parts:
            column = np.broadcast_to(np.asarray(s.columns[Y]), len(s)) if len(s) else ints()
            mass = s.keep(frozenset((Y,))).weight
            for y, m in zip(column.tolist(), mass.tolist(), strict=True):
                found[y] += m
        for y in offsets:
            holds = [evaluate(condition, {X: x, Y: y}) is wanted for x in values.tolist()]
            true = weights[0] * float(law.mass(values)[np.array(holds)].sum())
            assert found[y] == pytest.approx(true, rel=1e-9, abs=1e-25), (y, wanted)


@pytest.mark.parametrize("noise", [LAPLACE, ONE_SIDED])
def test_drawing_from_intervals_of_all_kinds(noise: AdditiveNoise) -> None:
    lows = ints(-INFINITE, -INFINITE, -2, 0, 3, -INFINITE, 500, -900, 1, -3)
    highs = ints(INFINITE, 1, INFINITE, 0, 5, -500, INFINITE, -800, INFINITE, 4)
    centres = ints(0, 1, -1, 0, 2, 0, 0, 0, 9, 9)
    weights = [0.1] * len(lows)
    rows = ints(*range(len(lows)))
    states = table(weights, {Y: rows}, x=waiting(lows, highs, centres, noise))
    accounts = engine(1e-9)
    drawn = draw(states, X, accounts)
    law = noise.columns((ONE,))
    expected: dict[tuple[int, int], float] = {}
    for y, (low, high, centre) in enumerate(zip(lows.tolist(), highs.tolist(), centres.tolist(), strict=True)):
        for x in range(max(low, centre - 50), min(high, centre + 50) + 1):
            expected[y, x] = 0.1 * float(law.mass(ints(x - centre))[0])
    found = dict(zip(zip(column(drawn, Y), column(drawn, X), strict=True), drawn.weight.tolist(), strict=True))
    assert len(found) == len(drawn)
    for place, mass in found.items():
        assert mass == pytest.approx(expected.get(place, 0.0), rel=1e-12)
    missing = math.fsum(m for place, m in expected.items() if place not in found)
    assert missing <= accounts.lost <= 1e-9
    assert not drawn.pending


def column(states: States, v: Var) -> list[int]:
    entries: list[int] = np.broadcast_to(np.asarray(states.columns[v]), len(states)).tolist()
    return entries


def test_rows_that_differ_only_in_their_interval_are_drawn_together() -> None:
    states = table([0.2, 0.3, 0.5], {Y: 4}, x=waiting(ints(0, 2, -INFINITE), INFINITE))
    drawn = draw(states, X, engine(1e-9))
    assert len(set(column(drawn, X))) == len(drawn)
    law = LAPLACE.columns((ONE,))
    for x, mass in zip(column(drawn, X), drawn.weight.tolist(), strict=True):
        weight = 0.5 + (0.2 if x >= 0 else 0) + (0.3 if x >= 2 else 0)
        assert mass == pytest.approx(weight * float(law.mass(ints(x))[0]), rel=1e-12)


def test_drawing_nothing_and_drawing_out_of_reach() -> None:
    accounts = engine(1e-9)
    for low, high in ((10_000, INFINITE), (-INFINITE, -10_000), (10_000, 10_001)):
        far = table([0.5, 0.5], {Y: ints(1, 2)}, x=waiting(low, high))
        assert len(draw(far, X, accounts)) == 0
        assert accounts.lost > 0
        both = table([1.0], {}, x=waiting(low, high), y=waiting())
        assert len(accounts._drawn(both, {X, Y})) == 0
    with pytest.raises(Limit, match="states"):
        draw(table([1.0], {}, x=waiting()), X, engine(1e-9, Limits(rows=3)))
    with pytest.raises(Limit, match="states"):
        draw(table([1.0], {}, x=waiting(-9, 9)), X, engine(1e-9, Limits(rows=3)))


def test_overwriting_a_sample_keeps_what_was_learned_about_it() -> None:
    """A row's mass is its weight times the probability of its intervals, also after the variable is used anew."""
    half = table([1.0], {}, x=waiting(1, INFINITE))
    true = math.exp(-1) / (1 + math.exp(-1))
    for changed in (half.with_columns({X: 3}), half.with_pending(X, waiting()), half.keep(frozenset())):
        assert changed.keep(frozenset()).weight.tolist() == [pytest.approx(true, rel=1e-12)]


def test_merging_adds_up_what_agrees() -> None:
    states = table([0.1, 0.2, 0.3, 0.4], {Y: ints(1, 2, 1, 2), Z: ints(5, 5, 5, 6)}, x=waiting(ints(0, 0, 0, 1)))
    merged = merge(states)
    rows = sorted(zip(column(merged, Y), column(merged, Z), merged.weight.tolist(), strict=True))
    assert rows == [(1, 5, pytest.approx(0.4)), (2, 5, 0.2), (2, 6, 0.4)]
    assert merged.error > 0
    assert merge(NOTHING) is NOTHING
    assert len(merge(table([0.5, 0.5], {Y: 3}))) == 1
    apart = table([0.5, 0.5], {Y: 3}, x=waiting(ints(0, 1)))
    assert len(merge(apart)) == 2


def test_grouping_by_wide_columns() -> None:
    """Spans beyond 62 bits, negative numbers, booleans, and a single row."""
    generator = np.random.default_rng(1)
    for width in (2, 1000, 2**40, 2**60):
        arrays: list[Any] = [generator.integers(-width, width, 300) for _ in range(3)]
        arrays = [np.where(generator.random(300) < 0.7, a[0], a) for a in arrays]
        arrays.append(generator.random(300) < 0.5)
        rows, number_of, count = group(arrays, 300)
        keys = list(zip(*(a.tolist() for a in arrays), strict=True))
        assert count == len(set(keys)) == len(rows)
        assert all(keys[rows[n]] == k for n, k in zip(number_of.tolist(), keys, strict=True))
    assert group([], 4)[2] == 1
    assert group([ints(7)], 1)[2] == 1


def test_joining_tables() -> None:
    heap = Heap()
    one = table([0.5], {Y: 1}, x=waiting(0, 3))
    two = table([0.25, 0.25], {Y: ints(2, 3)}, x=waiting(ints(1, 2), 9))
    joined = join([one, NOTHING, two], heap)
    assert column(joined, Y) == [1, 2, 3]
    assert joined.pending[X].low.tolist() == [0, 1, 2]  # type: ignore[union-attr]
    assert len(join([], heap)) == 0
    assert join([one], heap) is one
    mixed = engine().join([one, table([0.5], {X: 7, Y: 0})])
    assert not mixed.pending
    assert math.fsum(mixed.weight.tolist()) == pytest.approx(0.5 + 0.5 * float(waiting(0, 3).probability()))
    with pytest.raises(Limit, match="states"):
        engine(limits=Limits(rows=2)).join([one, two])


def test_the_heap_tells_values_apart() -> None:
    heap = Heap()
    values: list[tuple[Any, ...]] = [(), (1,), (True,), (0,), (False,), ((1,),), ((True,),), ((), (1,)), ((), (True,))]
    numbers = [heap.put(v) for v in values]
    assert len(set(numbers)) == len(values)
    assert [heap.put(v) for v in values] == numbers
    assert [repr(heap.values[n]) for n in numbers] == [repr(v) for v in values]


def test_what_is_live() -> None:
    loop = While(less(COUNT, 3), sequence(Assign(Y, X), Assign(COUNT, plus(COUNT, 1))))
    after = frozenset((Y,))
    assert live_at_head(loop, after) == {COUNT, X, Y}
    assert live_before(sequence(Assign(COUNT, number(0)), loop), after) == {X, Y}
    assert live_before(lap(Z, X), frozenset((Y,))) == {Y}
    assert live_before(lap(Z, X), frozenset((Z,))) == {X}
    dead = sequence(lap(Z, X), Assign(W, Z), Assign(Y, X))
    assert without_dead_code(dead, after) == Assign(Y, X)
    assert without_dead_code(If(less(X, 0), Assign(W, X), Skip()), after) == Skip()
    guard = While(less(X, 0), Assign(W, X))
    assert without_dead_code(guard, after) == While(less(X, 0), Skip())


def test_variants_hold_for_ever() -> None:
    found = negate(equal(R, -1))
    search = If(apply(Op.AND, less(Y, X), equal(R, -1)), Assign(R, COUNT), Skip())
    body = sequence(lap(X), search, Assign(COUNT, plus(COUNT, 1)))
    loop = While(less(COUNT, 9), body)
    lanes = variants(loop, frozenset((R,)))
    assert [v.condition for v in lanes] == [found]
    assert lanes[0].body == Assign(COUNT, plus(COUNT, 1))
    flips = While(
        less(COUNT, 9), sequence(If(B, lap(X), Skip()), Assign(B, less(COUNT, 4)), Assign(COUNT, plus(COUNT, 1)))
    )
    assert variants(flips, frozenset((X,))) == []
    sampled = While(less(COUNT, 9), sequence(lap(X), If(less(X, 0), Assign(COUNT, plus(COUNT, 1)), Skip())))
    assert variants(sampled, frozenset((X,))) == []
    branch = sequence(Assign(W, number(0)), If(less(W, X), Assign(R, W), Assign(R, X)))
    never = While(less(COUNT, 9), sequence(If(Literal(False), branch, Skip()), Assign(COUNT, plus(COUNT, 1))))
    assert variants(never, frozenset((R,))) == []


@pytest.mark.parametrize("seed", range(40))
def test_a_search_in_a_loop_means_the_same_with_its_variants(seed: int) -> None:
    """Searches whose flag is set, reset or read late: lanes must not change what the loop means."""
    resets = seed % 2 == 1
    hit = sequence(Assign(B, Literal(True)), Assign(R, COUNT if seed % 3 else X))
    reset: Command = If(equal(COUNT, 1 + seed % 4), Assign(B, Literal(False)), Skip()) if resets else Skip()
    test = apply(Op.AND, less(Y, X), negate(B)) if seed % 5 else apply(Op.OR, B, less(X, Y))
    late: Command = If(B, Assign(Z, plus(Z, 1)), Assign(Z, plus(Z, X if seed % 7 == 0 else 2)))
    rate = Fraction(5, 2)
    body = [lap(X, COUNT, rate), If(test, hit, Skip()), reset, *([late] if seed % 4 else [])]
    result = (R, Z)[seed % 2]
    start: list[Command] = [Assign(B, Literal(False)), Assign(R, number(-1)), Assign(Z, number(0)), lap(Y, 1, rate)]
    mechanism = program(*start, repeat(3, *body), result=result)
    found = distribution(mechanism, {}, 1e-15)
    assert disagreement(found, enumerate_outputs(mechanism, {}, cut=1e-5, most=3000)) is None


@pytest.mark.parametrize("seed", range(7000, 7040))
def test_results_do_not_depend_on_what_else_is_kept(seed: int) -> None:
    """Returning more must not change the marginal: liveness and merging against no merging at all."""
    mechanism, inputs = RandomProgram(seed).mechanism()
    limits = Limits(rows=100_000, iterations=30, work=20_000_000)
    alone = distribution(mechanism, inputs, 1e-12, limits)
    witness = Var("witness", TupleOf((mechanism.result.type, INT)))
    body = sequence(mechanism.body, Assign(witness, apply(Op.TUPLE, mechanism.result, X)))
    both = distribution(Mechanism("both", mechanism.parameters, body, witness, mechanism.claim), inputs, 1e-12, limits)
    for o in alone.outputs[:60]:
        joint = both.probability(lambda pair, o=o: key(pair[0]) == key(o))  # type: ignore[misc]
        mass = alone.mass(o)
        assert mass.lower <= joint.upper
        assert joint.lower <= mass.upper


def test_lists_of_lists_are_told_apart() -> None:
    rows = Var("rows", ListOf(ListOf(INT)))
    inner = Var("inner", ListOf(INT))
    body: list[Command] = [
        Assign(rows, Apply(Op.LIST, (), ListOf(ListOf(INT)))),
        repeat(
            2,
            lap(X, 0, Fraction(4)),
            Assign(inner, list_of(INT, X, COUNT)),
            Assign(rows, apply(Op.APPEND, rows, inner)),
        ),
    ]
    mechanism = program(*body, result=rows)
    found = distribution(mechanism, {})
    assert disagreement(found, enumerate_outputs(mechanism, {}, cut=1e-8)) is None
    assert found.mass([[0, 0], [0, 1]]).lower > Fraction(9, 10)


COUNTED_FOR_EACH = """
from typing import Annotated
from twinproof import Epsilon, laplace, mechanism, one_added_or_removed

@mechanism(epsilon="eps")
def counted(visitors: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> int:
    seen: dict[int, int] = {}
    total = 0
    for visitor in visitors:
        so_far = seen.get(visitor, 0)
        if so_far <= 1:
            total += 1
            seen[visitor] = so_far + 1
    return laplace(total, 2 / eps)
"""


def test_what_a_round_sets_for_itself_does_not_decide_between_rounds() -> None:
    (mechanism,) = read_text(COUNTED_FOR_EACH, "counted.py")
    assert isinstance(mechanism, Mechanism)
    found = distribution(mechanism, {"visitors": (5, 6, 5, 5, 6), "eps": Fraction(40)})
    assert found.outputs[int(np.argmax(found.masses))] == 4
