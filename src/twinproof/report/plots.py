"""Pictures of output distributions, and of two of them side by side with the privacy loss."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import altair as alt

from twinproof.exact.meaning import Comparison, OutputDistribution

_MOST_BARS = 40
_LEFT, _RIGHT, _LIMIT = "#3b6ea8", "#e0873a", "#b3262e"
_LINE = "#222222"
FORMATS = (".png", ".svg", ".html", ".json")


def label(output: Any) -> str:
    """An output as it is written on an axis."""
    text = json.dumps(output)
    return text if len(text) <= 28 else text[:25] + "…"


def _order(outputs: Iterable[Any]) -> list[Any]:
    """Outputs in their natural order: numbers by size, lists and tuples by their items."""

    def key(output: Any) -> Any:
        return tuple(map(key, output)) if isinstance(output, list | tuple) else (output,)

    return sorted(outputs, key=key)


def _chart(rows: Sequence[dict[str, Any]]) -> alt.Chart:
    return alt.Chart(alt.InlineData(values=list(rows)))


def _width(labels: list[str]) -> int:
    return max(360, min(1000, 26 * len(labels)))


def _probabilities(masses: Sequence[float]) -> alt.Y:
    """The axis of probabilities; logarithmic when some bars would be too low to see."""
    seen = [m for m in masses if m > 0]
    if not seen or min(seen) > max(seen) / 200:
        return alt.Y("probability:Q", title="probability")
    domain = [10.0 ** math.floor(math.log10(min(seen))), 1.0]
    scale = alt.Scale(type="log", domain=domain, clamp=True)
    axis = alt.Axis(format=".0e", tickCount=8)
    return alt.Y("probability:Q", title="probability (log scale)", scale=scale, axis=axis)


def _style(chart: Any, title: str, subtitle: str) -> Any:
    heading = alt.TitleParams(title, subtitle=subtitle, anchor="start", fontSize=16, subtitleFontSize=12, offset=12)
    return (
        chart.properties(title=heading, background="white")
        .configure_view(stroke=None)
        .configure_axis(grid=True, gridColor="#ececec", domainColor="#888", tickColor="#888", labelFontSize=11)
        .configure_legend(orient="top", title=None, labelFontSize=12)
    )


def _axis(labels: list[str]) -> alt.X:
    angle = 0 if max(map(len, labels), default=0) <= 4 else -60
    return alt.X(
        "output:N", sort=labels, title="output", axis=alt.Axis(labelAngle=angle, labelOverlap=False, grid=False)
    )


def plot_distribution(found: OutputDistribution) -> Any:
    """Bars of the likeliest outputs."""
    shown = found.most_likely(_MOST_BARS)
    masses = {label(o): m for o, m in shown}
    labels = [label(o) for o in _order(o for o, _ in shown)]
    rows: list[dict[str, Any]] = [{"output": name, "probability": masses[name]} for name in labels]
    axis = _probabilities([r["probability"] for r in rows])
    bars = _chart(rows).mark_bar(color=_LEFT).encode(x=_axis(labels), y=axis)
    note = f"{len(rows)} of {len(found)} outputs; mass not accounted for: at most {found.lost + found.unlisted:.1e}"
    return _style(bars.properties(width=_width(labels), height=260), f"Output of {found.mechanism}", note)


def plot_comparison(found: Comparison) -> Any:
    """Bars of both distributions, and below them the loss of each output against the claimed ε."""
    likely = sorted(found.rows, key=lambda r: -max(r.left.upper, r.right.upper))[: _MOST_BARS - 8]
    worst = sorted(found.rows, key=lambda r: -r.at_least)[:8]
    chosen = {label(r.output): r for r in (*likely, *worst)}
    labels = list(dict.fromkeys(label(o) for o in _order(r.output for r in chosen.values())))
    bars: list[dict[str, Any]] = []
    losses: list[dict[str, Any]] = []
    limit = float(found.epsilon)
    top = max([limit, *(r.at_least for r in chosen.values() if r.at_least < float("inf"))]) * 1.15
    for name in labels:
        row = chosen[name]
        bars.append({"output": name, "probability": float(row.left.lower), "input": "left"})
        bars.append({"output": name, "probability": float(row.right.lower), "input": "right"})
        verdict = "above the claim" if row.at_least > limit else "within the claim"
        losses.append({"output": name, "loss": min(row.at_least, top), "verdict": verdict})
    colours = alt.Scale(domain=["left", "right"], range=[_LEFT, _RIGHT])
    upper = (
        _chart(bars)
        .mark_bar()
        .encode(
            x=_axis(labels),
            xOffset=alt.XOffset("input:N", sort=["left", "right"]),
            y=_probabilities([b["probability"] for b in bars]),
            color=alt.Color("input:N", scale=colours),
        )
        .properties(height=220, width=_width(labels))
    )
    kinds = alt.Scale(domain=["within the claim", "above the claim"], range=["#5a8f5a", _LIMIT])
    points = (
        _chart(losses)
        .mark_bar()
        .encode(
            x=_axis(labels),
            y=alt.Y("loss:Q", title="privacy loss |ln(p/q)|", scale=alt.Scale(domain=[0, top])),
            color=alt.Color("verdict:N", scale=kinds),
        )
    )
    rule = _chart([{"claim": limit}]).mark_rule(color=_LINE, strokeDash=[6, 4], size=2).encode(y="claim:Q")
    lower = alt.layer(points, rule).properties(height=180, width=_width(labels))
    shown = "∞" if found.loss_at_least == float("inf") else f"{found.loss_at_least:.4g}"
    note = (
        f"largest loss at least {shown}; claimed ε = {limit:.4g} (dashed); {len(labels)} of {len(found.rows)} outputs"
    )
    both = alt.vconcat(upper, lower, spacing=18).resolve_scale(color="independent")
    return _style(both, f"{found.mechanism} on two adjacent inputs", note)


def save(chart: Any, path: Path) -> None:
    """Write the picture; the kind of file follows from its name."""
    if path.suffix not in FORMATS:
        raise ValueError(f"a picture is a file ending in {', '.join(FORMATS)}, not {path.name!r}")
    options: dict[str, Any] = {"scale_factor": 2} if path.suffix == ".png" else {}
    chart.save(str(path), inline=True, **options) if path.suffix == ".html" else chart.save(str(path), **options)
