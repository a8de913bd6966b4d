"""What can go wrong in a proof script, said so that a person can mend it.

Every failure knows the line of the script that caused it. A tactic that does not apply says why; where a side condition
fails, the message has the part of it that does not follow, in the paper's notation, and values of both runs that break
it.
"""

from __future__ import annotations

import contextlib
import os
import sys
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

from twinproof.kernel.rules import Refused
from twinproof.lang.expr import (
    Apply,
    Expr,
    Op,
    Place,
    Quantified,
    Var,
    apply,
    conjunction,
    free_variables,
    fresh_name,
    implies,
    substitute,
    subterms,
)
from twinproof.lang.printer import show_expr, show_values
from twinproof.lang.types import Type, is_data
from twinproof.smt import Outcome, prove

_INSIDE = (f"{Path(__file__).parent}{os.sep}", contextlib.__file__, "<string>", "<frozen")


class ScriptError(Exception):
    """Something in a proof script is wrong; `where` is the line of the script, as far as it is known."""

    def __init__(self, text: str) -> None:
        self.text, self.where = text, script_line()
        super().__init__(f"{self.where}: {text}" if self.where else text)


class BadAssertion(ScriptError):
    """An assertion that cannot be built: an unknown name, a wrong type, Python's own logic where ours is meant."""


class TacticFailed(ScriptError):
    """A tactic does not apply here. The proof is as it was before."""

    def __init__(self, tactic: str, reason: str) -> None:
        self.tactic, self.reason = tactic, reason
        super().__init__(f"{tactic} does not apply: {reason}")


class NotProved(ScriptError):
    """A theorem was asked for, and there are goals that nobody has proved."""


class ShouldHaveFailed(ScriptError):
    """A step that was expected to fail did not, or failed for another reason."""


def script_place() -> tuple[str, int] | None:
    """The innermost line of code outside this room that is being executed: its path and number."""
    frame = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(_INSIDE):
        frame = frame.f_back  # type: ignore[assignment]
    return None if frame is None else (frame.f_code.co_filename, frame.f_lineno)


def script_line() -> str:
    """The line of the script that is being executed, as path:line."""
    place = script_place()
    return "" if place is None else f"{place[0]}:{place[1]}"


class Restorable(Protocol):
    """Something that steps change, and that can be put back."""

    def _snapshot(self) -> Callable[[], None]: ...


restorable: weakref.WeakSet[Restorable] = weakref.WeakSet()


class Failure:
    """The failure that was expected; printed, it is the message."""

    def __init__(self) -> None:
        self.message = ""

    def __str__(self) -> str:
        return self.message


@contextlib.contextmanager
def expect_failure(because: str = "") -> Iterator[Failure]:
    """The steps inside must fail, with a message that contains the given words; then it is as if they had not been.

    It is an error if they go through, and if they fail for another reason.
    """
    undo = [thing._snapshot() for thing in list(restorable)]
    failure = Failure()
    try:
        yield failure
    except (ScriptError, Refused) as problem:
        if because not in str(problem):
            what = f"this failed, but its message does not contain {because!r}. It says: {problem}"
            raise ShouldHaveFailed(what) from None
        for back in undo:
            back()
        failure.message = str(problem)
        return
    raise ShouldHaveFailed("this was expected to fail, and it went through")


# ------------------------------------------------------------------------------------------------------ side conditions


def require(tactic: str, what: str, formula: Expr) -> None:
    """Ask the solver now for a side condition that the kernel will ask for later, to fail where the mistake is."""
    outcome = prove(formula)
    if not outcome.proved:
        raise TacticFailed(tactic, explain(what, formula, outcome))


def explain(what: str, formula: Expr, outcome: Outcome) -> str:
    """A side condition that does not hold: which part of it, under which hypotheses, and values that break it."""
    part, assumed, seen = _blame(formula, outcome)
    lines = [what, f"  does not follow: {show_expr(part)}"]
    if assumed:
        lines.append(f"  although:        {show_expr(assumed[0])}")
        lines += [f"                   {show_expr(e)}" for e in assumed[1:]]
    if seen.model:
        shown = {v: value for v, value in seen.model.items() if _is_plain(v.type)}
        lines += ["  for example, in the two runs:", show_values(shown)]
    else:
        lines.append(f"  {seen.reason}: give it less to do (case, conseq), or a stronger hypothesis")
    return "\n".join(lines)


def _is_plain(kind: Type) -> bool:
    """Whether values of a type mean something to a reader: databases and queries have no names."""
    return is_data(kind)


def refusal(problem: Refused) -> str:
    """What the kernel says, with the part of its side condition that fails."""
    if problem.obligation is None or problem.outcome is None:
        return f"[{problem.rule}] {problem.reason}"
    return explain(f"[{problem.rule}] {problem.reason}", problem.obligation, problem.outcome)


_MOST_PARTS = 40
_FEW = 400_000  # of the solver's units: only the message depends on these questions


def _blame(formula: Expr, outcome: Outcome) -> tuple[Expr, list[Expr], Outcome]:
    """The first part of the conclusion that fails, the hypotheses met inside the conclusion, and the values."""
    for number, (given, inside, part) in enumerate(_parts(formula, [], [], set())):
        if number == _MOST_PARTS:
            break
        answer = prove(implies(conjunction(*given, *inside, *_readings(part, *inside)), part), _FEW)
        if answer.model:
            return part, inside, answer
    conclusion = formula.args[1] if isinstance(formula, Apply) and formula.op is Op.IMPLIES else formula
    return conclusion, [], outcome


def _readings(*parts: Expr) -> list[Expr]:
    """Names for the answers of queries and scores in these parts, so that a model tells their values."""
    spoken = frozenset().union(*map(free_variables, parts))
    readings = dict.fromkeys(
        e
        for part in parts
        for e in subterms(part)
        if isinstance(e, Apply) and e.op in (Op.ANSWER, Op.SCORE) and free_variables(e) <= spoken
    )
    return [apply(Op.EQ, Var(show_expr(e), e.type, Place.RIGID), e) for e in readings]


def _parts(
    e: Expr, given: list[Expr], inside: list[Expr], taken: set[str], outermost: bool = True
) -> Iterator[tuple[list[Expr], list[Expr], Expr]]:
    """The atomic conclusions of a formula, each with its hypotheses: the outermost ones apart from those inside."""
    match e:
        case Apply(Op.IMPLIES, (condition, conclusion)) if outermost:
            names = {v.name for v in free_variables(e)}
            yield from _parts(conclusion, [*given, condition], inside, taken | names, False)
        case Apply(Op.IMPLIES, (condition, conclusion)):
            yield from _parts(conclusion, given, [*inside, condition], taken, False)
        case Apply(Op.AND, parts):
            for part in parts:
                yield from _parts(part, given, inside, taken, False)
        case Quantified(True, var, body):
            fresh = Var(fresh_name(var.name, taken), var.type, Place.RIGID)
            yield from _parts(substitute(body, {var: fresh}), given, inside, taken | {fresh.name}, False)
        case _:
            yield given, inside, e
