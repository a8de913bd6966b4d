"""Classes of a file that a mechanism may use: records, enums, and small classes that hold parameters.

Only the plain forms are read, in which the text says all that Python will do: a `NamedTuple` or a frozen dataclass with
annotated fields, an `Enum` with distinct constants, a class without bases whose `__init__` sets attributes.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import NoReturn

from twinproof.lang.errors import Code
from twinproof.lang.faces import Member
from twinproof.lang.reader.source import Source
from twinproof.lang.types import INT

Methods = dict[str, ast.FunctionDef]


@dataclass(frozen=True)
class Field:
    """A field of a record."""

    name: str
    annotation: ast.expr
    default: ast.expr | None


@dataclass(frozen=True)
class RecordClass:
    """A class whose instances are values with named fields."""

    node: ast.ClassDef
    fields: tuple[Field, ...]
    methods: Methods
    is_sequence: bool


@dataclass(frozen=True)
class EnumClass:
    """A class with so many members; those made by `auto()` have no value here."""

    node: ast.ClassDef
    members: tuple[str, ...]
    values: tuple[int | str | None, ...]

    @property
    def type(self) -> Member:
        return Member((INT,), self.node.name, self.members)


@dataclass(frozen=True)
class ObjectClass:
    """A class whose instances hold what its `__init__` sets."""

    node: ast.ClassDef
    methods: Methods


Class = RecordClass | EnumClass | ObjectClass
_OTHER_ENUMS = ("enum.IntEnum", "enum.StrEnum", "enum.IntFlag", "enum.Flag")


def read_class(source: Source, node: ast.ClassDef) -> Class:
    """What a class of the file is."""
    bases = [source.resolve(b) for b in node.bases]
    if node.keywords or len(bases) > 1:
        _refuse(source, node, "this class has more than one plain base")
    if bases == ["Enum"] and not node.decorator_list:
        return _enum(source, node)
    if bases == ["NamedTuple"] and not node.decorator_list:
        return _record(source, node, is_sequence=True)
    if any(isinstance(b, ast.Name | ast.Attribute) and source.origin(b) in _OTHER_ENUMS for b in node.bases):
        hint = f"write `class {node.name}(Enum):`, and `.value` where the number or the text is wanted"
        source.refuse(Code.CLASS_FORM, node, f"the members of `{node.name}` are numbers or texts as well", hint)
    if bases:
        _refuse(source, node, f"the class `{node.name}` inherits from something that is not read")
    match node.decorator_list:
        case []:
            return _object(source, node)
        case [decorator] if _is_frozen(source, decorator):
            return _record(source, node, is_sequence=False)
        case [ast.Call(function) | function] if source.resolve(function) == "dataclass":
            hint = "write `@dataclass(frozen=True)`: a value that could be changed in two places is not read"
            source.refuse(Code.CLASS_FORM, node, f"the dataclass `{node.name}` is not frozen", hint)
        case _:
            _refuse(source, node, f"the class `{node.name}` has a decorator that is not read")


def _refuse(source: Source, node: ast.AST, message: str) -> NoReturn:
    hint = (
        "NamedTuple, @dataclass(frozen=True), Enum, and classes without bases that set attributes in __init__ are read"
    )
    source.refuse(Code.CLASS_FORM, node, message, hint)


def _is_frozen(source: Source, decorator: ast.expr) -> bool:
    match decorator:
        case ast.Call(function, [], keywords) if source.resolve(function) == "dataclass":
            given = {k.arg: k.value.value if isinstance(k.value, ast.Constant) else None for k in keywords}
            return given.pop("frozen", False) is True and given in ({}, {"slots": True}, {"slots": False})
        case _:
            return False


def _without_docstring(node: ast.ClassDef) -> list[ast.stmt]:
    body = [s for s in node.body if not isinstance(s, ast.Pass)]
    match body:
        case [ast.Expr(ast.Constant(str())), *rest]:
            return rest
        case _:
            return body


def _record(source: Source, node: ast.ClassDef, is_sequence: bool) -> RecordClass:
    fields: list[Field] = []
    methods: Methods = {}
    for s in _without_docstring(node):
        match s:
            case ast.AnnAssign(ast.Name(name), annotation, default):
                if default is not None and not _is_plain_default(source, default):
                    hint = "write a number, a text, None, or a member of an enum"
                    source.refuse(Code.CLASS_FORM, default, "this default is not a constant", hint)
                fields.append(Field(name, annotation, default))
            case ast.FunctionDef(name):
                methods[name] = _method(source, s)
            case _:
                _refuse(source, s, f"this is not a field of `{node.name}`")
    names = [f.name for f in fields]
    if len({*names, *methods}) < len(names) + len(methods):
        _refuse(source, node, f"two things of `{node.name}` have one name")
    return RecordClass(node, tuple(fields), methods, is_sequence)


def _is_plain_default(source: Source, node: ast.expr) -> bool:
    match node:
        case ast.Attribute(ast.Name(name)) if isinstance(made := source.names.get(name), ast.ClassDef):
            return [source.resolve(base) for base in made.bases] == ["Enum"]
    node = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else node
    return isinstance(node, ast.Constant) and isinstance(node.value, bool | int | str | None)


def _method(source: Source, function: ast.FunctionDef) -> ast.FunctionDef:
    """A plain method, which is a function whose first parameter is the instance."""
    dunder = function.name.startswith("__") and function.name.endswith("__") and function.name != "__call__"
    decorators = [d.func if isinstance(d, ast.Call) else d for d in function.decorator_list]
    if dunder or [d for d in decorators if source.resolve(d) != "mechanism"]:
        source.refuse(
            Code.CLASS_FORM, function, f"the method `{function.name}` changes what the class does", "remove it"
        )
    if not (*function.args.posonlyargs, *function.args.args):
        source.refuse(Code.CLASS_FORM, function, f"the method `{function.name}` has no `self`", "add it")
    return function


def _enum(source: Source, node: ast.ClassDef) -> EnumClass:
    members: list[str] = []
    values: list[int | str | None] = []
    for s in _without_docstring(node):
        match s:
            case ast.Assign([ast.Name(name)], ast.Constant(int() | str() as value)) if not isinstance(value, bool):
                members.append(name)
                values.append(value)
            case ast.Assign([ast.Name(name)], ast.UnaryOp(ast.USub(), ast.Constant(int() as value))):
                members.append(name)
                values.append(-value)
            case ast.Assign([ast.Name(name)], ast.Call(function, [], [])) if source.resolve(function) == "auto":
                members.append(name)
                values.append(None)
            case _:
                hint = 'write `NAME = 1`, `NAME = "text"` or `NAME = auto()`'
                source.refuse(Code.CLASS_FORM, s, f"this is not a member of the enum `{node.name}`", hint)
    distinct = len(set(values)) == len(values) or set(values) == {None}
    if not distinct or (None in values and set(values) != {None}) or any(m.startswith("_") for m in members):
        message = f"the members of the enum `{node.name}` may not be distinct"
        source.refuse(Code.CLASS_FORM, node, message, "give each member a constant of its own, or `auto()` to all")
    if not members or len(set(members)) < len(members):
        source.refuse(Code.CLASS_FORM, node, f"the enum `{node.name}` has no members, or one twice", "name its members")
    return EnumClass(node, tuple(members), tuple(values))


def _object(source: Source, node: ast.ClassDef) -> ObjectClass:
    methods: Methods = {}
    for s in _without_docstring(node):
        match s:
            case ast.FunctionDef("__init__") if not s.decorator_list and s.args.args:
                methods[s.name] = s
            case ast.FunctionDef(name):
                methods[name] = _method(source, s)
            case _:
                _refuse(source, s, f"this is neither `__init__` nor a method of `{node.name}`")
    return ObjectClass(node, methods)
