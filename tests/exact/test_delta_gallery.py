"""The mechanisms of the gallery that claim a δ, by the exact engine: whether their claims hold on small inputs, and
how far they are from tight."""

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from twinproof.exact.meaning import Comparison, compare
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file, read_mechanism

GALLERY = Path(__file__).parent.parent.parent / "gallery"
FOLDERS = ("private", "open", "data/private")
HALF, TENTH, HUNDREDTH = Fraction(1, 2), Fraction(1, 10), Fraction(1, 100)
SMALL = [(eps, delta) for eps in (Fraction(1, 4), Fraction(1), Fraction(2)) for delta in (TENTH, HUNDREDTH)]


def threshold(eps: Fraction, delta: Fraction) -> int:
    return math.ceil(1 + math.log(1 / (2 * delta)) / eps)


def truncation(eps: Fraction, delta: Fraction) -> int:
    """The least bound whose end weighs δ at most."""
    a = math.exp(-eps)
    return next(n for n in range(1, 200) if a**n * (1 - a) <= delta * (1 + a - 2 * a ** (n + 1)))


def far_apart(eps: Fraction, delta: Fraction) -> dict[str, int]:
    gap = next(n for n in range(1, 200) if math.exp(-n * eps / 4) + math.exp(-eps / 4) <= 1)
    return {"low": 0, "high": math.ceil(1 + gap + 8 * math.log(1 / (2 * delta)) / eps), "gap": gap}


def one_moves(values: tuple[int, ...], n: int) -> Iterator[tuple[Any, Any]]:
    for base in product(values, repeat=n):
        for place in range(n):
            yield list(base), [x + (k == place) for k, x in enumerate(base)]


def each_moves(values: tuple[int, ...], n: int) -> Iterator[tuple[Any, Any]]:
    for base in product(values, repeat=n):
        for moves in product((0, 1), repeat=n):
            yield list(base), [x + m for x, m in zip(base, moves, strict=True)]


def comparisons(name: str) -> Iterator[Comparison]:
    """A mechanism on small adjacent inputs, with parameters for which its claim is as tight as can be."""
    core = read_mechanism(_file(name), name)
    for eps, delta in SMALL if name != "gaussian_exact_delta" else [(Fraction(1), HUNDREDTH)]:
        for private, public in _inputs(name, eps, delta):
            (what,) = [p.name for p in core.parameters if p.adjacency is not None]
            both = {"eps": eps, "delta": delta, **public} if len(core.parameters) > 1 else {}
            yield compare(core, {what: private[0], **both}, {what: private[1], **both}, 1e-14)


def _file(name: str) -> Path:
    file = f"{'asked_several_times' if name == 'shown_if_there' else name}.py"
    return next(GALLERY / folder / file for folder in FOLDERS if (GALLERY / folder / file).exists())


def _inputs(name: str, eps: Fraction, delta: Fraction) -> Iterator[tuple[tuple[Any, Any], dict[str, int]]]:
    t = threshold(eps, delta)
    match name:
        case "stability_histogram":
            yield from ((pair, {"threshold": t}) for pair in one_moves((0, 1, t), 1))
        case "stability_histogram_many_keys":
            yield from ((pair, {"threshold": t}) for pair in [([0], [1]), ([1], [2])])
            if eps >= 1:
                yield ([0, 0], [1, 1]), {"threshold": t}
        case "majority_if_clear":
            yield from (((x, x + 1), {"threshold": t}) for x in (-2, -1, 0, 1, t))
        case "shown_if_there":
            yield from (((x, x + 1), {"threshold": t}) for x in (-1, 0, 1, t))
        case "asked_several_times":
            yield from (((x, x + 1), {"threshold": t, "k": k}) for x in (0, 1) for k in ((1, 2) if eps >= 1 else (1,)))
        case "top_keys_above_cutoff":
            pairs = [([0], [1]), ([1], [2])] if eps < 1 else [([0, 2], [1, 2]), ([2, 0], [3, 0])]
            yield from ((pair, {"cutoff": t, "k": 1 if eps < 1 else 2}) for pair in pairs)
        case "truncated_total":
            yield from ((pair, {"bound": truncation(eps, delta)}) for pair in one_moves((0, 3), 2))
        case "truncated_answers":
            yield from ((pair, {"bound": truncation(eps, delta)}) for pair in each_moves((0,), 2))
        case "gaussian_exact_delta":
            yield from (((x, x + 1), {}) for x in (0, 5))
        case "between_thresholds":
            yield from ((pair, far_apart(eps, delta)) for pair in each_moves((0, 5), 2)) if eps > 1 else ()
        case _:
            yield from _inputs_of_rows(name, eps, delta)


