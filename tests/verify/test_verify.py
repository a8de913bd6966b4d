"""The front door: verdicts with evidence that is checked before it is believed."""

import pickle
import subprocess
import time
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from tests.search.reading import ABOVE, LEAKY, mechanism_of
from tests.volume import IS_LONG
from twinproof.document.strict import Rejected
from twinproof.kernel.replay import check
from twinproof.lang.errors import Code, TwinproofError
from twinproof.lang.reader import read_mechanism
from twinproof.refute import refute
from twinproof.search.result import Account, Example, Stuck
from twinproof.verify import Verdict, unknown, verify
from twinproof.verify.cache import Cache
from twinproof.verify.counterexample_document import check_refuted
from twinproof.verify.decide import _again_from_there
from twinproof.verify.meaning import how_loose, why_meaningless
from twinproof.verify.race import Ended, race

OPEN = Path(__file__).parent.parent.parent / "gallery" / "open" / "above_threshold_value_figure.py"


@pytest.mark.parametrize("side_by_side", [False, True])
def test_what_is_private_is_proved(side_by_side: bool) -> None:
    mechanism = mechanism_of(ABOVE)
    verdict = verify(mechanism, side_by_side=side_by_side, jobs=1)
    assert verdict.kind == "proved"
    assert verdict.proof is not None
    assert verdict.certificate is not None
    check(verdict.certificate, mechanism, mechanism.source)
    assert verdict.line() == "proved   above is (eps, 0)-differentially private"
    assert "coupled by" in verdict.evidence()
    assert [c["line"] for c in verdict.summary("f.py")["couplings"]] == [7, 9]


@pytest.mark.parametrize("side_by_side", [False, True])
def test_what_leaks_is_refuted(side_by_side: bool) -> None:
    mechanism = mechanism_of(LEAKY)
    verdict = verify(mechanism, side_by_side=side_by_side, jobs=1)
    assert verdict.kind == "refuted"
    assert verdict.certificate is not None
    check_refuted(verdict.certificate, mechanism, mechanism.source)
    found = verdict.summary("f.py")["counterexample"]
    assert {"left", "right", "event", "p_left", "p_right", "epsilon", "loss_at_least"} <= set(found)
    assert found["loss_at_least"] > found["epsilon"]


def test_requirements_that_leave_no_input_are_an_error() -> None:
    impossible = mechanism_of(ABOVE.replace('epsilon="eps"', 'epsilon="eps", requires="t > 1 and t < 2"'))
    with pytest.raises(TwinproofError, match="TP116: no input satisfies what `above` requires"):
        verify(impossible, jobs=1)
    possible = mechanism_of(ABOVE.replace('epsilon="eps"', 'epsilon="eps", requires="t > 1"'))
    assert verify(possible, jobs=1).kind == "proved"


def test_a_mechanism_without_private_data_is_an_error() -> None:
    nothing = mechanism_of(
        "@mechanism(epsilon='eps')\ndef f(n: int, eps: Epsilon) -> int:\n    return laplace(n, 1 / eps)\n"
    )
    with pytest.raises(TwinproofError, match="TP115: `f` has no private parameter"):
        verify(nothing, jobs=1)


MOVING = """
from twinproof import Database, Query, Score, sensitivity
@mechanism(epsilon="eps", requires="{}")
def f({}, k: int, eps: Epsilon) -> int:
    return laplace(k, 1 / eps)
"""


