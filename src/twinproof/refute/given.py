"""Pairs of inputs that somebody gives a search to start from, as points that it moves in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from twinproof.lang.errors import TwinproofError
from twinproof.lang.inputs import FixedQuery, FixedScore, check_adjacent, read_inputs
from twinproof.lang.types import DATABASE
from twinproof.refute.evidence import Inputs
from twinproof.refute.moves import Pair
from twinproof.refute.space import Point, Space, other_of


def given_pairs(space: Space, seeds: Iterable[tuple[Inputs, Inputs]]) -> list[Pair]:
    """The given pairs that are inputs of the mechanism, and adjacent; the others are left out."""
    pairs: list[Pair] = []
    for left, right in seeds:
        try:
            a, b = read_inputs(space.core, left), read_inputs(space.core, right)
            check_adjacent(space.core, a, b)
        except TwinproofError:
            continue
        pairs.append((_point(space, a), _point(space, b)))
    return pairs


def _point(space: Space, values: Mapping[str, Any]) -> Point:
    point: dict[str, Any] = {}
    for p in space.core.parameters:
        value = values[p.name]
        if isinstance(value, FixedScore):
            scores = {c: v for c, v in value.values if 0 <= c < 64}
            other = value.otherwise if value.otherwise is not None else 0
            point[p.name] = tuple(scores.get(n, other) for n in range(max(scores, default=-1) + 1))
            point[other_of(p.name)] = other
        elif isinstance(value, tuple):
            point[p.name] = tuple(v.answer if isinstance(v, FixedQuery) else v for v in value)
        else:
            point[p.name] = "the database" if p.var.type == DATABASE else value
    return point
