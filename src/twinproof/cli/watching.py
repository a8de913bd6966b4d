"""`verify --watch`: waiting until what the targets stand for has changed.

The files are watched from before they are first read, so that what is saved during a run is not lost. When to look at
them is told by the library; whether something matters is seen in the files themselves, which are compared with what
they were before the run. So a run that writes beside its own files does not start itself again.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from twinproof.cli.targets import files_of
from twinproof.lang.files import contents
from twinproof.lang.reader.folder import folders_of
from twinproof.lang.reader.target import parse_target
from twinproof.verify.processes import Child, Send

_FIRST = 100  # milliseconds until the library is known to watch
_AT_LEAST = 5.0  # seconds after which the files are looked at again, even if nothing was told
_READY, _CHANGED = "ready", "changed"  # what the process that watches says


class Unwatchable(Exception):
    """The system does not let us watch."""


@dataclass(frozen=True)
class _Seen:
    """The state of all that matters."""

    folders: frozenset[Path]
    files: dict[Path, str]


class Watching:
    """Watches what some targets stand for, for as long as it is entered."""

    def __init__(self, targets: Sequence[str]) -> None:
        self.targets = targets
        self.watcher: _Watcher | None = None

    def __enter__(self) -> Self:
        self._look()
        return self

    def __exit__(self, *_: object) -> None:
        if self.watcher is not None:
            self.watcher.stop()

    def until_changed(self) -> None:
        """Wait until a file is another one than when this was last called, or entered."""
        while True:
            assert self.watcher is not None
            before = self.seen.files
            self.watcher.wait()
            self._look()
            if self.seen.files != before:
                return

    def _look(self) -> None:
        """Watch all folders that matter, and only then look at the files."""
        folders = _folders(self.targets)
        if self.watcher is None or self.watcher.folders != folders:
            before, self.watcher = self.watcher, _Watcher(folders)
            if before is not None:
                before.stop()
        self.seen = _Seen(folders, {path: _state(path) for path in files_of(self.targets)})


def _folders(targets: Sequence[str]) -> frozenset[Path]:
    """Where files that matter are, or may come to be; an editor replaces a file, so its folder has to be watched."""
    paths = [parse_target(target).path for target in targets]
    inside = {Path(os.path.abspath(folder)) for path in paths for folder in folders_of(path)}
    files = [*paths, *map(str, files_of(targets))]
    around = {Path(place).parent for file in files for place in (os.path.abspath(file), os.path.realpath(file))}
    return frozenset(_existing(folder) for folder in inside | around)


def _existing(folder: Path) -> Path:
    """The folder, or what there is of the way to it."""
    return next(place for place in (folder, *folder.parents) if place.is_dir())


def _state(path: Path) -> str:
    try:
        return hashlib.sha256(contents(path)).hexdigest()
    except OSError as problem:
        return f"unreadable: {problem.strerror}"


class _Watcher:
    """A process that watches folders: the library has threads, and who has threads must not fork any more."""

    def __init__(self, folders: frozenset[Path]) -> None:
        self.folders = folders
        self.child = Child(_watch, sorted(folders))
        try:
            self._hear(_READY)
        except BaseException:
            self.stop()
            raise

    def wait(self) -> None:
        """Until something has happened in the folders, or to them; many things at once are one."""
        self._hear(_CHANGED)
        while self.child.speaks_within(0):
            self._hear(_CHANGED)

    def _hear(self, expected: str) -> None:
        message = self.child.hear()
        if message is None:
            raise Unwatchable("the process that watches them has ended")
        assert message[0] == expected

    def stop(self) -> None:
        self.child.end()


def _watch(folders: list[Path], send: Send) -> None:
    """The process that watches."""
    try:
        _tell(folders, send)
    except OSError as problem:
        if isinstance(problem, BrokenPipeError):
            raise
        send(_READY, None)  # there are too many folders for the system, say: then only the clock tells
        while True:
            time.sleep(_AT_LEAST)
            send(_CHANGED, None)


def _tell(folders: list[Path], send: Send) -> None:
    """Say that it is time to look: when the system says so, and now and then, for some file systems never do."""
    import watchfiles

    said: float | None = None
    for changes in watchfiles.watch(
        *folders,
        watch_filter=None,
        recursive=False,
        rust_timeout=_FIRST,
        yield_on_timeout=True,
        force_polling=False,
        ignore_permission_denied=True,
    ):
        if said is None:
            send(_READY, None)
            said = time.monotonic()
        if changes or time.monotonic() - said > _AT_LEAST:
            send(_CHANGED, None)
            said = time.monotonic()
