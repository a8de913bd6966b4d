"""The Python files of a folder: those that somebody wrote there, and not those that tools have put there."""

from __future__ import annotations

import os
from pathlib import Path

from twinproof.lang.errors import Code, Diagnostic

PASSED_OVER = ("__pycache__", "node_modules", "site-packages")


def python_files(folder: str | Path) -> list[Path | Diagnostic]:
    """The files below a folder, in order; and a diagnostic for each folder in it that cannot be listed.

    Hidden folders, virtual environments, `__pycache__`, `node_modules` and `site-packages` are passed over, unless
    they are the folder itself. Links to folders are not followed, so there is no way in circles.
    """
    files: list[Path] = []
    problems: list[Diagnostic] = []
    waiting = [Path(folder)]
    while waiting:
        here = waiting.pop()
        try:
            with os.scandir(here) as entries:
                for entry in entries:
                    path = here / entry.name
                    if entry.is_dir(follow_symlinks=False):
                        if not _passed_over(path):
                            waiting.append(path)
                    elif path.suffix == ".py" and not _is_folder(path):
                        files.append(path)
        except OSError as problem:
            message = f"the folder cannot be listed ({problem.strerror})"
            problems.append(Diagnostic(Code.NO_FILE, message, "check that you may read it", str(here)))
    return [*sorted(files), *sorted(problems, key=lambda p: p.path)]


def _passed_over(folder: Path) -> bool:
    name = folder.name
    return name.startswith(".") or name in PASSED_OVER or os.path.lexists(folder / "pyvenv.cfg")


def _is_folder(path: Path) -> bool:
    """Whether a link leads to a folder; one that leads nowhere is a file that cannot be read."""
    return os.path.isdir(path)
