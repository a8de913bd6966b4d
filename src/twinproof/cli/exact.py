"""twinproof dist and twinproof compare: exact output distributions, exact privacy loss."""

from __future__ import annotations

import json
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
from twinproof.exact.display import SIGNS, decision, known_words, loss, measured_words, probability
from twinproof.exact.meaning import Comparison, OutputDistribution
from twinproof.exact.meaning import compare as compare_inputs
from twinproof.exact.meaning import distribution as distribution_of
from twinproof.lang.errors import Code, Diagnostic, TwinproofError
from twinproof.lang.inputs import parse_object
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.python_values import shown
from twinproof.lang.rounding import in_digits
from twinproof.refute.exact_json import comparison_json, distribution_json
from twinproof.report import PicturesMissing, make_sure_of_pictures

DONE, UNDECIDED = 0, 2


def dist(
    target: str, arguments: Sequence[str] | None, tolerance: float, top: int, as_json: bool, plot: Path | None
) -> int:
    """Print the exact distribution of the output on given inputs, with certified bounds."""
    mechanism = one(target)
    _check(mechanism, tolerance, plot)
    distribution = distribution_of(mechanism, given_inputs(mechanism, arguments), tolerance)
    if as_json:
        echo(json.dumps(distribution_json(distribution)))
    else:
        _print_distribution(distribution, top)
    _warn(distribution)
    if plot is not None:
        from twinproof.report.plots import plot_distribution

        _save(mechanism, plot_distribution(distribution), plot, as_json)
    return DONE if distribution.complete else UNDECIDED


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
    comparison = compare_inputs(mechanism, sides[0], sides[1], tolerance)
    if as_json:
        echo(json.dumps(comparison_json(comparison)))
    else:
        _print_comparison(comparison, top)
    _warn(comparison.left)
    _warn(comparison.right)
    if plot is not None:
        from twinproof.report.plots import plot_comparison

        _save(mechanism, plot_comparison(comparison), plot, as_json)
    return DONE if comparison.violates is not None else UNDECIDED


# ----------------------------------------------------------------------------------------------------------- arguments


def _refuse(mechanism: Mechanism, message: str, hint: str) -> TwinproofError:
    path = mechanism.at.path if mechanism.at is not None else mechanism.name
    return TwinproofError(Diagnostic(Code.INPUT_TEXT, message, hint, path, mechanism=mechanism.name))


def _check(mechanism: Mechanism, tolerance: float, plot: Path | None) -> None:
    if not 1e-200 <= tolerance < 1:
        raise _refuse(mechanism, f"a tolerance of {tolerance} cannot be used", "choose it between 1e-200 and 1")
    try:
        if plot is not None:
            make_sure_of_pictures()
    except PicturesMissing as problem:
        raise _refuse(mechanism, str(problem), "install it, or do without --plot") from None
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


def _warn(distribution: OutputDistribution) -> None:
    for reason in distribution.reasons:
        holds = f"the bounds that are printed hold, with a mass of {distribution.lost:.3g} left out"
        text = f"stopped early: {reason}; {holds}"
        echo(text, err=True)


# ---------------------------------------------------------------------------------------------------------------- text


def _console() -> Console:
    return Console(highlight=False, soft_wrap=True, markup=False)


def _table(headings: Sequence[str]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="left" if number == 0 else "right", no_wrap=True)
    return table


def _print_distribution(distribution: OutputDistribution, top: int) -> None:
    console = _console()
    console.print(distribution.mechanism, style="bold")
    table = _table(("output", "probability"))
    for output, _ in distribution.most_likely(top):
        table.add_row(Text(shown(output)), probability(distribution.mass(output), SIGNS))
    console.print(table)
    if len(distribution) > top:
        console.print(f"… and {len(distribution) - top} more outputs (--top)")
    left_out = distribution.lost + distribution.unlisted
    console.print(f"relative error at most {distribution.error:.1e}; mass left out at most {left_out:.1e}")
    if distribution.diverged > 0:
        console.print(f"never ends with probability {distribution.diverged:.6g}")


def _print_comparison(comparison: Comparison, top: int) -> None:
    console = _console()
    console.print(f"{comparison.mechanism} on two adjacent inputs", style="bold")
    table = _table(("output", "left", "right", "loss"))
    rows = sorted(comparison.rows, key=lambda r: -max(r.left.upper, r.right.upper))[:top]
    for row in rows:
        left, right = (probability(i, SIGNS) for i in (row.left, row.right))
        style = "red" if comparison.measured is None and row.at_least > comparison.claim.epsilon else None
        table.add_row(Text(shown(row.output)), left, right, loss(row, SIGNS), style=style)
    console.print(table)
    if len(comparison.rows) > top:
        console.print(f"… and {len(comparison.rows) - top} more outputs (--top)")
    worst = comparison.worst
    if worst is not None:
        console.print(f"largest loss   {loss(worst, SIGNS)} at output {shown(worst.output)}")
    if comparison.measured is not None:
        console.print(measured_words(comparison.measured, SIGNS))
    else:
        claim = comparison.claim.map(in_digits)
        console.print(f"claimed ε      {claim.epsilon}")
        console.print(f"least δ for ε  {probability(comparison.least_delta, SIGNS)}, claimed {claim.delta}")
        if comparison.claim.delta > 0:
            console.print(f"least ε for δ  {loss(comparison.least_epsilon, SIGNS)}, claimed {claim.epsilon}")
    console.print(decision(comparison), style={True: "red", False: None, None: "yellow"}[comparison.violates])
    for heading, text in known_words(comparison):
        console.print(f"  {heading:<5}  {text}")
    if loose := comparison.stated.looseness():
        console.print(loose, style="yellow")
