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
import typing
import warnings
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import CodeType

LIBRARY = "twinproof"
# What a mechanism file may take from the library; `typing` gives Annotated and the old names of list and tuple.
PROVIDED = frozenset(
    (
        *("mechanism", "laplace", "one_sided_laplace", "Database", "Epsilon", "Query", "Score"),
        *("within", "each_within", "one_within", "sensitivity"),
    )
)
EXPORTED = PROVIDED | {"RunnableMechanism"}  # what `from twinproof import *` binds
TYPING = {"Annotated": "Annotated", "List": "list", "Tuple": "tuple"}
BUILTINS = frozenset(
    (
        *("abs", "all", "any", "bool", "enumerate", "float", "int"),
        *("len", "list", "max", "min", "range", "sum", "tuple"),
    )
)
EVERY_NAME = "*"  # the entry whose meaning is about all names at once


@dataclass(frozen=True, slots=True)
class Imported:
    """A name that stands for something the reader knows: "laplace", "Annotated", …"""

    name: str


@dataclass(frozen=True, slots=True)
class ImportedModule:
    """A name that stands for the library or for `typing` as a whole."""

    module: str


@dataclass(frozen=True, slots=True)
class Foreign:
    """A name that comes from a module that is not read."""

    module: str
    name: str = ""  # in that module; empty for the module itself

    @property
    def why(self) -> str:
        return f"comes from the module {self.module}, which is not read"


@dataclass(frozen=True, slots=True)
class Opaque:
    """A name whose meaning only running the file would tell."""

    why: str


@dataclass(frozen=True, slots=True)
class Constant:
    """A top-level constant."""

    value: bool | int


Meaning = Imported | ImportedModule | Foreign | Opaque | Constant | ast.FunctionDef


def meanings(tree: ast.Module) -> dict[str, Meaning]:
    """The meaning of every name that the file binds at its top level."""
    understood: dict[str, list[tuple[ast.stmt, Meaning]]] = {}
    for name, statement, meaning in _bindings(tree):
        understood.setdefault(name, []).append((statement, meaning))
    nodes = list(ast.walk(tree))
    # What is compiled depends on `python -O`: `if not __debug__:` and `assert` come and go. Each way must agree.
    depends = any(isinstance(n, ast.Assert) or (isinstance(n, ast.Name) and n.id == "__debug__") for n in nodes)
    stores = [_stores(_compiled(tree, level)) for level in ((0, 2) if depends else (0,))]
    for name, statement in ((n, s) for s in tree.body for n, _ in _star(s)):
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
    names.update(_reached(tree, nodes, names))
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


def member(module: str, attribute: str) -> str | None:
    """What the reader knows of an attribute of the library or of `typing`."""
    if module == LIBRARY:
        return attribute if attribute in PROVIDED else None
    return TYPING.get(attribute)


def is_plain(function: ast.FunctionDef, expected_locals: Iterable[str]) -> bool:
    """Whether the compiler agrees that these are all the local names, and that all others are global.

    A type parameter, a name that belongs to an enclosing scope or a binding that the reader overlooked would show.
    """
    codes = [c for c in _compiled(ast.Module([function], [])).co_consts if isinstance(c, CodeType)]
    own = [c for c in codes if c.co_name == function.name]
    return len(own) == 1 and not own[0].co_freevars and {*own[0].co_varnames, *own[0].co_cellvars} == {*expected_locals}


# ------------------------------------------------------------------------------------------------ what is stored where


