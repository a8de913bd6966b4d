"""What a command is about: PATH, a folder, or PATH::name; `-` is what comes in on standard input."""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator, Sequence

from twinproof.cli.streams import echo, is_watched
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_bytes, read_file, targets
from twinproof.lang.reader.both_forms import trusted_form
from twinproof.lang.reader.targets import Item, files_of

__all__ = ["STDIN", "every", "files_of", "one"]

STDIN, _SHOWN = "-", "<stdin>"


@functools.cache
def _stdin() -> bytes:
    """What comes in, read once."""
    if is_watched(sys.stdin):
        echo("reading mechanisms from the keyboard; Ctrl-D ends it", err=True)
    return sys.stdin.buffer.read()


def _reading(path: str) -> list[Item]:
    return read_bytes(_stdin(), _SHOWN) if path == STDIN else read_file(path)


def one(target: str) -> Mechanism:
    """The mechanism that PATH::name names; a file with one mechanism needs no name. It does what was written."""
    return trusted_form(targets.one(target, _reading))


def every(wanted: Sequence[str], if_any: bool = False) -> Iterator[Item]:
    """All mechanisms of the targets, each once; a folder stands for the Python files below it.

    If any: a file or a folder without mechanisms is passed over, and not an error.
    """
    return targets.every(wanted, if_any, _reading)
