"""The goals of proof scripts: behind each line as `prove --upto` has them, over the protocol, and never unasked."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from tests.integrations.editor import PATIENCE, editor
from twinproof.integrations.lsp.recording import record
from twinproof.tactics.running import run_script

ROOT = Path(__file__).parents[2]
SCRIPT = f"""from twinproof.tactics.script import Proof

p = Proof("{ROOT}/gallery/private/laplace_mechanism.py")
p.lap_gen(shift=0, bound=p.rigid.k)
p.auto()
p.qed()
"""
BLOCKS = f'''"""A script with blocks, and a part that is not come to."""

from __future__ import annotations

from twinproof.tactics.script import Proof, TacticFailed


def finish(p: Proof) -> None:
    p.auto()
    p.qed()


p = Proof("{ROOT}/gallery/private/laplace_mechanism.py")
for word in ("one", "two"):
    try:
        p.wp(left=9)
    except TacticFailed:
        word = word.upper()
    else:
        raise ValueError(word)
if word == "TWO":
    p.lap_gen(
        shift=0,
        bound=p.rigid.k,
    )
else:
    p.sorry()
finish(p)
'''


def check_against_runs(path: Path, step: int = 1) -> None:
    """What is recorded in one run is what a run up to each line shows."""
    text = path.read_text()
    recording = record(text, path)
    for line in range(1, text.count("\n") + 2, step):
        ran = run_script(path, line)
        shown = recording["states"][recording["lines"][line]]
        assert shown["text"] == "\n\n".join(proof.all_goals() for proof in ran.proofs), f"{path.name}, line {line}"
        assert [proof["proved"] for proof in shown["proofs"]] == [proof.proved for proof in ran.proofs]
        assert recording["reached"][line] == (not ran.problem), ran.problem


@pytest.mark.parametrize("name", ["above_threshold", "sparse_vector", "above_threshold_value", "out_of_step"])
def test_scripts_are_recorded_as_they_run_up_to_a_line(name: str) -> None:
    check_against_runs(ROOT / "proofs" / f"{name}.py", step=5)


def test_blocks_functions_and_lines_that_are_not_come_to(tmp_path: Path) -> None:
    path = tmp_path / "blocks.py"
    path.write_text(BLOCKS.replace("from __future__ import annotations\n", ""))
    check_against_runs(path)
    assert record(BLOCKS, path)["problem"] is None, "nothing stands before what is imported from the future"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (SCRIPT.replace("shift=0", "shift=1"), 5, "auto does not apply"),
        (SCRIPT.replace("p.auto()", "1 / 0"), 5, "ZeroDivisionError: division by zero"),
        (SCRIPT.replace("p.auto()", "raise SystemExit"), 5, "the script ended itself (sys.exit)"),
        (SCRIPT.replace("laplace_mechanism.py", "nowhere.py"), 3, "TP001"),
        (SCRIPT.replace("p.auto()", "p.auto("), 5, "this is not Python"),
        (SCRIPT.replace("p.auto()\n", ""), 5, "1 goal is still open"),
    ],
)
def test_what_goes_wrong_has_its_line(text: str, line: int, words: str, tmp_path: Path) -> None:
    recording = record(text, tmp_path / "script.py")
    assert recording["problem"] is not None
    assert recording["problem"]["line"] == line
    assert words in recording["problem"]["text"]
    assert not recording["reached"][-1]


def test_the_goals_behind_a_line_over_the_protocol(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with editor(tmp_path / "script.py") as it:
            it.open(SCRIPT)
            await it.until(lambda shown: shown == [])
            told = await it.ask("twinproof/explain", 3)
            assert told.script
            first, second, third = [await it.ask("twinproof/goals", line) for line in (3, 4, 5)]
            (proof,) = first.proofs
            assert proof.summary == "laplace_mechanism, one goal is open"
            (goal,) = proof.goals
            assert goal.cost == "budget ⟨k · eps, 0⟩"
            assert any("laplace" in cell[2] or "L_" in cell[2] for row in goal.programs for cell in row)
            assert second.proofs[0].goals[0].before == goal.before
            assert second.text != first.text
            assert third.proofs[0].proved
            begun = [p for p in it.progress if p.value["kind"] == "begin"]
            assert len(begun) == 1, "one run answers for all lines"

            it.change(SCRIPT.replace("shift=0", "shift=1"))
            wrong = await it.ask("twinproof/goals", 6)
            assert wrong.problem.line == 5
            assert not wrong.reached
            (shown,) = await it.until(lambda shown: [d.code for d in shown] == ["script"])
            assert shown.range.start.line == 4
            assert shown.severity == types.DiagnosticSeverity.Error
            assert await it.ask("twinproof/goals", 4) is not None

            it.change("x = 1\n")
            assert await it.ask("twinproof/goals", 1) is None

    asyncio.run(scenario())


def test_a_script_is_run_only_when_goals_are_asked_for_and_ended_with_its_text(tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    endless = f"{SCRIPT}\nopen({str(ran)!r}, 'w').close()\nwhile True:\n    pass\n"

    async def scenario() -> None:
        async with editor(tmp_path / "script.py") as it:
            it.open(endless)
            await it.until(lambda shown: shown == [])
            it.save()
            assert (await it.ask("twinproof/explain", 3)).script
            assert not ran.exists()
            waiting = asyncio.create_task(it.ask("twinproof/goals", 3))
            async with asyncio.timeout(PATIENCE):
                while not ran.exists():
                    await asyncio.sleep(0.02)
            it.change(SCRIPT)
            assert (await it.ask("twinproof/goals", 6)).proofs[0].proved
            stopped: Any = await waiting
            assert (stopped.reached, stopped.problem.text) == (False, "the script was stopped")

    asyncio.run(scenario())
