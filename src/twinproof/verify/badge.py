"""The verdicts in a badge: a small picture for a README, or the JSON from which a badge service draws one."""

from __future__ import annotations

import json
from collections.abc import Sequence

from twinproof.pages import rendered

LABEL = "differential privacy"
FORMATS = (".svg", ".json")
_COLOURS = {"proved": "#2c6b32", "refuted": "#a01f27", "unknown": "#7a5600", "error": "#a01f27", "": "#555555"}
_LETTER = 6.6  # units that a letter takes; the text is stretched to what it is given
_MARGIN = 12


def words(kinds: Sequence[str]) -> tuple[str, str]:
    """What the badge says of these verdicts, and the kind that decides its colour: the worst."""
    if not kinds:
        return "nothing claimed", ""
    for kind, many in (("error", "not readable"), ("refuted", "refuted"), ("unknown", "unknown")):
        if count := kinds.count(kind):
            return f"{count} {many}", kind
    return ("proved" if len(kinds) == 1 else f"{len(kinds)} proved"), "proved"


def badge(kinds: Sequence[str], suffix: str) -> str:
    """The badge of these verdicts, as an SVG picture or as JSON for a badge service."""
    message, kind = words(kinds)
    colour = _COLOURS[kind]
    if suffix == ".json":
        return json.dumps({"schemaVersion": 1, "label": LABEL, "message": message, "color": colour})
    return _svg(message, colour)


def _svg(message: str, colour: str) -> str:
    left, right = (round(len(text) * _LETTER) for text in (LABEL, message))
    first, second = left + _MARGIN, right + _MARGIN
    values = {"label": LABEL, "message": message, "colour": colour, "margin": _MARGIN}
    return rendered("badge.svg", first=first, second=second, **values)
