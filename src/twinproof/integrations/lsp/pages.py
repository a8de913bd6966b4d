"""Where the page about a code is, as a link that an editor can follow.

An editor may say how it wants its links, with `{code}` where the code belongs. Otherwise they lead to the pages of this
installation, if it has any: a clone has them, a wheel has not.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path

import twinproof

_VERDICTS = {
    "proved": ("prover.md", "reading-a-proof"),
    "refuted": ("counterexamples.md", ""),
    "unknown": ("errors.md", "a-verdict-of-unknown"),
}


def page_of(code: str, template: str | None) -> str | None:
    """The link for a code of an error, or for a verdict."""
    if template is not None:
        return template.replace("{code}", code) if template else None
    page, anchor = _VERDICTS.get(code, ("errors.md", _anchors().get(code, "")))
    path = _folder() / page
    if not path.is_file() or (code not in _VERDICTS and not anchor):
        return None
    return f"{path.as_uri()}#{anchor}" if anchor else path.as_uri()


def _folder() -> Path:
    return Path(twinproof.__file__).parents[2] / "docs"


@functools.cache
def _anchors() -> dict[str, str]:
    """The heading of each code, as a link names it."""
    path = _folder() / "errors.md"
    headings = (
        re.findall(r"^### (TP\d+) (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE) if path.is_file() else []
    )
    return {code: re.sub(r"[^\w\- ]", "", f"{code} {title}".lower()).replace(" ", "-") for code, title in headings}
