"""twinproof test: it runs the files, says so, and finds a reader that has misread one."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.test_commands import twinproof
from twinproof.cli import test as command
from twinproof.cli.targets import every
from twinproof.lang.command import Assign, sequence
from twinproof.lang.expr import Literal
from twinproof.lang.mechanism import Mechanism

GALLERY = Path(__file__).parents[2] / "gallery"
GOOD = """
from typing import Annotated
from twinproof import Epsilon, laplace, mechanism, within

@mechanism(epsilon="eps", requires="n >= 40 and n % 7 == 3")
def noisy(x: Annotated[int, within(1)], n: int, eps: Epsilon) -> int:
    return laplace(x, 1 / eps) // (n - 45)
"""


def test_the_gallery_is_read_as_it_runs() -> None:
    done = twinproof("test", str(GALLERY), "--runs", "10", "--json")
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(found) >= 40
    assert all(f["same"] and f["runs"] + f["too_long"] == 10 for f in found)


def test_it_says_that_it_runs_the_code(tmp_path: Path) -> None:
    file = tmp_path / "good.py"
    file.write_text(GOOD + f"open({str(tmp_path / 'ran')!r}, 'w').close()\n")
    done = twinproof("test", str(file), "--runs", "30")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == "running the code of 1 file, 30 times each mechanism"
    assert "noisy: 30 runs, 30 draws, no difference" in done.stdout
    assert (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (GOOD + "raise RuntimeError('no')\n", "the file cannot be run: RuntimeError: no"),
        (GOOD + "import sys\nsys.exit(0)\n", "the file cannot be run: SystemExit: 0"),
        (GOOD.replace("n >= 40", "n >= 40 and n < 0"), "no inputs were found that meet `requires`"),
        (GOOD.replace("return", "return zz +"), "TP203"),
        ("x = 1\n", "TP005"),
    ],
)
def test_what_cannot_be_run_is_told(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text(text)
    done = twinproof("test", str(file))
    assert done.returncode == 3
    assert said in done.stderr


def test_a_difference_is_shown_with_its_inputs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As if the reader had taken the divisor for another one."""
    file = tmp_path / "misread.py"
    file.write_text(GOOD.replace("(n - 45)", "7"))

    def misread(targets: list[str]) -> list[Mechanism]:
        (mechanism,) = every(targets)
        assert isinstance(mechanism, Mechanism)
        return [replace(mechanism, body=sequence(mechanism.body, Assign(mechanism.result, Literal(10**6))))]

    monkeypatch.setattr(command, "every", misread)
    assert command.test([str(file)], 20, 0, False) == 1
    said = capsys.readouterr().out
    assert "noisy differs from the program that was read in its text" in said
    assert "and the core program 1000000" in said
    assert "'eps':" in said


def test_a_function_that_runs_on_is_stopped() -> None:
    def endless(**_: object) -> int:
        total = 0
        while True:
            total += 1

    with pytest.raises(command.RunsOn):
        command._limited(endless, 10_000)()


ENDLESS = """
from typing import Annotated
from twinproof import Epsilon, laplace, mechanism, within

@mechanism(epsilon="eps")
def forever(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    while True:
        pass

@mechanism(epsilon="eps")
def fine(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)
"""


@pytest.mark.timeout(60)
def test_a_mechanism_that_never_ends_does_not_keep_the_others_waiting(tmp_path: Path) -> None:
    file = tmp_path / "endless.py"
    file.write_text(ENDLESS)
    done = twinproof("test", str(file), "--runs", "300")
    assert done.returncode == 0, done.stderr
    _, forever, fine = done.stdout.splitlines()
    assert forever == ("forever: 1 runs, 0 draws, no difference (1 without a result in both, 299 too long to compare)")
    assert fine == "fine: 300 runs, 300 draws, no difference"
