"""What a search comes back with: a counterexample that anyone can recompute, or how far it got."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from twinproof.exact.distribution import Interval

Inputs = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Blame:
    """A line of the program that has to do with the loss, and how that can be told."""

    line: int
    why: str


@dataclass(frozen=True)
class Counterexample:
    """Two adjacent inputs and an event whose probabilities break the claim: P_left > e^ε · P_right + δ."""

    mechanism: str
    left: Inputs
    right: Inputs
    public: Inputs
    event: tuple[Any, ...]
    p_left: Interval
    p_right: Interval
    epsilon: Fraction
    delta: Fraction
    loss_at_least: float
    blamed: tuple[Blame, ...] = ()

    @property
    def times(self) -> float:
        """The loss in multiples of the claimed ε."""
        return self.loss_at_least / float(self.epsilon) if self.epsilon else math.inf

    def explain(self) -> str:
        """The counterexample in words."""
        private = [name for name in self.left if name not in self.public]
        shared = ", ".join(f"{name} = {show(value)}" for name, value in self.public.items())
        lines = [f"{self.mechanism} does not keep its claim. Two adjacent inputs and what is seen of them:", ""]
        width = max((len(name) for name in private), default=0)
        for name in private:
            lines.append(f"  {name:<{width}}  {show(self.left[name])}  on the left")
            lines.append(f"  {'':<{width}}  {show(self.right[name])}  on the right")
        if shared:
            lines.append(f"  with {shared}")
        lines.append(f"  {self._event_words()}")
        lines.append(f"    with probability {_probability(self.p_left)} on the left,")
        lines.append(f"    and {_probability(self.p_right)} on the right.")
        lines += ["", f"  {self._loss_words()}"]
        if self.blamed:
            lines += ["", "  Why:"]
            lines += [f"    line {b.line}: {b.why}" for b in self.blamed]
        return "\n".join(lines)

    def _event_words(self) -> str:
        if len(self.event) == 1:
            return f"The output is {show(self.event[0])}"
        shown = ", ".join(show(o) for o in self.event[:12])
        more = f", … ({len(self.event)} in all)" if len(self.event) > 12 else ""
        return f"The output is one of {shown}{more}"

    def _loss_words(self) -> str:
        if self.delta > 0:
            needed = f"claimed are ε = {show(self.epsilon)} and δ = {show(self.delta)}; at this ε, "
            excess = float(self.p_left.lower) - math.exp(min(float(self.epsilon), 700.0)) * float(self.p_right.upper)
            return f"{needed}δ would have to be {excess:.4g} at least.".capitalize()
        if math.isinf(self.loss_at_least):
            return (
                f"The loss is infinite, and claimed is ε = {show(self.epsilon)}: the right can never give this output."
            )
        claimed = f"and claimed is ε = {show(self.epsilon)}"
        return f"The loss is {self.loss_at_least:.6g} at least, {claimed}: {self.times:.4g} times as much."

    def to_json(self) -> dict[str, Any]:
        """The counterexample as `verify --json` prints it."""
        return {
            "left": {name: plain(value) for name, value in self.left.items()},
            "right": {name: plain(value) for name, value in self.right.items()},
            "event": [plain(o) for o in self.event],
            "p_left": outward(self.p_left),
            "p_right": outward(self.p_right),
            "epsilon": plain(self.epsilon),
            "delta": plain(self.delta),
            "loss_at_least": "inf" if math.isinf(self.loss_at_least) else self.loss_at_least,
            "why": [{"line": b.line, "why": b.why} for b in self.blamed],
        }


@dataclass(frozen=True)
class Refutation:
    """The end of a search: a counterexample, or none; and the largest loss that was seen, with what was looked at."""

    mechanism: str
    counterexample: Counterexample | None
    largest_loss: float  # certified: a lower bound of the true ε on the pair `largest_at`
    largest_times: float  # the same in multiples of the ε that is claimed there
    largest_at: tuple[Inputs, Inputs] | None
    pairs: int
    covered: tuple[str, ...]
    not_covered: tuple[str, ...]
    interrupted: bool = False

    @property
    def refuted(self) -> bool:
        return self.counterexample is not None

    def explain(self) -> str:
        """What was found, in words."""
        if self.counterexample is not None:
            words = self.counterexample.explain()
            if self.largest_times > self.counterexample.times * (1 + 1e-6):
                words += f"\n\n  {self._largest()}"
            return words
        lines = [f"No counterexample to {self.mechanism} was found, which proves nothing.", "", f"  {self._largest()}"]
        lines.append(f"  Looked at: {self.pairs:,} pairs of inputs; {_in_short(self.covered)}.")
        lines += [f"  Not covered: {what}." for what in self.not_covered]
        if self.interrupted:
            lines.append("  The search was interrupted.")
        return "\n".join(lines)

    def _largest(self) -> str:
        if self.largest_at is None:
            return "No loss was seen at all."
        if math.isinf(self.largest_loss):
            return "The largest loss that was seen is infinite."
        times = f" ({self.largest_times:.4g} ε)" if math.isfinite(self.largest_times) else ""
        return f"The largest loss that was seen is {self.largest_loss:.4g} at least{times}."


def plain(value: Any) -> Any:
    """A value as JSON has it; fractions as numbers."""
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    return value


def outward(interval: Interval) -> list[float]:
    """The two ends as floats, rounded outwards."""
    low, high = float(interval.lower), float(interval.upper)
    while Fraction(low) > interval.lower:
        low = math.nextafter(low, -math.inf)
    while Fraction(high) < interval.upper:
        high = math.nextafter(high, math.inf)
    return [max(low, 0.0), high]


def show(value: Any) -> str:
    """A value as people read it."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{k}: {show(v)}" for k, v in value.items()) + "}"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(show, value)) + ")"
    if isinstance(value, list):
        return "[" + ", ".join(map(show, value)) + "]"
    return str(value)


def _probability(interval: Interval) -> str:
    low, high = outward(interval)
    if high == 0:
        return "0"
    if low == 0:
        return f"at most {high:.3g}"
    for digits in (8, 6, 4, 3):
        if f"{low:.{digits}g}" == f"{high:.{digits}g}":
            return f"{low:.{digits}g}"
    return f"between {low:.4g} and {high:.4g}"


def _in_short(covered: Sequence[str]) -> str:
    """What was looked at, with lists of all lengths for one ε in one piece."""
    lengths: dict[str, list[str]] = {}
    for about in covered:
        many, comma, rest = about.partition(", ")
        lengths.setdefault(rest if comma else about, []).extend([many.split()[0]] if comma else [])
    pieces = []
    for about, counts in lengths.items():
        plural = "entry" if counts == ["1"] else "entries"
        pieces.append(f"{', '.join(counts)} {plural} at {about}" if counts else about)
    return "; ".join(pieces) or "nothing"
