"""twinproof run: one run of a mechanism, with real noise."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from twinproof.cli.targets import one
from twinproof.lang.errors import Code, Diagnostic, TwinproofError
from twinproof.lang.inputs import MissingScore, check_inputs, parse_argument
from twinproof.lang.interpret import Diverges
from twinproof.lang.interpret import run as run_core
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise import NoiseSource, SeededNoise, SystemNoise

Arguments = Annotated[
    list[str] | None, typer.Option("--arg", metavar="NAME=VALUE", help="An input, e.g. answers=[1,2].")
]


def given_inputs(mechanism: Mechanism, arguments: list[str] | None) -> dict[str, object]:
    """The inputs that were given by --arg; a name may be given once."""
    given: dict[str, object] = {}
    for text in arguments or []:
        name, value = parse_argument(mechanism, text)
        if name in given:
            diagnostic = Diagnostic(Code.INPUT_TEXT, f"`{name}` is given twice", "give each input once", mechanism.name)
            raise TwinproofError(diagnostic)
        given[name] = value
    return given


def run(
    target: Annotated[str, typer.Argument(metavar="PATH::NAME", help="The mechanism.")],
    arg: Arguments = None,
    seed: Annotated[int | None, typer.Option(help="Reproducible noise, for tests only: it protects nobody.")] = None,
) -> int:
    """Run a mechanism once and print its result.

    The core program is run, with exact noise from the system's secure generator; the file itself is not executed.
    """
    mechanism = one(target)
    inputs = check_inputs(mechanism, given_inputs(mechanism, arg))
    noise: NoiseSource = SystemNoise() if seed is None else SeededNoise(seed)
    try:
        typer.echo(json.dumps(run_core(mechanism, inputs, noise)))
    except (Diverges, MissingScore) as problem:
        hint = "in Python this run raises an error, such as a list index out of range"
        if isinstance(problem, MissingScore):
            hint = 'give more scores, or an "else" value for all other candidates'
        path = mechanism.at.path if mechanism.at is not None else target
        raise TwinproofError(Diagnostic(Code.RUN_FAILED, f"the run has no result: {problem}", hint, path)) from None
    return 0
