"""The exponential mechanism in ball arithmetic: position i with e^(rate · s_i) / Σ_j e^(rate · s_j)."""

from __future__ import annotations

from flint import arb

from twinproof.lang.noise.law import Parameters
from twinproof.refute.laws.law import exp


def choose(parameters: Parameters, centre: tuple[int, ...]) -> dict[int, arb]:
    """The masses of all positions."""
    (rate,) = parameters
    if rate <= 0 or not centre:
        raise ValueError("a choice needs scores, and a rate above zero")
    weights = [exp(rate * (score - centre[0])) for score in centre]
    whole = arb(0)
    for weight in weights:
        whole += weight
    return {i: weight / whole for i, weight in enumerate(weights)}
