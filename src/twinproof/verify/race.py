"""Prover and refuter side by side: two processes, and the first to succeed ends the other.

The prover begins. The refuter follows when the likely couplings have been tried in vain, or after a while: most claims
that are true are proved by then, and the core is better used for another mechanism. When it begins decides nothing but
how long it takes.

What comes back from a process is believed as little as a file: the certificate of a proof is replayed in the kernel
here, and a counterexample is recomputed, before there is a verdict.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from twinproof.kernel import proof_document
from twinproof.lang.mechanism import Mechanism
from twinproof.refute.evidence import Refutation
from twinproof.search.hints import NO_HINTS, Hints
from twinproof.search.result import Account, Proof, Stuck
from twinproof.verify.cluster import connected
from twinproof.verify.forms import prove_a_form
from twinproof.verify.processes import PATIENCE, Children, Message, Progress, Send, listening

if TYPE_CHECKING:
    from twinproof.refute.course import Progress as Course

Seeds = Sequence[tuple[Mapping[str, object], Mapping[str, object]]]  # pairs of inputs to start from
Side = Literal["prover", "refuter"]
ALONE = 0.15  # seconds of computing that the prover has for itself where nobody else waits for the core
_BUSY = 5  # so many times as long by the clock, at most


@dataclass(frozen=True)
class Proved:
    """What the prover has to show: how it went, and the certificate to be replayed."""

    account: Account
    certificate: dict[str, Any]

    @staticmethod
    def by(proof: Proof, mechanism: Mechanism) -> Proved:
        return Proved(proof.account, proof_document.write(mechanism, proof.theorem, mechanism.source))


@dataclass(frozen=True)
class Ended:
    """Where both sides were in the end; None: it was stopped, or has ended without an answer."""

    proved: Proved | None
    stuck: Stuck | None
    refutation: Refutation | None
    out_of_time: bool = False
    interrupted: bool = False


def _prove(mechanism: Mechanism, alone: float, hints: Hints, send: Send) -> None:
    start, told = time.process_time(), False

    def halfway() -> None:
        nonlocal told
        if not told:
            told = True
            send("halfway", None)

    def progress(text: str) -> None:
        send("progress", text)
        if time.process_time() - start > alone:
            halfway()

    answer, proved = prove_a_form(mechanism, progress, halfway, hints)
    send("done", Proved.by(answer, proved) if isinstance(answer, Proof) else answer)


def _refute(mechanism: Mechanism, jobs: int | None, cluster: str | None, send: Send) -> None:
    def tell(at: Course) -> None:
        send("progress", f"{at.doing}, {at.pairs:,} pairs, largest loss {at.largest_times:.3g} of the claim")

    listening()
    send("done", searched(mechanism, jobs, cluster, (), tell))


def searched(
    mechanism: Mechanism,
    jobs: int | None,
    cluster: str | None,
    seeds: Seeds = (),
    tell: Callable[[Course], None] | None = None,
) -> Refutation:
    """The search for a counterexample, here or on the Dask cluster whose scheduler has this address."""
    from twinproof.refute.search import refute  # with the engine, which whoever is proved at once does without

    if cluster is None:
        return refute(mechanism, jobs=jobs, seeds=seeds, on_progress=tell)
    with connected(cluster):
        return refute(mechanism, backend="dask", seeds=seeds, on_progress=tell)


class Race:
    """One mechanism, two processes; the refuter begins after so much computing at the latest, and `joined` is told."""

    def __init__(
        self,
        mechanism: Mechanism,
        jobs: int | None,
        cluster: str | None,
        alone: float = ALONE,
        joined: Callable[[], None] = lambda: None,
        hints: Hints = NO_HINTS,
    ) -> None:
        self.alone = alone
        self.joined = joined
        self.children: Children[Side] = Children()
        self.tasks: dict[Side, tuple[Callable[..., None], tuple[Any, ...]]] = {
            "prover": (_prove, (mechanism, alone, hints)),
            "refuter": (_refute, (mechanism, jobs or _spare_cores(), cluster)),
        }
        self.answers: dict[Side, Any] = {}
        self.begun: set[Side] = set()
        self.halfway = False  # whether the prover has tried the likely couplings

    def run(self, timeout: float | None, progress: Progress) -> Ended:
        """Until one side succeeds, both have given up, or the time is over."""
        start = time.monotonic()
        end = start + timeout if timeout is not None else math.inf
        try:
            self._begin("prover")
            while len(self.answers) < len(self.tasks):
                until = min(end, math.inf if "refuter" in self.begun else start + _BUSY * self.alone)
                left = None if math.isinf(until) else max(until - time.monotonic(), 0)
                for side, message in self.children.news(left, besides=self.answers):
                    if self._decides(side, message, progress):
                        return self._ended()
                now = time.monotonic()
                if now >= end:
                    return self._ended(out_of_time=True)
                if "refuter" not in self.begun and (self.halfway or "prover" in self.answers or now >= until):
                    self.joined()
                    self._begin("refuter")
            return self._ended()
        except KeyboardInterrupt:
            return self._best_so_far()
        finally:
            self.children.end()

    def _begin(self, side: Side) -> None:
        task, arguments = self.tasks[side]
        self.begun.add(side)
        self.children.begin(side, task, *arguments)

    def _best_so_far(self) -> Ended:
        """After an interrupt: what the refuter has found, which it sends when it is interrupted itself."""
        child = self.children.at_work.get("refuter")
        if "refuter" not in self.answers and child is not None:
            child.interrupt()
            end = time.monotonic() + PATIENCE
            while "refuter" not in self.answers and child.speaks_within(end - time.monotonic()):
                self._decides("refuter", child.hear(), lambda *_: None)
        return replace(self._ended(), interrupted=True)

    def _decides(self, side: Side, message: Message | None, progress: Progress) -> bool:
        """Take a message; whether it decides the matter."""
        if message is None:
            self.answers[side] = None
            return False
        kind, content = message
        if kind == "progress":
            progress(side, content)
            return False
        if kind == "halfway":
            self.halfway = True
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


def _spare_cores() -> int:
    """All cores but the prover's."""
    return max(1, (os.cpu_count() or 2) - 1)


def race(
    mechanism: Mechanism,
    jobs: int | None,
    timeout: float | None,
    progress: Progress,
    cluster: str | None = None,
    alone: float = ALONE,
    joined: Callable[[], None] = lambda: None,
    hints: Hints = NO_HINTS,
) -> Ended:
    """Prove and refute at once."""
    return Race(mechanism, jobs, cluster, alone, joined, hints).run(timeout, progress)
