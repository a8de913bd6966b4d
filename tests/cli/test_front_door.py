"""What a newcomer meets: a first mechanism, calls without a path, standard input, and the settings of a project."""

import importlib.util
import io
import json
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.cli.test_commands import ROOT, Done, twinproof
from tests.search.reading import HEADER, LEAKY
from twinproof.cli import targets
from twinproof.verify.badge import badge, words

OPEN = ROOT / "gallery" / "open"
COUNT = """
@mechanism(epsilon="eps")
def above(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)
"""
PLAIN = "def f():\n    return 1\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))
    return tmp_path


def verify(folder: Path, *words: str) -> Done:
    return twinproof("verify", *words, folder=folder)


# ------------------------------------------------------------- new; that it is proved is tested with the page about it


def test_nothing_is_overwritten(folder: Path) -> None:
    (folder / "test_counts.py").write_text("mine")
    done = twinproof("new", "counts.py", folder=folder)
    assert (done.returncode, done.stderr) == (3, "twinproof: test_counts.py is there already; name another file\n")
    assert not (folder / "counts.py").exists()


@pytest.mark.parametrize("name", ["a-b.py", "counts.txt", "nowhere/counts.py"])
def test_a_file_that_cannot_be(folder: Path, name: str) -> None:
    done = twinproof("new", name, folder=folder)
    assert (done.returncode, done.stdout) == (3, "")
    assert name in done.stderr


# ------------------------------------------------------------------------------------------------------- without a path


def test_without_a_path_it_is_this_folder(folder: Path) -> None:
    (folder / "one.py").write_text(HEADER + COUNT)
    assert verify(folder).stdout.startswith("one.py:6: proved")
    assert "one.py:6" in twinproof("show", folder=folder).stdout


def test_the_test_command_runs_only_what_is_named(folder: Path) -> None:
    (folder / "one.py").write_text(HEADER + COUNT)
    assert twinproof("test", folder=folder).returncode == 3


def test_a_dash_is_standard_input(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for command, end in (("verify", "1 refuted"), ("show", "")):
        targets._stdin.cache_clear()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO((HEADER + LEAKY).encode())))
        done = twinproof(command, "-", folder=folder)
        assert done.stdout.startswith("<stdin>:6")
        assert end in done.stdout
    targets._stdin.cache_clear()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO((HEADER + LEAKY).encode())))
    done = verify(folder, "-", "--certificates", "kept")
    assert [p.name for p in (folder / "kept").iterdir()] == ["stdin-leaky.json"]
    assert "does not change" in verify(folder, "-", "--watch").stderr


def test_files_without_mechanisms_are_no_error_if_any(folder: Path) -> None:
    (folder / "plain.py").write_text(PLAIN)
    (folder / "leaky.py").write_text(HEADER + LEAKY)
    (folder / "odd.py").write_text("import twinproof\n@twinproof.mechanism(epsilon=")
    assert verify(folder, "plain.py").returncode == 3
    done = verify(folder, "--if-any", "plain.py")
    assert (done.returncode, done.stdout) == (0, "there is no mechanism, and nothing to verify\n")
    assert verify(folder, "--if-any", "plain.py", "leaky.py").returncode == 1
    assert verify(folder, "--if-any", "odd.py").returncode == 3
    assert verify(folder, "--if-any", "nowhere.py").returncode == 3


# ------------------------------------------------------------------------------------------------------------- settings


