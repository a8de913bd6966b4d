"""What the head of a function says: the types of its parameters, and the texts of its claim.

Used for mechanisms and for the functions that they call.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from twinproof.lang import claim_text
from twinproof.lang.claim import KEYWORDS, NOTIONS, AnyClaim, stated, why_no_notion
from twinproof.lang.errors import Code
from twinproof.lang.faces import TEXT, Option, Record, dictionary, option
from twinproof.lang.reader.classes import EnumClass, ObjectClass, RecordClass, read_class
from twinproof.lang.reader.gathered import Defaulting, FrozenSetOf, SetOf, counts
from twinproof.lang.reader.source import Source
from twinproof.lang.reader.vocabulary import Alias
from twinproof.lang.types import BOOL, DATABASE, INT, QUERY, REAL, SCORE, ListOf, TupleOf, Type, is_data

_BASIC: dict[str, Type] = {
    "int": INT,
    "bool": BOOL,
    "str": TEXT,
    "Fraction": REAL,
    "Epsilon": REAL,
    "Database": DATABASE,
    "Query": QUERY,
    "Score": SCORE,
}
_KNOWN = (
    "int, bool, str, Fraction, list[…], tuple[…], dict[…], records and enums of this file, Epsilon, Database, Query"
)


_PAIR = 'renyi=("alpha", "r")'


@dataclass(frozen=True, slots=True)
class ClaimTexts:
    """The arguments of `@mechanism(…)`, parsed; positions are those of the texts in the file."""

    decorator: ast.Call
    claim: AnyClaim[ast.expr]
    requires: ast.expr | None


def unquote(source: Source, node: ast.expr, code: Code) -> ast.expr:
    """An expression that may be written as a text: its syntax tree, standing where the text stands."""
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        return node
    try:
        inner = claim_text.parse(node.value)
    except claim_text.TooLong as problem:
        source.refuse(code, node, str(problem), "choose a number that is shorter")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        source.refuse(code, node, f"{node.value[:60]!r} is not an expression", "write it as in Python")
    for part in ast.walk(inner):
        ast.copy_location(part, node)
    return inner


def _spelled_out(source: Source, node: ast.expr) -> ast.expr:
    """An annotation without its quotes, and what a name stands for that the file gives to a type."""
    seen: set[str] = set()
    while True:
        node = unquote(source, node, Code.ANNOTATION_UNKNOWN)
        match source.names.get(node.id) if isinstance(node, ast.Name) else None:
            case Alias(value) if isinstance(node, ast.Name) and node.id not in seen:
                seen.add(node.id)
                node = value
            case _:
                return node


def unwrap_annotated(source: Source, annotation: ast.expr) -> tuple[ast.expr, list[ast.expr]]:
    """The type and the further items of Annotated[type, …]; of anything else, itself and nothing."""
    annotation = _spelled_out(source, annotation)
    match annotation:
        case ast.Subscript(head, ast.Tuple([kind, *marks])) if source.resolve(head) == "Annotated":
            return _spelled_out(source, kind), marks
        case _:
            return annotation, []


def is_epsilon(source: Source, annotation: ast.expr) -> bool:
    kind = unwrap_annotated(source, annotation)[0]
    while isinstance(kind, ast.Constant) and isinstance(kind.value, str):
        kind = _spelled_out(source, kind)
    return source.resolve(kind) == "Epsilon"


def read_type(source: Source, node: ast.expr) -> Type:
    """The type that an annotation names."""
    node = _spelled_out(source, node)
    match node:
        case ast.Subscript(head, ast.Tuple([*_, ast.Constant(value)])) if (
            value is ... and source.resolve(head) == "tuple"
        ):
            message = "a tuple of any length is not in the language"
            source.refuse(Code.ANNOTATION_UNKNOWN, node, message, "write `list[int]`, and return a list")
        case ast.Subscript(head, ast.Tuple(items)) if source.resolve(head) == "tuple":
            return TupleOf(tuple(read_type(source, i) for i in items))
        case ast.Subscript(head, item) if source.resolve(head) == "tuple":
            return TupleOf((read_type(source, item),))
        case ast.Subscript(head, item) if source.resolve(head) == "list":
            kind = read_type(source, item)
            if kind in (DATABASE, SCORE) or is_epsilon(source, item):
                source.refuse(Code.ANNOTATION_UNKNOWN, node, f"there are no lists of {kind}", f"the types are {_KNOWN}")
            return ListOf(kind)
        case ast.Subscript(head, inner) if (made := _gathered(source, source.resolve(head), inner)) is not None:
            return made
        case ast.BinOp(kind, ast.BitOr(), ast.Constant(None)) | ast.BinOp(ast.Constant(None), ast.BitOr(), kind):
            return _optional(source, kind)
        case ast.Subscript(head, kind) if source.resolve(head) == "Optional":
            return _optional(source, kind)
        case ast.Name(name) if isinstance(meaning := source.names.get(name), ast.ClassDef):
            return _instance(source, node, meaning)
        case ast.Name() | ast.Attribute():
            meant = source.resolve(node)
            if meant in _BASIC:
                return _BASIC[meant]
            if meant == "float":
                hint = "use Fraction, or integers in a smaller unit; a privacy parameter is an Epsilon"
                source.refuse(Code.ANNOTATION_UNKNOWN, node, "floats as data are not in the language", hint)
            if meant in ("list", "tuple"):
                hint = f"write `{meant}[int]`"
                source.refuse(Code.ANNOTATION_UNKNOWN, node, f"a {meant} needs the type of its items", hint)
    message = f"`{ast.unparse(node)[:60]}` is not a type that is meant here"
    source.refuse(Code.ANNOTATION_UNKNOWN, node, message, f"the types are {_KNOWN}, imported from twinproof")


def _gathered(source: Source, head: str | None, inner: ast.expr) -> Type | None:
    """The type of a set, a dictionary, a counter; None if it is something else."""
    match head, inner:
        case "set", _:
            return SetOf(read_type(source, inner))
        case "frozenset", _:
            return FrozenSetOf(read_type(source, inner))
        case "Counter", _:
            return counts(read_type(source, inner))
        case "dict", ast.Tuple([key, value]):
            return dictionary(read_type(source, key), read_type(source, value))
        case "defaultdict", ast.Tuple([key, value]):
            return Defaulting(dictionary(read_type(source, key), read_type(source, value)).items, None)
        case _:
            return None


def _optional(source: Source, node: ast.expr) -> Type:
    kind = read_type(source, node)
    if not is_data(kind) or isinstance(kind, Option):
        source.refuse(Code.ANNOTATION_UNKNOWN, node, f"there is no `{kind} | None`", f"the types are {_KNOWN}")
    return option(kind)


def _instance(source: Source, node: ast.expr, meaning: ast.ClassDef) -> Type:
    """The type of the instances of a class of the file."""
    match read_class(source, meaning):
        case EnumClass() as made:
            return made.type
        case RecordClass() as record:
            return record_type(source, record)
        case ObjectClass():
            message = f"an instance of `{meaning.name}` holds whatever it holds, and is not a type of values"
            source.refuse(Code.ANNOTATION_UNKNOWN, node, message, "make it a NamedTuple or a frozen dataclass")


def record_type(source: Source, made: RecordClass) -> Record:
    """The type of the instances of a record class."""
    kinds = tuple(read_type(source, f.annotation) for f in made.fields)
    return Record(kinds, made.node.name, tuple(f.name for f in made.fields), made.is_sequence)


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
    said: list[str] = []
    hint = 'write `@mechanism(epsilon="…", delta="…", requires="…")`, or `zcdp="…"` in place of `epsilon`'
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
        said.append(keyword.arg)
        if keyword.arg == "renyi":
            given.update(_pair(source, keyword.value))
        else:
            (part,) = KEYWORDS.get(keyword.arg, (keyword.arg,))
            given[part] = _claim_text(source, keyword.arg, keyword.value)
    if problem := why_no_notion(said):
        code = Code.CLAIM_SEVERAL if set(said) & set(NOTIONS) else Code.CLAIM_MISSING
        source.refuse(code, decorator, problem, hint)
    nothing = ast.copy_location(ast.Constant(0), decorator)
    return ClaimTexts(decorator, stated(given, nothing), given.get("requires"))


def _pair(source: Source, node: ast.expr) -> dict[str, ast.expr]:
    """The order and the bound of a Rényi claim."""
    match node:
        case ast.Tuple([order, bound]):
            parts = zip(KEYWORDS["renyi"], (order, bound), strict=True)
            return {name: _claim_text(source, name, part, _PAIR) for name, part in parts}
        case _:
            hint = f"write `{_PAIR}`: the order, and what the divergence is at most"
            source.refuse(Code.CLAIM_TEXT, node, "`renyi` must be a pair, spelled out", hint)


def _claim_text(source: Source, name: str, node: ast.expr, example: str = "") -> ast.expr:
    match node:
        case ast.Constant(str()):
            return unquote(source, node, Code.CLAIM_TEXT)
        case ast.Constant(bool() | int()) | ast.UnaryOp(ast.USub(), ast.Constant(int())):
            return node
        case ast.Constant(float()) | ast.UnaryOp(ast.USub(), ast.Constant(float())):
            return unquote(source, ast.copy_location(ast.Constant(source.text_of(node)), node), Code.CLAIM_TEXT)
        case _:
            message = f"`{name}` must be spelled out, as a text or a number"
            example = example or f'{name}="…"'
            source.refuse(Code.CLAIM_TEXT, node, message, f"write `{example}`: the file is read, not run")
