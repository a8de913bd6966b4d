"""Discrete Laplace noise: an integer x with mass ∝ exp(−|x − loc| / scale)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, overload

from twinproof.lang.noise.drawing import draw, draw_many
from twinproof.lang.noise.law import Columns, Parameters, Sampler, Scale, integer
from twinproof.lang.noise.scaled import PoweredColumns, ScaledNoise, at_scale, on_grid
from twinproof.lang.noise.spelling import located

if TYPE_CHECKING:
    from flint import arb
    from numpy.typing import NDArray

    from twinproof.lang.noise.powers import Floats, Ints


class Laplace(ScaledNoise):
    """The two-sided law. With a = e^(−rate), the mass of x around 0 is a^|x| · (1 − a) / (1 + a)."""

    name = "laplace"
    letters = "L"
    ascii_letters = "L"

    def support(self, parameters: Callable[[], Parameters]) -> tuple[int | None, int | None]:
        return None, None

    def sampler(self, parameters: Parameters) -> Sampler:
        return self.plan(True, parameters[0].denominator, parameters[0].numerator)

    def mass(self, x: int, parameters: Parameters, prec: int) -> arb:
        from twinproof.lang.noise.geometric import exp_minus, in_enough_precision

        def compute() -> arb:
            a = exp_minus(parameters[0])
            return (1 - a) * exp_minus(parameters[0], abs(x)) / (1 + a)

        return in_enough_precision(abs(x), parameters[0], prec, compute)

    def columns(self, parameters: Parameters) -> Columns:
        return LaplaceColumns(parameters[0])


@dataclass(frozen=True, slots=True)
class LaplaceColumns(PoweredColumns):
    """Probabilities of the two-sided law for whole columns."""

    least = None
    greatest = None

    def mass(self, x: Ints) -> Floats:
        import numpy as np

        p = self.powers
        return p.power(np.abs(x)) * (p.one_minus / (1 + p.a))

    def between(self, low: Ints, high: Ints) -> Floats:
        import numpy as np

        p = self.powers
        # left of zero: low … min(high, −1), mirrored; right of zero: max(low, 1) … high; and zero itself
        near, far = np.maximum(-high, 1), -low
        left = np.where(far >= near, p.power(np.clip(near, 0, None)) * p.rest(np.clip(far - near + 1, 0, None)), 0.0)
        near, far = np.maximum(low, 1), high
        right = np.where(far >= near, p.power(np.clip(near, 0, None)) * p.rest(np.clip(far - near + 1, 0, None)), 0.0)
        zero = np.where((low <= 0) & (high >= 0), p.one_minus, 0.0)
        sums: Floats = (left + right + zero) / (1 + p.a)
        return sums


LAPLACE = Laplace()
FUNCTION = located(LAPLACE)


@overload
def laplace(loc: int, scale: Scale) -> int: ...


@overload
def laplace(loc: int | Fraction, scale: Scale, *, grid: int) -> Fraction: ...


def laplace(loc: int | Fraction, scale: Scale, *, grid: int | None = None) -> int | Fraction:
    """An integer x with mass ∝ exp(−|x − loc| / scale); with a grid, a multiple of 1/grid."""
    if grid is not None:
        return on_grid(LAPLACE, loc, scale, grid)
    value: int = draw(LAPLACE, at_scale(scale), integer("loc", loc))
    return value


def laplace_batch(loc: int, scale: Scale, size: int) -> NDArray[Any]:
    """`size` independent draws of `laplace(loc, scale)`: int64, or Python integers where int64 might be too narrow."""
    return draw_many(LAPLACE, at_scale(scale), loc, size)


def laplace_mass(x: int, scale: Scale, prec: int = 128) -> arb:
    """A ball around the probability that `laplace(0, scale)` is x, good to about `prec` bits."""
    return LAPLACE.mass(integer("x", x), at_scale(scale), prec)
