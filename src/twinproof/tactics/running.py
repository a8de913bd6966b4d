"""Running a proof script: all of it, or up to a line, and what came of it.

A script is a Python program; this executes it. To stop at a line, the script gets one more statement: before the first
one that ends behind that line, in the block where the line stands.
"""

from __future__ import annotations

import ast
import sys
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from twinproof.lang.errors import TwinproofError
from twinproof.lang.files import text_of
from twinproof.tactics.failures import ScriptError
from twinproof.tactics.proof import Proof, collected
from twinproof.tactics.state import Sorry

_STOP = "_twinproof_reached_the_line"


class _Reached(BaseException):
    """The line was reached. Not an Exception, so that a script does not catch it by accident."""


@dataclass(frozen=True)
class Ran:
    """What came of a script: the proofs that it began, and what went wrong."""

    proofs: tuple[Proof, ...]
    problem: str = ""

    @property
    def proved(self) -> bool:
        """Whether there is a proof, and everything that was begun is proved."""
        return not self.problem and bool(self.proofs) and all(p.proved for p in self.proofs)


def run_script(path: Path, upto: int | None = None) -> Ran:
    """Execute a script, at most up to a line (counted from one)."""
    try:
        text = text_of(path)
        tree = ast.parse(text, str(path))
        if upto is not None:
            tree.body = _cut(tree.body, upto)
            ast.fix_missing_locations(tree)
        code = compile(tree, str(path), "exec")
    except OSError as problem:
        return Ran((), f"{path}: the script cannot be read: {problem.strerror}")
    except UnicodeDecodeError:
        return Ran((), f"{path}: the script is not UTF-8 text")
    except SyntaxError as problem:
        return Ran((), f"{path}:{problem.lineno or 1}: this is not Python: {problem.msg}")
    except (ValueError, RecursionError, MemoryError) as problem:
        return Ran((), f"{path}: this is not Python: {problem}")
    names = {"__name__": "__main__", "__file__": str(path.resolve()), _STOP: _Reached()}
    with collected() as proofs, at_home(path), warnings.catch_warnings():
        warnings.simplefilter("ignore", Sorry)  # whoever asked for the script to be run is told in another way
        problem_text = _execute(code, names, path)
    return Ran(tuple(proofs), problem_text)


def _execute(code: object, names: dict[str, object], path: Path) -> str:
    try:
        exec(code, names)  # type: ignore[arg-type] # a script is a program: running it is what was asked for
    except _Reached:
        pass
    except ScriptError as problem:
        return str(problem)
    except TwinproofError as problem:
        return f"{_where(problem, path)}: {problem}"
    except SystemExit:
        return f"{path}: the script ended itself (sys.exit)"
    except Exception as problem:
        return f"{_where(problem, path)}: {type(problem).__name__}: {problem}"
    return ""


def _where(problem: BaseException, path: Path) -> str:
    line = last_line(problem, path)
    return str(path) if line is None else f"{path}:{line}"


def last_line(problem: BaseException, path: Path) -> int | None:
    """The last line of the script that was being executed."""
    lines = [frame.lineno for frame in traceback.extract_tb(problem.__traceback__) if frame.filename == str(path)]
    return lines[-1] if lines else None


@contextmanager
def at_home(path: Path) -> Iterator[None]:
    """Imports find what stands beside the script, as when Python runs it."""
    folder = str(path.resolve().parent)
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)


def _cut(block: list[ast.stmt], line: int) -> list[ast.stmt]:
    """The block with a stop before its first statement that ends behind the line."""
    for number, statement in enumerate(block):
        if (statement.end_lineno or statement.lineno) <= line:
            continue
        if statement.lineno > line or not _cut_inside(statement, line):
            stop = ast.Raise(ast.Name(_STOP, ast.Load()))
            return [*block[:number], ast.copy_location(stop, statement), *block[number:]]
        break
    return block


def _cut_inside(statement: ast.stmt, line: int) -> bool:
    """Cut in the blocks of a statement around the line; false if none of them has begun by then.

    A decorated function is a mechanism, say, and not a part of the proof: the script stops before it.
    """
    if getattr(statement, "decorator_list", []):
        return False
    begun = False
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for part in (inner := getattr(statement, name, [])):
            if isinstance(part, ast.ExceptHandler | ast.match_case):
                part.body = _cut(part.body, line)
                begun = True
        if inner and isinstance(inner[0], ast.stmt) and inner[0].lineno <= line:
            setattr(statement, name, _cut(inner, line))
            begun = True
    return begun
