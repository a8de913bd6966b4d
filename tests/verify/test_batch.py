"""Many mechanisms at a time: the same verdicts, whatever happens to the processes."""

import json
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.search.reading import ABOVE, LEAKY, mechanism_of
from tests.verify.entries import rewrite
from twinproof.lang.errors import Code, Diagnostic
from twinproof.lang.mechanism import Mechanism
from twinproof.search.result import Stuck
from twinproof.verify import Verdict, batch, cache, decide, verify
from twinproof.verify.batch import Wanted, Watcher
from twinproof.verify.cache import Cache

NOISY = """
@mechanism(epsilon="eps")
def noisy(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)
"""
TEXTS = (ABOVE, LEAKY, NOISY)
NOTHING_PRIVATE = """
@mechanism(epsilon="eps")
def open_count(xs: list[int], eps: Epsilon) -> int:
    return laplace(len(xs), 1 / eps)
"""


def verdicts(
    mechanisms: Iterable[Mechanism], wanted: Wanted, watcher: Watcher | None = None
) -> Iterator[tuple[int, Verdict]]:
    """The verdicts, where all claims protect something."""
    with closing(batch.verdicts(mechanisms, wanted, watcher)) as coming:
        for number, verdict in coming:
            assert isinstance(verdict, Verdict), str(verdict)
            yield number, verdict


def test_a_claim_that_protects_nothing_is_an_error_beside_the_verdicts(mechanisms: list[Mechanism]) -> None:
    mechanisms = [mechanisms[1], mechanism_of(NOTHING_PRIVATE)]
    found = dict(batch.verdicts(mechanisms, Wanted(jobs=1)))
    assert isinstance(found[0], Verdict)
    problem = found[1]
    assert isinstance(problem, Diagnostic)
    assert problem.code is Code.NOTHING_PRIVATE


@pytest.fixture
def mechanisms() -> list[Mechanism]:
    return [mechanism_of(text) for text in TEXTS]


@pytest.fixture
def kept(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "kept")


class Heard(Watcher):
    """Writes down what it hears."""

    def __init__(self) -> None:
        self.mechanisms: Sequence[Mechanism] = ()
        self.began: list[int] = []
        self.texts: list[tuple[int, str, str]] = []
        self.ticks = 0

    def counted(self, mechanisms: Sequence[Mechanism]) -> None:
        self.mechanisms = mechanisms

    def begun(self, number: int) -> None:
        self.began.append(number)

    def told(self, number: int, side: str, text: str) -> None:
        self.texts.append((number, side, text))

    def waiting(self) -> None:
        self.ticks += 1


@pytest.mark.parametrize("jobs", [1, 4])
def test_the_verdicts_are_those_of_one_at_a_time(mechanisms: list[Mechanism], jobs: int) -> None:
    heard = Heard()
    found = dict(verdicts(mechanisms, Wanted(jobs=jobs), heard))
    for number, mechanism in enumerate(mechanisms):
        alone = verify(mechanism, jobs=1, side_by_side=True)
        assert found[number].kind == alone.kind
        assert found[number].evidence() == alone.evidence()
        assert json.dumps(found[number].certificate) == json.dumps(alone.certificate)
        assert found[number].seconds > 0
    assert list(heard.mechanisms) == mechanisms
    assert heard.began == [0, 1, 2]
    assert {side for _, side, _ in heard.texts} <= {"prover", "refuter"}
    assert heard.ticks > 0


