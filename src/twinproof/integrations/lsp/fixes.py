"""Fixes: changes of one place in the text of a refuted mechanism after which its claim is proved.

Each one is tried before it is offered: the changed text is read and verified like any other. What is tried is more
noise in the lines that the counterexample blames.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from math import gcd

from twinproof.integrations.lsp.finding import Fix
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.verify import Verdict, verify

_FACTORS = (2, 3, 4)  # so many times the noise
_MOST_TRIED = 6
_MOST_FIXES = 2


@dataclass(frozen=True, slots=True)
class _Scale:
    """The scale of a draw: where its text stands, in characters from one, and what it is."""

    node: ast.expr
    line: int
    column: int
    text: str

    def times(self, factor: int) -> Fix:
        """The change to so many times the scale."""
        wider = widened(self.node, factor)
        title = f"Draw with the scale {wider} in line {self.line}: then the claim is proved"
        return Fix(title, self.line, self.column, self.text, wider)


def fixes_of(verdict: Verdict) -> Iterator[Fix]:
    """The changes that were found to make the claim provable."""
    blamed = dict.fromkeys(line for line, _ in verdict.blamed())
    scales = [s for line in blamed for s in _scales(verdict.mechanism.source, line)]
    tried = found = 0
    for scale in scales:
        for factor in _FACTORS:
            if tried == _MOST_TRIED or found == _MOST_FIXES:
                return
            tried += 1
            fix = scale.times(factor)
            if _is_proved(verdict.mechanism, fix):
                found += 1
                yield fix
                break


def _is_proved(mechanism: Mechanism, fix: Fix) -> bool:
    path = mechanism.at.path if mechanism.at is not None else mechanism.name
    for changed in read_text(applied(mechanism.source, fix), path):
        if isinstance(changed, Mechanism) and changed.name == mechanism.name:
            return changed.claim == mechanism.claim and verify(changed, jobs=1).kind == "proved"
    return False


def applied(text: str, fix: Fix) -> str:
    """The text after a change."""
    lines = text.split("\n")
    line = lines[fix.line - 1]
    start, end = fix.column - 1, fix.column - 1 + len(fix.before)
    lines[fix.line - 1] = f"{line[:start]}{fix.after}{line[end:]}"
    return "\n".join(lines)


def _scales(source: str, line: int) -> Iterator[_Scale]:
    """The scales of the draws that begin in a line, of those that stand in one line."""
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call) or call.lineno != line or not _name(call.func).endswith("laplace"):
            continue
        given = [*call.args[1:2], *(word.value for word in call.keywords if word.arg == "scale")]
        for scale in given:
            text = ast.get_source_segment(source, scale)
            if text is not None and scale.lineno == scale.end_lineno:
                whole = source.split("\n")[scale.lineno - 1].encode()
                yield _Scale(scale, scale.lineno, len(whole[: scale.col_offset].decode()) + 1, text)


def _name(function: ast.expr) -> str:
    match function:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def widened(scale: ast.expr, factor: int) -> str:
    """So many times a scale, as people would write it: 2 / eps for twice 1 / eps."""
    match scale:
        case ast.BinOp(ast.Constant(int(number)), ast.Div(), ast.BinOp(ast.Constant(int(below)), ast.Mult(), rest)):
            common = gcd(factor * number, below) or 1
            bottom = rest if below == common else ast.BinOp(ast.Constant(below // common), ast.Mult(), rest)
            wider: ast.expr = ast.BinOp(ast.Constant(factor * number // common), ast.Div(), bottom)
        case ast.BinOp(ast.Constant(int(number)), (ast.Div() | ast.Mult()) as op, rest):
            wider = ast.BinOp(ast.Constant(factor * number), op, rest)
        case ast.BinOp(top, ast.Div(), bottom):
            wider = ast.BinOp(ast.BinOp(ast.Constant(factor), ast.Mult(), top), ast.Div(), bottom)
        case _:
            wider = ast.BinOp(ast.Constant(factor), ast.Mult(), scale)
    return ast.unparse(wider)
