"""Which outputs a picture shows, and what it calls them; for whoever draws."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from twinproof.exact.meaning import Comparison, OutputLoss
from twinproof.lang.claim import EpsilonDelta
from twinproof.lang.python_values import in_order, shown

MOST_BARS = 40
_FEWEST = 8  # of the likeliest outputs, however unlikely they are
FAINT = 200  # an output that is so many times less likely than the likeliest is in the tails
_NEW = 1.001  # times the largest loss that is shown: then an output in the tails says something new
_TOLD = 2  # of these
_ASKED = 8


def label(output: Any) -> str:
    """An output as it is written on an axis: as Python has it."""
    text = shown(output)
    return text if len(text) <= 28 else text[:25] + "…"


def ordered(outputs: Iterable[Any]) -> list[Any]:
    """Outputs in their natural order: numbers by size, lists and tuples by their items."""
    return sorted(outputs, key=in_order)


def chosen_rows(comparison: Comparison, also: Iterable[Any] = ()) -> list[OutputLoss]:
    """The outputs that a picture has room for, in their order.

    The likely ones, without the tails, and if these are too many numbers, some of them in even steps; of the others
    what loses more than those; and what is asked for.
    """
    ranked = sorted(comparison.rows, key=_likely, reverse=True)
    likely = [r for n, r in enumerate(ranked) if n < _FEWEST or _likely(r) * FAINT >= _likely(ranked[0])]
    likely = _some(likely, MOST_BARS - _TOLD - _ASKED)
    largest = max((r.at_least for r in likely), default=0.0)
    worst = sorted(comparison.rows, key=lambda r: -r.at_least)[:_TOLD]
    wanted = {label(o) for o in also}
    asked = [r for r in comparison.rows if label(r.output) in wanted][:_ASKED]
    telling = [r for r in worst if r.at_least > largest * _NEW]
    chosen = {label(r.output): r for r in (*likely, *telling, *asked)}
    names = dict.fromkeys(label(o) for o in ordered(r.output for r in chosen.values()))
    return [chosen[name] for name in names]


def _some(rows: list[OutputLoss], room: int) -> list[OutputLoss]:
    """The first ones that there is room for; of numbers some in even steps, so that no shape is lost."""
    if len(rows) <= room or any(type(r.output) is not int for r in rows):
        return rows[:room]
    spread = sorted(rows, key=lambda r: int(r.output))
    step = -(-len(spread) // room)
    likeliest = spread.index(rows[0])
    return spread[likeliest % step :: step]


def _likely(row: OutputLoss) -> Any:
    return max(row.left.upper, row.right.upper)


def limit_words(claim: EpsilonDelta[Fraction]) -> str:
    """What the loss of an output is held against: where a δ is claimed, a loss above ε breaks nothing yet."""
    return "the claimed ε" if claim.delta > 0 else "the claim"