def _nested(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _nested(constant)


def _compiled(tree: ast.Module, optimize: int = 0) -> CodeType:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about constructs such as `n is 1`
        return compile(tree, "<file>", "exec", dont_inherit=True, optimize=optimize)


_GLOBAL = {dis.opmap["STORE_GLOBAL"], dis.opmap["DELETE_GLOBAL"]}
_TOP_LEVEL = _GLOBAL | {dis.opmap["STORE_NAME"], dis.opmap["DELETE_NAME"]}


def _stores(module: CodeType) -> dict[str, list[int]]:
    """The lines at which the compiled file stores to, or deletes, each global name."""
    found: dict[str, list[int]] = {}
    for code in _nested(module):
        wanted = _TOP_LEVEL if code is module else _GLOBAL
        lines = [(start, line or 0) for start, _, line in code.co_lines()]
        words, extended = code.co_code, 0
        for offset in range(0, len(words), 2):
            argument = extended | words[offset + 1]
            extended = argument << 8 if words[offset] == dis.EXTENDED_ARG else 0
            if words[offset] in wanted:
                line = lines[bisect_right(lines, (offset, sys.maxsize)) - 1][1]
                found.setdefault(code.co_names[argument], []).append(line)
    return found


# --------------------------------------------------------------------------------------------------- what is understood


def _bindings(tree: ast.Module) -> Iterator[tuple[str, ast.stmt, Meaning]]:
    """The top-level statements that are understood, with each name that they bind and what it means."""
    for statement in tree.body:
        for name, meaning in _bound(statement):
            yield name, statement, meaning


def _bound(statement: ast.stmt) -> Iterator[tuple[str, Meaning]]:
    match statement:
        case ast.FunctionDef(name):
            yield name, statement
        case ast.Import(names):
            for alias in names:
                yield _import(alias)
        case ast.ImportFrom(module, names, level) if names[0].name != "*":
            for alias in names:
                yield alias.asname or alias.name, _import_from("." * (level or 0) + (module or ""), alias.name)
        case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), _, ast.expr() as value):
            yield name, _constant(value)
        case _:
            yield from _star(statement)


def _star(statement: ast.stmt) -> Iterator[tuple[str, Meaning]]:
    """The names that a star import of a known module binds; the stores of such an import are not in the code."""
    match statement:
        case ast.ImportFrom("twinproof" | "typing" as module, [ast.alias("*")], 0):
            exported = EXPORTED if module == LIBRARY else typing.__all__
            yield from ((name, _import_from(module, name)) for name in exported)


def _import(alias: ast.alias) -> tuple[str, Meaning]:
    bound = alias.asname or alias.name.partition(".")[0]
    if alias.name in (LIBRARY, "typing"):
        return bound, ImportedModule(alias.name)
    return bound, Foreign(alias.name)


def _import_from(module: str, name: str) -> Meaning:
    known = member(module, name) if module in (LIBRARY, "typing") else None
    return Imported(known) if known else Foreign(module, name)


def _constant(value: ast.expr) -> Meaning:
    match value:
        case ast.Constant(bool() | int() as number):
            return Constant(number)
        case ast.UnaryOp(ast.USub(), ast.Constant(int() as number)) if not isinstance(number, bool):
            return Constant(-number)
        case _:
            return Opaque("is not a constant integer or truth value")


# ------------------------------------------------------------------------------- what can reach a name without storing

_REFLECTIVE = {"globals", "locals", "vars", "exec", "eval", "compile", "setattr", "delattr", "__import__", "breakpoint"}
_LAWFUL_DUNDERS = frozenset(
    (
        *("__name__", "__doc__", "__file__", "__version__", "__class__", "__qualname__", "__module__", "__init__"),
        *("__post_init__", "__new__", "__call__", "__len__", "__iter__", "__next__", "__eq__", "__hash__", "__repr__"),
        *("__str__", "__enter__", "__exit__", "__all__", "__author__", "__init_subclass__"),
    )
)
_NAMESPACES = {"f_globals", "f_locals", "f_builtins", "modules"}  # of frames and of sys
_INSIDES = frozenset(
    (
        *("__globals__", "__dict__", "__code__", "__builtins__", "__defaults__", "__kwdefaults__", "__closure__"),
        *("__setattr__", "__delattr__", "__getattribute__", "__wrapped__", *_NAMESPACES - {"modules"}),
    )
)  # names that nobody writes as a text who does not mean to look them up
_BASICS = (LIBRARY, "typing", "builtins")  # modules that the meaning of a mechanism rests on
_REWIRING = (
    "builtins",
    "ctypes",
    "gc",
    "importlib",
    "mock",
    "sys.modules",
    "unittest.mock",
)  # modules that are made to reach others


def _reached(tree: ast.Module, nodes: list[ast.AST], names: dict[str, Meaning]) -> Iterator[tuple[str, Meaning]]:
    """The names that something in the file could change without storing to them."""

    def everything(what: str) -> tuple[str, Meaning]:
        return EVERY_NAME, Opaque(f"{what} could change any name of this file")

    if "__builtins__" in names:
        yield everything("binding `__builtins__`")
    yield from _passed_on(nodes, names)
    yield from _imports(tree, nodes)
    asked = plainly = 0  # how often `getattr` is looked up, and how often called with the name of a plain attribute
    for node in nodes:
        match node:
            case ast.Name(name, ast.Load()) if (name in _REFLECTIVE and name not in names) or name == "__builtins__":
                yield everything(f"`{name}`")
            case ast.Constant(str(text)) if text in _INSIDES:
                yield everything(f"the name `{text}`")
            case ast.Name("getattr", ast.Load()):
                asked += 1
            case ast.Call(ast.Name("getattr"), [_, ast.Constant(str(attribute)), *_]):
                plainly += not _is_special(attribute) and attribute not in _NAMESPACES
            case ast.Attribute(base, attribute, context):
                if _is_special(attribute) or (attribute == "modules" and _is_sys(base, names)) or _begins(node):
                    yield everything(f"`.{attribute}`")
                if isinstance(context, ast.Store | ast.Del):
                    yield from _changed(base, attribute, names)
            case ast.Subscript(base, _, ast.Store() | ast.Del()):
                yield from _changed(base, None, names)
    if asked > plainly and "getattr" not in names:
        yield everything("`getattr` with a name that is computed or special")


