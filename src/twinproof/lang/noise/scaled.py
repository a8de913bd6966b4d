"""What noises of a scale have in common: the paper's rate is one over the scale that people write."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import ceil
from typing import TYPE_CHECKING

from twinproof.lang.noise.drawing import draw
from twinproof.lang.noise.law import RATE, AdditiveNoise, Parameters, Sampler, Scale, exact_scale, integer

if TYPE_CHECKING:
    from twinproof.lang.noise.powers import Powers


class ScaledNoise(AdditiveNoise):
    """Additive noise with one parameter, its rate."""

    parameters = (RATE,)

    @cached_property
    def plan(self) -> Callable[[bool, int, int], Sampler]:
        """How a geometric law is drawn, signed or not, from numerator and denominator of its scale."""
        from twinproof.lang.noise.geometric import plan

        return plan

    def call(self, parameters: Parameters, centre: object) -> str:
        return f"{self.name}({centre}, {1 / parameters[0]})"

    def far(self, parameters: Parameters) -> int:
        return ceil(4 / parameters[0])

    def words(self, parameters: Parameters) -> str:
        return f"{self.name} noise of scale {1 / parameters[0]}"


def at_scale(scale: Scale) -> Parameters:
    """The parameters of noise of this scale; an error if it is no scale."""
    return _rate(scale) if isinstance(scale, int | float | Fraction) else (1 / exact_scale(scale),)


def on_grid(law: ScaledNoise, loc: object, scale: Scale, grid: object) -> Fraction:
    """Noise in steps of one over `grid`, around a number that is such a step; what is drawn are integers, as always."""
    steps = integer("grid", grid)
    if steps < 1:
        raise ValueError(f"grid is at least 1, not {steps}")
    if isinstance(loc, bool) or not isinstance(loc, int | Fraction):
        raise TypeError(f"loc is an int or a Fraction, not {type(loc).__name__}: {loc!r}")
    centre = Fraction(loc) * steps
    if centre.denominator != 1:
        raise ValueError(f"loc is not a multiple of 1/{steps}: {loc}")
    drawn: int = draw(law, at_scale(Fraction(exact_scale(scale)) * steps), int(centre))
    return Fraction(drawn, steps)


@lru_cache(maxsize=1024, typed=True)
def _rate(scale: Scale) -> Parameters:
    return (1 / exact_scale(scale),)


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
