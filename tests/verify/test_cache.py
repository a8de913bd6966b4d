"""Verdicts are kept for the program and its claim, checked again unless they are ours, and let go in the end."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.search.reading import ABOVE, LEAKY, mechanism_of
from tests.verify.entries import entries, rewrite
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.verify import Verdict, cache, forms, verify
from twinproof.verify.cache import Cache

HALF = """
@mechanism(epsilon="eps")
def half(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    noisy = laplace(x, 1 / (2 * eps))
    return noisy
"""


@pytest.fixture
def kept(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "kept")


@pytest.fixture
def ours(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "kept", tmp_path / "state" / "key")


@pytest.fixture(scope="module")
def proved() -> Verdict:
    return verify(mechanism_of(ABOVE), jobs=1)


@pytest.mark.parametrize("text", [ABOVE, LEAKY])
def test_an_unchanged_text_has_the_same_answer(kept: Cache, text: str) -> None:
    mechanism = mechanism_of(text)
    verdict = verify(mechanism, jobs=1)
    assert kept.load(mechanism, False) is None
    kept.store(verdict, False)
    again = kept.load(mechanism, False)
    assert again is not None
    assert (again.kind, again.evidence()) == (verdict.kind, verdict.evidence())
    before, after = verdict.summary("f.py"), again.summary("f.py")
    assert {**before, "seconds": 0} == {**after, "seconds": 0}
    assert again.blamed() == verdict.blamed()


def moved(text: str) -> Mechanism:
    """The mechanism of a text, below a comment and a function that it does not know."""
    mechanism = mechanism_of(text)
    head, below = mechanism.source.split("@mechanism", 1)
    other = f"{head}# a comment\n\n\ndef another(x: int) -> int:\n    return x\n\n\n@mechanism{below}"
    (found,) = (m for m in read_text(other, "f.py") if isinstance(m, Mechanism))
    return found


def test_what_stands_elsewhere_in_the_file_does_not_matter(kept: Cache, proved: Verdict) -> None:
    kept.store(proved, False)
    assert proved.proof is not None
    for other, down in ((mechanism_of(ABOVE + "\n# the end"), 0), (moved(ABOVE), 7)):
        again = kept.load(other, False)
        assert again is not None
        assert again.proof is not None
        assert [c.line for c in again.proof.couplings] == [(c.line or 0) + down for c in proved.proof.couplings]
        assert [i.line for i in again.proof.invariants] == [(i.line or 0) + down for i in proved.proof.invariants]
        fresh = verify(other, jobs=1)
        assert again.evidence() == fresh.evidence()
        assert again.certificate == fresh.certificate


def test_what_would_mend_it_moves_with_its_line(kept: Cache) -> None:
    verdict = verify(mechanism_of(HALF), jobs=1, advise=True)
    (fix,) = verdict.fixes
    kept.store(verdict, False, True)
    again = kept.load(moved(HALF), False, True)
    assert again is not None
    assert again.fixes == (replace(fix, line=fix.line + 7),)
    spread = moved(HALF.replace("laplace(x,", "laplace( x,"))
    assert kept.load(spread, False, True) is None, "the place is another one now"


def test_another_program_claim_or_question_has_none(kept: Cache, proved: Verdict) -> None:
    kept.store(proved, False)
    for text in (
        ABOVE.replace("4 / eps", "5 / eps"),
        ABOVE.replace('epsilon="eps"', 'epsilon="2 * eps"'),
        ABOVE.replace("each_within(1)", "each_within(1, monotone=True)"),
        ABOVE.replace("bar", "limit"),
        ABOVE.replace("def above", "def below"),
    ):
        assert text != ABOVE
        assert kept.load(mechanism_of(text), False) is None, text
    assert kept.load(proved.mechanism, True) is None
    assert kept.load(proved.mechanism, False, True) is None


def test_a_forged_entry_is_not_believed(kept: Cache, proved: Verdict) -> None:
    leaky = mechanism_of(LEAKY)
    kept.store(proved, False)
    (mine,) = entries(kept)
    rewrite(kept, str, lambda _: kept._name(leaky, False, False))
    assert kept.load(leaky, False) is None
    rewrite(kept, str, lambda _: mine)
    assert kept.load(proved.mechanism, False) is not None
    honest = json.loads(entries(kept)[mine])
    steps = honest["verdict"]["certificate"]["steps"]
    for change in (
        {"certificate": {**honest["verdict"]["certificate"], "steps": steps[:-1]}},
        {"certificate": None},
        {"kind": "refuted"},
        {"kind": "refuted", "certificate": None},
        {"proof": {"epsilon": 0}},
        {"surprise": 1},
    ):
        text = json.dumps({**honest, "verdict": {**honest["verdict"], **change}})
        rewrite(kept, lambda _, text=text: text)  # type: ignore[misc]
        assert kept.load(proved.mechanism, False) is None, change
    rewrite(kept, lambda _: "not JSON")
    assert kept.load(proved.mechanism, False) is None
    (kept.folder / "verdicts.sqlite3").write_bytes(b"not a database" * 1000)
    assert kept.load(proved.mechanism, False) is None
    kept.store(proved, False)
    kept.store(proved, False)
    assert kept.load(proved.mechanism, False) is not None, "one that was broken is begun anew"


def test_what_was_written_here_need_not_be_checked(
    ours: Cache, proved: Verdict, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ours.key is not None
    ours.store(proved, False)
    assert ours.key.stat().st_mode & 0o077 == 0
    checks: list[object] = []
    monkeypatch.setattr(forms, "check", lambda *given: checks.append(given))
    assert ours.load(proved.mechanism, False, sealed=True) is not None
    assert checks == []
    for stranger in (Cache(ours.folder), Cache(ours.folder, ours.key.with_name("other"))):
        assert stranger.load(proved.mechanism, False, sealed=True) is None
        assert stranger.load(proved.mechanism, False) is not None
    assert len(checks) == 2, "who has another key checks for itself"
    rewrite(ours, lambda text: text.replace('"proved"', '"proved" '))
    assert ours.load(proved.mechanism, False, sealed=True) is None, "it is not the entry that was sealed"
    assert ours.load(proved.mechanism, False) is not None
    assert len(checks) == 3


def test_a_seal_is_for_one_program(ours: Cache, proved: Verdict) -> None:
    leaky = mechanism_of(LEAKY)
    ours.store(proved, False)
    rewrite(ours, str, lambda _: ours._name(leaky, False, False))
    assert ours.load(leaky, False) is None


def test_a_key_that_others_can_read_is_none(ours: Cache, proved: Verdict) -> None:
    assert ours.key is not None
    ours.key.parent.mkdir()
    ours.key.write_bytes(b"k" * 32)
    ours.key.chmod(0o644)
    ours.store(proved, False)
    assert ours.load(proved.mechanism, False, sealed=True) is None
    assert ours.load(proved.mechanism, False) is not None


def test_what_nobody_asks_for_goes(kept: Cache, proved: Verdict, monkeypatch: pytest.MonkeyPatch) -> None:
    def stored(count: int) -> int:
        with closing(sqlite3.connect(kept.folder / "verdicts.sqlite3")) as there:
            there.executemany(
                "INSERT OR REPLACE INTO kept VALUES (?, ?, 1000000, x'', x'00')",
                [(f"old {n}", n) for n in range(count)],
            )
            there.commit()
        kept.store(proved, False)
        return len(_names(kept))

    kept.store(proved, False)
    assert stored(9) == 1, "they are from 1970"
    monkeypatch.setattr(cache, "_OLDEST", 1e12)
    assert stored(9) == 10
    monkeypatch.setattr(cache, "_LARGEST", 4_500_000)
    assert stored(9) == 4
    assert "old 8" in _names(kept), "the youngest stay"
    assert "old 0" not in _names(kept)
    assert kept.load(proved.mechanism, False) is not None


def entries_raw(kept: Cache) -> dict[str, bytes]:
    with closing(sqlite3.connect(kept.folder / "verdicts.sqlite3")) as there:
        return dict(there.execute("SELECT key, entry FROM kept").fetchall())


def _names(kept: Cache) -> set[str]:
    return set(entries_raw(kept))


def test_a_folder_that_cannot_be_written_keeps_nothing(tmp_path: Path, proved: Verdict) -> None:
    file = tmp_path / "file"
    file.write_text("")
    kept = Cache(file / "below", file / "key")
    kept.store(proved, False)
    assert kept.load(proved.mechanism, False) is None
