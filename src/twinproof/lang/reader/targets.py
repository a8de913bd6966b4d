"""The mechanisms that targets stand for: PATH, a folder, or PATH::name."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from twinproof.lang.errors import Code, Diagnostic, TwinproofError
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file, the_one
from twinproof.lang.reader.folder import python_files, read_folder, read_ours
from twinproof.lang.reader.target import parse_target

Item = Mechanism | Diagnostic
Reading = Callable[[str], list[Item]]  # of all that is in a file


def one(target: str, reading: Reading = read_file) -> Mechanism:
    """The mechanism that PATH::name names; a file with one mechanism needs no name."""
    wanted = parse_target(target)
    if os.path.isdir(wanted.path):
        hint = "name the file that the mechanism is in: FILE::name"
        raise TwinproofError(Diagnostic(Code.NO_FILE, "this is a folder, not a file", hint, wanted.path))
    return the_one(reading(wanted.path), wanted.path, wanted.name)


def every(targets: Sequence[str], if_any: bool = False, reading: Reading = read_file) -> Iterator[Item]:
    """All mechanisms of the targets, each once; a folder stands for the Python files below it.

    If any: a file or a folder without mechanisms is passed over, and not an error.
    """
    seen: set[tuple[object, ...]] = set()
    for target in targets:
        for item in _of(target, if_any, reading):
            identity = _identity(item)
            if identity not in seen:
                seen.add(identity)
                yield item


def _identity(item: Item) -> tuple[object, ...]:
    """What makes a mechanism, or a thing that is wrong, the same one when two targets lead to it."""
    if isinstance(item, Mechanism):
        return os.path.realpath(item.at.path) if item.at is not None else "", item.name
    place = (item.span.line, item.span.column) if item.span is not None else None
    return os.path.realpath(item.path), item.mechanism, item.code, place, item.message


def _of(target: str, if_any: bool, reading: Reading) -> Iterator[Item]:
    try:
        wanted = parse_target(target)
        if wanted.name is not None:
            yield one(target, reading)
        elif os.path.isdir(wanted.path):
            yield from _folder(wanted.path, if_any)
        elif if_any and os.path.lexists(wanted.path):
            yield from read_ours(Path(wanted.path))
        else:
            yield from reading(wanted.path)
    except TwinproofError as problem:
        yield problem.diagnostic


def _folder(path: str, if_any: bool) -> Iterator[Item]:
    """Files without a mechanism are passed over, as long as one has some."""
    nothing = True
    for _, items in read_folder(path):
        nothing = False
        yield from items
    if nothing and not if_any:
        hint = "name a file or a folder with functions under `@mechanism`"
        yield Diagnostic(Code.NO_MECHANISM, "there is no mechanism in this folder", hint, path)


def files_of(targets: Sequence[str]) -> list[Path]:
    """The files that the targets stand for."""
    files: list[Path] = []
    for target in targets:
        path = Path(parse_target(target).path)
        files += [f for f in python_files(path) if isinstance(f, Path)] if path.is_dir() else [path]
    return files
