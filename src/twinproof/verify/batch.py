"""Many mechanisms, several at a time.

What was kept of an earlier run is checked first, on all cores. Each of the others gets a process of its own, which runs
the race of prover and refuter, checks the evidence and sends the verdict. Verdicts come as they are ready.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import importlib
import multiprocessing
import multiprocessing.connection
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn, Self

from twinproof.lang.errors import Diagnostic
from twinproof.lang.mechanism import Mechanism
from twinproof.verify.cache import Cache, Kept
from twinproof.verify.processes import (
    PATIENCE,
    Progress,
    end_all_of,
    end_with_the_parent,
    listening,
    possible,
    set_apart,
    undisturbed,
)
from twinproof.verify.verdict import Verdict

_TICK = 0.1  # seconds between two looks at the clock
_MOST_CHECKERS = 8  # processes that check what was kept; more would take longer to start than to wait for
_GRACE = 2.0  # seconds beyond a timeout that a process has to say that its time was over


@dataclass(frozen=True)
class Task:
    """A mechanism, and the text that it was read from."""

    mechanism: Mechanism
    source: str


@dataclass(frozen=True)
class Wanted:
    """How verdicts are to be found; `jobs` are the processes at work, all cores unless given."""

    infer: bool = False
    timeout: float | None = None
    jobs: int | None = None
    cluster: str | None = None
    cache: Cache | None = None

    @property
    def cores(self) -> int:
        return self.jobs or os.cpu_count() or 1


class Watcher:
    """Hears what goes on; this one does nothing about it."""

    def counted(self, tasks: Sequence[Task]) -> None:
        """So many tasks there are."""

    def begun(self, number: int) -> None:
        """The task is being worked on."""

    def told(self, number: int, side: str, text: str) -> None:
        """What the prover or the refuter is doing for it."""

    def waiting(self) -> None:
        """Time goes by."""


def verdicts(
    tasks: Iterable[Task], wanted: Wanted, watcher: Watcher | None = None
) -> Generator[tuple[int, Verdict | Diagnostic], None, None]:
    """The verdict on each task, with its number, as they come. An interrupt ends it, after what is known then.

    What was kept is checked while the tasks are still being read. A claim that protects nothing is an error.
    """
    watcher = watcher or Watcher()
    read: list[Task] = []
    rest: set[int] = set()
    with _Checkers(wanted) as checkers:
        for number, task in enumerate(tasks):
            read.append(task)
            if not checkers.take(number, task):
                rest.add(number)
        watcher.counted(read)
        for number, kept in checkers.results():
            if kept is None:
                rest.add(number)
            else:
                yield number, kept.verdict(read[number].mechanism)
    for number in sorted(rest):
        from twinproof.verify.meaning import why_meaningless  # with the solver, which what was kept may do without

        if problem := why_meaningless(read[number].mechanism):
            rest.remove(number)
            yield number, problem
    found = _Crew(read, wanted, watcher).run(sorted(rest)) if possible() else _in_turn(read, wanted, rest, watcher)
    for number, verdict in found:
        if wanted.cache is not None:
            wanted.cache.store(verdict, read[number].source, wanted.infer)
        yield number, verdict


def _in_turn(
    tasks: Sequence[Task], wanted: Wanted, numbers: set[int], watcher: Watcher
) -> Iterator[tuple[int, Verdict]]:
    from twinproof.verify.decide import verify

    for number in sorted(numbers):
        watcher.begun(number)
        progress = _telling(watcher, number)
        task = tasks[number]
        found = verify(
            task.mechanism, task.source, infer=wanted.infer, jobs=wanted.jobs, cluster=wanted.cluster, progress=progress
        )
        yield number, found


def _telling(watcher: Watcher, number: int) -> Progress:
    return lambda side, text: watcher.told(number, side, text)


# -------------------------------------------------------------------------------------------------------- what was kept


class _Checkers:
    """Processes that check what was kept of an earlier run; none is started for nothing."""

    def __init__(self, wanted: Wanted) -> None:
        self.wanted = wanted
        self.pool: Any = None
        self.asked: list[tuple[int, Any]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.pool is not None:
            with undisturbed():
                self.pool.terminate()
                self.pool.join()

    def take(self, number: int, task: Task) -> bool:
        """Have it checked what was kept about a task; whether there is something."""
        cache = self.wanted.cache
        if cache is None or not cache.has(task.mechanism, task.source, self.wanted.infer):
            return False
        if self.pool is None and self.wanted.cores > 1 and possible():
            with undisturbed():
                self.pool = multiprocessing.get_context("fork").Pool(min(self.wanted.cores, _MOST_CHECKERS), _quietly)
        question = (task.mechanism, task.source, self.wanted.infer)
        if self.pool is None:
            self.asked.append((number, functools.partial(cache.checked, *question)))
        else:
            self.asked.append((number, self.pool.apply_async(cache.checked, question).get))
        return True

    def results(self) -> Iterator[tuple[int, Kept | None]]:
        """What came of it, in the order of the tasks; None: it was not accepted."""
        for number, result in self.asked:
            yield number, result()


def _quietly() -> None:
    """The first thing in a process that checks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its processes
    end_with_the_parent()
    gc.disable()  # it does not live long


# -------------------------------------------------------------------------------------------------------- what is to do


