"""Assertions as text: what proof scripts write in Python, read and never executed.

`L.bar + 1 == R.bar`, `implies(L.first == o, R.first == o)`, `1 if L.bar <= sampled else 0`. The text is parsed, and
each operator becomes that of a `Term`. Unlike in a script, `and`, `or`, `not`, `x if c else y`, `len`, `min`, `max` and
a < b < c mean what they say, since nothing is decided by Python here.
"""

from __future__ import annotations

import ast
import inspect
import operator
from collections.abc import Callable, Mapping
from typing import Any

from twinproof.lang.expr import Expr
from twinproof.tactics import assertions
from twinproof.tactics.assertions import Namespace, Term, Value, lift, nearest
from twinproof.tactics.failures import BadAssertion

_LONGEST = 2000  # letters of a text
_LARGEST = 10**100  # … and what a number in it may be
Scope = Mapping[str, Any]  # terms and namespaces by their names; a text says why a name cannot be used

_COMPARED: dict[type[ast.cmpop], Callable[[Value, Value], Value]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_COMPUTED: dict[type[ast.operator], Callable[[Value, Value], Value]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
}
_FUNCTIONS: dict[str, Callable[..., Term]] = {
    "abs": lambda x: abs(x),
    "len": assertions.length,
    "length": assertions.length,
    "min": assertions.minimum,
    "minimum": assertions.minimum,
    "max": assertions.maximum,
    "maximum": assertions.maximum,
    "floor": assertions.floor,
    "exp": assertions.exp,
    "log": assertions.log,
    "sqrt": assertions.sqrt,
    "implies": assertions.implies,
    "ite": assertions.ite,
    "all_of": assertions.all_of,
    "any_of": assertions.any_of,
    "append": assertions.append,
    "replaced": assertions.replaced,
}
_QUANTIFIERS = ("forall", "exists")


def parsed(text: str, scope: Scope) -> Expr:
    """The expression that a text stands for; raises `BadAssertion`."""
    if len(text) > _LONGEST:
        raise BadAssertion(f"it has more than {_LONGEST} letters")
    try:
        return lift(_Reading(scope).value(ast.parse(text.strip(), mode="eval").body))
    except SyntaxError as problem:
        raise BadAssertion(f"this is not an expression: {problem.msg}") from None
    except (RecursionError, MemoryError, ValueError):
        raise BadAssertion("this is not an expression, or is too deep") from None


class _Reading:
    """Reads what the parser has made of a text; `scope` are the names that it may use."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def value(self, node: ast.expr) -> Value:
        match node:
            case ast.Constant(bool() as value):
                return Term(lift(value))
            case ast.Constant(int() as value) if abs(value) < _LARGEST:
                return Term(lift(value))
            case ast.Name(name):
                return self._named(name)
            case ast.Attribute(ast.Name(name), field) | ast.Subscript(ast.Name(name), ast.Constant(str() as field)):
                return self._of_run(name, field)
            case ast.Subscript(items, position) if not isinstance(position, ast.Slice):
                return self.term(items)[_position(position, self.value)]
            case ast.BinOp(first, op, second) if type(op) in _COMPUTED:
                return _COMPUTED[type(op)](self.term(first), self.term(second))
            case ast.UnaryOp(ast.USub(), inner):
                return -self.term(inner)
            case ast.Call(ast.Name(name), arguments, []):
                return self._called(name, arguments)
            case ast.Tuple(parts):
                return tuple(map(self.value, parts))
            case ast.List(parts):
                return list(map(self.value, parts))
            case _:
                return self._logical(node)

    def _logical(self, node: ast.expr) -> Value:
        match node:
            case ast.UnaryOp(ast.Not() | ast.Invert(), inner):
                return ~self.term(inner)
            case ast.BoolOp(op, parts):
                joined = assertions.all_of if isinstance(op, ast.And) else assertions.any_of
                return joined(*map(self.value, parts))
            case ast.Compare(first, ops, others):
                return assertions.all_of(*map(self._compared, (first, *others), ops, others))
            case ast.IfExp(test, yes, no):
                return assertions.ite(*map(self.value, (test, yes, no)))
        raise BadAssertion(f"`{ast.unparse(node):.60}` is not part of an assertion")

    def term(self, node: ast.expr) -> Term:
        """What stands before an operator, so that Python computes nothing itself."""
        value = self._no_run(self.value(node), node)
        return value if isinstance(value, Term) else Term(lift(value))

    @staticmethod
    def _no_run(value: Value, node: ast.expr) -> Value:
        if isinstance(value, Namespace):
            raise BadAssertion(f"`{ast.unparse(node)}` is a whole run: write `{ast.unparse(node)}.x` for its `x`")
        return value

    def _compared(self, first: ast.expr, op: ast.cmpop, second: ast.expr) -> Value:
        if type(op) not in _COMPARED:
            raise BadAssertion("`in` and `is` are not part of an assertion: write exists(lambda j: …[j] == …)")
        values = [self._no_run(self.value(side), side) for side in (first, second)]
        if not any(isinstance(value, Term) for value in values):
            raise BadAssertion("a list or a tuple is compared with a variable")
        return _COMPARED[type(op)](*values)

    def _named(self, name: str) -> Value:
        meant = self.scope.get(name)
        if isinstance(meant, str):
            raise BadAssertion(meant)
        if meant is None:
            there = [n for n, what in self.scope.items() if not isinstance(what, str)]
            raise BadAssertion(f"there is no `{name}` here; {nearest(name, there, _FUNCTIONS)}")
        return meant

    def _of_run(self, name: str, field: str) -> Term:
        run = self._named(name)
        if not isinstance(run, Namespace):
            raise BadAssertion(f"`{name}` is no run: write `L.{field}` or `R.{field}`")
        return run[field]

    def _called(self, name: str, arguments: list[ast.expr]) -> Term:
        if name in _QUANTIFIERS:
            return self._quantified(name, arguments)
        if name not in _FUNCTIONS:
            raise BadAssertion(f"there is no function `{name}` here; {nearest(name, [*_FUNCTIONS, *_QUANTIFIERS])}")
        values = list(map(self.value, arguments))
        try:
            inspect.signature(_FUNCTIONS[name]).bind(*values)
        except TypeError as problem:
            raise BadAssertion(f"`{name}`: {problem}") from None
        return _FUNCTIONS[name](*values)

    def _quantified(self, name: str, arguments: list[ast.expr]) -> Term:
        match arguments:
            case [ast.Lambda(ast.arguments([], [_, *_] as bound, None, [], [], None, []), body)]:
                names = [one.arg for one in bound]

                def built(*terms: Term) -> Value:
                    return _Reading({**self.scope, **dict(zip(names, terms, strict=True))}).value(body)

                return assertions.quantified(name == "forall", names, built)
        raise BadAssertion(f"write the variable as a parameter: {name}(lambda j: …)")


def _position(node: ast.expr, value: Callable[[ast.expr], Value]) -> Value:
    """A position: of a tuple it is a number and not a term."""
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else value(node)
