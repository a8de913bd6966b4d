"""twinproof prove: the goals that a script leaves, its exit codes, and what is said about scripts that are wrong."""

import json
from pathlib import Path

import pytest

from tests.cli.test_commands import twinproof

ROOT = Path(__file__).parent.parent.parent
HEAD = """\
from typing import Annotated
from twinproof import Epsilon, laplace, mechanism, within
from twinproof.tactics.script import Proof, expect_failure

@mechanism(epsilon="eps")
def noisy(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)

p = Proof("script.py")
"""


def write(folder: Path, steps: str, head: str = HEAD) -> str:
    path = folder / "script.py"
    path.write_text(head + steps)
    return str(path)


def test_proved(tmp_path: Path) -> None:
    done = twinproof("prove", write(tmp_path, "p.lap_gen(shift=0, bound=1).auto()\np.qed()\n"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("noisy is (eps, 0)-differentially private: proved, in ")


def test_a_certificate_is_written_and_accepted(tmp_path: Path) -> None:
    script = write(tmp_path, "p.lap_gen(shift=0, bound=1).auto()\n")
    done = twinproof("prove", script, "--certificates", str(tmp_path / "made"))
    assert done.returncode == 0
    certificate = tmp_path / "made" / "noisy.json"
    assert json.loads(certificate.read_text())["verdict"] == "proved"
    assert twinproof("check", str(certificate), "--source", script).returncode == 0


def test_a_certificate_that_cannot_be_written(tmp_path: Path) -> None:
    script = write(tmp_path, "p.lap_gen(shift=0, bound=1).auto()\n")
    done = twinproof("prove", script, "--certificates", script)
    assert done.returncode == 3
    assert "the certificate cannot be written" in done.stderr


def test_open_goals(tmp_path: Path) -> None:
    done = twinproof("prove", write(tmp_path, "p.case(p.left.x == 0)\n"))
    assert done.returncode == 2
    assert "noisy, 2 goals are open" in done.stdout
    assert "goal 1 of 2: case x⟨1⟩ = 0   budget ⟨eps, 0⟩" in done.stdout
    assert "▸ 7  result ←$ L_{eps}(x)  │ ▸ 7  result ←$ L_{eps}(x)" in done.stdout


def test_sorry_is_not_a_proof(tmp_path: Path) -> None:
    done = twinproof("prove", write(tmp_path, "p.sorry()\n"))
    assert done.returncode == 2
    assert "NOT PROVED, sorry was used" in done.stdout
    assert "SORRY at " in done.stdout
    assert "script.py:10" in done.stdout


def test_up_to_a_line(tmp_path: Path) -> None:
    script = write(tmp_path, "p.lap_gen(shift=0, bound=1)\np.auto()\n")
    done = twinproof("prove", script, "--upto", "10")
    assert done.returncode == 2
    assert "budget ⟨0, 0⟩" in done.stdout
    assert twinproof("prove", script, "--upto", "11").returncode == 0
    early = twinproof("prove", script, "--upto", "3")
    assert early.returncode == 3
    assert "no proof is begun up to line 3" in early.stderr


WRONG = [
    ("p.lap_gen(shift=0, bound=2)\n", "script.py:10: lap_gen does not apply: this costs ⟨2 · eps, 0⟩"),
    ("p.lap_gen(shift=0, bound=1)\np.auto()\np.auto()\n", "script.py:12: auto does not apply: no goal is open"),
    ("p.left.y\n", "script.py:10: there is no `y` in the left run; there are result, x"),
    ("p.left.resutl\n", "did you mean `result`"),
    ("p.case(0 < p.left.x < 3)\n", "script.py:10: `0 < x⟨1⟩` is an assertion"),
    ("p.qed()\n", "script.py:10: 1 goal is still open"),
    ("1 / 0\n", "script.py:10: ZeroDivisionError: division by zero"),
    ("q = Proof('nowhere.py')\n", "script.py:10: "),
    ("p.lap_gen()\n", "script.py:10: TypeError: "),
    (
        "p.lap_gn(shift=0, bound=1)\n",
        "script.py:10: AttributeError: there is no tactic `lap_gn`; did you mean `lap_gen`",
    ),
    ("p.zzzzz()\n", "there is no tactic `zzzzz`; there are all_goals, any, apply, assign"),
    ("with expect_failure():\n    p.lap_gen(shift=0, bound=1)\n", "was expected to fail, and it went through"),
    ("import sys\nsys.exit(0)\n", "the script ended itself"),
    ("def f(:\n", "script.py:10: this is not Python: "),
]


@pytest.mark.parametrize(("steps", "message"), WRONG, ids=[steps.split("\n")[0] for steps, _ in WRONG])
def test_a_script_that_is_wrong(tmp_path: Path, steps: str, message: str) -> None:
    done = twinproof("prove", write(tmp_path, steps))
    assert done.returncode == 3
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"", "no proof is begun in this script"), (b"\xff\xfe", "not UTF-8 text"), (b"x = '\x00'", "this is not Python")],
)
def test_a_file_that_is_no_script(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "script.py"
    path.write_bytes(content)
    done = twinproof("prove", str(path))
    assert done.returncode == 3
    assert message in done.stderr


def test_a_file_that_is_not_there() -> None:
    done = twinproof("prove", "nowhere.py")
    assert done.returncode == 3
    assert "nowhere.py: the script cannot be read: No such file or directory" in done.stderr


def test_a_line_that_is_no_line(tmp_path: Path) -> None:
    assert twinproof("prove", write(tmp_path, ""), "--upto", "0").returncode == 3
    assert twinproof("prove", write(tmp_path, ""), "--upto", "x").returncode == 3


def test_what_was_done_before_the_mistake_is_shown(tmp_path: Path) -> None:
    done = twinproof("prove", write(tmp_path, "p.case(p.left.x == 0)\np.skip()\n"))
    assert "goal 1 of 2" in done.stdout
    assert done.stderr.startswith(str(tmp_path))


def test_a_terminal_gets_colours_and_the_same_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr("twinproof.cli.prove.on_terminal", lambda: True)
    monkeypatch.setattr("rich.console.Console.print", lambda _, proof: shown.append(str(proof)))
    assert twinproof("prove", write(tmp_path, "")).returncode == 2
    assert shown == [text for text in shown if "noisy, one goal is open" in text]
    assert len(shown) == 1
