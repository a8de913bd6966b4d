"""The source of a mechanism, line by line, in colours, with what there is to say beside a line."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from twinproof.lang.mechanism import Mechanism
from twinproof.report.runs import Branch


@dataclass(frozen=True, slots=True)
class Note:
    """What is said beside a line: a coupling with its branches, or words."""

    kind: str  # "coupling" or "blame"
    title: str
    words: str = ""
    branches: tuple[Branch, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the source, coloured and escaped, with its notes."""

    number: int
    code: Markup
    notes: tuple[Note, ...]


def listing(mechanism: Mechanism, notes: Mapping[int, Sequence[Note]]) -> list[Line]:
    """The lines of the function, and of the other functions in which there is something to note."""
    coloured = _coloured(mechanism.source)
    functions = [
        range(min([f.lineno, *(d.lineno for d in f.decorator_list)]), (f.end_lineno or f.lineno) + 1)
        for f in ast.parse(mechanism.source).body
        if isinstance(f, ast.FunctionDef)
    ]
    places = {*notes, *([mechanism.at.line] if mechanism.at is not None else [])}
    wanted = {n for f in functions for n in f if not places.isdisjoint(f)} | set(notes)
    return [Line(n, coloured[n - 1], tuple(notes.get(n, ()))) for n in sorted(wanted) if 1 <= n <= len(coloured)]


def _coloured(source: str) -> list[Markup]:
    """Every line of the source as HTML; Pygments closes what it opens on each line, and escapes the text."""
    lexer = PythonLexer(stripnl=False, ensurenl=False)
    lines: list[str] = highlight(source, lexer, HtmlFormatter(nowrap=True)).split("\n")
    texts = source.split("\n")
    return [Markup(line) for line in lines] + [Markup("")] * max(0, len(texts) - len(lines))
