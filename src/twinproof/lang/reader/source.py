"""A source file as text: its syntax tree, what its names mean, and where things stand. Nothing is executed."""

from __future__ import annotations

import ast
import io
import re
import tokenize
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from twinproof.lang.errors import Code, Diagnostic, TwinproofError
from twinproof.lang.files import contents
from twinproof.lang.reader.names import meanings
from twinproof.lang.reader.scopes import note_insertions, separate, with_functions
from twinproof.lang.reader.vocabulary import BUILTINS, Foreign, Imported, ImportedModule, Meaning, member
from twinproof.lang.span import Span

_LONGEST = 400  # characters of a message


@dataclass(frozen=True)
class Source:
    """A parsed file."""

    path: str
    text: str  # with the line ends of Python
    lines: list[str]
    tree: ast.Module
    size: int  # how many nodes the tree has
    names: dict[str, Meaning]
    functions: list[ast.FunctionDef | ast.AsyncFunctionDef]  # at any depth
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

    def text_of(self, node: ast.expr) -> str:
        """A node as it is written in the file."""
        return ast.get_source_segment(self.text, node) or ""

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
                    return member(meaning.module, attribute)
        return None

    def origin(self, node: ast.expr) -> str | None:
        """The dotted name of something that comes from a module that is not read: "numpy.random.laplace"."""
        match node:
            case ast.Name(name) if isinstance(meaning := self.names.get(name), Foreign):
                return f"{meaning.module}.{meaning.name}" if meaning.name else meaning.module
            case ast.Attribute(ast.Name(name), attribute) if isinstance(
                meaning := self.names.get(name), ImportedModule
            ):
                return f"{meaning.module}.{attribute}"
            case ast.Attribute(base, attribute) if (outer := self.origin(base)) is not None:
                return f"{outer}.{attribute}"
        return None


def load(path: str | Path) -> bytes:
    """What is in a file. It is read once: what it says in the next moment is another program."""

    def refuse(message: str, hint: str) -> NoReturn:
        raise TwinproofError(Diagnostic(Code.NO_FILE, message, hint, str(path)))

    try:
        return contents(path)
    except FileNotFoundError:
        refuse("there is no such file", "check the path")
    except (ValueError, UnicodeError):
        refuse("this cannot be the name of a file", "check the path")
    except OSError as problem:
        refuse(f"the file cannot be read ({problem.strerror})", "check that it is a file you may read")


def decode(data: bytes, path: str) -> Source:
    """Parse what is in a file; the path is only for messages."""

    def refuse(code: Code, message: str, hint: str) -> NoReturn:
        raise TwinproofError(Diagnostic(code, message, hint, path))

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
    return parse(text, path)


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
            nodes = list(ast.walk(tree))
            if any(isinstance(n, ast.Lambda) for n in nodes):
                with_functions(nodes)
                nodes = list(ast.walk(tree))
            # Some things only the compiler refuses, such as `break` outside a loop. Compiling executes nothing.
            names = meanings(tree, nodes)
            separate(tree)
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
    functions = [n for n in nodes if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))]
    source = Source(path, "\n".join(lines), lines, tree, len(nodes), names, functions)
    for function in functions:
        note_insertions(function, lambda made: source.resolve(made) == "defaultdict")
    return source
