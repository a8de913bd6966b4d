"""Distributions and comparisons for the eye: numbers in words, and small tables for notebooks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, assert_never

from twinproof.exact.distribution import Interval
from twinproof.lang.claim import Concentrated, Renyi
from twinproof.lang.python_values import shown
from twinproof.lang.rounding import in_digits, rounded_up
from twinproof.pages import rendered

if TYPE_CHECKING:
    from twinproof.exact.meaning import Comparison, OutputDistribution, OutputLoss
    from twinproof.exact.measured import Measured
    from twinproof.exact.profile import Range
    from twinproof.exact.undecided import Undecided, Way

ABOVE = "✗ above"
_ROWS = 12
_DECIMALS = Decimal("0.0001")  # of a loss


@dataclass(frozen=True, slots=True)
class Words:
    """What stands around bounds: words in a text, signs in a table on a terminal."""

    most: str
    least: str
    to: str


SPELLED = Words("at most ", "at least ", " to ")
SIGNS = Words("≤ ", "≥ ", " … ")


def probability(bounds: Interval, words: Words = SPELLED) -> str:
    """A probability with the digits that its bounds agree on, or both bounds where they agree on few."""
    low, high = float(bounds.lower), float(bounds.upper)
    if high == 0:
        return "0"
    if low == 0:
        return f"{words.most}{rounded_up(bounds.upper, 2)}"
    for digits in (10, 8, 6, 4):
        if f"{low:.{digits}g}" == f"{high:.{digits}g}":
            return f"{low:.{min(digits, 6)}g}"
    return f"{low:.4g}{words.to}{high:.4g}"


def loss(row: OutputLoss | Range, words: Words = SPELLED) -> str:
    """A loss, or an ε, with the digits that its bounds agree on; bounds that do not agree are rounded outwards."""
    if math.isinf(row.at_least):
        return "∞"
    low = Decimal(row.at_least).quantize(_DECIMALS, ROUND_FLOOR)
    if math.isinf(row.at_most):
        return f"{words.least}{low}"
    if row.at_most - row.at_least < _DECIMALS:
        return f"{row.at_least:.4f}"
    return f"{low}{words.to}{Decimal(row.at_most).quantize(_DECIMALS, ROUND_CEILING)}"


def _bar(share: float) -> str:
    """A bar of eighths of a block, so that it is text as well."""
    eighths = round(max(0.0, min(1.0, share)) * 160)
    return ("█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8]).rstrip()


def distribution_html(distribution: OutputDistribution) -> str:
    """The likeliest outputs, each with its probability and a bar."""
    likely = distribution.most_likely(_ROWS)
    most = likely[0][1] if likely else 1.0
    rows = [(_output(o), probability(distribution.mass(o)), _bar(mass / most)) for o, mass in likely]
    more = f"{len(distribution) - len(likely)} more outputs; " if len(distribution) > len(likely) else ""
    early = "".join(f"; stopped early: {reason}" for reason in distribution.reasons)
    note = f"{more}mass left out at most {distribution.lost + distribution.unlisted:.1e}{early}"
    return rendered("notebook/distribution.html", mechanism=distribution.mechanism, rows=rows, note=note)


def comparison_html(comparison: Comparison) -> str:
    """Both probabilities and the loss of the likeliest outputs and the worst one."""
    likely = sorted(comparison.rows, key=lambda r: -max(r.left.upper, r.right.upper))[:_ROWS]
    worst = comparison.worst
    chosen = likely if worst is None or any(r is worst for r in likely) else [*likely, worst]
    if comparison.measured is not None:
        heads: tuple[str, ...] = ("output", "left", "right", "loss")
        cells: list[tuple[str, ...]] = [
            (_output(r.output), probability(r.left), probability(r.right), loss(r)) for r in chosen
        ]
        note = f"{measured_words(comparison.measured)}; {decision(comparison)}"
        return _shown(comparison, heads, cells, note)
    cells = [
        (_output(r.output), probability(r.left), probability(r.right), loss(r), against(r, comparison.claim.epsilon))
        for r in chosen
    ]
    largest = "nothing was compared" if worst is None else f"largest loss {loss(worst)} at {_output(worst.output)}"
    note = f"{largest}; claimed ε = {in_digits(comparison.claim.epsilon)}; {tradeoff(comparison)}{decision(comparison)}"
    return _shown(comparison, ("output", "left", "right", "loss", "against ε"), cells, note)


def _shown(comparison: Comparison, heads: Sequence[str], rows: Sequence[Sequence[str]], note: str) -> str:
    values = {"mechanism": comparison.mechanism, "heads": heads, "rows": rows, "note": note}
    return rendered("notebook/comparison.html", **values)


def measured_words(measured: Measured, words: Words = SPELLED) -> str:
    """What a claim about Rényi divergences comes to on two inputs."""
    order, claimed = in_digits(measured.order), in_digits(measured.claim.amount)
    after = "" if measured.claim.delta == 0 else f", with δ = {in_digits(measured.claim.delta)} to take away"
    match measured.claim:
        case Concentrated():
            size = f"largest D_α/α {loss(measured.amount, words)}, at the order α = {order}"
            return f"{size}; claimed ρ = {claimed}{after}"
        case Renyi():
            return f"D_α {loss(measured.amount, words)} at the order α = {order}; claimed {claimed}{after}"
        case other:
            assert_never(other)


def tradeoff(comparison: Comparison) -> str:
    """What the claimed ε and the claimed δ take on two inputs, in words; nothing where no δ is claimed."""
    if comparison.claim.delta == 0:
        return ""
    delta, epsilon = probability(comparison.least_delta), loss(comparison.least_epsilon)
    claimed = in_digits(comparison.claim.delta)
    return f"claimed δ = {claimed}; at this ε the least δ is {delta}, and at this δ the least ε is {epsilon}; "


def decision(comparison: Comparison) -> str:
    """Whether two inputs break the claim, in words."""
    match comparison.violates:
        case True:
            return "these two inputs break the claim"
        case False:
            return "these two inputs do not break the claim (which says nothing about others)"
        case _:
            return f"whether these two inputs break the claim could not be decided: {comparison.undecided}"


def known_words(comparison: Comparison) -> list[tuple[str, str]]:
    """Where it could not be decided: what is known, what is open and what may help, each under its heading."""
    known = comparison.known
    if known is None:
        return []
    told = [("known", text) for text in _certain(comparison, known)]
    told += [("open", text) for text in _left_open(known)]
    return [*told, *(("to do", text) for text in known.advice)]


def _certain(comparison: Comparison, known: Undecided) -> Iterator[str]:
    if comparison.measured is not None:
        yield measured_words(comparison.measured)
        return
    for way in known.ways if known.listed else ():
        yield f"{way.name}, {_of_way(way, comparison.claim.epsilon)}"
    delta, claimed = known.enough, in_digits(comparison.claim.delta)
    if delta is not None:
        yield f"with δ = {rounded_up(delta, 2)} instead of {claimed} these two inputs keep the claim for certain"


def _of_way(way: Way, epsilon: Fraction) -> str:
    """What one side loses against the other."""
    least = Decimal(way.at_least).quantize(_DECIMALS, ROUND_FLOOR)
    seen = (
        "no loss is certain" if way.output is None else f"a loss of {least} at least, at output {_output(way.output)}"
    )
    over = Fraction(way.at_most) - epsilon
    size = f"ε + {rounded_up(over, 2)}" if over > 0 else "ε"
    others = "of the others none" if way.unbounded else "no output that is listed"
    doubt = f"; for {_outputs(way.unbounded)} there is no bound" if way.unbounded else ""
    return f"{seen}{doubt}; {others} loses more than {size}"


def _left_open(known: Undecided) -> Iterator[str]:
    if not known.listed:
        yield "all outputs: none could be listed"
    most = max((way.exceeding for way in known.ways), default=0)
    if most:
        yield f"whether {_outputs(most)} {'loses' if most == 1 else 'lose'} more than ε"
    left, right = (rounded_up(Fraction(mass), 2) for mass in known.left_out)
    if max(known.left_out) > 0 and known.listed:
        yield f"a mass of up to {left} on the left and {right} on the right, which was left out, may lie on any output"
    yield from (f"a limit was met: {reason}" for reason in known.limits)


def _outputs(count: int) -> str:
    return "one output" if count == 1 else f"{count:,} outputs"


def against(row: OutputLoss, epsilon: Fraction) -> str:
    """Whether the loss of an output is above the claimed ε, in words."""
    return ABOVE if row.at_least > epsilon else "✓ within" if row.at_most <= epsilon else "not decided"


def _output(output: Any) -> str:
    text = shown(output)
    return text if len(text) <= 60 else text[:57] + "…"
