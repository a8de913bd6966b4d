"""What a search comes back with: a counterexample that anyone can recompute, or how far it got."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from twinproof.exact.distribution import Interval, power_of_e
from twinproof.exact.moments import Order
from twinproof.lang.claim import ClaimValue, EpsilonDelta, excess
from twinproof.lang.faces import NO_FACES, Faces
from twinproof.lang.python_values import as_json, inputs_as_json, shown
from twinproof.lang.rounding import in_json, nearest, rounded_down, rounded_up
from twinproof.refute.words import divergence_words, in_claims, largest_divergence_words, stated_number

Inputs = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Blame:
    """A line of the program that has to do with the loss, and how that can be told."""

    line: int
    why: str


@dataclass(frozen=True)
class Counterexample:
    """Two adjacent inputs and an event whose probabilities break the claim: P_left > e^ε · P_right + δ.

    Where Rényi divergences are claimed, it has an order, and the loss is the divergence by these outputs alone.

    Inputs and outputs are as the core holds them; they are shown as Python has them.
    """

    mechanism: str
    left: Inputs
    right: Inputs
    public: Inputs
    event: tuple[Any, ...]
    p_left: Interval
    p_right: Interval
    claim: ClaimValue
    loss_at_least: float
    blamed: tuple[Blame, ...] = ()
    faces: Faces = NO_FACES
    order: Order | None = None

    @property
    def times(self) -> float:
        """The loss in multiples of what is claimed."""
        return nearest(in_claims(self.loss_at_least, _limit(self.claim, self.order)))

    def explain(self) -> str:
        """The counterexample in words."""
        private = [name for name in self.left if name not in self.public]
        shared = _shared(self.public, self.faces)
        lines = [f"{self.mechanism} does not keep its claim. Two adjacent inputs and what is seen of them:", ""]
        width = max((len(name) for name in private), default=0)
        for name in private:
            lines.append(f"  {name:<{width}}  {shown_input(self.faces, name, self.left[name])}  on the left")
            lines.append(f"  {'':<{width}}  {shown_input(self.faces, name, self.right[name])}  on the right")
        if shared:
            lines.append(f"  with {shared}")
        lines.append(f"  {self._event_words()}")
        lines.append(f"    with probability {_probability(self.p_left)} on the left,")
        lines.append(f"    and {_probability(self.p_right)} on the right.")
        lines += ["", f"  {self.loss_words()}"]
        if self.blamed:
            lines += ["", "  Why:"]
            lines += [f"    line {b.line}: {b.why}" for b in self.blamed]
        return "\n".join(lines)

    def _event_words(self) -> str:
        if len(self.event) == 1:
            return f"The output is {shown(self.outputs[0])}"
        some = ", ".join(map(shown, self.outputs[:12]))
        more = f", … ({len(self.event)} in all)" if len(self.event) > 12 else ""
        return f"The output is one of {some}{more}"

    @property
    def outputs(self) -> tuple[Any, ...]:
        """The event, as Python has its outputs."""
        return tuple(map(self.faces.output, self.event))

    @property
    def excess(self) -> Fraction:
        """P_left − e^ε · P_right, rounded down: a lower bound of the δ that would be needed at this ε."""
        if not isinstance(self.claim, EpsilonDelta):
            return Fraction(0)
        if self.p_right.upper == 0:
            return self.p_left.lower  # however large the claimed ε
        return excess(self.p_left.lower, self.p_right.upper, power_of_e(self.claim.epsilon, 128).upper)

    @property
    def delta_at_least(self) -> float:
        """A float at or below the δ that would be needed at the claimed ε; zero where no δ is claimed."""
        return _below(max(Fraction(0), self.excess)) if self.claim.delta > 0 else 0.0

    @property
    def epsilon_at_least(self) -> float:
        """A float at or below the ε that would be needed at the claimed δ."""
        over = self.p_left.lower - self.claim.delta
        if self.claim.delta == 0 or not isinstance(self.claim, EpsilonDelta):
            return self.loss_at_least
        from twinproof.refute.replay import log_at_least  # with all that a replay needs

        return log_at_least(over, self.p_right.upper)

    def loss_words(self) -> str:
        """How large the loss is and what was claimed, in a sentence."""
        if not isinstance(self.claim, EpsilonDelta):
            return divergence_words(self.claim, self.order, self.loss_at_least, len(self.event))
        epsilon, delta = map(stated_number, self.claim.parts())
        if self.claim.delta > 0:
            needed = f"at this ε, δ would have to be {rounded_down(self.excess, 4)} at least"
            if math.isinf(self.epsilon_at_least):
                return f"Claimed are ε = {epsilon} and δ = {delta}; {needed}, and at this δ no ε would do."
            larger = f"at this δ, ε would have to be {rounded_down(self.epsilon_at_least, 4)} at least"
            return f"Claimed are ε = {epsilon} and δ = {delta}; {needed}, and {larger}."
        if math.isinf(self.loss_at_least):
            return f"The loss is infinite, and claimed is ε = {epsilon}: the right can never give this output."
        loss, times = (
            rounded_down(self.loss_at_least),
            rounded_down(in_claims(self.loss_at_least, self.claim.epsilon), 4),
        )
        doubt = " Whether the right can give this output at all is not known." if self.p_right.lower == 0 else ""
        return f"The loss is {loss} at least, and claimed is ε = {epsilon}: {times} times as much.{doubt}"

    def to_json(self) -> dict[str, Any]:
        """The counterexample as `verify --json` prints it."""
        return {
            "left": inputs_as_json(self.faces.inputs(self.left)),
            "right": inputs_as_json(self.faces.inputs(self.right)),
            "event": as_json(self.outputs),
            "p_left": outward(self.p_left),
            "p_right": outward(self.p_right),
            **self.claim.map(in_json).named(),
            **_lost(self.claim, self.order, self.loss_at_least),
            **_taken(self.claim, self.epsilon_at_least, self.delta_at_least),
            "why": [{"line": b.line, "why": b.why} for b in self.blamed],
        }


@dataclass(frozen=True)
class LargestLoss:
    """The largest loss that a search has seen, with the inputs and the parameters that it belongs to.

    Where a δ is claimed it is the pair that needs the largest δ at the claimed ε.
    """

    left: Inputs
    right: Inputs
    public: Inputs
    claim: ClaimValue  # what is claimed with these parameters
    at_least: float  # certified: a lower bound of the ε that would be true, at the claimed δ; or of a divergence
    faces: Faces = NO_FACES
    needed: float = 0.0  # certified: a lower bound of the δ that would be true, at the claimed ε; 0 if none is claimed
    order: Order | None = None  # of the divergence, where these are claimed

    @property
    def size(self) -> tuple[float, float]:
        """How much is lost: the δ that is needed, where one is claimed, and then the ε; or how many times the claim."""
        return (0.0, self.times) if self.order is not None else (self.needed, self.at_least)

    @property
    def times(self) -> float:
        """What is lost in multiples of the claim: of δ where one is claimed with an ε, and else of the amount."""
        if self.claim.delta > 0 and isinstance(self.claim, EpsilonDelta):
            return nearest(in_claims(self.needed, self.claim.delta))
        return self.times_amount

    @property
    def times_amount(self) -> float:
        """The ε that would be true, at the claimed δ, or the divergence, in multiples of the claimed one."""
        return nearest(in_claims(self.at_least, _limit(self.claim, self.order)))

    def explain(self) -> str:
        """The loss with its parameters, in a sentence."""
        if not isinstance(self.claim, EpsilonDelta):
            shared = f", with {_shared(self.public, self.faces)}" if self.public else ""
            return largest_divergence_words(self.claim, self.order, self.at_least, shared)
        if self.claim.delta > 0:
            return self._explain_delta()
        head = "The largest loss that was seen" + (f" with {_shared(self.public, self.faces)}" if self.public else "")
        if math.isinf(self.at_least):
            return f"{head} is infinite."
        claimed = f"and claimed is ε = {stated_number(self.claim.epsilon)}"
        times = rounded_down(in_claims(self.at_least, self.claim.epsilon), 4)
        times = f": {times} times as much" if self.claim.epsilon > 0 else ""
        return f"{head} is {rounded_down(self.at_least, 4)} at least, {claimed}{times}."

    def _explain_delta(self) -> str:
        """The δ that is needed, with its parameters, in a sentence."""
        head = "The largest δ that was seen to be needed" + (
            f" with {_shared(self.public, self.faces)}" if self.public else ""
        )
        times = rounded_down(in_claims(self.needed, self.claim.delta), 4)
        claimed = f"and claimed is δ = {stated_number(self.claim.delta)}: {times} times as much"
        return f"{head} is {rounded_down(self.needed, 4)} at least, {claimed}."

    def exists(self) -> str:
        """That no smaller multiple of the claim is true, in a sentence."""
        times = rounded_down(in_claims(self.at_least, _limit(self.claim, self.order)), 4)
        with_public = f", with {_shared(self.public, self.faces)}" if self.public else ""
        if not isinstance(self.claim, EpsilonDelta):
            return f"A divergence of at least {times} times the claim exists{with_public}."
        if self.claim.delta > 0:
            return f"At the claimed δ, an ε of at least {times} times the claim is needed{with_public}."
        return f"A loss of at least {times} times the claim exists{with_public}."

    def to_json(self) -> dict[str, Any]:
        """The loss as `verify --json` prints it."""
        return {
            "left": inputs_as_json(self.faces.inputs(self.left)),
            "right": inputs_as_json(self.faces.inputs(self.right)),
            **({"epsilon": in_json(self.claim.epsilon)} if isinstance(self.claim, EpsilonDelta) else {}),
            **_lost(self.claim, self.order, self.at_least),
            **_taken(self.claim, self.at_least, self.needed),
        }


@dataclass(frozen=True)
class Refutation:
    """The end of a search: a counterexample, or none; and the largest loss that was seen, with what was looked at."""

    mechanism: str
    counterexample: Counterexample | None
    largest: LargestLoss | None  # with the parameters of the counterexample; if there is none, the farthest
    farthest: LargestLoss | None  # with any parameters: the largest in multiples of what is claimed there
    pairs: int
    covered: tuple[str, ...]
    not_covered: tuple[str, ...]
    interrupted: bool = False

    @property
    def refuted(self) -> bool:
        return self.counterexample is not None

    @property
    def largest_times(self) -> float:
        """The largest loss that was seen, in multiples of the claimed ε, or of the claimed δ."""
        return self.farthest.times if self.farthest is not None else 0.0

    def after(self, before: Refutation) -> Refutation:
        """The end of this search, where another one came before it: what that has seen was seen."""
        if before.largest_times <= self.largest_times:
            return self
        largest = self.largest if self.refuted else before.largest
        return replace(self, largest=largest, farthest=before.farthest)

    def beyond(self) -> LargestLoss | None:
        """A loss that is larger than that of the counterexample, with the same parameters, if one was seen."""
        example = self.counterexample
        if example is None or self.largest is None:
            return None
        if example.order is not None:
            return self.largest if self.largest.times > example.times * (1 + 1e-6) else None
        if example.claim.delta > 0:
            return self.largest if self.largest.needed > example.delta_at_least * (1 + 1e-6) else None
        return self.largest if self.largest.at_least > example.loss_at_least * (1 + 1e-6) else None

    def explain(self) -> str:
        """What was found, in words."""
        if self.counterexample is not None:
            words = self.counterexample.explain()
            larger = self.beyond()
            return words if larger is None else f"{words}\n\n  {larger.explain()}"
        seen = self.largest.explain() if self.largest is not None else "No loss was seen at all."
        lines = [f"No counterexample to {self.mechanism} was found, which proves nothing.", "", f"  {seen}"]
        lines.append(f"  Looked at: {self.pairs:,} pairs of inputs, some of each kind: {_in_short(self.covered)}.")
        lines += [f"  Not covered: {what}." for what in self.not_covered]
        if self.interrupted:
            lines.append("  The search was interrupted.")
        return "\n".join(lines)


def _below(value: Fraction) -> float:
    """The largest float at or below a number."""
    rounded = nearest(value)
    return rounded if Fraction(rounded) <= value else math.nextafter(rounded, -math.inf)


def _finite(value: float) -> float | str:
    return "inf" if math.isinf(value) else value


def _limit(claim: ClaimValue, order: Order | None) -> Fraction:
    """What a loss is held against: ε, or what is claimed of the divergence of an order."""
    if isinstance(claim, EpsilonDelta):
        return claim.epsilon
    assert order is not None
    return claim.bound(order.alpha)


def _lost(claim: ClaimValue, order: Order | None, at_least: float) -> dict[str, Any]:
    """The loss, or the order and the divergence of it."""
    if isinstance(claim, EpsilonDelta):
        return {"loss_at_least": _finite(at_least)}
    assert order is not None
    cap = {} if order.cap is None else {"cap": str(order.cap)}
    return {"order": str(order.alpha), **cap, "divergence_at_least": _finite(at_least)}


def _taken(claim: ClaimValue, epsilon: float, delta: float) -> dict[str, float | str]:
    """Where a δ is claimed: the δ that the claimed ε takes, and the ε that the claimed δ takes, at least."""
    if claim.delta == 0 or not isinstance(claim, EpsilonDelta):
        return {}
    return {"delta_at_least": delta, "epsilon_at_least": _finite(epsilon)}


def _shared(public: Inputs, faces: Faces) -> str:
    return ", ".join(f"{name} = {shown_input(faces, name, value)}" for name, value in public.items())


def shown_input(faces: Faces, name: str, value: Any) -> str:
    """An input that the core holds, as people read it."""
    if isinstance(value, Mapping):  # a score: candidates, and "else"
        return "{" + ", ".join(f"{candidate}: {score}" for candidate, score in value.items()) + "}"
    return shown(faces.input(name, value))


def outward(interval: Interval) -> list[float]:
    """The two ends as floats, rounded outwards."""
    low, high = float(interval.lower), float(interval.upper)
    while Fraction(low) > interval.lower:
        low = math.nextafter(low, -math.inf)
    while Fraction(high) < interval.upper:
        high = math.nextafter(high, math.inf)
    return [max(low, 0.0), high]


def _probability(interval: Interval) -> str:
    low, high = outward(interval)
    if high == 0:
        return "0"
    if low == 0:
        return f"at most {rounded_up(interval.upper, 3)}"
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
