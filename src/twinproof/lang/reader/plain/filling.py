"""Lists that are set item by item, in order: the same as lists that grow.

The loop makes a new list out of the one that was there. Where it ends before the list does, by a number that is known,
what was there behind is appended by a loop of its own.
"""

from __future__ import annotations

from twinproof.lang.bounds import linear
from twinproof.lang.command import Assign, Command, While, mentioned, sequence, written
from twinproof.lang.expr import ZERO, Apply, Expr, Literal, Op, Var, applied, apply, free_variables
from twinproof.lang.liveness import Live, live_at_head
from twinproof.lang.reader.plain.lists import (
    Counting,
    Parts,
    counting,
    in_order,
    is_new,
    item_at,
    item_type,
    last_write,
    live_after,
    names_of,
    only_grows,
    renamed,
    settled,
    source_of,
    with_replaced,
)
from twinproof.lang.reader.plain.naming import Naming
from twinproof.lang.reader.walks import minus
from twinproof.lang.rewriting import replaced, rewritten, with_expressions
from twinproof.lang.types import INT, ListOf


def filled(naming: Naming, parts: Parts, i: int, after: Live) -> Parts | None:
    """A loop that sets the items of a list in order makes a new list, item by item."""
    loop = counting(parts[i])
    if loop is None or len(loop.conditions) != 1:
        return None
    for xs in [v for v in in_order(written(sequence(*loop.work))) if isinstance(v.type, ListOf)]:
        start, begin = last_write(parts[:i], xs), last_write(parts[:i], loop.counter)
        if start is None or begin is None or parts[begin] != Assign(loop.counter, ZERO):
            continue
        before, between = _started(naming, parts, start, i, xs)
        missing = _missing(parts, start, i, loop, xs) if before is not None else None
        if before is None or missing is None:
            continue
        assert isinstance(parts[i], While)
        head = live_at_head(parts[i], live_after(parts, i, after), all_reads=True)
        made = _made(naming, loop, xs, before, head)
        if made is not None:
            rest = _rest(naming, xs, before) if missing > 0 else ()
            return (*between, Assign(xs, applied(Op.LIST, (), xs.type)), made, *rest, *parts[i + 1 :])
    return None


def _rest(naming: Naming, xs: Var, before: Var) -> Parts:
    """The items that are left are appended as they were."""
    k = naming.fresh("k", INT)
    put = Assign(xs, apply(Op.APPEND, xs, item_at(before, k)))
    step = Assign(k, apply(Op.ADD, k, Literal(1)))
    return Assign(k, apply(Op.LEN, xs)), While(apply(Op.LT, k, apply(Op.LEN, before)), sequence(put, step))


def _started(naming: Naming, parts: Parts, start: int, i: int, xs: Var) -> tuple[Var | None, Parts]:
    """What a list holds before the loop that sets it, under another name; and the commands before the loop."""
    match parts[start]:
        case Assign(_, Var() as held):
            if held in written(sequence(*parts[start : i + 1])):
                return None, ()
            return held, (*parts[:start], *(renamed(c, {xs: held}) for c in parts[start + 1 : i]))
    new = next((s for s in reversed(range(i)) if is_new(parts[s], xs)), None)
    if new is None or not only_grows(parts[new + 1 : i], xs):
        return None, ()
    before = naming.fresh(f"{xs.name}_before", xs.type)
    return before, (*parts[:new], *(renamed(c, {xs: before}) for c in parts[new:i]))


def _missing(parts: Parts, start: int, i: int, loop: Counting, xs: Var) -> int | None:
    """How many positions there are behind the last that the loop goes through, if that is known."""
    first = parts[start]
    whole = first.value if isinstance(first, Assign) and isinstance(first.value, Var) else xs
    match loop.conditions[0]:
        case Apply(Op.LT, (counter, limit)) if counter == loop.counter:
            if free_variables(limit) & (written(parts[i]) - {xs}):
                return None
            end = replaced(settled(limit, parts[:i]), {apply(Op.LEN, xs): apply(Op.LEN, whole)})
        case _:
            return None
    new = max((s for s in range(i) if is_new(parts[s], whole)), default=0)
    source = source_of(parts[new:i], whole)
    lengths = [apply(Op.LEN, whole), *([settled(source.rounds, parts[:i])] if source is not None else [])]
    for length in lengths:
        left = linear(minus(length, end))
        if left is not None and not left[0] and left[1] >= 0:
            return left[1]
    return None


def _made(naming: Naming, loop: Counting, xs: Var, before: Var, head: Live) -> Command | None:
    """The loop with the item that it works on in the place of the list; `head` is what matters where it starts."""
    item = naming.fresh("item", item_type(xs))
    here: dict[Expr, Expr] = {item_at(xs, loop.counter): item, apply(Op.LEN, xs): apply(Op.LEN, before)}

    def change(c: Command) -> Command:
        match c:
            case Assign(target, Apply(Op.SET, (whole, place, value))) if target == whole == xs:
                return Assign(item, replaced(value, here), c.at) if place == loop.counter else c
            case _:
                return with_expressions(c, lambda e: replaced(e, here))

    work = [rewritten(c, change) for c in loop.work]
    if any(xs in mentioned(c) for c in work):
        return None
    released: Expr = item
    match work[-1]:
        case Assign(target, value) if target == item:
            work, released = work[:-1], value
    names = [] if item in written(sequence(*work)) else list(names_of(work, item, head))
    given: dict[Expr, Expr] = dict.fromkeys(names, item)
    work = [with_replaced(c, given) for c in work if not isinstance(c, Assign) or c.target not in names]
    released = replaced(released, given)
    if item in mentioned(sequence(*work)) or item in free_variables(released):
        work.insert(0, Assign(item, item_at(before, loop.counter)))
    step = Assign(loop.counter, apply(Op.ADD, loop.counter, Literal(1)))
    body = sequence(*work, Assign(xs, apply(Op.APPEND, xs, released)), step)
    return While(replaced(loop.conditions[0], here), body)
