"""Changes of one place in the text of a mechanism: what authors of privacy bugs most often meant instead.

Nothing here knows whether a change helps: whoever offers one has tried it. The likeliest ones come first: the lines
that a counterexample blames, and there the amount of noise.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil, gcd, isfinite

from twinproof.lang.command import subcommands
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise import FUNCTIONS
from twinproof.lang.types import INT

_FACTORS = (2, 3, 4)  # so many times the noise
_SWAPPED = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">"}
_SIGNS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_TWO_SIDED = "laplace"


@dataclass(frozen=True, slots=True)
class Fix:
    """A change of one place in one line after which the claim is proved; columns count characters from one."""

    what: str
    line: int
    column: int
    before: str
    after: str

    @property
    def title(self) -> str:
        """The change and what comes of it."""
        return f"{self.what} in line {self.line}: then the claim is proved"

    def fits(self, rows: Sequence[str]) -> bool:
        """Whether the text is still there that it changes."""
        row = rows[self.line - 1] if self.line <= len(rows) else ""
        end = self.column - 1 + len(self.before)
        return row[self.column - 1 : end] == self.before and (bool(self.before) or len(row) == end)

    def words(self) -> str:
        """The change in words, with its line."""
        if not self.before:
            return f"line {self.line}: after this line, `{self.after.strip()}`"
        return f"line {self.line}: `{self.after}` instead of `{self.before}`"


def applied(text: str, *fixes: Fix) -> str:
    """The text after changes of different places."""
    lines = text.split("\n")
    for fix in sorted(set(fixes), key=lambda f: (f.line, f.column), reverse=True):
        line = lines[fix.line - 1]
        start, end = fix.column - 1, fix.column - 1 + len(fix.before)
        lines[fix.line - 1] = f"{line[:start]}{fix.after}{line[end:]}"
    return "\n".join(lines)


def patch(path: str, text: str, fixes: Iterable[Fix]) -> str:
    """The changes of one file as a unified diff, which `git apply` and `patch -p1` take."""
    before = text.splitlines(keepends=True)
    after = applied(text, *fixes).splitlines(keepends=True)
    lines = list(difflib.unified_diff(before, after, f"a/{path}", f"b/{path}"))
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def changes(mechanism: Mechanism, blamed: Sequence[int], times: float = 1.0) -> Iterator[Fix]:
    """Changes to try, each once, those in the lines that are blamed first; the loss is so many times the claim."""
    seen: set[Fix] = set()
    text = _Text(mechanism, tuple(dict.fromkeys(blamed)), times)
    for fix in text.changes():
        if fix.after != fix.before and replace(fix, what="") not in seen:
            seen.add(replace(fix, what=""))
            yield fix


@dataclass(frozen=True)
class _Text:
    """The text of a mechanism, and what of it may be changed."""

    mechanism: Mechanism
    blamed: tuple[int, ...]
    times: float

    def changes(self) -> Iterator[Fix]:
        """All changes, by kind."""
        yield from self._scales(self._factors)
        yield from self._comparisons()
        yield from self._clamps()
        yield from self._constants()
        yield from self._two_sided()
        yield from self._bare()
        yield from self._refreshed()
        yield from self._scales(self._public)

    @property
    def _factors(self) -> tuple[int, ...]:
        """So many times the noise: as many as the loss is too large first, and none that is known to be too little."""
        if not isfinite(self.times):
            return _FACTORS
        needed = ceil(self.times * (1 - 1e-9))
        return (*((needed,) if needed > 1 else ()), *(f for f in _FACTORS if f > needed))

    @cached_property
    def source(self) -> str:
        return self.mechanism.source

    @cached_property
    def rows(self) -> list[str]:
        return self.source.split("\n")

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """The program's own nodes: what stands in its lines, first in those that are blamed."""
        lines = {at.line for c in subcommands(self.mechanism.body) if (at := getattr(c, "at", None)) is not None}
        ranks = {line: rank for rank, line in enumerate(self.blamed)}
        some = [n for n in ast.walk(ast.parse(self.source)) if getattr(n, "lineno", None) in lines]
        return sorted(some, key=lambda n: ranks.get(getattr(n, "lineno", 0), len(ranks)))

    @cached_property
    def _public(self) -> tuple[str, ...]:
        """Public integers: who forgot that something happens so often, forgot to multiply with one of them."""
        return tuple(p.name for p in self.mechanism.parameters if p.adjacency is None and p.var.type == INT)

    # ------------------------------------------------------------------------------------------------------- how much

    def _scales(self, factors: Iterable[int | str]) -> Iterator[Fix]:
        """More noise."""
        for call in self._draws():
            function = FUNCTIONS[_name(call.func)]
            spelling = function.spelling(len(call.args), [word.arg for word in call.keywords])
            if spelling is None:
                continue
            by_name = {word.arg: word.value for word in call.keywords}
            named = dict(zip((a.name for a in spelling.arguments if not a.by_name), call.args, strict=False)) | by_name
            for argument in spelling.arguments:
                node = named.get(argument.name)
                wide = argument.wider if argument.name not in ("loc", "scores", "bit", "x", "bound") else 0
                if node is None or not wide:
                    continue
                for factor in factors:
                    other = widened(node, factor) if wide > 0 else narrowed(node, factor)
                    yield from self._instead(node, other, f"Draw with the {argument.name} {other}")

    def _draws(self) -> Iterator[ast.Call]:
        return (n for n in self.nodes if isinstance(n, ast.Call) and _name(n.func) in FUNCTIONS)

    def _two_sided(self) -> Iterator[Fix]:
        """Laplace noise where another one is drawn."""
        for call in self._draws():
            name = _name(call.func)
            if name == _TWO_SIDED or _TWO_SIDED not in self._names or not isinstance(call.func, ast.Name):
                continue
            arguments = [*call.args, *(word.value for word in call.keywords)]
            if name == "geometric" and len(arguments) == 1:
                other = f"{_TWO_SIDED}(0, {ast.unparse(arguments[0])})"
            elif len(arguments) >= 2 and name in ("gaussian", "one_sided_laplace", "truncated_laplace"):
                other = f"{_TWO_SIDED}({ast.unparse(arguments[0])}, {ast.unparse(arguments[1])})"
            else:
                continue
            yield from self._instead(call, other, f"Draw {other}")

    @cached_property
    def _names(self) -> set[str]:
        """All names of the file."""
        tree = ast.parse(self.source)
        return {a.asname or a.name for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) for a in n.names}

    # ---------------------------------------------------------------------------------------------- cut-offs and counts

    def _comparisons(self) -> Iterator[Fix]:
        """`<` for `<=`, and the like; where noise is compared first."""
        for node in sorted(self.nodes, key=lambda n: not self._is_noisy(n)):
            if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _SWAPPED:
                sign, other = _SIGNS[type(node.ops[0])], _SWAPPED[type(node.ops[0])]
                left, right = node.left, node.comparators[0]
                between = self._between(left, right)
                if between is not None and between[2].strip() == sign:
                    line, column, text = between
                    place = column + text.index(sign)
                    yield Fix(f"Compare with {other}", line, place, sign, other)

    def _is_noisy(self, node: ast.AST) -> bool:
        """Whether a draw, or a variable that holds one, is in it."""
        return any(_name(n) in self._drawn or _name(n) in FUNCTIONS for n in ast.walk(node))

    @cached_property
    def _drawn(self) -> frozenset[str]:
        return frozenset(s.target.name for s in self.mechanism.samplings)

    def _constants(self) -> Iterator[Fix]:
        """One more, or one less, of what is counted or compared with."""
        counted: list[ast.AST] = []
        for node in self.nodes:
            if isinstance(node, ast.Compare):
                counted += [node.left, *node.comparators]
            elif isinstance(node, ast.Call) and _name(node.func) == "range":
                counted += node.args
        skipped = {
            id(n)
            for whole in counted
            for s in ast.walk(whole)
            if isinstance(s, ast.Subscript | ast.Call)
            for n in ast.walk(s)
        }
        for node in (n for whole in counted for n in ast.walk(whole) if id(n) not in skipped):
            if isinstance(node, ast.Constant) and type(node.value) is int and node.value >= 0:
                for other in (node.value + 1, node.value - 1):
                    if other >= 0:
                        yield from self._instead(node, str(other), f"Take {other} for {node.value}")

    def _clamps(self) -> Iterator[Fix]:
        """Both ends, where only one is cut off."""
        for node in self.nodes:
            if isinstance(node, ast.Call) and _name(node.func) == "min" and len(node.args) == 2 and not node.keywords:
                a, b = map(ast.unparse, node.args)
                if "clamp" in self._names:
                    for other in (f"clamp({a}, 0, {b})", f"clamp({b}, 0, {a})"):
                        yield from self._instead(node, other, f"Write {other}")
                else:
                    yield from self._instead(node, f"max(0, min({a}, {b}))", f"Write max(0, min({a}, {b}))")

    # ------------------------------------------------------------------------------------------------- what is missing

    @cached_property
    def _scales_there(self) -> list[str]:
        """The scales that the mechanism has, as they are written."""
        given = [call.args[1] for call in self._draws() if _name(call.func) == _TWO_SIDED and len(call.args) == 2]
        texts = [ast.unparse(scale) for scale in given]
        wider = [widened(scale, 2) for scale in given]
        return list(dict.fromkeys((*texts, *wider)))

    def _bare(self) -> Iterator[Fix]:
        """Noise on what is looked at or released without, in the lines that are blamed."""
        whole: list[ast.expr] = []
        for node in self.nodes:
            if getattr(node, "lineno", None) not in self.blamed:
                continue
            if isinstance(node, ast.Compare):
                whole += [node.left, *node.comparators]
            elif isinstance(node, ast.Call) and _name(node.func) == "append":
                whole += node.args
            elif isinstance(node, ast.Assign | ast.AugAssign | ast.Return) and node.value is not None:
                whole += node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        for value in whole:
            if isinstance(value, ast.Constant) or any(_name(n) in FUNCTIONS for n in ast.walk(value)):
                continue
            for scale in self._scales_there:
                other = f"{_TWO_SIDED}({ast.unparse(value)}, {scale})"
                yield from self._instead(value, other, f"Draw {other}")

    def _refreshed(self) -> Iterator[Fix]:
        """Noise that is drawn anew where something was released: at the end of a branch in a loop."""
        loops = [n for n in self.nodes if isinstance(n, ast.For | ast.While)]
        inside = {id(n) for loop in loops for n in ast.walk(loop)}
        drawn = [
            n
            for n in self.nodes
            if isinstance(n, ast.Assign)
            and id(n) not in inside
            and isinstance(n.value, ast.Call)
            and _name(n.value.func) in FUNCTIONS
        ]
        for loop in loops:
            for branch in (n for n in ast.walk(loop) if isinstance(n, ast.If)):
                last = branch.body[-1]
                if last.end_lineno is None or isinstance(last, ast.Break | ast.Continue | ast.Return):
                    continue
                for assignment in drawn:
                    again = ast.unparse(assignment)
                    row = self.rows[last.end_lineno - 1]
                    yield Fix(
                        f"Draw {again} again after what is",
                        last.end_lineno,
                        len(row) + 1,
                        "",
                        f"\n{' ' * last.col_offset}{again}",
                    )

    # ------------------------------------------------------------------------------------------------------ the places

    def _instead(self, node: ast.expr, other: str, what: str) -> Iterator[Fix]:
        """Another text for an expression that stands in one line."""
        text = ast.get_source_segment(self.source, node)
        if text is not None and node.lineno == node.end_lineno:
            column = self._column(node.lineno, node.col_offset)
            yield Fix(what, node.lineno, column, text, other)

    def _column(self, line: int, offset: int) -> int:
        return len(self.rows[line - 1].encode()[:offset].decode()) + 1

    def _between(self, left: ast.expr, right: ast.expr) -> tuple[int, int, str] | None:
        """The text between two expressions of one line: its line, its column and what it is."""
        if left.end_lineno != right.lineno or left.end_lineno is None or left.end_col_offset is None:
            return None
        start = self._column(left.end_lineno, left.end_col_offset)
        end = self._column(right.lineno, right.col_offset)
        return right.lineno, start, self.rows[right.lineno - 1][start - 1 : end - 1]


