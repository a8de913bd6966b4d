"""A coin in ball arithmetic: True with its probability."""

from __future__ import annotations

from flint import arb, fmpq

from twinproof.lang.noise.law import Parameters


def coin(parameters: Parameters, centre: bool) -> dict[bool, arb]:
    """The masses of the sides that are possible."""
    (p,) = parameters
    if not 0 <= p <= 1:
        raise ValueError("a probability must be between zero and one")
    masses = {True: p, False: 1 - p}
    return {side: arb(fmpq(q.numerator, q.denominator)) for side, q in masses.items() if q}
