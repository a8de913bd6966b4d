"""Exact distributions and comparisons as JSON, with bounds that hold whatever rounds them."""

from __future__ import annotations

import math
from typing import Any

from twinproof.exact.meaning import Comparison, OutputDistribution, OutputLoss
from twinproof.exact.profile import Range
from twinproof.lang.claim import Concentrated
from twinproof.lang.python_values import as_json
from twinproof.lang.rounding import in_json
from twinproof.refute.evidence import outward


def _number(value: float) -> float | str:
    return "inf" if math.isinf(value) else value


def _range(bounds: OutputLoss | Range) -> list[float | str]:
    return [_number(bounds.at_least), _number(bounds.at_most)]


def distribution_json(distribution: OutputDistribution) -> dict[str, Any]:
    """A distribution as `dist --json` prints it."""
    return {
        "mechanism": distribution.mechanism,
        "outputs": [
            {"output": as_json(o), "probability": [low, high]}
            for o, low, high in zip(
                distribution.outputs, distribution.lowest().tolist(), distribution.highest().tolist(), strict=True
            )
        ],
        "lost": distribution.lost,
        "unlisted": distribution.unlisted,
        "diverged": distribution.diverged,
        "complete": distribution.complete,
        "reasons": list(distribution.reasons),
    }


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """A comparison as `compare --json` prints it."""
    worst = comparison.worst
    return {
        "mechanism": comparison.mechanism,
        **_of_the_claim(comparison),
        "outputs": [_loss_json(row) for row in comparison.rows],
        "largest": None if worst is None else _loss_json(worst),
        "violates": comparison.violates,
        "lost": [comparison.left.lost, comparison.right.lost],
        "complete": comparison.complete,
        "undecided": comparison.undecided or None,
        "known": _known(comparison),
        "loose": comparison.stated.looseness() or None,
    }


def _known(comparison: Comparison) -> dict[str, Any] | None:
    """What is known, what is open and what may help where it could not be decided."""
    known = comparison.known
    if known is None:
        return None
    ways = [
        {
            "way": way.name,
            "loss_at_least": _number(way.at_least),
            "output": None if way.output is None else as_json(way.output),
            "listed_at_most": None if way.unbounded or not known.listed else _number(way.at_most),
            "unbounded": way.unbounded,
            "open": way.exceeding,
            "least_delta": outward(way.least_delta),
        }
        for way in known.ways
    ]
    told = {"left_out": list(known.left_out), "limits": list(known.limits), "advice": list(known.advice)}
    return {"ways": ways, "listed": known.listed, **told}


def _of_the_claim(comparison: Comparison) -> dict[str, Any]:
    """What is claimed on these inputs, and what comes of it."""
    measured, parts = comparison.measured, comparison.stated.map(in_json).named()
    if measured is None:
        return {
            **parts,
            "least_delta": outward(comparison.least_delta),
            "least_epsilon": _range(comparison.least_epsilon),
            "curve": [{"epsilon": in_json(t.epsilon), "least_delta": outward(t.delta)} for t in comparison.curve],
        }
    found = {"order": in_json(measured.order), "divergence": _range(measured.divergence)}
    largest = {"largest_per_order": _range(measured.amount)} if isinstance(measured.claim, Concentrated) else {}
    return {"claim": parts, **found, **largest}


def _loss_json(row: OutputLoss) -> dict[str, Any]:
    return {
        "output": as_json(row.output),
        "p_left": outward(row.left),
        "p_right": outward(row.right),
        "loss": _range(row),
    }
