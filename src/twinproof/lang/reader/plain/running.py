"""A loop inside another that runs each time over all of a list that grows there: what it finds is kept up to date.

`if sum(costs) > limit: break` in a loop that appends to `costs` adds up the same items again and again. The sum is the
same when each item is added where it is appended; the work must have all its values, as it is done even where the loop
would not have been reached.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace
from functools import partial

from twinproof.lang.command import Assign, Command, Skip, While, parts_of, sequence, subcommands, written
from twinproof.lang.expr import TRUE, ZERO, Literal, Op, Var, apply, free_variables
from twinproof.lang.liveness import Live, live_at_head
from twinproof.lang.reader.guards import is_partial
from twinproof.lang.reader.plain.feeding import MOST_COPIES, Work, is_over
from twinproof.lang.reader.plain.lists import (
    Parts,
    appended,
    counting,
    is_new,
    item_at,
    item_type,
    last_write,
    live_after,
    only_grows,
    read_at,
    renamed,
    with_replaced,
)
from twinproof.lang.reader.plain.naming import Naming
from twinproof.lang.rewriting import rewritten


def kept_up(naming: Naming, parts: Parts, i: int, after: Live) -> Parts | None:
    """A loop inside another that runs each time over all of a list that grows there: what it finds is kept up to
    date where the items are appended."""
    outer = parts[i]
    if not isinstance(outer, While):
        return None
    head = live_at_head(outer, live_after(parts, i, after), all_reads=True)
    body = parts_of(outer.body)
    for n, inner in enumerate(body):
        count = counting(inner)
        for xs in read_at(inner, count.counter) if count is not None else ():
            new = next((s for s in reversed(range(i)) if is_new(parts[s], xs)), None)
            if new is None or not only_grows((*parts[new + 1 : i], outer), xs) or xs in written(inner):
                continue
            assert isinstance(inner, While)
            matters = live_after(body, n, head)
            found = _running(naming, inner, body[:n], xs, written(sequence(*parts[new + 1 : i + 1])), matters)
            if found is None:
                continue
            work, start, now = found
            copies = sum(appended(c, xs) is not None for p in parts[new : i + 1] for c in subcommands(p))
            if copies > MOST_COPIES:
                continue
            told = [Assign(v, now[v]) for v in sorted(now, key=lambda v: v.name) if v in matters]
            inside = replace(outer, body=sequence(*body[:n], *told, *body[n + 1 :]))
            fed = (rewritten(c, partial(_also, work, frozenset(now.values()))) for c in (*parts[new + 1 : i], inside))
            return (*parts[: new + 1], *start, *fed, *parts[i + 1 :])
    return None


def _running(
    naming: Naming, inner: While, before: Parts, xs: Var, changing: Set[Var], after: Live
) -> tuple[Work, Parts, Mapping[Var, Var]] | None:
    """The work of a loop over a list, on variables of its own; how they start; and for which variables they are."""
    count = counting(inner)
    assert count is not None
    counter = count.counter
    if not all(is_over(c, counter, xs, before, None, written(inner)) for c in count.conditions):
        return None
    item = naming.fresh(f"{xs.name}_item", item_type(xs))
    work = Work(xs, item, counter, (), tuple(with_replaced(c, {item_at(xs, counter): item}) for c in count.work))
    own = work.written | {counter}
    if xs in work.mentioned or not work.is_total or (work.mentioned - own - {item}) & changing:
        return None
    carried = live_at_head(inner, after, all_reads=True) & own
    now = {v: naming.fresh(f"{v.name}_now", v.type) for v in sorted(own, key=lambda v: v.name)}
    start: list[Command] = []
    for v in sorted(carried, key=lambda v: v.name):
        at = last_write(before, v)
        match before[at] if at is not None else Skip():
            case Assign(_, value) if v == counter and value != ZERO:
                return None  # it does not run over all items
            case Assign(_, value) if not free_variables(value) & changing and not is_partial(value):
                start.append(Assign(now[v], value))
            case _:
                return None
    step = Assign(counter, apply(Op.ADD, counter, Literal(1)))
    does = (*work.work, step)
    return replace(work, counter=now[counter], work=tuple(renamed(c, now) for c in does)), tuple(start), now


def _also(work: Work, told: Live, command: Command) -> Command:
    """A command that appends to the list, and then does its work; what it finds is told later."""
    v = appended(command, work.xs)
    return command if v is None else sequence(*work.on(v, Skip(), None, TRUE, told))