def test_settings_say_what_a_call_does_not(folder: Path) -> None:
    (folder / "src" / "deep").mkdir(parents=True)
    (folder / "src" / "good.py").write_text(HEADER + COUNT)
    (folder / "bad.py").write_text(HEADER + LEAKY)
    (folder / "pyproject.toml").write_text(
        '[tool.twinproof]\npaths = ["src"]\ncertificates = "kept"\ncache = false\njobs = 1\ntimeout = 60\n'
    )
    done = verify(folder)
    assert done.stdout.endswith("\n1 proved\n"), done
    assert [p.name for p in (folder / "kept").iterdir()] == ["good-above.json"]
    assert not (folder / ".cache").exists()
    assert "src/good.py:6" in done.stdout
    assert verify(folder / "src" / "deep").stdout.startswith("../good.py:6: proved")  # of a folder above, too
    assert verify(folder, "bad.py", "--cache").returncode == 1  # what is said counts more
    assert (folder / ".cache").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[tool.twinproof]\ntimout = 3", "[tool.twinproof] has no `timout`\n  help: did you mean `timeout`?"),
        ("[tool.twinproof]\nspeed = 3", "has no `speed`\n  help: there are paths, proofs,"),
        ("[tool.twinproof]\ntimeout = 0", "timeout must be a number of seconds, at least 0.1, not 0"),
        ("[tool.twinproof]\ntimeout = true", "timeout must be a number of seconds"),
        ("[tool.twinproof]\njobs = 0", "jobs must be a number of processes, not 0"),
        ('[tool.twinproof]\npaths = "src"', "paths must be a list of files and folders, not 'src'"),
        ("[tool.twinproof]\npaths = []", "paths must be a list"),
        ("[tool.twinproof]\ncache = 1", "cache must be true or false, not 1"),
        ("[tool]\ntwinproof = 1", "`tool.twinproof` is not a table"),
        ("[tool.twinproof\n", "this is not TOML"),
    ],
)
def test_wrong_settings_are_told(folder: Path, text: str, said: str) -> None:
    (folder / "pyproject.toml").write_text(text)
    (folder / "one.py").write_text(HEADER + COUNT)
    done = verify(folder)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("pyproject.toml: TP007: ")
    assert said in done.stderr


def test_a_file_that_is_not_about_us_is_passed_over(folder: Path) -> None:
    (folder / "pyproject.toml").write_text("[tool.other\n")
    (folder / "one.py").write_text(HEADER + LEAKY)
    assert verify(folder).returncode == 1


# --------------------------------------------------------------------------------------------------------------- badges


def test_the_badge_says_the_worst() -> None:
    assert words(["proved"]) == ("proved", "proved")
    assert words(["proved", "proved"]) == ("2 proved", "proved")
    assert words(["proved", "unknown"]) == ("1 unknown", "unknown")
    assert words(["unknown", "refuted", "proved"]) == ("1 refuted", "refuted")
    assert words(["refuted", "error"]) == ("1 not readable", "error")
    assert words([]) == ("nothing claimed", "")


def test_a_badge_is_written(folder: Path) -> None:
    (folder / "leaky.py").write_text(HEADER + LEAKY)
    assert verify(folder, "--badge", "b.svg").returncode == 1
    picture = ET.parse(folder / "b.svg").getroot()
    assert picture.get("aria-label") == "differential privacy: 1 refuted"
    assert int(picture.get("width", "0")) > 100
    verify(folder, "--badge", "b.json")
    said = json.loads((folder / "b.json").read_text())
    assert said["schemaVersion"] == 1
    assert said["message"] == "1 refuted"
    assert "ending in .svg or .json" in verify(folder, "--badge", "b.png").stderr
    assert "#2c6b32" in badge(["proved"], ".svg")


# ------------------------------------------------------------------------------------------- certificates of a project


def test_a_certificate_that_is_kept_counts_and_is_told(folder: Path) -> None:
    (folder / "one.py").write_text(HEADER + COUNT)
    verify(folder, "--certificates", "proofs")
    (kept,) = (folder / "proofs").iterdir()
    done = verify(folder, "--proofs", "proofs", "--no-cache")
    assert done.returncode == 0
    assert f"by the certificate proofs/{kept.name}, not by a search: the kernel accepts its" in done.stdout
    assert "coupled by" not in done.stdout


