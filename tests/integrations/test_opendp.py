"""The bridge to OpenDP, with the real package: spaces, privacy maps, chains, and what is refused."""

from __future__ import annotations

import functools
import math
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import opendp.prelude as dp
import pytest
from hypothesis import given
from hypothesis import strategies as st
from opendp.mod import GLOBAL_FEATURES, OpenDPException

from tests.integrations.programs import COUNT, HALF, HEAD, HEAD_OF_ROWS, OPEN, ROWS
from twinproof.integrations.opendp import DoesNotFit, NotProved, measurement
from twinproof.integrations.opendp.bridge import Amount, measured, privacy_map, rounded_up
from twinproof.integrations.opendp.spaces import Space, space
from twinproof.lang.claim import Concentrated, Renyi
from twinproof.lang.errors import TwinproofError
from twinproof.lang.inputs import why_not_adjacent
from twinproof.lang.reader import read_mechanism, read_text
from twinproof.verify import Verdict

GALLERY = Path(__file__).parents[2] / "gallery"
ABOVE_THRESHOLD = f"{GALLERY}/private/above_threshold.py::above_threshold"
HISTOGRAM = f"{GALLERY}/private/histogram.py"
NOISY_MAX = f"{GALLERY}/private/report_noisy_max.py"
LAPLACE = f"{GALLERY}/private/laplace_mechanism.py"
MONOTONE = f"{GALLERY}/private/noisy_max_monotone.py"


def integers(size: int | None = None) -> Any:
    return dp.vector_domain(dp.atom_domain(T=int), size=size)


@pytest.fixture(autouse=True)
def contrib() -> None:
    dp.enable_features("contrib")


def test_above_threshold_as_a_measurement() -> None:
    made = measurement(ABOVE_THRESHOLD, threshold=50, eps=1)
    assert made.input_domain == integers()
    assert made.input_metric == dp.linf_distance(T=int)
    assert made.output_measure == dp.max_divergence()
    assert [made.map(d) for d in (0, 1, 2, 3)] == [0.0, 1.0, 2.0, 3.0]
    assert made([0, 1_000, 0]) == 1
    assert made([]) == 0
    assert type(made([5])) is int


def test_a_chain_from_the_data_on() -> None:
    """Counts of OpenDP, then our above threshold: one person more or less moves one count by one."""
    counts = dp.t.make_count_by_categories(
        dp.vector_domain(dp.atom_domain(T=str)), dp.symmetric_distance(), categories=["a", "b"]
    )
    chain = counts >> measurement(ABOVE_THRESHOLD, *counts.output_space, threshold=50, eps=1)
    assert chain(["b"] * 1_000) == 1
    assert chain.map(1) == 1.0
    assert chain.map(3) == 3.0
    both: Any = dp.c.make_composition([chain, chain])
    assert both.map(1) == 2.0
    assert both(["b"] * 1_000) == [1, 1]


def test_scores_of_opendp_and_our_noisy_max() -> None:
    scores = dp.t.make_quantile_score_candidates(
        dp.vector_domain(dp.atom_domain(T=int)), dp.symmetric_distance(), [10, 20, 30], 0.5
    )
    chain = scores >> measurement(NOISY_MAX, *scores.output_space, eps=1)
    assert chain([20] * 5) in (0, 1, 2)
    assert chain.map(1) == 1.0


def test_postprocessing_in_opendp() -> None:
    dp.enable_features("honest-but-curious")  # which OpenDP wants for functions of one's own
    try:
        chain = measurement(ABOVE_THRESHOLD, threshold=50, eps=1) >> (lambda index: index + 10)
    finally:
        dp.disable_features("honest-but-curious")
    assert chain([1_000]) == 10


def test_one_number() -> None:
    made = measurement(LAPLACE, k=2, eps=0.25)
    assert made.input_domain == dp.atom_domain(T=int)
    assert made.input_metric == dp.absolute_distance(T=int)
    assert [made.map(d) for d in (0, 1, 2, 3, 4, 5)] == [0.0, 0.5, 0.5, 1.0, 1.0, 1.5]


def test_a_number_that_may_not_move_at_all() -> None:
    made = measurement(LAPLACE, k=0, eps=1)
    assert made.map(0) == 0
    assert made.map(1) == math.inf


