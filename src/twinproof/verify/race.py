"""Prover and refuter side by side: two processes, and the first to succeed ends the other.

What comes back from a process is believed as little as a file: the certificate of a proof is replayed in the kernel
here, and a counterexample is recomputed, before there is a verdict.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.connection
import os
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from twinproof import refute as refuter
from twinproof.kernel import proof_document
from twinproof.kernel.rules import Theorem
from twinproof.lang.mechanism import Mechanism
from twinproof.refute import Refutation, refute
from twinproof.search.prover import Prover
from twinproof.search.result import Proof, Stuck
from twinproof.verify.cluster import connected
from twinproof.verify.processes import PATIENCE, Progress, end_all_of, listening, set_apart, undisturbed

Seeds = Sequence[tuple[Mapping[str, object], Mapping[str, object]]]  # pairs of inputs to start from
Side = Literal["prover", "refuter"]


@dataclass(frozen=True)
class Proved:
    """What the prover's process sends: the proof without its theorem, and the certificate to make it from."""

    proof: Proof
    document: dict[str, Any]


@dataclass(frozen=True)
class Ended:
    """Where both sides were in the end; None: it was stopped, or has ended without an answer."""

    proved: Proved | None
    stuck: Stuck | None
    refutation: Refutation | None
    out_of_time: bool = False
    interrupted: bool = False


LEFT_BEHIND = cast(Theorem, None)  # a theorem cannot be sent; the other side makes it again from the certificate


def _prove(mechanism: Mechanism, source: str, pipe: Any) -> None:
    set_apart()
    with contextlib.suppress(BrokenPipeError):
        found = Prover(mechanism, lambda text: pipe.send(("progress", text))).prove()
        if isinstance(found, Proof):
            document = proof_document.write(mechanism, found.theorem, source)
            pipe.send(("done", Proved(replace(found, theorem=LEFT_BEHIND), document)))
        else:
            pipe.send(("done", found))


def _refute(mechanism: Mechanism, jobs: int | None, cluster: str | None, pipe: Any) -> None:
    set_apart()

    def send(kind: str, content: object) -> None:
        with undisturbed():
            pipe.send((kind, content))

    def tell(at: refuter.Progress) -> None:
        send("progress", f"{at.doing}, {at.pairs:,} pairs, largest loss {at.largest_times:.3g} of the claim")

    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        listening()
        send("done", searched(mechanism, jobs, cluster, (), tell))


def searched(
    mechanism: Mechanism,
    jobs: int | None,
    cluster: str | None,
    seeds: Seeds = (),
    tell: Callable[[refuter.Progress], None] | None = None,
) -> Refutation:
    """The search for a counterexample, here or on the Dask cluster whose scheduler has this address."""
    if cluster is None:
        return refute(mechanism, jobs=jobs, seeds=seeds, on_progress=tell)
    with connected(cluster):
        return refute(mechanism, backend="dask", seeds=seeds, on_progress=tell)


class Race:
    """One mechanism, two processes."""

    def __init__(self, mechanism: Mechanism, source: str, jobs: int | None, cluster: str | None) -> None:
        self.pipes: dict[Side, Any] = {}
        self.processes: dict[Side, Any] = {}
        self.tasks: dict[Side, tuple[Any, tuple[Any, ...]]] = {
            "prover": (_prove, (mechanism, source)),
            "refuter": (_refute, (mechanism, jobs or _spare_cores(), cluster)),
        }
        self.answers: dict[Side, Any] = {}

    def _start(self) -> None:
        context = multiprocessing.get_context("fork")
        with undisturbed():
            for side, (task, arguments) in self.tasks.items():
                here, there = context.Pipe(duplex=False)
                process = context.Process(target=task, args=(*arguments, there), daemon=False)
                process.start()
                there.close()
                self.pipes[side], self.processes[side] = here, process

    def run(self, timeout: float | None, progress: Progress) -> Ended:
        """Until one side succeeds, both have given up, or the time is over."""
        end = time.monotonic() + timeout if timeout is not None else None
        try:
            self._start()
            while len(self.answers) < len(self.pipes):
                left = None if end is None else end - time.monotonic()
                waiting = [pipe for side, pipe in self.pipes.items() if side not in self.answers]
                ready = multiprocessing.connection.wait(waiting, None if left is None else max(left, 0))
                if not ready:
                    return self._ended(out_of_time=True)
                for side, pipe in self.pipes.items():
                    if pipe in ready and side not in self.answers and self._hear(side, pipe, progress):
                        return self._ended()
            return self._ended()
        except KeyboardInterrupt:
            return self._best_so_far()
        finally:
            self._stop()

    def _best_so_far(self) -> Ended:
        """After an interrupt: what the refuter has found, which it sends when it is interrupted itself."""
        process, pipe = self.processes.get("refuter"), self.pipes.get("refuter")
        if "refuter" not in self.answers and process is not None and process.is_alive():
            assert pipe is not None
            os.kill(process.pid, signal.SIGINT)
            end = time.monotonic() + PATIENCE
            while "refuter" not in self.answers and pipe.poll(max(end - time.monotonic(), 0)):
                self._hear("refuter", pipe, lambda *_: None)
        return replace(self._ended(), interrupted=True)

    def _hear(self, side: Side, pipe: Any, progress: Progress) -> bool:
        """Take one message; whether it decides the matter."""
        try:
            kind, content = pipe.recv()
        except EOFError:
            self.answers[side] = None
            return False
        if kind == "progress":
            progress(side, content)
            return False
        self.answers[side] = content
        return isinstance(content, Proved) or (isinstance(content, Refutation) and content.refuted)

    def _ended(self, out_of_time: bool = False) -> Ended:
        prover, refuter = self.answers.get("prover"), self.answers.get("refuter")
        return Ended(
            prover if isinstance(prover, Proved) else None,
            prover if isinstance(prover, Stuck) else None,
            refuter,
            out_of_time,
        )

    def _stop(self) -> None:
        with undisturbed():
            for process in self.processes.values():
                end_all_of(process)
            for process in self.processes.values():
                process.join()


def _spare_cores() -> int:
    """All cores but the prover's."""
    return max(1, (os.cpu_count() or 2) - 1)


def race(
    mechanism: Mechanism,
    source: str,
    jobs: int | None,
    timeout: float | None,
    progress: Progress,
    cluster: str | None = None,
) -> Ended:
    """Prove and refute at once."""
    return Race(mechanism, source, jobs, cluster).run(timeout, progress)
