"""How much two sides lose by what is shown of them, for the program itself and for changed ones.

A loss of an output where ε is claimed; the δ that outputs take where a δ is; a divergence of one order by all outputs
where these are claimed. Each is what the engine computes, and what a sentence says of a changed program.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Protocol

from twinproof.exact.engine.run import Limits
from twinproof.exact.meaning import distributions
from twinproof.exact.moments import Order
from twinproof.exact.orders import divergence
from twinproof.lang.claim import EpsilonDelta
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.rounding import nearest, rounded_down
from twinproof.refute.pairs import Finding, power_of_e
from twinproof.refute.pointwise import pointwise
from twinproof.refute.space import Space
from twinproof.refute.words import stated_number

_LIMITS = Limits(150_000, 400, 12_000_000)
_MOST_OUTPUTS = 8  # that are computed one by one


class Measure(Protocol):
    """What is lost, and the words for it."""

    def of(self, core: Mechanism) -> float | None:
        """How much a program loses on the pair; None where that is infinite, or not known."""

    def keeps(self, size: float) -> bool:
        """Whether that is within the claim, but for what a float is off by."""

    def would(self, after: float, before: float, at_least: bool = False) -> str:
        """What a changed program would lose instead, where what the program itself loses is known, or is more."""


def measure_of(space: Space, finding: Finding, event: tuple[Any, ...], order: Order | None) -> Measure | None:
    """What is lost by these outputs; None where that is not computed for changed programs."""
    claim = space.claim(finding.left)
    if order is not None:
        return _Divergence(space, finding, order)
    if isinstance(claim, EpsilonDelta) and claim.delta > 0:
        return _Delta(finding, event, *map(nearest, claim.parts())) if len(event) <= _MOST_OUTPUTS else None
    return _Loss(finding, event[0]) if len(event) == 1 else None


def _of(before: float, at_least: bool) -> str:
    return f"{rounded_down(before, 3)} at least" if at_least else f"{before:.3g}"


def _masses(finding: Finding, core: Mechanism, output: Any) -> tuple[float, float] | None:
    """The probabilities of one output."""
    table = distributions(pointwise(core, output), [finding.left, finding.right], 1e-40, _LIMITS)
    if table.reasons:
        return None
    if True not in table.outputs:
        return 0.0, 0.0  # neither side has it
    p, q = table.masses[:, table.outputs.index(True)].tolist()
    return p, q


@dataclass(frozen=True)
class _Loss:
    finding: Finding
    output: Any

    def of(self, core: Mechanism) -> float | None:
        masses = _masses(self.finding, core, self.output)
        if masses is None:
            return None
        p, q = masses
        return math.log(p / q) if p > 0 and q > 0 else 0.0 if p == 0 else None

    def keeps(self, size: float) -> bool:
        return size <= self.finding.epsilon * (1 + 1e-6)

    def would(self, after: float, before: float, at_least: bool = False) -> str:
        return f"the loss would be {max(after, 0.0):.3g} instead of {_of(before, at_least)}"


@dataclass(frozen=True)
class _Delta:
    finding: Finding
    event: tuple[Any, ...]
    epsilon: float
    delta: float

    def of(self, core: Mechanism) -> float | None:
        total = 0.0
        for output in self.event:
            masses = _masses(self.finding, core, output)
            if masses is None:
                return None
            total += masses[0] - power_of_e(self.epsilon) * masses[1]
        return max(total, 0.0)

    def keeps(self, size: float) -> bool:
        return size <= self.delta * (1 + 1e-6)

    def would(self, after: float, before: float, at_least: bool = False) -> str:
        which = "this output" if len(self.event) == 1 else "these outputs"
        needed = "no δ at all" if after == 0 else f"a δ of {after:.3g}"
        return f"{which} would take {needed} instead of {_of(before, at_least)}"


@dataclass(frozen=True)
class _Divergence:
    space: Space
    finding: Finding
    order: Order

    def of(self, core: Mechanism) -> float | None:
        """The divergence by all outputs, not only by those that are shown."""
        table = distributions(core, [self.finding.left, self.finding.right], 1e-12, _LIMITS)
        claim = self.space.claim(self.finding.left)
        if table.reasons or not table.outputs or isinstance(claim, EpsilonDelta):
            return None
        found = divergence(table.lowest()[0], table.highest()[1], self.order, claim)
        return found if math.isfinite(found) else None

    def keeps(self, size: float) -> bool:
        claim = self.space.claim(self.finding.left)
        return not isinstance(claim, EpsilonDelta) and size <= nearest(claim.bound(self.order.alpha)) * (1 + 1e-6)

    def would(self, after: float, before: float, at_least: bool = False) -> str:
        size = f"the divergence of order {stated_number(self.order.alpha)}, by all outputs,"
        return f"{size} would be {max(after, 0.0):.3g} instead of {_of(before, at_least)}"
