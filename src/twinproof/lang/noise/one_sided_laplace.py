"""One-sided discrete Laplace noise: an integer x ≥ loc with mass ∝ exp(−(x − loc) / scale)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, overload

from twinproof.lang.expr import ZERO, Expr
from twinproof.lang.noise.drawing import draw, draw_many
from twinproof.lang.noise.law import Columns, Parameters, Sampler, Scale, integer
from twinproof.lang.noise.scaled import PoweredColumns, ScaledNoise, at_scale, on_grid
from twinproof.lang.noise.spelling import SCALE, DrawFunction, Meant, Spelling, located
from twinproof.lang.scale import reciprocal

if TYPE_CHECKING:
    from flint import arb
    from numpy.typing import NDArray

    from twinproof.lang.noise.powers import Floats, Ints


class OneSidedLaplace(ScaledNoise):
    """The law on x ≥ 0. With a = e^(−rate), the mass of x around 0 is a^x · (1 − a)."""

    name = "one_sided_laplace"
    letters = "Lᵒˢ"
    ascii_letters = "Los"

    def support(self, parameters: Callable[[], Parameters]) -> tuple[int | None, int | None]:
        return 0, None

    def sampler(self, parameters: Parameters) -> Sampler:
        return self.plan(False, parameters[0].denominator, parameters[0].numerator)

    def mass(self, x: int, parameters: Parameters, prec: int) -> arb:
        from flint import arb

        from twinproof.lang.noise.geometric import exp_minus, in_enough_precision

        def compute() -> arb:
            return (1 - exp_minus(parameters[0])) * exp_minus(parameters[0], x) if x >= 0 else arb(0)

        return in_enough_precision(max(x, 0), parameters[0], prec, compute)

    def columns(self, parameters: Parameters) -> Columns:
        return OneSidedColumns(parameters[0])


@dataclass(frozen=True, slots=True)
class OneSidedColumns(PoweredColumns):
    """Probabilities of the one-sided law for whole columns."""

    least = 0
    greatest = None

    def mass(self, x: Ints) -> Floats:
        import numpy as np

        p = self.powers
        return np.where(x >= 0, p.power(np.maximum(x, 0)) * p.one_minus, 0.0)

    def between(self, low: Ints, high: Ints) -> Floats:
        import numpy as np

        from twinproof.lang.noise.powers import INFINITE

        p, start = self.powers, np.maximum(low, 0)
        # a^start · (1 − a^length); without an end, 1 − a^length is 1 (lengths beyond the table count as endless)
        value = p.power(start) * p.rest(np.clip(high - start + 1, 0, INFINITE))
        return np.where(high >= start, value, 0.0)


ONE_SIDED = OneSidedLaplace()
FUNCTION = located(ONE_SIDED)


def _around_zero(given: Mapping[str, Expr]) -> Meant:
    return (reciprocal(given["scale"]),), ZERO


GEOMETRIC = DrawFunction(
    "geometric", "a scale", (Spelling(ONE_SIDED, (SCALE,), _around_zero),), home="one_sided_laplace"
)


@overload
def one_sided_laplace(loc: int, scale: Scale) -> int: ...


@overload
def one_sided_laplace(loc: int | Fraction, scale: Scale, *, grid: int) -> Fraction: ...


def one_sided_laplace(loc: int | Fraction, scale: Scale, *, grid: int | None = None) -> int | Fraction:
    """An integer x ≥ loc with mass ∝ exp(−(x − loc) / scale); with a grid, a multiple of 1/grid."""
    if grid is not None:
        return on_grid(ONE_SIDED, loc, scale, grid)
    value: int = draw(ONE_SIDED, at_scale(scale), integer("loc", loc))
    return value


def one_sided_laplace_batch(loc: int, scale: Scale, size: int) -> NDArray[Any]:
    """`size` independent draws of `one_sided_laplace(loc, scale)`, as `laplace_batch`."""
    return draw_many(ONE_SIDED, at_scale(scale), loc, size)


def one_sided_mass(x: int, scale: Scale, prec: int = 128) -> arb:
    """A ball around the probability that `one_sided_laplace(0, scale)` is x, good to about `prec` bits."""
    return ONE_SIDED.mass(integer("x", x), at_scale(scale), prec)


def geometric(scale: Scale) -> int:
    """An integer x ≥ 0 with mass ∝ exp(−x / scale): `one_sided_laplace(0, scale)`."""
    return one_sided_laplace(0, scale)


def geometric_batch(scale: Scale, size: int) -> NDArray[Any]:
    """`size` independent draws of `geometric(scale)`."""
    return one_sided_laplace_batch(0, scale, size)
