"""What the head of a function says: the types of its parameters, and the texts of its claim.

Used for mechanisms and for the functions that they call.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from twinproof.lang import claim_text
from twinproof.lang.claim import KEYWORDS, EpsilonDelta, stated
from twinproof.lang.errors import Code
from twinproof.lang.reader.source import Source
from twinproof.lang.types import BOOL, DATABASE, INT, QUERY, REAL, SCORE, ListOf, TupleOf, Type

_BASIC = {"int": INT, "bool": BOOL, "Epsilon": REAL, "Database": DATABASE, "Query": QUERY, "Score": SCORE}
_KNOWN = "int, bool, list[…], tuple[…], Epsilon, Database, Query, Score"


@dataclass(frozen=True, slots=True)
class ClaimTexts:
    """The arguments of `@mechanism(…)`, parsed; positions are those of the texts in the file."""

    decorator: ast.Call
    claim: EpsilonDelta[ast.expr]
    requires: ast.expr | None


def unquote(source: Source, node: ast.expr, code: Code) -> ast.expr:
    """An expression that may be written as a text: its syntax tree, standing where the text stands."""
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        return node
    try:
        inner = claim_text.parse(node.value)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        source.refuse(code, node, f"{node.value[:60]!r} is not an expression", "write it as in Python")
    for part in ast.walk(inner):
        ast.copy_location(part, node)
    return inner


def unwrap_annotated(source: Source, annotation: ast.expr) -> tuple[ast.expr, list[ast.expr]]:
    """The type and the further items of Annotated[type, …]; of anything else, itself and nothing."""
    annotation = unquote(source, annotation, Code.ANNOTATION_UNKNOWN)
    match annotation:
        case ast.Subscript(head, ast.Tuple([kind, *marks])) if source.resolve(head) == "Annotated":
            return unquote(source, kind, Code.ANNOTATION_UNKNOWN), marks
        case _:
            return annotation, []


def is_epsilon(source: Source, annotation: ast.expr) -> bool:
    return source.resolve(unwrap_annotated(source, annotation)[0]) == "Epsilon"


def read_type(source: Source, node: ast.expr) -> Type:
    """The type that an annotation names."""
    node = unquote(source, node, Code.ANNOTATION_UNKNOWN)
    match node:
        case ast.Subscript(head, ast.Tuple(items)) if source.resolve(head) == "tuple":
            return TupleOf(tuple(read_type(source, i) for i in items))
        case ast.Subscript(head, item) if source.resolve(head) == "tuple":
            return TupleOf((read_type(source, item),))
        case ast.Subscript(head, item) if source.resolve(head) == "list":
            kind = read_type(source, item)
            if kind in (REAL, DATABASE, SCORE):
                source.refuse(Code.ANNOTATION_UNKNOWN, node, f"there are no lists of {kind}", f"the types are {_KNOWN}")
            return ListOf(kind)
        case ast.Name() | ast.Attribute():
            meant = source.resolve(node)
            if meant in _BASIC:
                return _BASIC[meant]
            if meant == "float":
                hint = "data are integers: scale and round before; a privacy parameter is an Epsilon"
                source.refuse(Code.ANNOTATION_UNKNOWN, node, "floats as data are not in the language", hint)
            if meant in ("list", "tuple"):
                hint = f"write `{meant}[int]`"
                source.refuse(Code.ANNOTATION_UNKNOWN, node, f"a {meant} needs the type of its items", hint)
    message = f"`{ast.unparse(node)[:60]}` is not a type that is meant here"
    source.refuse(Code.ANNOTATION_UNKNOWN, node, message, f"the types are {_KNOWN}, imported from twinproof")


def parameters_of(source: Source, function: ast.FunctionDef) -> list[ast.arg]:
    """The parameters in order; stars are refused."""
    arguments = function.args
    for star in (arguments.vararg, arguments.kwarg):
        if star is not None:
            hint = "name each parameter"
            source.refuse(Code.PARAMETER_KIND, star, f"`{star.arg}` takes any number of arguments", hint)
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]


def is_mechanism(source: Source, function: ast.AST) -> bool:
    """Whether one of the decorators is `@mechanism`, called or not."""
    decorators: list[ast.expr] = getattr(function, "decorator_list", [])
    return any(source.resolve(d.func if isinstance(d, ast.Call) else d) == "mechanism" for d in decorators)


def claim_texts(source: Source, function: ast.FunctionDef) -> ClaimTexts | None:
    """The claim of a mechanism; None for a function that is not one."""
    if not is_mechanism(source, function):
        return None
    if len(function.decorator_list) > 1:
        message = "a mechanism has no other decorator than `@mechanism`"
        source.refuse(Code.CLAIM_ARGUMENT, function.decorator_list[0], message, "remove the other one")
    decorator = function.decorator_list[0]
    if not isinstance(decorator, ast.Call):
        source.refuse(Code.CLAIM_MISSING, decorator, "the claim is missing", 'write `@mechanism(epsilon="eps")`')
    given: dict[str, ast.expr] = {}
    hint = 'write `@mechanism(epsilon="…", delta="…", requires="…")`'
    if decorator.args:
        source.refuse(Code.CLAIM_ARGUMENT, decorator.args[0], "the claim is given by keywords", hint)
    for keyword in decorator.keywords:
        if (
            keyword.arg == "checked"
            and isinstance(keyword.value, ast.Constant)
            and isinstance(keyword.value.value, bool)
        ):
            continue  # how it runs, not what it claims
        if keyword.arg not in (*KEYWORDS, "requires"):
            source.refuse(Code.CLAIM_ARGUMENT, keyword.value, f"there is no argument `{keyword.arg}`", hint)
        given[keyword.arg] = _claim_text(source, keyword.arg, keyword.value)
    if "epsilon" not in given:
        source.refuse(Code.CLAIM_MISSING, decorator, "the claim has no `epsilon`", hint)
    nothing = ast.copy_location(ast.Constant(0), decorator)
    return ClaimTexts(decorator, stated(given, nothing), given.get("requires"))


def _claim_text(source: Source, name: str, node: ast.expr) -> ast.expr:
    match node:
        case ast.Constant(str()):
            return unquote(source, node, Code.CLAIM_TEXT)
        case ast.Constant(bool() | int()) | ast.UnaryOp(ast.USub(), ast.Constant(int())):
            return node
        case ast.Constant(float()) | ast.UnaryOp(ast.USub(), ast.Constant(float())):
            return unquote(source, ast.copy_location(ast.Constant(source.text_of(node)), node), Code.CLAIM_TEXT)
        case _:
            message = f"`{name}` must be spelled out, as a text or a number"
            source.refuse(Code.CLAIM_TEXT, node, message, f'write `{name}="…"`: the file is read, not run')
