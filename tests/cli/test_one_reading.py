"""A file is read once, by whatever command: what is shown of a mechanism belongs to the text that was verified."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

COUNTING = """
import os, sys
from twinproof.cli import main
opened = []
# An `open` with an opener is told of twice, once with its mode.
sys.addaudithook(lambda event, given: opened.append(str(given[0])) if event == "open" and given[1] else None)
me = os.getpid()
try:
    main()
finally:
    if os.getpid() == me:
        print("opened", sum(os.path.basename(name) == "mine.py" for name in opened), "times", file=sys.stderr)
"""
MINE = """
from typing import Annotated
from twinproof import Epsilon, laplace, mechanism, within

@mechanism(epsilon="eps")
def count(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)
"""
NONE_OF_OURS = "from twinproof import laplace\n\nprint(laplace)\n"
SCRIPT = """
from twinproof.tactics.script import Proof

p = Proof("mine.py::count")
p.lap_gen(shift=0, bound=1).auto()
"""


def run(folder: Path, *words: str) -> str:
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "PYTHONUTF8": "1"}
    command = [sys.executable, "-c", COUNTING, *words]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, env=environment, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stderr.splitlines()[-1]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "script.py").write_text(SCRIPT)
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        ("verify", "mine.py"),
        ("verify", "mine.py::count"),
        ("verify", ".", "-k", "count"),
        ("report", "mine.py", "-o", "page.html"),
        ("show", "mine.py"),
        ("prove", "script.py"),
    ],
    ids=" ".join,
)
def test_commands_read_a_file_once(folder: Path, words: tuple[str, ...]) -> None:
    assert run(folder, *words) == "opened 1 times"


def test_so_do_those_that_take_what_was_kept_and_those_that_check(folder: Path) -> None:
    first, again = (run(folder, "verify", "mine.py", "--certificates", "certificates") for _ in range(2))
    assert first == again == "opened 1 times"
    assert run(folder, "check", "certificates/mine-count.json", "--source", "mine.py") == "opened 1 times"


def test_a_file_that_is_passed_over_is_read_once(folder: Path) -> None:
    (folder / "mine.py").write_text(NONE_OF_OURS)
    (folder / "script.py").write_text(MINE)
    assert run(folder, "verify", ".") == "opened 1 times"
