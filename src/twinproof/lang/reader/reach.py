"""What can reach a name of a file without storing to it.

Code that looks into namespaces or into functions, that changes modules, or that imports what is made for such ends
makes names, or the whole file, mean nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeGuard

from twinproof.lang.reader.vocabulary import (
    BUILTINS,
    EVERY_NAME,
    KNOWN,
    LIBRARY,
    Alias,
    Foreign,
    Imported,
    ImportedModule,
    Meaning,
    Opaque,
    bound_by_star,
)

_REFLECTIVE = {"globals", "locals", "vars", "exec", "eval", "compile", "setattr", "delattr", "__import__", "breakpoint"}
_LAWFUL_DUNDERS = frozenset(
    (
        *("__name__", "__doc__", "__file__", "__version__", "__class__", "__qualname__", "__module__", "__init__"),
        *("__post_init__", "__new__", "__call__", "__len__", "__iter__", "__next__", "__eq__", "__hash__", "__repr__"),
        *("__str__", "__enter__", "__exit__", "__all__", "__author__", "__init_subclass__", "__getitem__"),
    )
)
_NAMESPACES = {"f_globals", "f_locals", "f_builtins", "modules"}  # of frames and of sys
_INSIDES = frozenset(
    (
        *("__globals__", "__dict__", "__code__", "__builtins__", "__defaults__", "__kwdefaults__", "__closure__"),
        *("__setattr__", "__delattr__", "__getattribute__", "__wrapped__", *_NAMESPACES - {"modules"}),
    )
)  # names that nobody writes as a text who does not mean to look them up
_BASICS = (LIBRARY, *KNOWN, "builtins")  # modules that the meaning of a mechanism rests on
_REWIRING = frozenset(
    (
        *("builtins", "code", "codeop", "ctypes", "gc", "importlib", "mock", "runpy", "sys.modules", "unittest.mock"),
        *("operator.delitem", "operator.setitem"),
    )
)  # modules, and functions of modules, that are made to reach others
_WRAPPING = {"wraps", "update_wrapper"}  # of functools: they set the attributes of what they are given
_LOOKING_ON = {"enumerate", "len", "list", "max", "min", "reversed", "sorted", "tuple", "zip"}  # they set no attributes
_LOOKING_UP = {"getattr", "attrgetter", "methodcaller"}  # the latter of operator: attributes by their names


def reached(tree: ast.Module, nodes: list[ast.AST], names: dict[str, Meaning]) -> Iterator[tuple[str, Meaning]]:
    """The names that something in the file could change without storing to them."""

    def everything(what: str) -> tuple[str, Meaning]:
        return EVERY_NAME, Opaque(f"{what} could change any name of this file")

    if "__builtins__" in names:
        yield everything("binding `__builtins__`")
    yield from _passed_on(nodes, names)
    yield from _imports(tree, nodes)
    for node in nodes:
        match node:
            case ast.Name(name, ast.Load()) if (name in _REFLECTIVE and name not in names) or name == "__builtins__":
                yield everything(f"`{name}`")
            case ast.Constant(str(text)) if text in _INSIDES:
                yield everything(f"the name `{text}`")
            case ast.Attribute(base, attribute, context):
                if _is_hidden(node, names) or _leads_to(node, names):
                    yield everything(f"`.{attribute}`")
                if _is_special(attribute) or (attribute == "modules" and _is_sys(base, names)) or _begins(node):
                    yield everything(f"`.{attribute}`")
                if isinstance(context, ast.Store | ast.Del):
                    yield from _changed(base, attribute, names)
            case ast.Subscript(base, _, ast.Store() | ast.Del()):
                yield from _changed(base, None, names)
    if not _looked_up_plainly(nodes, names):
        yield everything("looking up an attribute whose name is computed or special")


def _looked_up_plainly(nodes: list[ast.AST], names: dict[str, Meaning]) -> bool:
    """Whether `getattr` and its like are only ever called, and with the names of plain attributes."""
    asked = plainly = 0
    for node in nodes:
        match node:
            case ast.Name(name, ast.Load()) if _looks_up(name, names):
                asked += 1
            case ast.Attribute(_, name) if name in _LOOKING_UP:
                asked += 1
            case ast.Call(ast.Name(name), arguments) if _looks_up(name, names):
                plainly += _by_plain_names(name, arguments)
            case ast.Call(ast.Attribute(_, name), arguments) if name in _LOOKING_UP:
                plainly += _by_plain_names(name, arguments)
    return asked == plainly


def _looks_up(name: str, names: dict[str, Meaning]) -> bool:
    match names.get(name):
        case None:
            return name == "getattr"
        case Foreign("operator", imported):
            return imported in _LOOKING_UP
        case _:
            return False


def _by_plain_names(function: str, arguments: list[ast.expr]) -> bool:
    """Whether a call looks up attributes that it names itself, and that open nothing."""
    given = arguments[1:2] if function == "getattr" else arguments
    texts = [n.value for n in given if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    pieces = [piece for text in texts for piece in text.split(".")]
    return bool(given) and len(texts) == len(given) and not any(_is_special(p) or p in _NAMESPACES for p in pieces)


def _is_hidden(node: ast.Attribute, names: dict[str, Meaning]) -> bool:
    """Whether this is a name that the library keeps to itself."""
    root = _root(node)
    match names.get(root.id) if isinstance(root, ast.Name) else None:
        case ImportedModule("twinproof"):
            return node.attr.startswith("_") and node.attr not in _LAWFUL_DUNDERS
        case Foreign(module):
            return module.partition(".")[0] == LIBRARY and node.attr.startswith("_")
        case _:
            return False


def _leads_to(node: ast.Attribute, names: dict[str, Meaning]) -> bool:
    """Whether this is a function of a module that is made to reach others."""
    match names.get(node.value.id) if isinstance(node.value, ast.Name) else None:
        case Foreign(module, ""):
            return _rewires(module, node.attr)
        case _:
            return False


def _imports(tree: ast.Module, nodes: list[ast.AST]) -> Iterator[tuple[str, Meaning]]:
    """Imports that could bind any name, or bring in what can change any."""
    for node in nodes:
        match node:
            case ast.ImportFrom(module, [ast.alias("*")], level) if node not in tree.body or not [*bound_by_star(node)]:
                shown = "." * (level or 0) + (module or "")
                yield EVERY_NAME, Opaque(f"`from {shown} import *` could bind any name")
            case ast.Import(aliases) if any(_rewires(alias.name) for alias in aliases):
                yield EVERY_NAME, Opaque("a module that is made to change others is imported")
            case ast.ImportFrom(str(module), aliases, 0) if any(_rewires(module, a.name) for a in aliases):
                yield EVERY_NAME, Opaque("a module that is made to change others is imported")
            case ast.ImportFrom(str(module), aliases, 0) if module.partition(".")[0] == LIBRARY:
                if any(alias.name.startswith("_") and alias.name not in _LAWFUL_DUNDERS for alias in aliases):
                    yield EVERY_NAME, Opaque("a name that twinproof keeps to itself is imported")


def _rewires(module: str, name: str = "") -> bool:
    return module in _REWIRING or f"{module}.{name}" in _REWIRING


def _passed_on(nodes: list[ast.AST], names: dict[str, Meaning]) -> Iterator[tuple[str, Meaning]]:
    """Names whose function or module is used as a value: where an attribute is set, it may be theirs."""
    plain: set[ast.AST] = set()  # where a name is called, asked for an attribute, or says what something is
    for node in nodes:
        match node:
            case ast.Call(func, arguments, keywords):
                plain.add(func)
                plain.update(k.value for k in keywords if k.arg == "key")
                if isinstance(func, ast.Name) and func.id in _LOOKING_ON and func.id not in names:
                    plain.update(arguments)
            case ast.Compare(_, _, comparators):
                plain.update(comparators)
            case ast.Attribute(base):
                plain.add(base)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                notes = [node.returns, *(a.annotation for a in ast.walk(node.args) if isinstance(a, ast.arg))]
                lawful = [d for d in node.decorator_list if _is_lawful_decorator(d, names)]
                plain.update(node.decorator_list)
                plain.update(n for e in (*lawful, *notes) if e is not None for n in ast.walk(e))
            case ast.AnnAssign(_, annotation):
                plain.update(ast.walk(annotation))
            case ast.ClassDef(_, bases):
                plain.update(n for e in (*bases, *node.decorator_list) for n in ast.walk(e))
            case ast.For(_, iterable) | ast.comprehension(_, iterable):
                plain.add(iterable)  # a class whose members a loop runs over
    plain.update(_in_other_names(nodes, names, plain))
    wrappers = {d.func for n in nodes for d in getattr(n, "decorator_list", []) if _is_wraps(d)}
    if not any(_sets_attributes(node) for node in nodes if node not in wrappers):
        return
    for node in nodes:
        if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load) or node in plain:
            continue
        if isinstance(names.get(node.id), ImportedModule | Imported | ast.FunctionDef | ast.ClassDef):
            yield node.id, Opaque("is passed on as a value, and an attribute of something is changed in this file")


def _in_other_names(nodes: list[ast.AST], names: dict[str, Meaning], plain: set[ast.AST]) -> Iterator[ast.AST]:
    """What stands in types that the file gives names to, where these names only say what something is."""
    others = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load) and n not in plain}
    for name, meaning in names.items():
        if isinstance(meaning, Alias) and name not in others:
            yield from ast.walk(meaning.value)


def _sets_attributes(node: ast.AST) -> bool:
    """Whether this sets an attribute, or is what does so when it is called."""
    match node:
        case ast.Attribute(_, attribute, context):
            return not isinstance(context, ast.Load) or attribute in _WRAPPING
        case ast.Name(name):
            return name in _WRAPPING
        case ast.ImportFrom("functools", aliases):
            return any(alias.name in _WRAPPING and alias.asname not in (None, alias.name) for alias in aliases)
        case _:
            return False


def _is_wraps(decorator: ast.expr) -> TypeGuard[ast.Call]:
    """`@wraps(f)` over a function sets the attributes of that function, and of no other."""
    match decorator:
        case ast.Call(ast.Name("wraps") | ast.Attribute(_, "wraps"), [_], []):
            return True
        case _:
            return False


def _is_lawful_decorator(decorator: ast.expr, names: dict[str, Meaning]) -> bool:
    root = _root(decorator.func if isinstance(decorator, ast.Call) else decorator)
    ours = isinstance(root, ast.Name) and isinstance(names.get(root.id), Imported | ImportedModule)
    return ours or _is_wraps(decorator)


def _root(node: ast.expr) -> ast.expr:
    """What attributes and items are taken from, in the end."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node


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
    root = _root(base)
    if isinstance(root, ast.Name):
        match names.get(root.id):
            case Foreign(module, "") if attribute is not None:
                yield EVERY_NAME, Opaque(f"changing the module `{module}` could change what any name does")
            case Foreign(module) if module.partition(".")[0] in _BASICS:
                yield EVERY_NAME, Opaque(f"changing `{root.id}` could change any name of this file")
            case ImportedModule():
                yield EVERY_NAME, Opaque(f"changing `{root.id}` could change any name of this file")
            case Imported() | ast.FunctionDef() | ast.ClassDef():
                yield root.id, Opaque("is changed from outside in this file")
    if attribute is not None and (attribute in names or attribute in BUILTINS):
        yield attribute, Opaque("may be changed from outside in this file, as an attribute of this name is")
