"""What a claim of zCDP or of Rényi privacy means as (ε, δ), with some values of the public parameters."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from twinproof.exact.points import Point
from twinproof.lang.rounding import in_digits, in_json, rounded_up


@dataclass(frozen=True)
class Accounted:
    """The ε that is enough at each of the usual δ, and the whole curve; `given` are the values, in words."""

    given: str
    enough: tuple[tuple[Fraction, float], ...]
    points: tuple[Point, ...]

    def explain(self) -> str:
        """The same in a sentence; all numbers are rounded up."""
        parts = (f"ε = {rounded_up(e)} at δ = {in_digits(d)}" for d, e in self.enough if math.isfinite(e))
        numbers = " and ".join(parts) or "no (ε, δ) at these δ"
        return f"{f'With {self.given} that' if self.given else 'That'} is (ε, δ) with {numbers}."

    def to_json(self) -> dict[str, Any]:
        """The same as `verify --json` prints it."""
        found = [{"delta": in_json(d), "epsilon": e if math.isfinite(e) else "inf"} for d, e in self.enough]
        return {"given": self.given, "at_delta": found}
