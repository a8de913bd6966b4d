"""How `verify` prints: in full, in a line each, as JSON, as SARIF, or as GitHub's annotations.

Each form takes the verdicts as they come, and at the end all of them. Quiet, a form leaves out what is as it should be,
and the summary.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import typer

from twinproof.cli.streams import echo, is_watched
from twinproof.lang.errors import Diagnostic
from twinproof.lang.mechanism import Mechanism
from twinproof.verify.sarif import sarif
from twinproof.verify.verdict import Verdict

KINDS = ("proved", "refuted", "unknown")
_COLOURS = {"proved": "green", "refuted": "red", "unknown": "yellow"}
_LEVELS = {"refuted": "error", "unknown": "warning"}


def file_of(mechanism: Mechanism) -> str:
    """The file that a mechanism was read from, as it was named."""
    assert mechanism.at is not None
    return mechanism.at.path


def _line_of(mechanism: Mechanism) -> int:
    assert mechanism.at is not None
    return mechanism.at.line


@dataclass(frozen=True)
class Form:
    """What is printed; this one says everything."""

    quiet: bool = False
    expected: str = "proved"
    err: bool = False  # whether verdicts go to stderr, since stdout is for something else

    keeps: ClassVar[bool] = False  # whether it asks for all verdicts at the end

    def verdict(self, verdict: Verdict, certificate: str | None) -> None:
        """One more verdict, and where its certificate is."""
        if not (self.quiet and verdict.kind == self.expected):
            self._say(verdict, certificate)

    def _say(self, verdict: Verdict, certificate: str | None) -> None:
        lines = [self._head(verdict), *(f"    {words}".rstrip() for words in verdict.evidence().split("\n"))]
        if certificate is not None:
            lines.append(f"    certificate: {certificate}")
        echo("\n".join(lines), err=self.err)

    def _head(self, verdict: Verdict) -> str:
        line = verdict.line()
        if is_watched(sys.stderr if self.err else sys.stdout) and "NO_COLOR" not in os.environ:
            line = verdict.line(typer.style(verdict.kind, fg=_COLOURS[verdict.kind], bold=True))
        mechanism = verdict.mechanism
        return f"{file_of(mechanism)}:{_line_of(mechanism)}: {line}  [{verdict.seconds:.2f} s]"

    def error(self, problem: Diagnostic) -> None:
        """Something is wrong with a file or a mechanism."""
        echo(str(problem), err=True)

    def end(self, kinds: Sequence[str], answers: Sequence[Verdict | Diagnostic]) -> None:
        """What all there were are, and themselves if it keeps them."""
        if not self.quiet:
            counts = [(kinds.count(kind), kind) for kind in (*KINDS, "error") if kind in kinds]
            summary = ", ".join(f"{n} {kind}{'s' * (kind == 'error' and n > 1)}" for n, kind in counts)
            echo(summary or "there is no mechanism, and nothing to verify", err=self.err)


class Concise(Form):
    """A line for each mechanism."""

    def _say(self, verdict: Verdict, certificate: str | None) -> None:
        echo(self._head(verdict), err=self.err)


class Json(Form):
    """A JSON object for each mechanism, on a line of its own."""

    def _say(self, verdict: Verdict, certificate: str | None) -> None:
        echo(json.dumps(verdict.summary(file_of(verdict.mechanism), certificate)), err=self.err)

    def error(self, problem: Diagnostic) -> None:
        document = {
            "file": problem.path,
            "mechanism": problem.mechanism,
            "verdict": "error",
            "code": problem.code.value,
            "line": problem.span.line if problem.span is not None else None,
            "message": problem.message,
            "errors": [
                {"code": d.code.value, "line": d.span.line if d.span is not None else None, "message": d.message}
                for d in problem.all
            ],
        }
        echo(json.dumps(document), err=self.err)

    def end(self, kinds: Sequence[str], answers: Sequence[Verdict | Diagnostic]) -> None:
        pass


class Sarif(Form):
    """One SARIF document at the end."""

    keeps = True

    def _say(self, verdict: Verdict, certificate: str | None) -> None:
        pass

    def error(self, problem: Diagnostic) -> None:
        pass

    def end(self, kinds: Sequence[str], answers: Sequence[Verdict | Diagnostic]) -> None:
        shown = [x for x in answers if isinstance(x, Diagnostic) or not (self.quiet and x.kind == self.expected)]
        echo(json.dumps(sarif(shown), indent=1), err=self.err)


class GitHub(Form):
    """Annotations that GitHub shows beside the code: refuted claims are errors, unknown ones warnings."""

    def _say(self, verdict: Verdict, certificate: str | None) -> None:
        if verdict.kind not in _LEVELS:
            echo(self._head(verdict), err=self.err)
            return
        place = f"file={_property(file_of(verdict.mechanism))},line={_line_of(verdict.mechanism)}"
        title = _property(f"twinproof: {verdict.kind}")
        text = f"{verdict.sentence()}\n{verdict.evidence()}"
        echo(f"::{_LEVELS[verdict.kind]} {place},title={title}::{_escaped(text)}", err=self.err)

    def error(self, problem: Diagnostic) -> None:
        for one in problem.all:
            line = f",line={one.span.line}" if one.span is not None else ""
            text = f"{one.message}\n{one.hint}"
            title = _property(f"twinproof: {one.code.value}")
            echo(f"::error file={_property(one.path)}{line},title={title}::{_escaped(text)}", err=self.err)


def _escaped(text: str) -> str:
    """A message, as GitHub's workflow commands have it in one line."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


FORMS = {"full": Form, "concise": Concise, "json": Json, "sarif": Sarif, "github": GitHub}
