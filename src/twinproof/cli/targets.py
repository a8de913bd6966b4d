"""What a command is about: PATH, a folder, or PATH::name."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from twinproof.lang.errors import Code, Diagnostic, TwinproofError
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file, read_mechanism
from twinproof.lang.reader.folder import python_files, read_folder

Found = Mechanism | Diagnostic


def split(target: str) -> tuple[str, str | None]:
    """The path and the name of a target; no name means all mechanisms of the path."""
    path, colons, name = target.partition("::")
    hint = "write PATH::name for one mechanism, or PATH alone for all of its mechanisms"
    if not path:
        raise TwinproofError(Diagnostic(Code.NO_FILE, "there is no path", hint, repr(target)))
    if colons and not name:
        raise TwinproofError(Diagnostic(Code.NO_SUCH_MECHANISM, "there is no name after `::`", hint, path))
    return path, name if colons else None


def one(target: str) -> Mechanism:
    """The mechanism that PATH::name names; a file with one mechanism needs no name."""
    path, name = split(target)
    if os.path.isdir(path):
        hint = "name the file that the mechanism is in: FILE::name"
        raise TwinproofError(Diagnostic(Code.NO_FILE, "this is a folder, not a file", hint, path))
    return read_mechanism(path, name)


def every(targets: Sequence[str]) -> Iterator[Found]:
    """All mechanisms of the targets, each once; a folder stands for the Python files below it."""
    known: set[tuple[object, ...]] = set()
    for target in targets:
        for found in _of(target):
            identity = _identity(found)
            if identity not in known:
                known.add(identity)
                yield found


def _identity(found: Found) -> tuple[object, ...]:
    """What makes a mechanism, or a thing that is wrong, the same one when two targets lead to it."""
    if isinstance(found, Mechanism):
        return os.path.realpath(found.at.path) if found.at is not None else "", found.name
    place = (found.span.line, found.span.column) if found.span is not None else None
    return os.path.realpath(found.path), found.mechanism, found.code, place, found.message


def _of(target: str) -> Iterator[Found]:
    try:
        path, name = split(target)
        if name is not None:
            yield one(target)
        elif os.path.isdir(path):
            yield from _folder(path)
        else:
            yield from read_file(path)
    except TwinproofError as problem:
        yield problem.diagnostic


def _folder(path: str) -> Iterator[Found]:
    """Files without a mechanism are passed over, as long as one has some."""
    nothing = True
    for _, found in read_folder(path):
        nothing = False
        yield from found
    if nothing:
        hint = "name a file or a folder with functions under `@mechanism`"
        yield Diagnostic(Code.NO_MECHANISM, "there is no mechanism in this folder", hint, path)


def files_of(targets: Sequence[str]) -> list[Path]:
    """The files that the targets stand for."""
    found: list[Path] = []
    for target in targets:
        path = Path(split(target)[0])
        found += [f for f in python_files(path) if isinstance(f, Path)] if path.is_dir() else [path]
    return found
