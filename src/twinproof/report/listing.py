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
    """The lines of the function, of what it uses of its file, and of whatever else there is something to note in."""
    coloured = _coloured(mechanism.source)
    pieces = [_Piece.of(node) for node in ast.parse(mechanism.source).body]
    places = {*notes, *([mechanism.at.line] if mechanism.at is not None else [])}
    shown = _with_what_they_use([p for p in pieces if p.is_function and not places.isdisjoint(p.lines)], pieces)
    wanted = {n for p in shown for n in p.lines} | set(notes)
    return [Line(n, coloured[n - 1], tuple(notes.get(n, ()))) for n in sorted(wanted) if 1 <= n <= len(coloured)]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A statement of the file: its lines, the names that it gives a meaning to, and those that it uses."""

    lines: range
    binds: frozenset[str]
    uses: frozenset[str]
    is_function: bool

    @staticmethod
    def of(node: ast.stmt) -> _Piece:
        decorators = node.decorator_list if isinstance(node, ast.FunctionDef | ast.ClassDef) else []
        lines = range(min([node.lineno, *(d.lineno for d in decorators)]), (node.end_lineno or node.lineno) + 1)
        names = [n for n in ast.walk(node) if isinstance(n, ast.Name)]
        uses = frozenset(n.id for n in names if isinstance(n.ctx, ast.Load))
        match node:
            case ast.FunctionDef(name) | ast.ClassDef(name):
                binds = frozenset({name})
            case ast.Assign() | ast.AnnAssign():
                binds = frozenset(n.id for n in names if isinstance(n.ctx, ast.Store))
            case _:
                binds = frozenset()  # imports say where things come from, and are not shown
        return _Piece(lines, binds, uses, isinstance(node, ast.FunctionDef))


def _with_what_they_use(pieces: Sequence[_Piece], every: Sequence[_Piece]) -> list[_Piece]:
    """Some statements, the helpers, classes and constants that they use, and what these use."""
    found = list(pieces)
    for piece in found:  # which grows meanwhile
        found += [p for p in every if p not in found and not p.binds.isdisjoint(piece.uses)]
    return found


def _coloured(source: str) -> list[Markup]:
    """Every line of the source as HTML; Pygments closes what it opens on each line, and escapes the text."""
    lexer = PythonLexer(stripnl=False, ensurenl=False)
    lines: list[str] = highlight(source, lexer, HtmlFormatter(nowrap=True)).split("\n")
    texts = source.split("\n")
    return [Markup(line) for line in lines] + [Markup("")] * max(0, len(texts) - len(lines))
