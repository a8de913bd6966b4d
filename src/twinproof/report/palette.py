"""The colours of our pages, by their names in the style sheets: one set for light, one for dark."""

from __future__ import annotations

from collections.abc import Mapping

LIGHT = {  # every text has a contrast of 4.5 to what is behind it
    "paper": "#fcfcfa",
    "card": "#ffffff",
    "ink": "#1d2126",
    "soft": "#59616b",
    "line": "#dcdfe3",
    "wash": "#f2f3f1",
    "link": "#1f5a99",
    "left": "#3b6ea8",
    "right": "#b4590a",
    "above": "#b3262e",
    "within": "#3f7a3f",
    "axis": "#8a9099",
    "grid": "#e6e8ea",
    "proved": "#2c6b32",
    "proved-wash": "#e5f2e4",
    "refuted": "#a01f27",
    "refuted-wash": "#fae5e4",
    "unknown": "#7a5600",
    "unknown-wash": "#faf0d2",
    "error": "#5b3a86",
    "error-wash": "#eee6f7",
    "mark": "#fbe3a8",
    "keyword": "#8a3b86",
    "string": "#2f6b3a",
    "number": "#9a4a00",
    "comment": "#6a737d",
    "name": "#1f5a99",
}
DARK = {  # the same
    "paper": "#14171a",
    "card": "#1b1f23",
    "ink": "#e8e8e4",
    "soft": "#a4acb5",
    "line": "#353b42",
    "wash": "#22272c",
    "link": "#8dbdf2",
    "left": "#74a9e6",
    "right": "#f0a35c",
    "above": "#ff7b7f",
    "within": "#86c586",
    "axis": "#8a9099",
    "grid": "#31373d",
    "proved": "#9ad69c",
    "proved-wash": "#1d3320",
    "refuted": "#ff9d9f",
    "refuted-wash": "#412022",
    "unknown": "#ecc969",
    "unknown-wash": "#392f14",
    "error": "#cdb2f2",
    "error-wash": "#32264a",
    "mark": "#5d4a13",
    "keyword": "#dc9ad8",
    "string": "#96cf9f",
    "number": "#f2b47c",
    "comment": "#98a1ab",
    "name": "#8dbdf2",
}


def declared(colours: Mapping[str, str]) -> str:
    """The colours as declarations of a style sheet."""
    return " ".join(f"--{name}: {colour};" for name, colour in colours.items())


def following_the_system() -> str:
    """A style sheet with the colours, as the reader's system has it."""
    dark = f"@media (prefers-color-scheme: dark) {{ :root {{ {declared(DARK)} }} }}"
    return f":root {{ color-scheme: light dark; {declared(LIGHT)} }}\n{dark}\n"


def following_a_class(name: str) -> str:
    """A style sheet with the colours, dark where an element has a class."""
    return f":root {{ {declared(LIGHT)} }}\n.{name} {{ color-scheme: dark; {declared(DARK)} }}\n"
