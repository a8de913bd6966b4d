"""Permute-and-flip (McKenna, Sheldon 2020): the position of a score, at least as good as the exponential mechanism.

The positions are visited in random order, and the first one whose coin, of probability e^(rate · (score − max)), comes
up is taken; the highest score's always does.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from twinproof.lang.noise.choose import OfScores, Scores, in_precision_for, of_scores, scores_of, weights
from twinproof.lang.noise.drawing import draw, draw_around
from twinproof.lang.noise.finite import Listed
from twinproof.lang.noise.law import Bits, Parameters, Sampler, Scale
from twinproof.lang.noise.randomized_response import at_rate

if TYPE_CHECKING:
    from flint import arb
    from numpy.typing import NDArray


class PermuteAndFlip(OfScores):
    """With w_i = e^(rate · (s_i − max)), the mass of position i is w_i · ∫₀¹ Π_{j ≠ i} (1 − u·w_j) du."""

    name = "permute_and_flip"
    letters = "PF"
    ascii_letters = "PF"

    def masses(self, parameters: Parameters, centre: Scores, prec: int) -> Sequence[arb]:
        rate = parameters[0]
        # the coefficients of the product alternate, and are as large as 2^n at most
        return in_precision_for(rate, centre, prec + 2 * len(centre), lambda: _masses(weights(rate, centre)), factor=4)

    def sampler(self, parameters: Parameters, centre: Scores) -> Sampler:
        return _visited(self, parameters, centre)


def _masses(chances: Sequence[arb]) -> list[arb]:
    """The masses from the coins' probabilities, by the polynomial Π (1 − u·w_j), from which one factor is divided."""
    from flint import arb

    whole = [arb(1)]
    for w in chances:
        whole = [a - w * b for a, b in zip([*whole, arb(0)], [arb(0), *whole], strict=True)]
    found: dict[int, arb] = {}
    masses = []
    for w in chances:
        key = id(w)
        if key not in found:
            # whole = (1 − u·w) · others: the coefficients of the others are c_k = whole_k + w · c_(k − 1)
            total, c = arb(0), arb(0)
            for k, coefficient in enumerate(whole[:-1]):
                c = coefficient + w * c
                total += c / (k + 1)
            found[key] = w * total
        masses.append(found[key])
    return masses


class Visited:
    """Draws one by one as it is defined, and many by their masses."""

    def __init__(self, noise: PermuteAndFlip, parameters: Parameters, scores: Scores) -> None:
        self._law, self._rate = (noise, parameters, scores), parameters[0]
        top = max(scores)
        self._below = [top - s for s in scores]
        self._many: Listed | None = None

    def one(self, bits: Bits) -> int:
        """One draw."""
        from twinproof.lang.noise.inversion import Below

        left = list(range(len(self._below)))
        while True:
            chosen = left.pop(Below(len(left)).one(bits))
            below = self._below[chosen]
            if below == 0 or _comes_up(self._rate * below).one(bits):
                return chosen

    def many(self, bits: Bits, size: int) -> NDArray[Any]:
        """Many draws."""
        if self._many is None:
            self._many = Listed(*self._law)
        return self._many.many(bits, size)


@lru_cache(maxsize=4096)
def _comes_up(exponent: Fraction) -> Sampler:
    from twinproof.lang.noise.geometric import exp_minus
    from twinproof.lang.noise.inversion import Happens

    return Happens(lambda: exp_minus(exponent))


@lru_cache(maxsize=256)
def _visited(noise: PermuteAndFlip, parameters: Parameters, scores: Scores) -> Visited:
    return Visited(noise, parameters, scores)


PERMUTE_AND_FLIP = PermuteAndFlip()
FUNCTION = of_scores(PERMUTE_AND_FLIP)


def permute_and_flip(scores: Sequence[int], rate: Scale) -> int:
    """A position of the scores: in random order, the first with a coin of e^(rate · (score − max)) that comes up."""
    value: int = draw(PERMUTE_AND_FLIP, at_rate("rate", rate), scores_of(scores))
    return value


def permute_and_flip_batch(scores: Sequence[int], rate: Scale, size: int) -> NDArray[Any]:
    """`size` independent draws of `permute_and_flip(scores, rate)`."""
    return draw_around(PERMUTE_AND_FLIP, at_rate("rate", rate), scores_of(scores), size)