def _inputs_of_rows(name: str, eps: Fraction, delta: Fraction) -> Iterator[tuple[tuple[Any, Any], dict[str, int]]]:
    t = threshold(eps, delta)
    match name:
        case "keys_if_many":
            rows = [([], [7]), ([7], [7, 7]), ([3], [3, 7])] if eps >= 1 else [([], [7])]
            yield from ((pair, {"limit": t}) for pair in rows)
        case "keys_of_users":
            new = [((), ((1, 4), (1, 4))), ((), ((1, 4), (1, 5))), (((2, 4),), ((2, 4), (1, 4), (1, 5)))]
            limit = math.ceil(2 + 2 * math.log(1 / delta) / eps)
            yield from (((list(a), list(b)), {"limit": limit}) for a, b in new[: 3 if eps > 1 else 1])
        case "bins_if_many":
            rows = [([], [0]), ([0], [0, 0]), ([1], [1, 0])] if eps >= 1 else [([], [0])]
            yield from ((pair, {"limit": t, "n": 2 if eps >= 1 else 1}) for pair in rows)
        case "kinds_if_many_changed":
            limit = math.ceil(1 + math.log(1 / delta) / eps)
            yield from (((["CAR"], ["BUS"]), {"limit": limit}),)
        case "pages_of_users":
            new = [((), ((1, 0), (1, 0))), ((), ((1, 0), (1, 1))), (((2, 0),), ((2, 0), (1, 0), (1, 1)))]
            limit = math.ceil(2 + 2 * math.log(1 / delta) / eps)
            few = new[: 3 if eps > 1 else 1]
            yield from (((list(a), list(b)), {"limit": limit, "n": 2 if eps > 1 else 1}) for a, b in few)
        case _:
            raise ValueError(name)


# The largest least δ that was met, in multiples of the claimed one, rounded to two digits. That a threshold is an
# integer takes most of what is missing to 1.
TIGHT = {
    "stability_histogram": 0.8,
    "stability_histogram_many_keys": 0.8,
    "majority_if_clear": 0.8,
    "shown_if_there": 0.8,
    "asked_several_times": 0.8,
    "top_keys_above_cutoff": 0.8,
    "truncated_total": 0.85,
    "truncated_answers": 0.85,
    "gaussian_exact_delta": 1.0,
    "between_thresholds": 0.0,
    "keys_if_many": 0.8,
    "keys_of_users": 0.46,
    "bins_if_many": 0.8,
    "kinds_if_many_changed": 0.38,
    "pages_of_users": 0.46,
}


@pytest.mark.parametrize("name", TIGHT)
def test_the_claim_holds_on_small_inputs(name: str) -> None:
    largest = Fraction(0)
    for found in comparisons(name):
        assert found.complete
        assert found.violates is False, found
        largest = max(largest, found.least_delta.lower / found.claim.delta)
    assert round(float(largest), 2) == TIGHT[name]


@pytest.mark.parametrize("bound", [1, 5, 20])
def test_no_smaller_delta_would_do_for_truncated_noise(bound: int) -> None:
    core = read_mechanism(_file("truncated_total"), "truncated_total")
    a = math.exp(-1)
    exact = a**bound * (1 - a) / (1 + a - 2 * a ** (bound + 1))
    both = {"bound": bound, "eps": 1, "delta": Fraction(exact * (1 + 1e-4))}
    found = compare(core, {"xs": [0], **both}, {"xs": [1], **both})
    assert found.violates is False
    assert float(found.least_delta.lower) == pytest.approx(exact, rel=1e-9)


