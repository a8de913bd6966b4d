"""The verdicts in a badge: a small picture for a README, or the JSON from which a badge service draws one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from xml.sax.saxutils import escape

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
    whole, said = first + second, escape(f"{LABEL}: {message}", {'"': "&quot;"})
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="20" role="img" aria-label="{said}">',
            f"<title>{said}</title>",
            f'<clipPath id="r"><rect width="{whole}" height="20" rx="3"/></clipPath>',
            f'<g clip-path="url(#r)"><rect width="{first}" height="20" fill="#444"/>'
            f'<rect x="{first}" width="{second}" height="20" fill="{colour}"/></g>',
            '<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">',
            f'<text x="{_MARGIN // 2}" y="14" textLength="{left}">{escape(LABEL)}</text>',
            f'<text x="{first + _MARGIN // 2}" y="14" textLength="{right}">{escape(message)}</text>',
            "</g></svg>",
        ]
    )
