"""Drawing a pending sample: one row for each value that it may take.

Rows that agree in all but the interval are drawn together: where the interval is open at one end, the weights that
reach a value are a running sum. So the work is the number of values, not the number of rows times the number of
values. No weight is ever subtracted.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from twinproof.exact.engine.states import NOTHING, Heap, Limit, Pending, States, filled, group, join
from twinproof.lang.expr import Var
from twinproof.lang.noise.powers import ERROR, FAINT, INFINITE, UNIT, Floats, Ints
from twinproof.lang.types import INT


class Accounts(Protocol):
    """What drawing needs of the engine: its tolerance, its accounts, and its limits."""

    heap: Heap
    limits: Any

    def lose(self, mass: float) -> None: ...

    def allowance(self) -> float: ...


def draw(states: States, var: Var, accounts: Accounts, evenly: bool = False) -> States:
    """The states with the variable drawn; the mass of values too far out to be listed is lost.

    `evenly`: only values that are within reach of all rows are listed, so that none is missing in some of them.
    """
    if not states.weight.all():  # too faint for a float, but not impossible
        accounts.lose(FAINT)
        states = states.take(states.weight > 0)
    size = len(states)
    pending = states.pending[var]
    bare = replace(states, pending={v: p for v, p in states.pending.items() if v != var})
    total = bare.mass()
    if total == 0:
        return NOTHING
    reach = pending.law.reach(min(1.0, accounts.allowance() / total))
    centre = filled(pending.centre, size, INT)
    if evenly:
        reach += int(centre.max()) - int(centre.min())
    accounts.lose(total * pending.law.outside(reach))
    low, high = filled(pending.low, size, INT), filled(pending.high, size, INT)
    up, down = high >= INFINITE, low <= -INFINITE
    parts = []
    for rows in (up, down & ~up):
        if rows.any():
            parts.append(_draw_open(bare.take(rows), _take(pending, rows, size), var, reach, accounts))
    both = ~up & ~down
    if both.any():
        parts.append(_draw_closed(bare.take(both), _take(pending, both, size), var, reach, accounts))
    drawn = join(parts, accounts.heap)
    return _in_reach_of_all(drawn, var, pending, centre, reach, accounts) if evenly and len(drawn) else drawn


def _in_reach_of_all(drawn: States, var: Var, pending: Pending, centre: Ints, reach: int, accounts: Accounts) -> States:
    """The values within reach of all rows. An end that a law has by itself cuts nothing off."""
    values = filled(drawn.columns[var], len(drawn), INT)
    everywhere = np.ones(len(drawn), dtype=bool)
    if pending.law.least is None or pending.law.least < -reach:
        everywhere &= values >= int(centre.max()) - reach
    if pending.law.greatest is None or pending.law.greatest > reach:
        everywhere &= values <= int(centre.min()) + reach
    if everywhere.all():
        return drawn
    accounts.lose(drawn.take(~everywhere).mass())
    return drawn.take(everywhere)


def _take(pending: Pending, rows: NDArray[np.bool_], size: int) -> Pending:
    return pending.with_columns([filled(c, size, INT)[rows] for c in pending.columns()])


def _window(pending: Pending, reach: int) -> tuple[Ints, Ints]:
    """The values that are listed, row by row: within reach of the centre, inside the interval."""
    centre = np.asarray(pending.centre)
    least, greatest = _offsets(pending, reach)
    return np.maximum(pending.low, centre + least), np.minimum(pending.high, centre + greatest)


def _offsets(pending: Pending, reach: int) -> tuple[int, int]:
    """The least and the greatest value within reach, seen from the centre."""
    law = pending.law
    least = -reach if law.least is None else max(law.least, -reach)
    return least, reach if law.greatest is None else min(law.greatest, reach)


def _draw_open(states: States, pending: Pending, var: Var, reach: int, accounts: Accounts) -> States:
    """Intervals that are open above (or, all of them, open below)."""
    first, last = _window(pending, reach)
    keep = first <= last
    if not keep.all():
        states = states.take(keep)
        pending = pending.with_columns([np.asarray(c)[keep] for c in pending.columns()])
        first, last = first[keep], last[keep]
    size = len(states)
    if size == 0:
        return NOTHING
    centre = np.asarray(pending.centre)
    arrays = [c for c in states.columns.values() if isinstance(c, np.ndarray)]
    arrays += [c for p in states.pending.values() for c in p.columns() if isinstance(c, np.ndarray)]
    rows, number, groups = group([*arrays, centre], size)
    least, greatest = _offsets(pending, reach)
    base = centre[rows] + least
    width = max(greatest - least + 1, 0)
    if groups * width > accounts.limits.rows:
        raise Limit(f"more than {accounts.limits.rows:,} states")
    rising = bool((np.asarray(pending.high) >= INFINITE).all())
    start = (first if rising else last) - base[number]
    grid = np.bincount(number * width + start, weights=states.weight, minlength=groups * width).reshape(groups, width)
    reached = np.cumsum(grid, axis=1) if rising else np.cumsum(grid[:, ::-1], axis=1)[:, ::-1]
    weight: Floats = (reached * pending.law.mass(np.arange(least, greatest + 1))[None, :]).reshape(-1)
    values = (base[:, None] + np.arange(width)[None, :]).reshape(-1)
    possible = (reached > 0).reshape(-1)
    spread = np.repeat(rows, width)[possible]
    error = states.error + ERROR + (size + width + 2) * UNIT
    taken = states.take(spread).with_columns({var: values[possible]})
    return replace(taken, weight=weight[possible], error=error)


def _draw_closed(states: States, pending: Pending, var: Var, reach: int, accounts: Accounts) -> States:
    """Intervals with two ends: each row spelled out."""
    first, last = _window(pending, reach)
    counts = np.maximum(last - first + 1, 0)
    total = int(counts.sum())
    if total > accounts.limits.rows:
        raise Limit(f"more than {accounts.limits.rows:,} states")
    rows = np.repeat(np.arange(len(states)), counts)
    begins = np.repeat(np.cumsum(counts) - counts, counts)
    values = first[rows] + (np.arange(total) - begins)
    offsets = values - np.asarray(pending.centre)[rows]
    taken = states.take(rows).with_columns({var: values})
    weight = taken.weight * pending.law.mass(offsets)
    return replace(taken, weight=weight, error=states.error + ERROR + UNIT)
