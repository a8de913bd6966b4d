"""Broken claims are refuted, with facts; claims that hold never are."""

import json
import math
import os
import re
import signal
import subprocess
import sys
import threading
from fractions import Fraction
from pathlib import Path

import distributed
import pytest

from tests.refute.programs import BROKEN, PRIVATE, counterexample, folder, named, refuted
from twinproof.exact.engine.run import Limits
from twinproof.exact.meaning import distribution
from twinproof.lang.inputs import check_adjacent, check_inputs
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.refute import Effort, Progress, Refutation, refute
from twinproof.refute.pairs import InputBatch, judge
from twinproof.refute.space import space_of

ROOT = Path(__file__).parents[2]
MODEST = Limits(rows=50_000, iterations=400, work=20_000_000)
LITTLE = Effort(sweep=12_000_000, climb=4_000_000, grow=2_000_000)

FAR = {"between_thresholds"}  # its smallest inputs take more than a little effort

# What the gallery and the files here say about how much is lost where nothing is left to chance.
INFINITE = {
    "exact_beyond_a_cut_off",
    "exact_for_one_threshold",
    "exact_when_large",
    "exact_when_noise_is_far",
    "geometric_noise_added",
    "goes_round_in_vain",
    "histogram_with_a_total",
    "index_with_its_exact_value",
    "length_tells",
    "list_released_as_it_is",
    "lyu_5",
    "noise_that_keeps_the_remainder",
    "number_beside_noise",
    "one_noise_for_all",
    "one_noise_for_two",
    "one_sided_shows_where_it_starts",
    "order_is_exact",
    "parity_is_shown",
    "raises_on_one_side",
    "released_as_it_is",
    "runs_forever_on_one_side",
    "smart_sum_bare_blocks",
    "stalls_at_an_entry",
    "truncated_noise",
    "truncated_noise_pure",
    "turns_for_ever",
    "uniform_noise",
}


def confirmed_by_the_engine(mechanism: Mechanism, found: Refutation) -> None:
    """The engine, which the replay does not use, sees the same probabilities, and the claim broken."""
    example = found.counterexample
    assert example is not None
    left, right = (distribution(mechanism, side, limits=MODEST) for side in (example.left, example.right))
    if not (left.complete and right.complete):
        return
    for stated, side in ((example.p_left, left), (example.p_right, right)):
        seen = side.probability(list(example.outputs))
        assert stated.lower <= seen.upper
        assert seen.lower <= stated.upper
    if example.order is not None:
        alpha = float(example.order.alpha)
        masses = [(float(left.mass(o).upper), float(right.mass(o).lower)) for o in example.outputs]
        total = sum(p**alpha * q ** (1 - alpha) if q else math.inf for p, q in masses)
        assert math.log(total) / (alpha - 1) >= example.loss_at_least * (1 - 1e-9)
        return
    low, high = left.probability(list(example.outputs)).lower, right.probability(list(example.outputs)).upper
    assert float(low) > math.exp(example.claim.amount) * float(high) + float(example.claim.delta)


@pytest.mark.parametrize("mechanism", [*folder("broken"), *BROKEN], ids=lambda m: m.name)
def test_broken_claims_are_refuted(mechanism: Mechanism) -> None:
    found = refuted(mechanism.name)
    assert found.counterexample is not None, found.explain()
    example = found.counterexample
    check_adjacent(mechanism, check_inputs(mechanism, example.left), check_inputs(mechanism, example.right))
    if example.order is not None:
        assert found.largest_times * (1 + 1e-12) >= example.times > 1
    elif example.claim.delta > 0:
        assert example.epsilon_at_least > example.claim.amount
        assert found.largest_times * (1 + 1e-12) >= example.delta_at_least / example.claim.delta > 1
    else:
        assert math.isinf(example.loss_at_least) == (mechanism.name in INFINITE)
        assert example.loss_at_least > example.claim.amount
        assert found.largest_times >= example.times
    confirmed_by_the_engine(mechanism, found)
    assert "does not keep its claim" in found.explain()
    json.dumps(example.to_json())


@pytest.mark.parametrize("mechanism", [*folder("private"), *PRIVATE, *folder("open")], ids=lambda m: m.name)
def test_claims_that_hold_are_not_refuted(mechanism: Mechanism) -> None:
    found = refute(mechanism, jobs=1, effort=LITTLE)
    assert found.counterexample is None, found.explain()
    assert found.largest_times <= 1
    assert "proves nothing" in found.explain()
    assert found.pairs > 0 or mechanism.name in FAR


