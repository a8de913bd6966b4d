"""Programs made for one output, programs with few outputs, and the replay, against engine and enumeration."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tests.exact.brute import RandomProgram, enumerate_outputs
from tests.exact.noisy_programs import AnyNoise
from tests.refute.programs import named
from twinproof.exact.engine.run import Limits
from twinproof.exact.meaning import distribution, distributions
from twinproof.lang.inputs import check_inputs
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.refute.few_outputs import is_told_apart, restricted
from twinproof.refute.pointwise import pointwise
from twinproof.refute.probability import NoLaw, probability
from twinproof.refute.replay import NotConfirmed, replay
from twinproof.refute.space import space_of
from twinproof.refute.states import TooLong
from twinproof.refute.support import is_impossible
from twinproof.refute.wanted import frozen

SMALL = Limits(rows=60_000, iterations=60, work=10_000_000)


def hits(mechanism: Any, values: Any, output: Any) -> tuple[float, float]:
    """Bounds of the probability of one output, by the engine on the program made for it."""
    table = distributions(pointwise(mechanism, output), [values], 1e-20, SMALL)
    place = table.outputs.index(True) if True in table.outputs else None
    if place is None:
        return 0.0, table.lost
    return float(table.lowest()[0, place]), float(table.highest()[0, place])


either = pytest.mark.parametrize("family", [RandomProgram, AnyNoise])


@either
@pytest.mark.parametrize("start", range(0, 120, 20))
def test_random_programs_for_one_output(start: int, family: type[RandomProgram]) -> None:
    """A program made for an output gives it with the probability that the program itself does."""
    for seed in range(start, start + 20):
        mechanism, inputs = family(seed).mechanism()
        whole = distribution(mechanism, inputs, 1e-20, SMALL)
        values = check_inputs(mechanism, inputs)
        chosen = [o for o, _ in whole.most_likely(3)]
        for output in chosen:
            low, high = hits(mechanism, values, output)
            seen = whole.mass(output)
            assert low <= seen.upper + Fraction(whole.lost), (seed, output)
            assert seen.lower <= high + 1e-15, (seed, output)


@either
@pytest.mark.parametrize("start", range(0, 120, 20))
def test_random_programs_replayed(start: int, family: type[RandomProgram], monkeypatch: pytest.MonkeyPatch) -> None:
    """The replay and an enumeration of all runs agree, also about what is impossible."""
    monkeypatch.setattr("twinproof.refute.states.MOST_STEPS", 20_000)
    for seed in range(start, start + 20):
        mechanism, inputs = family(seed).mechanism()
        oracle = enumerate_outputs(mechanism, inputs, cut=1e-5, fuel=12, most=300)
        values = check_inputs(mechanism, inputs)
        found = sorted(oracle.intervals(), key=lambda pair: -pair[1].lower)[:3]
        strange = {"int": 77, "bool": True}.get(str(mechanism.result.type))
        for output, interval in found:
            try:
                p = probability(mechanism, values, [output], Fraction(1, 10**6))
            except (TooLong, NoLaw):
                continue
            assert p.lower <= interval.upper, (seed, output)
            assert interval.lower <= p.upper, (seed, output)
            assert interval.lower == 0 or not is_impossible(mechanism, values, frozen(output)), (seed, output)
        if strange is not None and is_impossible(mechanism, values, strange):
            assert all(i.lower == 0 for o, i in oracle.intervals() if o == strange), seed


@pytest.mark.parametrize("name", ["released_as_it_is", "number_beside_noise", "parity_is_shown"])
def test_inputs_that_are_released_are_looked_at(name: str) -> None:
    """A parameter is no variable that was noted down: it has a value from the start."""
    mechanism = named(name)
    values = check_inputs(mechanism, {"x": 3, "eps": 1})
    for output, _ in distribution(mechanism, {"x": 3, "eps": 1}).most_likely(3):
        assert probability(mechanism, values, [output], Fraction(1, 10**9)).lower > Fraction(1, 100)
    others: dict[str, list[Any]] = {"released_as_it_is": [0, 2], "number_beside_noise": [(3, 0), (0, 2)]}
    for output in others.get(name, [(3, True)]):
        assert probability(mechanism, values, [output], Fraction(1, 10**9)).upper == 0


@pytest.mark.parametrize(
    ("name", "inputs"),
    [
        ("gap_sparse_vector_leak", {"answers": [0, 1, 0], "threshold": 0, "c": 2, "eps": 2}),
        ("above_threshold_value", {"queries": [0, 1, 0], "t": 0, "eps": 2}),
        ("lyu_3", {"answers": [0, 1], "threshold": 0, "c": 1, "eps": 1}),
        ("asked_twice", {"x": 1, "eps": 1}),
        ("sparse_vector_by_composition", {"answers": [0, 2, 1], "threshold": 1, "k": 2, "eps": 1}),
    ],
)
def test_few_outputs_have_their_true_probabilities(name: str, inputs: dict[str, Any]) -> None:
    mechanism = named(name)
    values = check_inputs(mechanism, inputs)
    whole = distribution(mechanism, inputs, 1e-12)
    few = restricted(mechanism, [0, 1, -1, 3]) or mechanism
    table = distributions(few, [values], 1e-20, Limits())
    told = [n for n, o in enumerate(table.outputs) if is_told_apart(o)]
    assert 0 < len(told) <= 200
    for n in told:
        seen = whole.mass(table.outputs[n])
        assert table.lowest()[0, n] <= float(seen.upper) + 1e-12
        assert float(seen.lower) <= table.highest()[0, n] + 1e-12


def test_many_inputs_at_once_are_each_alone() -> None:
    mechanism = named("sparse_vector")
    inputs = [{"answers": a, "threshold": t, "c": 2, "eps": 1} for a in ([0, 1], [3], [], [2, 2, -1]) for t in (0, 2)]
    table = distributions(mechanism, [check_inputs(mechanism, i) for i in inputs], 1e-25, Limits())
    for row, given in enumerate(inputs):
        alone = distribution(mechanism, given)
        masses = {repr(o): m for o, m in zip(alone.outputs, alone.masses.tolist(), strict=True)}
        here = {repr(o): table.masses[row, n] for n, o in enumerate(table.outputs) if table.masses[row, n] > 0}
        assert set(here) == set(masses)
        assert all(np.isclose(here[o], masses[o], rtol=1e-12) for o in here)


def test_scores_become_lists_with_the_same_meaning() -> None:
    mechanism = named("exponential_mechanism")
    space = space_of(mechanism)
    point = {"d": "the database", "score": (0, 3, 1), "score of others": 2, "responses": 3, "eps": Fraction(1)}
    alone = distribution(mechanism, space.given(point))
    table = distributions(space.form, [point], 1e-30, Limits())
    assert set(alone.outputs) == set(table.outputs)
    for n, output in enumerate(table.outputs):
        assert np.isclose(table.masses[0, n], float(alone.mass(output).lower), rtol=1e-9)


def test_a_replay_reaches_far_tails() -> None:
    laplace = named("laplace_mechanism")
    left, right = ({"value": v, "k": 1, "eps": 2} for v in (0, 1))
    found = replay(laplace, left, right, [-60])
    assert 0 < found.p_right.lower < found.p_left.lower < Fraction(1, 10**50)
    assert 1.999999 < found.loss_at_least <= 2
    assert not found.breaks


def test_a_replay_that_takes_too_long_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("twinproof.refute.states.MOST_STEPS", 10_000)
    mechanism = named("sequential_composition")
    inputs = {"visits": 0, "admissions": 0, "busy": 0, "eps_look": Fraction(1, 10**7), "eps_answer": 1}
    far = {**inputs, "visits": 1}
    wide = replay(mechanism, inputs, far, [(0, 0)])  # what is released is never listed, so width costs nothing
    assert not wide.breaks
    stream = named("noisy_max_value")
    many = [{"scores": [v] * 12, "eps": Fraction(1, 10**4)} for v in (0, 1)]
    with pytest.raises(NotConfirmed):
        replay(stream, many[0], many[1], [0])


def test_an_output_counts_once() -> None:
    laplace = named("laplace_mechanism")
    left, right = ({"value": v, "k": 1, "eps": 1} for v in (0, 1))
    with pytest.raises(NotConfirmed, match="once"):
        replay(laplace, left, right, [0, 0])


ROUND = """
from typing import Annotated
from twinproof import Epsilon, laplace, mechanism, within

@mechanism(epsilon="eps")
def round_and_round(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    v = 0
    w = laplace(0, 1 / eps)
    while CONDITION:
        v = laplace(0, 1 / eps)
    return laplace(x, 1 / eps)
"""


@pytest.mark.parametrize(
    ("condition", "low", "high"),
    [
        ("w > 0", 0.72, 0.74),  # the rest never ends: 1 / (1 + 1/e) does
        ("w > 0 and v * v < 900", 0.72, 1.0),  # all end, though what was cut off is all that does
        ("v < 40", 0.0, 1.0),  # all end, at last
    ],
)
def test_only_what_never_ends_is_left_out(condition: str, low: float, high: float) -> None:
    (mechanism,) = read_text(ROUND.replace("CONDITION", condition))
    assert isinstance(mechanism, Mechanism)
    values = check_inputs(mechanism, {"x": 0, "eps": Fraction(1)})
    p = probability(mechanism, values, [0], Fraction(1, 10**9))
    sample = 0.46211715726  # the probability that the last draw is 0
    assert p.lower <= high * sample
    assert p.upper >= (1.0 if high == 1.0 else low) * sample
    if high < 1.0:
        assert low * sample <= p.lower <= p.upper <= high * sample
