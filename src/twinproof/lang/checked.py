"""A checked run: the Python function and the core program that was read in its text, on the same noise.

Whatever twinproof says about a mechanism, it says about the core program. A checked run confirms on real inputs that
the function does the same: the same draws, one by one with their law, their centre and their value, and the same
result; where the function raises, the core program must have no result either. It raises `Difference` otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from twinproof.lang.faces import WRONG_TYPE, to_core
from twinproof.lang.interpret import Diverges, OutOfReach, TooManySteps, Value, run
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise.drawing import NoiseSource, current, using
from twinproof.lang.noise.law import Noise, Parameters
from twinproof.lang.python_values import shown

MOST_STEPS = 10_000_000  # loop iterations of the core program
_CLOSE = Fraction(1, 1 << 20)  # how far a number from floats may be off, relatively
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

    def is_like(self, other: Draw, rounds: bool) -> bool:
        """Whether this is the same draw; if numbers are rounded, its law need only be close."""
        same = (self.noise, self.centre, self.value) == (other.noise, other.centre, other.value)
        return same and is_close(self.parameters, other.parameters, rounds)

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
    goes_on: bool = False  # without noise, where the other run has no result: this one may draw before it ends
    rounds: bool = False  # whether numbers of the noise need only be close: the function has them from floats
    who: tuple[str, str] = ("the core program", "the function")  # which of the two runs draws again, and which drew

    def draw(self, noise: Noise, parameters: Parameters, centre: Any) -> Any:
        drawn = next(self.given, None)
        if drawn is None and self.goes_on:
            return noise.scripted(0, lambda: parameters, centre)
        if drawn is None or drawn.noise != noise or not is_close(drawn.parameters, parameters, self.rounds):
            again, before = self.who
            raise Difference(f"{again} draws {noise.words(parameters)}, where {before} draws {drawn or 'nothing'}")
        return drawn.value  # a difference of the centres is seen when the draws are compared


def is_close(ours: Parameters, theirs: Parameters, rounds: bool) -> bool:
    """Whether the numbers of a noise are the same; or nearly so, if one of the runs rounds them."""
    if not rounds:
        return ours == theirs
    return all(abs(a - b) <= _CLOSE * abs(b) for a, b in zip(ours, theirs, strict=True))


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


def run_by_core(mechanism: Mechanism, function: Callable[..., Any], arguments: Mapping[str, Any]) -> Any:
    """The function's result (or its error) on draws that the core program has made, from the numbers as they are.

    Python's `math` rounds to floats, and to any side. So where exp, log or sqrt is in a number of a noise, the core
    program draws, with the number that proofs and counterexamples speak of; the function then runs on these draws, and
    must do the same.
    """
    inputs = checked_inputs(mechanism, arguments)
    draws: list[Draw] = []
    try:
        got: Value = run(mechanism, inputs, current(), None, lambda *draw: draws.append(Draw(*draw)))
        ended = True
    except OutOfReach as problem:
        raise ValueError(f"{mechanism.name} cannot be run: {problem}") from None
    except (Diverges, ValueError):  # a guard, or a number that there is no noise for: the function has to raise, too
        ended = False
    noise = _Replayed(iter(draws), not ended, True, ("the function", "the core program"))
    outcome = run_function(function, arguments, noise)
    if outcome.error is not None:
        raise outcome.error
    if not ended:
        raise Difference(f"{mechanism.name} returns {shown(outcome.result)}, and the core program has no result")
    _same_draws(outcome.draws, draws, True)
    _same_result(mechanism, outcome.result, got)
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
        noise = _Replayed(iter(outcome.draws), outcome.error is not None, mechanism.rounds)
        got: Value = run(mechanism, inputs, noise, MOST_STEPS, lambda *draw: draws.append(Draw(*draw)))
    except Diverges as why:
        if outcome.error is None or isinstance(why, TooManySteps):
            done = f"returns {shown(outcome.result)}" if outcome.error is None else f"raises {outcome.error!r}"
            raise Difference(f"{mechanism.name} {done}, and the core program has no result: {why}") from outcome.error
        return  # neither has a result, and what was drawn before that is nobody's business
    if outcome.error is not None:
        returns = shown(mechanism.faces.output(got))
        done = f"{mechanism.name} raises {outcome.error!r}, and the core program returns {returns}"
        raise Difference(done) from outcome.error
    _same_draws(outcome.draws, draws, mechanism.rounds)
    _same_result(mechanism, outcome.result, got)


def _same_draws(ours: Sequence[Draw], theirs: Sequence[Draw], rounds: bool) -> None:
    for number, (mine, core) in enumerate(zip_longest(ours, theirs), 1):
        if mine is None or core is None or not mine.is_like(core, rounds):
            both = f"{mine or 'not there'} in the function, and {core or 'not there'} in the core program"
            raise Difference(f"draw {number} is {both}")


def _same_result(mechanism: Mechanism, result: Any, got: Value) -> None:
    if to_core(result, mechanism.result_face, mechanism.faces.texts) != got:
        core_returns = shown(mechanism.faces.output(got))
        raise Difference(f"{mechanism.name} returns {shown(result)}, and the core program {core_returns}")


def checked_inputs(mechanism: Mechanism, arguments: Mapping[str, Any]) -> dict[str, Value]:
    """The arguments as the core holds them."""
    texts = mechanism.faces.texts
    inputs = {p.name: to_core(arguments[p.name], mechanism.face(p.name), texts) for p in mechanism.parameters}
    for p in mechanism.parameters:
        if inputs[p.name] is WRONG_TYPE:
            raise TypeError(f"{p.name} must be {mechanism.face(p.name)}, not {arguments[p.name]!r:.60}")
    return inputs
