"""K-ary randomized response: the truth about one of k values, or else another of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from twinproof.lang.expr import ZERO, Expr, Op, apply, conjunction
from twinproof.lang.noise.drawing import draw, draw_around
from twinproof.lang.noise.finite import FiniteNoise
from twinproof.lang.noise.law import GIVEN_RATE, Allowed, Bits, NoiseParameter, Parameters, Sampler, Scale, integer
from twinproof.lang.noise.randomized_response import EPS, at_rate, truth
from twinproof.lang.noise.spelling import Argument, DrawFunction, Form, Meant, Spelling
from twinproof.lang.types import INT

if TYPE_CHECKING:
    from flint import arb
    from numpy.typing import ArrayLike, NDArray

COUNT = NoiseParameter(
    "number of values",
    (INT,),
    Allowed(low=1),
    doubt="the number of values may be below 1",
    hint="add what makes it so to `requires=`, such as `k >= 1`",
)


class RandomizedChoice(FiniteNoise):
    """With a = e^(−rate), the centre has mass 1 / (1 + (k − 1)·a), and each other of 0 … k − 1 has a times that."""

    name = "randomized_choice"
    letters = "RC"
    ascii_letters = "RC"
    parameters = (COUNT, GIVEN_RATE)
    centre_type = INT
    value_type = INT
    any_centre = False

    def admits(self, parameters: Sequence[Expr], centre: Expr) -> Expr:
        return conjunction(apply(Op.LE, ZERO, centre), apply(Op.LT, centre, parameters[0]))

    def fits(self, parameters: Parameters, centre: int) -> bool:
        return 0 <= centre < parameters[0]

    def call(self, parameters: Parameters, centre: object) -> str:
        return f"randomized_choice({centre}, {parameters[0]}, {parameters[1]})"

    def words(self, parameters: Parameters) -> str:
        return f"randomized_choice noise on {parameters[0]} values, of rate {parameters[1]}"

    def values(self, parameters: Parameters, centre: int) -> Sequence[int]:
        return range(int(parameters[0]))

    def masses(self, parameters: Parameters, centre: int, prec: int) -> Sequence[arb]:
        from twinproof.lang.noise.geometric import exp_minus, in_enough_precision

        count, rate = int(parameters[0]), parameters[1]
        told = in_enough_precision(1, rate, prec, lambda: 1 / (1 + (count - 1) * exp_minus(rate)))
        other = in_enough_precision(1, rate, prec, lambda: 1 / (1 / exp_minus(rate) + count - 1))
        return [told if value == centre else other for value in range(count)]

    def plain(self, parameters: Parameters, centre: int) -> int:
        return centre

    def sampler(self, parameters: Parameters, centre: int) -> Sampler:
        count = int(parameters[0])
        return Choice(truth(parameters[1], count), count, centre)


class Choice:
    """Responses about one value."""

    def __init__(self, truth: Sampler, count: int, value: int) -> None:
        from twinproof.lang.noise.inversion import Below

        self._truth, self._value = truth, value
        self._others = Below(count - 1) if count > 1 else None

    def one(self, bits: Bits) -> int:
        """One draw."""
        if self._others is None or self._truth.one(bits):
            return self._value
        other = self._others.one(bits)
        return other + 1 if other >= self._value else other

    def many(self, bits: Bits, size: int) -> NDArray[Any]:
        """Many draws, in int64 if they fit and as Python integers otherwise."""
        import numpy as np

        if self._others is None:
            return np.full(size, self._value)
        other = self._others.many(bits, size)
        return np.where(self._truth.many(bits, size), self._value, other + (other >= self._value))


RANDOMIZED_CHOICE = RandomizedChoice()


def _meaning(given: Mapping[str, Expr]) -> Meant:
    return (given["k"], given["eps"]), given["x"]


FUNCTION = DrawFunction(
    "randomized_choice",
    "one of the values 0 … k − 1, their number k, and an ε",
    (
        Spelling(
            RANDOMIZED_CHOICE,
            (
                Argument("x", Form.INTEGER, "the value of a response"),
                Argument("k", Form.INTEGER, "the number of values"),
                EPS,
            ),
            _meaning,
        ),
    ),
)


def _parameters(k: int, eps: Scale) -> Parameters:
    if integer("k", k) < 1:
        raise ValueError(f"k is at least 1, not {k}")
    return (Fraction(k), *at_rate("eps", eps))


def randomized_choice(x: int, k: int, eps: Scale) -> int:
    """x with probability e^eps / (e^eps + k − 1), and else one of the other values from 0 to k − 1."""
    parameters = _parameters(k, eps)
    if not 0 <= integer("x", x) < k:
        raise ValueError(f"x is one of the values 0 … {k - 1}, not {x}")
    value: int = draw(RANDOMIZED_CHOICE, parameters, x)
    return value


def randomized_choice_batch(xs: ArrayLike, k: int, eps: Scale) -> NDArray[Any]:
    """One independent response for each integer of an array, all below 2^62."""
    import numpy as np

    parameters, asked = _parameters(k, eps), np.asarray(xs)
    if asked.dtype.kind not in "iu" or k >= 1 << 62:
        raise TypeError(f"xs are an array of int and k is below 2^62, not {asked.dtype} and {k}")
    if asked.size and not (asked.min() >= 0 and asked.max() < k):
        raise ValueError(f"xs are values from 0 to {k - 1}")
    # a response about 0, turned by x: what is not told is any of the other values
    told = draw_around(RANDOMIZED_CHOICE, parameters, 0, asked.size).reshape(asked.shape)
    return (told + asked.astype(np.int64)) % k
