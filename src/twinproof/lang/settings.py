"""What a project says in its pyproject.toml, under `[tool.twinproof]`: where its mechanisms are, options and limits.

What is said in a call counts more. A key that is not known is an error: a limit that is misspelt would be none.
"""

from __future__ import annotations

import difflib
import math
import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from twinproof.lang.errors import Code, Diagnostic, TwinproofError
from twinproof.lang.files import text_of

FILE, TABLE = "pyproject.toml", "tool.twinproof"
HERE = "."
LEAST_TIME = 0.1  # seconds


@dataclass(frozen=True, slots=True)
class Settings:
    """What is not said in a call. Paths are relative to the folder in which we are."""

    paths: tuple[str, ...] = (HERE,)
    proofs: Path | None = None
    certificates: Path | None = None
    infer: bool = False
    cache: bool = True
    jobs: int | None = None
    timeout: float | None = None


def settings(folder: str | Path = HERE) -> Settings:
    """The settings that hold in a folder: of the nearest pyproject.toml with such a table, there or above it.

    Raises `TwinproofError` if they are wrong.
    """
    start = Path(os.path.abspath(folder))
    for place in (start, *start.parents):
        table = _table(place / FILE)
        if table is not None:
            return _read(table, place)
    return Settings()


def _table(path: Path) -> Mapping[str, Any] | None:
    """The table in a file; None if there is no such file, or nothing of ours in it."""
    try:
        text = text_of(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, UnicodeError) as problem:
        raise _wrong(path, f"the file cannot be read: {getattr(problem, 'strerror', None) or problem}") from None
    if "twinproof" not in text:
        return None
    try:
        tool = tomllib.loads(text).get("tool", {})
    except (tomllib.TOMLDecodeError, RecursionError) as problem:
        raise _wrong(path, f"this is not TOML: {problem}") from None
    table = tool.get("twinproof") if isinstance(tool, dict) else None
    if table is not None and not isinstance(table, dict):
        raise _wrong(path, f"`{TABLE}` is not a table")
    return table


def _read(table: Mapping[str, Any], folder: Path) -> Settings:
    read: dict[str, Any] = {}
    for key, value in table.items():
        if key not in KEYS:
            near = difflib.get_close_matches(key, KEYS, 1)
            hint = f"did you mean `{near[0]}`?" if near else f"there are {', '.join(KEYS)}"
            raise _wrong(folder / FILE, f"[{TABLE}] has no `{key:.40}`", hint)
        wanted, meaning = KEYS[key]
        read[key] = meaning(value, folder)
        if read[key] is None:
            raise _wrong(folder / FILE, f"[{TABLE}] {key} must be {wanted}, not {value!r:.40}", f"write {wanted}")
    return Settings(**read)


def _wrong(path: Path, message: str, hint: str = "correct it: the settings are in it") -> TwinproofError:
    return TwinproofError(Diagnostic(Code.SETTINGS, message, hint, os.path.relpath(path)))


# --------------------------------------------------------------------------- what a key may be; None: something else


def _paths(value: Any, folder: Path) -> tuple[str, ...] | None:
    if not isinstance(value, list) or not value or not all(isinstance(p, str) and p for p in value):
        return None
    return tuple(os.path.relpath(folder / p) for p in value)


def _place(value: Any, folder: Path) -> Path | None:
    return Path(os.path.relpath(folder / value)) if isinstance(value, str) and value else None


def _flag(value: Any, _: Path) -> bool | None:
    return value if isinstance(value, bool) else None


def _count(value: Any, _: Path) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 1 else None


def _time(value: Any, _: Path) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if math.isfinite(value) and value >= LEAST_TIME else None


KEYS: dict[str, tuple[str, Callable[[Any, Path], Any]]] = {
    "paths": ("a list of files and folders", _paths),
    "proofs": ("a folder", _place),
    "certificates": ("a folder", _place),
    "infer": ("true or false", _flag),
    "cache": ("true or false", _flag),
    "jobs": ("a number of processes", _count),
    "timeout": (f"a number of seconds, at least {LEAST_TIME}", _time),
}