@pytest.mark.parametrize(("eps", "delta"), SMALL)
@pytest.mark.parametrize("pair", [(0, 1), (6, 5)])
def test_the_least_delta_is_the_probability_of_a_catastrophe(
    pair: tuple[int, int], eps: Fraction, delta: Fraction
) -> None:
    """It is the claimed one exactly, so that bounds, however close, cannot tell that it is no larger."""
    core = read_mechanism(_file("catastrophe"), "catastrophe")
    both = {"eps": eps, "delta": delta}
    found = compare(core, {"count": pair[0], **both}, {"count": pair[1], **both}, 1e-14)
    assert found.complete
    assert found.violates is None
    assert found.least_delta.lower <= delta <= found.least_delta.upper
    assert found.least_delta.upper - found.least_delta.lower < 1e-12


@pytest.mark.parametrize("pair", [(0, 1), (1, 0)])
def test_responses_of_a_week_need_their_delta_in_four_digits(pair: tuple[int, int]) -> None:
    core = read_mechanism(_file("responses_of_a_week"), "responses_of_a_week")
    found = compare(core, {"visits": pair[0]}, {"visits": pair[1]}, 1e-14)
    assert found.violates is False
    assert Fraction(590, 10_000) < found.least_delta.lower <= found.least_delta.upper < Fraction(591, 10_000)


def test_the_threshold_is_nearly_tight_for_a_small_epsilon() -> None:
    core = read_mechanism(_file("stability_histogram"), "stability_histogram")
    both = {"eps": Fraction(1, 64), "delta": HUNDREDTH, "threshold": threshold(Fraction(1, 64), HUNDREDTH)}
    found = compare(core, {"counts": [1], **both}, {"counts": [0], **both}, 1e-14)
    assert found.violates is False
    assert found.least_delta.lower / HUNDREDTH > Fraction(98, 100)


def test_every_claim_with_a_delta_that_holds_is_checked() -> None:
    claimed = {
        item.name
        for folder in FOLDERS
        for path in (GALLERY / folder).glob("*.py")
        for item in _read(path)
        if item.claim.notion() == "approximate"
    }
    far_from_tight = {"gaussian_count", "truncated_count", "truncated_sum", "advanced_composition"} | {
        "subsampled_gaussian_count"
    }
    exactly_tight = {"catastrophe", "responses_of_a_week"}
    assert claimed - far_from_tight - exactly_tight == set(TIGHT)


def _read(path: Path) -> list[Mechanism]:
    return [item for item in read_file(path) if isinstance(item, Mechanism)]


# ----------------------------------------------------------------------------------------------- OpenDP's issue #2922


def shown_with(name: str, folder: str) -> Comparison:
    core = read_mechanism(GALLERY / folder / f"{name}.py", name)
    both = {"threshold": 5, "eps": 1, "delta": HUNDREDTH}
    return compare(core, {"counts": [1], **both}, {"counts": [0], **both})


def test_the_delta_of_the_issue_about_the_threshold() -> None:
    """Scale 1 and threshold 5: 0.004926 was reported, which is the δ with `>`; with `>=` it is 0.013390."""
    meant, given = (
        shown_with("stability_histogram", "private"),
        shown_with("stability_histogram_at_threshold", "broken"),
    )
    for found, figure in ((meant, "0.004926"), (given, "0.013390")):
        assert f"{float(found.least_delta.lower):.6f}" == f"{float(found.least_delta.upper):.6f}" == figure
    assert meant.violates is False
    assert given.violates is True
    a = math.exp(-1)
    assert float(meant.least_delta.lower) == pytest.approx(a**5 / (1 + a), rel=1e-12)
    assert float(given.least_delta.lower) == pytest.approx(a**4 / (1 + a), rel=1e-12)


# ------------------------------------------------------------------------------- the formula for ε below 1, beyond it


@pytest.mark.parametrize(
    ("eps", "delta", "times"), [(4, TENTH, 0.779), (4, HUNDREDTH, 0.273), (8, HUNDREDTH, 2.904), (10, "1/1000", 11.444)]
)
def test_the_formula_for_small_epsilon(eps: int, delta: Any, times: float) -> None:
    """At ε = 4 it still does for one count and these δ; at 8 and more it does not."""
    name = "gaussian_formula_large_epsilon"
    core = read_mechanism(GALLERY / "broken" / f"{name}.py", name)
    left, right = ({"count": x, "eps": eps, "delta": Fraction(delta)} for x in (0, 1))
    found = compare(core, left, right)
    assert float(found.least_delta.lower / found.claim.delta) == pytest.approx(times, abs=1e-3)
    assert found.violates is (times > 1)
