"""Running a script up to a line: what is executed, and what is not."""

from pathlib import Path

import pytest

from twinproof.tactics.running import run_script

SCRIPT = """\
from twinproof.tactics.script import Proof, expect_failure
from typing import Annotated
from twinproof import Epsilon, laplace, mechanism, within

@mechanism(epsilon="eps")
def noisy(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    y = laplace(x, 1 / eps)
    return y + 1

def finish(p):
    p.lap_gen(
        shift=0,
        bound=1,
    )
    p.auto()

p = Proof("script.py")
p.wp()
with expect_failure():
    p.lap_gen(shift=0, bound=0)
    p.auto()
if True:
    finish(p)
else:
    p.sorry()
p.qed()
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "script.py"
    path.write_text(SCRIPT)
    return path


@pytest.mark.parametrize(
    ("line", "proofs", "rules"),
    [
        (7, 0, []),  # inside the mechanism, which is not executed
        (16, 0, []),
        (17, 1, []),
        (18, 1, ["wp"]),
        (19, 1, ["wp"]),
        (20, 1, ["wp", "LapGen"]),  # inside the block
        (21, 1, ["wp"]),  # the failure has come, and what it did is undone
        (22, 1, ["wp"]),
        (11, 1, ["wp"]),  # inside a function: when it is called
        (13, 1, ["wp"]),  # a step ends where its last line ends
        (14, 1, ["wp", "LapGen"]),
        (23, 1, ["wp", "LapGen", "wp"]),
        (26, 1, ["wp", "LapGen", "wp"]),
        (99, 1, ["wp", "LapGen", "wp"]),
    ],
)
def test_up_to_a_line(script: Path, line: int, proofs: int, rules: list[str]) -> None:
    ran = run_script(script, line)
    assert ran.problem == ""
    assert len(ran.proofs) == proofs
    if proofs:
        assert ran.proofs[0].rules == rules
    assert ran.proved == (line in (23, 26, 99))


def test_the_whole_script(script: Path) -> None:
    ran = run_script(script)
    assert ran.proved
    assert ran.proofs[0].qed()


def test_imports_from_beside_the_script(script: Path) -> None:
    (script.parent / "helper_beside.py").write_text("VALUE = 1\n")
    script.write_text("from helper_beside import VALUE\n" + SCRIPT.replace("bound=1", "bound=VALUE"))
    assert run_script(script).proved


def test_proofs_of_one_run_are_not_those_of_another(script: Path) -> None:
    assert len(run_script(script).proofs) == len(run_script(script).proofs) == 1
