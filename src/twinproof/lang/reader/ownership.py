"""Who can reach a list: the discipline that lets values in the core stand for lists that change in Python.

In Python two names may share one list, and changing it through one shows through the other. The core has values, which
share nothing. The two agree because a list is changed only while exactly one name can reach it:

- A local name *owns* all lists that can be reached from it, at any depth. It may only be given a value that reaches no
  list of another name, so the lists of two owners never meet; or all lists of a name that is done with (`moves`).
- Parameters, and the items that a loop names, are *borrowed*: they reach lists of somebody else, and are only read.
- What is borrowed stays as it is. A function changes no list that it was passed. While a loop goes on, neither the list
  that it runs over nor one inside is changed; and where lists inside of others are, the variable of a loop is not read
  after it.
- A function returns a value that reaches lists of its own only, each at most once. Its names end with it, so the
  caller gets a value that nobody else can reach.

Everything else is refused. `reached` is what the rules ask: from which names' lists could a part of this value be?
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable

from twinproof.lang.faces import Dictionary, Record, Table
from twinproof.lang.types import ListOf, TupleOf, Type

Reached = Counter[str]  # names, with the number of times that a value may reach their lists
MakesNew = Callable[[ast.Call], bool]  # whether a call returns a value that nobody else can reach


def has_list(kind: Type) -> bool:
    """Whether a value of this type is, or contains, a list."""
    return isinstance(kind, ListOf) or (isinstance(kind, TupleOf) and any(map(has_list, kind.items)))


def reached(node: ast.expr, kind: Type | None, makes_new: MakesNew) -> Reached:
    """The names whose lists can be reached from the value of an expression; without a type, it may be anything."""
    if kind is not None and not has_list(kind):
        return Counter()

    def of(part: ast.expr, its: Type | None) -> Reached:
        return reached(part, its, makes_new)

    item = kind.item if isinstance(kind, ListOf) else None
    match node:
        case ast.Name(name):
            return Counter((name,))
        case ast.Constant() | ast.Compare() | ast.BoolOp() | ast.UnaryOp():
            return Counter()
        case ast.Subscript(whole, ast.Slice()):
            return items_reached(whole, kind, makes_new)
        case ast.Subscript(whole, _):
            return of(whole, None)
        case ast.ListComp() | ast.GeneratorExp() | ast.DictComp() | ast.Dict() | ast.Set() | ast.SetComp():
            return Counter()  # what is put in reaches no list of a name
        case ast.IfExp(_, body, orelse):
            return of(body, kind) | of(orelse, kind)
        case ast.Tuple(parts) if isinstance(kind, TupleOf) and len(parts) == len(kind.items):
            return _sum(map(of, parts, kind.items))
        case ast.Tuple(parts) | ast.List(parts):
            return _sum(of(p, item) for p in parts)
        case ast.BinOp(left, _, right):  # a new list, with the items of both
            return items_reached(left, kind, makes_new) + items_reached(right, kind, makes_new)
        case ast.Call():
            return _reached_by_call(node, kind, makes_new)
        case _:
            return Counter(n.id for n in ast.walk(node) if isinstance(n, ast.Name))


def _reached_by_call(node: ast.Call, kind: Type | None, makes_new: MakesNew) -> Reached:
    """As `reached`, for the result of a call."""

    def of(part: ast.expr, its: Type | None) -> Reached:
        return reached(part, its, makes_new)

    given = (*node.args, *(k.value for k in node.keywords))
    match node.func:
        case _ if makes_new(node):
            return Counter()
        case _ if isinstance(kind, Record) and kind.has_identity:  # what `__init__` keeps reaches no list of a name
            return Counter()
        case ast.Name(name) if isinstance(kind, Record) and name == kind.name:
            fields = ((k.value, kind.items[kind.fields.index(k.arg)]) for k in node.keywords if k.arg in kind.fields)
            return _sum(of(a, its) for a, its in (*zip(node.args, kind.items, strict=False), *fields))
        case ast.Name() if isinstance(kind, Dictionary | Table) and not any(has_list(k) for k in _held_in(kind)):
            return Counter()  # a new dictionary, of things that nobody can change
        case ast.Attribute(_, "copy") if isinstance(kind, Dictionary | Table) and not any(
            map(has_list, _held_in(kind))
        ):
            return Counter()
        case ast.Attribute(whole, "copy") if not given:
            return items_reached(whole, kind, makes_new)
        case ast.Attribute(whole):  # perhaps a part of the whole
            return of(whole, None) + _sum(of(a, None) for a in given)
        case _:  # such as `list(…)`: a new list of the same items
            return _sum(items_reached(a, kind, makes_new) for a in given)


def _held_in(kind: Dictionary | Table) -> tuple[Type, ...]:
    """The types of the keys and values of a dictionary."""
    if isinstance(kind, Table):
        return kind.key, kind.item
    return tuple(part.item for part in kind.items if isinstance(part, ListOf))


def items_reached(node: ast.expr, kind: Type | None, makes_new: MakesNew) -> Reached:
    """As `reached`, for what a new list with the items of this one reaches."""
    if isinstance(kind, ListOf) and not has_list(kind.item):
        return Counter()
    return reached(node, kind, makes_new)


def lent(node: ast.expr) -> set[str]:
    """The names whose list, or a list inside it, *is* the value of an expression, not a new one with its items."""
    match node:
        case ast.Name(name):
            return {name}
        case ast.Attribute(whole) | ast.Subscript(whole) if not isinstance(getattr(node, "slice", None), ast.Slice):
            return {n.id for n in ast.walk(whole) if isinstance(n, ast.Name)}
        case ast.IfExp(_, body, orelse):
            return lent(body) | lent(orelse)
        case _:
            return set()


def is_inside_a_name(node: ast.expr) -> bool:
    """Whether an expression names a list, or a list inside a named one: its items are not themselves named."""
    while isinstance(node, ast.Attribute) or (
        isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice)
    ):
        node = node.value
    return isinstance(node, ast.Name)


def _sum(parts: Iterable[Reached]) -> Reached:
    total: Reached = Counter()
    for part in parts:
        total += part
    return total