def _imports(tree: ast.Module, nodes: list[ast.AST]) -> Iterator[tuple[str, Meaning]]:
    """Imports that could bind any name, or bring in what can change any."""
    for node in nodes:
        match node:
            case ast.ImportFrom(module, [ast.alias("*")], level) if node not in tree.body or not [*_star(node)]:
                shown = "." * (level or 0) + (module or "")
                yield EVERY_NAME, Opaque(f"`from {shown} import *` could bind any name")
            case ast.Import(aliases) if any(_rewires(alias.name) for alias in aliases):
                yield EVERY_NAME, Opaque("a module that is made to change others is imported")
            case ast.ImportFrom(str(module), aliases, 0) if any(_rewires(module, a.name) for a in aliases):
                yield EVERY_NAME, Opaque("a module that is made to change others is imported")


def _rewires(module: str, name: str = "") -> bool:
    return module in _REWIRING or f"{module}.{name}" in _REWIRING


def _passed_on(nodes: list[ast.AST], names: dict[str, Meaning]) -> Iterator[tuple[str, Meaning]]:
    """Names whose function or module is used as a value: where an attribute is set, it may be theirs."""
    if not any(isinstance(n, ast.Attribute) and not isinstance(n.ctx, ast.Load) for n in nodes):
        return
    plain: set[ast.AST] = set()  # where a name is called, asked for an attribute, or says what something is
    for node in nodes:
        match node:
            case ast.Call(func):
                plain.add(func)
            case ast.Attribute(base):
                plain.add(base)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                notes = [node.returns, *(a.annotation for a in ast.walk(node.args) if isinstance(a, ast.arg))]
                plain.update(n for e in (*node.decorator_list, *notes) if e is not None for n in ast.walk(e))
            case ast.AnnAssign(_, annotation):
                plain.update(ast.walk(annotation))
    for node in nodes:
        if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load) or node in plain:
            continue
        if isinstance(names.get(node.id), ImportedModule | Imported | ast.FunctionDef):
            yield node.id, Opaque("is passed on as a value, and an attribute of something is changed in this file")


def _is_special(attribute: str) -> bool:
    """Whether an attribute of this name opens a namespace or the inside of a function."""
    dunder = attribute.startswith("__") and attribute.endswith("__")
    return (dunder and attribute not in _LAWFUL_DUNDERS) or attribute in _NAMESPACES - {"modules"}


def _begins(node: ast.Attribute) -> bool:
    """Whether an object is made anew by hand; `super().__init__` is what classes write."""
    of_super = (
        isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name) and node.value.func.id == "super"
    )
    return node.attr == "__init__" and not of_super


def _is_sys(base: ast.expr, names: dict[str, Meaning]) -> bool:
    return isinstance(base, ast.Name) and names.get(base.id) == Foreign("sys")


def _changed(base: ast.expr, attribute: str | None, names: dict[str, Meaning]) -> Iterator[tuple[str, Meaning]]:
    """What a store to an attribute or an item may change."""
    root = base
    while isinstance(root, ast.Attribute | ast.Subscript):
        root = root.value
    if isinstance(root, ast.Name):
        match names.get(root.id):
            case Foreign(module) if module.partition(".")[0] in _BASICS:
                yield EVERY_NAME, Opaque(f"changing `{root.id}` could change any name of this file")
            case ImportedModule():
                yield EVERY_NAME, Opaque(f"changing `{root.id}` could change any name of this file")
            case Imported() | ast.FunctionDef():
                yield root.id, Opaque("is changed from outside in this file")
    if attribute is not None and (attribute in names or attribute in BUILTINS):
        yield attribute, Opaque("may be changed from outside in this file, as an attribute of this name is")