def test_one_entry_moves() -> None:
    made = measurement(HISTOGRAM, eps=1)
    assert made.input_metric == dp.l1_distance(T=int)
    assert [made.map(d) for d in (0, 1, 2)] == [0.0, 1.0, 2.0]
    assert len(made([5, 6, 7])) == 3


def test_entries_that_move_in_one_direction() -> None:
    made = measurement(MONOTONE, integers(size=3), eps=1)
    assert made.input_metric == dp.linf_distance(T=int, monotonic=True)
    with pytest.raises(DoesNotFit, match=r"give LInfDistance\(monotonic\)"):
        measurement(MONOTONE, integers(size=3), dp.linf_distance(T=int), eps=1)


def test_large_integers_go_in_and_come_out() -> None:
    made = measurement(LAPLACE, dp.atom_domain(T="i64"), dp.absolute_distance(T="i64"), k=1, eps=Fraction(1, 3))
    huge = 2**60 + 1
    assert abs(made(huge) - huge) < 10_000
    assert made.map(1) == rounded_up(Fraction(1, 3))


def test_what_is_refuted_is_refused() -> None:
    with pytest.raises(NotProved, match=r"(?s)^refuted  lyu_6 .*on the left") as caught:
        measurement(f"{GALLERY}/broken/lyu_6.py", threshold=0, eps=1)
    assert caught.value.verdict.kind == "refuted"


def test_what_is_unknown_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(HEAD + COUNT + HALF + OPEN)
    assert measurement(f"{file}::count", eps=1).map(1) == 1.0
    with pytest.raises(NotProved, match=r"^unknown  whether undecided"):
        measurement(f"{file}::undecided", eps=1)


@pytest.mark.parametrize(
    ("target", "given", "why"),
    [
        ("private/sequential_composition.py::sequential_composition", {}, "one private input"),
        ("private/above_threshold_figure.py", {}, "what adjacent databases are is left open"),
        ("private/report_noisy_max.py", {"eps": 1}, "depends on the length of `scores`"),
        ("private/histogram.py", {"eps": 1, "cells": [1]}, "is the private input"),
    ],
)
def test_what_opendp_cannot_say_is_refused(target: str, given: dict[str, Any], why: str) -> None:
    with pytest.raises(DoesNotFit, match=why):
        measurement(f"{GALLERY}/{target}", **given)


@pytest.mark.parametrize(
    ("domain", "metric", "why"),
    [
        (dp.vector_domain(dp.atom_domain(T=float)), None, "is not in the domain"),
        (dp.atom_domain(T=int), None, "is not in the domain"),
        (None, dp.l2_distance(T=int), "is not what L2Distance"),
        (None, dp.symmetric_distance(), "is not what SymmetricDistance"),
        (None, dp.hamming_distance(), "is not what HammingDistance"),
    ],
)
def test_another_space_is_refused(domain: Any, metric: Any, why: str) -> None:
    with pytest.raises(DoesNotFit, match=why):
        measurement(ABOVE_THRESHOLD, domain, metric, threshold=5, eps=1)


def test_one_entry_that_moves_far_has_no_metric(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        f"{HEAD}\n{(GALLERY / 'private/partial_sum.py').read_text()}".replace("one_within(1)", "one_within(2)")
    )
    with pytest.raises(DoesNotFit, match="one entry of `entries` moves, by at most 2"):
        measurement(str(file), eps=1)


@pytest.mark.parametrize(
    ("given", "code"),
    [({"eps": 1}, "TP501"), ({"threshold": 1, "eps": 0}, "TP504"), ({"threshold": 1, "eps": 1, "n": 1}, "TP502")],
)
def test_public_parameters_are_checked_at_once(given: dict[str, Any], code: str) -> None:
    with pytest.raises(TwinproofError, match=code):
        measurement(ABOVE_THRESHOLD, **given)


