"""Data sets as inputs: broken mechanisms on rows are refuted by small ones, and what finds them is what it says."""

import math
import os
from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest

from tests.refute.programs import GALLERY, mechanisms
from twinproof.lang.inputs import check_adjacent, check_inputs
from twinproof.lang.interpret import run
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise import Noise, Parameters
from twinproof.lang.reader import read_text
from twinproof.refute import Effort, refute
from twinproof.refute.guesses import guesses
from twinproof.refute.moves import simpler, weight
from twinproof.refute.played import Player
from twinproof.refute.rows import enlarged, plainer
from twinproof.refute.runner import Runner
from twinproof.refute.space import Space, space_of

DATA = GALLERY / "data"
QUICK = (
    *("above_the_smallest", "batch_clipped_once", "contribution_off_by_one", "first_range_priced", "halves_to_even"),
    *("kmeans_unclamped", "longest_streak", "most_plus_one_rows", "no_noise_for_small_units", "one_draw_for_both"),
    *("percent_of_largest", "ranges_exact_counts", "scale_from_groups_found", "slice_one_too_long", "stop_at_missing"),
)
BROKEN = (
    sorted((DATA / "broken").glob("*.py"))
    if "TWINPROOF_FUZZ" in os.environ
    else [DATA / "broken" / f"{name}.py" for name in QUICK]
)
PRIVATE = ("clamped_sum", "first_threshold_added", "histogram_changed", "most_common", "user_totals")
LITTLE = Effort(sweep=12_000_000, guess=12_000_000, climb=4_000_000, grow=2_000_000)
HEAD = """
from fractions import Fraction
from typing import Annotated, NamedTuple
from twinproof import Epsilon, choose, clamp, gaussian, laplace, mechanism, one_added_or_removed, one_changed
from twinproof import one_user_added_or_removed, randomized_choice, randomized_response, truncated_laplace, within
"""


def space(name: str, kind: str = "broken") -> Space:
    (mechanism,) = mechanisms(DATA / kind / f"{name}.py")
    return space_of(mechanism)


def read(text: str) -> Mechanism:
    (mechanism,) = read_text(HEAD + text, "data.py")
    assert isinstance(mechanism, Mechanism), mechanism
    return mechanism


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_broken_mechanisms_on_rows_are_refuted_by_small_data_sets(path: Path) -> None:
    (mechanism,) = mechanisms(path)
    found = refute(mechanism, jobs=1).counterexample
    assert found is not None
    check_adjacent(mechanism, check_inputs(mechanism, found.left), check_inputs(mechanism, found.right))
    assert found.loss_at_least > found.claim.amount
    assert found.blamed
    rows = [side[p.name] for side in (found.left, found.right) for p in mechanism.parameters if p.private]
    assert all(len(each) <= 5 for each in rows), rows


@pytest.mark.parametrize("name", PRIVATE)
def test_private_mechanisms_on_rows_are_not_refuted(name: str) -> None:
    (mechanism,) = mechanisms(DATA / "private" / f"{name}.py")
    assert refute(mechanism, jobs=1, effort=LITTLE).counterexample is None


# ------------------------------------------------------------------------------------------------------------- guesses


@pytest.mark.parametrize("name", ["ranges_exact_counts", "contribution_off_by_one", "rounded_up_after_clamp"])
def test_guesses_are_adjacent_inputs_and_the_same_each_time(name: str) -> None:
    here = space(name)
    made = list(guesses(here, 120))
    assert made == list(guesses(here, 120))
    assert len(made) > 100
    for left, right in made:
        assert here.allowed(left)
        assert here.allowed(right)
        check_adjacent(here.core, check_inputs(here.core, here.given(left)), check_inputs(here.core, here.given(right)))


def test_guesses_reach_what_boards_do_not() -> None:
    here = space("contribution_off_by_one")
    limits = set()
    for left, right in guesses(here, 300):
        limits.add(abs(len(left["visits"]) - len(right["visits"])) - left["most"])
    assert {0, 1} <= limits
    here = space("ranges_exact_counts")
    listed = [left["ranges"] for left, _ in guesses(here, 200)]
    assert any(a[1] < b[0] and a[0] <= a[1] and b[0] <= b[1] for ranges in listed for a in ranges for b in ranges)


# ------------------------------------------------------------------------------------------------------------ the runs


class Low:
    """Every draw one below its centre."""

    def draw(self, noise: Noise, parameters: Parameters, centre: int) -> int:
        return centre - 1


@pytest.mark.parametrize("name", ["clamp_after_sum", "bins_from_rows", "halves_to_even", "favourite_found_exactly"])
def test_the_runner_does_what_the_interpreter_does(name: str) -> None:
    here = space(name)
    runner = Runner(here.form)
    for left, _ in islice(guesses(here, 60), 40):
        if len(str(left)) < 200:
            output, draws = runner(here.values(left), Low().draw, 5_000)
            assert output == run(here.form, here.values(left), Low(), 5_000)
            assert all(value == centre - 1 for *_, centre, value in draws)


