"""What an editor shows of a text: diagnostics, hovers and hints, as the protocol has them. Nothing here waits."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from lsprotocol import types

from twinproof.integrations.lsp.finding import Finding, Key, Note, key_of
from twinproof.lang.command import Span
from twinproof.lang.errors import Code, Diagnostic
from twinproof.lang.mechanism import Mechanism

SOURCE = "twinproof"
SEVERITY = {
    "proved": types.DiagnosticSeverity.Information,
    "refuted": types.DiagnosticSeverity.Error,
    "unknown": types.DiagnosticSeverity.Warning,
    "error": types.DiagnosticSeverity.Error,
    "failed": types.DiagnosticSeverity.Warning,
}
LONGEST_HINT = 48
_USES_MECHANISM = re.compile(r"^\s*@[\w.]*mechanism\b", re.MULTILINE)


@dataclass(frozen=True)
class Reading:
    """A text as it was read. `units` counts characters the way the editor does."""

    uri: str
    version: int | None
    text: str
    results: tuple[Mechanism | Diagnostic, ...]
    units: Callable[[str], int] = len
    lines: list[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", re.split(r"\r\n|\r|\n", self.text))

    @property
    def mechanisms(self) -> list[Mechanism]:
        return [r for r in self.results if isinstance(r, Mechanism)]

    @property
    def problems(self) -> list[Diagnostic]:
        """What is wrong, in files that have to do with us: most Python files have no mechanism, and need none."""
        if SOURCE not in self.text:
            return []
        diagnosed = [r for r in self.results if isinstance(r, Diagnostic)]
        asked = _USES_MECHANISM.search(self.text)
        return [d for d in diagnosed if asked or d.code is not Code.NO_MECHANISM]

    def position(self, line: int, column: int) -> types.Position:
        """A place of ours (from one, in characters) as the editor counts."""
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        return types.Position(max(line, 1) - 1, self.units(text[: max(column, 1) - 1]))

    def range(self, span: Span | None) -> types.Range:
        if span is None:
            return self.line(1)
        return types.Range(self.position(span.line, span.column), self.position(span.end_line, span.end_column))

    def line(self, line: int) -> types.Range:
        """The text of a line, without the space around it."""
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        start = len(text) - len(text.lstrip())
        return types.Range(self.position(line, start + 1), self.position(line, len(text.rstrip()) + 1))

    def name(self, mechanism: Mechanism) -> types.Range:
        """Where the name of a mechanism stands after its `def`."""
        line = mechanism.at.line if mechanism.at is not None else 1
        match = re.search(rf"\bdef\s+({mechanism.name})\b", self.lines[line - 1]) if line <= len(self.lines) else None
        if match is None:
            return self.line(line)
        return types.Range(self.position(line, match.start(1) + 1), self.position(line, match.end(1) + 1))


Findings = Mapping[Key, Finding]


def diagnostics(reading: Reading, findings: Findings) -> list[types.Diagnostic]:
    """What is wrong with the text, and the verdicts that are known of the mechanisms in it."""
    shown = [_problem(reading, d) for whole in reading.problems for d in whole.all]
    for mechanism in reading.mechanisms:
        finding = findings.get(key_of(mechanism))
        if finding is not None:
            shown.append(_verdict(reading, mechanism, finding))
    return shown


def _problem(reading: Reading, problem: Diagnostic) -> types.Diagnostic:
    return types.Diagnostic(
        range=reading.range(problem.span),
        message=f"{problem.message}\nhelp: {problem.hint}",
        severity=types.DiagnosticSeverity.Error,
        code=problem.code.value,
        source=SOURCE,
    )


def _verdict(reading: Reading, mechanism: Mechanism, finding: Finding) -> types.Diagnostic:
    evidence = f"\n\n{finding.evidence}" if finding.kind != "proved" and finding.evidence else ""
    return types.Diagnostic(
        range=reading.name(mechanism),
        message=f"{finding.line()}{evidence}",
        severity=SEVERITY[finding.kind],
        code=finding.kind,
        source=SOURCE,
        related_information=[
            types.DiagnosticRelatedInformation(types.Location(reading.uri, reading.line(r.line)), r.text)
            for r in finding.reasons
        ],
    )


def hover(reading: Reading, findings: Findings, line: int, pending: bool) -> str | None:
    """What there is to say about a line (from one): the verdict where a mechanism starts, couplings, reasons."""
    said: list[str] = []
    for mechanism in reading.mechanisms:
        finding = findings.get(key_of(mechanism))
        if mechanism.at is not None and mechanism.at.line == line:
            said.append(_head(mechanism, finding, pending))
        elif finding is not None:
            notes = dict.fromkeys(n.text for n in _notes(mechanism, finding, line))
            said += [f"**{finding.kind}** {mechanism.name}: {text}" for text in notes]
    return "\n\n".join(said) or None


def _head(mechanism: Mechanism, finding: Finding | None, pending: bool) -> str:
    if finding is None:
        return f"{mechanism.name}: being verified" if pending else f"{mechanism.name}: save the file for a verdict"
    evidence = f"\n\n```text\n{finding.evidence}\n```" if finding.evidence else ""
    return f"**{finding.kind}** {finding.sentence}{evidence}"


def _notes(mechanism: Mechanism, finding: Finding, line: int) -> list[Note]:
    """The notes of a line; those of a draw that takes several lines are shown on each."""
    draws = [s.at for s in mechanism.samplings if s.at is not None]
    lines = {line, *(at.line for at in draws if at.line <= line <= at.end_line)}
    return [note for note in (*finding.couplings, *finding.reasons) if note.line in lines]


def hints(reading: Reading, findings: Findings, wanted: types.Range) -> list[types.InlayHint]:
    """What each draw of a proved mechanism costs, at the end of its line."""
    shown: dict[tuple[int, str], types.InlayHint] = {}
    for mechanism in reading.mechanisms:
        finding = findings.get(key_of(mechanism))
        for note in finding.couplings if finding is not None else ():
            if wanted.start.line < note.line <= wanted.end.line + 1:
                cost = note.cost if len(note.cost) <= LONGEST_HINT else f"{note.cost[: LONGEST_HINT - 1]}…"
                hint = types.InlayHint(reading.line(note.line).end, f"costs {cost}", padding_left=True)
                hint.tooltip = types.MarkupContent(types.MarkupKind.Markdown, note.text)
                shown.setdefault((note.line, cost), hint)
    return list(shown.values())