def test_the_answer_does_not_depend_on_the_number_of_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("twinproof.refute.workers.LOCAL", 2_000_000)
    effort = Effort(sweep=20_000_000, climb=5_000_000, grow=1_000_000)
    for name in ("above_threshold", "needs_seven_entries"):
        assert refute(named(name), jobs=1, effort=effort) == refute(named(name), jobs=2, effort=effort)


ENDED_WITH_ITS_POOL = """
import os, signal, threading, time
from joblib.externals.loky.backend.resource_tracker import _resource_tracker as tracker
from tests.refute.programs import named
from twinproof.refute import Effort, refute, workers

def end_when_the_pool_is_there():
    while tracker._fd is None:
        time.sleep(0.01)
    time.sleep(0.3)
    print("the pool is there", flush=True)
    os.killpg(0, signal.SIGTERM)

workers.LOCAL = 0
threading.Thread(target=end_when_the_pool_is_there, daemon=True).start()
while True:
    refute(named("sparse_vector"), jobs=2, effort=Effort(sweep=20_000_000, climb=5_000_000, grow=1_000_000))
"""


def test_a_search_that_is_ended_says_nothing_about_its_pool() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", ENDED_WITH_ITS_POOL],
        cwd=ROOT,
        start_new_session=True,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (-signal.SIGTERM, "the pool is there\n", "")


def test_a_cluster_gives_the_same_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("twinproof.refute.workers.LOCAL", 2_000_000)
    effort = Effort(sweep=20_000_000, climb=5_000_000, grow=1_000_000)
    alone = refute(named("sparse_vector"), jobs=1, effort=effort)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,  # type: ignore[no-untyped-call]
        distributed.Client(cluster) as client,  # type: ignore[no-untyped-call]
    ):
        before = client.run_on_scheduler(lambda dask_scheduler: dask_scheduler.transition_counter)
        together = refute(named("sparse_vector"), backend="dask", effort=effort)
        after = client.run_on_scheduler(lambda dask_scheduler: dask_scheduler.transition_counter)
    assert together == alone
    assert after > before  # the cluster did take part


@pytest.mark.parametrize(("jobs", "backend"), [(0, "loky"), (-3, "loky"), (1, "threads"), (1, "")])
def test_wrong_options_are_refused(jobs: int, backend: str) -> None:
    with pytest.raises(ValueError, match=r"backend|job"):
        refute(named("laplace_mechanism"), jobs=jobs, backend=backend)


def test_a_given_pair_is_where_the_search_starts() -> None:
    hidden = named("exact_for_one_threshold")
    pair = tuple({"x": x, "threshold": 37, "eps": 1} for x in (36, 37))
    told: list[Progress] = []
    found = refute(hidden, jobs=1, seeds=[(pair[0], pair[1])], on_progress=told.append)
    assert found.counterexample is not None
    assert told[0].doing == "the inputs that were given"
    assert not any("ε" in p.doing for p in told)  # no batch was needed
    # what is no pair of inputs of this mechanism is left out
    odd = [({"x": 0}, {"x": 1}), ({**pair[0], "x": 0}, {**pair[1], "x": 9}), ({}, {})]
    assert refute(named("laplace_mechanism"), jobs=1, seeds=odd, effort=LITTLE).counterexample is None


def test_given_scores_and_queries() -> None:
    exponential = named("exponential_mechanism_half_noise")
    left, right = ({"score": s, "responses": 2, "eps": 1} for s in ({"1": 10, "2": 0}, {"1": 11, "2": -1}))
    found = refute(exponential, jobs=1, seeds=[(left, right)])
    assert found.counterexample is not None
    assert set(found.counterexample.left["score"]) == {"1", "2"}
    leak = named("above_threshold_value")
    sides = [{"queries": [v] * 6, "t": 0, "eps": 1} for v in (0, 1)]
    assert refute(leak, jobs=1, seeds=[(sides[0], sides[1])]).refuted


def test_an_interrupt_gives_the_best_so_far() -> None:
    seen: list[Progress] = []

    def stop(progress: Progress) -> None:
        seen.append(progress)
        if len(seen) == 5:
            threading.Thread(target=lambda: os.kill(os.getpid(), signal.SIGINT)).start()
            while True:
                pass

    found = refute(named("sparse_vector"), jobs=1, on_progress=stop)
    assert found.interrupted
    assert found.largest is not None
    assert found.largest.at_least > 0
    assert len(seen) == 5
    assert "interrupted" in found.explain()