@pytest.mark.parametrize(
    ("requires", "private", "still"),
    [
        ("k < 9", "x: Annotated[int, within(0)]", True),
        ("k == 0", 'x: Annotated[int, within("k")]', True),
        ("k >= 0 and k < 1", 'xs: Annotated[list[int], one_within("k")]', True),
        ("k < 9", "xs: Annotated[list[int], each_within(0)], x: Annotated[int, within(0)]", True),
        ("k == 0", 'd: Database, qs: Annotated[list[Query], sensitivity("2 * k")]', True),
        ("k < 9", "d: Database, score: Annotated[Score, sensitivity(0)]", True),
        ("k == 0", 'x: Annotated[int, within("k")], y: Annotated[int, within("k + 1")]', False),
        ("k >= 0", 'x: Annotated[int, within("k")]', False),
        ("k < 9", "x: Annotated[int, within(0)], y: Annotated[int, within(1)]", False),
        ("k < 9", "d: Database", False),
    ],
)
def test_private_parameters_that_may_not_move_are_an_error(requires: str, private: str, still: bool) -> None:
    found = why_meaningless(mechanism_of(MOVING.format(requires, private)))
    assert (found is not None) == still
    if found is not None:
        assert found.code is Code.NOTHING_MOVES
        assert found.message == "no private parameter of `f` may move, so its claim protects nothing"


DELTAS = """
@mechanism(epsilon="{}", delta="{}", requires="{}")
def f(x: Annotated[int, within(1)], c: int, eps: Epsilon, delta: Epsilon) -> int:
    return laplace(x, 1 / eps)
"""


@pytest.mark.parametrize(
    ("delta", "requires", "empty"),
    [
        ("1", "c > 0", True),
        ("5 / 2", "c > 0", True),
        ("c", "c > 0", True),
        ("1 + delta", "c > 0", True),
        ("exp(delta)", "c > 0", True),
        ("delta", "delta >= 1", True),
        ("0.99", "c > 0", False),
        ("exp(-10**6)", "c > 0", False),  # beyond what is computed with
        ("1 + exp(-10**6)", "c > 0", True),
        ("delta", "c > 0", False),
        ("c * delta", "c > 0", False),
    ],
)
def test_a_delta_of_one_for_all_inputs_is_an_error(delta: str, requires: str, empty: bool) -> None:
    found = why_meaningless(mechanism_of(DELTAS.format("eps", delta, requires)))
    assert (found is not None) == empty
    if found is not None:
        assert found.code is Code.CLAIM_EMPTY


@pytest.mark.parametrize(
    ("epsilon", "delta", "requires", "words"),
    [
        ("eps", "delta", "c > 0", "For c = 1, eps = 1, delta = 1 (nothing is said of other values): a δ of 1 or more"),
        ("eps", "c * delta", "c > 0 and delta < 1", "a δ of 1 or more is kept by every mechanism"),
        ("100", "delta", "delta < 1", "an ε of 20 or more lets an output be e^20 times as likely"),
        ("100", "1 / 1000", "c > 0", "an ε of 20 or more lets an output be e^20 times as likely"),
        ("eps", "999 / 1000", "c > 0", "may be kept by showing all data nine times in ten"),
        ("eps", "9 / 10", "c > 0", "so this one says next to nothing"),
        ("eps", "89 / 100", "c > 0", ""),
        ("eps", "delta", "delta < 1", ""),
        ("eps", "1 / 1000", "c > 0", ""),
        ("100 * eps", "0", "c > 0", ""),
    ],
)
def test_a_claim_that_says_nothing_for_some_inputs_is_told(epsilon: str, delta: str, requires: str, words: str) -> None:
    mechanism = mechanism_of(DELTAS.format(epsilon, delta, requires))
    told = how_loose(mechanism)
    assert words in told
    assert bool(words) == bool(told)
    verdict = verify(mechanism, jobs=1)
    assert verdict.loose == told
    assert verdict.summary("f.py").get("loose", "") == told
    assert told in verdict.evidence()


def test_the_refuter_starts_from_where_the_prover_got_stuck() -> None:
    stuck = Stuck("stuck", example=Example({"x": 0, "eps": 1}, {"x": 2, "eps": 1}, 0, ()))
    nothing = replace(refute(mechanism_of(LEAKY), jobs=1), counterexample=None)
    ended = _again_from_there(mechanism_of(LEAKY), Ended(None, stuck, nothing), 1, None)
    assert ended.refutation is not None
    assert ended.refutation.refuted


