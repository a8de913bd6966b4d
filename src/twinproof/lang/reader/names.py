"""What the top-level names of a file mean, by the compiler's own account of what is stored where.

A name has a meaning here only when the compiled file stores to it exactly once, and when that one store is a top-level
import, function or constant. So it does not matter in which corner of the syntax another binding hides: the compiler
has seen it. Compiling executes nothing. Code that could reach a name without storing to it (`globals()`, `setattr`,
`f.__code__ = …`) makes names, or the whole file, mean nothing; whatever means nothing is refused where it is used.
"""

from __future__ import annotations

import ast
import dis
import sys
import warnings
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from types import CodeType

from twinproof.lang.reader.constants import changeable, constant
from twinproof.lang.reader.reach import reached
from twinproof.lang.reader.scopes import is_inner
from twinproof.lang.reader.vocabulary import (
    KNOWN,
    LIBRARY,
    Constant,
    Foreign,
    Imported,
    ImportedModule,
    Meaning,
    Opaque,
    bound_by_star,
    imported_from,
)


def meanings(tree: ast.Module, nodes: list[ast.AST]) -> dict[str, Meaning]:
    """The meaning of every name that the file binds at its top level; `nodes` are all that are in it."""
    understood: dict[str, list[tuple[ast.stmt, Meaning]]] = {}
    for name, statement, meaning in _bindings(tree):
        understood.setdefault(name, []).append((statement, meaning))
    # What is compiled depends on `python -O`: `if not __debug__:` and `assert` come and go. Each way must agree.
    depends = any(isinstance(n, ast.Assert) or (isinstance(n, ast.Name) and n.id == "__debug__") for n in nodes)
    stores = [_stores(_compiled(tree, level)) for level in ((0, 2) if depends else (0,))]
    for name, statement in ((n, s) for s in tree.body for n, _ in bound_by_star(s)):
        for way in stores:
            way.setdefault(name, []).append(statement.lineno)
    names: dict[str, Meaning] = {}
    for name in set(understood).union(*stores):
        match understood.get(name):
            case None:
                names[name] = Opaque("is bound in a way that only running the file would tell")
            case [(_, meaning), *_] as bound if _is_one(bound) and all(_only_there(way, name, bound) for way in stores):
                names[name] = meaning
            case _:
                names[name] = Opaque("is bound more than once in this file")
    names.update((name, why) for name, why in changeable(tree, nodes) if name in understood)
    names.update(reached(tree, nodes, names))
    return names


def _is_one(bound: list[tuple[ast.stmt, Meaning]]) -> bool:
    """Whether there is one binding; importing the same thing twice comes to the same."""
    return len(bound) == 1 or (len({m for _, m in bound}) == 1 and isinstance(bound[0][1], Imported | ImportedModule))


def _only_there(way: dict[str, list[int]], name: str, bound: list[tuple[ast.stmt, Meaning]]) -> bool:
    """Whether a name is stored to by these statements only, once by each (the compiler leaves out what never runs)."""
    left = list(way.get(name, []))
    for statement, _ in bound:
        decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
        first = min([statement.lineno, *(d.lineno for d in decorators)])
        here = [line for line in left if first <= line <= (statement.end_lineno or first)]
        if len(here) > 1:
            return False
        for line in here:
            left.remove(line)
    return not left


def is_plain(function: ast.FunctionDef, expected_locals: Iterable[str]) -> bool:
    """Whether the compiler agrees that these are all the local names, and that all others are global.

    A type parameter, a name that belongs to an enclosing scope or a binding that the reader overlooked would show.
    """
    codes = [c for c in _compiled(ast.Module([function], [])).co_consts if isinstance(c, CodeType)]
    own = [c for c in codes if c.co_name == function.name]
    if len(own) != 1 or own[0].co_freevars:
        return False
    found = {*own[0].co_varnames, *own[0].co_cellvars}  # newer compilers count the variables of comprehensions too
    return {name for name in found if not is_inner(name) and name != ".0"} == {*expected_locals}


# ------------------------------------------------------------------------------------------------ what is stored where


def _nested(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _nested(inner)


def _compiled(tree: ast.Module, optimize: int = 0) -> CodeType:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about constructs such as `n is 1`
        return compile(tree, "<file>", "exec", dont_inherit=True, optimize=optimize)


_GLOBAL = {dis.opmap["STORE_GLOBAL"], dis.opmap["DELETE_GLOBAL"]}
_TOP_LEVEL = _GLOBAL | {dis.opmap["STORE_NAME"], dis.opmap["DELETE_NAME"]}


def _stores(module: CodeType) -> dict[str, list[int]]:
    """The lines at which the compiled file stores to, or deletes, each global name."""
    lines_of: dict[str, list[int]] = {}
    for code in _nested(module):
        wanted = _TOP_LEVEL if code is module else _GLOBAL
        lines = [(start, line or 0) for start, _, line in code.co_lines()]
        words, extended = code.co_code, 0
        for offset in range(0, len(words), 2):
            argument = extended | words[offset + 1]
            extended = argument << 8 if words[offset] == dis.EXTENDED_ARG else 0
            if words[offset] in wanted:
                line = lines[bisect_right(lines, (offset, sys.maxsize)) - 1][1]
                lines_of.setdefault(code.co_names[argument], []).append(line)
    return lines_of


# --------------------------------------------------------------------------------------------------- what is understood


def _bindings(tree: ast.Module) -> Iterator[tuple[str, ast.stmt, Meaning]]:
    """The top-level statements that are understood, with each name that they bind and what it means."""
    for statement in tree.body:
        for name, meaning in _bound(statement):
            yield name, statement, meaning


def _bound(statement: ast.stmt) -> Iterator[tuple[str, Meaning]]:
    match statement:
        case ast.FunctionDef(name) | ast.ClassDef(name):
            yield name, statement
        case ast.Import(names):
            for alias in names:
                yield _import(alias)
        case ast.ImportFrom(module, names, level) if names[0].name != "*":
            for alias in names:
                yield alias.asname or alias.name, imported_from("." * (level or 0) + (module or ""), alias.name)
        case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), _, ast.expr() as value):
            yield name, constant(value)
        case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)) if len(targets) == len(values):
            for target, value in zip(targets, values, strict=True):
                meaning = constant(value)
                # A list may be changed, and what a name stands for may be bound in this very statement.
                if isinstance(target, ast.Name) and isinstance(meaning, Constant) and not isinstance(value, ast.List):
                    yield target.id, meaning
        case _:
            yield from bound_by_star(statement)


def _import(alias: ast.alias) -> tuple[str, Meaning]:
    bound = alias.asname or alias.name.partition(".")[0]
    if alias.name in (LIBRARY, *KNOWN):
        return bound, ImportedModule(alias.name)
    return bound, Foreign(alias.name)
