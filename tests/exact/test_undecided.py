"""Where it could not be decided whether two inputs break a claim: what is known both ways, what is open, what to do."""

from fractions import Fraction
from typing import Any

import pytest

from twinproof.exact.display import known_words
from twinproof.exact.engine.run import Limits
from twinproof.exact.meaning import Comparison, compare
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_mechanism, read_text
from twinproof.refute.exact_json import comparison_json

LISTED = """
from typing import Annotated
from twinproof import Epsilon, each_within, laplace, mechanism

@mechanism(epsilon="eps")
def best_as_drawn(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    noisy = [laplace(x, 2 / eps) for x in xs]
    best = 0
    for i in range(1, len(noisy)):
        if noisy[i] > noisy[best]:
            best = i
    return best, noisy[best]
"""


def gallery(name: str, left: dict[str, Any], right: dict[str, Any], **more: Any) -> Comparison:
    return compare(read_mechanism(f"gallery/private/{name}.py"), left, right, **more)


def words(comparison: Comparison) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for heading, text in known_words(comparison):
        found.setdefault(heading, []).append(text)
    return found


def test_a_loss_of_just_epsilon() -> None:
    found = gallery("laplace_mechanism", {"value": 0, "k": 1, "eps": 1}, {"value": 1, "k": 1, "eps": 1})
    assert found.known is not None
    forth, back = found.known.ways
    assert (forth.output, back.output) == (0, 1)
    for way in (forth, back):
        assert way.at_least <= 1 <= way.at_most < 1 + 1e-9
        assert way.exceeding > 10
        assert way.unbounded == 0
        assert way.least_delta.upper < Fraction(1, 10**12)
    told = words(found)
    assert told["known"][0].startswith("left against right, a loss of 0.9999 at least, at output 0; no output that is")
    assert told["known"][2].startswith("with δ = ")
    assert told["open"][0] == f"whether {forth.exceeding} outputs lose more than ε"
    assert told["to do"][0] == "a loss may well be just ε, and then no numbers show that it is not a little more"
    assert told["to do"][-1].startswith("twinproof verify looks for a proof")


def test_only_what_was_left_out_is_open() -> None:
    found = gallery("report_noisy_max", {"scores": [0, 1], "eps": 1}, {"scores": [1, 0], "eps": 1})
    assert found.known is not None
    assert [way.exceeding for way in found.known.ways] == [0, 0]
    assert all(way.at_most < 1 for way in found.known.ways)
    assert found.known.enough == found.least_delta.upper
    told = words(found)
    assert all("no output that is listed loses more than ε" in text for text in told["known"][:2])
    assert told["open"] == [text for text in told["open"] if text.startswith("a mass of up to ")]
    assert told["to do"][0].startswith("a smaller --tolerance leaves less out")


def test_a_limit_that_leaves_nothing() -> None:
    sides = {"scores": [0, 1], "eps": 1}, {"scores": [1, 0], "eps": 1}
    found = gallery("report_noisy_max", *sides, limits=Limits(rows=3))
    assert found.known is not None
    assert (found.known.listed, found.known.enough) == (0, None)
    told = words(found)
    assert "known" not in told
    assert told["open"][0] == "all outputs: none could be listed"
    assert told["open"][1].startswith("a limit was met: more than 3 states")
    assert told["to do"][0].startswith("compare shorter lists or a larger ε")
    assert comparison_json(found)["known"]["ways"][0]["listed_at_most"] is None


def test_bounds_that_are_wide() -> None:
    """What was left out may lie on outputs that are listed, so that their losses have wide bounds."""
    sides = {"value": 0, "k": 1, "eps": 2}, {"value": 1, "k": 1, "eps": 2}
    found = gallery("laplace_mechanism", *sides, tolerance=1e-3)
    told = words(found)
    assert found.known is not None
    assert max(way.exceeding for way in found.known.ways) > 0
    assert max(way.at_most for way in found.known.ways) >= 2
    assert told["to do"][-1].startswith("twinproof verify")


def test_divergences_have_no_ways() -> None:
    left, right = ({"count": n, "k": 1, "rho": Fraction(1, 2)} for n in (0, 1))
    found = gallery("gaussian_concentrated", left, right)
    assert found.violates is None
    assert found.known is not None
    assert found.known.ways == ()
    assert "claimed ρ" in words(found)["known"][0]
    assert comparison_json(found)["known"]["ways"] == []


def test_where_a_limit_is_met_more_is_left_out() -> None:
    """There are too many outputs to list them as finely as was asked for, and enough to see that a claim is broken."""
    (mechanism,) = read_text(LISTED)
    assert isinstance(mechanism, Mechanism)
    left, right = ({"xs": [n] * 3, "eps": 8} for n in (0, 1))
    found = compare(mechanism, left, right, limits=Limits(rows=20_000))
    assert found.violates is True
    assert not found.complete
    assert found.known is None
    assert known_words(found) == []
    assert comparison_json(found)["known"] is None


@pytest.mark.parametrize("tolerance", [1e-30, 1e-8, 1e-4])
def test_what_is_known_holds_whatever_is_left_out(tolerance: float) -> None:
    """The loss of noisy maximum on these inputs, as computed finely, lies within what is known of it coarsely."""
    sides = {"scores": [0, 1, 0], "eps": 1}, {"scores": [1, 0, 1], "eps": 1}
    exact = gallery("report_noisy_max", *sides, tolerance=1e-60)
    found = gallery("report_noisy_max", *sides, tolerance=tolerance)
    assert found.known is not None
    assert exact.known is not None
    for fine, coarse in zip(exact.known.ways, found.known.ways, strict=True):
        assert coarse.at_least <= fine.at_most
        assert coarse.unbounded or fine.at_least <= coarse.at_most
        assert coarse.least_delta.lower <= fine.least_delta.upper
        assert fine.least_delta.lower <= coarse.least_delta.upper
