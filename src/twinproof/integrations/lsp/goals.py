"""Proof scripts in an editor: one run of a text, and the goals behind each of its lines."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from twinproof.integrations.lsp.asking import ProgressBar
from twinproof.integrations.lsp.display import SOURCE, Reading

if TYPE_CHECKING:
    from twinproof.integrations.lsp.recording import Recording

Ask = Callable[[Callable[[Any], None]], Awaitable[str]]


class Script:
    """A run of a script, or what came of it. Whoever wants goals waits for the same run."""

    def __init__(self, text: str, server: LanguageServer, ask: Ask) -> None:
        self.text = text
        self.recording: Recording | None = None
        self.trouble = ""
        self.task = asyncio.create_task(self._run(server, ask))

    async def _run(self, server: LanguageServer, ask: Ask) -> None:
        bar = ProgressBar(server, "twinproof: running the proof script", self.give_up)
        try:
            self.trouble = await ask(self._hear)
        finally:
            bar.end()

    def _hear(self, answer: Any) -> None:
        self.recording = answer["recording"]

    def give_up(self) -> None:
        """The user has no patience with the script."""
        self.task.cancel()

    async def behind(self, line: int) -> dict[str, Any]:
        """The goals behind a line (from one), once the script has run."""
        await asyncio.wait([self.task])
        if self.recording is None:
            stopped = "the script was stopped" if self.task.cancelled() else f"the script did not end well{self._words}"
            problem = {"line": None, "text": stopped}
            return {"line": line, "proofs": [], "text": stopped, "reached": False, "problem": problem}
        at = min(line, len(self.recording["lines"]) - 1)
        state, reached = self.recording["states"][self.recording["lines"][at]], self.recording["reached"][at]
        return {"line": line, **state, "reached": reached, "problem": None if reached else self.recording["problem"]}

    @property
    def _words(self) -> str:
        return f": {self.trouble}" if self.trouble else ""

    def diagnostics(self, reading: Reading) -> list[types.Diagnostic]:
        """What went wrong, where it did."""
        problem = self.recording["problem"] if self.recording is not None else None
        if problem is None:
            return []
        place, error = reading.line(problem["line"] or 1), types.DiagnosticSeverity.Error
        return [types.Diagnostic(place, problem["text"], error, code="script", source=SOURCE)]
