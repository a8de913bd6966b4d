"""The tutorial and the reference tell the truth: their code is run, and the outputs in them are made anew and compared.

The Python blocks of a page belong together. What a block prints stands in the `text` block behind it; a block without
one prints nothing. Commands stand in `console` blocks, which `tests/test_docs.py` compares. After a change, `python -m
tests.tactics.test_tutorial` writes all outputs into the pages.
"""

import contextlib
import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from tests.cli.test_commands import process
from twinproof.tactics import script
from twinproof.tactics.proof import Proof, tactics

ROOT = Path(__file__).parent.parent.parent
PAGES = [ROOT / "docs" / "tutorial.md", ROOT / "docs" / "proofs.md"]
BLOCK = re.compile(r"```(python|console)\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", re.DOTALL)


def made_anew(page: str, commands_too: bool = False) -> str:
    """The page, with every output as it is now."""
    names: dict[str, object] = {"__name__": "__tutorial__"}

    def block(match: re.Match[str]) -> str:
        kind, content, _ = match.groups()
        if kind == "console" and not commands_too:
            return match.group()
        if kind == "console":
            commands = [part.split("\n", 1)[0] for part in re.split(r"^\$ ", content, flags=re.MULTILINE)[1:]]
            shown = "".join(f"$ {command}\n{_answer(command)}" for command in commands)
            return f"```console\n{shown}```\n"
        output = _printed(content, names)
        return f"```python\n{content}```\n" + (f"\n```text\n{output}```\n" if output else "")

    return BLOCK.sub(block, page)


def _answer(command: str) -> str:
    program, *words = shlex.split(command)
    assert program == "twinproof"
    done = process(*words, COLUMNS="200")
    return (done.stdout + done.stderr).strip() + "\n"


def _printed(code: str, names: dict[str, object]) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        exec(compile(code, "<stdin>", "exec"), names)
    return printed.getvalue()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_outputs_are_real(page: Path) -> None:
    text = page.read_text()
    assert made_anew(text) == text


def test_the_tutorial_ends_with_the_readers_own_proof() -> None:
    steps = "".join(code for kind, code, _ in BLOCK.findall(PAGES[0].read_text()) if kind == "python")
    assert "above_threshold" in steps
    assert "p.qed()" in steps


def test_the_reference_knows_every_tactic() -> None:
    page = PAGES[1].read_text()
    methods = tactics(Proof)
    assert len(methods) > 35
    assert [name for name in methods if f"`{name}(" not in page and f"p.{name}(" not in page] == []
    assert [name for name in script.__all__ if name not in page and not isinstance(getattr(script, name), type)] == []


def test_a_wrong_output_would_be_noticed() -> None:
    page = "```python\nprint(1 + 1)\n```\n\n```text\n3\n```\n"
    assert made_anew(page) == page.replace("3", "2")
    assert made_anew("```python\nprint(4)\n```\n") == "```python\nprint(4)\n```\n\n```text\n4\n```\n"


if __name__ == "__main__":
    for path in PAGES:
        path.write_text(made_anew(path.read_text(), commands_too=True))
        sys.stdout.write(f"{path.relative_to(ROOT)}\n")
