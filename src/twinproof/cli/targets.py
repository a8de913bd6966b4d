"""What a command is about: PATH, a folder, or PATH::name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from twinproof.lang.errors import Code, Diagnostic, TwinproofError
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file, read_mechanism


def split(target: str) -> tuple[str, str | None]:
    """The path and the name of a target; no name means all mechanisms of the path."""
    path, colons, name = target.partition("::")
    return path, name if colons else None


def one(target: str) -> Mechanism:
    """The mechanism that PATH::name names; a file with one mechanism needs no name."""
    return read_mechanism(*split(target))


def every(targets: Sequence[str]) -> Iterator[Mechanism | Diagnostic]:
    """All mechanisms of the targets; a folder stands for the Python files below it."""
    for target in targets:
        path, name = split(target)
        if name is not None:
            try:
                yield one(target)
            except TwinproofError as problem:
                yield problem.diagnostic
        elif Path(path).is_dir():
            yield from _folder(path)
        else:
            yield from read_file(path)


def _folder(path: str) -> Iterator[Mechanism | Diagnostic]:
    """Files without a mechanism are passed over, as long as one has some."""
    found = False
    for file in sorted(Path(path).rglob("*.py")):
        for result in read_file(file):
            if isinstance(result, Diagnostic) and result.code is Code.NO_MECHANISM:
                continue
            found = True
            yield result
    if not found:
        hint = "name a file or a folder with functions under `@mechanism`"
        yield Diagnostic(Code.NO_MECHANISM, "there is no mechanism in this folder", hint, path)


def files_of(targets: Sequence[str]) -> list[Path]:
    """The files that the targets stand for."""
    found: list[Path] = []
    for target in targets:
        path = Path(split(target)[0])
        found += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return found
