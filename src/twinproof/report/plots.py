"""Pictures: output distributions, two of them side by side with the privacy loss, and a budget as it is spent."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import altair as alt

from twinproof.exact.display import loss, measured_words, probability
from twinproof.exact.meaning import Comparison, OutputDistribution, OutputLoss
from twinproof.exact.points import Point
from twinproof.exact.profile import Tradeoff
from twinproof.lang.claim import EpsilonDelta
from twinproof.lang.rounding import in_digits, nearest, rounded_down
from twinproof.report.chosen import FAINT, MOST_BARS, chosen_rows, label, limit_words, ordered
from twinproof.verify.budget import SEPARATOR, Segment

_DEEPEST = 1e6  # times less likely than the likeliest output: what is below stands at the bottom
_FAINTEST = 1e-18  # a δ below is drawn as this one
_HIGHEST = 1e300  # a claim is drawn no higher
LEFT, RIGHT, ABOVE, WITHIN = "#3b6ea8", "#e0873a", "#b3262e", "#5a8f5a"
INK, AXIS, GRID = "#222222", "#888888", "#ececec"
FORMATS = (".png", ".svg", ".html", ".json")


def _chart(rows: Sequence[dict[str, Any]]) -> alt.Chart:
    return alt.Chart(alt.InlineData(values=list(rows)))


def _width(labels: list[str]) -> int:
    return max(400, min(1000, 26 * len(labels)))


def _probabilities(masses: Sequence[float]) -> alt.Y:
    """The axis of probabilities; logarithmic when some bars would be too low to see."""
    seen = [m for m in masses if m > 0]
    if not seen or min(seen) * FAINT > max(seen):
        return alt.Y("probability:Q", title="probability")
    domain = [10.0 ** math.floor(math.log10(max(min(seen), max(seen) / _DEEPEST))), 1.0]
    scale = alt.Scale(type="log", domain=domain, clamp=True)
    axis = alt.Axis(format=".0e", tickCount=8)
    return alt.Y("probability:Q", title="probability (log scale)", scale=scale, axis=axis)


def configured(chart: Any) -> Any:
    """The chart in the house's colours and sizes."""
    return (
        chart.configure_view(stroke=None)
        .configure_axis(
            grid=True,
            gridColor=GRID,
            domainColor=AXIS,
            tickColor=AXIS,
            labelColor=INK,
            titleColor=INK,
            labelFontSize=12,
            titleFontSize=12,
            titleFontWeight="normal",
        )
        .configure_legend(orient="top", title=None, labelFontSize=12, labelColor=INK, columnPadding=36)
        .configure_text(color=INK)
    )


def _titled(chart: Any, title: str, subtitle: str) -> Any:
    heading = alt.TitleParams(title, subtitle=subtitle, anchor="start", fontSize=16, subtitleFontSize=12, offset=12)
    return configured(chart.properties(title=heading, background="white"))


def _axis(labels: list[str]) -> alt.X:
    angle = 0 if max(map(len, labels), default=0) <= 4 else -60
    return alt.X(
        "output:N", sort=labels, title="output", axis=alt.Axis(labelAngle=angle, labelOverlap=False, grid=False)
    )


# ------------------------------------------------------------------------------------------------------- distributions


def plot_distribution(distribution: OutputDistribution) -> Any:
    """Bars of the likeliest outputs."""
    likely = distribution.most_likely(MOST_BARS)
    masses = {label(o): m for o, m in likely}
    labels = [label(o) for o in ordered(o for o, _ in likely)]
    rows: list[dict[str, Any]] = [{"output": name, "probability": masses[name]} for name in labels]
    axis = _probabilities([r["probability"] for r in rows])
    bars = _chart(rows).mark_bar(color=LEFT).encode(x=_axis(labels), y=axis)
    missing = distribution.lost + distribution.unlisted
    note = f"{len(rows)} of {len(distribution)} outputs; mass not accounted for: at most {missing:.1e}"
    return _titled(bars.properties(width=_width(labels), height=260), f"Output of {distribution.mechanism}", note)


def plot_comparison(comparison: Comparison) -> Any:
    """Bars of both distributions, the loss of each output against the claimed ε, and below the least δ for each ε."""
    rows = chosen_rows(comparison)
    if comparison.measured is not None:
        note = f"{measured_words(comparison.measured)}; {len(rows)} of {len(comparison.rows)} outputs"
        return _titled(losses_chart(rows, None), f"{comparison.mechanism} on two adjacent inputs", note)
    largest = rounded_down(comparison.loss_at_least, 4)
    claimed = f"claimed ε = {in_digits(comparison.claim.epsilon, 4)} (dashed)"
    if comparison.claim.delta > 0:
        claimed += f", δ = {in_digits(comparison.claim.delta, 4)}; least δ for ε: {probability(comparison.least_delta)}"
        claimed += f"; least ε for δ: {loss(comparison.least_epsilon)}"
    note = f"largest loss at least {largest}; {claimed}; {len(rows)} of {len(comparison.rows)} outputs"
    losses = losses_chart(rows, nearest(comparison.claim.epsilon), limit=limit_words(comparison.claim))
    chart = alt.vconcat(losses, curve_chart(comparison.curve, comparison.claim), spacing=24)
    return _titled(chart, f"{comparison.mechanism} on two adjacent inputs", note)


