"""A checked run: the Python function and the core program that was read in its text, on the same noise.

Whatever twinproof says about a mechanism, it says about the core program. A checked run confirms on real inputs that
the function does the same: the same draws, one by one with their law, their centre and their value, and the same
result; where the function raises, the core program must have no result either. It raises `Difference` otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from twinproof.lang.faces import WRONG_TYPE, to_core
from twinproof.lang.interpret import Diverges, TooManySteps, Value, run
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise.drawing import NoiseSource, current, using
from twinproof.lang.noise.law import Noise, Parameters
from twinproof.lang.python_values import shown

MOST_STEPS = 10_000_000  # loop iterations of the core program
_running: ContextVar[bool] = ContextVar("twinproof_checked", default=False)


class Difference(Exception):
    """The function and the core program have not done the same: the text was read as something else."""


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw: the law, where it is centred, and the value."""

    noise: Noise
    parameters: Parameters
    centre: Any
    value: Any

    def __str__(self) -> str:
        return f"{self.noise.call(self.parameters, self.centre)} = {self.value}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run has done: its draws, and its result or the error that it raised."""

    draws: tuple[Draw, ...]
    result: Any = None
    error: Exception | None = None


@dataclass
class _Replayed:
    """The noise of a run before, drawn again."""

    given: Iterator[Draw]
    goes_on: bool = False  # without noise, where the function has raised: the core program may draw before it ends

    def draw(self, noise: Noise, parameters: Parameters, centre: Any) -> Any:
        drawn = next(self.given, None)
        if drawn is None and self.goes_on:
            return noise.scripted(0, lambda: parameters, centre)
        if drawn is None or (drawn.noise, drawn.parameters) != (noise, parameters):
            shown = f"draws {noise.words(parameters)}, where the function draws {drawn or 'nothing'}"
            raise Difference(f"the core program {shown}")
        return drawn.value  # a difference of the centres is seen when the draws are compared


def is_running() -> bool:
    """Whether a checked run is going on: the mechanisms that it calls are part of it."""
    return _running.get()


@contextmanager
def _checking() -> Iterator[None]:
    token = _running.set(True)
    try:
        yield
    finally:
        _running.reset(token)


def checked(mechanism: Mechanism, function: Callable[..., Any], arguments: Mapping[str, Any]) -> Any:
    """The function's result on these arguments (or its error), once the core program has done the same."""
    inputs = checked_inputs(mechanism, arguments)
    outcome = run_function(function, arguments, current())
    if checked_inputs(mechanism, arguments) != inputs:
        raise Difference(f"{mechanism.name} has changed an argument, and the core program never does")
    compare(mechanism, inputs, outcome)
    if outcome.error is not None:
        raise outcome.error
    return outcome.result


def run_function(function: Callable[..., Any], arguments: Mapping[str, Any], noise: NoiseSource) -> Outcome:
    """What the function does on these arguments with this noise."""
    draws: list[Draw] = []
    with _checking(), using(noise, lambda *draw: draws.append(Draw(*draw))):
        try:
            result = function(**arguments)
        except Exception as error:
            return Outcome(tuple(draws), error=error)
    return Outcome(tuple(draws), result)


def compare(mechanism: Mechanism, inputs: Mapping[str, Value], outcome: Outcome) -> None:
    """Raise `Difference` unless the core program, on the same noise, does what the function has done."""
    draws: list[Draw] = []
    try:
        noise = _Replayed(iter(outcome.draws), outcome.error is not None)
        got: Value = run(mechanism, inputs, noise, MOST_STEPS, lambda *draw: draws.append(Draw(*draw)))
    except Diverges as why:
        if outcome.error is None or isinstance(why, TooManySteps):
            done = f"returns {shown(outcome.result)}" if outcome.error is None else f"raises {outcome.error!r}"
            raise Difference(f"{mechanism.name} {done}, and the core program has no result: {why}") from outcome.error
        return  # neither has a result, and what was drawn before that is nobody's business
    if outcome.error is not None:
        done = f"raises {outcome.error!r}, and the core program returns {shown(mechanism.faces.output(got))}"
        raise Difference(f"{mechanism.name} {done}") from outcome.error
    for number, (mine, core) in enumerate(zip_longest(outcome.draws, draws), 1):
        if mine != core:
            both = f"{mine or 'not there'} in the function, and {core or 'not there'} in the core program"
            raise Difference(f"draw {number} is {both}")
    if to_core(outcome.result, mechanism.result_face, mechanism.faces.texts) != got:
        core_returns = shown(mechanism.faces.output(got))
        raise Difference(f"{mechanism.name} returns {shown(outcome.result)}, and the core program {core_returns}")


def checked_inputs(mechanism: Mechanism, arguments: Mapping[str, Any]) -> dict[str, Value]:
    """The arguments as the core holds them."""
    texts = mechanism.faces.texts
    inputs = {p.name: to_core(arguments[p.name], mechanism.face(p.name), texts) for p in mechanism.parameters}
    for p in mechanism.parameters:
        if inputs[p.name] is WRONG_TYPE:
            raise TypeError(f"{p.name} must be {mechanism.face(p.name)}, not {arguments[p.name]!r:.60}")
    return inputs
