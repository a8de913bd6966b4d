"""Whether the plain form of a program does what was written: both run on the same small inputs, with the same noise.

The passes that make the plain form are many, and a verdict rests on them. So before there is one, the form that it is
about is held against what was written, on this very program: where they do not do the same, draw by draw, the verdict
is about what was written. So is the form that goes through keys, with several numbers between which they lie.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from twinproof.lang.checked import Draw, checked_inputs
from twinproof.lang.command import expressions, subcommands
from twinproof.lang.enclosure import NoNumber
from twinproof.lang.expr import ZERO, Expr, Literal, subterms
from twinproof.lang.interpret import Diverges, OutOfReach, TooManySteps, Value, run
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise.law import Noise, Parameters
from twinproof.lang.random_inputs import random_inputs
from twinproof.lang.reader import read_between, read_directly

RUNS = 60
_STEPS = 3_000  # loop iterations of a run
_FAR = 3  # how far from its centre noise is drawn
_NO_RESULT = object()
_MARGIN = 3  # how far below and above all integers of the inputs keys are looked for
_WIDEST = 40  # how many numbers a run goes through
_ENOUGH = 10  # runs that have told something


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


def form_by_keys(mechanism: Mechanism) -> Mechanism | None:
    """The form that goes through all integers between two more public numbers, where a mechanism sorts keys.

    For all numbers between which the keys of a run lie it does what was written. So if it keeps the claim for all
    numbers, the mechanism does. A counterexample to it says nothing. None where there is no such form, or no δ: without
    one it would have to be private which keys there are.
    """
    if not mechanism.source or _delta(mechanism) in (None, ZERO) or "sort" not in mechanism.source:
        return None
    form = read_between(mechanism)
    watched = read_between(mechanism, watched=True) if form is not None else None
    if form is None or watched is None or not _same_between(mechanism, watched, form):
        return None
    return form


def _delta(mechanism: Mechanism) -> Expr | None:
    return mechanism.claim.named().get("delta")


def _same_between(mechanism: Mechanism, watched: Mechanism, form: Mechanism) -> bool:
    """Whether the form does the same as what was written, with bounds that are tight and with wider ones."""
    random, near, told = Random(0), _constants(watched), 0
    for seed in range(RUNS):
        given = random_inputs(mechanism, random, near=near if seed % 2 else ())
        if given is None:
            return False
        for bounds in _bounds(watched, given, seed):
            inputs = checked_inputs(watched, {**given, **bounds})
            first, second = (_outcome(m, inputs, seed) for m in (watched, form))
            if first is None or second is None:
                continue
            if first != second:
                return False
            told += 1
    return told >= _ENOUGH


def _bounds(watched: Mechanism, given: Mapping[str, Any], seed: int) -> Iterator[dict[str, int]]:
    """Numbers between which all keys of a run lie: some that are far enough apart, and those nearest to the keys."""
    lowest, highest = (p.name for p in watched.parameters[-2:])
    seen = sorted(_integers(list(given.values()))) or [0]

    def fit(low: int, high: int) -> bool:
        inputs = checked_inputs(watched, {**given, lowest: low, highest: high})
        outcome = _outcome(watched, inputs, seed)
        return outcome is not None and outcome[0] is not _NO_RESULT

    low, high = seen[0] - _MARGIN, seen[-1] + _MARGIN + 1
    if high - low > _WIDEST:
        low, high = -_WIDEST // 2, _WIDEST // 2
    if not fit(low, high):
        return
    yield {lowest: low, highest: high}
    while low < high and fit(low + 1, high):
        low += 1
    while low < high and fit(low, high - 1):
        high -= 1
    yield {lowest: low, highest: high}


def _integers(value: Any) -> Iterator[int]:
    """The integers in what is given."""
    if type(value) is int:
        yield value
    elif isinstance(value, Mapping):
        yield from _integers([*value.keys(), *value.values()])
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _integers(part)


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
