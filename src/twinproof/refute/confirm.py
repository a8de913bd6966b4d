"""From a pair of inputs that the engine finds suspicious to a counterexample that was recomputed without it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from twinproof.exact.engine.run import Limits
from twinproof.exact.meaning import distribution, output_of
from twinproof.exact.moments import Order
from twinproof.exact.orders import telling
from twinproof.lang.claim import EpsilonDelta, excess
from twinproof.lang.errors import TwinproofError
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.rounding import nearest
from twinproof.refute.evidence import Counterexample
from twinproof.refute.moves import is_long
from twinproof.refute.pairs import Finding, fewest, power_of_e, table_of
from twinproof.refute.replay import NotConfirmed, replay
from twinproof.refute.space import Space
from twinproof.refute.states import TooLong

MOST_SCORES = 30  # that are listed one by one; beyond, one number stands for all others
_KNOWN = 1e-7  # of the one side's mass: what the other has less than that is not known any better by the replay
_LIMITS = Limits(rows=100_000, iterations=400, work=20_000_000)


def confirm(space: Space, finding: Finding) -> Counterexample:
    """The counterexample with its simplest event; raises `NotConfirmed` when the replay does not bear it out."""
    problem = NotConfirmed("no event of it could be replayed")
    for event, about, order in _events(space, finding):
        try:
            return _confirmed(space, finding, event, about, order)
        except NotConfirmed as failed:
            problem = failed
            if isinstance(failed.__cause__, TooLong):
                break  # and so would other events
    raise problem


Event = tuple[tuple[Any, ...], float, Order | None]


def _events(space: Space, finding: Finding) -> list[Event]:
    """The event to show, and the one that was found in the search; each with its smaller probability, if known."""
    if is_long(finding.event):
        return [(finding.event, 1.0, finding.order)]
    outputs, low, high = table_of(space, finding.left, finding.right)
    events: list[Event] = []
    claim = space.claim(finding.left)
    if not isinstance(claim, EpsilonDelta):
        for highest in (high[1], np.maximum(high[1], _KNOWN * low[0])) if outputs else ():
            told = telling(low[0], highest, claim)
            events.append((tuple(outputs[o] for o in told.outputs), 1.0, told.order))
        return [*events, (finding.event, 1.0, finding.order)]
    epsilon, delta = map(nearest, claim.parts())
    if outputs and delta > 0:
        gain = excess(low[0], high[1], power_of_e(epsilon))
        if gain.clip(0).sum() > delta:
            chosen = fewest(gain, delta)
            events.append((tuple(outputs[o] for o in chosen), float(high[1][chosen].sum()), None))
    elif outputs:
        with np.errstate(divide="ignore", invalid="ignore"):
            losses = np.where(low[0] > 0, np.log(low[0]) - np.log(high[1]), -np.inf)
        largest = float(losses.max())
        clear = epsilon + min(largest - epsilon, epsilon or largest) / 2  # well over the claim
        good = [n for n in range(len(outputs)) if losses[n] >= (largest if math.isinf(largest) else clear)]
        likely = max((low[0][n] for n in good), default=0.0) / 2
        good.sort(
            key=lambda n: (bool(low[0][n] < likely), _length(outputs[n]), -round(min(float(losses[n]), 1e6), 6), n)
        )
        events += [((outputs[n],), float(min(low[0][n], high[1][n])), None) for n in good[:2]]
    return [*events, (finding.event, 1.0, None)]


def _length(output: Any) -> tuple[int, int]:
    """How long an output is to read, and how large its numbers are."""
    if isinstance(output, list | tuple):
        parts = [_length(o) for o in output]
        return 1 + sum(n for n, _ in parts), sum(s for _, s in parts)
    return 1, 0 if isinstance(output, bool) else abs(output)


def _is_enough(core: Mechanism, given: Mapping[str, object]) -> bool:
    """Whether the engine, which looks further into tails, asks for no other scores."""
    try:
        distribution(core, core.faces.inputs(given), limits=_LIMITS)
    except TwinproofError:
        return False
    return True


def _confirmed(
    space: Space, finding: Finding, event: tuple[Any, ...], about: float, order: Order | None
) -> Counterexample:
    core = space.core
    left, right = space.given(finding.left), space.given(finding.right)
    outputs = tuple(output_of(o, core.result.type) for o in event)
    replayed = replay(core, left, right, outputs, about, order)
    if not replayed.breaks:
        raise NotConfirmed("the replay does not find the claim broken")
    if replayed.asked and all(len(seen) <= MOST_SCORES for seen in replayed.asked.values()):
        sides = [space.given(point, replayed.asked) for point in (finding.left, finding.right)]
        if all(_is_enough(core, side) for side in sides):
            left, right = sides
    return Counterexample(
        mechanism=core.name,
        left=left,
        right=right,
        public={p.name: left[p.name] for p in core.parameters if p.adjacency is None},
        event=outputs,
        p_left=replayed.p_left,
        p_right=replayed.p_right,
        claim=replayed.claim,
        loss_at_least=replayed.loss_at_least,
        faces=core.faces,
        order=order,
    )
