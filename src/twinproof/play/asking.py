"""The page's side of its worker: one request at a time, and killed when its answer is no longer wanted."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator, Awaitable
from typing import Any, TypeVar

Result = TypeVar("Result")
LONGEST_ANSWER = 2**24
_PROGRAM = ("-m", "twinproof.play.worker")


class Failed(Exception):
    """The worker has ended without an answer."""


class Connection:
    """A worker process. What it has judged is lost with it."""

    def __init__(self) -> None:
        self._starting: asyncio.Task[asyncio.subprocess.Process] | None = None
        self._busy = False
        self._count = 0

    def warm(self) -> None:
        """Start a process, unless there is one: loading a solver takes a second."""
        if self._starting is None:
            self._starting = asyncio.create_task(_started())

    async def ask(self, seconds: float, **request: Any) -> AsyncIterator[dict[str, Any]]:
        """The answers to a request, as they come. Whoever does not wait for the last one ends the process.

        Raises `TimeoutError` when it takes longer than so many seconds, and `Failed` when the process is gone.
        """
        if self._busy:
            await self.end()
        self.warm()
        self._busy = True
        self._count = number = self._count + 1
        end = time.monotonic() + seconds
        assert self._starting is not None
        try:
            process = await _until(end, asyncio.shield(self._starting))
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(json.dumps({**request, "number": number}).encode() + b"\n")
            while line := await _until(end, process.stdout.readline()):
                answer: dict[str, Any] = json.loads(line)
                if answer == {"done": number}:
                    self._busy = False
                    return
                if "ready" not in answer:
                    yield answer
            raise Failed(f"the process that works for this page has ended ({await process.wait()})")
        finally:
            if self._busy and number == self._count:  # nobody else has asked since
                await self.end()

    async def end(self) -> None:
        """End the process, if there is one."""
        starting, self._starting, self._busy = self._starting, None, False
        if starting is None:
            return
        process = await asyncio.shield(starting)  # who waits may be cancelled: it is begun all the same
        if process.returncode is None:
            process.kill()
        await process.wait()


async def _started() -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    quiet = asyncio.subprocess.DEVNULL
    return await asyncio.create_subprocess_exec(
        sys.executable, *_PROGRAM, stdin=pipe, stdout=pipe, stderr=quiet, limit=LONGEST_ANSWER
    )


async def _until(end: float, wanted: Awaitable[Result]) -> Result:
    """What is waited for, if it comes in time."""
    return await asyncio.wait_for(wanted, max(0.0, end - time.monotonic()))
