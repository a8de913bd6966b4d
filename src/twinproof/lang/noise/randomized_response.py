"""Randomized response: the truth about a bit, or else its opposite."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from twinproof.lang.expr import Expr
from twinproof.lang.noise.drawing import draw, draw_around
from twinproof.lang.noise.finite import FiniteNoise
from twinproof.lang.noise.law import GIVEN_RATE, Bits, Parameters, Sampler, Scale, exact_number
from twinproof.lang.noise.spelling import Argument, DrawFunction, Form, Meant, Spelling
from twinproof.lang.types import BOOL

if TYPE_CHECKING:
    from flint import arb
    from numpy.typing import ArrayLike, NDArray


class RandomizedResponse(FiniteNoise):
    """With a = e^(−rate), the bit has mass 1 / (1 + a) and its opposite a / (1 + a)."""

    name = "randomized_response"
    letters = "RR"
    ascii_letters = "RR"
    parameters = (GIVEN_RATE,)
    centre_type = BOOL
    value_type = BOOL

    def call(self, parameters: Parameters, centre: object) -> str:
        return f"randomized_response({centre}, {parameters[0]})"

    def words(self, parameters: Parameters) -> str:
        return f"randomized_response noise of rate {parameters[0]}"

    def values(self, parameters: Parameters, centre: bool) -> Sequence[bool]:
        return False, True

    def masses(self, parameters: Parameters, centre: bool, prec: int) -> Sequence[arb]:
        from twinproof.lang.noise.geometric import exp_minus, in_enough_precision

        lie = in_enough_precision(1, parameters[0], prec, lambda: 1 / (1 + 1 / exp_minus(parameters[0])))
        truth = in_enough_precision(1, parameters[0], prec, lambda: 1 / (1 + exp_minus(parameters[0])))
        return (lie, truth) if centre else (truth, lie)

    def plain(self, parameters: Parameters, centre: bool) -> bool:
        return centre

    def sampler(self, parameters: Parameters, centre: bool) -> Sampler:
        return Response(truth(parameters[0], 2), centre)


@lru_cache(maxsize=256)
def truth(rate: Fraction, values: int) -> Sampler:
    """Whether the truth is told, where each of the other values has e^(−rate) times its mass."""
    from twinproof.lang.noise.geometric import exp_minus
    from twinproof.lang.noise.inversion import Happens

    return Happens(lambda: 1 / (1 + (values - 1) * exp_minus(rate)), extra=values.bit_length())


class Response:
    """Responses about one bit."""

    def __init__(self, truth: Sampler, bit: bool) -> None:
        self._truth, self._bit = truth, bit

    def one(self, bits: Bits) -> bool:
        """One draw."""
        told: bool = self._truth.one(bits)
        return told == self._bit

    def many(self, bits: Bits, size: int) -> NDArray[Any]:
        """Many draws."""
        told: NDArray[Any] = self._truth.many(bits, size) == self._bit
        return told


RANDOMIZED_RESPONSE = RandomizedResponse()
EPS = Argument("eps", Form.NUMBER, "the ε of a response", wider=-1)


def _meaning(given: Mapping[str, Expr]) -> Meant:
    return (given["eps"],), given["bit"]


FUNCTION = DrawFunction(
    "randomized_response",
    "a bool and an ε",
    (Spelling(RANDOMIZED_RESPONSE, (Argument("bit", Form.BOOL, "the bit of a response"), EPS), _meaning),),
)


def at_rate(name: str, rate: object) -> Parameters:
    """The parameters of noise of this rate; an error if it is none."""
    return (exact_number(name, rate),)


def randomized_response(bit: bool, eps: Scale) -> bool:
    """The bit with probability e^eps / (1 + e^eps), and else its opposite."""
    if not isinstance(bit, bool):
        raise TypeError(f"bit is a bool, not {type(bit).__name__}: {bit!r}")
    value: bool = draw(RANDOMIZED_RESPONSE, at_rate("eps", eps), bit)
    return value


def randomized_response_batch(bits: ArrayLike, eps: Scale) -> NDArray[Any]:
    """One independent response for each bit of an array."""
    import numpy as np

    asked = np.asarray(bits)
    if asked.dtype != np.bool_:
        raise TypeError(f"bits are an array of bool, not of {asked.dtype}")
    told = draw_around(RANDOMIZED_RESPONSE, at_rate("eps", eps), True, asked.size).reshape(asked.shape)
    answers: NDArray[Any] = told == asked
    return answers
