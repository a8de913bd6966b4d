"""What the author has written: names, and what a draw is made around, as it stands in the text."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import lru_cache

from twinproof.lang.command import Sample
from twinproof.lang.noise import FUNCTIONS
from twinproof.lang.span import Span

_WITH = frozenset({"scale", "variance"})  # what may be given by name beside what is drawn around, in the same units


@lru_cache(maxsize=64)
def identifiers(source: str) -> frozenset[str]:
    """All names in a text of Python."""
    names = (getattr(node, "id", None) or getattr(node, "arg", None) for node in _nodes(source))
    return frozenset(name for name in names if isinstance(name, str))


@lru_cache(maxsize=64)
def loop_lines(source: str) -> frozenset[int]:
    """The lines where a loop or a comprehension stands that somebody has written."""
    loops = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    return frozenset(node.lineno for node in _nodes(source) if isinstance(node, loops))


def drawn_around(source: str, sampling: Sample) -> str:
    """What noise is added to, as it is written; empty where that is not plain.

    On a grid the program counts in other units than its text, so nothing is said there.
    """
    if sampling.at is None:
        return ""
    calls = [call for call in _calls(source) if _is_inside(call, sampling.at)]
    if len(calls) != 1 or len(calls[0].args) not in (1, 2) or not {k.arg for k in calls[0].keywords} <= _WITH:
        return ""
    return ast.unparse(calls[0].args[0])


@lru_cache(maxsize=64)
def _calls(source: str) -> tuple[ast.Call, ...]:
    """The calls that draw additive noise by the name of the library."""
    calls = [node for node in _nodes(source) if isinstance(node, ast.Call) and node.args]
    return tuple(c for c in calls if isinstance(c.func, ast.Name) and c.func.id in FUNCTIONS)


def _is_inside(node: ast.Call, at: Span) -> bool:
    starts = (at.line, at.column) <= (node.lineno, node.col_offset + 1)
    return starts and (node.end_lineno or 0, (node.end_col_offset or 0) + 1) <= (at.end_line, at.end_column)


@lru_cache(maxsize=64)
def _nodes(source: str) -> tuple[ast.AST, ...]:
    try:
        nodes: Iterable[ast.AST] = ast.walk(ast.parse(source))
    except (SyntaxError, ValueError, RecursionError):
        return ()
    return tuple(nodes)
