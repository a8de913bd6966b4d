"""Uniform noise: an integer from `lo` to `hi`, each as likely as the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from twinproof.lang.expr import ONE, Expr, Literal, Op, apply
from twinproof.lang.noise.drawing import draw, draw_many
from twinproof.lang.noise.law import AdditiveNoise, Allowed, Columns, NoiseParameter, Parameters, Sampler, integer
from twinproof.lang.noise.spelling import Argument, DrawFunction, Form, Meant, Spelling
from twinproof.lang.types import INT

if TYPE_CHECKING:
    from flint import arb
    from numpy.typing import NDArray

    from twinproof.lang.noise.powers import Floats, Ints

SIZE = NoiseParameter(
    "size",
    (INT,),
    Allowed(low=1),
    doubt="there may be no integer to draw: the upper end may be below the lower end",
    hint="add what keeps the ends in order to `requires=`, such as `n >= 1`",
)


class Uniform(AdditiveNoise):
    """Around 0: the integers 0 … size − 1, each with mass 1 / size."""

    name = "uniform"
    letters = "U"
    ascii_letters = "U"
    parameters = (SIZE,)

    def support(self, parameters: Callable[[], Parameters]) -> tuple[int | None, int | None]:
        return 0, int(parameters()[0]) - 1

    def call(self, parameters: Parameters, centre: object) -> str:
        size = int(parameters[0])
        return f"uniform({centre}, {centre + size - 1 if isinstance(centre, int) else f'{centre} + {size - 1}'})"

    def words(self, parameters: Parameters) -> str:
        return f"uniform noise on {parameters[0]} integers"

    def far(self, parameters: Parameters) -> int:
        return int(parameters[0])

    def sampler(self, parameters: Parameters) -> Sampler:
        return _below(int(parameters[0]))

    def mass(self, x: int, parameters: Parameters, prec: int) -> arb:
        from flint import arb

        from twinproof.lang.noise.geometric import in_precision

        size = int(parameters[0])
        return in_precision(prec + 2, lambda: arb(1) / size) if 0 <= x < size else arb(0)

    def columns(self, parameters: Parameters) -> Columns:
        return UniformColumns(int(parameters[0]))


@dataclass(frozen=True, slots=True)
class UniformColumns:
    """Probabilities for whole columns."""

    size: int
    least = 0

    def __post_init__(self) -> None:
        if self.size.bit_length() > 60:
            raise OverflowError("the noise is too wide for exact probabilities: it has too many values")

    @property
    def greatest(self) -> int:
        """The greatest value."""
        return self.size - 1

    def mass(self, x: Ints) -> Floats:
        import numpy as np

        return np.where((x >= 0) & (x < self.size), 1 / self.size, 0.0)

    def between(self, low: Ints, high: Ints) -> Floats:
        import numpy as np

        count: Floats = np.maximum(np.minimum(high, self.size - 1) - np.maximum(low, 0) + 1, 0) / self.size
        return count

    def reach(self, outside: float) -> int:
        """The greatest value: nothing is further out."""
        return self.size - 1

    def outside(self, k: int) -> float:
        """An upper bound of P(X > k)."""
        from twinproof.lang.noise.powers import ERROR

        return 0.0 if k >= self.size - 1 else (self.size - 1 - k) / self.size * (1 + ERROR)


UNIFORM = Uniform()


def _from_ends(given: Mapping[str, Expr]) -> Meant:
    lo, hi = given["lo"], given["hi"]
    if isinstance(lo, Literal) and isinstance(hi, Literal):
        return (Literal(hi.value - lo.value + 1),), lo
    return (apply(Op.ADD, apply(Op.SUB, hi, lo), ONE),), lo


FUNCTION = DrawFunction(
    "uniform",
    "the least and the greatest integer",
    (Spelling(UNIFORM, tuple(Argument(n, Form.INTEGER, "an end of the interval") for n in ("lo", "hi")), _from_ends),),
)


@lru_cache(maxsize=256)
def _below(size: int) -> Sampler:
    from twinproof.lang.noise.inversion import Below

    return Below(size)


def _between(lo: int, hi: int) -> Parameters:
    from fractions import Fraction

    if integer("hi", hi) < integer("lo", lo):
        raise ValueError(f"hi is at least lo, not {hi} < {lo}")
    return (Fraction(hi - lo + 1),)


def uniform(lo: int, hi: int) -> int:
    """An integer from `lo` to `hi`, both included."""
    value: int = draw(UNIFORM, _between(lo, hi), lo)
    return value


def uniform_batch(lo: int, hi: int, size: int) -> NDArray[Any]:
    """`size` independent draws of `uniform(lo, hi)`: int64, or Python integers where int64 might be too narrow."""
    return draw_many(UNIFORM, _between(lo, hi), lo, size)