def test_strange_mechanisms_end_well() -> None:
    """No private input, numbers that no engine holds, a claim beyond all floats, two databases."""
    nothing = "@mechanism(epsilon='eps')\ndef f(n: int, eps: Epsilon) -> int:\n    return laplace(n, 1 / eps)\n"
    assert refute(written(nothing), jobs=1).pairs == 0
    bound = 10**30
    huge = f"@mechanism(epsilon='eps')\ndef f(x: Annotated[int, within({bound})], eps: Epsilon) -> int:\n    return x\n"
    assert refute(written(huge), jobs=1).refuted
    beyond = (
        f"@mechanism(epsilon='eps', requires='n >= {bound}')\ndef f(n: int, x: Annotated[int, within(1)], eps: Epsilon)"
    )
    assert refute(written(f"{beyond} -> int:\n    return x\n"), jobs=1).pairs == 0
    generous = (
        "@mechanism(epsilon='10000', delta='1 / 2')\n"
        "def f(x: Annotated[int, within(1)]) -> int:\n    return laplace(x, 1)\n"
    )
    assert not refute(written(generous), jobs=1).refuted
    two = (
        "@mechanism(epsilon='eps')\ndef f(d: Database, e: Database, q: Annotated[list[Query], sensitivity(1)], "
        "eps: Epsilon) -> int:\n    if len(q) == 0:\n        return 0\n    return laplace(q[0](d), 1 / (3 * eps))\n"
    )
    found = refute(written(two), jobs=1, effort=LITTLE)
    assert not found.refuted
    assert any("several databases" in what for what in found.not_covered)


def test_empty_lists_are_inputs_too() -> None:
    space = space_of(named("histogram"))
    empty = {"cells": (), "eps": Fraction(1)}
    assert judge(space, [(empty, empty)], InputBatch((), (1e-9,)))[0] == [None]  # no input is adjacent to itself alone


def written(text: str) -> Mechanism:
    """The mechanism of a text."""
    names = "Database, Epsilon, Query, laplace, mechanism, sensitivity, within"
    (found,) = read_text(f"from typing import Annotated\nfrom twinproof import {names}\n{text}")
    assert isinstance(found, Mechanism), found
    return found


def test_what_was_not_covered_is_said() -> None:
    found = refute(named("sparse_vector"), jobs=1, effort=Effort(sweep=3_000_000, climb=1, grow=1))
    assert any("anything after" in what for what in found.not_covered)
    assert "Not covered" in found.explain()


def test_losses_are_lower_bounds_of_what_is_known() -> None:
    """Report-noisy-max with half the noise loses up to 2ε; the last figure at most 3ε/4 (docs/last-figure.md)."""
    found = refuted("noisy_max_half_noise")
    assert 1 < found.largest_times <= 2
    figure = refute(named("above_threshold_value_figure"), jobs=1, effort=LITTLE)
    assert 0.3 < figure.largest_times <= 0.75


def test_counterexamples_are_small() -> None:
    """What a reader would have written."""
    found = counterexample("partial_sum_half_noise")
    assert (found.left["entries"], found.right["entries"], found.event) == ([0], [1], (0,))
    assert (*found.claim.parts(), found.public) == (Fraction(1), Fraction(0), {"eps": Fraction(1)})
    five = counterexample("five_or_more_queries")
    assert len(five.left["answers"]) == 5
    leak = counterexample("gap_sparse_vector_leak")
    assert leak.left == {"answers": [0] * 5, "threshold": 0, "c": 1, "eps": 1}
    assert leak.event == ([-1, -1, -1, -1, 0],)


def test_json_is_as_documented() -> None:
    found = counterexample("lyu_5")
    told = json.loads(json.dumps(found.to_json()))
    assert told["loss_at_least"] == "inf"
    assert told["p_right"] == [0.0, 0.0]
    low, high = told["p_left"]
    assert 0 < low <= high < 1
    assert set(told) >= {"left", "right", "event", "p_left", "p_right", "epsilon", "loss_at_least"}
    assert told["event"] == [[False, True]]
    tenth = counterexample("noise_forgets_epsilon")
    assert Fraction(str(tenth.to_json()["epsilon"])) == tenth.claim.amount


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("partial_sum_half_noise", ["line 25", "twice the noise"]),
        ("branch_on_secret", ["line 22", "if it went the same way on both sides"]),
        ("lyu_5", ["line 25", "compared without noise"]),
        ("lyu_4", ["line 34", "twice the noise"]),
    ],
)
def test_lines_are_blamed(name: str, words: list[str]) -> None:
    for word in words:
        assert word in refuted(name).explain()