def losses_chart(
    rows: Sequence[OutputLoss], epsilon: float | None, marked: Iterable[Any] = (), limit: str = "the claim"
) -> Any:
    """Both probabilities of each output, and its loss against the claim; outputs that are marked have an arrow.

    Where the claim is not about single losses, there is no ε to hold them against.
    """
    both = alt.vconcat(_both(rows), _losses(rows, epsilon, {label(o) for o in marked}, limit), spacing=18)
    return both.resolve_scale(color="independent")


def _both(rows: Sequence[OutputLoss]) -> Any:
    """Both probabilities of each output; left bars are full and right ones pale, so that colour is not needed."""
    bars = [
        {"output": label(r.output), "probability": float(side.lower), "input": name}
        for r in rows
        for name, side in (("left", r.left), ("right", r.right))
    ]
    labels = [label(r.output) for r in rows]
    colours = alt.Scale(domain=["left", "right"], range=[LEFT, RIGHT])
    return (
        _chart(bars)
        .mark_bar(strokeWidth=1.2)
        .encode(
            x=_axis(labels),
            xOffset=alt.XOffset("input:N", sort=["left", "right"]),
            y=_probabilities([float(r.left.lower) for r in rows] + [float(r.right.lower) for r in rows]),
            color=alt.Color("input:N", scale=colours),
            stroke=alt.Stroke("input:N", scale=colours, legend=None),
            fillOpacity=alt.condition(alt.datum.input == "right", alt.value(0.35), alt.value(1)),
        )
        .properties(height=220, width=_width(labels))
    )


def _losses(rows: Sequence[OutputLoss], claimed: float | None, marked: set[str], name: str) -> Any:
    """The loss of each output against the claim, if that is about them."""
    limit = min(claimed, _HIGHEST) if claimed is not None else 0.0
    top = max([limit, *(r.at_least for r in rows if r.at_least < float("inf"))]) * 1.15 or 1.0
    losses = [
        {
            "output": label(r.output),
            "loss": min(r.at_least, top),
            "verdict": f"above {name}" if r.at_least > limit else f"within {name}",
            "sign": ("∞ " if math.isinf(r.at_least) else "") + ("▼" if label(r.output) in marked else ""),
        }
        for r in rows
    ]
    labels = [label(r.output) for r in rows]
    kinds = alt.Scale(domain=[f"within {name}", f"above {name}"], range=[WITHIN, ABOVE])
    height = alt.Y("loss:Q", title="privacy loss |ln(p/q)|", scale=alt.Scale(domain=[0, top]))
    base = _chart(losses).encode(x=_axis(labels), y=height)
    if claimed is None:
        signs = base.mark_text(baseline="bottom", dy=-2, fontSize=12).encode(text="sign:N")
        return alt.layer(base.mark_bar(color=WITHIN), signs).properties(height=180, width=_width(labels))
    bars = base.mark_bar().encode(color=alt.Color("verdict:N", scale=kinds))
    signs = base.mark_text(baseline="bottom", dy=-2, fontSize=12).encode(text="sign:N")
    rule = _chart([{"claim": limit}]).mark_rule(color=INK, strokeDash=[6, 4], size=2).encode(y="claim:Q")
    return alt.layer(bars, signs, rule).properties(height=180, width=_width(labels))


# --------------------------------------------------------------------------------------------------------------- curve


def curve_chart(curve: Sequence[Tradeoff], claim: EpsilonDelta[Fraction]) -> Any:
    """The least δ for each ε, as a line, with the claim as a point: a claim below the line is broken.

    Where a bound of δ is well below the other one, what lies between them is shaded.
    """
    claimed = min(1.0, nearest(claim.delta))
    axis = _Axis.of([*(nearest(t.delta.upper) for t in curve), claimed], claimed > 0)
    rows = [
        {"ε": nearest(t.epsilon), "δ": axis.seen(t.delta.upper), "at least": axis.seen(t.delta.lower)} for t in curve
    ]
    width = alt.X("ε:Q", title="ε", scale=alt.Scale(domain=[0, rows[-1]["ε"]], nice=False))
    base = _chart(rows).encode(x=width, y=axis.encoded())
    shade = base.mark_area(color=LEFT, opacity=0.25).encode(y2="at least:Q")
    line = base.mark_line(color=LEFT, strokeWidth=2)
    is_broken = any(t.epsilon == claim.epsilon and t.delta.lower > claim.delta for t in curve)
    side: Literal["left", "right"]
    colour, side = (ABOVE, "right") if is_broken else (INK, "left")  # the name stands where the curve is not
    where = {"ε": min(nearest(claim.epsilon), rows[-1]["ε"]), "δ": axis.seen(claimed), "what": "the claim"}
    point = _chart([where]).encode(x=width, y=axis.encoded())
    dot = point.mark_point(color=colour, filled=True, size=90, shape="diamond", opacity=1)
    aside = 9 if side == "left" else -9
    text = point.mark_text(color=colour, align=side, dx=aside, dy=-aside, fontSize=12).encode(text="what:N")
    return alt.layer(shade, line, dot, text).properties(height=200, width=400)


