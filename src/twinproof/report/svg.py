"""Charts as SVG inside a page: drawn once, here, so that the page needs no script and no network.

Colours become variables of the page's style sheet, which has one set for light and one for dark. What Vega says of a
mark to screen readers becomes its title, which a browser shows under the pointer; a reader is told the whole picture.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import Any

import vl_convert
from markupsafe import Markup

from twinproof.report.plots import ABOVE, AXIS, GRID, INK, LEFT, RIGHT, WITHIN, configured

_SVG = "http://www.w3.org/2000/svg"
_VARIABLES = {
    LEFT: "var(--left)",
    RIGHT: "var(--right)",
    ABOVE: "var(--above)",
    WITHIN: "var(--within)",
    INK: "var(--ink)",
    AXIS: "var(--axis)",
    GRID: "var(--grid)",
}
_DEFAULTS = {"opacity": "1", "stroke-width": "1", "transform": "translate(0,0)", "x2": "0", "y2": "0"}
_SHRINK = 0.75  # a picture is drawn smaller on a narrow screen, down to this; then it scrolls in its box
_NEEDLESS = ("class", "role", "pointer-events", "aria-label", "aria-hidden", "aria-roledescription", "font-family")
ET.register_namespace("", _SVG)


def inline(chart: Any, description: str) -> Markup:
    """The chart as an SVG element that a screen reader reads as one picture."""
    spec = configured(chart.properties(background="transparent")).to_dict()
    root = ET.fromstring(vl_convert.vegalite_to_svg(spec))
    _plain(root)
    width = float(root.attrib["width"])
    root.attrib |= {"role": "img", "aria-label": description, "style": f"min-width:{round(width * _SHRINK)}px"}
    return Markup(ET.tostring(root, encoding="unicode"))


def _plain(element: ET.Element) -> None:
    """The element without what a page has no use for; colours by name, numbers as fine as a screen."""
    for child in list(element):
        if child.get("display") == "none" or child.get("class") == "background":
            element.remove(child)
        else:
            _plain(child)
    _flatten(element)
    title = element.get("aria-label", "") if element.get("role") == "graphics-symbol" and not len(element) else ""
    for name in _NEEDLESS:
        element.attrib.pop(name, None)
    for name, value in element.attrib.items():
        if name in ("d", "transform", "x2", "y2"):
            element.set(name, re.sub(r"\d+\.\d+", lambda number: f"{float(number[0]):.4g}", value))
        element.set(name, _VARIABLES.get(element.attrib[name], element.attrib[name]))
    for name, value in _DEFAULTS.items():
        if element.get(name) == value:
            del element.attrib[name]
    if title and element.tag == f"{{{_SVG}}}path":
        ET.SubElement(element, f"{{{_SVG}}}title").text = title.replace("; sign: ", "").strip()


def _flatten(element: ET.Element) -> None:
    """Groups that say nothing of what is in them are not needed."""
    children = [inner for child in element for inner in (child if _is_bare(child) else (child,))]
    element[:] = children


def _is_bare(element: ET.Element) -> bool:
    return element.tag == f"{{{_SVG}}}g" and not element.attrib
