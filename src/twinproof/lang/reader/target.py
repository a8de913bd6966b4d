"""How people name mechanisms: PATH for all of a file or a folder, PATH::name for one."""

from __future__ import annotations

from dataclasses import dataclass

from twinproof.lang.errors import Code, Diagnostic, TwinproofError

SEPARATOR = "::"
_HINT = "write PATH::name for one mechanism, or PATH alone for all of its mechanisms"


@dataclass(frozen=True, slots=True)
class Target:
    """A path, and the name of a mechanism there; no name means all mechanisms of the path."""

    path: str
    name: str | None


def parse_target(text: str) -> Target:
    """The target that a text stands for. Raises `TwinproofError` when a part of it is missing."""
    path, colons, name = text.partition(SEPARATOR)
    if not path:
        raise TwinproofError(Diagnostic(Code.NO_FILE, "there is no path", _HINT, repr(text)))
    if colons and not name:
        raise TwinproofError(Diagnostic(Code.NO_SUCH_MECHANISM, "there is no name after `::`", _HINT, path))
    return Target(path, name if colons else None)