THIN_COUNTS = """
@mechanism(epsilon="eps")
def thin_counts(xs: Annotated[list[int], one_within(100)], n: int, eps: Epsilon) -> list[int]:
    out: list[int] = []
    for v in range(n):
        count = 0
        for x in xs:
            if x == v:
                count += 1
        out.append(laplace(count, 1 / eps))
    return out
"""
FORGETFUL = """
@mechanism(epsilon="eps", requires="c >= 1")
def forgetful(xs: Annotated[list[int], each_within(1)], t: int, c: int, eps: Epsilon) -> list[bool]:
    bar = laplace(t, 2 / eps)
    in_a_row = 0
    out: list[bool] = []
    for x in xs:
        hit = laplace(x, 4 * c / eps) >= bar
        out.append(hit)
        in_a_row = in_a_row + 1 if hit else 0
        if in_a_row == c:
            break
    return out
"""


@cache
def side_by_side(text: str) -> Verdict:
    return verify(mechanism_of(text), side_by_side=True, jobs=1)


@pytest.mark.parametrize("text", [THIN_COUNTS, FORGETFUL] if IS_LONG else [THIN_COUNTS])
def test_the_refuter_has_a_second_try(text: str) -> None:
    """Where the prover is stuck and nothing was found, lists are tried that are longer."""
    verdict = side_by_side(text)
    assert verdict.kind == "refuted", verdict.evidence()


def test_an_interrupt_gives_the_best_so_far() -> None:
    told: list[str] = []

    def interrupt(_: str, text: str) -> None:
        told.append(text)
        if "pairs" in text and ", 0 pairs" not in text:
            raise KeyboardInterrupt

    verdict = verify(read_mechanism(OPEN), side_by_side=True, jobs=1, progress=interrupt)
    assert verdict.interrupted
    assert verdict.kind == "unknown"
    assert verdict.refutation is not None
    assert verdict.refutation.interrupted
    assert verdict.refutation.pairs > 0
    assert "Looked at: " in verdict.evidence()
    assert "it was interrupted" in verdict.evidence()


def test_evidence_that_is_not_accepted_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def reject(*_: object) -> None:
        raise Rejected("forged")

    monkeypatch.setattr("twinproof.verify.decide.check_proof", reject)
    verdict = verify(mechanism_of(ABOVE), jobs=1)
    assert verdict.kind == "unknown"
    assert verdict.certificate is None
    assert "forged" in verdict.evidence()


def test_both_ends_are_told() -> None:
    verdict = verify(mechanism_of(LEAKY), infer=True, jobs=1)
    assert "2 · eps can be proved." in verdict.evidence()
    assert "A loss of at least about 2 times the claim exists, with eps = 1." in verdict.evidence()


def test_that_nothing_was_inferred_is_told_too() -> None:
    """A claim that is refuted, and of which no multiple holds."""
    text = """
    @mechanism(epsilon="eps")
    def bare(x: Annotated[int, within(1)], eps: Epsilon) -> int:
        return x
    """
    heard: list[str] = []
    verdict = verify(mechanism_of(text), infer=True, jobs=1, progress=lambda _, text: heard.append(text))
    assert verdict.kind == "refuted"
    said = verdict.evidence().splitlines()
    assert said[-2] == "The loss is larger than 16 times the claim, and larger multiples are not tried."
    assert verdict.summary("f.py")["provable_epsilon"] is None
    assert "provable_epsilon" not in verify(mechanism_of(text), jobs=1).summary("f.py")


def test_out_of_time_is_unknown() -> None:
    verdict = verify(read_mechanism(OPEN), timeout=0.2, side_by_side=True, jobs=1)
    assert verdict.kind == "unknown"
    assert verdict.certificate is None
    assert verdict.summary("f.py")["reason"] == "the time was over"


