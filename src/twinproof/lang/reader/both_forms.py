"""Whether the plain form of a program does what was written: both run on the same small inputs, with the same noise.

The passes that make the plain form are many, and a verdict rests on them. So before there is one, the form that it is
about is held against what was written, on this very program: where they do not do the same, draw by draw, the verdict
is about what was written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from twinproof.lang.checked import Draw, checked_inputs
from twinproof.lang.command import expressions, subcommands
from twinproof.lang.enclosure import NoNumber
from twinproof.lang.expr import Literal, subterms
from twinproof.lang.interpret import Diverges, OutOfReach, TooManySteps, Value, run
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise.law import Noise, Parameters
from twinproof.lang.random_inputs import random_inputs
from twinproof.lang.reader import read_directly

RUNS = 60
_STEPS = 3_000  # loop iterations of a run
_FAR = 3  # how far from its centre noise is drawn
_NO_RESULT = object()


def trusted_form(mechanism: Mechanism) -> Mechanism:
    """The mechanism in its plain form, if that does the same as what was written; or else as it was written."""
    if not mechanism.source:
        return mechanism  # it was not read from a text
    direct = read_directly(mechanism)
    if direct is None or direct.body == mechanism.body or first_difference(mechanism, direct) is None:
        return mechanism
    return direct


def first_difference(one: Mechanism, other: Mechanism) -> dict[str, Any] | None:
    """Inputs on which two programs do not do the same, if some are found."""
    random, near = Random(0), _constants(other)
    for seed in range(RUNS):
        given = random_inputs(one, random, near=near if seed % 2 else ())
        if given is None:
            return None
        inputs = checked_inputs(one, given)
        first, second = (_outcome(m, inputs, seed) for m in (one, other))
        if first is not None and second is not None and first != second:
            return given
    return None


def _constants(mechanism: Mechanism) -> list[int]:
    """The integers that a program names."""
    spoken = (e for c in subcommands(mechanism.body) for e in expressions(c))
    parts = (part for e in spoken for part in subterms(e))
    return sorted({e.value for e in parts if isinstance(e, Literal) and type(e.value) is int})


@dataclass
class _SmallNoise:
    """Noise that is drawn a little way from its centre; it remembers what was drawn."""

    random: Random
    draws: list[Draw] = field(default_factory=list)

    def draw(self, noise: Noise, parameters: Parameters, centre: Any) -> Any:
        value = noise.scripted(self.random.randint(-_FAR, _FAR), lambda: parameters, centre)
        self.draws.append(Draw(noise, parameters, centre, value))
        return value


def _outcome(mechanism: Mechanism, inputs: Mapping[str, Value], seed: int) -> tuple[object, list[Draw]] | None:
    """What a run comes to, with its draws if it has a result; None if it takes too long to tell."""
    noise = _SmallNoise(Random(seed))
    try:
        result: object = run(mechanism, inputs, noise, _STEPS)
    except TooManySteps:
        return None
    except (Diverges, OutOfReach, NoNumber, ValueError):  # a guard, or numbers that there is no noise for
        return _NO_RESULT, []
    return result, noise.draws
