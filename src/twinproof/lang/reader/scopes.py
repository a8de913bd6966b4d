"""The variables of comprehensions and lambdas, told apart from those of the function around them.

In Python a comprehension has a scope of its own: its variables hide those of the function, and are gone afterwards.
Here they are given names that no text can have, so that one flat scope does for a whole function. The iterable of a
comprehension's first `for` belongs to the scope outside; all else that it holds, to its own.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from itertools import count

_MARK = "#"  # stands in no name that can be written

Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def is_inner(name: str) -> bool:
    """Whether a name belongs to a comprehension or a lambda."""
    return _MARK in name


def as_written(name: str) -> str:
    """The name as it stands in the text."""
    return name.partition(_MARK)[0]


def invented(base: str, number: int) -> str:
    """A name that no text can have."""
    return f"{base}{_MARK}{number}"


RANGE = invented("range", 0)  # the builtin, whatever a file may call by that name


def with_functions(nodes: Iterable[ast.AST]) -> None:
    """Write `f = lambda x: …` as the function that it is, in place, wherever it stands in one of these."""
    for node in nodes:
        for field in ("body", "orelse", "finalbody"):
            statements = getattr(node, field, None)
            if isinstance(statements, list):
                statements[:] = map(_as_function, statements)


def _as_function(s: ast.AST) -> ast.AST:
    match s:
        case ast.Assign([ast.Name(name)], ast.Lambda(arguments, body)):
            made = ast.parse("def f(): return None").body[0]  # with all that a function has in this version of Python
            assert isinstance(made, ast.FunctionDef)
            made.name, made.args, made.body = name, arguments, [ast.copy_location(ast.Return(body), body)]
            return ast.copy_location(made, s)
        case _:
            return s


class Inserting(ast.Subscript):
    """`d[k]` of a `defaultdict`, which is read and may get the key by that."""


def note_insertions(function: ast.AST, is_defaulting: Callable[[ast.expr], bool]) -> None:
    """Make the items of every `defaultdict` that a function names `Inserting`, in place."""
    names: set[str] = set()
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets, ast.Call(made)) if is_defaulting(made):
                names.update(t.id for t in targets if isinstance(t, ast.Name))
            case ast.AnnAssign(ast.Name(name), _, ast.Call(made)) if is_defaulting(made):
                names.add(name)
            case _:
                pass
    for node in ast.walk(function) if names else ():
        match node:
            case ast.Subscript(ast.Name(name), _, ast.Load()) if name in names:
                node.__class__ = Inserting
            case _:
                pass


def separate(tree: ast.Module) -> None:
    """Give the variables of every comprehension and lambda names of their own, in place."""
    numbers = count(1)

    def inside(names: set[str], outer: Mapping[str, str]) -> dict[str, str]:
        number = next(numbers)
        return {**outer, **{name: invented(name, number) for name in names}}

    def visit(node: ast.AST, renamed: Mapping[str, str]) -> None:
        match node:
            case ast.Name(name):
                node.id = renamed.get(name, name)
            case ast.arg(name):
                node.arg = renamed.get(name, name)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                first, *others = node.generators
                targets = (n for g in node.generators for n in ast.walk(g.target) if isinstance(n, ast.Name))
                own = inside({n.id for n in targets}, renamed)
                visit(first.iter, renamed)
                for part in (first.target, *first.ifs, *others):
                    visit(part, own)
                results = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
                for part in results:
                    visit(part, own)
            case ast.Lambda(arguments, body):
                for default in (*arguments.defaults, *(d for d in arguments.kw_defaults if d is not None)):
                    visit(default, renamed)
                parameters = [n for n in ast.walk(arguments) if isinstance(n, ast.arg)]
                own = inside({p.arg for p in parameters}, renamed)
                for parameter in parameters:
                    visit(parameter, own)
                visit(body, own)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                for child in ast.iter_child_nodes(node):
                    visit(child, {})
            case _:
                for child in ast.iter_child_nodes(node):
                    visit(child, renamed)

    visit(tree, {})
