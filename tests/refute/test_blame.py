"""Why: the line that is blamed first is the mistake, and nothing is named that the user has not written."""

import re
from functools import cache
from pathlib import Path

import pytest

from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file
from twinproof.refute import Counterexample, refute

HERE = Path(__file__).parent
GALLERY = HERE.parents[1] / "gallery" / "broken"
WOULD = (
    r"(?:the loss would be \S+|the divergence of order \S+, by all outputs, would be \S+"
    r"|(?:this output|these outputs) would take (?:no δ at all|a δ of \S+)) instead of \S+(?: at least)?"
)
TOO = r"the right could give (?:this output|the first of these outputs) too"
WORDS = re.compile(
    rf"with (?:twice|4 times|8 times|16 times) the noise here(?: and in lines? [0-9, and]+)? {WOULD}"
    rf"|if this coin came up (?:true|false) half as often, {WOULD}"
    rf"|with (?:two-sided noise|noise that has no end) here {TOO}"
    rf"|there is no noise on this; with noise on it, (?:{TOO}|{WOULD})"
    rf"|there is no noise on a number here that is .*; if it were the same, {WOULD}"
    rf"|the noise in this does not hide it; with fresh noise on it, (?:{TOO}|{WOULD})"
    rf"|private data are compared without noise here; with noise on them, (?:{TOO}|{WOULD})"
    rf"|private data are compared here beside their own noise; with fresh noise on them, {WOULD}"
    rf"|this looks at private data without noise; if it went the same way on both sides, (?:{TOO}|{WOULD})"
)


def mechanisms(path: Path) -> list[Mechanism]:
    found = read_file(path)
    assert all(isinstance(m, Mechanism) for m in found), found
    return [m for m in found if isinstance(m, Mechanism)]


BUGS = mechanisms(HERE / "bugs.py")
IN_GALLERY = [m for path in sorted(GALLERY.glob("*.py")) for m in mechanisms(path)]
TEXT = (HERE / "bugs.py").read_text().splitlines()


@cache
def counterexample(mechanism: Mechanism) -> Counterexample:
    found = refute(mechanism, jobs=1).counterexample
    assert found is not None
    return found


def marked(mechanism: Mechanism) -> set[int]:
    """The lines of a mechanism that are marked as its mistake."""
    assert mechanism.at is not None
    start = mechanism.at.line
    after = range(start + 1, len(TEXT) + 1)
    end = next((n for n in after if TEXT[n - 1].startswith("@")), len(TEXT) + 1)
    return {n for n in range(start, end) if TEXT[n - 1].endswith("# bug")}


@pytest.mark.parametrize("mechanism", BUGS, ids=lambda m: m.name)
def test_the_mistake_is_blamed_first(mechanism: Mechanism) -> None:
    found = counterexample(mechanism)
    assert marked(mechanism)
    assert found.blamed, found.explain()
    assert found.blamed[0].line in marked(mechanism), found.explain()


@pytest.mark.parametrize("mechanism", [*BUGS, *IN_GALLERY], ids=lambda m: m.name)
def test_sentences_name_nothing(mechanism: Mechanism) -> None:
    for blamed in counterexample(mechanism).blamed:
        assert WORDS.fullmatch(blamed.why), blamed.why


DATA = GALLERY.parent / "data" / "broken"
SIDES = r"[^:;,]+ on the left and [^:;]+ on the right"
FURTHER = "; larger numbers in that row move it further"
MOVES = rf"what gets noise here is {SIDES}: it moves by \S+, and this noise allows for (?:\d+|less than 1 \(\S+\))"
TOGETHER = r"what gets noise here is .+ on the left and .+ on the right, which takes \S+ of the budget of 1; .*"
SCALE = rf"the scale of the noise here depends on private data: it is {SIDES}"
SAID = {
    **dict.fromkeys(("sum_unclamped", "clamp_after_sum", "noise_for_the_spread"), MOVES + FURTHER),
    **dict.fromkeys(("halves_to_even", "longest_streak", "most_plus_one_rows"), MOVES),
    **dict.fromkeys(("scale_from_maximum", "scale_from_length", "percentage_priced_by_size"), SCALE),
    **dict.fromkeys(("group_by_one_cell_priced", "one_round_too_many", "kmeans_unclamped"), TOGETHER),
}


@pytest.mark.parametrize("name", SAID)
def test_for_data_sets_it_is_said_what_moves(name: str) -> None:
    (mechanism,) = mechanisms(DATA / f"{name}.py")
    first, *_ = counterexample(mechanism).blamed
    assert re.fullmatch(SAID[name], first.why), first
    drawn = [s.at.line for s in mechanism.samplings if s.at is not None]
    assert first.line in drawn


def test_more_draws_on_one_side_are_said() -> None:
    (mechanism,) = mechanisms(DATA / "bins_from_rows.py")
    said = {blamed.line: blamed.why for blamed in counterexample(mechanism).blamed}
    (line,) = {s.at.line for s in mechanism.samplings if s.at is not None}
    assert said[line] == "noise is drawn here twice on the left and once on the right"


def test_what_follows_a_loop_over_rows_is_blamed_before_it() -> None:
    (mechanism,) = mechanisms(DATA / "favourite_found_exactly.py")
    text = (DATA / "favourite_found_exactly.py").read_text().splitlines()
    first, *_ = counterexample(mechanism).blamed
    assert text[first.line - 1].strip().startswith("favourite = max(")


UNSEEN = HERE.parent / "unseen" / "fresh" / "broken"
SLIPS = {
    "raw_threshold": ("if count > threshold", rf"this looks at private data without noise; if .*, {TOO}"),
    "outlier_guard": (
        "abs(noisy - visits) > 50",
        rf"private data are compared here beside their own noise; .*, {WOULD}",
    ),
    "warner_claims_log_two": ("if coin(", rf"if this coin came up true half as often, {WOULD}"),
    "gaussian_bins_replaced": ("gaussian(", r"with twice .* of order 2, by all outputs, would be 1 instead of 4"),
    "dwork_roth_large_eps": (
        "gaussian(",
        r"with twice the noise here this output would take no δ at all instead of \S+",
    ),
    "truncated_two_steps": ("truncated_laplace(", rf"with noise that has no end here {TOO}"),
    "one_coin_for_all": ("laplace(", r".*: it moves by 1, and this noise allows for less than 1 \(0\.16\)"),
    "ranked_by_raw_on_ties": (
        "triples = [",
        r"there is no noise on a number .* the loss would be 2 instead of 34.1 at least",
    ),
}


@pytest.mark.parametrize("name", SLIPS)
def test_the_commonest_slips_are_told(name: str) -> None:
    (mechanism,) = mechanisms(UNSEEN / f"{name}.py")
    text, words = SLIPS[name]
    first, *_ = counterexample(mechanism).blamed
    assert text in (UNSEEN / f"{name}.py").read_text().splitlines()[first.line - 1]
    assert re.fullmatch(words, first.why), first.why


def test_it_is_said_where_nobody_knows_whether_the_right_has_an_output() -> None:
    for name, known in (("ranked_by_raw_on_ties", False), ("one_coin_for_all", True)):
        (mechanism,) = mechanisms(UNSEEN / f"{name}.py")
        said = "Whether the right can give this output at all is not known." in counterexample(mechanism).explain()
        assert said != known