# --------------------------------------------------------------------------------------- claims that no float can hold

CLAIMING = """from typing import Annotated
from twinproof import Epsilon, laplace, mechanism, within

@mechanism(epsilon="{}", delta="{}")
def m(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return {}
"""


def claiming(epsilon: str, delta: str, result: str) -> Refutation:
    (m,) = read_text(CLAIMING.format(epsilon, delta, result))
    assert isinstance(m, Mechanism)
    found = refute(m, jobs=1, effort=LITTLE)
    assert json.loads(json.dumps(found.largest and found.largest.to_json()))
    return found


@pytest.mark.parametrize("delta", ["0", "1e-400", "0.01"])
@pytest.mark.parametrize("epsilon", ["eps / 1e330", "1e-400"])
def test_a_claim_that_is_next_to_nothing_is_refuted(epsilon: str, delta: str) -> None:
    found = claiming(epsilon, delta, "laplace(x, 1 / eps)")
    assert found.counterexample is not None
    assert 0 < found.counterexample.claim.amount < Fraction(1, 10**300)
    assert json.loads(json.dumps(found.counterexample.to_json()))["epsilon"].endswith(("e-330", "e-400"))
    words = found.counterexample.loss_words()
    assert re.search(r"e-(330|400)\b", words)
    assert "000000" not in words
    assert "∞" not in words


@pytest.mark.parametrize("delta", ["0", "0.01"])
@pytest.mark.parametrize("epsilon", ["1e400 * eps", "1e400", "1e9", "eps * 1e990 * 1e990 * 1e990 * 1e990 * 1e990"])
def test_a_claim_beyond_all_floats_is_looked_at(epsilon: str, delta: str) -> None:
    found = claiming(epsilon, delta, "laplace(x, 1 / eps)")
    assert found.counterexample is None
    assert found.largest_times < 1e-6
    assert "0" * 20 not in found.explain()


@pytest.mark.parametrize("delta", ["0", "0.01"])
def test_a_claim_beyond_all_floats_is_refuted_where_the_loss_is_infinite(delta: str) -> None:
    found = claiming("1e400 * eps", delta, "x")
    assert found.counterexample is not None
    assert math.isinf(found.counterexample.loss_at_least)
    assert found.counterexample.claim.amount >= 10**300
    assert ("infinite" if delta == "0" else "δ would have to be 1 at least") in found.explain()


@pytest.mark.parametrize(
    "scale", ["max(1, x) / eps", "(abs(x) + 1) / eps", "abs(x) / eps", "2 / eps if x > 3 else 1 / eps"]
)
def test_a_scale_that_tells_about_private_data_is_refuted(scale: str) -> None:
    """How much noise there is shows, though it is drawn around 0; where there is none at all the loss is infinite."""
    text = (
        "from typing import Annotated\nfrom twinproof import Epsilon, laplace, mechanism, within\n\n"
        f'@mechanism(epsilon="eps")\ndef m(x: Annotated[int, within(1)], eps: Epsilon) -> int:\n'
        f"    return laplace(0, {scale})\n"
    )
    (mechanism,) = read_text(text)
    assert isinstance(mechanism, Mechanism)
    found = refute(mechanism, effort=LITTLE).counterexample
    assert found is not None
    assert math.isinf(found.loss_at_least) == (scale == "abs(x) / eps")


def test_a_scale_from_what_was_released_is_not_refuted() -> None:
    text = (
        "from typing import Annotated\nfrom twinproof import Epsilon, laplace, mechanism, within\n\n"
        '@mechanism(epsilon="eps")\ndef m(x: Annotated[int, within(1)], t: int, eps: Epsilon) -> int:\n'
        "    bound = max(1, laplace(t, 1 / (3 * eps)))\n    return laplace(x, bound / eps)\n"
    )
    (mechanism,) = read_text(text)
    assert isinstance(mechanism, Mechanism)
    assert refute(mechanism, effort=Effort(sweep=2_000_000, climb=500_000, grow=500_000)).counterexample is None
