"""twinproof run: one run of a mechanism, with real noise."""

from __future__ import annotations

import json
from collections.abc import Sequence

from twinproof.cli.streams import echo
from twinproof.cli.targets import one
from twinproof.lang.errors import Code, Diagnostic, TwinproofError
from twinproof.lang.inputs import MissingScore, called_with, parse_argument
from twinproof.lang.interpret import Diverges
from twinproof.lang.interpret import run as run_core
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise import NoiseSource, SeededNoise, SystemNoise
from twinproof.lang.printer import show_expr
from twinproof.lang.python_values import as_json


def given_inputs(mechanism: Mechanism, arguments: Sequence[str] | None) -> dict[str, object]:
    """The inputs that were given by --arg; a name may be given once."""
    given: dict[str, object] = {}
    for text in arguments or []:
        name, value = parse_argument(mechanism, text)
        if name in given:
            diagnostic = Diagnostic(Code.INPUT_TEXT, f"`{name}` is given twice", "give each input once", mechanism.name)
            raise TwinproofError(diagnostic)
        given[name] = value
    return given


def run(target: str, arguments: Sequence[str] | None, seed: int | None) -> int:
    """Run the core program of a mechanism once and print its result."""
    mechanism = one(target)
    mechanism, (inputs,) = called_with(mechanism, given_inputs(mechanism, arguments))
    noise: NoiseSource = SystemNoise() if seed is None else SeededNoise(seed)
    try:
        echo(json.dumps(as_json(mechanism.faces.output(run_core(mechanism, inputs, noise)))))
    except (Diverges, MissingScore) as problem:
        hint = "in Python this run raises an error, such as a list index out of range"
        if isinstance(problem, MissingScore):
            hint = 'give more scores, or an "else" value for all other candidates'
        path = mechanism.at.path if mechanism.at is not None else target
        diagnostic = Diagnostic(Code.RUN_FAILED, f"the run has no result: {_why(problem)}", hint, path)
        raise TwinproofError(diagnostic) from None
    return 0


def _why(problem: Diverges | MissingScore) -> str:
    """Where a run stopped, and which condition of the core program kept it there."""
    loop = problem.loop if isinstance(problem, Diverges) else None
    if loop is None or loop.at is None:
        return str(problem)
    return f"line {loop.at.line} raises, or has no end, where {show_expr(loop.condition)}"
