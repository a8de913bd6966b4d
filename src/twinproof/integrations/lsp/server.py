"""The server: what happens when a text is opened, changed, saved or closed.

A text is read in a thread, and the result is dropped if the text has changed meanwhile. Findings are kept by what they
are about (`key_of`), so that whatever is shown belongs to the text as it is now; a job whose mechanisms have changed is
killed by the next save.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from twinproof import __version__
from twinproof.integrations.lsp.display import SOURCE, Reading, diagnostics, hints, hover
from twinproof.integrations.lsp.finding import Finding, Key, key_of
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text

WORKER = ("-P", "-m", "twinproof.integrations.lsp.worker")  # -P: a json.py beside the user's file is not ours
LONGEST_ANSWER = 2**24
MOST_FINDINGS = 1_000
STACK = 16 * 2**20  # texts are read in threads, and deeply nested ones need as much as a main thread has


class Job:
    """The verification of some mechanisms of one text, in a process of its own."""

    def __init__(self, keys: frozenset[Key], task: asyncio.Task[None]) -> None:
        self.keys = keys
        self.task = task


class TwinproofServer(LanguageServer):
    """The language server."""

    def __init__(self) -> None:
        super().__init__(SOURCE, __version__)
        self.readings: dict[str, Reading] = {}
        self.findings: dict[Key, Finding] = {}
        self.jobs: dict[str, Job] = {}
        self.reader = asyncio.Lock()
        self.turn = asyncio.Semaphore(1)  # one verification at a time: the editor needs the machine too

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
        self.readings[uri] = Reading(uri, version, text, tuple(results), units)
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

    def _lacks_verdict(self, mechanism: Mechanism) -> bool:
        finding = self.findings.get(key_of(mechanism))
        return finding is None or finding.kind == "failed"

    def stop(self, uri: str) -> None:
        """End the verification of a text."""
        job = self.jobs.pop(uri, None)
        if job is not None:
            job.task.cancel()

    async def _verify(self, reading: Reading, wanted: Sequence[Mechanism]) -> None:
        async with self.turn:
            left = {m.name: m for m in wanted}
            last = await self._listen(reading, left)
            for mechanism in left.values():
                said = f": {last}" if last else ""
                self._found(reading.uri, mechanism, Finding("failed", f"{mechanism.name} was not verified{said}"))

    async def _listen(self, reading: Reading, left: dict[str, Mechanism]) -> str:
        """Show findings as they come, taking them off the list; the last thing that the worker complained about."""
        pipe = asyncio.subprocess.PIPE
        worker = await asyncio.create_subprocess_exec(
            sys.executable, *WORKER, stdin=pipe, stdout=pipe, stderr=pipe, limit=LONGEST_ANSWER
        )
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert worker.stderr is not None
        complaints = asyncio.create_task(worker.stderr.read())
        try:
            request = {"path": self._path(reading.uri), "text": reading.text, "names": list(left)}
            worker.stdin.write(json.dumps(request).encode() + b"\n")
            async for line in worker.stdout:
                answer = json.loads(line)
                self._found(reading.uri, left.pop(answer["name"]), Finding.from_json(answer["finding"]))
            text = (await complaints).decode(errors="replace").strip()
            return text.rpartition("\n")[2][:200]
        finally:
            complaints.cancel()
            if worker.returncode is None:
                worker.kill()
            await worker.wait()

    def _path(self, uri: str) -> str:
        return self.workspace.get_text_document(uri).path

    def _found(self, uri: str, mechanism: Mechanism, finding: Finding) -> None:
        self.findings[key_of(mechanism)] = finding
        while len(self.findings) > MOST_FINDINGS:
            del self.findings[next(iter(self.findings))]
        self.publish(uri)
        workspace = self.client_capabilities.workspace
        if workspace is not None and workspace.inlay_hint is not None and workspace.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)


# ------------------------------------------------------------------------------------------------------------ requests


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
    server.readings.pop(uri, None)
    server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


def hovered(server: TwinproofServer, params: types.HoverParams) -> types.Hover | None:
    uri = params.text_document.uri
    reading, job = server.readings.get(uri), server.jobs.get(uri)
    if reading is None:
        return None
    pending = job is not None and not job.task.done()
    said = hover(reading, server.findings, params.position.line + 1, pending)
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, said)) if said else None


def hinted(server: TwinproofServer, params: types.InlayHintParams) -> list[types.InlayHint]:
    reading = server.readings.get(params.text_document.uri)
    return hints(reading, server.findings, params.range) if reading is not None else []


def ended(server: TwinproofServer, _: None) -> None:
    for uri in list(server.jobs):
        server.stop(uri)


HANDLERS: dict[str, Callable[..., Any]] = {
    types.TEXT_DOCUMENT_DID_OPEN: opened,
    types.TEXT_DOCUMENT_DID_CHANGE: changed,
    types.TEXT_DOCUMENT_DID_SAVE: saved,
    types.TEXT_DOCUMENT_DID_CLOSE: closed,
    types.TEXT_DOCUMENT_HOVER: hovered,
    types.TEXT_DOCUMENT_INLAY_HINT: hinted,
    types.SHUTDOWN: ended,
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