def test_a_play_tells_the_loss_of_one_way() -> None:
    here = space("clamp_after_sum")
    public = {"cap": 2, "eps": Fraction(1)}
    told = Player(here).tell({**public, "rows": ()}, {**public, "rows": (7,)})
    assert told is not None
    assert math.isclose(told.score, 3.5)
    assert told.outputs[0] in (0, 7)
    assert not told.apart


@pytest.mark.parametrize(
    ("body", "left", "right", "loss"),
    [
        ("randomized_response(sum(rows) > 0, 2 * eps)", (0,), (1,), 2),
        ("randomized_choice(clamp(sum(rows), 0, 4), 5, 3 * eps)", (0,), (1,), 3),
        ("choose([sum(rows), 0, 0, 0], eps)", (0,), (9,), math.log((3 + math.exp(9)) / 4)),
        ("gaussian(sum(rows), 1)", (0,), (2,), 2),
        ("truncated_laplace(sum(rows), 1 / eps, 9)", (0,), (2,), 2),
    ],
)
def test_a_play_knows_the_loss_of_every_noise(body: str, left: tuple[int], right: tuple[int], loss: float) -> None:
    text = f"def m(rows: Annotated[list[int], one_changed()], eps: Epsilon):\n    return {body}\n"
    here = space_of(read(f'@mechanism(epsilon="eps")\n{text}'))
    told = Player(here).tell({"rows": left, "eps": Fraction(1)}, {"rows": right, "eps": Fraction(1)})
    assert told is not None
    assert math.isclose(told.score, loss)


def test_a_play_tells_that_something_is_shown() -> None:
    here = space("one_draw_for_both")
    told = Player(here).tell({"visitors": (), "eps": Fraction(1)}, {"visitors": ((True, 0),), "eps": Fraction(1)})
    assert told is not None
    assert told.apart
    assert told.score > 1


# -------------------------------------------------------------------------------------------------------- made simpler


def test_fractions_get_small() -> None:
    here = space("halves_to_even")
    kind = here.form.face("shares")
    seen = {Fraction(137, 12)}
    while True:
        more = {row for old in seen for a, _ in plainer((old,), (), kind) for row in a} | seen
        if more == seen:
            break
        seen = more
    assert {Fraction(1, 2), Fraction(1, 12), Fraction(0), Fraction(1)} <= seen
    assert all(abs(row.numerator) + row.denominator <= 137 + 12 for row in seen)


def test_public_lists_and_rows_of_a_user_get_fewer() -> None:
    here = space("ranges_exact_counts")
    point = {"rows": (0,), "ranges": ((0, 0), (5, 9), (1, 1)), "many": 1, "eps": Fraction(1)}
    other = {**point, "rows": (1,)}
    made = simpler(here, point, other)
    assert any(left["ranges"] == ((0, 0), (1, 1)) for left, _ in made)
    assert any(left["ranges"][1] == (0, 9) for left, _ in made if len(left["ranges"]) == 3)
    assert all(weight(here, *pair) < weight(here, point, other) for pair in made)
    here = space("contribution_off_by_one")
    visits = ((3, 1),) * 4
    none, some = ({"n_users": 4, "most": 1, "eps": Fraction(1), "visits": rows} for rows in ((), visits))
    rights = [right["visits"] for _, right in simpler(here, none, some)]
    assert visits[1:] in rights
    assert ((0, 1),) * 4 in rights


def test_numbers_that_must_stay_in_order_are_lowered_together() -> None:
    here = space("no_noise_for_small_units")
    public = {"cap": 78, "unit": 79, "eps": Fraction(1)}
    made = simpler(here, {**public, "grams": (1,)}, {**public, "grams": (1, 138)})
    assert any((left["cap"], left["unit"]) == (1, 2) for left, _ in made)


def test_rows_that_make_the_difference_are_enlarged() -> None:
    kind = space("contribution_off_by_one").form.face("visits")
    assert enlarged(((1, 2),), ((1, 2), (3, 4)), kind, 10) == (((1, 2),), ((1, 2), (30, 40)))


def test_a_pair_with_a_fraction_off_the_grid_is_found() -> None:
    mechanism = read("""
@mechanism(epsilon="eps")
def off_the_grid(rows: Annotated[list[Fraction], one_added_or_removed()], eps: Epsilon) -> Fraction:
    total = sum((clamp(r, Fraction(0), Fraction(1)) for r in rows), Fraction(0))
    return laplace(total, 1 / eps, grid=2)
""")
    found = refute(mechanism, jobs=1).counterexample
    assert found is not None
    assert math.isinf(found.loss_at_least)
    rows: list[Fraction] = [row for side in (found.left, found.right) for row in side["rows"]]
    assert [row.denominator for row in rows] in ([3], [4])


def test_rows_beside_other_private_parameters() -> None:
    """How far numbers may move is asked before there are rows."""
    mechanism = read("""
@mechanism(epsilon="eps", requires="k >= 0")
def two_inputs(x: Annotated[int, within("k")], rows: Annotated[list[int], one_changed()], k: int, eps: Epsilon) -> int:
    return laplace(x + len(rows), 1 / eps)
""")
    pairs = list(guesses(space_of(mechanism), 20))
    assert pairs
    for left, right in pairs:
        assert abs(left["x"] - right["x"]) <= left["k"]
    assert refute(mechanism, jobs=1, effort=LITTLE).counterexample is not None
