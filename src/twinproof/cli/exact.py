"""twinproof dist and twinproof compare: exact output distributions, exact privacy loss."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from twinproof.cli.output_files import unwritable
from twinproof.cli.run import given_inputs
from twinproof.cli.streams import echo
from twinproof.cli.targets import one
from twinproof.exact.display import decision
from twinproof.exact.distribution import Interval
from twinproof.exact.meaning import Comparison, OutputDistribution, OutputLoss
from twinproof.exact.meaning import compare as compare_inputs
from twinproof.exact.meaning import distribution as distribution_of
from twinproof.lang.errors import Code, Diagnostic, TwinproofError
from twinproof.lang.inputs import parse_object
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.rounding import in_digits, in_json

DONE, UNDECIDED = 0, 2


def dist(
    target: str, arguments: Sequence[str] | None, tolerance: float, top: int, as_json: bool, plot: Path | None
) -> int:
    """Print the exact distribution of the output on given inputs, with certified bounds."""
    mechanism = one(target)
    _check(mechanism, tolerance, plot)
    found = distribution_of(mechanism, given_inputs(mechanism, arguments), tolerance)
    if as_json:
        echo(json.dumps(_distribution_json(found)))
    else:
        _print_distribution(found, top)
    _warn(found)
    if plot is not None:
        from twinproof.report.plots import plot_distribution

        _save(mechanism, plot_distribution(found), plot, as_json)
    return DONE if found.complete else UNDECIDED


def compare(
    target: str,
    left: str,
    right: str,
    arguments: Sequence[str] | None,
    tolerance: float,
    top: int,
    as_json: bool,
    plot: Path | None,
) -> int:
    """Print both probabilities and the privacy loss of each output on two adjacent inputs.

    `left` and `right` are JSON objects; `arguments` are the inputs that both share.
    """
    mechanism = one(target)
    _check(mechanism, tolerance, plot)
    common = given_inputs(mechanism, arguments)
    sides = [_side(mechanism, option, text, common) for option, text in (("--left", left), ("--right", right))]
    found = compare_inputs(mechanism, sides[0], sides[1], tolerance)
    if as_json:
        echo(json.dumps(_comparison_json(found)))
    else:
        _print_comparison(found, top)
    _warn(found.left)
    _warn(found.right)
    if plot is not None:
        from twinproof.report.plots import plot_comparison

        _save(mechanism, plot_comparison(found), plot, as_json)
    return DONE if found.violates is not None else UNDECIDED


# ----------------------------------------------------------------------------------------------------------- arguments


def _refuse(mechanism: Mechanism, message: str, hint: str) -> TwinproofError:
    path = mechanism.at.path if mechanism.at is not None else mechanism.name
    return TwinproofError(Diagnostic(Code.INPUT_TEXT, message, hint, path, mechanism=mechanism.name))


def _check(mechanism: Mechanism, tolerance: float, plot: Path | None) -> None:
    if not 1e-200 <= tolerance < 1:
        raise _refuse(mechanism, f"a tolerance of {tolerance} cannot be used", "choose it between 1e-200 and 1")
    if plot is not None and plot.suffix not in (".png", ".svg", ".html", ".json"):
        raise _refuse(mechanism, f"{plot.name!r} is not a picture", "end the name in .png, .svg, .html or .json")
    if plot is not None and (reason := unwritable(plot)):
        raise _refuse(mechanism, f"{plot} cannot be written: {reason}", "choose another place")


def _side(mechanism: Mechanism, option: str, text: str, common: Mapping[str, object]) -> dict[str, object]:
    given = parse_object(mechanism, option, text)
    for name in given:
        if name in common:
            raise _refuse(mechanism, f"`{name}` is given by --arg and by {option}", "give each input once")
    return {**common, **given}


def _save(mechanism: Mechanism, chart: Any, path: Path, as_json: bool) -> None:
    from twinproof.report.plots import save

    try:
        save(chart, path)
    except OSError as problem:
        raise _refuse(mechanism, f"{path} cannot be written: {problem.strerror}", "choose another place") from None
    if not as_json:
        echo(f"picture: {path}")


def _warn(found: OutputDistribution) -> None:
    for reason in found.reasons:
        text = f"stopped early: {reason}; the bounds that are printed hold, with a mass of {found.lost:.3g} left out"
        echo(text, err=True)


# ---------------------------------------------------------------------------------------------------------------- JSON


def _number(value: float) -> float | str:
    return "inf" if math.isinf(value) else value


def _interval(bounds: Interval) -> list[float]:
    return [float(bounds.lower), float(bounds.upper)]


def _distribution_json(found: OutputDistribution) -> dict[str, Any]:
    return {
        "mechanism": found.mechanism,
        "outputs": [
            {"output": o, "probability": [low, high]}
            for o, low, high in zip(found.outputs, found.lowest().tolist(), found.highest().tolist(), strict=True)
        ],
        "lost": found.lost,
        "unlisted": found.unlisted,
        "diverged": found.diverged,
        "complete": found.complete,
        "reasons": list(found.reasons),
    }


def _comparison_json(found: Comparison) -> dict[str, Any]:
    worst = found.worst
    return {
        "mechanism": found.mechanism,
        **found.claim.map(in_json).named(),
        "outputs": [_loss_json(row) for row in found.rows],
        "largest": None if worst is None else _loss_json(worst),
        "least_delta": _interval(found.least_delta),
        "violates": found.violates,
        "lost": [found.left.lost, found.right.lost],
        "complete": found.complete,
        "undecided": found.undecided or None,
    }


def _loss_json(row: OutputLoss) -> dict[str, Any]:
    return {
        "output": row.output,
        "p_left": _interval(row.left),
        "p_right": _interval(row.right),
        "loss": [_number(row.at_least), _number(row.at_most)],
    }


# ---------------------------------------------------------------------------------------------------------------- text


def _console() -> Console:
    return Console(highlight=False, soft_wrap=True, markup=False)


def _probability(low: float, high: float) -> str:
    """A probability with the digits that its bounds agree on, or both bounds where they agree on few."""
    if low == 0:
        return "0" if high == 0 else f"≤ {high:.2e}"
    for digits in (10, 8, 6, 4):
        if f"{low:.{digits}g}" == f"{high:.{digits}g}":
            return f"{low:.{min(digits, 6)}g}"
    return f"{low:.4g} … {high:.4g}"


def _loss(row: OutputLoss) -> str:
    if math.isinf(row.at_least):
        return "∞"
    if math.isinf(row.at_most):
        return f"≥ {row.at_least:.4f}"
    return f"{row.at_least:.4f}" if row.at_most - row.at_least < 1e-4 else f"{row.at_least:.4f} … {row.at_most:.4f}"


def _table(headings: Sequence[str]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="left" if number == 0 else "right", no_wrap=True)
    return table


def _print_distribution(found: OutputDistribution, top: int) -> None:
    console = _console()
    console.print(found.mechanism, style="bold")
    table = _table(("output", "probability"))
    low, high = found.lowest(), found.highest()
    order = sorted(range(len(found)), key=lambda i: (-found.masses[i], i))[:top]
    for i in order:
        table.add_row(Text(json.dumps(found.outputs[i])), _probability(float(low[i]), float(high[i])))
    console.print(table)
    if len(found) > top:
        console.print(f"… and {len(found) - top} more outputs (--top)")
    console.print(f"relative error at most {found.error:.1e}; mass left out at most {found.lost + found.unlisted:.1e}")
    if found.diverged > 0:
        console.print(f"never ends with probability {found.diverged:.6g}")


def _print_comparison(found: Comparison, top: int) -> None:
    console = _console()
    console.print(f"{found.mechanism} on two adjacent inputs", style="bold")
    table = _table(("output", "left", "right", "loss"))
    rows = sorted(found.rows, key=lambda r: -max(r.left.upper, r.right.upper))[:top]
    for row in rows:
        left, right = (_probability(*_interval(i)) for i in (row.left, row.right))
        style = "red" if row.at_least > found.claim.epsilon else None
        table.add_row(Text(json.dumps(row.output)), left, right, _loss(row), style=style)
    console.print(table)
    if len(found.rows) > top:
        console.print(f"… and {len(found.rows) - top} more outputs (--top)")
    worst = found.worst
    if worst is not None:
        console.print(f"largest loss   {_loss(worst)} at output {json.dumps(worst.output)}")
    console.print(f"claimed ε      {in_digits(found.claim.epsilon)}")
    console.print(
        f"least δ for ε  {_probability(*_interval(found.least_delta))}, claimed {in_digits(found.claim.delta)}"
    )
    console.print(decision(found), style={True: "red", False: None, None: "yellow"}[found.violates])
