"""Random mechanisms: whatever the refuter calls a counterexample, an enumeration of all runs confirms.

A slice by default; TWINPROOF_FUZZ=50 runs a hundred and fifty times as many.
"""

from collections.abc import Callable
from fractions import Fraction

import pytest
from flint import arb, ctx, fmpq

from tests.exact.brute import BITS, RandomProgram, enumerate_outputs
from tests.exact.noisy_programs import AnyNoise
from tests.refute.generated import generated, noisy
from tests.volume import FUZZ, IS_LONG
from twinproof.exact.distribution import Interval, bounds
from twinproof.lang.inputs import check_adjacent, check_inputs
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_mechanism
from twinproof.refute import Counterexample, Effort, refute

EFFORT = Effort(sweep=3_000_000, climb=1_000_000, grow=1_000_000, shrink=2_000_000, further=500_000)
SLICE = 6
BLIND = Fraction(1, 2)  # so much of the right side did not end within the enumeration's fuel: it says nothing
PARTS = range(6 * FUZZ) if IS_LONG else (2, 4)  # some of those that do not take long


def enumerated(mechanism: Mechanism, inputs: dict[str, object], event: tuple[object, ...], cut: float) -> Interval:
    """Bounds of the probability of an event, by following all runs one by one."""
    oracle = enumerate_outputs(mechanism, inputs, cut=cut, fuel=40, most=2_000)
    wanted = {repr(o) for o in event}
    with ctx.workprec(BITS):
        mass = sum((m for o, m in zip(oracle.outputs, oracle.masses, strict=True) if repr(o) in wanted), arb(0))
        low, high = bounds(mass).lower, bounds(mass + oracle.lost).upper
    return Interval(max(Fraction(0), low), min(Fraction(1), max(low, high)))


def confirm(mechanism: Mechanism, found: Counterexample) -> bool | None:
    """Whether the enumeration sees the claim broken; it must not see the contrary. None: a run does not end for it."""
    left, right = dict(found.left), dict(found.right)
    check_adjacent(mechanism, check_inputs(mechanism, left), check_inputs(mechanism, right))
    cut = max(1e-9, float(found.p_left.lower) * 1e-3)
    p, q = enumerated(mechanism, left, found.event, cut), enumerated(mechanism, right, found.event, cut)
    assert p.lower <= found.p_left.upper
    assert found.p_left.lower <= p.upper
    assert q.lower <= found.p_right.upper
    assert found.p_right.lower <= q.upper
    with ctx.workprec(BITS):
        factor = bounds(arb(fmpq(found.claim.amount.numerator, found.claim.amount.denominator)).exp())
    assert p.upper > factor.lower * q.lower + found.claim.delta  # the contrary would be a violation that is not one
    if q.upper - q.lower > BLIND:
        return None
    return p.lower > factor.upper * q.upper + found.claim.delta


def any_program(seed: int) -> Mechanism:
    return RandomProgram(seed).mechanism()[0]


def any_noise(seed: int) -> Mechanism:
    return AnyNoise(seed).mechanism()[0]


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("make", [any_program, any_noise, generated, noisy])
def test_counterexamples_of_random_mechanisms(make: Callable[[int], Mechanism], part: int) -> None:
    refuted = sure = 0
    for seed in range(20_000 + part * SLICE, 20_000 + (part + 1) * SLICE):
        mechanism = make(seed)
        found = refute(mechanism, jobs=1, effort=EFFORT)
        if found.counterexample is not None:
            try:
                seen = confirm(mechanism, found.counterexample)
                refuted += seen is not None
                sure += seen is True
            except AssertionError as problem:
                text = f"seed {seed}: {problem}\n{found.explain()}\n{show_mechanism(mechanism)}"
                raise AssertionError(text) from problem
    assert 2 * sure >= refuted, f"{sure} of {refuted} confirmed"
    assert refuted > 0 or make not in (generated, noisy)
