"""Reading the files that people name: regular files, and what this process was handed as one of its own streams.

A named pipe keeps its reader waiting until somebody writes to it, and a device may never end. Whoever names one by
mistake is told so, with an `OSError` as for any other file that cannot be read.
"""

from __future__ import annotations

import errno
import io
import os
import stat
from pathlib import Path

_KINDS = (
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def contents(path: str | Path, most: int = -1) -> bytes:
    """All that is in a file, or its first bytes."""
    if _is_own_stream(path):
        with open(path, "rb") as stream:
            return stream.read(most)
    _refuse_others(os.stat(path).st_mode, path)  # before it is opened: some devices act on that
    with open(path, "rb", opener=_without_waiting) as file:
        _refuse_others(os.fstat(file.fileno()).st_mode, path)
        return file.read(most)


def text_of(path: str | Path) -> str:
    """The UTF-8 text of a file, with the line ends of Python."""
    return io.StringIO(contents(path).decode("utf-8-sig"), newline=None).read()


def _is_own_stream(path: str | Path) -> bool:
    """`/dev/stdin`, or `/dev/fd/63` as a shell writes for `<(…)`: the other end is there."""
    return str(path) == "/dev/stdin" or str(path).startswith("/dev/fd/")


def _refuse_others(mode: int, path: str | Path) -> None:
    for is_kind, name in _KINDS:
        if is_kind(mode):
            raise OSError(errno.EINVAL, f"it is {name}, not a regular file", str(path))


def _without_waiting(path: str, flags: int) -> int:
    """Open for reading; what became a pipe a moment ago is opened too, and found out."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
