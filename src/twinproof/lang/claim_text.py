"""The texts of claims: numbers and conditions over the parameters of a mechanism, computed exactly.

`@mechanism(epsilon="2 * eps", requires="0 < eps <= 0.1")` says what is written: 0.1 is one tenth, and `/` divides
without rounding. A run checks its inputs with `value`; the reader turns the same syntax tree into a core expression,
whose value is the same. Nothing here passes through a float, and nothing is executed. What `exp`, `log`, `sqrt` and
powers make of fractions is computed with by enclosures (`computable`).
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from twinproof.lang.computable import divided, exp, log, power, sqrt

MOST_DIGITS = 1_000  # of a decimal, with its exponent written out
_DECIMAL = re.compile(r"(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?")

Value = Any  # bool, int, Fraction, Computable, or a sequence of values

OPERATORS: Mapping[type[ast.operator | ast.unaryop | ast.cmpop], Callable[..., Value]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Div: divided,
    ast.Pow: power,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Not: operator.not_,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
OF_REALS: Mapping[str, Callable[..., Value]] = {"exp": exp, "log": log, "sqrt": sqrt}
FUNCTIONS: Mapping[str, Callable[..., Value]] = {"len": len, "abs": abs, "min": min, "max": max, **OF_REALS}


class TooLong(ValueError):
    """A number of a text takes too many digits to be written out."""


def parse(text: str) -> ast.expr:
    """The syntax tree of a text; its decimals are exact. Raises SyntaxError or ValueError."""
    text = text.strip()
    tree = ast.parse(text, mode="eval").body
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            node.value = decimal(ast.get_source_segment(text, node) or "")  # type: ignore[assignment]
    return tree


def decimal(text: str) -> Fraction:
    """The number that a decimal says, as it is written."""
    text = text.replace("_", "").lower()
    parts = _DECIMAL.fullmatch(text)
    if parts is None:
        raise ValueError(f"{text[:60]!r} is not a decimal")
    whole, fraction, exponent = parts[1] or "", parts[2] or "", parts[3] or "0"
    if len(exponent) > 6 or len(whole) + len(fraction) + abs(int(exponent)) > MOST_DIGITS:
        raise TooLong(f"the number {text[:60]} has more than {MOST_DIGITS} digits when it is written out")
    return Fraction(text)


def value(tree: ast.expr, names: Mapping[str, Value]) -> Value:
    """The value of a claim's text on these arguments, as Python would compute it if it did not round."""
    match tree:
        case ast.Constant(bool() | int() | Fraction() as number):
            return number
        case ast.Name(name) if name in names:
            return _exact(names[name])
        case ast.Name(name):
            raise NameError(f"{name!r} is not a parameter")
        case ast.UnaryOp(op, operand) if type(op) in OPERATORS:
            return OPERATORS[type(op)](value(operand, names))
        case ast.BinOp(left, op, right) if type(op) in OPERATORS:
            return OPERATORS[type(op)](value(left, names), value(right, names))
        case ast.BoolOp(op, parts):
            wanted = isinstance(op, ast.Or)
            return wanted if any(bool(value(p, names)) is wanted for p in parts) else not wanted
        case ast.Compare():
            return _compare(tree, names)
        case ast.IfExp(test, body, orelse):
            return value(body if value(test, names) else orelse, names)
        case ast.Subscript(whole, index):
            return value(whole, names)[value(index, names)]
        case ast.List(items) | ast.Tuple(items):
            return [value(i, names) for i in items]
        case ast.Call(ast.Name(name), arguments, []) if name in FUNCTIONS:
            return FUNCTIONS[name](*(value(a, names) for a in arguments))
        case _:
            raise ValueError(f"{ast.unparse(tree)[:60]!r} cannot stand in a claim")


def _compare(tree: ast.Compare, names: Mapping[str, Value]) -> bool:
    left = value(tree.left, names)
    for op, comparator in zip(tree.ops, tree.comparators, strict=True):
        if type(op) not in OPERATORS:
            raise ValueError(f"{ast.unparse(tree)[:60]!r} cannot stand in a claim")
        right = value(comparator, names)
        if not OPERATORS[type(op)](left, right):
            return False
        left = right
    return True


def _exact(given: Value) -> Value:
    """An argument without rounding errors to come: floats count at their exact value, and sequences are lists."""
    if isinstance(given, float | Fraction):
        return Fraction(given)
    if isinstance(given, Sequence) and not isinstance(given, str):
        return [_exact(item) for item in given]
    return given