def test_a_claim_that_depends_on_the_length_holds_for_the_size_of_the_domain(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        f'{HEAD}\n@mechanism(epsilon="len(xs) * eps")\n'
        "def noisy(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:\n"
        "    out: list[int] = []\n    for x in xs:\n        out.append(laplace(x, 1 / eps))\n    return out\n"
    )
    made = measurement(str(file), integers(size=3), eps=1)
    assert made.map(1) == 3.0
    assert len(made([1, 2, 3])) == 3
    with pytest.raises(OpenDPException, match="lists of 3 entries, and this one has 4"):
        made([1, 2, 3, 4])


def test_public_parameters_go_by_name() -> None:
    with pytest.raises(TypeError, match="an OpenDP Domain is needed, not 5; public parameters go by name"):
        measurement(ABOVE_THRESHOLD, 5, eps=1)


def test_negative_distances_have_no_loss() -> None:
    with pytest.raises(OpenDPException, match="not negative"):
        measurement(LAPLACE, k=1, eps=1).map(-1)


def test_the_features_of_opendp_are_left_as_they_were() -> None:
    before = set(GLOBAL_FEATURES)
    assert "honest-but-curious" not in before
    measurement(ABOVE_THRESHOLD, threshold=5, eps=1)
    assert before == GLOBAL_FEATURES


def test_without_opendp_there_is_a_clear_line() -> None:
    text = "import sys; sys.modules['opendp'] = None; import twinproof.integrations.opendp"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr.strip().endswith("ImportError: OpenDP is not installed: pip install 'twinproof[opendp]'")


@given(st.fractions(min_value=0, max_value=10**400))
def test_rounding_goes_up_and_not_too_far(exact: Fraction) -> None:
    up = rounded_up(exact)
    assert up == math.inf or Fraction(up) >= exact
    assert up == 0 or Fraction(math.nextafter(up, 0.0)) < exact


def test_beyond_one_step_a_claim_with_delta_promises_nothing() -> None:
    where = Space(None, None, lambda distance, k: math.ceil(distance / k))
    loss = privacy_map(where, 2, Amount(Fraction(1), Fraction(1, 8)))
    assert [loss(d) for d in (0, 1, 2, 3)] == [(0.0, 0.0), (1.0, 0.125), (1.0, 0.125), (math.inf, 1.0)]


def test_zcdp_grows_with_the_square_of_the_steps() -> None:
    where = Space(None, None, lambda distance, k: math.ceil(distance / k))
    measure, amount = measured(Concentrated(Fraction(1, 8), Fraction(0)))
    assert measure() == dp.zero_concentrated_divergence()
    loss = privacy_map(where, 2, amount)
    assert [loss(d) for d in (0, 1, 2, 3, 6)] == [0.0, 0.125, 0.125, 0.5, 1.125]
    for other in (Concentrated(Fraction(1), Fraction(1, 2)), Renyi(Fraction(2), Fraction(1), Fraction(0))):
        with pytest.raises(DoesNotFit):
            measured(other)


