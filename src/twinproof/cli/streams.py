"""The standard streams: closed ones, those that do not take every character, and those whose reader has gone."""

from __future__ import annotations

import codecs
import contextlib
import os
import sys
from io import TextIOWrapper
from typing import TextIO

# What is written where a symbol cannot be; as `twinproof.lang.printer` writes programs in ASCII.
_PLAIN = {
    "ε": "eps", "δ": "delta", "ω": "omega", "∞": "inf", "⟨": "<", "⟩": ">", "≤": "<=", "≥": ">=", "≠": "!=", "−": "-",
    "·": "*", "×": "x", "¬": "not ", "∧": "and", "∨": "or", "⇒": "=>", "∀": "forall ", "∃": "exists ", "⊥": "bottom",
    "←": "<-", "→": "->", "ᵒ": "o", "ˢ": "s", "…": "...", "│": "|", "─": "-", "▸": ">", "✓": "+", "✗": "-", "–": "-",
}  # fmt: skip


def prepare() -> None:
    """Make the streams fit to be written to; stdout stays None if it is closed.

    A closed stdin or stderr is replaced by nothing at all: else the next file to be opened would take its place.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 (for as long as the program runs)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    codecs.register_error("twinproof.plain", _plain)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="twinproof.plain")


def _plain(problem: UnicodeError) -> tuple[str | bytes, int]:
    """Stands in for one character that a stream does not take."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    character = problem.object[problem.start]
    if "\udc80" <= character <= "\udcff":  # a byte of a path that is not text: it goes out as it came in
        return bytes([ord(character) - 0xDC00]), problem.start + 1
    return _PLAIN.get(character, "?"), problem.start + 1


def speaks_unicode() -> bool:
    """Whether the terminal or file that we print to takes the paper's symbols."""
    try:
        "←⟨ᵒ".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def echo(text: str = "", err: bool = False) -> None:
    """A line on stdout or stderr. (Typer's own function takes ASCII for a mistake of the system and writes UTF-8.)"""
    print(text, file=sys.stderr if err else sys.stdout, flush=True)


def is_watched(stream: TextIO) -> bool:
    """Whether a stream leads to a terminal that can do more than print."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def working(text: str) -> None:
    """What goes on, on a line that the next one replaces; only where somebody watches. (No thread draws it.)"""
    if is_watched(sys.stderr):
        sys.stderr.write(f"\r\x1b[2K{text}")
        sys.stderr.flush()


def say(text: str) -> None:
    """A line on stderr. If nobody can hear it, the exit code still tells."""
    with contextlib.suppress(OSError):
        echo(text, err=True)


def abandon() -> None:
    """Nothing can be written to stdout any more; the interpreter must not try it again when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
