"""Truncated Laplace noise: discrete Laplace noise, given that it is no further away than a bound."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING, Any

from twinproof.lang.expr import Expr
from twinproof.lang.noise.drawing import draw, draw_many
from twinproof.lang.noise.law import (
    RATE,
    AdditiveNoise,
    Allowed,
    Columns,
    NoiseParameter,
    Parameters,
    Sampler,
    Scale,
    integer,
)
from twinproof.lang.noise.scaled import PoweredColumns, at_scale
from twinproof.lang.noise.spelling import LOC, SCALE, Argument, DrawFunction, Form, Meant, Spelling
from twinproof.lang.scale import reciprocal
from twinproof.lang.types import INT

if TYPE_CHECKING:
    from flint import arb
    from numpy.typing import NDArray

    from twinproof.lang.noise.powers import Floats, Ints

BOUND = NoiseParameter(
    "bound",
    (INT,),
    Allowed(low=0),
    doubt="the bound may be below zero",
    hint="add what makes it so to `requires=`, such as `bound >= 0`",
)


class TruncatedLaplace(AdditiveNoise):
    """With a = e^(−rate), the mass of x around 0 is a^|x| · (1 − a) / (1 + a − 2·a^(bound + 1)) for |x| ≤ bound."""

    name = "truncated_laplace"
    letters = "Lᵗ"
    ascii_letters = "Lt"
    parameters = (RATE, BOUND)

    def support(self, parameters: Callable[[], Parameters]) -> tuple[int | None, int | None]:
        bound = int(parameters()[1])
        return -bound, bound

    def call(self, parameters: Parameters, centre: object) -> str:
        return f"truncated_laplace({centre}, {1 / parameters[0]}, {parameters[1]})"

    def words(self, parameters: Parameters) -> str:
        return f"truncated_laplace noise of scale {1 / parameters[0]}, {parameters[1]} away at most"

    def far(self, parameters: Parameters) -> int:
        return min(ceil(4 / parameters[0]), int(parameters[1]))

    def sampler(self, parameters: Parameters) -> Sampler:
        from twinproof.lang.noise.truncation import truncated

        return truncated(parameters[0], int(parameters[1]))

    def mass(self, x: int, parameters: Parameters, prec: int) -> arb:
        from flint import arb

        from twinproof.lang.noise.geometric import exp_minus, in_enough_precision

        rate, bound = parameters[0], int(parameters[1])

        def compute() -> arb:
            a = exp_minus(rate)
            return (1 - a) * exp_minus(rate, abs(x)) / (1 + a - 2 * exp_minus(rate, bound + 1))

        return in_enough_precision(bound, rate, prec, compute) if abs(x) <= bound else arb(0)

    def columns(self, parameters: Parameters) -> Columns:
        return TruncatedColumns(parameters[0], int(parameters[1]))


@dataclass(frozen=True)
class TruncatedColumns(PoweredColumns):
    """Probabilities for whole columns."""

    bound: int

    @property
    def least(self) -> int:
        """The least value."""
        return -self.bound

    @property
    def greatest(self) -> int:
        """The greatest value."""
        return self.bound

    @cached_property
    def _size(self) -> float:
        """(1 + a − 2·a^(bound + 1)), which is (1 − a) times the sum of the powers."""
        from twinproof.lang.noise.geometric import exp_minus, in_enough_precision

        def compute() -> arb:
            return 1 + exp_minus(self.rate) - 2 * exp_minus(self.rate, self.bound + 1)

        return float(in_enough_precision(self.bound, self.rate, 96, compute).mid())

    def mass(self, x: Ints) -> Floats:
        import numpy as np

        p, distance = self.powers, np.abs(x)
        return np.where(distance <= self.bound, p.power(distance) * (p.one_minus / self._size), 0.0)

    def between(self, low: Ints, high: Ints) -> Floats:
        import numpy as np

        p = self.powers
        low, high = np.maximum(low, -self.bound), np.minimum(high, self.bound)
        # left of zero: low … min(high, −1), mirrored; right of zero: max(low, 1) … high; and zero itself
        near, far = np.maximum(-high, 1), -low
        left = np.where(far >= near, p.power(np.clip(near, 0, None)) * p.rest(np.clip(far - near + 1, 0, None)), 0.0)
        near, far = np.maximum(low, 1), high
        right = np.where(far >= near, p.power(np.clip(near, 0, None)) * p.rest(np.clip(far - near + 1, 0, None)), 0.0)
        zero = np.where((low <= 0) & (high >= 0), p.one_minus, 0.0)
        sums: Floats = (left + right + zero) / self._size
        return sums

    def reach(self, outside: float) -> int:
        """The least convenient k with P(|X| > k) ≤ outside: what is cut off only makes the tails lighter."""
        return min(self.bound, self.powers.reach(outside))

    def outside(self, k: int) -> float:
        """An upper bound of P(|X| > k)."""
        return 0.0 if k >= self.bound else self.powers.outside(k)


TRUNCATED = TruncatedLaplace()


def _meaning(given: Mapping[str, Expr]) -> Meant:
    return (reciprocal(given["scale"]), given["bound"]), given["loc"]


FUNCTION = DrawFunction(
    "truncated_laplace",
    "a location, a scale and a bound",
    (Spelling(TRUNCATED, (LOC, SCALE, Argument("bound", Form.INTEGER, "the bound of noise")), _meaning),),
)


def _parameters(scale: Scale, bound: int) -> Parameters:
    rate = at_scale(scale)
    if integer("bound", bound) < 0:
        raise ValueError(f"bound is at least 0, not {bound}")
    return (*rate, Fraction(bound))


def truncated_laplace(loc: int, scale: Scale, bound: int) -> int:
    """An integer x with |x − loc| ≤ bound and mass ∝ exp(−|x − loc| / scale)."""
    value: int = draw(TRUNCATED, _parameters(scale, bound), integer("loc", loc))
    return value


def truncated_laplace_batch(loc: int, scale: Scale, bound: int, size: int) -> NDArray[Any]:
    """`size` independent draws of `truncated_laplace(loc, scale, bound)`, as `laplace_batch`."""
    return draw_many(TRUNCATED, _parameters(scale, bound), loc, size)
