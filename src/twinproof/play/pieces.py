"""Pieces of the page in HTML: the evidence in words, and the draws of two runs. All text is escaped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from twinproof import pages
from twinproof.integrations.lsp.sections import Section
from twinproof.pages import rendered
from twinproof.play.wire import Drawn
from twinproof.report.palette import following_a_class

_WIDE, _HALF, _MARGIN = 640.0, 38.0, 12.0  # of a picture of one draw


def style() -> str:
    """The style sheet."""
    return following_a_class("body--dark") + pages.style("play/play.css")


def told(sections: Sequence[Section]) -> str:
    """The evidence in words."""
    return rendered("play/told.html", sections=sections)


def draw(drawn: Drawn, number: int) -> str:
    """One draw of both runs."""
    return rendered("play/draw.html", d=drawn, number=number, picture=picture_of(drawn))


@dataclass(frozen=True, slots=True)
class Picture:
    """One draw as a picture: the left run's noise above a line, the right run's below, and where each fell."""

    left_curve: str
    right_curve: str
    left_centre: float
    right_centre: float
    left: float
    right: float
    wide: float = _WIDE
    high: float = 2 * _HALF + 8
    middle: float = _HALF + 4
    half: float = _HALF


def picture_of(drawn: Drawn) -> Picture | None:
    """The picture of a draw, where it is one of numbers."""
    if drawn["numbers"] is None or not drawn["curve"]:
        return None
    left_centre, right_centre, left, right = drawn["numbers"]
    curve = drawn["curve"]
    low = min(left_centre, right_centre) + curve[0][0]
    high = max(left_centre, right_centre) + curve[-1][0]

    def across(x: float) -> float:
        return round(_MARGIN + (x - low) / (high - low) * (_WIDE - 2 * _MARGIN), 1)

    def outline(centre: float, side: int) -> str:
        middle = _HALF + 4
        points = [f"{across(centre + x)},{round(middle - side * _HALF * m, 1)}" for x, m in curve]
        first, last = across(centre + curve[0][0]), across(centre + curve[-1][0])
        return f"M{first},{middle} L{' L'.join(points)} L{last},{middle} Z"

    return Picture(
        outline(left_centre, 1),
        outline(right_centre, -1),
        across(left_centre),
        across(right_centre),
        across(left),
        across(right),
    )