def _name(function: ast.AST) -> str:
    match function:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


# --------------------------------------------------------------------------------------------------------------- scales


def widened(scale: ast.expr, factor: int | str) -> str:
    """So many times a scale, as people would write it: 2 / eps for twice 1 / eps."""
    if isinstance(factor, str):
        return ast.unparse(_times(scale, ast.Name(factor)))
    match scale:
        case ast.BinOp(ast.Constant(int(number)), ast.Div(), ast.BinOp(ast.Constant(int(below)), ast.Mult(), rest)):
            common = gcd(factor * number, below) or 1
            bottom = rest if below == common else ast.BinOp(ast.Constant(below // common), ast.Mult(), rest)
            wider: ast.expr = ast.BinOp(ast.Constant(factor * number // common), ast.Div(), bottom)
        case ast.BinOp(ast.Constant(int(number)), (ast.Div() | ast.Mult()) as op, rest):
            wider = ast.BinOp(ast.Constant(factor * number), op, rest)
        case _:
            wider = _times(scale, ast.Constant(factor))
    return ast.unparse(wider)


def _times(scale: ast.expr, factor: ast.expr) -> ast.expr:
    match scale:
        case ast.BinOp(ast.Constant(1), ast.Div(), bottom):
            return ast.BinOp(factor, ast.Div(), bottom)
        case ast.BinOp(top, ast.Div(), bottom):
            return ast.BinOp(ast.BinOp(factor, ast.Mult(), top), ast.Div(), bottom)
        case _:
            return ast.BinOp(factor, ast.Mult(), scale)


def narrowed(rate: ast.expr, factor: int | str) -> str:
    """A rate divided by so much: eps / 2 for half of eps."""
    by: ast.expr = ast.Name(factor) if isinstance(factor, str) else ast.Constant(factor)
    return ast.unparse(ast.BinOp(rate, ast.Div(), by))
