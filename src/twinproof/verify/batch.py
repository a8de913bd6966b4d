"""Many mechanisms, several at a time.

What was kept of an earlier run comes first; what has to be checked of it is, on all cores. Each of the others gets a
process of its own, which runs the race of prover and refuter, checks the evidence and sends the verdict. A mechanism
takes one core until its refuter begins, and two from then on. Where several are worked on at a time, the largest begin;
verdicts come as they are ready, and nothing is held of those that were told.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn, Self

from twinproof.lang.command import subcommands
from twinproof.lang.errors import Code, Diagnostic
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.span import Span
from twinproof.search.hints import NO_HINTS, Hints
from twinproof.verify.cache import Cache
from twinproof.verify.cluster import verdicts_there
from twinproof.verify.processes import PATIENCE, Child, Children, Message, Progress, Send, can_fork, listening
from twinproof.verify.proofs import Proofs
from twinproof.verify.verdict import Verdict

_TICK = 0.1  # seconds between two looks at the clock
_MOST_CHECKED = 8  # at a time, of what was kept; more would take longer to start than to wait for
_CROWDED = 6.0  # seconds of computing that a prover has for itself where other mechanisms wait for the core
_ABOUT_HINTS = "a hint has the line of a draw or a loop, and names as `twinproof show` prints them"
_GRACE = 2.0  # seconds beyond a timeout that a process has to say that its time was over


@dataclass(frozen=True)
class Wanted:
    """How verdicts are to be found; `jobs` are the processes at work, all cores unless given.

    Here: one after the other in this process, which is not forked. Then there is no timeout.
    """

    infer: bool = False
    advise: bool = False  # what would mend a refuted claim, how much of an unknown one can be proved
    timeout: float | None = None
    jobs: int | None = None
    cluster: str | None = None
    cache: Cache | None = None
    proofs: Proofs | None = None
    here: bool = False
    hints: Hints = NO_HINTS  # about the one mechanism that is asked for; then nothing is kept, or taken from what was

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
    if wanted.hints:
        wanted = replace(wanted, cache=None)
    read: dict[int, Mechanism] = {}
    to_do: set[int] = set()
    by_certificate: dict[int, Verdict | str] = {}
    with _Checkers(wanted) as checkers:
        for number, mechanism in enumerate(mechanisms):
            read[number] = mechanism
            if wanted.proofs is not None and (judged := wanted.proofs.judge(mechanism)):
                by_certificate[number] = judged
            if isinstance(by_certificate.get(number), Verdict) or not checkers.take(number, mechanism):
                to_do.add(number)
        watcher.counted(list(read.values()))
        for number, kept_verdict in checkers.results():
            if kept_verdict is None:
                to_do.add(number)
            else:
                del read[number]
                yield number, _with_reason(kept_verdict, by_certificate.get(number))
    for number in sorted(to_do):
        from twinproof.verify.meaning import how_loose, why_meaningless  # with the solver, which others do without

        if problem := why_meaningless(read[number]) or _why_useless(wanted.hints, read[number]):
            to_do.remove(number)
            yield number, problem
        elif isinstance(proved := by_certificate.get(number), Verdict):
            to_do.remove(number)
            yield number, replace(proved, loose=how_loose(read[number]))
    for number, verdict in _found(read, wanted, sorted(to_do), watcher):
        if wanted.cache is not None:
            wanted.cache.store(verdict, wanted.infer, wanted.advise)
        del read[number]
        yield number, _with_reason(verdict, by_certificate.get(number))


def _why_useless(hints: Hints, mechanism: Mechanism) -> Diagnostic | None:
    """What is wrong with a hint."""
    if not hints:
        return None
    from twinproof.search.hinted import why_useless  # with the solver

    problem = why_useless(hints, mechanism)
    if problem is None:
        return None
    path, lines = mechanism.at.path if mechanism.at is not None else "", mechanism.source.splitlines()
    there = problem.line is not None and 1 <= problem.line <= len(lines)
    span = Span(path, problem.line, 1, problem.line, 1) if there and problem.line is not None else None
    return Diagnostic(Code.HINT, problem.what, _ABOUT_HINTS, path, span, mechanism=mechanism.name)


def _with_reason(verdict: Verdict, refused: Verdict | str | None) -> Verdict:
    """A verdict of unknown with why the project's certificate did not help."""
    return replace(verdict, kept=refused) if verdict.kind == "unknown" and isinstance(refused, str) else verdict


