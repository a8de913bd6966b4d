"""A source file as text: its syntax tree, what its top-level names mean, and where things stand.

Nothing is imported or executed. A name means what its only top-level binding says; a name that is bound twice, or in a
way that only running the file would tell, means nothing here and is refused where it is used.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from twinproof.lang.command import Span
from twinproof.lang.errors import Code, Diagnostic, TwinproofError
from twinproof.lang.files import contents

LIBRARY = "twinproof"
_LONGEST = 400  # characters of a message
# What a mechanism file may take from the library; `typing` gives Annotated and the old names of list and tuple.
PROVIDED = frozenset(
    (
        *("mechanism", "laplace", "one_sided_laplace", "Database", "Epsilon", "Query", "Score"),
        *("within", "each_within", "one_within", "sensitivity"),
    )
)
TYPING = {"Annotated": "Annotated", "List": "list", "Tuple": "tuple"}
BUILTINS = frozenset(
    (
        *("abs", "all", "any", "bool", "enumerate", "float", "int"),
        *("len", "list", "max", "min", "range", "sum", "tuple"),
    )
)


@dataclass(frozen=True, slots=True)
class Imported:
    """A name that stands for something the reader knows: "laplace", "Annotated", …"""

    name: str


@dataclass(frozen=True, slots=True)
class ImportedModule:
    """A name that stands for the library or for `typing` as a whole."""

    module: str


@dataclass(frozen=True, slots=True)
class Opaque:
    """A name whose meaning only running the file would tell."""

    why: str


@dataclass(frozen=True, slots=True)
class Constant:
    """A top-level constant."""

    value: bool | int


Meaning = Imported | ImportedModule | Opaque | Constant | ast.FunctionDef


@dataclass(frozen=True)
class Source:
    """A parsed file."""

    path: str
    lines: list[str]
    tree: ast.Module
    names: dict[str, Meaning] = field(default_factory=dict)
    functions: list[ast.FunctionDef | ast.AsyncFunctionDef] = field(default_factory=list)  # at any depth
    _bytes: dict[int, bytes | None] = field(default_factory=dict, repr=False)

    def span(self, node: ast.AST) -> Span:
        """Where a node stands, in characters."""
        line, end_line = getattr(node, "lineno", 1), getattr(node, "end_lineno", 1)
        start, end = getattr(node, "col_offset", 0), getattr(node, "end_col_offset", 0)
        return Span(self.path, line, self._column(line, start), end_line, self._column(end_line, end))

    def _column(self, line: int, offset: int) -> int:
        """Columns in characters from one; Python's tree counts the bytes of UTF-8 from zero."""
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        if line not in self._bytes:
            self._bytes[line] = None if text.isascii() else text.encode()
        encoded = self._bytes[line]
        return offset + 1 if encoded is None else len(encoded[:offset].decode(errors="ignore")) + 1

    def diagnose(self, code: Code, span: Span, message: str, hint: str) -> Diagnostic:
        text = self.lines[span.line - 1] if span.line <= len(self.lines) else ""
        return Diagnostic(code, message[:_LONGEST], hint[:_LONGEST], self.path, span, text)

    def refuse(self, code: Code, node: ast.AST, message: str, hint: str) -> NoReturn:
        """Say what is wrong at a node."""
        raise TwinproofError(self.diagnose(code, self.span(node), message, hint))

    def resolve(self, node: ast.expr) -> str | None:
        """What a name or a dotted name stands for, if it is something the reader knows: "laplace", "len", …"""
        match node:
            case ast.Name(name):
                meaning = self.names.get(name)
                if meaning is None:
                    return name if name in BUILTINS else None
                return meaning.name if isinstance(meaning, Imported) else None
            case ast.Attribute(ast.Name(base), attribute):
                meaning = self.names.get(base)
                if isinstance(meaning, ImportedModule):
                    return _member(meaning.module, attribute)
        return None


def load(path: str | Path) -> Source:
    """Read and parse a file."""
    shown = str(path)

    def refuse(code: Code, message: str, hint: str) -> NoReturn:
        raise TwinproofError(Diagnostic(code, message, hint, shown))

    try:
        data = contents(path)
    except FileNotFoundError:
        refuse(Code.NO_FILE, "there is no such file", "check the path")
    except (ValueError, UnicodeError):
        refuse(Code.NO_FILE, "this cannot be the name of a file", "check the path")
    except OSError as problem:
        refuse(Code.NO_FILE, f"the file cannot be read ({problem.strerror})", "check that it is a file you may read")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        refuse(Code.NOT_TEXT, f"line {line} is not UTF-8 text", "save the file as UTF-8")
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError:
        encoding = "unknown"
    if encoding not in ("utf-8", "utf-8-sig"):
        refuse(Code.NOT_TEXT, "the file says that it is not UTF-8", "save it as UTF-8 and remove the coding line")
    return parse(text, shown)


