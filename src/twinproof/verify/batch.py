"""Many mechanisms, several at a time.

What was kept of an earlier run is checked first, on all cores. Each of the others gets a process of its own, which runs
the race of prover and refuter, checks the evidence and sends the verdict. Verdicts come as they are ready.
"""

from __future__ import annotations

import gc
import importlib
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn, Self

from twinproof.lang.errors import Diagnostic
from twinproof.lang.mechanism import Mechanism
from twinproof.verify.cache import Cache
from twinproof.verify.processes import PATIENCE, Child, Children, Message, Progress, Send, can_fork, listening
from twinproof.verify.proofs import Proofs
from twinproof.verify.verdict import Verdict

_TICK = 0.1  # seconds between two looks at the clock
_MOST_CHECKED = 8  # at a time, of what was kept; more would take longer to start than to wait for
_GRACE = 2.0  # seconds beyond a timeout that a process has to say that its time was over


@dataclass(frozen=True)
class Wanted:
    """How verdicts are to be found; `jobs` are the processes at work, all cores unless given.

    Here: one after the other in this process, which is not forked. Then there is no timeout.
    """

    infer: bool = False
    timeout: float | None = None
    jobs: int | None = None
    cluster: str | None = None
    cache: Cache | None = None
    proofs: Proofs | None = None
    here: bool = False

    @property
    def cores(self) -> int:
        return self.jobs or os.cpu_count() or 1

    @property
    def forks(self) -> bool:
        return can_fork() and not self.here


class Watcher:
    """Hears what goes on; this one does nothing about it."""

    def counted(self, mechanisms: Sequence[Mechanism]) -> None:
        """So many there are."""

    def begun(self, number: int) -> None:
        """A mechanism is being worked on."""

    def told(self, number: int, side: str, text: str) -> None:
        """What the prover or the refuter is doing for it."""

    def waiting(self) -> None:
        """Time goes by."""


def verdicts(
    mechanisms: Iterable[Mechanism], wanted: Wanted, watcher: Watcher | None = None
) -> Generator[tuple[int, Verdict | Diagnostic], None, None]:
    """The verdict on each mechanism, with its number, as they come. An interrupt ends it, after what is known then.

    What was kept is checked while the mechanisms are still being read. A claim that protects nothing is an error.
    A certificate of the project's own counts before all else, and where none is accepted that is said.
    """
    watcher = watcher or Watcher()
    read: list[Mechanism] = []
    to_do: set[int] = set()
    by_certificate: dict[int, Verdict | str] = {}
    with _Checkers(wanted) as checkers:
        for number, mechanism in enumerate(mechanisms):
            read.append(mechanism)
            if wanted.proofs is not None and (judged := wanted.proofs.judge(mechanism)):
                by_certificate[number] = judged
            if isinstance(by_certificate.get(number), Verdict) or not checkers.take(number, mechanism):
                to_do.add(number)
        watcher.counted(read)
        for number, kept_verdict in checkers.results():
            if kept_verdict is None:
                to_do.add(number)
            else:
                yield number, _with_reason(kept_verdict, by_certificate.get(number))
    for number in sorted(to_do):
        from twinproof.verify.meaning import how_loose, why_meaningless  # with the solver, which others do without

        if problem := why_meaningless(read[number]):
            to_do.remove(number)
            yield number, problem
        elif isinstance(proved := by_certificate.get(number), Verdict):
            to_do.remove(number)
            yield number, replace(proved, loose=how_loose(read[number]))
    crew = _Crew(read, wanted, watcher)
    for number, verdict in crew.run(sorted(to_do)) if wanted.forks else _in_turn(read, wanted, sorted(to_do), watcher):
        if wanted.cache is not None:
            wanted.cache.store(verdict, wanted.infer)
        yield number, _with_reason(verdict, by_certificate.get(number))


def _with_reason(verdict: Verdict, refused: Verdict | str | None) -> Verdict:
    """A verdict of unknown with why the project's certificate did not help."""
    return replace(verdict, kept=refused) if verdict.kind == "unknown" and isinstance(refused, str) else verdict


def _in_turn(
    mechanisms: Sequence[Mechanism], wanted: Wanted, numbers: Sequence[int], watcher: Watcher
) -> Iterator[tuple[int, Verdict]]:
    from twinproof.verify.decide import verify

    for number in numbers:
        watcher.begun(number)
        progress = _telling(watcher, number)
        jobs = 1 if wanted.here else wanted.jobs
        verdict = verify(mechanisms[number], infer=wanted.infer, jobs=jobs, cluster=wanted.cluster, progress=progress)
        yield number, verdict


def _telling(watcher: Watcher, number: int) -> Progress:
    return lambda side, text: watcher.told(number, side, text)


# -------------------------------------------------------------------------------------------------------- what was kept


def _check(cache: Cache, mechanism: Mechanism, infer: bool, send: Send) -> None:
    """The process that checks one verdict."""
    gc.disable()  # it does not live long
    send("done", cache.load(mechanism, infer))


