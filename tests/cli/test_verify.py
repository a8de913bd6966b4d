"""twinproof verify: exit codes, JSON, certificates, and what is said when something is wrong."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.search.reading import ABOVE, HEADER, LEAKY

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.py").write_text(HEADER + ABOVE)
    (tmp_path / "bad.py").write_text(HEADER + LEAKY)
    (tmp_path / "odd.py").write_text(
        HEADER + "\n@mechanism(epsilon='eps')\ndef odd(eps: Epsilon) -> int:\n    return eps\n"
    )
    (tmp_path / "none.py").write_text("x = 1\n")
    return tmp_path


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from twinproof.cli import main; main()", "verify", *words]
    env = {**os.environ, "PYTHONUTF8": "1", "COLUMNS": "200", "XDG_CACHE_HOME": str(folder / "cache")}
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=env)


def test_exit_codes(folder: Path) -> None:
    assert run(folder, "good.py").returncode == 0
    assert run(folder, "good.py", "bad.py").returncode == 1
    assert run(folder, "bad.py", "odd.py").returncode == 3
    assert run(folder, "bad.py", "--expect", "refuted").returncode == 0
    assert run(folder, "good.py", "--expect", "refuted").returncode == 1
    assert run(folder, str(ROOT / "gallery" / "open"), "--timeout", "0.2").returncode == 2


def test_there_is_a_line_for_each(folder: Path) -> None:
    done = run(folder, "good.py", "bad.py")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("good.py:6: proved   above is (eps, 0)-differentially private  [")
    assert any(line.startswith("bad.py:6: refuted  leaky is not (eps, 0)-differentially private") for line in lines)
    assert lines[-1] == "1 proved, 1 refuted"


def test_json_is_all_there_is(folder: Path) -> None:
    done = run(folder, ".", "--json", "--certificates", "certificates")
    documents = {d["verdict"]: d for d in map(json.loads, done.stdout.splitlines())}
    assert set(documents) == {"proved", "refuted", "error"}
    proved, refuted, error = documents["proved"], documents["refuted"], documents["error"]
    assert proved["mechanism"] == "above"
    assert proved["couplings"][0] == {"line": 7, "rule": "LapGen", "shift": "1", "cost": "eps / 2"}
    assert refuted["counterexample"]["loss_at_least"] > refuted["counterexample"]["epsilon"]
    assert error["code"].startswith("TP")
    assert isinstance(error["line"], int)
    for verdict in (proved, refuted):
        command = [sys.executable, "-c", "from twinproof.cli import main; main()", "check", verdict["certificate"]]
        checked = subprocess.run(
            [*command, "--source", verdict["file"]], cwd=folder, capture_output=True, text=True, check=False
        )
        assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_second_time_it_is_only_checked(folder: Path) -> None:
    first, second = run(folder, "good.py", "bad.py"), run(folder, "good.py", "bad.py")
    assert len(list((folder / "cache" / "twinproof").iterdir())) == 2
    strip = [line.split("  [")[0] for line in first.stdout.splitlines()]
    assert [line.split("  [")[0] for line in second.stdout.splitlines()] == strip


def test_one_by_name_and_some_by_pattern(folder: Path) -> None:
    assert "1 proved" in run(folder, "good.py::above").stdout
    assert run(folder, "good.py", "bad.py", "-k", "abo").stdout.splitlines()[-1] == "1 proved"
    assert run(folder, "good.py", "bad.py", "-k", "le*").stdout.splitlines()[-1] == "1 refuted"
    nothing = run(folder, "good.py", "-k", "zzz")
    assert nothing.returncode == 3
    assert "no mechanism is called zzz" in nothing.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("missing.py",), "missing.py"),
        (("none.py",), "no mechanism"),
        (("good.py::nothing",), "nothing"),
        (("good.py", "--certificates", "good.py"), "cannot be written"),
        (("good.py", "--sarif", "missing/x.sarif"), "cannot be written"),
        (("good.py", "--expect", "maybe"), "expected is one of"),
        (("good.py", "--timeout", "no"), "--timeout"),
    ],
)
def test_what_is_wrong_is_said(folder: Path, words: tuple[str, ...], said: str) -> None:
    done = run(folder, *words)
    assert done.returncode == 3
    assert said in done.stderr
    assert "Traceback" not in done.stderr
