"""The page's side of its worker: one request at a time, and killed when its answer is no longer wanted."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Any

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
        assert self._starting is not None
        try:
            async with asyncio.timeout(seconds):
                process = await self._starting
                assert process.stdin is not None
                process.stdin.write(json.dumps({**request, "number": number}).encode() + b"\n")
                async with aclosing(_answers(process)) as answers:
                    async for answer in answers:
                        if "done" in answer:
                            self._busy = False
                            return
                        yield answer
        finally:
            if self._busy and number == self._count:  # nobody else has asked since
                await self.end()

    async def end(self) -> None:
        """End the process, if there is one."""
        starting, self._starting, self._busy = self._starting, None, False
        if starting is None:
            return
        process = await starting
        if process.returncode is None:
            process.kill()
        await process.wait()


async def _started() -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    quiet = asyncio.subprocess.DEVNULL
    return await asyncio.create_subprocess_exec(
        sys.executable, *_PROGRAM, stdin=pipe, stdout=pipe, stderr=quiet, limit=LONGEST_ANSWER
    )


async def _answers(process: asyncio.subprocess.Process) -> AsyncGenerator[dict[str, Any], None]:
    assert process.stdout is not None
    while line := await process.stdout.readline():
        answer: dict[str, Any] = json.loads(line)
        if "ready" not in answer:
            yield answer
    raise Failed(f"the process that works for this page has ended ({await process.wait()})")