@pytest.mark.parametrize("verdict", ["proved", "unknown"])
def test_a_zcdp_mechanism_becomes_a_measurement_once_it_is_proved(
    verdict: Literal["proved", "unknown"], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bridge asks for a verdict, and here somebody else gives it."""
    core = read_mechanism(f"{GALLERY}/private/gaussian_concentrated.py")
    monkeypatch.setattr("twinproof.integrations.opendp.bridge._verdict", lambda *_: Verdict(core, verdict, 0.0))
    public = {"k": 1, "rho": Fraction(1, 2)}
    if verdict == "unknown":
        with pytest.raises(NotProved):
            measurement(f"{GALLERY}/private/gaussian_concentrated.py", **public)
        return
    made = measurement(f"{GALLERY}/private/gaussian_concentrated.py", **public)
    assert made.output_measure == dp.zero_concentrated_divergence()
    assert (made.map(1), made.map(3)) == (0.5, 4.5)
    assert isinstance(made(7), int)


NUMBERS = st.integers(-6, 6)
PAIRS = st.lists(st.tuples(NUMBERS, NUMBERS), max_size=4)


@given(PAIRS, st.integers(1, 3))
def test_a_distance_is_that_many_steps_between_adjacent_inputs(pairs: list[tuple[int, int]], k: int) -> None:
    """Walk from one input to the other: each step is adjacent, and there are no more of them than the map counts."""
    left, right = [a for a, _ in pairs], [b for _, b in pairs]
    moves = [b - a for a, b in pairs]
    cases = [
        ("each", f"each_within({k})", dp.linf_distance(T=int), max(map(abs, moves), default=0), k),
        ("each", f"each_within({k})", dp.l1_distance(T=int), sum(map(abs, moves)), k),
        ("one", "one_within(1)", dp.l1_distance(T=int), sum(map(abs, moves)), 1),
    ]
    if min(moves, default=0) >= 0:
        monotone = dp.linf_distance(T=int, monotonic=True)
        cases.append(("each", f"each_within({k}, monotone=True)", monotone, max(moves, default=0), k))
    for kind, adjacency, metric, distance, bound in cases:
        core = _program(adjacency)
        steps = space(core, core.parameters[0], bound, None, metric).steps(Fraction(distance), bound)
        assert _walk(core, kind, left, right, bound) <= steps


@functools.cache
def _program(adjacency: str) -> Any:
    (core,) = read_text(
        f'{HEAD_OF_ROWS}\n@mechanism(epsilon="eps")\n'
        f"def m(xs: Annotated[list[int], {adjacency}], eps: Epsilon) -> int:\n    return laplace(0, 1 / eps)\n"
    )
    return core


def _walk(core: Any, kind: str, here: list[int], there: list[int], k: int) -> int:
    steps = 0
    while here != there:
        ahead = list(here)
        for i, (a, b) in enumerate(zip(here, there, strict=True)):
            ahead[i] += max(-k, min(k, b - a))
            if kind == "one" and a != b:
                break
        left, right = ({"xs": tuple(xs), "eps": Fraction(1)} for xs in (here, ahead))
        assert why_not_adjacent(core, left, right) is None
        here, steps = ahead, steps + 1
    return steps


# ---------------------------------------------------------------------------------------------------------------- rows


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("rows") / "rows.py"
    file.write_text(HEAD_OF_ROWS + ROWS)
    return file


def vectors(item: type, size: int | None = None) -> Any:
    return dp.vector_domain(dp.atom_domain(T=item), size=size)


def test_one_row_more_or_less(rows: Path) -> None:
    made = measurement(f"{rows}::size", eps=1)
    assert made.input_domain == integers()
    assert made.input_metric == dp.insert_delete_distance()
    assert [made.map(d) for d in (0, 1, 2, 3)] == [0.0, 1.0, 2.0, 3.0]
    assert abs(made([7] * 1_000) - 1_000) < 100
    assert abs(measurement(f"{rows}::clamped", eps=1)([10**6, -5, 3]) - 13) < 500


def test_one_row_replaced(rows: Path) -> None:
    made = measurement(f"{rows}::yes", vectors(bool, 4), eps=0.5)
    assert made.input_metric == dp.hamming_distance()
    assert [made.map(d) for d in (0, 1, 2)] == [0.0, 0.5, 1.0]
    assert abs(made([True, True, False, True]) - 3) < 200
    with pytest.raises(OpenDPException, match="lists of 4 entries, and this one has 1"):
        made([True])
    for domain in (None, vectors(bool)):
        with pytest.raises(DoesNotFit, match="HammingDistance is for vectors of one size\n  help: give a domain with"):
            measurement(f"{rows}::yes", domain, eps=1)


def test_rows_that_are_texts(rows: Path) -> None:
    """Those that the program names, those that are given, and others."""
    made = measurement(f"{rows}::named", name="bob", eps=Fraction(10))
    assert made.input_domain == vectors(str)
    assert abs(made(["ann", "bob", "cat", "", "bob", "another text 0"]) - 3) < 20
    chain = dp.t.make_cast_default(vectors(int), dp.insert_delete_distance(), TOA=str)
    assert (chain >> measurement(f"{rows}::named", *chain.output_space, name="7", eps=1)).map(1) == 1.0


def test_a_claim_about_rows_that_depends_on_their_number(rows: Path) -> None:
    assert measurement(f"{rows}::each", vectors(bool, 3), eps=1).map(1) == 3.0
    with pytest.raises(DoesNotFit, match="its claim depends on the length of `rows`"):
        measurement(f"{rows}::each", eps=1)


@pytest.mark.parametrize(
    ("name", "given", "why"),
    [
        ("pairs", (), r"OpenDP has no domain for `rows`, which is list\[tuple\[int, bool\]\]"),
        ("users", (), "no metric of OpenDP is known to say what the adjacency of `rows` says"),
        ("size", (vectors(bool),), "is not in the domain"),
        ("yes", (integers(3),), "is not in the domain"),
        ("size", (None, dp.hamming_distance()), "is not what HammingDistance"),
        ("yes", (vectors(bool, 3), dp.insert_delete_distance()), "is not what InsertDeleteDistance"),
        ("size", (None, dp.l1_distance(T=int)), "is not what L1Distance"),
    ],
)
def test_other_rows_and_other_metrics_are_refused(rows: Path, name: str, given: tuple[Any, ...], why: str) -> None:
    with pytest.raises(DoesNotFit, match=why):
        measurement(f"{rows}::{name}", *given, eps=1)


@pytest.mark.parametrize(
    ("name", "domain", "unordered", "ordered"),
    [
        ("size", integers(), dp.symmetric_distance(), "InsertDeleteDistance"),
        ("yes", vectors(bool, 3), dp.change_one_distance(), "HammingDistance"),
    ],
)
def test_metrics_that_do_not_see_the_order_lead_to_one_that_does(
    rows: Path, name: str, domain: Any, unordered: Any, ordered: str
) -> None:
    """Two vectors in different order are at distance 0 there: what was proved says nothing about them."""
    with pytest.raises(DoesNotFit, match=f"does not see the order of rows\n  help: give {ordered}; `dp.t.make_ordered"):
        measurement(f"{rows}::{name}", domain, unordered, eps=1)
    shuffled = dp.t.make_ordered_random(domain, unordered)
    chain = shuffled >> measurement(f"{rows}::{name}", *shuffled.output_space, eps=1)
    assert chain.map(1) == 1.0
    assert chain.input_metric == unordered
    assert isinstance(chain([True] * 3 if name == "yes" else [1, 2, 3]), int)


LISTS = st.lists(st.integers(0, 2), max_size=5)


@given(LISTS, LISTS)
def test_a_distance_between_rows_is_that_many_steps(left: list[int], right: list[int]) -> None:
    """First all that only one has goes away, then all that only the other has comes; or row by row."""
    kept = _common(left, right)
    edits = len(left) + len(right) - 2 * len(kept)
    cases = [("one_added_or_removed()", dp.insert_delete_distance(), edits, [*_down(left, kept), *_down(right, kept)])]
    if len(left) == len(right):
        walk = [[*right[:n], *left[n:]] for n in range(len(left) + 1)]
        moves = [pair for pair in pairwise(walk) if pair[0] != pair[1]]
        cases.append(("one_changed()", dp.hamming_distance(), sum(map(int.__ne__, left, right)), moves))
    for adjacency, metric, distance, walked in cases:
        core = _program(adjacency)
        domain = integers(len(left)) if adjacency == "one_changed()" else None
        steps = space(core, core.parameters[0], 1, domain, metric).steps(Fraction(distance), 1)
        assert len(walked) == steps == distance
        for here, there in walked:
            sides = ({"xs": tuple(xs), "eps": Fraction(1)} for xs in (here, there))
            assert why_not_adjacent(core, *sides) is None


def _common(left: list[int], right: list[int]) -> list[int]:
    """A longest list that is in both, in order."""
    if not left or not right:
        return []
    if left[0] == right[0]:
        return [left[0], *_common(left[1:], right[1:])]
    return max(_common(left[1:], right), _common(left, right[1:]), key=len)


def _down(rows: list[int], kept: list[int]) -> list[tuple[list[int], list[int]]]:
    """The steps from a list to one that is in it, a row less each time."""
    steps = []
    while rows != kept:
        at = next(n for n in range(len(rows)) if n == len(kept) or rows[n] != kept[n])
        steps.append((rows, [*rows[:at], *rows[at + 1 :]]))
        rows = steps[-1][1]
    return steps


def test_the_program_that_was_proved_is_what_runs() -> None:
    core = read_mechanism(HISTOGRAM)
    assert measurement(core, eps=1).map(1) == 1.0