def test_a_certificate_of_another_text_or_program_is_worth_nothing(folder: Path) -> None:
    (folder / "one.py").write_text(HEADER + COUNT)
    verify(folder, "--certificates", "proofs")
    leaky = LEAKY.replace("leaky", "above")
    (folder / "one.py").write_text(HEADER + leaky)
    assert verify(folder, "--proofs", "proofs").returncode == 1
    (kept,) = (folder / "proofs").iterdir()
    document = json.loads(kept.read_text())
    document["steps"] = document["steps"][:-1]
    (folder / "one.py").write_text(HEADER + COUNT)
    kept.write_text(json.dumps(document))
    done = verify(folder, "--proofs", "proofs", "--no-cache")
    assert "coupled by" in done.stdout
    assert "by the certificate" not in done.stdout


def test_why_a_certificate_does_not_count_is_told_where_nothing_else_does(folder: Path) -> None:
    (folder / "one.py").write_text(HEADER + COUNT)
    verify(folder, "--certificates", "proofs")
    path = min(OPEN.glob("*.py"))  # takes long, and is unknown in the end
    (folder / "one.py").write_text(path.read_text().replace(f"def {path.stem}(", "def above("))
    done = verify(folder, "--proofs", "proofs", "--no-cache", "--timeout", "0.2")
    assert done.returncode == 2
    assert "above.json is not accepted: mechanism: the source has another program or another claim" in done.stdout


def test_a_refutation_is_no_proof_and_rubbish_is_told(folder: Path) -> None:
    (folder / "one.py").write_text(HEADER + LEAKY)
    verify(folder, "--certificates", "proofs")
    (folder / "proofs" / "rubbish.json").write_text("{")
    done = verify(folder, "--proofs", "proofs")
    assert done.returncode == 1
    assert "proofs/rubbish.json: unreadable: this is not JSON" in done.stderr
    assert "nowhere cannot be listed" in verify(folder, "--proofs", "nowhere").stderr


# ------------------------------------------------------------------------------------------------------------- pictures


def test_pictures_ask_for_what_they_need(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *_: None if name == "altair" else there(name))
    (folder / "one.py").write_text(HEADER + LEAKY)
    done = twinproof("report", folder=folder)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == "twinproof: pictures need altair: pip install 'twinproof[plots]'\n"
    done = twinproof("dist", "one.py", "--plot", "a.png", folder=folder)
    assert (done.returncode, done.stdout) == (3, "")
    assert "pictures need altair: pip install 'twinproof[plots]'" in done.stderr


SHIFTED = '{"couplings": [{"line": LINE, "shift": "TEXT"}]}'


def test_hints_are_read_from_a_file(folder: Path) -> None:
    (folder / "one.py").write_text(HEADER + COUNT)
    line = next(n for n, text in enumerate((HEADER + COUNT).splitlines(), 1) if "laplace(x" in text)
    hints = folder / "hints.json"

    def said(text: str, *more: str) -> tuple[int, str]:
        hints.write_text(text)
        done = verify(folder, "one.py", "--hints", "hints.json", *more)
        return done.returncode, done.stdout + " ".join(done.stderr.replace("│", " ").split())

    given = SHIFTED.replace("LINE", str(line))
    code, told = said(given.replace("TEXT", "0"))
    assert (code, "shift  0" in told) == (0, True)
    assert said(given.replace("TEXT", "R.x - L.x"))[0] == 0  # is in vain, and all else is tried
    assert not (folder / ".cache").exists()  # nothing is kept
    code, told = said(given.replace("TEXT", "R.y"))
    assert code == 3
    assert f"one.py:{line}:1: TP008: `R.y`: there is no `y` in the right run" in told
    assert said("[1")[0] == 3
    assert "there are no hints `shifts`" in said('{"shifts": []}')[1]
    assert "without hints" in said(given.replace("TEXT", "0"), "--infer")[1]
    assert verify(folder, "one.py", "--hints", "nowhere.json").returncode == 3