def parse(text: str, path: str) -> Source:
    """Parse a text; the path is only for messages."""
    lines = re.split(r"\r\n|\r|\n", text)

    def refuse(code: Code, line: int, column: int, message: str, hint: str) -> NoReturn:
        line = max(1, min(line, len(lines)))
        shown = lines[line - 1] if lines else ""
        span = Span(path, line, column, line, column + 1)
        raise TwinproofError(Diagnostic(code, message, hint, path, span, shown))

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
            # Some things only the compiler refuses, such as `break` outside a loop. Compiling executes nothing.
            compile(tree, path, "exec", dont_inherit=True)
    except SyntaxError as problem:
        if any(
            words in problem.msg for words in ("too many nested", "too complex", "too many levels", "statically nested")
        ):
            message = "the text is nested too deeply to be read"
            refuse(Code.TOO_DEEP, problem.lineno or 1, problem.offset or 1, message, "split it into several statements")
        hint = "twinproof reads what Python reads: correct the syntax first"
        refuse(Code.NOT_PYTHON, problem.lineno or 1, problem.offset or 1, f"this is not Python: {problem.msg}", hint)
    except ValueError as problem:
        refuse(Code.NOT_PYTHON, 1, 1, f"this is not Python: {problem}", "correct the file first")
    except (RecursionError, MemoryError):
        refuse(Code.TOO_DEEP, 1, 1, "the text is nested too deeply to be read", "split it into several statements")
    source = Source(path, lines, tree)
    changes: list[tuple[str, Meaning]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            source.functions.append(node)
        elif isinstance(node, ast.Global | ast.Attribute):
            changes += _changes(node)
    for name, meaning in (*_bindings(tree), *changes):
        same = source.names.get(name, meaning) == meaning
        source.names[name] = meaning if same else Opaque("is bound more than once in this file")
    return source


# ------------------------------------------------------------------------------------------------------ top-level names


def _member(module: str, attribute: str) -> str | None:
    if module == LIBRARY:
        return attribute if attribute in PROVIDED else None
    return TYPING.get(attribute)


def _bindings(tree: ast.Module) -> Iterator[tuple[str, Meaning]]:
    for statement in tree.body:
        match statement:
            case ast.FunctionDef(name):
                yield name, statement
            case ast.Import(names):
                for alias in names:
                    yield _import(alias)
            case ast.ImportFrom(module, names, level):
                for alias in names:
                    yield from _import_from("." * (level or 0) + (module or ""), alias)
            case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), _, ast.expr() as value):
                yield name, _constant(value)
            case _:
                for name in _stored(statement):
                    yield name, Opaque("is bound in a way that only running the file would tell")


def _changes(node: ast.Global | ast.Attribute) -> list[tuple[str, Meaning]]:
    """What a node inside a function may do to a top-level name."""
    match node:
        case ast.Global(names):
            return [(name, Opaque("is changed through `global`")) for name in names]
        case ast.Attribute(ast.Name(name), _, ast.Store() | ast.Del()):
            return [(name, Opaque("is changed from outside in this file"))]
        case _:
            return []


def _import(alias: ast.alias) -> tuple[str, Meaning]:
    bound = alias.asname or alias.name.partition(".")[0]
    if alias.name in (LIBRARY, "typing"):
        return bound, ImportedModule(alias.name)
    return bound, Opaque(f"comes from the module {alias.name}, which is not read")


def _import_from(module: str, alias: ast.alias) -> Iterator[tuple[str, Meaning]]:
    if alias.name == "*":
        if module == LIBRARY:
            yield from ((name, Imported(name)) for name in PROVIDED)
        elif module == "typing":
            yield from ((name, Imported(known)) for name, known in TYPING.items())
        else:
            yield "*", Opaque(f"`from {module} import *` could bind any name")
        return
    known = _member(module, alias.name) if module in (LIBRARY, "typing") else None
    opaque = Opaque(f"comes from the module {module}, which is not read")
    yield alias.asname or alias.name, Imported(known) if known else opaque


def _constant(value: ast.expr) -> Meaning:
    match value:
        case ast.Constant(bool() | int() as number):
            return Constant(number)
        case ast.UnaryOp(ast.USub(), ast.Constant(int() as number)) if not isinstance(number, bool):
            return Constant(-number)
        case _:
            return Opaque("is not a constant integer or truth value")


def _stored(statement: ast.stmt) -> set[str]:
    """The names that a statement may bind at the top level (not inside functions and classes that it defines)."""
    found: set[str] = set()
    queue: list[ast.AST] = [statement]
    while queue:
        node = queue.pop()
        match node:
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                found.add(name)
                continue
            case ast.Lambda():
                continue
            case ast.Name(name, ast.Store() | ast.Del()):
                found.add(name)
            case ast.alias(name, asname):
                found.add(asname or name.partition(".")[0])
            case ast.ExceptHandler(_, str(name)) | ast.MatchAs(_, str(name)) | ast.MatchStar(str(name)):
                found.add(name)
            case ast.MatchMapping(_, _, str(name)):
                found.add(name)
            case _:
                pass
        queue.extend(ast.iter_child_nodes(node))
    return found
