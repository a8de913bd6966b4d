"""Randomized response in ball arithmetic: the bit with e^rate / (1 + e^rate), its opposite with 1 / (1 + e^rate)."""

from __future__ import annotations

from flint import arb

from twinproof.lang.noise.law import Parameters
from twinproof.refute.laws.law import exp


def randomized_response(parameters: Parameters, centre: bool) -> dict[bool, arb]:
    """The masses of both answers."""
    (rate,) = parameters
    if rate <= 0:
        raise ValueError("a rate of noise must be above zero")
    lie = 1 / (1 + exp(rate))
    return {centre: exp(rate) * lie, not centre: lie}