def test_where_no_process_can_be_forked_it_goes_in_turn(
    mechanisms: list[Mechanism], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "can_fork", lambda: False)
    found = list(verdicts(mechanisms, Wanted(jobs=1)))
    assert [(number, verdict.kind) for number, verdict in found] == [(0, "proved"), (1, "refuted"), (2, "proved")]


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_was_kept_is_only_checked(
    mechanisms: list[Mechanism], kept: Cache, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = Wanted(jobs=jobs, cache=kept)
    first = dict(verdicts(mechanisms, wanted))
    monkeypatch.setattr(decide, "verify", None)  # nobody may search now
    second = list(verdicts(mechanisms, wanted))
    assert [number for number, _ in second] == [0, 1, 2]
    for number, verdict in second:
        assert (verdict.kind, verdict.evidence()) == (first[number].kind, first[number].evidence())


def test_a_bad_entry_is_searched_for_again(mechanisms: list[Mechanism], kept: Cache) -> None:
    wanted = Wanted(jobs=2, cache=kept)
    list(verdicts(mechanisms, wanted))
    rewrite(kept, lambda text: text.replace('"steps"', '"stops"').replace('"p_left"', '"p_wrong"'))
    assert {n: v.kind for n, v in verdicts(mechanisms, wanted)} == {0: "proved", 1: "refuted", 2: "proved"}


@pytest.mark.parametrize("number", range(len(TEXTS)))
def test_words_are_kept_for_the_very_code_that_found_them(
    mechanisms: list[Mechanism], kept: Cache, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    mechanism = mechanisms[number]
    kept.store(verify(mechanism, jobs=1), False)
    assert kept.load(mechanism, False) is not None
    monkeypatch.setattr(cache, "_code", lambda: "another one")
    assert kept.load(mechanism, False) is None


def test_unknown_is_kept_for_the_very_code_that_tried(
    mechanisms: list[Mechanism], kept: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    mechanism = mechanisms[0]
    verdict = Verdict(mechanism, "unknown", 1.0, stuck=Stuck("no idea"))
    kept.store(verdict, False)
    assert kept.load(mechanism, False) is None  # it was interrupted, say
    kept.store(replace(verdict, complete=True), False)
    again = kept.load(mechanism, False)
    assert again is not None
    assert (again.kind, again.summary("f.py")["reason"]) == ("unknown", "no idea")
    assert "no idea" in again.evidence()
    monkeypatch.setattr(cache, "_code", lambda: "another one")
    assert kept.load(mechanism, False) is None


def test_a_process_that_dies_leaves_an_unknown(
    mechanisms: list[Mechanism], kept: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decide, "verify", lambda *_, **__: os._exit(9))
    found = list(verdicts(mechanisms[:2], Wanted(jobs=4, cache=kept)))
    assert [v.summary("f.py")["reason"] for _, v in found] == ["its process ended without an answer"] * 2
    assert not kept.folder.exists()


def test_a_process_that_does_not_mind_the_time_is_ended(
    mechanisms: list[Mechanism], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decide, "verify", lambda *_, **__: time.sleep(600))
    monkeypatch.setattr(batch, "_GRACE", 0.2)
    ((_, verdict),) = verdicts(mechanisms[:1], Wanted(timeout=0.2))
    assert verdict.kind == "unknown"
    assert verdict.summary("f.py")["reason"] == "the time was over"


def test_a_verdict_that_is_there_when_the_time_is_over_counts(
    mechanisms: list[Mechanism], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decide, "with_the_smallest", lambda *_: time.sleep(600))
    monkeypatch.setattr(batch, "_GRACE", 0.2)
    ((_, verdict),) = verdicts(mechanisms[:1], Wanted(timeout=10, infer=True))
    assert verdict.kind == "proved"
    assert verdict.inferred is None


def test_the_smallest_budget_comes_too(mechanisms: list[Mechanism]) -> None:
    ((_, verdict),) = verdicts(mechanisms[:1], Wanted(infer=True, jobs=2))
    assert verdict.summary("f.py")["provable_epsilon"] == "eps"


def test_an_interrupt_ends_with_what_is_known(mechanisms: list[Mechanism], monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupting(Watcher):
        def waiting(self) -> None:
            raise KeyboardInterrupt

    monkeypatch.setattr(decide, "verify", lambda *_, **__: time.sleep(600))
    found: list[tuple[int, Verdict]] = []
    with pytest.raises(KeyboardInterrupt):
        found.extend(verdicts(mechanisms, Wanted(jobs=2), Interrupting()))
    assert [(v.kind, v.interrupted) for _, v in found] == [("unknown", True), ("unknown", True)]


def test_tasks_are_read_while_others_are_checked(mechanisms: list[Mechanism], kept: Cache) -> None:
    wanted = Wanted(jobs=2, cache=kept)
    list(verdicts(mechanisms, wanted))
    read: list[int] = []

    def reading() -> Iterator[Mechanism]:
        for number, mechanism in enumerate(mechanisms):
            read.append(number)
            yield mechanism

    answers = verdicts(reading(), wanted)
    assert read == []
    assert [number for number, _ in answers] == read == [0, 1, 2]
