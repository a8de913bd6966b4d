"""What the site has beyond the pages as they are: the README as its first page, and links that lead out of docs/."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
_LINK = re.compile(r"(\]\()(?!https?://|#|mailto:)([^)\s]+)(\))")


def on_files(files: Any, config: Any) -> Any:
    """The README is the first page."""
    from mkdocs.structure.files import File

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    files.append(File.generated(config, "index.md", content=text.replace("](docs/", "](")))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, **_: Any) -> str:
    """A link to a file outside of docs/ leads to the repository."""
    base = "" if page.file.src_uri == "index.md" else "docs"
    return outward(markdown, base, f"{config['extra']['repository']}/blob/main/")


def outward(markdown: str, base: str, repository: str) -> str:
    """A page of the folder `base` with the links that lead out of docs/ made links to the repository."""
    root = ROOT.resolve()

    def link(match: re.Match[str]) -> str:
        before, target, after = match.groups()
        path = target.partition("#")[0]
        if (inside := (root / "docs" / path).resolve()).exists() and inside.is_relative_to(root / "docs"):
            return match[0]
        place = (root / base / path).resolve()
        if not place.exists() or not place.is_relative_to(root):
            return match[0]
        return f"{before}{repository}{place.relative_to(root).as_posix()}{after}"

    return _LINK.sub(link, markdown)
