"""twinproof verify: exit codes, JSON, certificates, and what is said when something is wrong."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.sessions import ends, left_of
from tests.cli.test_commands import Done, twinproof
from tests.search.reading import ABOVE, HEADER, LEAKY

ROOT = Path(__file__).parent.parent.parent
RUN = [sys.executable, "-c", "from twinproof.cli import main; main()", "verify"]
HALF = """
@mechanism(epsilon="eps")
def half(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / (2 * eps))
"""
OPEN = str(ROOT / "gallery" / "open")  # takes long, and is unknown in the end


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "good.py").write_text(HEADER + ABOVE)
    (tmp_path / "bad.py").write_text(HEADER + LEAKY)
    (tmp_path / "odd.py").write_text(
        HEADER + "\n@mechanism(epsilon='eps')\ndef odd(eps: Epsilon) -> int:\n    return eps\n"
    )
    (tmp_path / "none.py").write_text("x = 1\n")
    return tmp_path


def run(folder: Path, *words: str) -> Done:
    """The command in this process, which has loaded what it needs."""
    return twinproof("verify", *words, folder=folder)


def test_exit_codes(folder: Path) -> None:
    assert run(folder, "good.py").returncode == 0
    assert run(folder, "good.py", "bad.py").returncode == 1
    assert run(folder, "bad.py", "odd.py").returncode == 3
    assert run(folder, "bad.py", "--expect", "refuted").returncode == 0
    assert run(folder, "good.py", "--expect", "refuted").returncode == 1
    assert run(folder, OPEN, "--timeout", "0.2").returncode == 2


def test_there_is_a_line_for_each(folder: Path) -> None:
    done = run(folder, "good.py", "bad.py")
    lines = done.stdout.splitlines()
    assert any(line.startswith("good.py:6: proved   above is (eps, 0)-differentially private  [") for line in lines)
    assert any(line.startswith("bad.py:6: refuted  leaky is not (eps, 0)-differentially private") for line in lines)
    assert lines[-1] == "1 proved, 1 refuted"


def test_json_is_all_there_is(folder: Path) -> None:
    done = run(folder, ".", "--json", "--certificates", "certificates")
    documents = {d["verdict"]: d for d in map(json.loads, done.stdout.splitlines())}
    assert set(documents) == {"proved", "refuted", "error"}
    proved, refuted, error = documents["proved"], documents["refuted"], documents["error"]
    assert proved["mechanism"] == "above"
    bar, noisy = proved["couplings"]
    whole = {"when": None, "shift": "1", "cost": "eps / 2"}
    assert bar == {"line": 7, "rule": "ω-Samp", "shift": "1", "cost": "eps / 2", "cases": [whole]}
    chosen, otherwise = noisy["cases"]
    assert noisy["shift"] == f"if {chosen['when']} then {chosen['shift']} else {otherwise['shift']}"
    assert noisy["cost"] == f"if {chosen['when']} then {chosen['cost']} else {otherwise['cost']}"
    assert otherwise["when"] is None
    assert refuted["counterexample"]["loss_at_least"] > refuted["counterexample"]["epsilon"]
    assert error["code"].startswith("TP")
    assert isinstance(error["line"], int)
    for verdict in (proved, refuted):
        checked = twinproof("check", verdict["certificate"], "--source", verdict["file"], folder=folder)
        assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_second_time_it_is_only_checked(folder: Path) -> None:
    first, second = run(folder, "good.py", "bad.py"), run(folder, "good.py", "bad.py")
    assert [file.name for file in (folder / "cache" / "twinproof").iterdir()] == ["verdicts.sqlite3"]
    strip = sorted(line.split("  [")[0] for line in first.stdout.splitlines())
    assert sorted(line.split("  [")[0] for line in second.stdout.splitlines()) == strip


def test_forms(folder: Path) -> None:
    """What is printed in each form; nothing else stands on stdout."""
    files = ("good.py", "bad.py", "odd.py")
    concise = run(folder, *files, "--output-format", "concise").stdout.splitlines()
    assert sorted(line.split(":")[0] for line in concise[:-1]) == ["bad.py", "good.py"]
    assert concise[-1] == "1 proved, 1 refuted, 1 error"
    assert run(folder, *files, "--output-format", "json").stdout.count("\n") == 3
    quiet = run(folder, *files, "-q", "--output-format", "concise").stdout
    assert quiet.startswith("bad.py:6: refuted")
    assert quiet.count("\n") == 1
    assert run(folder, "bad.py", "-q", "--expect", "refuted").stdout == ""
    document = json.loads(run(folder, *files, "--output-format", "sarif").stdout)
    assert sorted(result["ruleId"] for result in document["runs"][0]["results"]) == ["TP-PROVED", "TP-REFUTED", "TP301"]
    github = run(folder, *files, "--output-format", "github").stdout.splitlines()
    assert any(line.startswith("::error file=odd.py,line=7,title=twinproof%3A TP301::") for line in github)
    (error,) = (line for line in github if line.startswith("::error file=bad.py,line=6,title=twinproof%3A refuted::"))
    assert "%0A" in error
    wrong = run(folder, "good.py", "--output-format", "xml")
    assert (wrong.returncode, "full, concise, json, sarif, github" in wrong.stderr) == (3, True)


def test_a_fix_is_a_patch(folder: Path) -> None:
    (folder / "half.py").write_text(HEADER + HALF)
    done = run(folder, "half.py", "--fix", "-q")
    assert "refuted  half is not (eps, 0)-differentially private" in done.stderr
    git = ["git", "apply", "-"]
    applied = subprocess.run(git, cwd=folder, input=done.stdout, text=True, check=False, timeout=60)
    assert applied.returncode == 0, done.stdout
    assert (folder / "half.py").read_text() == (HEADER + HALF).replace("1 / (2 * eps)", "1 / eps")
    assert run(folder, "half.py", "--fix", "-q").stdout == ""


def test_one_by_name_and_some_by_pattern(folder: Path) -> None:
    assert "1 proved" in run(folder, "good.py::above").stdout
    assert run(folder, "good.py", "bad.py", "-k", "abo").stdout.splitlines()[-1] == "1 proved"
    assert run(folder, "good.py", "bad.py", "-k", "le*").stdout.splitlines()[-1] == "1 refuted"
    other = run(folder, ".", "-k", "above")  # there is something wrong with another one, which nobody asked for
    assert (other.returncode, other.stderr, other.stdout.splitlines()[-1]) == (0, "", "1 proved")
    wrong = run(folder, ".", "-k", "odd")
    assert (wrong.returncode, wrong.stdout) == (3, "1 error\n")
    assert "odd.py:7:5: TP301" in wrong.stderr
    (folder / "broken.py").write_text("from twinproof import mechanism\ndef")  # it may have what is wanted
    assert run(folder, ".", "-k", "above").returncode == 3
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
        (("bad.py", "--cluster", "nonsense"), "--cluster nonsense: there is no Dask scheduler: "),
    ],
)
def test_what_is_wrong_is_said(folder: Path, words: tuple[str, ...], said: str) -> None:
    done = run(folder, *words)
    assert done.returncode == 3
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert "refuted" not in done.stdout


# ------------------------------------------------------------------------------------------- processes and the terminal


@contextmanager
def started(folder: Path, *words: str, errors: int = subprocess.PIPE) -> Iterator[subprocess.Popen[str]]:
    """The command at work, in a session of its own; a test that fails does not wait for it to end."""
    with subprocess.Popen(
        [*RUN, *words], cwd=folder, start_new_session=True, text=True, stdout=subprocess.PIPE, stderr=errors
    ) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


def when_at_work(session: int) -> None:
    """Wait until the processes of prover and refuter are there."""
    deadline = time.monotonic() + 60
    while len(left_of(session)) < 4 and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(1)


@pytest.mark.parametrize("to_all", [True, False], ids=["Ctrl-C", "kill"])
def test_an_interrupt_prints_what_is_known(folder: Path, to_all: bool) -> None:
    with started(folder, OPEN, "--no-cache") as process:
        when_at_work(process.pid)
        (os.killpg if to_all else os.kill)(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, "interrupted\n")
    assert "unknown  whether " in output
    assert "it was interrupted" in output
    assert ends(process.pid)


@pytest.mark.parametrize("signal_number", [signal.SIGKILL, signal.SIGTERM])
def test_no_process_outlives_a_command_that_is_killed(folder: Path, signal_number: signal.Signals) -> None:
    with started(folder, OPEN, "--no-cache") as process:
        when_at_work(process.pid)
        process.send_signal(signal_number)
        process.wait(timeout=60)
        assert ends(process.pid)


def test_a_terminal_sees_what_goes_on(folder: Path) -> None:
    ours, theirs = pty.openpty()
    with started(folder, "good.py", "bad.py", "--no-cache", "--jobs", "4", errors=theirs) as process:
        os.close(theirs)
        seen = b""
        while True:
            try:
                part = os.read(ours, 1 << 16)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            seen += part
        output, _ = process.communicate(timeout=60)
    os.close(ours)
    assert process.returncode == 1
    assert "\x1b" not in output
    shown = seen.decode()
    for words in ("above", "leaky", "of 2 done", "prover"):
        assert words in shown


def test_a_file_that_is_saved_is_verified_again(folder: Path) -> None:
    with started(folder, "good.py", "--no-cache", "--watch") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        lines = iter(process.stdout.readline, "")
        assert next(line for line in lines if line.startswith("good.py")).startswith("good.py:6: proved   above")
        assert next(line for line in lines if line[0].isdigit()) == "1 proved\n"
        assert process.stderr.readline() == "watching; Ctrl-C ends it\n"
        (folder / "good.py").write_text("# another line\n" + HEADER + ABOVE)
        assert next(line for line in lines if line.startswith("good.py")).startswith("good.py:7: proved   above")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    assert process.returncode == 130
    assert ends(process.pid)


def test_what_is_saved_during_a_run_is_verified_too(folder: Path) -> None:
    file = folder / "mine.py"
    file.write_text(next(Path(OPEN).glob("*.py")).read_text())
    with started(folder, "mine.py", "--no-cache", "--timeout", "5", "--watch") as process:
        assert process.stdout is not None
        lines = iter(process.stdout.readline, "")
        when_at_work(process.pid)
        file.write_text(HEADER + ABOVE)
        verdicts = (line.split()[1] for line in lines if line.startswith("mine.py"))
        assert [next(verdicts), next(verdicts)] == ["unknown", "proved"]
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    assert process.returncode == 130
    assert ends(process.pid)


def test_files_of_one_name_have_a_certificate_each(folder: Path) -> None:
    for part in ("a", "b"):
        (folder / part).mkdir()
        (folder / part / "x.py").write_text(HEADER + LEAKY)
    done = run(folder, "a/x.py", "b/x.py", "--certificates", "c")
    assert done.returncode == 1
    assert len(list((folder / "c").glob("*.json"))) == 2
