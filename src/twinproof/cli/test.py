"""twinproof test: the Python functions against the core programs, on many random inputs.

This is the one command that executes the user's files: it runs each mechanism, and compares every run with the core
program that twinproof has read in the text, draw by draw.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import FrameType, ModuleType
from typing import Any

from twinproof.cli.streams import echo
from twinproof.cli.targets import every
from twinproof.lang.checked import Difference, checked_inputs, compare, run_function
from twinproof.lang.declare import RunnableMechanism
from twinproof.lang.errors import Code, Diagnostic, TwinproofError
from twinproof.lang.interpret import Diverges, TooManySteps
from twinproof.lang.interpret import run as run_core
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise import SeededNoise
from twinproof.lang.python_values import shown
from twinproof.lang.random_inputs import random_inputs

MOST_STEPS = 20_000  # loop iterations of a run that is compared
MOST_LINES = 2_000_000  # lines of Python that such a run may take
FEW_LINES = 20_000  # and that one may take where the core program never ends, once a function has run on there


class RunsOn(Exception):
    """The function has taken far more steps than the core program needs."""


@dataclass
class Tally:
    """What came of the runs of one mechanism."""

    mechanism: Mechanism
    runs: int = 0
    draws: int = 0
    without_result: int = 0
    too_long: int = 0
    difference: str = ""
    inputs: str = ""

    def as_json(self, path: str) -> dict[str, Any]:
        return {
            "file": path,
            "mechanism": self.mechanism.name,
            "same": not self.difference,
            "runs": self.runs,
            "draws": self.draws,
            "without_result": self.without_result,
            "too_long": self.too_long,
            "difference": self.difference or None,
            "inputs": self.inputs or None,
        }

    def __str__(self) -> str:
        name = self.mechanism.name
        if self.difference:
            head = f"{name} differs from the program that was read in its text"
            return f"{head}\n    {self.difference}\n    on {self.inputs}"
        notes = [f"{self.without_result} without a result in both"] if self.without_result else []
        notes += [f"{self.too_long} too long to compare"] if self.too_long else []
        more = f" ({', '.join(notes)})" if notes else ""
        return f"{name}: {self.runs} runs, {self.draws} draws, no difference{more}"


def test(targets: Sequence[str], runs: int, seed: int, as_json: bool) -> int:
    """Compare each mechanism with its core program, and print what came of it."""
    items = list(every(targets))
    files = sorted({m.at.path for m in items if isinstance(m, Mechanism) and m.at is not None})
    if not as_json:
        echo(f"running the code of {len(files)} file{'s' * (len(files) != 1)}, {runs} times each mechanism")
    modules: dict[str, ModuleType] = {}
    code = 0
    for item in items:
        try:
            tally = _tally(item, modules, runs, seed)
        except TwinproofError as problem:
            sys.stdout.flush()
            echo(str(problem), err=True)
            code = 3
            continue
        assert tally.mechanism.at is not None
        echo(json.dumps(tally.as_json(tally.mechanism.at.path)) if as_json else str(tally))
        code = max(code, 1) if tally.difference else code
    return code


def _tally(item: Mechanism | Diagnostic, modules: dict[str, ModuleType], runs: int, seed: int) -> Tally:
    if isinstance(item, Diagnostic):
        raise TwinproofError(item)
    assert item.at is not None
    path = item.at.path
    if path not in modules:
        modules[path] = _load(path)
    runnable: object = modules[path]
    for part in item.name.split("."):  # a method stands in its class
        runnable = getattr(runnable, part, None)
    if not isinstance(runnable, RunnableMechanism):
        message = f"`{item.name}` is not a mechanism once the file has run"
        raise TwinproofError(Diagnostic(Code.RUN_FAILED, message, "see what the file does with it", path))
    return _compared(item, runnable, runs, seed)


def _load(path: str) -> ModuleType:
    """The file as a module, executed."""
    spec = importlib.util.spec_from_file_location(f"twinproof_test_{Path(path).stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.path.insert(0, str(Path(path).parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as problem:
        message = f"the file cannot be run: {type(problem).__name__}: {problem}"
        raise TwinproofError(Diagnostic(Code.RUN_FAILED, message, "correct the file first", path)) from None
    finally:
        sys.path.pop(0)
    return module


def _compared(mechanism: Mechanism, runnable: RunnableMechanism[..., Any], runs: int, seed: int) -> Tally:
    tally, random = Tally(mechanism), Random(f"{mechanism.name} {seed}")
    runs_on = False  # as the core program does: seen once, it is not waited for again
    for turn in range(runs):
        arguments = random_inputs(mechanism, random, runnable.namespace)
        if arguments is None:
            message, hint = "no inputs were found that meet `requires`", "compare by hand, with `checked=True`"
            raise TwinproofError(Diagnostic(Code.RUN_FAILED, message, hint, tally.mechanism.name))
        inputs = checked_inputs(mechanism, arguments)
        noise = seed * 1_000_003 + turn
        endless = False
        lines = MOST_LINES
        try:
            run_core(mechanism, inputs, SeededNoise(noise), MOST_STEPS)
        except TooManySteps:
            tally.too_long += 1
            continue
        except Diverges:
            endless = True  # then the function must raise, or never end either
            lines = FEW_LINES if runs_on else MOST_LINES
        try:
            outcome = run_function(_limited(runnable.of_parts, lines), arguments, SeededNoise(noise))
            if isinstance(outcome.error, RunsOn) and endless and runs_on:
                tally.too_long += 1
                continue
            tally.runs += 1
            tally.draws += len(outcome.draws)
            tally.without_result += outcome.error is not None
            if not isinstance(outcome.error, RunsOn):
                compare(mechanism, inputs, outcome)
            elif not endless:
                raise Difference("the function runs on where the core program has ended")
            else:
                runs_on = True
        except Difference as problem:
            tally.difference, tally.inputs = str(problem), shown(arguments)
            break
    return tally


def _limited(function: Callable[..., Any], lines: int) -> Callable[..., Any]:
    """The function, stopped after a number of lines: what ends in the core must not run for ever here."""

    def limited(**arguments: Any) -> Any:
        left = lines

        def trace(frame: FrameType, event: str, argument: object) -> Any:
            nonlocal left
            left -= event == "line"
            if left < 0:
                raise RunsOn
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            return function(**arguments)
        finally:
            sys.settrace(before)

    return limited