class _Checkers:
    """Processes that check what was kept of an earlier run, while there is more to read."""

    def __init__(self, wanted: Wanted) -> None:
        self.cache, self.infer = wanted.cache, wanted.infer
        self.at_a_time = min(wanted.cores, _MOST_CHECKED) if wanted.forks else 1
        self.children: Children[int] = Children()
        self.waiting: deque[tuple[int, Mechanism]] = deque()
        self.checked: dict[int, Verdict | None] = {}
        self.taken: list[int] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.children.end()

    def take(self, number: int, mechanism: Mechanism) -> bool:
        """Have it checked what was kept about a mechanism; whether there is something."""
        if self.cache is None or not self.cache.has(mechanism, self.infer):
            return False
        self.taken.append(number)
        self.waiting.append((number, mechanism))
        if self.at_a_time > 1:
            self._go_on(0)
        return True

    def results(self) -> Iterator[tuple[int, Verdict | None]]:
        """What came of it, in the order of the mechanisms; None: it was not accepted."""
        for number in self.taken:
            while number not in self.checked:
                self._go_on(None)
            yield number, self.checked[number]

    def _go_on(self, seconds: float | None) -> None:
        """Hear what the processes have found within so many seconds, and begin others; one alone is checked here."""
        assert self.cache is not None
        if self.at_a_time == 1:
            number, mechanism = self.waiting.popleft()
            self.checked[number] = self.cache.load(mechanism, self.infer)
            return
        for number, message in self.children.news(seconds if self.children.at_work else 0):
            self.checked[number] = message[1] if message is not None else None
            self.children.dismiss(number)
        while self.waiting and len(self.children.at_work) < self.at_a_time:
            number, mechanism = self.waiting.popleft()
            self.children.begin(number, _check, self.cache, mechanism, self.infer)


# -------------------------------------------------------------------------------------------------------- what is to do


def _work(mechanism: Mechanism, wanted: Wanted, jobs: int, send: Send) -> None:
    """The process of one mechanism."""
    from twinproof.verify.decide import verify, with_the_smallest

    signal.signal(signal.SIGTERM, _leave)

    def tell(side: str, text: str) -> None:
        send("progress", (side, text))

    listening()
    verdict = verify(
        mechanism, jobs=jobs, timeout=wanted.timeout, side_by_side=True, cluster=wanted.cluster, progress=tell
    )
    if wanted.infer and not verdict.interrupted:
        send("verdict", verdict)
        tell("verdict", f"{verdict.kind}; now for the smallest ε")
        verdict = with_the_smallest(verdict, jobs, wanted.cluster, tell)
    send("verdict", verdict)


def _leave(*_: object) -> NoReturn:
    sys.exit(1)  # in the orderly way, in which a race ends its own processes


class _Crew:
    """The processes of several mechanisms, and the last verdict that was heard of each."""

    def __init__(self, mechanisms: Sequence[Mechanism], wanted: Wanted, watcher: Watcher) -> None:
        self.mechanisms = mechanisms
        self.wanted = wanted
        self.watcher = watcher
        self.children: Children[int] = Children()
        self.last: dict[int, Verdict] = {}

    def run(self, numbers: Sequence[int]) -> Iterator[tuple[int, Verdict]]:
        """Until all have a verdict."""
        if numbers:  # once, for all processes; who only checks what was kept does without it
            importlib.import_module("twinproof.verify.decide")
        at_a_time = min(max(1, self.wanted.cores // 2), max(1, len(numbers)))
        jobs = max(1, self.wanted.cores // at_a_time - 1)  # beside the prover
        waiting = deque(numbers)
        try:
            while waiting or self.children.at_work:
                while waiting and len(self.children.at_work) < at_a_time:
                    number = waiting.popleft()
                    self.watcher.begun(number)
                    self.children.begin(number, _work, self.mechanisms[number], self.wanted, jobs)
                yield from self._hear(_TICK)
                self.watcher.waiting()
        except KeyboardInterrupt:
            yield from self._interrupted()
            raise
        finally:
            self.children.end()

    def _hear(self, seconds: float) -> Iterator[tuple[int, Verdict]]:
        """Take what the processes send; the verdicts of those that have ended."""
        for number, message in self.children.news(seconds):
            if message is None:
                yield number, self._dismiss(number, "its process ended without an answer")
            else:
                self._take(number, message)
        for number, child in list(self.children.at_work.items()):
            if self._is_late(child):
                yield number, self._dismiss(number, "the time was over")

    def _take(self, number: int, message: Message) -> None:
        kind, content = message
        if kind == "progress":
            self.watcher.told(number, *content)
        else:
            self.last[number] = content

    def _is_late(self, child: Child) -> bool:
        limit = self.wanted.timeout
        return limit is not None and time.monotonic() - child.start > limit + _GRACE

    def _dismiss(self, number: int, reason: str) -> Verdict:
        """End the process: its last verdict, or that there is none for this reason."""
        from twinproof.search.result import Stuck

        child, mechanism = self.children.dismiss(number), self.mechanisms[number]
        if number in self.last:
            return replace(self.last.pop(number), mechanism=mechanism)
        return Verdict(mechanism, "unknown", time.monotonic() - child.start, stuck=Stuck(reason))

    def _interrupted(self) -> Iterator[tuple[int, Verdict]]:
        """After an interrupt: the best so far of all that are at work."""
        for child in self.children.at_work.values():
            child.interrupt()
        end = time.monotonic() + PATIENCE + _GRACE
        for number, child in list(self.children.at_work.items()):
            while child.speaks_within(end - time.monotonic()) and (message := child.hear()) is not None:
                self._take(number, message)
            yield number, replace(self._dismiss(number, "it was interrupted"), interrupted=True)
