"""Permute-and-flip in ball arithmetic.

With w_j = e^(rate · (s_j − max)), the mass of position i is w_i · ∫₀¹ Π_{j ≠ i} (1 − u·w_j) du: u is the place of i in
a random order, and no coin before it comes up. The product is multiplied out, for each score that there is.
"""

from __future__ import annotations

from flint import arb, ctx

from twinproof.lang.noise.law import Parameters
from twinproof.refute.laws.law import exp

_MOST = 60  # scores: the work is the cube of this


def permute_and_flip(parameters: Parameters, centre: tuple[int, ...]) -> dict[int, arb]:
    """The masses of all positions."""
    (rate,) = parameters
    if rate <= 0 or not centre:
        raise ValueError("a choice needs scores, and a rate above zero")
    if len(centre) > _MOST:
        raise ValueError("a choice has too many scores for the replay")
    top = max(centre)
    with ctx.workprec(ctx.prec + 4 * len(centre)):  # coefficients of both signs, up to 2^n
        chances = [exp(rate * (score - top)) for score in centre]
        found: dict[int, arb] = {}
        for i, score in enumerate(centre):
            if score not in found:
                found[score] = chances[i] * _integral(chances[:i] + chances[i + 1 :])
    return {i: found[score] for i, score in enumerate(centre)}


def _integral(chances: list[arb]) -> arb:
    """∫₀¹ Π (1 − u·w) du."""
    coefficients = [arb(1)]
    for w in chances:
        times = [-w * c for c in coefficients]
        coefficients = [
            *coefficients[:1],
            *(a + b for a, b in zip(coefficients[1:], times, strict=False)),
            times[-1],
        ]
    total = arb(0)
    for power, c in enumerate(coefficients):
        total += c / (power + 1)
    return total
