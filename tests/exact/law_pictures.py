"""The pictures of the noises in docs/language.md: `python -m tests.exact.law_pictures` draws them anew.

Each shows the masses of one draw, as the exact engine computes them for a mechanism that returns it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import altair as alt

from twinproof.exact.meaning import distribution
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise import FUNCTIONS
from twinproof.lang.reader import read_text
from twinproof.report.chosen import label
from twinproof.report.plots import LEFT, configured, save

PICTURES = Path(__file__).parents[2] / "docs" / "laws"

# A draw of each noise, and what is shown of its values where they have no end.
DRAWS: dict[str, tuple[str, range | None]] = {
    "laplace": ("laplace(0, 2)", range(-8, 9)),
    "one_sided_laplace": ("one_sided_laplace(2, 2)", range(13)),
    "geometric": ("geometric(2)", range(-2, 11)),
    "truncated_laplace": ("truncated_laplace(0, 2, 4)", range(-6, 7)),
    "gaussian": ("gaussian(0, 2)", range(-8, 9)),
    "uniform": ("uniform(1, 6)", range(8)),
    "coin": ("coin(Fraction(1, 3))", None),
    "randomized_response": ("randomized_response(True, 1)", None),
    "randomized_choice": ("randomized_choice(2, 5, 1)", None),
    "choose": ("choose([0, 1, 3, 2], 1)", None),
    "permute_and_flip": ("permute_and_flip([0, 1, 3, 2], 1)", None),
}
MECHANISM = """\
from fractions import Fraction
from typing import Annotated
from twinproof import {noise}, mechanism, within


@mechanism(epsilon="1")
def drawn(x: Annotated[int, within(1)]) -> {kind}:
    return {call}
"""


@cache
def masses(noise: str) -> dict[Any, float]:
    """The probabilities of the values that the picture has room for."""
    call, window = DRAWS[noise]
    kind = FUNCTIONS[noise].value_type
    (mechanism,) = read_text(MECHANISM.format(noise=noise, kind=kind, call=call))
    assert isinstance(mechanism, Mechanism), str(mechanism)
    found = distribution(mechanism, {"x": 0})
    values = sorted(found.outputs) if window is None else list(window)
    return {value: float(found.mass(value).lower) for value in values}


def bars(noise: str) -> list[dict[str, Any]]:
    """The bars of a picture, and what is told of each to those who do not see it."""
    return [
        {"value": label(value), "probability": mass, "told": f"{label(value)}: {mass:.4g}"}
        for value, mass in masses(noise).items()
    ]


def picture(noise: str) -> Any:
    """One draw: its call above, a bar for each value."""
    rows = bars(noise)
    x = alt.X("value:N", sort=[r["value"] for r in rows], title=None, axis=alt.Axis(labelAngle=0, grid=False))
    y = alt.Y("probability:Q", title=None, axis=alt.Axis(tickCount=3))
    chart = alt.Chart(alt.InlineData(values=rows)).mark_bar(color=LEFT).encode(x=x, y=y, description="told:N")
    heading = alt.TitleParams(DRAWS[noise][0], anchor="start", fontSize=12, fontWeight="normal", font="monospace")
    return configured(chart.properties(width=230, height=80, title=heading, background="white"))


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for name in DRAWS:
        save(picture(name), PICTURES / f"{name}.svg")
