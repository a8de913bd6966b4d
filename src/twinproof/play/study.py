"""What the page shows of a mechanism, as plain data: its verdict, two inputs to play with, and what comes of them.

All of it is computed in the worker. Limits are in work and not in time, and small: a slider is moved many times.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np

from twinproof.exact.display import loss, probability
from twinproof.exact.engine.run import Limits
from twinproof.exact.meaning import Comparison, OutputLoss, compare
from twinproof.lang.errors import TwinproofError
from twinproof.lang.inputs import called_with
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise import noise_named
from twinproof.lang.noise.drawing import SeededNoise
from twinproof.lang.noise.law import AdditiveNoise, Noise
from twinproof.lang.printer import show_expr
from twinproof.lang.python_values import inputs_as_json, shown
from twinproof.lang.rounding import nearest
from twinproof.lang.types import BOOL, DATABASE, INT, REAL
from twinproof.play.coupled import Followed, Step, follow, outputs
from twinproof.play.wire import Drawn, Knob, Note, Outcome, Runs, Seen, View
from twinproof.play.words import in_words
from twinproof.refute.rows import is_of_rows, rows_near
from twinproof.refute.seeds import public_values
from twinproof.refute.space import filled, space_of
from twinproof.report.chosen import chosen_rows, label, limit_words
from twinproof.report.example import pair_of
from twinproof.search.bills import cost_in_short
from twinproof.search.display import show_cost, show_directions
from twinproof.verify import Verdict

_LIMITS = Limits(rows=20_000, iterations=1_000, work=8_000_000)
_TOLERANCE = 1e-9
_WORK = 4_000_000  # of the engine, for a telling pair
_ENTRIES = 3  # of lists, where no telling pair was found
_TRIES = 200  # of values of the public parameters
_MOST_STEPS = 40
_SHORT = 48  # letters of a cost that stands behind a line
_CURVE = 48  # points of a noise's curve on either side
Json = dict[str, Any]


@dataclass
class Study:
    """A mechanism with its verdict, and two inputs at a time."""

    verdict: Verdict
    _last: tuple[Json, Json, Comparison] | None = field(default=None, repr=False)

    @property
    def mechanism(self) -> Mechanism:
        return self.verdict.mechanism

    def view(self) -> View:
        """The verdict."""
        verdict = self.verdict
        return {
            "name": verdict.mechanism.name,
            "kind": verdict.kind,
            "sentence": verdict.sentence(),
            "seconds": verdict.seconds,
            "loose": verdict.loose,
            "sections": in_words(verdict),
            "notes": list(_notes(verdict)),
            "knobs": [_knob(self.mechanism, p.name) for p in self.mechanism.parameters if p.var.type != DATABASE],
            "has_proof": verdict.proof is not None,
        }

    def pair(self) -> tuple[Json, Json]:
        """Two inputs to begin with: those of the counterexample, or a pair whose loss comes near the claim."""
        faces = self.mechanism.faces
        pair = pair_of(self.verdict, _WORK) or next(_simple(self.mechanism), ({}, {}))
        left, right = ({n: v for n, v in side.items() if not self._is_database(n)} for side in pair)
        return inputs_as_json(faces.inputs(left)), inputs_as_json(faces.inputs(right))

    def _is_database(self, name: str) -> bool:
        return self.mechanism.parameter(name).var.type == DATABASE

    def at(self, left: Json, right: Json, seed: int) -> Seen:
        """What two inputs show: both distributions, and a pair of runs if there is a proof to couple them by."""
        if not left:
            return _nothing("No small inputs were found that this mechanism admits.")
        try:
            seen = self._compared(left, right)
        except TwinproofError as problem:
            return _nothing(f"{problem.diagnostic.message}: {problem.diagnostic.hint}")
        except (ValueError, ArithmeticError, MemoryError) as problem:
            seen = _nothing(f"The exact distributions are not shown: {problem}.")
        if self.verdict.proof is not None:
            seen["runs"] = self._runs(left, right, seed)
        return seen

    def _compared(self, left: Json, right: Json) -> Seen:
        if self._last is None or self._last[:2] != (left, right):
            self._last = left, right, compare(self.mechanism, left, right, _TOLERANCE, _LIMITS)
        comparison = self._last[2]
        if not comparison.complete:
            reasons = dict.fromkeys((*comparison.left.reasons, *comparison.right.reasons))
            raise ValueError("; ".join(reasons) or "a limit was met")
        counterexample = self.verdict.refutation.counterexample if self.verdict.refutation is not None else None
        rows = chosen_rows(comparison, counterexample.outputs if counterexample is not None else ())
        claim, worst = comparison.claim, comparison.worst
        return {
            "trouble": "",
            "outcomes": [_outcome(row, claim.epsilon) for row in rows],
            "of": len(comparison.rows),
            "epsilon": nearest(claim.epsilon),
            "epsilon_words": shown(claim.epsilon),
            "delta": nearest(claim.delta),
            "delta_words": shown(claim.delta) if claim.delta > 0 else "",
            "least_delta": probability(comparison.least_delta),
            "limit": limit_words(claim),
            "largest": loss(worst) if worst is not None else "0",
            "is_broken": comparison.violates is True,
            "curve": [(nearest(t.epsilon), nearest(t.delta.upper)) for t in comparison.curve]
            if claim.delta > 0
            else [],
            "runs": None,
        }

    def _runs(self, left: Json, right: Json, seed: int) -> Runs:
        assert self.verdict.proof is not None
        mechanism, (ours, theirs) = called_with(self.mechanism, left, right)
        followed = follow(mechanism, self.verdict.proof, ours, theirs, SeededNoise(seed))
        return _runs(mechanism, followed)


def _nothing(trouble: str) -> Seen:
    return {
        "trouble": trouble,
        "outcomes": [],
        "of": 0,
        "epsilon": 0.0,
        "epsilon_words": "",
        "delta": 0.0,
        "delta_words": "",
        "least_delta": "",
        "limit": "",
        "largest": "",
        "is_broken": False,
        "curve": [],
        "runs": None,
    }


# ------------------------------------------------------------------------------------------------------------- verdicts


def _notes(verdict: Verdict) -> Iterator[Note]:
    proof = verdict.proof
    for c in proof.couplings if proof is not None else ():
        if c.line is not None and proof is not None:
            cost, shape = show_cost(c), f"if {show_directions(c.directions)}: " if c.directions else ""
            in_short = cost_in_short(verdict.mechanism, proof, c)
            yield {
                "line": c.line,
                "kind": "coupling",
                "short": _short(in_short, {show_expr(case.price) for case in c.cases}),
                "text": f"{shape}{c.variable} is coupled by [{c.rule}], cost {cost}",
            }
    counterexample = verdict.refutation.counterexample if verdict.refutation is not None else None
    for b in counterexample.blamed if counterexample is not None else ():
        yield {"line": b.line, "kind": "blame", "short": "to blame", "text": b.why}
    if verdict.kind == "unknown" and verdict.stuck is not None and verdict.stuck.line is not None:
        yield {"line": verdict.stuck.line, "kind": "stuck", "short": "no proof", "text": verdict.stuck.reason}


def _short(cost: str | None, prices: set[str]) -> str:
    """What a draw costs, as it stands behind a line: whatever the inputs, if that is known."""
    if cost is not None and len(cost) <= _SHORT:
        return "free" if cost == "nothing" else f"costs {cost}"
    dearest = max(prices - {"0"}, key=len)
    if len(dearest) > _SHORT:
        return "costs something"
    return f"costs {dearest}{', or nothing' if '0' in prices else ''}"


def _knob(mechanism: Mechanism, name: str) -> Knob:
    parameter = mechanism.parameter(name)
    kind = mechanism.face(name)
    shape = {INT: "number", REAL: "real", BOOL: "truth"}.get(kind, "json") if kind in (INT, REAL, BOOL) else "json"
    return {"name": name, "private": parameter.adjacency is not None, "shape": shape}


def _simple(mechanism: Mechanism) -> Iterator[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """Simple adjacent inputs that the mechanism admits."""
    space = space_of(mechanism)
    for publics in islice(public_values(space, _ENTRIES, Fraction(1)), _TRIES):
        left = filled(space, publics, _ENTRIES)
        for p in space.private if space.allowed(left) else ():
            rows = rows_near(space, p, left) if is_of_rows(space, p) else []
            right = {**left, p.name: next(space.nearby(p, left, rows), left[p.name])}
            if space.allowed(right):
                yield space.given(left), space.given(right)


def _outcome(row: OutputLoss, epsilon: Fraction) -> Outcome:
    return {
        "output": label(row.output),
        "left": nearest(row.left.upper),
        "right": nearest(row.right.upper),
        "loss": None if math.isinf(row.at_least) else row.at_least,
        "is_above": row.at_least > epsilon,
        "words": f"{probability(row.left)} and {probability(row.right)}, loss {loss(row)}",
    }


# ----------------------------------------------------------------------------------------------------------------- runs


def _runs(mechanism: Mechanism, followed: Followed) -> Runs:
    left, right = outputs(mechanism, followed) if not followed.trouble else ("", "")
    return {
        "case": show_directions(followed.shape),
        "steps": [_drawn(step) for step in followed.steps[:_MOST_STEPS]],
        "more": max(0, len(followed.steps) - _MOST_STEPS),
        "left": left,
        "right": right,
        "is_together": followed.together,
        "spent": float(followed.spent),
        "trouble": followed.trouble,
    }


def _drawn(step: Step) -> Drawn:
    values = (step.left_centre, step.right_centre, step.left, step.right)
    noise = noise_named(step.noise)
    is_added = isinstance(noise, AdditiveNoise) and all(abs(v) < 10**9 for v in values)
    moved = step.right - step.left if type(step.left) is int and type(step.right) is int else None
    return {
        "line": step.line,
        "variable": step.variable,
        "noise": noise.words(step.parameters),
        "left": shown(step.left),
        "right": shown(step.right),
        "left_centre": shown(step.left_centre),
        "right_centre": shown(step.right_centre),
        "shift": moved,
        "when": step.when,
        "price": step.price,
        "cost": float(step.cost),
        "spent": float(step.spent),
        "numbers": [float(v) for v in values] if is_added else None,
        "curve": _curve(noise, step) if is_added else [],
    }


def _curve(noise: Noise, step: Step) -> list[tuple[float, float]]:
    """The probabilities around 0, as far as draws go and these went, in parts of the highest."""
    assert isinstance(noise, AdditiveNoise)
    drawn = max(abs(step.left - step.left_centre), abs(step.right - step.right_centre))
    try:
        law = noise.columns(step.parameters)
    except OverflowError:
        return []
    reach = max(3, min(law.reach(0.02), 10**6), drawn + 1)
    places = np.unique(np.linspace(-reach, reach, 2 * _CURVE + 1).round().astype(np.int64))
    masses = law.mass(places)
    most = float(masses.max()) or 1.0
    return [(float(x), float(m) / most) for x, m in zip(places, masses, strict=True)]
