"""Asking a process of its own: one request, answers as they come; and telling the editor how far it is."""

from __future__ import annotations

import asyncio
import json
import sys
import uuid
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

LONGEST_ANSWER = 2**24


async def ask(program: tuple[str, ...], request: dict[str, Any], hear: Callable[[Any], None]) -> str:
    """Send a request to a Python program and hear its answers; the last thing that it complained about.

    Whoever cancels this kills the program.
    """
    pipe = asyncio.subprocess.PIPE
    worker = await asyncio.create_subprocess_exec(
        sys.executable, *program, stdin=pipe, stdout=pipe, stderr=pipe, limit=LONGEST_ANSWER
    )
    assert worker.stdin is not None
    assert worker.stdout is not None
    assert worker.stderr is not None
    complaints = asyncio.create_task(worker.stderr.read())
    try:
        worker.stdin.write(json.dumps(request).encode() + b"\n")
        async for line in worker.stdout:
            hear(json.loads(line))
        text = (await complaints).decode(errors="replace").strip()
        return text.rpartition("\n")[2][:200]
    finally:
        complaints.cancel()
        if worker.returncode is None:
            worker.kill()
        await worker.wait()


class ProgressBar:
    """How far some work is, for an editor that shows such things; its user may cancel it."""

    def __init__(self, server: LanguageServer, title: str, cancel: Callable[[], object]) -> None:
        self.server, self.title, self.cancel = server, title, cancel
        self.token = str(uuid.uuid4())
        self.message, self.percentage = "", 0
        self.begun = self.ended = False
        window = server.client_capabilities.window
        if window is not None and window.work_done_progress:
            server.work_done_progress.create(self.token, self._begin)

    def _begin(self, *_: object) -> None:
        if self.ended:
            return
        self.begun = True
        start = types.WorkDoneProgressBegin(
            self.title, cancellable=True, message=self.message, percentage=self.percentage
        )
        self.server.work_done_progress.begin(self.token, start)
        self.server.work_done_progress.tokens[self.token].add_done_callback(self._cancelled)

    def _cancelled(self, asked: Future[Any]) -> None:
        if asked.cancelled():
            self.cancel()

    def say(self, message: str, percentage: int) -> None:
        """What is being done, and how much is done."""
        self.message, self.percentage = message, percentage
        if self.begun and not self.ended:
            said = types.WorkDoneProgressReport(cancellable=True, message=message, percentage=percentage)
            self.server.work_done_progress.report(self.token, said)

    def end(self) -> None:
        """The work is over."""
        self.ended = True
        if self.begun:
            self.server.work_done_progress.end(self.token, types.WorkDoneProgressEnd())
        self.server.work_done_progress.tokens.pop(self.token, None)
