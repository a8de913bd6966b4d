"""The gallery to choose from: the files of a clone, or the copy of them that a wheel has."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import twinproof

FOLDERS = {
    "private": "proved",
    "broken": "broken",
    "open": "open",
    "data/private": "data, proved",
    "data/broken": "data, broken",
}
FIRST = "private/above_threshold"


@dataclass(frozen=True, slots=True)
class Example:
    """A file of the gallery, and under which heading it stands."""

    key: str  # its folder and its name
    heading: str
    path: Path

    @property
    def title(self) -> str:
        return self.path.stem.replace("_", " ")

    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")


def folder() -> Path:
    """Where the gallery is: in the package, if it was built into it, or beside the package's source."""
    package = Path(twinproof.__file__).parent
    built_in = package / "gallery"
    return built_in if built_in.is_dir() else package.parents[1] / "gallery"


def examples() -> dict[str, Example]:
    """All files of the gallery by their keys, heading by heading."""
    found: dict[str, Example] = {}
    for name, heading in FOLDERS.items():
        for path in sorted((folder() / name).glob("*.py")):
            key = f"{name}/{path.stem}"
            found[key] = Example(key, heading, path)
    return found
