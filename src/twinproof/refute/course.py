"""What a search has seen so far: the best pairs to go on from, the largest losses, and what was covered."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from twinproof.lang.claim import ClaimValue
from twinproof.lang.rounding import nearest
from twinproof.refute.evidence import Counterexample, LargestLoss, Refutation
from twinproof.refute.pairs import Finding, Seen
from twinproof.refute.space import Space
from twinproof.refute.wanted import frozen
from twinproof.refute.workers import Workers

_KEPT = 8  # pairs to go on from
_ALIKE = 4  # … with the same public parameters


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come."""

    doing: str
    pairs: int
    largest_times: float  # the largest loss so far, in multiples of the ε (or the δ) that is claimed there


@dataclass
class Course:
    """What a search has seen so far."""

    space: Space
    workers: Workers
    report: Callable[[Progress], None]
    best: list[Finding] = field(default_factory=list)
    pairs: int = 0
    covered: list[str] = field(default_factory=list)
    missed: dict[str, None] = field(default_factory=dict)
    # For all values of the public parameters, and what is claimed there (it may depend on the length of a list).
    largest: dict[tuple[Any, ...], Finding] = field(default_factory=dict)

    def note(self, seen: Seen) -> Finding | None:
        """Remember what a batch came to; the finding that breaks the claim, if one does."""
        self.pairs += seen.tried
        self.missed.update({f"some inputs, which need {reason}": None for reason in seen.reasons})
        self.best = self._varied(sorted([*self.best, *seen.findings], key=lambda f: -f.score))
        self.measure(seen.findings)
        return next((f for f in seen.findings if f.breaks), None)

    def _varied(self, findings: list[Finding]) -> list[Finding]:
        """The first of these, and few with the same public parameters."""
        kept: list[Finding] = []
        alike: dict[tuple[Any, ...], int] = {}
        for f in findings:
            key = tuple(frozen(f.left[p.name]) for p in self.space.public)
            alike[key] = alike.get(key, 0) + 1
            if alike[key] <= _ALIKE:
                kept.append(f)
        return kept[:_KEPT]

    def measure(self, findings: Iterable[Finding | None]) -> None:
        """Remember the largest losses among these."""
        for f in findings:
            if f is None or _size(f) <= (0, 0):
                continue
            key = self._key(self.space.claim(f.left), (f.left[p.name] for p in self.space.public))
            if key not in self.largest or _size(self.largest[key]) < _size(f):
                self.largest[key] = f

    @staticmethod
    def _key(claim: ClaimValue, public: Iterable[Any]) -> tuple[Any, ...]:
        return (*map(nearest, claim.parts()), *map(frozen, public))

    def tell(self, doing: str) -> None:
        """Report what is being done, and the best so far."""
        top = self._farthest()
        self.report(Progress(doing, self.pairs, top.times if top is not None else 0.0))

    def refutation(self, shown: Counterexample | None, interrupted: bool) -> Refutation:
        """What the search comes back with."""
        return Refutation(
            mechanism=self.space.core.name,
            counterexample=shown,
            largest=self._beside(shown) if shown is not None else self._farthest(),
            farthest=max(filter(None, (self._farthest(), _own(shown))), key=lambda w: w.times, default=None),
            pairs=self.pairs,
            covered=tuple(self.covered),
            not_covered=tuple(self.missed),
            interrupted=interrupted,
        )

    def _farthest(self) -> LargestLoss | None:
        """The largest loss in multiples of what is claimed there."""
        losses = map(self._in_words, self.largest.values())
        return max(losses, key=lambda w: (w.times, w.at_least), default=None)

    def _beside(self, counterexample: Counterexample) -> LargestLoss | None:
        """The largest loss with the parameters of the counterexample, which may be its own."""
        own = _own(counterexample)
        public = (counterexample.public[p.name] for p in self.space.public)
        other = self.largest.get(self._key(counterexample.claim, public))
        return own if other is None or own is None or _size(other) <= own.size else self._in_words(other)

    def _in_words(self, f: Finding) -> LargestLoss:
        left, right = self.space.given(f.left), self.space.given(f.right)
        public = {p.name: left[p.name] for p in self.space.core.parameters if p.adjacency is None}
        claim, faces = self.space.claim(f.left), self.space.core.faces
        return LargestLoss(left, right, public, claim, f.loss, faces, f.needed, f.order)


def _size(f: Finding) -> tuple[float, float]:
    """How much is lost: the δ that is needed, where one is claimed, and then the ε; or how many times the claim."""
    return (0.0, f.score) if f.order is not None else (f.needed, f.loss)


def _own(shown: Counterexample | None) -> LargestLoss | None:
    if shown is None:
        return None
    loss, needed = shown.epsilon_at_least, shown.delta_at_least
    return LargestLoss(shown.left, shown.right, shown.public, shown.claim, loss, shown.faces, needed, shown.order)