def test_the_smallest_budget_is_told() -> None:
    loose = verify(mechanism_of(ABOVE.replace('epsilon="eps"', 'epsilon="2 * eps"')), infer=True, jobs=1)
    assert "The claim could be tightened: eps can be proved." in loose.evidence()
    assert loose.summary("f.py")["provable_epsilon"] == "eps"
    tight = verify(mechanism_of(ABOVE), infer=True, jobs=1)
    assert "Nothing smaller than eps was found to be provable." in tight.evidence()
    broken = verify(mechanism_of(ABOVE.replace("4 / eps", "2 / eps")), infer=True, jobs=1)
    assert broken.kind != "proved"
    assert "3 · eps / 2 can be proved." in broken.evidence()


def test_processes_leave_nothing_behind() -> None:
    ended = race(mechanism_of(ABOVE), 1, None, lambda *_: None)
    assert ended.proved is not None
    assert type(ended.proved.account) is Account  # the theorem is made again from the certificate, by who believes it


def test_nobody_outlives_a_race(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The loser ends with the processes that it has started; they would keep the output of a command open."""
    note = tmp_path / "number"

    def lose(*_: object) -> None:
        note.write_text(str(subprocess.Popen(["sleep", "60"]).pid))
        time.sleep(60)

    monkeypatch.setattr("twinproof.verify.race._refute", lose)
    assert race(mechanism_of(ABOVE), 1, None, lambda *_: None, alone=0.0).proved is not None  # it begins at once
    deadline = time.monotonic() + 20
    while _is_at_work(note.read_text()):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def _is_at_work(number: str) -> bool:
    asked = ["ps", "-o", "stat=", "-p", number]
    state = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=60).stdout
    return state.strip() != "" and not state.startswith("Z")


def test_the_order_is_no_matter() -> None:
    """Side by side or one after the other: the same counterexample where the second try finds it, the same words."""
    one, other = verify(mechanism_of(THIN_COUNTS), jobs=1, side_by_side=False), side_by_side(THIN_COUNTS)
    assert one.kind == "refuted"
    assert (one.evidence(), one.certificate) == (other.evidence(), other.certificate)


def test_an_interrupted_second_try_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = replace(refute(mechanism_of(LEAKY), jobs=1), counterexample=None)
    cut_short = replace(nothing, interrupted=True)
    monkeypatch.setattr("twinproof.verify.decide.race", lambda *_: Ended(None, Stuck("stuck"), nothing))
    monkeypatch.setattr("twinproof.verify.decide.searched", lambda *_: cut_short)
    verdict = verify(mechanism_of(LEAKY), side_by_side=True)
    assert (verdict.kind, verdict.interrupted, verdict.complete) == ("unknown", True, False)
    found = verify(mechanism_of(ABOVE), jobs=1)
    cache = Cache(tmp_path)
    for each in (verdict, replace(found, interrupted=True)):
        cache.store(each, False)
    assert not list(tmp_path.iterdir())


def test_a_mechanism_can_be_sent() -> None:
    mechanism = mechanism_of(ABOVE)
    again = pickle.loads(pickle.dumps(mechanism))
    assert again == mechanism
    assert hash(again.body) == hash(mechanism.body)


def test_advice_speaks_of_loops_and_lists_that_the_text_has() -> None:
    """A dictionary is made into lists and loops that nobody has written."""
    text = """
    from twinproof import one_added_or_removed

    @mechanism(epsilon="eps / 1000")
    def shown(rows: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> list[int]:
        counts: dict[int, int] = {}
        for row in rows:
            counts[row] = counts.get(row, 0) + 1
        return [laplace(count, 1 / eps) for count in counts.values()]
    """
    mechanism = mechanism_of(text)
    words = " ".join(unknown.in_words(mechanism, Stuck("it was not found"), None, None).split())
    assert "a single loop in the place" not in words
    assert "`keys`" not in words
