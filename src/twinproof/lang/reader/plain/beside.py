"""Two loops over one list, one after the other, that have nothing to do with each other: one does the work of both.

`gains = sum(x for x in xs if x > 0)` and then `losses = sum(x for x in xs if x < 0)` is the loop that adds to both.
What holds of the two sums together can then be seen in each round.

Why it keeps the meaning. Neither loop draws, and neither reads or sets what the other sets. The assignments between
them go before the first where the second needs them, and else behind both; `_sorted_out` asks that they may. So all
commute. Where one of them raises, or does not end, the run has no output either way.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from twinproof.lang.command import (
    Assign,
    Command,
    While,
    has_loop,
    has_sampling,
    mentioned,
    parts_of,
    sequence,
    written,
)
from twinproof.lang.expr import Apply, Expr, Literal, Op, Var, apply, free_variables
from twinproof.lang.liveness import Live, live_at_head
from twinproof.lang.reader.guards import is_partial
from twinproof.lang.reader.plain.lists import (
    Counting,
    Parts,
    counting,
    last_write,
    live_after,
    read_at,
    renamed,
    with_replaced,
)
from twinproof.lang.reader.plain.naming import Naming


def beside(naming: Naming, parts: Parts, i: int, after: Live) -> Parts | None:
    """A loop, and the one before it with nothing but assignments between them, as one loop."""
    later = parts[i]
    if not isinstance(later, While):
        return None
    first = next((n for n in reversed(range(i)) if not isinstance(parts[n], Assign)), None)
    earlier = None if first is None else parts[first]
    if first is None or not isinstance(earlier, While) or has_sampling(earlier) or has_sampling(later):
        return None
    mine, its = counting(earlier), counting(later)
    if mine is None or its is None:
        return None
    between = [c for c in parts[first + 1 : i] if isinstance(c, Assign)]
    after = live_after(parts, i, after)
    if its.counter in after or not _run_alike(parts[:first], mine, between, its):
        return None
    shared = set(read_at(earlier.body, mine.counter)) & set(read_at(later.body, its.counter))
    if not shared or any(has_loop(c) for c in (*mine.work, *its.work)):
        return None
    passing = written(sequence(*its.work)) - live_at_head(later, after, all_reads=True)
    own = {v: naming.fresh(v.name, v.type) for v in sorted(passing, key=lambda v: v.name)}
    work = sequence(*(with_replaced(renamed(c, own), {its.counter: mine.counter}) for c in its.work))
    setup = [c for c in between if c.target != its.counter]
    sorted_out = _sorted_out(sequence(*mine.work), work, setup, {mine.counter, its.counter})
    if sorted_out is None:
        return None
    early, late = sorted_out
    step = Assign(mine.counter, apply(Op.ADD, mine.counter, Literal(1)))
    joined = replace(earlier, body=sequence(*mine.work, *_met_once(mine.work, parts_of(work), own.values()), step))
    return (*parts[:first], *early, joined, *late, *parts[i + 1 :])


def _run_alike(before: Parts, mine: Counting, between: Sequence[Assign], its: Counting) -> bool:
    """Whether both loops count from one number to another, which stays as it is."""
    start = last_write(before, mine.counter)
    begins = [c.value for c in between if c.target == its.counter]
    limit = _limit(mine)
    changed = written(sequence(*mine.work, *between, *its.work)) | {mine.counter, its.counter}
    match before[start] if start is not None else None:
        case Assign(_, Literal() as begin):
            same = begins == [begin] and limit is not None and limit == _limit(its)
            return same and limit is not None and not free_variables(limit) & changed
        case _:
            return False


def _limit(count: Counting) -> Expr | None:
    match count.conditions:
        case (Apply(Op.LT, (counted, limit)),) if counted == count.counter and not is_partial(limit):
            return limit
        case _:
            return None


def _met_once(mine: Parts, its: Parts, own: Collection[Var]) -> Parts:
    """The work of the later loop, without names of its own for the items that the other has given names already."""
    met = {c.value: c.target for c in mine if isinstance(c, Assign) and _is_set_once(mine, c)}
    by: dict[Expr, Expr] = {}
    left: list[Command] = []
    for c in its:
        if isinstance(c, Assign) and c.target in own and c.value in met and _is_set_once(its, c):
            by[c.target] = met[c.value]
        else:
            left.append(c)
    return tuple(with_replaced(c, by) for c in left)


def _is_set_once(work: Parts, c: Assign) -> bool:
    """Whether all of this work leaves alone what an assignment of it sets, and what that is computed from."""
    others = written(sequence(*(o for o in work if o is not c)))
    return not others & {c.target, *free_variables(c.value)} and c.target not in free_variables(c.value)


def _sorted_out(
    mine: Command, its: Command, between: Sequence[Assign], counters: set[Var]
) -> tuple[list[Assign], list[Assign]] | None:
    """What stood between two loops, before both and behind both; None where the loops do not commute."""
    if written(mine) & mentioned(its) or written(its) & mentioned(mine) or counters & (written(mine) | written(its)):
        return None
    early: list[Assign] = []
    late: list[Assign] = []
    for c in between:
        if counters & mentioned(c):
            return None
        if c.target not in mentioned(its) and not written(its) & free_variables(c.value):
            late.append(c)
            continue
        others = sequence(mine, *late)
        if c.target in mentioned(others) or free_variables(c.value) & written(others):
            return None
        early.append(c)
    return early, late
