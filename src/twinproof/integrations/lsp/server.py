"""The server: what happens when a text is opened, changed, saved or closed, and what it is asked.

A text is read in a thread, and the result is dropped if the text has changed meanwhile. Findings are kept by what they
are about (`key_of`), so that whatever is shown belongs to the text as it is now; a job whose mechanisms have changed is
killed by the next save. Proof scripts are run only when an editor asks for their goals, and each text of one only once.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from twinproof import __version__
from twinproof.integrations.lsp.asking import ProgressBar, ask
from twinproof.integrations.lsp.display import (
    SOURCE,
    Reading,
    actions,
    diagnostics,
    explanation,
    hints,
    hover,
    is_script,
    lenses,
)
from twinproof.integrations.lsp.finding import Finding, Key, key_of
from twinproof.integrations.lsp.goals import Script
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.verify.changes import Fix

if TYPE_CHECKING:
    from pygls.server import ServerErrors

WORKER = ("-P", "-m", "twinproof.integrations.lsp.worker")  # -P: a json.py beside the user's file is not ours
SCRIPT_WORKER = ("-P", "-m", "twinproof.integrations.lsp.script_worker")
EXPLAIN, GOALS = "twinproof/explain", "twinproof/goals"
MOST_FINDINGS = 1_000
STACK = 16 * 2**20  # texts are read in threads, and deeply nested ones need as much as a main thread has


@dataclass(frozen=True, eq=False)
class Job:
    """The verification of some mechanisms of one text, in a process of its own."""

    keys: frozenset[Key]
    task: asyncio.Task[None]


class TwinproofServer(LanguageServer):
    """The language server."""

    def __init__(self) -> None:
        super().__init__(SOURCE, __version__)
        self.pages: str | None = None
        self.over = False
        self.readings: dict[str, Reading] = {}
        self.findings: dict[Key, Finding] = {}
        self.jobs: dict[str, Job] = {}
        self.scripts: dict[str, Script] = {}
        self.reader = asyncio.Lock()
        self.turn = asyncio.Semaphore(1)  # one verification at a time: the editor needs the machine too

    def report_server_error(self, error: Exception, source: ServerErrors) -> None:
        """Tell the editor what went wrong here, unless that is gone: it could not even be told so."""
        if not self.over:
            super().report_server_error(error, source)

    async def read(self, uri: str) -> bool:
        """Read the text as it is now and show what is known; False if it changed meanwhile."""
        document = self.workspace.get_text_document(uri)
        version, text, path = document.version, document.source, document.path
        async with self.reader:
            if not self._current(uri, version):
                return False
            results = await asyncio.to_thread(read_text, text, path)
        if not self._current(uri, version):
            return False
        units = self.workspace.position_codec.client_num_units
        self.readings[uri] = Reading(uri, version, text, tuple(results), units, self.pages)
        self.publish(uri)
        return True

    def _current(self, uri: str, version: int | None) -> bool:
        document = self.workspace.text_documents.get(uri)
        return document is not None and document.version == version

    def publish(self, uri: str) -> None:
        """Show what is known of the text as it was read last."""
        reading = self.readings.get(uri)
        if reading is not None:
            shown = diagnostics(reading, self.findings)
            script = self.scripts.get(uri)
            if script is not None and script.text == reading.text:
                shown += script.diagnostics(reading)
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, shown, reading.version))

    def start(self, uri: str) -> None:
        """Verify what has no verdict yet, in place of what was being verified."""
        reading = self.readings[uri]
        wanted = [m for m in reading.mechanisms if self._lacks_verdict(m)]
        keys = frozenset(map(key_of, wanted))
        job = self.jobs.get(uri)
        if job is not None and not job.task.done() and job.keys == keys:
            return
        self.stop(uri)
        if wanted:
            self.jobs[uri] = Job(keys, asyncio.create_task(self._verify(reading, wanted)))
            self.refresh_lenses()

    def _lacks_verdict(self, mechanism: Mechanism) -> bool:
        finding = self.findings.get(key_of(mechanism))
        return finding is None or finding.kind == "failed"

    def stop(self, uri: str) -> None:
        """End the verification of a text."""
        job = self.jobs.pop(uri, None)
        if job is not None:
            job.task.cancel()

    def is_pending(self, uri: str) -> bool:
        """Whether a text is being verified."""
        job = self.jobs.get(uri)
        return job is not None and not job.task.done()

    async def _verify(self, reading: Reading, wanted: Sequence[Mechanism]) -> None:
        async with self.turn:
            left = {m.name: m for m in wanted}
            bar = ProgressBar(self, "twinproof: verifying", lambda: self._given_up(reading.uri))
            try:
                last = await self._listen(reading, wanted, left, bar)
            finally:
                bar.end()
            for mechanism in left.values():
                said = f": {last}" if last else ""
                self._found(reading.uri, mechanism, Finding("failed", f"{mechanism.name} was not verified{said}"))

    def _given_up(self, uri: str) -> None:
        """The user has no patience with a verification."""
        self.stop(uri)
        self.publish(uri)
        self.refresh()

    async def _listen(
        self, reading: Reading, wanted: Sequence[Mechanism], left: dict[str, Mechanism], bar: ProgressBar
    ) -> str:
        """Show findings as they come, taking them off the list; the last thing that the worker complained about."""
        mechanisms = {m.name: m for m in wanted}

        def hear(answer: dict[str, Any]) -> None:
            name = answer["name"]
            match answer:
                case {"progress": str(text)}:
                    bar.say(f"{name}, {text}", 100 * (len(mechanisms) - len(left)) // len(mechanisms))
                case {"finding": finding}:
                    self._found(reading.uri, left.pop(name), Finding.from_json(finding))
                case {"fixes": fixes}:
                    self._mended(reading.uri, mechanisms[name], tuple(Fix(**fix) for fix in fixes))

        bar.say(", ".join(mechanisms), 0)
        request = {"path": self._path(reading.uri), "text": reading.text, "names": list(left)}
        return await ask(WORKER, request, hear)

    def _path(self, uri: str) -> str:
        return self.workspace.get_text_document(uri).path

    def _found(self, uri: str, mechanism: Mechanism, finding: Finding) -> None:
        self.findings[key_of(mechanism)] = finding
        while len(self.findings) > MOST_FINDINGS:
            del self.findings[next(iter(self.findings))]
        self.publish(uri)
        self.refresh()

    def _mended(self, uri: str, mechanism: Mechanism, fixes: tuple[Fix, ...]) -> None:
        finding = self.findings.get(key_of(mechanism))
        if finding is not None and fixes:
            self.findings[key_of(mechanism)] = replace(finding, fixes=fixes)
            self.publish(uri)  # whoever shows more than that asks again

    def refresh(self) -> None:
        """Have the editor ask again for what it has asked before."""
        workspace = self.client_capabilities.workspace
        if workspace is not None and workspace.inlay_hint is not None and workspace.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)
        self.refresh_lenses()

    def refresh_lenses(self) -> None:
        """Have the editor ask again for what stands above mechanisms."""
        workspace = self.client_capabilities.workspace
        if workspace is not None and workspace.code_lens is not None and workspace.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)

    # ---------------------------------------------------------------------------------------------------- proof scripts

    def script(self, uri: str, text: str) -> Script:
        """The run of a script with this text, which is begun if there is none; an older one is ended."""
        script = self.scripts.get(uri)
        if script is None or script.text != text:
            self.leave(uri)
            request = {"path": self._path(uri), "text": text}
            script = self.scripts[uri] = Script(text, self, lambda hear: ask(SCRIPT_WORKER, request, hear))
            script.task.add_done_callback(lambda _: self.publish(uri))
        return script

    def leave(self, uri: str) -> None:
        """End the run of a script."""
        script = self.scripts.pop(uri, None)
        if script is not None:
            script.task.cancel()


# ------------------------------------------------------------------------------------------------------------ requests


def begun(server: TwinproofServer, params: types.InitializeParams) -> None:
    options = params.initialization_options
    pages = options.get("pages") if isinstance(options, dict) else getattr(options, "pages", None)
    server.pages = pages if isinstance(pages, str) else None


async def opened(server: TwinproofServer, params: types.DidOpenTextDocumentParams) -> None:
    uri = params.text_document.uri
    if await server.read(uri):
        server.start(uri)


async def changed(server: TwinproofServer, params: types.DidChangeTextDocumentParams) -> None:
    await server.read(params.text_document.uri)


async def saved(server: TwinproofServer, params: types.DidSaveTextDocumentParams) -> None:
    uri = params.text_document.uri
    if await server.read(uri):
        server.start(uri)


def closed(server: TwinproofServer, params: types.DidCloseTextDocumentParams) -> None:
    uri = params.text_document.uri
    server.stop(uri)
    server.leave(uri)
    server.readings.pop(uri, None)
    server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


def hovered(server: TwinproofServer, params: types.HoverParams) -> types.Hover | None:
    uri = params.text_document.uri
    reading = server.readings.get(uri)
    if reading is None:
        return None
    said = hover(reading, server.findings, params.position.line + 1, server.is_pending(uri))
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, said)) if said else None


def hinted(server: TwinproofServer, params: types.InlayHintParams) -> list[types.InlayHint]:
    reading = server.readings.get(params.text_document.uri)
    return hints(reading, server.findings, params.range) if reading is not None else []


def looked_through(server: TwinproofServer, params: types.CodeLensParams) -> list[types.CodeLens]:
    uri = params.text_document.uri
    reading = server.readings.get(uri)
    return lenses(reading, server.findings, server.is_pending(uri)) if reading is not None else []


def acted(server: TwinproofServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    reading = server.readings.get(params.text_document.uri)
    return actions(reading, server.findings, params.range) if reading is not None else []


def explained(server: TwinproofServer, params: Any) -> dict[str, Any] | None:
    """`twinproof/explain`: the mechanism around a position."""
    uri, line = params.textDocument.uri, params.position.line + 1
    reading = server.readings.get(uri)
    return explanation(reading, server.findings, line, server.is_pending(uri)) if reading is not None else None


async def aimed(server: TwinproofServer, params: Any) -> dict[str, Any] | None:
    """`twinproof/goals`: what is left of a proof script behind a position. The script is run for that."""
    uri, line = params.textDocument.uri, params.position.line + 1
    text = server.workspace.get_text_document(uri).source
    return await server.script(uri, text).behind(line) if is_script(text) else None


async def ended(server: TwinproofServer, _: None) -> None:
    """Nothing that was started is left running, and nothing is said any more."""
    running = [job.task for job in server.jobs.values()] + [script.task for script in server.scripts.values()]
    for uri in list(server.jobs):
        server.stop(uri)
    for uri in list(server.scripts):
        server.leave(uri)
    if running:
        await asyncio.wait(running)
    server.over = True


def left(server: TwinproofServer, _: None) -> None:
    server.over = True


HANDLERS: dict[str, Callable[..., Any]] = {
    types.INITIALIZE: begun,
    types.TEXT_DOCUMENT_DID_OPEN: opened,
    types.TEXT_DOCUMENT_DID_CHANGE: changed,
    types.TEXT_DOCUMENT_DID_SAVE: saved,
    types.TEXT_DOCUMENT_DID_CLOSE: closed,
    types.TEXT_DOCUMENT_HOVER: hovered,
    types.TEXT_DOCUMENT_INLAY_HINT: hinted,
    types.TEXT_DOCUMENT_CODE_LENS: looked_through,
    types.TEXT_DOCUMENT_CODE_ACTION: acted,
    EXPLAIN: explained,
    GOALS: aimed,
    types.SHUTDOWN: ended,
    types.EXIT: left,
}


def serve() -> None:
    """Serve one editor over stdin and stdout, until it ends."""
    threading.stack_size(STACK)
    server = TwinproofServer()
    for name, handler in HANDLERS.items():
        server.feature(name)(handler)
    # The protocol has a stdout of its own, which pygls closes; whatever else prints something goes to stderr.
    protocol = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    with redirect_stdout(sys.stderr):
        server.start_io(stdout=protocol)
