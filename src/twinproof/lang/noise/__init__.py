"""The noise that programs draw: one module for each distribution. docs/extending.md tells how one is added."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from twinproof.lang.noise import (
    choose,
    coin,
    gaussian,
    laplace,
    one_sided_laplace,
    permute_and_flip,
    randomized_choice,
    randomized_response,
    truncated_laplace,
    uniform,
)
from twinproof.lang.noise.choose import CHOOSE
from twinproof.lang.noise.coin import COIN
from twinproof.lang.noise.drawing import NoiseSource, SeededNoise, SystemNoise, using
from twinproof.lang.noise.finite import FiniteNoise
from twinproof.lang.noise.gaussian import GAUSSIAN
from twinproof.lang.noise.laplace import LAPLACE
from twinproof.lang.noise.law import AdditiveNoise, Noise, Parameters
from twinproof.lang.noise.one_sided_laplace import ONE_SIDED
from twinproof.lang.noise.permute_and_flip import PERMUTE_AND_FLIP
from twinproof.lang.noise.randomized_choice import RANDOMIZED_CHOICE
from twinproof.lang.noise.randomized_response import RANDOMIZED_RESPONSE
from twinproof.lang.noise.spelling import DrawFunction
from twinproof.lang.noise.truncated_laplace import TRUNCATED
from twinproof.lang.noise.uniform import UNIFORM

__all__ = [
    "CHOOSE",
    "COIN",
    "FUNCTIONS",
    "GAUSSIAN",
    "LAPLACE",
    "NOISES",
    "ONE_SIDED",
    "PERMUTE_AND_FLIP",
    "RANDOMIZED_CHOICE",
    "RANDOMIZED_RESPONSE",
    "TRUNCATED",
    "UNIFORM",
    "AdditiveNoise",
    "DrawFunction",
    "FiniteNoise",
    "Noise",
    "NoiseSource",
    "Parameters",
    "SeededNoise",
    "SystemNoise",
    "noise_named",
    "using",
]

_FUNCTIONS = (
    *(laplace.FUNCTION, one_sided_laplace.FUNCTION, one_sided_laplace.GEOMETRIC, truncated_laplace.FUNCTION),
    *(gaussian.FUNCTION, uniform.FUNCTION, coin.FUNCTION, randomized_response.FUNCTION, randomized_choice.FUNCTION),
    *(choose.FUNCTION, permute_and_flip.FUNCTION),
)
# What mechanisms call, by name; and what is drawn then.
FUNCTIONS: Mapping[str, DrawFunction] = MappingProxyType({f.name: f for f in _FUNCTIONS})
NOISES: Mapping[str, Noise] = MappingProxyType({s.noise.name: s.noise for f in _FUNCTIONS for s in f.spellings})


def noise_named(name: str) -> Noise:
    """The noise of a name; KeyError if there is none."""
    return NOISES[name]