def _work(task: Task, wanted: Wanted, jobs: int, pipe: Any) -> None:
    """The process of one mechanism."""
    set_apart()
    from twinproof.verify.decide import verify, with_the_smallest

    signal.signal(signal.SIGTERM, _leave)

    def send(kind: str, content: object) -> None:
        with undisturbed():
            pipe.send((kind, content))

    def tell(side: str, text: str) -> None:
        send("progress", (side, text))

    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        listening()
        verdict = verify(
            task.mechanism,
            task.source,
            jobs=jobs,
            timeout=wanted.timeout,
            side_by_side=True,
            cluster=wanted.cluster,
            progress=tell,
        )
        if wanted.infer and not verdict.interrupted:
            send("verdict", _portable(verdict))
            tell("verdict", f"{verdict.kind}; now for the smallest ε")
            verdict = with_the_smallest(verdict, jobs, wanted.cluster, tell)
        send("verdict", _portable(verdict))


def _portable(verdict: Verdict) -> Verdict:
    """Without its theorems, which cannot be sent; they are made again from the certificate."""
    from twinproof.verify.race import LEFT_BEHIND

    proof, inferred = (
        replace(p, theorem=LEFT_BEHIND) if p is not None else None for p in (verdict.proof, verdict.inferred)
    )
    return replace(verdict, proof=proof, inferred=inferred)


def _leave(*_: object) -> NoReturn:
    sys.exit(1)  # in the orderly way, in which a race ends its own processes


@dataclass
class _Member:
    """A process at work, and the last that was heard of it."""

    process: Any
    pipe: Any
    start: float
    verdict: Verdict | None = None


class _Crew:
    """The processes of several mechanisms."""

    def __init__(self, tasks: Sequence[Task], wanted: Wanted, watcher: Watcher) -> None:
        self.tasks = tasks
        self.wanted = wanted
        self.watcher = watcher
        self.members: dict[int, _Member] = {}

    def run(self, numbers: Sequence[int]) -> Iterator[tuple[int, Verdict]]:
        """Until all have a verdict."""
        if numbers:  # once, for all processes; who only checks what was kept does without it
            importlib.import_module("twinproof.verify.decide")
        at_a_time = min(max(1, self.wanted.cores // 2), max(1, len(numbers)))
        jobs = max(1, self.wanted.cores // at_a_time - 1)  # beside the prover
        waiting = deque(numbers)
        try:
            while waiting or self.members:
                while waiting and len(self.members) < at_a_time:
                    self._begin(waiting.popleft(), jobs)
                yield from self._hear(_TICK)
                self.watcher.waiting()
        except KeyboardInterrupt:
            yield from self._interrupted()
            raise
        finally:
            self._stop()

    def _begin(self, number: int, jobs: int) -> None:
        context = multiprocessing.get_context("fork")
        self.watcher.begun(number)
        with undisturbed():
            here, there = context.Pipe(duplex=False)
            process = context.Process(target=_work, args=(self.tasks[number], self.wanted, jobs, there), daemon=False)
            process.start()
            there.close()
            self.members[number] = _Member(process, here, time.monotonic())

    def _hear(self, seconds: float) -> Iterator[tuple[int, Verdict]]:
        """Take what the processes send; the verdicts of those that have ended."""
        ready = multiprocessing.connection.wait([m.pipe for m in self.members.values()], seconds)
        for number, member in list(self.members.items()):
            if member.pipe in ready and not self._take(number, member):
                yield number, self._dismiss(number, "its process ended without an answer")
            elif self._is_late(member):
                yield number, self._dismiss(number, "the time was over")

    def _take(self, number: int, member: _Member) -> bool:
        """One message; False at the end of them."""
        try:
            kind, content = member.pipe.recv()
        except EOFError:
            return False
        if kind == "progress":
            self.watcher.told(number, *content)
        else:
            member.verdict = content
        return True

    def _is_late(self, member: _Member) -> bool:
        limit = self.wanted.timeout
        return limit is not None and time.monotonic() - member.start > limit + _GRACE

    def _dismiss(self, number: int, reason: str) -> Verdict:
        """End the process: its last verdict, or that there is none for this reason."""
        from twinproof.search.result import Stuck

        with undisturbed():
            member = self.members.pop(number)
            end_all_of(member.process)
            member.process.join()
        mechanism = self.tasks[number].mechanism
        seconds = time.monotonic() - member.start
        verdict = member.verdict or Verdict(mechanism, "unknown", seconds, stuck=Stuck(reason))
        return replace(verdict, mechanism=mechanism)

    def _interrupted(self) -> Iterator[tuple[int, Verdict]]:
        """After an interrupt: the best so far of all that are at work."""
        for member in self.members.values():
            if member.process.is_alive():
                os.kill(member.process.pid, signal.SIGINT)
        end = time.monotonic() + PATIENCE + _GRACE
        for number, member in list(self.members.items()):
            while member.pipe.poll(max(end - time.monotonic(), 0)) and self._take(number, member):
                pass
            yield number, replace(self._dismiss(number, "it was interrupted"), interrupted=True)

    def _stop(self) -> None:
        with undisturbed():
            for member in self.members.values():
                end_all_of(member.process)
            for member in self.members.values():
                member.process.join()
