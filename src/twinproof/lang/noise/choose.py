"""The exponential mechanism: the position of a score, the likelier the higher it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from twinproof.lang.expr import ONE, Expr, Op, apply
from twinproof.lang.noise.drawing import draw, draw_around
from twinproof.lang.noise.finite import FiniteNoise
from twinproof.lang.noise.law import GIVEN_RATE, Parameters, Scale, integer
from twinproof.lang.noise.randomized_response import at_rate
from twinproof.lang.noise.spelling import Argument, DrawFunction, Form, Meant, Spelling
from twinproof.lang.types import INT, ListOf

if TYPE_CHECKING:
    from flint import arb
    from numpy.typing import NDArray

Scores = tuple[int, ...]


class OfScores(FiniteNoise):
    """Noise around a list of scores: a position in it. The list must not be empty."""

    parameters = (GIVEN_RATE,)
    centre_type = ListOf(INT)
    value_type = INT
    any_centre = False

    def admits(self, parameters: Sequence[Expr], centre: Expr) -> Expr:
        return apply(Op.LE, ONE, apply(Op.LEN, centre))

    def fits(self, parameters: Parameters, centre: Scores) -> bool:
        return len(centre) > 0

    def call(self, parameters: Parameters, centre: object) -> str:
        scores = list(centre) if isinstance(centre, tuple) else centre
        return f"{self.name}({scores}, {parameters[0]})"

    def words(self, parameters: Parameters) -> str:
        return f"{self.name} noise of rate {parameters[0]}"

    def values(self, parameters: Parameters, centre: Scores) -> Sequence[int]:
        return range(len(centre))

    def plain(self, parameters: Parameters, centre: Scores) -> int:
        return centre.index(max(centre)) if centre else 0


class Choose(OfScores):
    """The mass of position i is e^(rate · scores[i]), divided by the sum of these."""

    name = "choose"
    letters = "E"
    ascii_letters = "E"

    def masses(self, parameters: Parameters, centre: Scores, prec: int) -> Sequence[arb]:
        return in_precision_for(parameters[0], centre, prec, lambda: _shares(weights(parameters[0], centre)))


def weights(rate: Fraction, scores: Scores) -> list[arb]:
    """Balls around e^(rate · (s − max)), in the current precision; equal scores are computed once."""
    from twinproof.lang.noise.geometric import exp_minus

    top = max(scores)
    powers = {s: exp_minus(rate, top - s) for s in set(scores)}
    return [powers[s] for s in scores]


def in_precision_for(
    rate: Fraction, scores: Scores, prec: int, compute: Callable[[], list[arb]], factor: int = 1
) -> list[arb]:
    """What `compute` returns in a precision in which sums of weights are good to about `prec` bits, so many times."""
    from twinproof.lang.noise.geometric import in_precision

    spread = int(rate * (max(scores) - min(scores))) + 1
    return in_precision(prec + 32 + spread.bit_length() + factor * len(scores).bit_length(), compute)


def _shares(parts: Sequence[arb]) -> list[arb]:
    from flint import arb

    whole = sum(parts, arb(0))
    return [part / whole for part in parts]


CHOOSE = Choose()
SCORES = Argument("scores", Form.SCORES, "the scores")
_RATE = Argument("rate", Form.NUMBER, "a rate", wider=-1)


def _meaning(given: Mapping[str, Expr]) -> Meant:
    return (given["rate"],), given["scores"]


def of_scores(noise: OfScores) -> DrawFunction:
    """The function of a noise around a list of scores."""
    return DrawFunction(noise.name, "a list of scores and a rate", (Spelling(noise, (SCORES, _RATE), _meaning),))


FUNCTION = of_scores(CHOOSE)


def scores_of(scores: object) -> Scores:
    """The scores as the core holds them; an error if they are none."""
    if not isinstance(scores, list | tuple):
        raise TypeError(f"scores are a list of int, not {type(scores).__name__}: {scores!r:.60}")
    if not scores:
        raise ValueError("scores are not empty")
    return tuple(integer("a score", s) for s in scores)


def choose(scores: Sequence[int], rate: Scale) -> int:
    """A position i of the scores with probability ∝ exp(rate · scores[i])."""
    value: int = draw(CHOOSE, at_rate("rate", rate), scores_of(scores))
    return value


def choose_batch(scores: Sequence[int], rate: Scale, size: int) -> NDArray[Any]:
    """`size` independent draws of `choose(scores, rate)`."""
    return draw_around(CHOOSE, at_rate("rate", rate), scores_of(scores), size)
