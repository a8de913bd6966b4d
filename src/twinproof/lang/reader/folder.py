"""The Python files of a folder, and the mechanisms in them.

A folder holds what somebody wrote there, and not what tools have put there. Most Python files have no mechanism, and
are passed over; one that Python itself cannot read is passed over as well, unless it speaks of twinproof.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from pathlib import Path

from twinproof.lang.errors import Code, Diagnostic, TwinproofError
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_bytes
from twinproof.lang.reader.source import load
from twinproof.lang.reader.vocabulary import LIBRARY

UNREADABLE_PYTHON = (Code.NOT_TEXT, Code.NOT_PYTHON, Code.TOO_DEEP)
PASSED_OVER = ("__pycache__", "node_modules", "site-packages")


def python_files(folder: str | Path) -> list[Path | Diagnostic]:
    """The files below a folder, in order; and a diagnostic for each folder in it that cannot be listed.

    Hidden folders, virtual environments, `__pycache__`, `node_modules` and `site-packages` are passed over, unless
    they are the folder itself. Links to folders are not followed, so there is no way in circles.
    """
    return _walked(Path(folder))[1]


def folders_of(folder: str | Path) -> list[Path]:
    """The folder and those below it in which `python_files` looks; nothing if there is no such folder."""
    return _walked(Path(folder))[0] if os.path.isdir(folder) else []


def _walked(folder: Path) -> tuple[list[Path], list[Path | Diagnostic]]:
    folders: list[Path] = []
    files: list[Path] = []
    problems: list[Diagnostic] = []
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        folders.append(here)
        try:
            with os.scandir(here) as entries:
                for entry in entries:
                    path = here / entry.name
                    if entry.is_dir(follow_symlinks=False):
                        if not _passed_over(path):
                            waiting.append(path)
                    elif path.suffix == ".py" and not _is_folder(path):
                        files.append(path)
        except OSError as problem:
            message = f"the folder cannot be listed ({problem.strerror})"
            problems.append(Diagnostic(Code.NO_FILE, message, "check that you may read it", str(here)))
    return folders, [*sorted(files), *sorted(problems, key=lambda p: p.path)]


def read_folder(folder: str | Path) -> Iterator[tuple[Path, list[Mechanism | Diagnostic]]]:
    """The files below a folder that have mechanisms, or something wrong with them, in order, each with what it has."""
    for file in python_files(folder):
        if isinstance(file, Diagnostic):
            yield Path(file.path), [file]
        elif results := read_ours(file):
            yield file, results


def read_ours(file: Path) -> list[Mechanism | Diagnostic]:
    """What a file has, without what is none of our business: nothing, if nobody meant to have a mechanism in it."""
    try:
        data = load(file)
    except TwinproofError as problem:
        return [problem.diagnostic]
    results = read_bytes(data, str(file))
    return [r for r in results if isinstance(r, Mechanism) or not _is_none_of_ours(data, r)]


def _is_none_of_ours(data: bytes, problem: Diagnostic) -> bool:
    """Whether what is wrong with a file tells that nobody meant to have a mechanism in it."""
    if problem.code is Code.NO_MECHANISM:
        return not _is_meant(ast.parse(data))
    about_all = problem.code in UNREADABLE_PYTHON and not problem.mechanism
    return about_all and LIBRARY.encode() not in data


def _is_meant(tree: ast.Module) -> bool:
    """Whether a function stands under a name that comes from twinproof, be it in a way that is not understood."""
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module, imported) if module == LIBRARY:
                names |= {a.asname or "mechanism" for a in imported if a.name in ("mechanism", "*")}
            case ast.Import(imported):
                names |= {f"{a.asname or a.name}.mechanism" for a in imported if a.name == LIBRARY}
    functions = (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
    above = (d.func if isinstance(d, ast.Call) else d for f in functions for d in f.decorator_list)
    return any(ast.unparse(d) in names for d in above)


def _passed_over(folder: Path) -> bool:
    name = folder.name
    return name.startswith(".") or name in PASSED_OVER or os.path.lexists(folder / "pyvenv.cfg")


def _is_folder(path: Path) -> bool:
    """Whether a link leads to a folder; one that leads nowhere is a file that cannot be read."""
    return os.path.isdir(path)
