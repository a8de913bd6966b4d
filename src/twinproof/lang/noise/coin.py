"""A coin: True with a given probability."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import isfinite
from typing import TYPE_CHECKING, Any

from twinproof.lang.expr import FALSE, Expr
from twinproof.lang.noise.drawing import draw, draw_around
from twinproof.lang.noise.finite import FiniteNoise
from twinproof.lang.noise.law import Allowed, NoiseParameter, Parameters, Sampler, Scale
from twinproof.lang.noise.spelling import Argument, DrawFunction, Form, Meant, Spelling
from twinproof.lang.types import BOOL

if TYPE_CHECKING:
    from flint import arb
    from numpy.typing import NDArray

PROBABILITY = NoiseParameter(
    "probability",
    allowed=Allowed(high=1),
    doubt="the probability may be below 0 or above 1",
    hint="add what keeps it there to `requires=`, such as `0 <= p and p <= 1`",
)


class Coin(FiniteNoise):
    """True with mass p and False with mass 1 − p. It hides nothing: its centre is False, whatever happens."""

    name = "coin"
    letters = "B"
    ascii_letters = "B"
    parameters = (PROBABILITY,)
    centre_type = BOOL
    value_type = BOOL
    has_centre = False

    def call(self, parameters: Parameters, centre: object) -> str:
        return f"coin({parameters[0]})"

    def words(self, parameters: Parameters) -> str:
        return f"a coin of probability {parameters[0]}"

    def values(self, parameters: Parameters, centre: bool) -> Sequence[bool]:
        return tuple(value for value, p in ((False, 1 - parameters[0]), (True, parameters[0])) if p > 0)

    def masses(self, parameters: Parameters, centre: bool, prec: int) -> Sequence[arb]:
        from flint import arb, fmpq

        from twinproof.lang.noise.geometric import in_precision

        chances = [p for p in (1 - parameters[0], parameters[0]) if p > 0]
        return in_precision(prec + 2, lambda: [arb(fmpq(p.numerator, p.denominator)) for p in chances])

    def plain(self, parameters: Parameters, centre: bool) -> bool:
        return parameters[0] >= 1

    def sampler(self, parameters: Parameters, centre: bool) -> Sampler:
        return _ratio(parameters[0])


@lru_cache(maxsize=256)
def _ratio(p: Fraction) -> Sampler:
    from twinproof.lang.noise.inversion import Ratio

    return Ratio(p.numerator, p.denominator)


COIN = Coin()


def _meaning(given: Mapping[str, Expr]) -> Meant:
    return (given["p"],), FALSE


FUNCTION = DrawFunction(
    "coin", "a probability", (Spelling(COIN, (Argument("p", Form.NUMBER, "a probability", wider=0),), _meaning),)
)


def _probability(p: object) -> Parameters:
    if isinstance(p, bool) or not isinstance(p, int | float | Fraction):
        raise TypeError(f"a probability is an int, a float or a Fraction, not {type(p).__name__}: {p!r}")
    if (isinstance(p, float) and not isfinite(p)) or not 0 <= p <= 1:
        raise ValueError(f"a probability is between 0 and 1, not {p!r}")
    return (Fraction(p),)


def coin(p: Scale) -> bool:
    """True with probability p."""
    value: bool = draw(COIN, _probability(p), False)
    return value


def coin_batch(p: Scale, size: int) -> NDArray[Any]:
    """`size` independent draws of `coin(p)`, as an array of bool."""
    return draw_around(COIN, _probability(p), False, size)
