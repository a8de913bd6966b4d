"""The numbers and the picture of docs/last-figure.md: `python -m tests.exact.last_figure` draws the picture anew.

Everything is at ε = 1 and threshold 0, and every answer is 1 higher on the right. The last query is never asked by the
figure, so one more is given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import altair as alt

from twinproof.exact.meaning import Comparison, compare
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file
from twinproof.report.plots import ABOVE, AXIS, INK, LEFT, RIGHT, WITHIN, configured, save

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "last-figure.md"
PICTURE = ROOT / "docs" / "last-figure.svg"

MOST = 8  # queries
LOW = -1  # a value below all answers: nothing but a low threshold explains it
GAP = 40  # how far the answers before the last one lie above the threshold, where the loss is nearly 3/4


@cache
def _mechanism(folder: str, name: str) -> Mechanism:
    (found,) = read_file(ROOT / "gallery" / folder / f"{name}.py")
    assert isinstance(found, Mechanism)
    return found


def value_alone() -> Mechanism:
    return _mechanism("open", "above_threshold_value_figure")


def with_index() -> Mechanism:
    return _mechanism("broken", "above_threshold_value")


@cache
def compared(mechanism: Mechanism, answers: tuple[int, ...]) -> Comparison:
    """The mechanism on these answers and on answers that are 1 higher."""
    left: dict[str, object] = {"queries": [*answers, 0], "t": 0, "eps": 1}
    return compare(mechanism, left, left | {"queries": [*(a + 1 for a in answers), 0]})


def far(queries: int, gap: int = GAP) -> tuple[int, ...]:
    """Answers that let the loss be nearly 3/4: the last is four times as far up as the others."""
    return (*[gap] * (queries - 1), 4 * gap + 1)


def losses_by_length() -> list[dict[str, Any]]:
    """The largest loss of any output, by the number of queries."""
    families: list[tuple[str, Mechanism, Callable[[int], tuple[int, ...]]]] = [
        ("with the index, answers 0, …, 0", with_index(), lambda n: (0,) * n),
        (f"value alone, answers {GAP}, …, {GAP}, {4 * GAP + 1}", value_alone(), far),
        ("value alone, answers 0, …, 0", value_alone(), lambda n: (0,) * n),
    ]
    return [
        {"returned": name, "queries": n, "loss": round(compared(mechanism, answers(n)).loss_at_least, 4)}
        for name, mechanism, answers in families
        for n in range(1, MOST + 1)
    ]


def who_fired() -> list[dict[str, Any]]:
    """P(the value is LOW and query j gave it) on both sides; at the end the sum, which is all that the figure shows."""
    by_query = {r.output: r for r in compared(with_index(), (0,) * MOST).rows}
    together = {r.output: r for r in compared(value_alone(), (0,) * MOST).rows}
    rows = [(f"query {j}", by_query[j, LOW]) for j in range(1, MOST + 1)]
    return [
        {"fired": name, "left": float(r.left.lower), "right": float(r.right.lower), "loss": round(r.at_least, 4)}
        for name, r in [*rows, ("any of them", together[LOW])]
    ]


def loss_by_gap(gaps: Sequence[int]) -> list[float]:
    """The loss of the value 4g + 1 on the answers g, g, g, 4g + 1."""
    rows = [{r.output: r for r in compared(value_alone(), far(4, g)).rows}[4 * g + 1] for g in gaps]
    return [r.at_least for r in rows]


# ------------------------------------------------------------------------------------------------------------- picture


def _rows(rows: list[dict[str, Any]]) -> Any:
    return alt.Chart(alt.InlineData(values=rows))


def points() -> list[dict[str, Any]]:
    """The points of the left picture, and what is told of each to those who do not see it."""
    return [r | {"told": f"{r['returned']}, {r['queries']} queries: {r['loss']:.4f}"} for r in losses_by_length()]


def bars() -> list[dict[str, Any]]:
    """The bars of the right picture, and what is told of each."""
    return [
        {"fired": r["fired"], "probability": r[side], "side": side, "told": f"{r['fired']}, {side}: {r[side]:.4g}"}
        for r in who_fired()
        for side in ("left", "right")
    ]


def _heading(text: str) -> Any:
    return alt.TitleParams(text, anchor="start", fontSize=13, fontWeight="normal", color=INK, offset=10)


def _lengths() -> Any:
    rows = points()
    names = list(dict.fromkeys(r["returned"] for r in rows))
    colour = alt.Color("returned:N", scale=alt.Scale(domain=names, range=[ABOVE, WITHIN, AXIS]), legend=None)
    x = alt.X("queries:O", title="queries asked", axis=alt.Axis(labelAngle=0, grid=False))
    y = alt.Y("loss:Q", title="largest loss of any output (ε = 1)", scale=alt.Scale(domain=[0, 2]))
    lines = _rows(rows).mark_line().encode(x=x, y=y, color=colour)
    dots = _rows(rows).mark_circle(size=50, opacity=1).encode(x=x, y=y, color=colour, description="told:N")
    places = dict(zip(names, ({"dx": -12}, {"dy": 16}, {"dy": 16}), strict=True))
    words = [
        _rows([r for r in rows if r["returned"] == name and r["queries"] == MOST - 1])
        .mark_text(align="right", fontSize=12, **places[name])
        .encode(x=x, y=y, text="returned:N", color=colour)
        for name in names
    ]
    limit = _rows([{"limit": 0.75}]).mark_rule(color=INK, strokeDash=[6, 4]).encode(y="limit:Q")
    return alt.layer(limit, lines, dots, *words).properties(
        width=380, height=300, title=_heading("With the index each query adds ε/4; without it, 3ε/4 is never passed")
    )


def _queries() -> Any:
    rows = who_fired()
    x = alt.X("fired:N", sort=[r["fired"] for r in rows], title=None, axis=alt.Axis(labelAngle=-40, grid=False))
    scale = alt.Scale(type="log", domain=[1e-7, 1], clamp=True)
    axis = alt.Axis(format=".0e", values=[10.0**-k for k in range(8)])
    height = f"P(the value is −{-LOW}, and this query gave it)"
    colours = alt.Scale(domain=["left", "right"], range=[LEFT, RIGHT])
    pairs = (
        _rows(bars())
        .mark_bar()
        .encode(
            x=x,
            y=alt.Y("probability:Q", title=height, scale=scale, axis=axis),
            description="told:N",
            xOffset=alt.XOffset("side:N", sort=["left", "right"]),
            color=alt.Color("side:N", scale=colours, legend=alt.Legend(orient="top-right", direction="horizontal")),
        )
    )
    words = _rows([r | {"text": f"{r['loss']:.2f}"} for r in rows])
    losses = words.mark_text(dy=-8, fontSize=12).encode(x=x, y=alt.Y("left:Q", scale=scale), text="text:N")
    heading = "A late query has a large loss and hardly ever gives the value (numbers: loss)"
    return alt.layer(pairs, losses).properties(width=420, height=300, title=_heading(heading))


def picture() -> Any:
    """Left: with the index the loss grows without end, with the value alone it does not. Right: why."""
    return configured((_lengths() | _queries()).resolve_scale(color="independent").properties(background="white"))


if __name__ == "__main__":
    save(picture(), PICTURE)
