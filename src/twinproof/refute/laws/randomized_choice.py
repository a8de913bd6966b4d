"""K-ary response in ball arithmetic: the value with e^rate / (e^rate + k − 1), each other one with e^(−rate) of it."""

from __future__ import annotations

from flint import arb

from twinproof.lang.noise.law import Parameters
from twinproof.refute.laws.law import exp

_MOST = 100_000  # values


def randomized_choice(parameters: Parameters, centre: int) -> dict[int, arb]:
    """The masses of all k values."""
    count, rate = parameters
    if rate <= 0 or count.denominator != 1 or not 0 <= centre < count:
        raise ValueError(f"there is no response about {centre} among {count} values at rate {rate}")
    if count > _MOST:
        raise ValueError("a response has too many values for the replay")
    lie = 1 / (exp(rate) + int(count) - 1)
    return {value: exp(rate) * lie if value == centre else lie for value in range(int(count))}
