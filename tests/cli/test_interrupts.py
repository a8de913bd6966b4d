"""Ctrl-C at any moment: one line, exit code 130, and no process is left."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.sessions import ends
from tests.cli.test_bad_input import INPUTS, NOISY, SCRIPT, SIDES
from tests.search.reading import ABOVE, HEADER, LEAKY

# A dot is written as soon as twinproof hears interrupts; what comes before is the interpreter's.
STARTED = """
import signal, sys
from twinproof.cli import main
real, said = signal.signal, []
def told(number, handler):
    before = real(number, handler)
    if not said:
        said.append(sys.stderr.write("."))
    return before
signal.signal = told
main()
"""
# The interrupt comes when so many modules have been looked for; "Exception ignored" is what is said of lost ones.
IN_IMPORT = """
import os, signal, sys
left, own = int(sys.argv.pop(1)), os.getpid()
def hook(event, _):
    global left
    if event == "import" and os.getpid() == own:  # its children are set apart, and load what they need as well
        left -= 1
        if left == 0:
            signal.raise_signal(signal.SIGINT)
sys.addaudithook(hook)
from twinproof.cli import main
main()
"""
COMMANDS = {
    "verify": ("verify", "good.py", "bad.py", "--no-cache", "--jobs", "4"),
    "verify what is kept": ("verify", "good.py", "bad.py", "--jobs", "4"),
    "watch": ("verify", "good.py", "--watch"),
    "report": ("report", "noisy.py", "-o", "page.html", "-j", "2"),
    "show": ("show", "noisy.py"),
    "run": ("run", "noisy.py", *INPUTS),
    "dist": ("dist", "noisy.py", *INPUTS),
    "compare": ("compare", "noisy.py", *SIDES),
    "prove": ("prove", "script.py"),
    "check": ("check", "noisy.json"),
    "doctor": ("doctor",),
    "play": ("play", "--no-browser"),
    "lsp": ("lsp",),
    "help": ("--help",),
}
DONE = {"compare": 2, "verify": 1, "verify what is kept": 1}  # exit codes of those that are ready before the interrupt


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("interrupts")
    for name, text in (("good", HEADER + ABOVE), ("bad", HEADER + LEAKY), ("noisy", NOISY), ("script", SCRIPT)):
        (place / f"{name}.py").write_text(text)
    for words in (("prove", "script.py", "--certificates", "."), COMMANDS["verify what is kept"]):
        run = [sys.executable, "-m", "twinproof", *words]
        subprocess.run(run, cwd=place, env=environment(place), capture_output=True, check=False, timeout=120)
    return place


def environment(folder: Path) -> dict[str, str]:
    alone = {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}  # NiceGUI asks for it
    return {**alone, "PYTHONUTF8": "1", "XDG_CACHE_HOME": str(folder / "kept")}


def interrupted(folder: Path, words: tuple[str, ...], seconds: float, to_all: bool) -> tuple[int, str]:
    """The exit code and what was said, if an interrupt comes so long after the first line of ours was run."""
    run, pipe = [sys.executable, "-c", STARTED, *words], subprocess.PIPE
    with subprocess.Popen(
        run, cwd=folder, env=environment(folder), start_new_session=True, stdin=pipe, stdout=pipe, stderr=pipe
    ) as process:
        assert process.stderr is not None
        assert process.stderr.read(1) == b"."
        time.sleep(seconds)
        if process.poll() is None:
            (os.killpg if to_all else os.kill)(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert ends(process.pid), f"a process is left, {seconds} s after the start"
    return process.returncode, errors.decode()


@pytest.mark.parametrize("start", range(0, 2000, 250))
def test_every_eighth_of_a_second(folder: Path, start: int) -> None:
    for number, moment in enumerate(range(start, start + 250, 125)):
        code, said = interrupted(folder, COMMANDS["verify"], moment / 1000, to_all=number % 2 == 0)
        assert (code, said) in [(130, "interrupted\n"), (1, "")], f"after {moment} ms"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command(folder: Path, command: str) -> None:
    for number, moment in enumerate((0, 5, 30, 100, 300, 600)):
        code, said = interrupted(folder, COMMANDS[command], moment / 1000, to_all=number % 2 == 0)
        words = said.removeprefix("watching; Ctrl-C ends it\n")
        assert (code, words) == (130, "interrupted\n") or code == DONE.get(command, 0), f"after {moment} ms"
        assert "Traceback" not in said, f"after {moment} ms"


@pytest.mark.parametrize("remainder", range(4))
def test_while_modules_are_loaded(folder: Path, remainder: int) -> None:
    """The same, where moments are counted and not measured."""
    for count in range(12 + 37 * remainder, 900, 148):
        run = [sys.executable, "-c", IN_IMPORT, str(count), *COMMANDS["verify"]]
        done = subprocess.run(
            run, cwd=folder, env=environment(folder), capture_output=True, text=True, check=False, timeout=60
        )
        assert (done.returncode, done.stderr) in [(130, "interrupted\n"), (1, "")], f"import {count}"


def test_the_first_moment(folder: Path) -> None:
    """An interrupt before twinproof has a say: then it is for those who load it."""
    for count in range(1, 12):
        run = [sys.executable, "-c", IN_IMPORT, str(count), "--version"]
        done = subprocess.run(run, cwd=folder, capture_output=True, text=True, check=False, timeout=60)
        if (done.returncode, done.stderr) != (130, "interrupted\n"):
            assert "twinproof/cli" not in done.stderr, f"import {count}: {done.stderr}"


def test_who_has_interrupts_ignored_is_obeyed(folder: Path) -> None:
    ignoring = ["bash", "-c", 'trap "" INT; echo; exec "$@"', "bash"]
    run, pipe = [*ignoring, sys.executable, "-m", "twinproof", *COMMANDS["verify"]], subprocess.PIPE
    with subprocess.Popen(
        run, cwd=folder, env=environment(folder), start_new_session=True, stdout=pipe, stderr=pipe
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"\n"
        while process.poll() is None:
            os.killpg(process.pid, signal.SIGINT)
            time.sleep(0.05)
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (1, b"")
    assert output.splitlines()[-1] == b"1 proved, 1 refuted"


def test_impatience_is_answered_at_once(folder: Path) -> None:
    for pause in (0.0, 0.01, 0.1):
        run, pipe = [sys.executable, "-c", STARTED, *COMMANDS["verify"]], subprocess.PIPE
        with subprocess.Popen(
            run, cwd=folder, env=environment(folder), start_new_session=True, stdout=pipe, stderr=pipe, text=True
        ) as process:
            assert process.stderr is not None
            assert process.stderr.read(1) == "."
            time.sleep(0.8)
            for _ in range(5):
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGINT)
                time.sleep(pause)
            _, errors = process.communicate(timeout=30)
        assert "Traceback" not in errors
        assert (process.returncode, errors.count("interrupted") > 0) in [(130, True), (130, False), (1, False)]
        assert ends(process.pid)