def _found(
    mechanisms: Mapping[int, Mechanism], wanted: Wanted, numbers: Sequence[int], watcher: Watcher
) -> Iterator[tuple[int, Verdict]]:
    """The verdicts, by whoever can find them: a cluster, several processes, or this one."""
    left = list(numbers)
    if wanted.cluster is not None and wanted.timeout is None and len(left) > 1 and wanted.forks:
        for number, verdict in _on_cluster(mechanisms, wanted, left, watcher):
            left.remove(number)
            yield number, verdict
        wanted = replace(wanted, cluster=None)  # whatever it has not done is done here
    if wanted.forks:
        yield from _Crew(mechanisms, wanted, watcher).run(left)
    else:
        yield from _in_turn(mechanisms, wanted, left, watcher)


def _on_cluster(
    mechanisms: Mapping[int, Mechanism], wanted: Wanted, numbers: Sequence[int], watcher: Watcher
) -> Iterator[tuple[int, Verdict]]:
    """The verdicts that a cluster finds, as they come, after their evidence was checked here."""
    from twinproof.verify.decide import accepted

    for number in numbers:
        watcher.begun(number)
    some = {number: mechanisms[number] for number in numbers}
    child = Child(verdicts_there, wanted.cluster, some, wanted.infer, wanted.advise)
    try:
        while True:
            while not child.speaks_within(_TICK):
                watcher.waiting()
            message = child.hear()
            if message is None or message[0] == "done":
                return
            number, there = message[1]
            verdict = accepted(replace(there, mechanism=mechanisms[number]))
            if verdict is not None:
                yield number, verdict
    finally:
        child.end()


def _in_turn(
    mechanisms: Mapping[int, Mechanism], wanted: Wanted, numbers: Sequence[int], watcher: Watcher
) -> Iterator[tuple[int, Verdict]]:
    from twinproof.verify.decide import verify

    for number in numbers:
        watcher.begun(number)
        progress = _telling(watcher, number)
        verdict = verify(
            mechanisms[number],
            infer=wanted.infer,
            jobs=1 if wanted.here else wanted.jobs,
            cluster=wanted.cluster,
            progress=progress,
            advise=wanted.advise,
            hints=wanted.hints,
        )
        yield number, verdict


def _telling(watcher: Watcher, number: int) -> Progress:
    return lambda side, text: watcher.told(number, side, text)


# -------------------------------------------------------------------------------------------------------- what was kept


def _check(cache: Cache, mechanism: Mechanism, infer: bool, advise: bool, send: Send) -> None:
    """The process that checks one verdict."""
    gc.disable()  # it does not live long
    send("done", cache.load(mechanism, infer, advise))


class _Checkers:
    """Processes that check what was kept of an earlier run, while there is more to read."""

    def __init__(self, wanted: Wanted) -> None:
        self.cache, self.infer, self.advise = wanted.cache, wanted.infer, wanted.advise
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
        if self.cache is None:
            return False
        sealed = self.cache.load(mechanism, self.infer, self.advise, sealed=True)
        if sealed is not None:
            self.taken.append(number)
            self.checked[number] = sealed
            return True
        if not self.cache.has(mechanism, self.infer, self.advise):
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
            yield number, self.checked.pop(number)

    def _go_on(self, seconds: float | None) -> None:
        """Hear what the processes have found within so many seconds, and begin others; one alone is checked here."""
        assert self.cache is not None
        if self.at_a_time == 1:
            number, mechanism = self.waiting.popleft()
            self.checked[number] = self.cache.load(mechanism, self.infer, self.advise)
            return
        for number, message in self.children.news(seconds if self.children.at_work else 0):
            self.checked[number] = message[1] if message is not None else None
            self.children.dismiss(number)
        while self.waiting and len(self.children.at_work) < self.at_a_time:
            number, mechanism = self.waiting.popleft()
            self.children.begin(number, _check, self.cache, mechanism, self.infer, self.advise)


