"""What an editor shows of a text, in short and at length. Nothing here waits."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from lsprotocol import types

from twinproof.integrations.lsp.finding import Finding, Key, Note, key_of
from twinproof.integrations.lsp.pages import page_of
from twinproof.integrations.lsp.sections import Section, code, markdown, section, step, steps, table
from twinproof.lang.errors import Code, Diagnostic
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import mechanism_facts, mechanism_lines
from twinproof.lang.span import Span
from twinproof.verify.changes import Fix

SOURCE = "twinproof"
SEVERITY = {
    "proved": types.DiagnosticSeverity.Information,
    "refuted": types.DiagnosticSeverity.Error,
    "unknown": types.DiagnosticSeverity.Warning,
    "error": types.DiagnosticSeverity.Error,
    "failed": types.DiagnosticSeverity.Warning,
}
LONGEST_HINT = 43  # of VS Code, which cuts what is longer
EXPLAIN = "twinproof.explain"  # the command of a lens, which the editor knows: it shows what `twinproof/explain` says
_IS_SCRIPT = re.compile(r"^\s*(from|import)\s+twinproof\.tactics\b", re.MULTILINE)
_USES_MECHANISM = re.compile(r"^\s*@[\w.]*mechanism\b", re.MULTILINE)


@dataclass(frozen=True)
class Reading:
    """A text as it was read. `units` counts characters the way the editor does."""

    uri: str
    version: int | None
    text: str
    results: tuple[Mechanism | Diagnostic, ...]
    units: Callable[[str], int] = len
    pages: str | None = None  # how the editor wants its links to the pages about codes
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
        line = head_of(mechanism)
        match = re.search(rf"\bdef\s+({mechanism.name})\b", self.lines[line - 1]) if line <= len(self.lines) else None
        if match is None:
            return self.line(line)
        return types.Range(self.position(line, match.start(1) + 1), self.position(line, match.end(1) + 1))

    def lines_of(self, mechanism: Mechanism) -> tuple[int, int]:
        """The first and the last line of a mechanism, with its decorators."""
        line = head_of(mechanism)
        for f in ast.walk(ast.parse(self.text)):
            if isinstance(f, ast.FunctionDef) and f.lineno == line:
                return min([line, *(d.lineno for d in f.decorator_list)]), f.end_lineno or line
        return line, line

    def function(self, name: str) -> tuple[int, int, int] | None:
        """The first and the last line of a function, and the line of its `def`."""
        functions = ast.walk(ast.parse(self.text)) if name else ()
        for f in functions:
            if isinstance(f, ast.FunctionDef) and f.name == name:
                return min([f.lineno, *(d.lineno for d in f.decorator_list)]), f.end_lineno or f.lineno, f.lineno
        return None

    def text_at(self, line: int, column: int, length: int) -> str:
        """What stands at a place, in characters from one."""
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        return text[column - 1 : column - 1 + length]


Findings = Mapping[Key, Finding]


def head_of(mechanism: Mechanism) -> int:
    """The line of `def`."""
    return mechanism.at.line if mechanism.at is not None else 1


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
        code_description=_description(reading, problem.code.value),
        source=SOURCE,
    )


def _description(reading: Reading, code: str) -> types.CodeDescription | None:
    page = page_of(code, reading.pages)
    return types.CodeDescription(page) if page is not None else None


def _verdict(reading: Reading, mechanism: Mechanism, finding: Finding) -> types.Diagnostic:
    parts = [finding.line()]
    if finding.kind != "proved":  # the editor breaks the lines of a paragraph
        parts += [finding.words, finding.formal] if finding.formal else [finding.evidence]
    return types.Diagnostic(
        range=reading.name(mechanism),
        message="\n\n".join(filter(None, parts)),
        severity=SEVERITY[finding.kind],
        code=finding.code or finding.kind,
        code_description=_description(reading, finding.code or finding.kind),
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
    parts = [f"**{finding.kind}** {finding.sentence}", finding.words]
    if finding.kind == "proved":
        parts.append(f"```text\n{finding.formal}\n```" if finding.formal else "")
    else:  # the evidence is in the diagnostic, which an editor shows beside this
        reasons = [f"line {note.line}: {note.text}" for note in finding.reasons]
        mended = [f"{fix.title}" for fix in finding.fixes]
        parts.append("\n".join(f"- {text}" for text in dict.fromkeys([*reasons, *mended])))
    return "\n\n".join(filter(None, parts))


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
                label = f"costs {note.cost}"
                label = label if len(label) <= LONGEST_HINT else f"{label[: LONGEST_HINT - 1]}…"
                hint = types.InlayHint(reading.line(note.line).end, label, padding_left=True)
                hint.tooltip = types.MarkupContent(types.MarkupKind.Markdown, note.text)
                shown.setdefault((note.line, label), hint)
    return list(shown.values())


def lenses(reading: Reading, findings: Findings, pending: bool) -> list[types.CodeLens]:
    """Above each mechanism, its verdict in a few words; whoever clicks is shown the rest."""
    shown = []
    for mechanism in reading.mechanisms:
        title = _lens(findings.get(key_of(mechanism)), pending)
        command = types.Command(title, EXPLAIN, arguments=[reading.uri, head_of(mechanism) - 1])
        shown.append(types.CodeLens(reading.line(reading.lines_of(mechanism)[0]), command))
    return shown


def _lens(finding: Finding | None, pending: bool) -> str:
    if finding is None:
        return "verifying …" if pending else "save for a verdict"
    said = {
        "proved": f"✓ proved, {finding.claim}",
        "refuted": "✗ refuted: show the inputs",
        "unknown": "? unknown: why",
        "error": "! the claim protects nothing",
        "failed": "! not verified",
    }
    return said[finding.kind]


def actions(reading: Reading, findings: Findings, wanted: types.Range) -> list[types.CodeAction]:
    """The changes after which a claim is proved, at the name of the mechanism and at the place itself."""
    shown = []
    for mechanism in reading.mechanisms:
        finding = findings.get(key_of(mechanism))
        for fix in finding.fixes if finding is not None else ():
            lines = {head_of(mechanism), fix.line}
            here = any(wanted.start.line < line <= wanted.end.line + 1 for line in lines)
            if finding is not None and here and reading.text_at(fix.line, fix.column, len(fix.before)) == fix.before:
                shown.append(_action(reading, fix, _verdict(reading, mechanism, finding)))
    return shown


def _action(reading: Reading, fix: Fix, about: types.Diagnostic) -> types.CodeAction:
    start = reading.position(fix.line, fix.column)
    end = reading.position(fix.line, fix.column + len(fix.before))
    edit = types.WorkspaceEdit(changes={reading.uri: [types.TextEdit(types.Range(start, end), fix.after)]})
    return types.CodeAction(fix.title, types.CodeActionKind.QuickFix, [about], edit=edit)


# ----------------------------------------------------------------------------------------------------------- at length


def explanation(reading: Reading, findings: Findings, line: int, pending: bool) -> dict[str, Any] | None:
    """All there is to say about the mechanism around a line (from one), or the last one before it, or the first.

    In a proof script, what is not a mechanism is part of the proof.
    """
    for problem in reading.problems:
        if problem.code is Code.NOT_PYTHON:
            return _unread(reading, problem, reading.uri.rpartition("/")[2], 1)
        lines = reading.function(problem.mechanism)
        if lines is not None and lines[0] <= line <= lines[1]:
            return _unread(reading, problem, problem.mechanism, lines[2])
    ranges = {m: reading.lines_of(m) for m in sorted(reading.mechanisms, key=head_of)}
    around = [m for m, (first, last) in ranges.items() if first <= line <= last]
    if is_script(reading.text) and not around:
        return {"script": True, "markdown": "# A proof script\n\nIt has goals: `twinproof/goals` runs it.\n"}
    if not ranges:
        return None
    mechanism = [*list(ranges)[:1], *(m for m, (first, _) in ranges.items() if first <= line)][-1]
    finding = findings.get(key_of(mechanism))
    kind = finding.kind if finding is not None else "pending" if pending else "none"
    sentence = finding.sentence if finding is not None else _head(mechanism, None, pending)
    sections = sorted([*_of(finding), _claimed(mechanism), _core(mechanism)], key=lambda one: one["folded"])
    return {
        "script": False,
        "mechanism": mechanism.name,
        "range": reading.name(mechanism),
        "verdict": kind,
        "sentence": sentence,
        "sections": sections,
        "markdown": f"# {kind}: {sentence}\n\n{markdown(sections)}\n",
    }


def _unread(reading: Reading, problem: Diagnostic, name: str, head: int) -> dict[str, Any]:
    """All that is wrong with a mechanism that cannot be read, or with the whole text."""
    sentence = f"{name} is not understood as it stands, so there is no verdict"
    wrong = [step(d.span.line if d.span is not None else None, f"{d.message}: {d.hint}") for d in problem.all]
    sections = [section("What is wrong", steps(wrong))]
    return {
        "script": False,
        "mechanism": name,
        "range": reading.line(head),
        "verdict": "unread",
        "sentence": sentence,
        "sections": sections,
        "markdown": f"# {sentence}\n\n{markdown(sections)}\n",
    }


def is_script(text: str) -> bool:
    """Whether a text is about a proof by hand."""
    return _IS_SCRIPT.search(text) is not None


def _of(finding: Finding | None) -> list[Section]:
    if finding is None:
        return []
    fixes = [step(fix.line, fix.title, [("instead of", fix.before), ("write", fix.after)]) for fix in finding.fixes]
    mended = [section("What would mend it", steps(fixes))] if fixes else []
    plain = [section("What is wrong", code(finding.evidence))] if finding.evidence and not finding.sections else []
    return [*finding.sections, *plain, *mended]


def _claimed(mechanism: Mechanism) -> Section:
    return section("What is claimed", table(["", ""], mechanism_facts(mechanism)))


def _core(mechanism: Mechanism) -> Section:
    return section("As twinproof reads it", code("\n".join(mechanism_lines(mechanism))), folded=True)
