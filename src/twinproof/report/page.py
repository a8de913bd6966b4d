"""The page: entries in, one self-contained HTML document out. It holds no script and asks the network for nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from twinproof import __version__
from twinproof.pages import rendered, style
from twinproof.report.content import Entry, numbered
from twinproof.report.palette import following_the_system

KINDS = ("proved", "refuted", "unknown", "error")
SIGNS = {"proved": "✓", "refuted": "✗", "unknown": "?", "error": "!"}
MANY = 6  # mechanisms: where there are more, each is folded
WORDS = {"proved": "proved", "refuted": "refuted", "unknown": "unknown", "error": "could not be read"}


def render(entries: Sequence[Entry]) -> str:
    """The page of these entries. The same entries give the same page, byte for byte."""
    context: dict[str, Any] = {
        "entries": numbered(entries),
        "folders": _by_folder(numbered(entries)),
        "folded": len(entries) > MANY,
        "counts": _counts(entries),
        "rules": list({r.name: r for e in entries if e.trust is not None for r in e.trust.rules}.values()),
        "signs": SIGNS,
        "words": WORDS,
        "style": Markup(following_the_system() + style("report/page.css")),
        "version": __version__,
    }
    return rendered("report/page.html", **context)


def _by_folder(entries: Sequence[Entry]) -> list[tuple[str, list[Entry]]]:
    """The entries by the folders of their files, in the order in which these come first."""
    folders: dict[str, list[Entry]] = {}
    for each in entries:
        folders.setdefault(each.file.rpartition("/")[0], []).append(each)
    return list(folders.items())


def summary(entries: Sequence[Entry]) -> str:
    """How many there are of each kind, in words."""
    return ", ".join(f"{count} {WORDS[kind]}" for kind, count in _counts(entries))


def _counts(entries: Sequence[Entry]) -> list[tuple[str, int]]:
    counts = [(kind, sum(e.kind == kind for e in entries)) for kind in KINDS]
    return [(kind, count) for kind, count in counts if count]
