"""The points of a curve of guarantees, for those who show one without computing it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the curve: at this ε, so much δ is enough."""

    epsilon: float
    delta: float
