"""The charts of the page, as options for ECharts, in light and in dark."""

from __future__ import annotations

from typing import Any

from twinproof.play.wire import Seen
from twinproof.report.palette import DARK, LIGHT

_ABOVE_THE_LINE: dict[str, Any] = {"position": "insideEndTop", "distance": 4, "padding": [1, 5], "borderRadius": 3}


def _on_card(c: dict[str, str]) -> dict[str, str]:
    return {"color": c["ink"], "backgroundColor": c["card"]}


def colours(is_dark: bool) -> dict[str, str]:
    return DARK if is_dark else LIGHT


def outputs_chart(seen: Seen, is_dark: bool) -> dict[str, Any]:
    """Both distributions as pairs of bars."""
    c = colours(is_dark)
    options = _base(seen, c, "probability")
    options["legend"] = {"top": 0, "right": 0, "data": ["left input", "right input"], "textStyle": {"color": c["ink"]}}
    options["series"] = [
        {
            "name": f"{side} input",
            "type": "bar",
            "barGap": "8%",
            "data": [o[side] for o in seen["outcomes"]],
            "itemStyle": {"color": c[side], "borderRadius": [3, 3, 0, 0]},
        }
        for side in ("left", "right")
    ]
    return options


def losses_chart(seen: Seen, is_dark: bool) -> dict[str, Any]:
    """The loss of each output against the claimed ε."""
    c = colours(is_dark)
    options = _base(seen, c, "privacy loss")
    losses = [o["loss"] for o in seen["outcomes"]]
    top = 1.2 * max([seen["epsilon"], *(v for v in losses if v is not None)])
    options["yAxis"]["max"] = float(f"{top or 1.0:.2g}")
    bars = [
        {
            "value": top if o["loss"] is None else o["loss"],
            "itemStyle": {"color": c["above" if o["is_above"] else "within"], "borderRadius": [3, 3, 0, 0]},
            "label": {"show": o["loss"] is None, "formatter": "∞", "position": "insideTop", "color": c["card"]},
        }
        for o in seen["outcomes"]
    ]
    line: dict[str, Any] = {
        "silent": True,
        "symbol": "none",
        "animation": False,
        "lineStyle": {"color": c["ink"], "type": "dashed", "width": 2},
        "label": {"formatter": f"{seen['limit']}: {seen['epsilon']:.4g}", **_ABOVE_THE_LINE, **_on_card(c)},
        "data": [{"yAxis": seen["epsilon"]}],
    }
    options["series"] = [{"name": "loss", "type": "bar", "barWidth": "55%", "data": bars, "markLine": line}]
    return options


def curve_chart(seen: Seen, is_dark: bool) -> dict[str, Any]:
    """The least δ for each ε, and the claim as a point: a claim below the line is broken."""
    c = colours(is_dark)
    axis: dict[str, Any] = {
        "type": "value",
        "axisLine": {"lineStyle": {"color": c["soft"]}},
        "axisLabel": {"color": c["soft"]},
    }
    axis |= {"nameTextStyle": {"color": c["soft"], "align": "left"}, "nameGap": 12}
    points = seen["curve"]
    return {
        "textStyle": {"fontFamily": "system-ui, sans-serif"},
        "grid": {"left": 8, "right": 28, "top": 34, "bottom": 4, "containLabel": True},
        "tooltip": _tooltip(c),
        "xAxis": {**axis, "name": "ε", "max": points[-1][0] if points else 1, "splitLine": {"show": False}},
        "yAxis": {**axis, "name": "least δ", "splitLine": {"lineStyle": {"color": c["grid"]}}, "splitNumber": 4},
        "series": [
            {
                "type": "line",
                "name": "least δ",
                "data": [list(p) for p in points],
                "showSymbol": False,
                "lineStyle": {"color": c["left"], "width": 2},
                "itemStyle": {"color": c["left"]},
                "areaStyle": {"color": c["left"], "opacity": 0.12},
            },
            {
                "type": "scatter",
                "name": "the claim",
                "data": [[seen["epsilon"], seen["delta"]]],
                "symbol": "diamond",
                "symbolSize": 13,
                "itemStyle": {"color": c["above" if seen["is_broken"] else "ink"]},
                "label": {"show": True, "formatter": "the claim", "position": "right", **_on_card(c)},
            },
        ],
    }


def _base(seen: Seen, c: dict[str, str], name: str) -> dict[str, Any]:
    names = [o["output"] for o in seen["outcomes"]]
    is_long = max(map(len, names), default=0) > 4
    return {
        "textStyle": {"fontFamily": "system-ui, sans-serif"},
        "animationDuration": 300,
        "animationDurationUpdate": 250,
        "grid": {"left": 8, "right": 8, "top": 34, "bottom": 4, "containLabel": True},
        "tooltip": _tooltip(c),
        "xAxis": {
            "type": "category",
            "data": names,
            "axisLine": {"lineStyle": {"color": c["soft"]}},
            "axisTick": {"show": False},
            "axisLabel": {"color": c["ink"], "rotate": 50 if is_long else 0, "width": 110, "overflow": "truncate"},
        },
        "yAxis": {
            "type": "value",
            "name": name,
            "min": 0,
            "nameTextStyle": {"color": c["soft"], "align": "left"},
            "nameGap": 12,
            "axisLabel": {"color": c["soft"]},
            "splitLine": {"lineStyle": {"color": c["grid"]}},
            "splitNumber": 4,
        },
    }


def _tooltip(c: dict[str, str]) -> dict[str, Any]:
    return {
        "trigger": "axis",
        "backgroundColor": c["card"],
        "borderColor": c["grid"],
        "textStyle": {"color": c["ink"]},
        "renderMode": "richText",  # text, and never markup: outputs may hold anything
        "axisPointer": {"type": "shadow"},
        "confine": True,
    }