@dataclass(frozen=True, slots=True)
class _Axis:
    """The axis of δ, linear if it begins at 0 and else logarithmic. Zero is at the bottom of either."""

    lowest: float
    highest: float

    @staticmethod
    def of(deltas: Sequence[float], small: bool) -> _Axis:
        """The axis for these; only where small ones matter is it logarithmic."""
        seen = [d for d in deltas if d > _FAINTEST] or [_FAINTEST]
        if not small or min(seen) > max(seen) / 200:
            return _Axis(0.0, max(seen) * 1.15)
        return _Axis(10.0 ** math.floor(math.log10(min(seen))), 10.0 ** math.ceil(math.log10(max(seen))))

    def seen(self, delta: Fraction | float) -> float:
        """Where a δ is drawn."""
        return max(self.lowest, nearest(delta))

    def encoded(self) -> alt.Y:
        """As a chart takes it."""
        domain = [self.lowest, self.highest]
        if self.lowest == 0:
            return alt.Y("δ:Q", title="least δ", scale=alt.Scale(domain=domain, nice=False))
        first, last = (round(math.log10(end)) for end in domain)
        ticks = alt.Axis(format=".0e", values=[10.0**n for n in range(first, last + 1, 1 + (last - first) // 8)])
        return alt.Y(
            "δ:Q", title="least δ (log scale)", scale=alt.Scale(type="log", domain=domain, clamp=True), axis=ticks
        )


# -------------------------------------------------------------------------------------------------------------- budget


def plot_guarantee(points: Sequence[Point], name: str) -> Any:
    """The δ that is enough for each ε, with a title."""
    return _titled(guarantee_chart(points), name, "for each ε a δ that is enough")


def guarantee_chart(points: Sequence[Point]) -> Any:
    """The δ that is enough for each ε, on an axis of powers of ten."""
    rows = [{"ε": p.epsilon, "δ": p.delta} for p in points if p.delta > 0]
    height = alt.Y("δ:Q", title="δ", scale=alt.Scale(type="log"))
    line = _chart(rows).mark_line(color=LEFT, strokeWidth=2).encode(x=alt.X("ε:Q", title="ε"), y=height)
    return line.properties(width=420, height=260)


def budget_chart(segments: Sequence[Segment]) -> Any:
    """A bar that fills line by line: each row starts where the one above it ends, and the claim is the end.

    Behind each row stands its own share.
    """
    bounds = [(s.what, float(s.start), float(s.end)) for s in segments]
    rows = [
        {"what": what, "zero": 0, "start": start, "end": end, "share": f"{end - start:.0%}"}
        for what, start, end in bounds
    ]
    order = [s.what for s in segments]
    tallest = max(34, *(16 * len(s.spenders) + 8 for s in segments))
    line = alt.Y(
        "what:N",
        sort=order,
        title=None,
        axis=alt.Axis(grid=False, labelLimit=240, labelExpr=f"split(datum.label, '{SEPARATOR}')"),
    )
    base = _chart(rows).encode(y=line)

    def bar(start: str, end: str, opacity: float) -> Any:
        axis = alt.Axis(format="%", tickCount=5)
        share = alt.X(f"{start}:Q", title="share of the claim", axis=axis, scale=alt.Scale(domain=[0, 1]))
        return base.mark_bar(color=LEFT, height=18, fillOpacity=opacity).encode(x=share, x2=f"{end}:Q")

    text = base.mark_text(align="left", dx=5).encode(x="end:Q", text="share:N")
    claim = _chart([{"claim": 1}]).mark_rule(color=INK, strokeDash=[6, 4], size=2).encode(x="claim:Q")
    return alt.layer(bar("zero", "start", 0.25), bar("start", "end", 1), text, claim).properties(
        width=320, height=tallest * len(rows)
    )


def save(chart: Any, path: Path) -> None:
    """Write the picture; the kind of file follows from its name."""
    if path.suffix not in FORMATS:
        raise ValueError(f"a picture is a file ending in {', '.join(FORMATS)}, not {path.name!r}")
    options: dict[str, Any] = {"scale_factor": 2} if path.suffix == ".png" else {}
    chart.save(str(path), inline=True, **options) if path.suffix == ".html" else chart.save(str(path), **options)
