"""What noises of a scale have in common: the paper's rate is one over the scale that people write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

from twinproof.lang.expr import Expr
from twinproof.lang.noise.law import RATE, AdditiveNoise, Parameters
from twinproof.lang.scale import reciprocal

if TYPE_CHECKING:
    from twinproof.lang.noise.powers import Powers


class ScaledNoise(AdditiveNoise):
    """Additive noise with one parameter, its rate."""

    arguments = ("loc", "scale")
    takes = "a location and a scale"
    parameters = (RATE,)

    def from_arguments(self, numbers: Sequence[Expr]) -> tuple[Expr, ...]:
        (scale,) = numbers
        return (reciprocal(scale),)

    def call(self, parameters: Parameters, centre: object) -> str:
        return f"{self.name}({centre}, {1 / parameters[0]})"

    def far(self, parameters: Parameters) -> int:
        return ceil(4 / parameters[0])

    def words(self, parameters: Parameters) -> str:
        return f"{self.name} noise of scale {1 / parameters[0]}"


@dataclass(frozen=True, slots=True)
class PoweredColumns:
    """Columns of a law whose mass falls by e^(−rate) from each value to the next, on one side or on both."""

    rate: Fraction

    def __post_init__(self) -> None:
        _ = self.powers  # too wide a law is refused at once

    @property
    def powers(self) -> Powers:
        """Of e^(−rate)."""
        from twinproof.lang.noise.powers import powers_of

        return powers_of(self.rate)

    def reach(self, outside: float) -> int:
        """The least convenient k with P(|X| > k) ≤ outside."""
        return self.powers.reach(outside)

    def outside(self, k: int) -> float:
        """An upper bound of P(|X| > k)."""
        return self.powers.outside(k)
