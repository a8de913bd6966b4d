"""The noise that programs draw: one module for each distribution. docs/extending.md tells how one is added."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from twinproof.lang.noise.drawing import NoiseSource, SeededNoise, SystemNoise, using
from twinproof.lang.noise.laplace import LAPLACE
from twinproof.lang.noise.law import AdditiveNoise, Noise, Parameters
from twinproof.lang.noise.one_sided_laplace import ONE_SIDED

__all__ = [
    "LAPLACE",
    "NOISES",
    "ONE_SIDED",
    "AdditiveNoise",
    "Noise",
    "NoiseSource",
    "Parameters",
    "SeededNoise",
    "SystemNoise",
    "noise_named",
    "using",
]

NOISES: Mapping[str, Noise] = MappingProxyType({noise.name: noise for noise in (LAPLACE, ONE_SIDED)})


def noise_named(name: str) -> Noise:
    """The noise of a name; KeyError if there is none."""
    return NOISES[name]
