"""What the shell offers for the word at the cursor.

Files and folders are the shell's own business; it asks here about options, and about what comes after `PATH::`. Files
are read for that, never executed, and nothing is ever said: what cannot be read has no names to offer.
"""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Iterator
from pathlib import Path


def names_of_mechanisms(incomplete: str) -> list[str]:
    """The mechanisms of a file, as PATH::name; nothing before the colons are there."""
    from twinproof.lang.mechanism import Mechanism
    from twinproof.lang.reader import read_file
    from twinproof.lang.reader.target import SEPARATOR

    path, colons, _ = incomplete.partition(SEPARATOR)
    if not colons or not Path(path).is_file():
        return []
    names = [f.name if isinstance(f, Mechanism) else f.mechanism for f in read_file(path)]
    return [f"{path}{SEPARATOR}{name}" for name in names if name]


def forms() -> list[str]:
    """The forms in which verdicts are printed."""
    return ["full", "concise", "json", "sarif", "github"]


def verdicts() -> list[str]:
    """What can be expected of a mechanism."""
    return ["proved", "refuted", "unknown"]


@contextlib.contextmanager
def as_bash_wants() -> Iterator[None]:
    """Bash takes `a.py::x` for three words, and replaces the last one only: the words are put together, the answer cut.

    Other shells, and bash when told not to break words at colons, ask for the whole word and are left alone.
    """
    if os.environ.get("_TWINPROOF_COMPLETE") != "complete_bash" or "COMP_WORDS" not in os.environ:
        yield
        return
    words, position = os.environ["COMP_WORDS"].split("\n"), int(os.environ.get("COMP_CWORD", "0"))
    words = words[: position + 1] + [""] * (position + 1 - len(words))
    dropped = 0
    if len(words) > 2 and words[-2] == "::":
        dropped, words = len(words[-3]) + 2, [*words[:-3], "".join(words[-3:])]
    elif len(words) > 1 and words[-1] == "::":
        dropped, words = len(words[-2]) + 2, [*words[:-2], "".join(words[-2:])]
    os.environ |= {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    answer = io.StringIO()
    try:
        with contextlib.redirect_stdout(answer):
            yield
    finally:
        for line in answer.getvalue().splitlines():
            print(line[dropped:])
