"""Discrete Gaussian noise: an integer x with mass ∝ exp(−(x − loc)² / (2σ²)), of any rational variance σ²."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING, Any

from twinproof.lang.expr import Expr, Op, apply
from twinproof.lang.noise.drawing import draw, draw_many
from twinproof.lang.noise.law import (
    AdditiveNoise,
    Columns,
    NoiseParameter,
    Parameters,
    Sampler,
    Scale,
    exact_number,
    integer,
)
from twinproof.lang.noise.spelling import LOC, Argument, DrawFunction, Form, Meant, Spelling

if TYPE_CHECKING:
    from flint import arb
    from numpy.typing import NDArray

    from twinproof.lang.noise.powers import Floats, Ints
    from twinproof.lang.noise.theta import GaussianTables

VARIANCE = NoiseParameter(
    "variance",
    doubt="sigma or the variance may be zero or negative",
    hint="it is above zero: add what makes it so to `requires=`, such as `c >= 1`",
    width=2,
)


class Gaussian(AdditiveNoise):
    """With Z = Σ exp(−x² / (2σ²)) over all integers, the mass of x around 0 is exp(−x² / (2σ²)) / Z."""

    name = "gaussian"
    letters = "𝒩"
    ascii_letters = "N"
    parameters = (VARIANCE,)

    def support(self, parameters: Callable[[], Parameters]) -> tuple[int | None, int | None]:
        return None, None

    def call(self, parameters: Parameters, centre: object) -> str:
        return f"gaussian({centre}, variance={parameters[0]})"

    def words(self, parameters: Parameters) -> str:
        return f"gaussian noise of variance {parameters[0]}"

    def far(self, parameters: Parameters) -> int:
        return 4 * (isqrt(int(parameters[0])) + 1)

    def sampler(self, parameters: Parameters) -> Sampler:
        from twinproof.lang.noise.gaussian_sampler import gaussian_sampler

        return gaussian_sampler(parameters[0])

    def mass(self, x: int, parameters: Parameters, prec: int) -> arb:
        from twinproof.lang.noise.theta import gaussian_mass

        return gaussian_mass(x, parameters[0], prec)

    def columns(self, parameters: Parameters) -> Columns:
        return GaussianColumns(parameters[0])


@dataclass(frozen=True, slots=True)
class GaussianColumns:
    """Probabilities for whole columns, read off tables of rounded balls.

    An interval on one side of zero is the difference of two tails, which are known to twice the digits of a float.
    """

    variance: Fraction
    least = None
    greatest = None

    def __post_init__(self) -> None:
        _ = self._tables  # too wide a law is refused at once

    @property
    def _tables(self) -> GaussianTables:
        from twinproof.lang.noise.theta import gaussian_tables

        return gaussian_tables(self.variance)

    def mass(self, x: Ints) -> Floats:
        import numpy as np

        tables = self._tables
        distance = np.minimum(np.abs(x), tables.end)
        return tables.mass[distance]

    def between(self, low: Ints, high: Ints) -> Floats:
        import numpy as np

        # left of zero: low … min(high, −1), mirrored; right of zero: max(low, 1) … high; and zero itself
        tables = self._tables
        left = tables.sum(np.maximum(-high, 1), -low)
        right = tables.sum(np.maximum(low, 1), high)
        sums: Floats = left + right + np.where((low <= 0) & (high >= 0), tables.mass[0], 0.0)
        return sums

    def reach(self, outside: float) -> int:
        """The least convenient k with P(|X| > k) ≤ outside."""
        return self._tables.reach(outside)

    def outside(self, k: int) -> float:
        """An upper bound of P(|X| > k)."""
        return self._tables.outside(k)


GAUSSIAN = Gaussian()


def _by_sigma(given: Mapping[str, Expr]) -> Meant:
    """σ · |σ| is the variance, and positive just where σ is."""
    sigma = given["sigma"]
    return (apply(Op.MUL, sigma, apply(Op.ABS, sigma)),), given["loc"]


def _by_variance(given: Mapping[str, Expr]) -> Meant:
    return (given["variance"],), given["loc"]


FUNCTION = DrawFunction(
    "gaussian",
    "a location and a standard deviation, or a location and a variance",
    (
        Spelling(GAUSSIAN, (LOC, Argument("sigma", Form.NUMBER, "a standard deviation")), _by_sigma),
        Spelling(GAUSSIAN, (LOC, Argument("variance", Form.NUMBER, "a variance", by_name=True)), _by_variance),
    ),
)


def of_width(sigma: Scale | None, variance: Scale | None) -> Parameters:
    """The parameters of noise of this standard deviation, or of this variance; an error if it is none."""
    if (sigma is None) == (variance is None):
        raise TypeError("gaussian takes a location and either sigma or variance")
    return (exact_number("variance", variance) if sigma is None else exact_number("sigma", sigma) ** 2,)


def gaussian(loc: int, sigma: Scale | None = None, *, variance: Scale | None = None) -> int:
    """An integer x with mass ∝ exp(−(x − loc)² / (2σ²)), given σ or its square, the variance."""
    value: int = draw(GAUSSIAN, of_width(sigma, variance), integer("loc", loc))
    return value


def gaussian_batch(
    loc: int, sigma: Scale | None = None, size: int = 1, *, variance: Scale | None = None
) -> NDArray[Any]:
    """`size` independent draws of `gaussian`: int64, or Python integers where int64 might be too narrow."""
    return draw_many(GAUSSIAN, of_width(sigma, variance), loc, size)


def gaussian_mass_of(x: int, sigma: Scale | None = None, prec: int = 128, *, variance: Scale | None = None) -> arb:
    """A ball around the probability that `gaussian(0, sigma)` is x, good to about `prec` bits."""
    return GAUSSIAN.mass(integer("x", x), of_width(sigma, variance), prec)