# -------------------------------------------------------------------------------------------------------- what is to do


def _work(mechanism: Mechanism, wanted: Wanted, jobs: int, alone: float, send: Send) -> None:
    """The process of one mechanism."""
    from twinproof.verify.decide import verify, with_the_smallest, with_what_to_do

    signal.signal(signal.SIGTERM, _leave)

    def tell(side: str, text: str) -> None:
        send("progress", (side, text))

    listening()
    verdict = verify(
        mechanism,
        jobs=jobs,
        timeout=wanted.timeout,
        side_by_side=True,
        cluster=wanted.cluster,
        progress=tell,
        alone=alone,
        joined=lambda: send("joined", None),
        hints=wanted.hints,
    )
    if wanted.infer and not verdict.interrupted:
        send("verdict", verdict)
        tell("verdict", f"{verdict.kind}; now for the smallest ε")
        verdict = with_the_smallest(verdict, jobs, wanted.cluster, tell)
    if wanted.advise and verdict.kind != "proved" and not verdict.interrupted:
        send("verdict", verdict)
        verdict = with_what_to_do(verdict, tell)
    send("verdict", verdict)


def _size(mechanism: Mechanism) -> tuple[bool, int]:
    """How much work there may be: claims with a δ, and long programs, take longest."""
    return mechanism.claim.gives_up, sum(1 for _ in subcommands(mechanism.body))


def _leave(*_: object) -> NoReturn:
    sys.exit(1)  # in the orderly way, in which a race ends its own processes


class _Crew:
    """The processes of several mechanisms, and the last verdict that was heard of each."""

    def __init__(self, mechanisms: Mapping[int, Mechanism], wanted: Wanted, watcher: Watcher) -> None:
        self.mechanisms = mechanisms
        self.wanted = wanted
        self.watcher = watcher
        self.children: Children[int] = Children()
        self.last: dict[int, Verdict] = {}
        self.joined: set[int] = set()  # those whose refuters are at work too

    def run(self, numbers: Sequence[int]) -> Iterator[tuple[int, Verdict]]:
        """Until all have a verdict."""
        if not numbers:
            return
        from twinproof.verify.race import ALONE  # loads the prover once, for all processes

        cores = self.wanted.cores
        jobs = max(1, cores // max(1, min(cores, len(numbers))) - 1)  # beside the prover
        largest_first = sorted(numbers, key=lambda n: _size(self.mechanisms[n]), reverse=True)
        waiting = deque(numbers if cores == 1 else largest_first)
        try:
            while waiting or self.children.at_work:
                while waiting and self._busy < cores:
                    number = waiting.popleft()
                    self.watcher.begun(number)
                    alone = _CROWDED if len(numbers) > cores // 2 else ALONE
                    self.children.begin(number, _work, self.mechanisms[number], self.wanted, jobs, alone)
                yield from self._hear(_TICK)
                if self.joined and waiting:
                    import twinproof.refute.search  # noqa: F401  where one needs the refuter, others will: once for all
                self.watcher.waiting()
        except KeyboardInterrupt:
            yield from self._interrupted()
            raise
        finally:
            self.children.end()

    @property
    def _busy(self) -> int:
        """The cores that are taken."""
        return len(self.children.at_work) + len(self.joined)

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
        elif kind == "joined":
            self.joined.add(number)
        else:
            self.last[number] = content

    def _is_late(self, child: Child) -> bool:
        limit = self.wanted.timeout
        return limit is not None and time.monotonic() - child.start > limit + _GRACE

    def _dismiss(self, number: int, reason: str) -> Verdict:
        """End the process: its last verdict, or that there is none for this reason."""
        from twinproof.search.result import Stuck

        child, mechanism = self.children.dismiss(number), self.mechanisms[number]
        self.joined.discard(number)
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
