"""The language server, asked by a real client: diagnostics, verdicts, hovers, and that it is never busy."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from lsprotocol import types

from tests.integrations.editor import SERVER, Editor, editor
from tests.integrations.programs import COUNT, HALF, HEAD, OPEN, WRONG
from twinproof.integrations.lsp.server import WORKER

Shown = list[types.Diagnostic]
GALLERY = Path(__file__).parents[2] / "gallery"
DEF, DRAW = 7, 8  # the lines of `def` and of the draw in a text that has one mechanism


def codes(shown: Shown) -> list[object]:
    return [d.code for d in shown]


def test_from_opening_to_a_verdict(tmp_path: Path) -> None:
    """Open a wrong text, correct it, save it, ask, change it; one wrong mechanism does not hide the others."""

    async def scenario(it: Editor) -> None:
        it.open(HEAD + WRONG)
        (problem,) = await it.until(lambda shown: codes(shown) == ["TP201"])
        assert problem.severity == types.DiagnosticSeverity.Error
        assert problem.source == "twinproof"
        assert problem.message == "del is not in the language\nhelp: assign a new value instead"
        assert problem.range == types.Range(types.Position(7, 4), types.Position(7, 9))

        it.change(HEAD + COUNT)
        assert await it.until(lambda shown: codes(shown) == []) == []
        assert await it.hover(DEF) == "count: save the file for a verdict"

        it.save()
        (proved,) = await it.until(lambda shown: codes(shown) == ["proved"])
        assert proved.severity == types.DiagnosticSeverity.Information
        assert proved.message == "proved: count is (eps, 0)-differentially private"
        assert proved.range == types.Range(types.Position(6, 4), types.Position(6, 9))
        head = await it.hover(DEF)
        assert head.startswith("**proved** count is (eps, 0)-differentially private")
        draw = await it.hover(DRAW)
        assert draw.startswith("**proved** count: The right run draws the same noisy as the left run; that costs |x⟨1⟩")
        assert "`noisy` is coupled by [ω-Samp] with shift `0`, cost `" in draw
        assert await it.hover(DRAW + 1) == ""
        (hint,) = await it.hints()
        assert hint.label == "costs at most eps"
        assert hint.position == types.Position(7, len("    noisy = laplace(x, 1 / eps)"))
        assert it.refreshed == 1

        it.change(HEAD + HALF)
        assert await it.until(lambda shown: codes(shown) == []) == []
        it.save()
        (refuted,) = await it.until(lambda shown: codes(shown) == ["refuted"])
        assert refuted.severity == types.DiagnosticSeverity.Error
        assert "on the left" in refuted.message
        assert refuted.related_information is not None
        (blamed,) = refuted.related_information
        assert blamed.location == types.Location(it.uri, types.Range(types.Position(7, 4), types.Position(7, 37)))
        assert blamed.message.startswith("with twice the noise here")
        assert "with twice the noise here" in await it.hover(DRAW)

        it.change(HEAD + COUNT)
        assert codes(await it.until(lambda shown: codes(shown) == ["proved"])) == ["proved"], "it was verified before"

        it.change(HEAD + COUNT + WRONG + OPEN)
        await it.until(lambda shown: codes(shown) == ["TP201", "proved"])
        it.save()
        (_, _, unknown) = await it.until(lambda shown: codes(shown) == ["TP201", "proved", "unknown"])
        assert unknown.severity == types.DiagnosticSeverity.Warning
        assert "No proof: none of the couplings that" in unknown.message

        it.close()
        assert await it.until(lambda shown: codes(shown) == []) == []

    asyncio.run(_with(tmp_path / "mine.py", scenario))


def test_the_server_answers_while_it_verifies_and_drops_what_is_stale(tmp_path: Path) -> None:
    slow = (GALLERY / "private" / "smart_sum.py").read_text()

    async def scenario(it: Editor) -> None:
        it.open(slow)
        line = next(n for n, text in enumerate(slow.split("\n"), 1) if text.startswith("def smart_sum"))
        await it.until(lambda shown: shown == [])
        assert await it.hover(line) == "smart_sum: being verified"
        it.change(HEAD + WRONG)
        await it.until(lambda shown: codes(shown) == ["TP201"])
        it.change(HEAD + COUNT)
        it.save()
        await it.until(lambda shown: codes(shown) == ["proved"])
        told = {str(d.message).split()[1] for p in it.published for d in p.diagnostics if d.code == "proved"}
        assert told == {"count"}

    asyncio.run(_with(tmp_path / "mine.py", scenario))


def test_an_editor_that_goes_away_ends_the_server() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SERVER, "lsp"], input=b"", capture_output=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_worker_ends_with_its_server() -> None:
    slow = (GALLERY / "private" / "smart_sum.py").read_text()
    request = {"path": "smart_sum.py", "text": slow, "names": ["smart_sum"]}
    run, said = [sys.executable, *WORKER], json.dumps(request) + "\n"
    done = subprocess.run(run, input=said, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (1, "")


def test_a_worker_that_fails_is_not_a_verdict(tmp_path: Path) -> None:
    """The verifier is replaced by one that stops: that is said, and the next save tries again."""
    broken = tmp_path / "twinproof_broken.py"
    broken.write_text(
        "import sys\nfrom twinproof.integrations.lsp import server\n"
        "server.WORKER = ('-c', 'raise SystemExit(\"out of memory\")')\nserver.serve()\n"
    )

    async def scenario(it: Editor) -> None:
        it.open(HEAD + COUNT)
        (failed,) = await it.until(lambda shown: codes(shown) == ["failed"])
        assert failed.severity == types.DiagnosticSeverity.Warning
        assert failed.message == "count was not verified: out of memory"
        before = len(it.published)
        it.save()
        await it.until(lambda shown: len(it.published) >= before + 2)

    async def run() -> None:
        async with editor(tmp_path / "mine.py", str(broken)) as it:
            await scenario(it)

    asyncio.run(run())


def test_without_pygls_there_is_a_clear_line() -> None:
    text = f"import sys; sys.modules['pygls'] = None; sys.argv[1:] = ['lsp']; {SERVER}"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 3
    assert done.stderr == "twinproof: the language server needs pygls: pip install 'twinproof[lsp]'\n"
    assert done.stdout == ""


async def _with(path: Path, scenario: Callable[[Editor], Awaitable[None]]) -> None:
    async with editor(path) as it:
        await scenario(it)
