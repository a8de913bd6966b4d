"""`twinproof convert`: a guarantee in numbers, and what it means as (ε, δ)."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import typer
from rich.console import Console

from twinproof.cli.output_files import unwritable
from twinproof.cli.streams import echo
from twinproof.exact.accounting import (
    USUAL_DELTAS,
    Guarantee,
    OfPure,
    OfRenyi,
    OfZcdp,
    curve,
    delta_at,
    epsilon_at,
    repeated,
)
from twinproof.lang.claim import Concentrated, EpsilonDelta, Renyi
from twinproof.lang.claim_text import decimal
from twinproof.lang.rounding import in_digits, in_json, rounded_up

DONE = 0
_MOST_TIMES = 10**9
_SHOWN = 10  # points of a curve in a table
_LARGEST = 10**100


def convert(
    zcdp: str | None,
    renyi: tuple[str, str] | None,
    pure: str | None,
    given_up: str,
    times: int,
    deltas: Sequence[str],
    epsilons: Sequence[str],
    as_json: bool,
    plot: Path | None,
) -> int:
    """Print which ε is enough at each δ, which δ at each ε, and the curve if neither is asked for."""
    guarantee = _guarantee(zcdp, renyi, pure, given_up, times)
    at = [_number(text, "--delta", Fraction(1)) for text in deltas]
    also = [_number(text, "--epsilon") for text in epsilons]
    if plot is not None and (plot.suffix not in (".png", ".svg", ".html", ".json") or unwritable(plot)):
        raise typer.BadParameter(f"{plot} cannot be written as a picture", param_hint="--plot")
    whole = not at and not also
    rows = [(delta, epsilon_at(guarantee, delta)) for delta in at or (USUAL_DELTAS if whole else ())]
    others = [(epsilon, delta_at(guarantee, epsilon)) for epsilon in also]
    points = curve(guarantee) if whole or plot is not None else ()
    if as_json:
        document: dict[str, Any] = {
            "guarantee": _in_json(guarantee),
            "at_delta": [{"delta": in_json(d), "epsilon": _finite(e)} for d, e in rows],
            "at_epsilon": [{"epsilon": in_json(e), "delta": d} for e, d in others],
        }
        if whole:
            document["curve"] = [{"epsilon": p.epsilon, "delta": p.delta} for p in points]
        echo(json.dumps(document))
    else:
        console = Console(highlight=False, soft_wrap=True, markup=False)
        console.print(f"{_in_words(guarantee)} is", style="bold")
        for delta, enough in rows:
            shown = "no ε is enough" if math.isinf(enough) else f"ε = {rounded_up(enough)}"
            console.print(f"  at δ = {in_digits(delta)}: {shown}")
        for epsilon, needed in others:
            console.print(f"  at ε = {in_digits(epsilon)}: δ = {rounded_up(needed)}")
        if whole:
            console.print("  along the curve:")
            for p in points[:: max(1, len(points) // _SHOWN)]:
                console.print(f"    ε = {rounded_up(p.epsilon, 4):<8}  δ = {rounded_up(p.delta, 4)}")
    if plot is not None:
        from twinproof.report.plots import plot_guarantee, save

        save(plot_guarantee(points, _in_words(guarantee)), plot)
        if not as_json:
            echo(f"picture: {plot}")
    return DONE


def _guarantee(
    zcdp: str | None, renyi: tuple[str, str] | None, pure: str | None, given_up: str, times: int
) -> Guarantee:
    given = [name for name, value in (("--zcdp", zcdp), ("--renyi", renyi), ("--pure", pure)) if value is not None]
    if len(given) != 1:
        raise typer.BadParameter("give one of --zcdp, --renyi and --pure")
    if not 1 <= times <= _MOST_TIMES:
        raise typer.BadParameter(f"from 1 to {_MOST_TIMES:,}", param_hint="--times")
    without = _number(given_up, "--approximately", Fraction(1))
    one: Guarantee
    if zcdp is not None:
        one = OfZcdp(_number(zcdp, "--zcdp"), without)
    elif renyi is not None:
        alpha, r = (_number(text, "--renyi") for text in renyi)
        if alpha <= 1:
            raise typer.BadParameter("the order is above 1", param_hint="--renyi")
        one = OfRenyi(alpha, r, without)
    else:
        assert pure is not None
        if without:
            raise typer.BadParameter("for --zcdp and --renyi only", param_hint="--approximately")
        one = OfPure(_number(pure, "--pure"))
    return repeated(one, times)


def _number(text: str, option: str, most: Fraction | None = None) -> Fraction:
    """A decimal or a fraction, exactly."""
    above, slash, below = text.partition("/")
    try:
        value = decimal(above.strip()) / (decimal(below.strip()) if slash else 1)
    except (ValueError, ZeroDivisionError):
        raise typer.BadParameter(f"{text[:40]!r} is not a number from 0 on", param_hint=option) from None
    if value > _LARGEST:
        raise typer.BadParameter(f"{text[:40]!r} is too large to say anything", param_hint=option)
    if most is not None and value > most:
        raise typer.BadParameter(f"{text[:40]} is above {most}", param_hint=option)
    return value


def _in_words(guarantee: Guarantee) -> str:
    match guarantee:
        case OfZcdp(rho, delta):
            return Concentrated(rho, delta).map(in_digits).noun()
        case OfRenyi(alpha, r, delta):
            return Renyi(alpha, r, delta).map(in_digits).noun()
        case OfPure(epsilon, times):
            each = EpsilonDelta(epsilon, Fraction(0)).map(in_digits).noun()
            return each if times == 1 else f"{times:,} times {each}"


def _in_json(guarantee: Guarantee) -> dict[str, Any]:
    match guarantee:
        case OfZcdp(rho, delta):
            return {"notion": "zcdp", "rho": in_json(rho), "delta": in_json(delta)}
        case OfRenyi(alpha, r, delta):
            return {"notion": "renyi", "alpha": in_json(alpha), "r": in_json(r), "delta": in_json(delta)}
        case OfPure(epsilon, times):
            return {"notion": "pure", "epsilon": in_json(epsilon), "times": times}


def _finite(value: float) -> float | str:
    return "inf" if math.isinf(value) else value
