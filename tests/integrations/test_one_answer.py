"""One path, one answer: whoever asks gets the same counterexample, in the same words, however busy the machine is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.report.reading import Page
from tests.search.reading import HEADER
from tests.verify.test_verify import THIN_COUNTS
from tests.volume import IS_LONG
from twinproof.integrations.lsp.server import WORKER
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.verify import Verdict, race, verify
from twinproof.verify.sarif import sarif

ROOT = Path(__file__).parents[2]
RACED = ["branch_on_secret", "partial_sum_half_noise", *(["thin_counts"] if IS_LONG else [])]
QUICK = (*RACED, "lyu_4", "noisy_max_half_noise", "truncated_noise_pure")  # at once, by a search, and one with a δ
IN_GALLERY = sorted((ROOT / "gallery" / "broken").glob("*.py"))
BROKEN = IN_GALLERY if IS_LONG else [path for path in IN_GALLERY if path.stem in QUICK]
RUN = [sys.executable, "-c", "from twinproof.cli import main; main()"]
SECOND_TRY = (THIN_COUNTS,) if IS_LONG else ()  # refuted from where the prover got stuck
LONG = 900  # seconds, for a machine that is busy with something else


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The mechanisms of the tests, in files."""
    place = tmp_path_factory.mktemp("broken")
    for path in BROKEN:
        (place / path.name).write_text(path.read_text())
    for number, text in enumerate(SECOND_TRY):
        (place / f"second_try_{number}.py").write_text(HEADER + text)
    return place


def mechanisms(folder: Path) -> list[Mechanism]:
    found = [m for path in sorted(folder.glob("*.py")) for m in read_text(path.read_text(), path.name)]
    return [m for m in found if isinstance(m, Mechanism)]


@cache
def answers(folder: Path) -> dict[str, Verdict]:
    """What somebody in a notebook is told, who calls `verify`."""
    return {m.name: verify(m, advise=True) for m in mechanisms(folder)}


def shown(verdict: Verdict) -> dict[str, Any]:
    """The verdict as JSON, but for where it is and how long it took."""
    return {key: value for key, value in verdict.summary("").items() if key not in ("file", "seconds")}


def run(folder: Path, *words: str, **environment: str) -> str:
    env = {**os.environ, "PYTHONUTF8": "1", "XDG_CACHE_HOME": str(folder / "cache"), **environment}
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False, env=env, timeout=LONG)
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout


def test_all_are_refuted(folder: Path) -> None:
    found = answers(folder)
    assert len(found) == len(BROKEN) + len(SECOND_TRY)
    assert {v.kind for v in found.values()} == {"refuted"}


@pytest.mark.parametrize(
    ("options", "seed"),
    [(("-j", "1", "--no-cache"), "1"), (("-j", "4", "--cache"), "2"), (("-j", "2", "--cache"), "3")],
    ids=["one job", "four jobs", "kept"],
)
def test_the_command_line(folder: Path, options: tuple[str, ...], seed: str) -> None:
    lines = run(folder, *RUN, "verify", ".", "--json", *options, PYTHONHASHSEED=seed).splitlines()
    found = {document["mechanism"]: document for document in map(json.loads, lines)}
    assert set(found) == set(answers(folder))
    for name, verdict in answers(folder).items():
        assert {k: v for k, v in found[name].items() if k not in ("file", "seconds")} == shown(verdict)


def test_pytest(folder: Path) -> None:
    words = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "--twinproof", ".")
    said = run(folder, *words, "--rootdir", str(folder), "-c", os.devnull)
    for verdict in answers(folder).values():
        assert verdict.line() in said
        assert textwrap.indent(verdict.evidence(), "  ") in said


def test_the_editor(folder: Path) -> None:
    found: dict[str, dict[str, Any]] = {}
    for path in sorted(folder.glob("*.py")):
        names = [m.name for m in read_text(path.read_text(), str(path)) if isinstance(m, Mechanism)]
        request = json.dumps({"text": path.read_text(), "path": str(path), "names": names})
        with subprocess.Popen(
            [sys.executable, *WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(request + "\n")
            process.stdin.flush()
            while not found.keys() >= set(names):
                said = json.loads(process.stdout.readline())
                found |= {said["name"]: said["finding"]} if "finding" in said else {}
            process.stdin.close()  # it ends with us, and does not look for a fix
            process.wait(timeout=LONG)
    for name, verdict in answers(folder).items():
        evidence = replace(verdict, fixes=()).evidence()  # an editor offers changes apart, when it has them
        assert (found[name]["sentence"], found[name]["evidence"]) == (verdict.sentence(), evidence)
        assert [(note["line"], note["text"]) for note in found[name]["reasons"]] == verdict.blamed()


def test_the_report(folder: Path) -> None:
    run(folder, *RUN, "report", ".", "-o", "page.html", "-j", "2")
    read = Page((folder / "page.html").read_text(encoding="utf-8")).text
    for verdict in answers(folder).values():
        example = verdict.refutation.counterexample if verdict.refutation is not None else None
        assert example is not None
        assert example.loss_words() in read
        for line, why in verdict.blamed():
            assert f"line {line}: {why}" in read


def test_notebooks_and_sarif(folder: Path) -> None:
    for verdict in answers(folder).values():
        assert " ".join(verdict.evidence().split()) in Page(verdict._repr_html_()).text
        (result,) = sarif([verdict])["runs"][0]["results"]
        assert result["message"]["text"] == f"{verdict.line()}\n\n{verdict.evidence()}"


@pytest.mark.parametrize("slow", ["_prove", "_refute"])
def test_the_race_is_fair(folder: Path, slow: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is late, the answer is the same: nothing of it comes from how far the other side was."""
    task: Callable[..., None] = getattr(race, slow)

    def late(*arguments: Any) -> None:
        time.sleep(2)
        task(*arguments)

    monkeypatch.setattr(race, slow, late)
    known = {mechanism.name: mechanism for mechanism in mechanisms(folder)}
    for name in RACED:
        verdict, expected = verify(known[name], jobs=1, side_by_side=True, advise=True), answers(folder)[name]
        assert (shown(verdict), verdict.evidence()) == (shown(expected), expected.evidence())
        assert verdict.certificate == expected.certificate
        assert verdict.stuck is None
