"""Lists whose items can be told from their positions, such as the keys of `{i: … for i in range(n)}`.

A loop that runs over such a list, and over others beside it, need not look into it: the item at k is what was appended
in round k, and nothing that it was computed from has changed since.
"""

from __future__ import annotations

from dataclasses import replace

from twinproof.lang.command import While, sequence, written
from twinproof.lang.expr import ZERO, Expr, Var, free_variables, substitute
from twinproof.lang.liveness import Live
from twinproof.lang.reader.guards import is_partial
from twinproof.lang.reader.plain.feeding import is_over
from twinproof.lang.reader.plain.lists import (
    Parts,
    appended,
    counting,
    is_new,
    item_at,
    last_write,
    read_at,
    source_of,
    with_replaced,
)
from twinproof.lang.reader.plain.naming import Naming
from twinproof.lang.reader.walks import plus


def known_items(naming: Naming, parts: Parts, i: int, after: Live) -> Parts | None:
    """A loop over a list, in which its items are computed from the positions."""
    del naming, after
    loop = parts[i]
    count = counting(loop) if isinstance(loop, While) else None
    if count is None or not isinstance(loop, While) or starts_at(parts[:i], count.counter) != ZERO:
        return None
    for xs in read_at(loop.body, count.counter):
        item = None if xs in written(loop) else _item(parts[: i + 1], xs, count.counter)
        source = source_of(parts[:i], xs)
        over = [is_over(c, count.counter, xs, parts[:i], source, written(loop)) for c in count.conditions]
        if item is not None and any(over):
            work = with_replaced(loop.body, {item_at(xs, count.counter): item})
            return (*parts[:i], replace(loop, body=work), *parts[i + 1 :])
    return None


def starts_at(before: Parts, counter: Var) -> Expr | None:
    """The value that a counter was given last, if that is plain to see."""
    at = last_write(before, counter)
    return None if at is None else getattr(before[at], "value", None)


def _item(parts: Parts, xs: Var, position: Var) -> Expr | None:
    """What stands at a position of a list, before the last of these commands and all through it; None if unknown."""
    source = source_of(parts[:-1], xs)
    if source is None:
        return None
    built = counting(parts[source.at])
    new = [n for n, c in enumerate(parts) if is_new(c, xs)]
    if built is None or not new or new[-1] > source.at:
        return None
    item = next(v for c in built.work if (v := appended(c, xs)) is not None)
    if is_partial(item) or free_variables(item) - {source.counter} & written(sequence(*parts[source.at :])):
        return None
    return substitute(item, {source.counter: plus(source.first, position)})
