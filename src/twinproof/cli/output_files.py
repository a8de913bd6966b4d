"""Where results are written: whether it will be possible is looked at before the work begins."""

from __future__ import annotations

import os
from pathlib import Path


def unwritable(file: Path) -> str:
    """Why a file cannot be written, as far as one can tell beforehand; empty if it can."""
    if file.is_dir():
        return "it is a folder"
    if not file.parent.is_dir():
        return f"there is no folder {file.parent}"
    return "" if os.access(file if file.exists() else file.parent, os.W_OK) else "permission denied"


def folder_for(folder: Path) -> str:
    """Make a folder, unless it is there; why it cannot be made, or empty."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        return problem.strerror or str(problem)
    return ""
