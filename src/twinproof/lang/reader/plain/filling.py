"""Lists that are set item by item, in order: the same as lists that grow.

The loop makes a new list out of the one that was there. Where it ends before the list does, by a number that is known,
what was there behind is appended by a loop of its own. And where it may return early with all items up to this one, and
with the whole list if it does not, it returns the list that has grown.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from twinproof.lang.bounds import linear
from twinproof.lang.command import (
    Assign,
    Command,
    If,
    Seq,
    Skip,
    While,
    mentioned,
    parts_of,
    sequence,
    subcommands,
    written,
)
from twinproof.lang.expr import (
    FALSE,
    ONE,
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    Var,
    applied,
    apply,
    conjunction,
    free_variables,
)
from twinproof.lang.liveness import Live, live_at_head
from twinproof.lang.reader.plain.lists import (
    Counting,
    Parts,
    appended,
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
from twinproof.lang.reader.unknown import blank
from twinproof.lang.reader.walks import minus
from twinproof.lang.rewriting import replaced, rewritten, with_expressions
from twinproof.lang.types import INT, ListOf


def filled(naming: Naming, parts: Parts, i: int, after: Live) -> Parts | None:
    """A loop that sets the items of a list in order makes a new list, item by item."""
    parts, follows = _from_the_first(parts, i, live_after(parts, i, after)) or (parts, False)
    loop = counting(parts[i])
    if loop is None or len(loop.conditions) != 1:
        return None
    for xs in [v for v in in_order(written(sequence(*loop.work))) if isinstance(v.type, ListOf)]:
        start, begin = last_write(parts[:i], xs), last_write(parts[:i], loop.counter)
        if start is None or begin is None or parts[begin] != Assign(loop.counter, ZERO):
            continue
        before, between = _started(naming, parts, start, i, xs)
        missing = _missing(parts, start, i, loop, xs) if before is not None else None
        if before is None:  # items of it may have been set before, which does not change how many there are
            steady = tuple(_without_settings(c, xs) for c in parts[:i])
            start = last_write(steady, xs)
            made_at = _made_at(steady, start, xs, written(sequence(*parts[start or 0 : i + 1])))
            made_at = made_at if steady != parts[:i] else None
            if start is not None and made_at is not None:
                missing = _missing((*steady, *parts[i:]), start, i, loop, xs)
                before = naming.fresh(f"{xs.name}_before", xs.type)
                between = (*parts[:made_at], *(renamed(c, {xs: before}) for c in parts[made_at:i]))
        if before is None or missing is None:
            continue
        assert isinstance(parts[i], While)
        head = live_at_head(parts[i], live_after(parts, i, after), all_reads=True)
        last = naming.fresh(f"{xs.name}_last", item_type(xs)) if follows else None
        made = _made(naming, loop, xs, before, between, head, last)
        if made is not None:
            rest = _rest(naming, xs, before) if missing > 0 else ()
            start_of_it = () if last is None else (Assign(last, blank(last.type)),)
            new = Assign(xs, applied(Op.LIST, (), xs.type))
            return (*between, *start_of_it, new, made, *rest, *parts[i + 1 :])
    return None


def _from_the_first(parts: Parts, i: int, after: Live) -> tuple[Parts, bool] | None:
    """A loop that begins with the second item, as one that begins with the first and does nothing there."""
    loop, count = parts[i], counting(parts[i])
    begin = last_write(parts[:i], count.counter) if count is not None else None
    if count is None or begin is None or not isinstance(loop, While) or parts[begin] != Assign(count.counter, ONE):
        return None
    if count.counter in after or any(count.counter in mentioned(c) for c in parts[begin + 1 : i]):
        return None
    work = If(apply(Op.LE, ONE, count.counter), sequence(*count.work), Skip())
    step = Assign(count.counter, apply(Op.ADD, count.counter, ONE))
    whole = replace(loop, body=sequence(work, step))
    return (*parts[:begin], Assign(count.counter, ZERO), *parts[begin + 1 : i], whole, *parts[i + 1 :]), True


def _made_at(parts: Parts, last: int | None, xs: Var, changing: Live) -> int | None:
    """The command that makes a list, whatever was in it before, if it only grows after that."""
    match parts[last] if last is not None else Skip():
        case Assign(_, Var() as held):
            return last if held not in changing else None  # else it says nothing of how long the copy is
        case Assign(_, Apply(Op.LIST)):
            return last
    new = next((s for s in reversed(range(len(parts))) if is_new(parts[s], xs)), None)
    return new if new is not None and only_grows(parts[new + 1 :], xs) else None


def _without_settings(command: Command, xs: Var) -> Command:
    """The command without what sets single items of a list."""

    def change(c: Command) -> Command:
        match c:
            case Assign(target, Apply(Op.SET, (whole, _, _))) if target == whole == xs:
                return Skip()
            case _:
                return c

    return rewritten(command, change)


def cut_off(naming: Naming, parts: Parts, i: int, after: Live) -> Parts | None:
    """A loop that sets the items of a list in order, and ends with those up to here, or else with all of them.

    `while i < |xs| ∧ ¬returned do …; xs ← xs[i ↦ v]; if … then result ← xs[: i + 1]; returned ← true` and after it
    `if ¬returned then result ← xs`: both times the result is what the loop has made.
    """
    loop = counting(parts[i])
    match loop.conditions if loop is not None else (), parts[i + 1 : i + 2]:
        case (
            (_, Apply(Op.NOT, (Var() as flag,))),
            (If(Apply(Op.NOT, (asked,)), Assign(result, Var() as xs), Skip()),),
        ) if asked == flag and isinstance(xs.type, ListOf):
            pass
        case _:
            return None
    assert loop is not None
    start, begin = last_write(parts[:i], xs), last_write(parts[:i], loop.counter)
    down = last_write(parts[:i], flag)
    if start is None or begin is None or parts[begin] != Assign(loop.counter, ZERO):
        return None
    if down is None or parts[down] != Assign(flag, FALSE):
        return None
    before, between = _started(naming, parts, start, i, xs)
    behind = sequence(*parts[i + 2 :])
    if before is None or _missing(parts, start, i, loop, xs) != 0 or xs in mentioned(behind) or xs in after:
        return None
    ended = _without_ends(loop.work, _End(loop.counter, xs, result, flag))
    if ended is None or result in mentioned(sequence(*ended)) or xs == result:
        return None
    head = live_at_head(parts[i], live_after(parts, i, after), all_reads=True)
    if (written(sequence(*loop.work)) - written(sequence(*ended)) - {result}) & head:
        return None
    made = _made(naming, replace(loop, work=ended), xs, before, between, head)
    if made is None:
        return None
    new = Assign(xs, applied(Op.LIST, (), xs.type))
    return (*between, new, replace(made, condition=conjunction(*loop.conditions)), Assign(result, xs), *parts[i + 2 :])


@dataclass(frozen=True)
class _End:
    """How a loop ends early: with the items of a list up to its counter as the result, and a flag."""

    counter: Var
    xs: Var
    result: Var
    flag: Var


def _without_ends(parts: Parts, end: _End) -> Parts | None:
    """The commands without the results of early ends; None where one ends in another way, or goes on with the list."""
    done: list[Command] = []
    for n, c in enumerate(parts):
        if end.flag not in written(c) and end.result not in written(c):
            done.append(c)
            continue
        if any(end.xs in mentioned(later) for later in parts[n + 1 :]) and not is_new(parts[n], end.result):
            return None
        match c:
            case If(_, then, otherwise):
                yes, no = (_without_ends(parts_of(branch), end) for branch in (then, otherwise))
                if yes is None or no is None:
                    return None
                done.append(replace(c, then=sequence(*yes), otherwise=sequence(*no)))
            case Assign(target) if target == end.result:
                return _ended(tuple(done), parts[n:], end)
            case _:
                return None
    return tuple(done)


def _ended(before: Parts, parts: Parts, end: _End) -> Parts | None:
    """`result ← []; j ← 0; while j < high do result ← result :: xs[j]; …` and the flag: only the flag is left."""
    match parts:
        case (
            Assign(result, Apply(Op.LIST, ())),
            Assign(j, Literal(0)),
            While(Apply(Op.LT, (counter, high)), Seq((put, Assign(stepped, Apply(Op.ADD, (same, Literal(1))))))),
            Assign(flag, Literal(True)) as left,
        ) if (result, flag) == (end.result, end.flag) and j == counter == stepped == same:
            copied = Assign(result, apply(Op.APPEND, result, item_at(end.xs, j)))
            if put == copied and _is_up_to(settled(high, before), end):
                return (*before, left)
    return None


def _is_up_to(high: Expr, end: _End) -> bool:
    """Whether a position is the one behind the counter, which is inside the list."""
    match high:
        case Apply(Op.ITE, (Apply(Op.LT, (place, Literal(0))), _, Apply(Op.MIN, (first, length)))):
            known = linear(apply(Op.ADD, end.counter, Literal(1)))
            return linear(place) == linear(first) == known and length == apply(Op.LEN, end.xs)
        case _:
            return False


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
    match first:
        case Assign(_, Apply(Op.LIST, items)):
            lengths.append(Literal(len(items)))
    for length in lengths:
        left = linear(minus(length, end))
        if left is not None and not left[0] and left[1] >= 0:
            return left[1]
    return None


def _item_before(between: Parts, before: Var, counter: Var) -> Expr:
    """The item that a list has at a position, after these commands: a constant, if they fill it with one."""
    new = next((n for n in reversed(range(len(between))) if is_new(between[n], before)), None)
    if new is not None and source_of(between[new:], before) is not None:
        items = [e for c in subcommands(sequence(*between[new:])) if (e := appended(c, before)) is not None]
        if len(items) == 1 and isinstance(items[0], Literal):
            return items[0]
    return item_at(before, counter)


def _made(
    naming: Naming, loop: Counting, xs: Var, before: Var, between: Parts, head: Live, last: Var | None = None
) -> While | None:
    """The loop with the item that it works on in the place of the list; `head` is what matters where it starts.

    Where there is one, `last` is the item that was made before, and the loop works on all but the first.
    """
    item = naming.fresh("item", item_type(xs))
    here: dict[Expr, Expr] = {item_at(xs, loop.counter): item, apply(Op.LEN, xs): apply(Op.LEN, before)}
    if last is not None:
        here[item_at(xs, minus(loop.counter, ONE))] = last

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
        work.insert(0, Assign(item, _item_before(between, before, loop.counter)))
    step = Assign(loop.counter, apply(Op.ADD, loop.counter, Literal(1)))
    if last is not None:
        work.append(Assign(last, released))
        released = last
    body = sequence(*work, Assign(xs, apply(Op.APPEND, xs, released)), step)
    return While(replaced(loop.conditions[0], here), body)
