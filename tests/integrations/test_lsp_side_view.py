"""What the language server says at length, asked by a real client: lenses, progress, fixes, proofs in words, links."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from lsprotocol import types

from tests.integrations.editor import PATIENCE, Editor, editor
from tests.integrations.programs import COUNT, HALF, HEAD, OPEN, WRONG

DEF, DRAW = 7, 8  # the lines of `def` and of the draw in a text that has one mechanism
GALLERY = Path(__file__).parents[2] / "gallery"


def codes(shown: list[types.Diagnostic]) -> list[object]:
    return [d.code for d in shown]


async def explained(it: Editor, line: int) -> dict[str, Any]:
    told = await it.ask("twinproof/explain", line)
    assert told is not None
    return dict(told._asdict())


def titles(told: dict[str, Any]) -> list[str]:
    return [section.title for section in told["sections"]]


def test_a_verdict_is_told_at_length_with_its_progress(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with editor(tmp_path / "mine.py") as it:
            it.open(HEAD + COUNT + HALF + OPEN)
            await it.until(lambda shown: shown == [])
            pending = await explained(it, DEF)
            assert (pending["verdict"], pending["mechanism"]) == ("pending", "count")
            assert await it.lenses() == ["verifying …"] * 3
            await it.until(lambda shown: codes(shown) == ["proved", "refuted", "unknown"])
            assert await it.lenses() == ["✓ proved, eps", "✗ refuted: show the inputs", "? unknown: why"]
            assert it.lenses_refreshed >= 4

            proved = await explained(it, DEF)
            assert (proved["verdict"], proved["script"]) == ("proved", False)
            assert proved["range"].start.line == DEF - 1
            assert titles(proved)[:4] == ["In words", "Draw by draw", "Couplings", "Budget"]
            assert "The right run draws the same noisy as the left run" in proved["markdown"]
            assert "100% of `eps`" in proved["markdown"]
            assert (await explained(it, DEF - 1))["mechanism"] == "count", "the decorator is a part of it"
            assert (await explained(it, 1))["mechanism"] == "count", "there is none before it"

            refuted = await explained(it, DEF + 5)
            assert refuted["verdict"] == "refuted"
            assert titles(refuted)[:3] == ["Two adjacent inputs", "What is seen", "Why"]
            unknown = await explained(it, 100)
            assert (unknown["mechanism"], unknown["verdict"]) == ("undecided", "unknown")
            assert "none of the couplings that were tried" in unknown["markdown"]

            async with asyncio.timeout(PATIENCE):
                while not it.progress or it.progress[-1].value["kind"] != "end":
                    await asyncio.sleep(0.02)
            first, *_, last = (p.value for p in it.progress)
            assert (first["kind"], first["title"], last["kind"]) == ("begin", "twinproof: verifying", "end")
            assert len({p.token for p in it.progress}) == 1
            said = [p.value["message"] for p in it.progress[:-1]]
            assert any(text.startswith("half, prover: ") for text in said)
            assert "half, looking for a fix" in said

    asyncio.run(scenario())


def test_a_fix_is_offered_and_leads_to_a_proof(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with editor(tmp_path / "mine.py") as it:
            it.open(HEAD + HALF)
            await it.until(lambda shown: codes(shown) == ["refuted"])
            async with asyncio.timeout(PATIENCE):
                while not (offered := await it.actions(DEF)):
                    await asyncio.sleep(0.05)
            (action,) = offered
            assert action.title == "Draw with the scale 1 / eps in line 8: then the claim is proved"
            assert action.kind == types.CodeActionKind.QuickFix
            assert action.edit is not None
            assert action.edit.changes is not None
            ((edit,),) = action.edit.changes.values()
            start = len("    noisy = laplace(x, ")
            before = "1 / (2 * eps)"
            assert edit == types.TextEdit(
                types.Range(types.Position(7, start), types.Position(7, start + len(before))), "1 / eps"
            )
            assert [a.title for a in await it.actions(DRAW)] == [action.title]
            assert await it.actions(1) == []
            assert "What would mend it" in titles(await explained(it, DEF))

            it.change(HEAD + HALF.replace("laplace(x,", "laplace( x,"))
            await it.until(lambda shown: codes(shown) == ["refuted"])
            assert await it.actions(DEF) == [], "the place is another one now"
            it.change(HEAD + HALF.replace(before, edit.new_text))
            it.save()
            await it.until(lambda shown: codes(shown) == ["proved"])

    asyncio.run(scenario())


def test_codes_lead_to_their_pages(tmp_path: Path) -> None:
    async def link(options: dict[str, Any] | None) -> str:
        async with editor(tmp_path / "mine.py", options=options) as it:
            it.open(HEAD + WRONG)
            (problem,) = await it.until(lambda shown: codes(shown) == ["TP201"])
            return problem.code_description.href if problem.code_description is not None else ""

    plain = asyncio.run(link(None))
    assert plain.startswith("file://")
    assert plain.endswith("/docs/errors.md#tp201-a-statement-is-not-in-the-language")
    assert asyncio.run(link({"pages": "command:show?{code}"})) == "command:show?TP201"
    assert asyncio.run(link({"pages": ""})) == ""


def test_whoever_has_no_patience_cancels(tmp_path: Path) -> None:
    slow = (GALLERY / "private" / "smart_sum.py").read_text()

    async def scenario() -> None:
        async with editor(tmp_path / "mine.py") as it:
            it.open(slow)
            async with asyncio.timeout(PATIENCE):
                while not it.progress:
                    await asyncio.sleep(0.02)
                token = it.progress[0].token
                it.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token))
                while it.progress[-1].value["kind"] != "end":
                    await asyncio.sleep(0.02)
            assert await it.lenses() == ["save for a verdict"]

    asyncio.run(scenario())


def test_what_is_told_is_plain_json(tmp_path: Path) -> None:
    """So that any editor can read it: no sets, no tuples within, nothing of ours."""
    from twinproof.integrations.lsp.finding import Finding, finding_of
    from twinproof.lang.mechanism import Mechanism
    from twinproof.lang.reader import read_text
    from twinproof.verify import verify

    for mechanism in read_text(HEAD + COUNT + HALF, "mine.py"):
        assert isinstance(mechanism, Mechanism)
        finding = finding_of(verify(mechanism, jobs=1))
        written = json.loads(json.dumps(finding.to_json()))
        assert json.loads(json.dumps(Finding.from_json(written).to_json())) == written
        assert finding.sections


def test_an_editor_may_leave_in_the_middle_of_the_work(tmp_path: Path) -> None:
    """The server ends well, and at once: nothing is said to somebody who is gone."""
    slow = (GALLERY / "private" / "smart_sum.py").read_text()

    async def scenario() -> None:
        async with editor(tmp_path / "mine.py") as it:
            it.open(slow)
            async with asyncio.timeout(PATIENCE):
                while not it.progress:
                    await asyncio.sleep(0.02)

    asyncio.run(scenario())
