"""An example pair of adjacent inputs for a mechanism, and the exact distributions of its output on it.

A counterexample is its own example, and so are two runs that no coupling kept together. For a proof, a small pair is
looked for whose loss comes near the claim. Limits are in work and not in time: the same verdict has the same example.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from twinproof.exact.engine.run import Limits
from twinproof.exact.meaning import Comparison, compare
from twinproof.lang.errors import TwinproofError
from twinproof.lang.faces import Faces
from twinproof.lang.inputs import FixedQuery, FixedScore
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.python_values import parts_of, shown
from twinproof.refute.evidence import shown_input
from twinproof.refute.pairs import Finding, look
from twinproof.refute.seeds import stages
from twinproof.refute.space import space_of
from twinproof.verify import Verdict

_WORK, _MOST_WORK = 8_000_000, 32_000_000  # of the engine, for a pair to show: as soon as there is one, and at most
_NEAR, _MUCH = 0.9, 1.02  # of the claim: a loss that is near enough; and how much better a later pair must be
_LIMITS = Limits(rows=200_000, iterations=2_000, work=60_000_000)
_TOLERANCE = 1e-12

Inputs = Mapping[str, Any]


@dataclass(frozen=True)
class Example:
    """Two adjacent inputs; what the exact engine says of them, or why it does not."""

    left: Inputs
    right: Inputs
    comparison: Comparison | None
    trouble: str = ""


def example_of(verdict: Verdict) -> Example | None:
    """The pair to show for a verdict; None when none was found."""
    pair = pair_of(verdict)
    return None if pair is None else compared(verdict.mechanism, *pair)


def pair_of(verdict: Verdict, most_work: int = _MOST_WORK) -> tuple[Inputs, Inputs] | None:
    """Two adjacent inputs to show for a verdict, as they are given; None when none was found."""
    refutation = verdict.refutation
    if refutation is not None and refutation.counterexample is not None:
        return refutation.counterexample.left, refutation.counterexample.right
    if verdict.stuck is not None and verdict.stuck.example is not None:
        return verdict.stuck.example.left, verdict.stuck.example.right
    return _telling(verdict.mechanism, most_work)


def _telling(mechanism: Mechanism, most_work: int) -> tuple[Inputs, Inputs] | None:
    """A small pair whose loss comes near the claim, among those that the refuter would try first."""
    space = space_of(mechanism)
    best: Finding | None = None
    spent = 0
    for stage in stages(space):
        for board in stage.batches:
            seen = look(space, board)
            spent += seen.work
            for finding in seen.findings:
                if finding.loss > 0 and (best is None or finding.score > best.score * _MUCH):
                    best = finding
        if spent > most_work or (best is not None and (best.score > _NEAR or spent > _WORK)):
            break
    return None if best is None else (space.given(best.left), space.given(best.right))


def compared(mechanism: Mechanism, left: Inputs, right: Inputs) -> Example:
    """The exact distributions on a pair, if a moderate amount of work is enough for them."""
    try:
        seen = mechanism.faces.inputs
        comparison = compare(mechanism, seen(left), seen(right), _TOLERANCE, _LIMITS)
    except TwinproofError as problem:
        return Example(left, right, None, problem.diagnostic.message)
    except (ValueError, ArithmeticError, MemoryError) as problem:
        return Example(left, right, None, str(problem) or type(problem).__name__)
    reasons = dict.fromkeys((*comparison.left.reasons, *comparison.right.reasons))
    if reasons:
        return Example(left, right, None, "; ".join(reasons))
    return Example(left, right, comparison)


# --------------------------------------------------------------------------------------------------------- differences


@dataclass(frozen=True, slots=True)
class Cell:
    """An entry of an input on both sides; `move` says by how much it differs, and is empty where it does not."""

    name: str
    left: str
    right: str
    move: str


@dataclass(frozen=True, slots=True)
class Difference:
    """A parameter on both sides, entry by entry."""

    name: str
    cells: tuple[Cell, ...]


def differences(faces: Faces, left: Inputs, right: Inputs) -> tuple[list[Difference], dict[str, str]]:
    """The inputs that differ, entry by entry, and those that both sides share, as people read them."""
    apart: list[Difference] = []
    shared: dict[str, str] = {}
    for name, value in left.items():
        if value == right[name]:
            shared[name] = shown_input(faces, name, _plain(value))
        else:
            a, b = (faces.input(name, _plain(side[name])) for side in (left, right))
            apart.append(Difference(name, tuple(_cells(a, b))))
    return apart, shared


def _cells(a: Any, b: Any) -> list[Cell]:
    if isinstance(a, Mapping) and isinstance(b, Mapping) and all(isinstance(key, str) for key in (*a, *b)):
        return [_cell(key, a.get(key), b.get(key)) for key in dict.fromkeys((*a, *b))]
    ours, theirs = parts_of(a), parts_of(b)
    if ours is not None and theirs is not None and ours.keys() == theirs.keys():
        return [_cell(name, ours[name], theirs[name]) for name in ours]
    return [_cell("", a, b)]


def _cell(name: str, a: Any, b: Any) -> Cell:
    if a == b:
        return Cell(name, shown(a), shown(b), "")
    numbers = isinstance(a, int) and isinstance(b, int)
    return Cell(name, shown(a), shown(b), f"{b - a:+d}".replace("-", "−") if numbers else "differs")


def _plain(value: Any) -> Any:
    """Queries and scores by their values."""
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    if isinstance(value, FixedQuery):
        return value.answer
    if isinstance(value, FixedScore):
        rest = {} if value.otherwise is None else {"else": value.otherwise}
        return {**{str(k): v for k, v in value.values}, **rest}
    return value
