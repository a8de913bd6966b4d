"""A list that is built, and then run over from its first item to its last: the second loop is put into the first.

Why it keeps the meaning. What the second loop does with an item is moved to where the item is appended. Nothing in
between touches the variables of that work, and the work touches nothing of what is in between (`_sorted_out` asks for
both); so the two commute, but for two things. Draws: they come in the order of the text, as never both draw. And where
one of the two raises, or does not end, it may do so earlier or later: such a run has no output either way.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass, replace

from twinproof.lang.command import (
    Assign,
    Command,
    If,
    Sample,
    Skip,
    While,
    expressions,
    has_loop,
    has_sampling,
    mentioned,
    parts_of,
    sequence,
    subcommands,
    written,
)
from twinproof.lang.expr import FALSE, TRUE, ZERO, Apply, Expr, Literal, Op, Var, apply, conjunction, free_variables
from twinproof.lang.liveness import Live, live_at_head, live_before
from twinproof.lang.reader.guards import is_partial
from twinproof.lang.reader.plain.lists import (
    Parts,
    Source,
    appended,
    counting,
    is_new,
    item_at,
    item_type,
    last_write,
    live_after,
    names_of,
    only_grows,
    read_at,
    renamed,
    same_number,
    settled,
    source_of,
    with_replaced,
)
from twinproof.lang.reader.plain.naming import Naming
from twinproof.lang.reader.unknown import blank
from twinproof.lang.reader.walks import minus
from twinproof.lang.released import values_read
from twinproof.lang.rewriting import replaced, rewritten
from twinproof.lang.types import BOOL, INT

MOST_COPIES = 3  # places where items are appended, each of which gets its own copy of the work


def fed(naming: Naming, parts: Parts, i: int, after: Live, searched: bool = False) -> Parts | None:
    """A loop over a list that was built before it: its work is done where the items are appended.

    Noise for what a loop has found comes after that loop, unless that was `searched` for each item anyway.
    """
    here = parts[i]
    if not isinstance(here, While | If):
        return None
    kept = _read_whole((*parts[i + 1 :],)) | after
    after = live_after(parts, i, after)
    if isinstance(here, While):
        fed = _fed_before(naming, Loop(parts[:i], (), here, after, kept, searched=searched))
        return None if fed is None else (*fed[0], *parts[i + 1 :])
    for branch, other in ((here.then, here.otherwise), (here.otherwise, here.then)):
        inside = parts_of(branch)
        n = next((n for n, c in enumerate(inside) if not isinstance(c, Assign)), len(inside))
        loop = inside[n] if n < len(inside) else Skip()
        if isinstance(loop, While):
            outside = free_variables(here.condition) | live_before(other, after, all_reads=True)
            later = kept | _read_whole((*inside[n + 1 :], other))
            fed = _fed_before(naming, Loop(parts[:i], inside[:n], loop, live_after(inside, n, after), later, outside))
            if fed is not None:
                left = sequence(*fed[1], *inside[n + 1 :])
                chosen = replace(here, then=left) if branch is here.then else replace(here, otherwise=left)
                return (*fed[0], chosen, *parts[i + 1 :])
    return None


def _fed_before(naming: Naming, loop: Loop) -> tuple[Parts, Parts] | None:
    """The commands before a loop over a list that they build, with its work done there; what is left to set up."""
    count = counting(loop.loop)
    for xs in read_at(loop.loop, count.counter) if count is not None else ():
        new = next((s for s in reversed(range(len(loop.before))) if is_new(loop.before[s], xs)), None)
        if new is None or xs in written(loop.whole) or not only_grows(loop.before[new + 1 :], xs):
            continue
        if xs in loop.kept:
            continue  # the list is made in any case, and what is found in it is more easily seen afterwards
        fed = _feed(naming, replace(loop, before=loop.before[new + 1 :]), xs)
        if fed is not None:
            return (*loop.before[: new + 1], *fed[0]), fed[1]
    return None


def _feed(naming: Naming, loop: Loop, xs: Var) -> tuple[Parts, Parts] | None:
    """As `_fed_before`, for the commands from where the list is new."""
    loop = _apart(naming, loop)
    count = counting(loop.loop)
    assert count is not None
    counter, section = count.counter, (*loop.before, *loop.setup)
    source = source_of(section, xs)
    changed = written(loop.loop)
    over = [is_over(c, counter, xs, section, source, changed) for c in count.conditions]
    if True not in over or any(map(is_partial, count.conditions[: over.index(True)])):
        return None
    item = naming.fresh(f"{xs.name}_item", item_type(xs))
    here = {item_at(xs, counter): item}
    more = tuple(replaced(c, here) for c, known in zip(count.conditions, over, strict=True) if not known)
    work = Work(xs, item, counter, more, tuple(with_replaced(c, here) for c in count.work))
    if xs in work.mentioned or (loop.is_lifted and not work.is_total):
        return None
    done = _sorted_out(loop, work)
    if done is None:
        return None
    early, work, rest, left = done
    others = sequence(*rest, *left)
    if has_sampling(loop.loop) and (has_sampling(others) or (any(map(_is_nested, rest)) and not loop.searched)):
        return None  # draws in the order of the text; and noise for what a loop has found comes after the loop
    copies = sum(appended(c, xs) is not None for c in subcommands(others))
    if copies > MOST_COPIES or (copies > 1 and any(map(has_loop, work.work))):
        return None
    if work.firsts and source is None and work.more:
        return None
    return _fed_with(naming, work, early, rest, source, loop.after), left


def _read_whole(parts: Parts) -> Live:
    """The variables that are read, and not only for their length."""
    read = (e for c in parts for inner in subcommands(c) for e in expressions(inner))
    return frozenset[Var]().union(*map(values_read, read))


def _is_nested(command: Command) -> bool:
    """Whether there is a loop in a loop."""
    return isinstance(command, While) and has_loop(command.body)


def _apart(naming: Naming, loop: Loop) -> Loop:
    """The same with other names for the variables of the loop that both use and nobody else needs."""
    count = counting(loop.loop)
    assert count is not None
    counter = count.counter
    head = live_at_head(loop.loop, loop.after, all_reads=True)
    section = [*loop.before, *loop.setup]
    shared = {v for v in written(loop.loop) - head if any(v in mentioned(c) for c in section)}
    begin = last_write(tuple(section), counter)
    if begin is not None and counter not in loop.after | (loop.outside or frozenset()):
        inside, behind = (
            any(counter in mentioned(c) for c in part) for part in (section[:begin], section[begin + 1 :])
        )
        if inside and not behind:
            shared.add(counter)
    by = {v: naming.fresh(v.name, v.type) for v in sorted(shared, key=lambda v: v.name)}
    if counter in by:
        assert begin is not None
        section[begin] = renamed(section[begin], by)
    size = len(loop.before)
    apart = renamed(loop.loop, by)
    assert isinstance(apart, While)
    return replace(loop, before=tuple(section[:size]), setup=tuple(section[size:]), loop=apart)


def is_over(c: Expr, counter: Var, xs: Var, section: Parts, source: Source | None, changed: Set[Var]) -> bool:
    """Whether a condition of a loop, in which some variables change, says that there is an item at the counter.

    The counter is never below zero.
    """
    match c:
        case Apply(Op.LT, (left, limit)) if left == counter and not free_variables(limit) & changed:
            end = settled(limit, section)
            match end:
                case Apply(Op.MAX, (Literal(0), inner)) if inner.type == INT:
                    end = inner  # a counter that is at zero or above is below both, or below none
            return end == apply(Op.LEN, xs) or (
                source is not None and same_number(end, settled(source.rounds, section))
            )
        case _:
            return False


def _sorted_out(loop: Loop, work: Work) -> tuple[Parts, Work, Parts, Parts] | None:
    """What sets up the work and can be done at the start, the work with what it does for the first item, and all
    else, before the loop and in its setup. None where they do not commute."""
    section, size = (*loop.before, *loop.setup), len(loop.before)
    own = work.written | {work.counter}
    needed = (own | work.mentioned) - {work.item}
    setting = [c if isinstance(c, Assign) and c.target in needed else None for c in section]
    others = written(sequence(*(c for c, sets in zip(section, setting, strict=True) if sets is None))) | {work.xs}
    early: list[Assign] = []
    firsts: list[Assign] = []
    rest: list[Command] = []
    left: list[Command] = []
    for n, (c, sets) in enumerate(zip(section, setting, strict=True)):
        stay = rest if n < size else left
        if sets is None:
            stay.append(c)
            continue
        value = replaced(sets.value, {item_at(work.xs, ZERO): work.item})
        if free_variables(value) & (others | {f.target for f in firsts}):
            return None
        if any(sets.target == f.target or sets.target in free_variables(f.value) for f in firsts):
            return None
        if work.counter in free_variables(value):
            return None
        if value != sets.value and (sets.target == work.counter or sets.target in free_variables(value)):
            return None
        if value != sets.value and not _is_surely_read(work.item, value):
            return None  # where it is not read there need not be one
        if sets.target in mentioned(sequence(*rest, *left)):
            return None
        if n >= size and (is_partial(value) or sets.target in (loop.outside or ())):
            return None
        if value == sets.value:
            early.append(sets)
        else:
            early.append(Assign(sets.target, blank(sets.target.type), sets.at))
            firsts.append(replace(sets, value=value))
            stay.append(While(apply(Op.LE, apply(Op.LEN, work.xs), ZERO), Skip(), sets.at))
    if [c.value for c in early if c.target == work.counter] != [ZERO] or own & (loop.outside or frozenset()):
        return None
    if written(sequence(*rest, *left)) & needed or mentioned(sequence(*rest, *left)) & own:
        return None
    return tuple(early), replace(work, firsts=tuple(firsts)), tuple(rest), tuple(left)


def _is_surely_read(v: Var, e: Expr) -> bool:
    """Whether an expression cannot be evaluated without a variable: not only in one of its cases."""
    match e:
        case Apply(Op.ITE, (condition, first, second)):
            return _is_surely_read(v, condition) or (_is_surely_read(v, first) and _is_surely_read(v, second))
        case Apply(Op.AND | Op.OR | Op.IMPLIES, (first, *_)):
            return _is_surely_read(v, first)
        case Apply(_, args):
            return any(_is_surely_read(v, a) for a in args)
        case _:
            return e == v


def _fed_with(naming: Naming, work: Work, early: Parts, rest: Parts, source: Source | None, after: Live) -> Parts:
    """The work put where the items are appended."""
    counter = work.counter
    looks_ahead = work.looks_ahead
    if source is not None:
        number = minus(source.counter, source.first)
        if counter not in after:
            work = work.with_number(number)
    uses = counter in work.mentioned or counter in after or bool(work.firsts and source is None)
    going = naming.fresh("going", BOOL) if looks_ahead else None
    step = Assign(counter, apply(Op.ADD, counter, Literal(1))) if uses else Skip()
    begun = apply(Op.EQ, counter, ZERO) if source is None else apply(Op.EQ, source.counter, source.first)

    def change(c: Command) -> Command:
        v = appended(c, work.xs)
        if v is None:
            return c
        done = work.on(v, step, going, begun, after)
        return sequence(*done)

    start: list[Command] = [c for c in early if uses or not (isinstance(c, Assign) and c.target == counter)]
    if going is not None:
        start.append(Assign(going, TRUE))
    return (*start, *(rewritten(c, change) for c in rest))


@dataclass(frozen=True)
class Loop:
    """A loop, perhaps in a branch: the commands before it, or before the branch, and those that set it up there."""

    before: Parts
    setup: Parts
    loop: While
    after: Live  # what matters after it
    kept: Live  # what is asked for later, other than for its length
    outside: Live | None = None  # what matters where the branch is not taken, if it is in one
    searched: bool = False  # whether the items are searched for

    @property
    def is_lifted(self) -> bool:
        """Whether its work would be done where it may not have been."""
        return self.outside is not None

    @property
    def whole(self) -> Command:
        return sequence(*self.setup, self.loop)


@dataclass(frozen=True)
class Work:
    """What a loop does with each item of a list: under the conditions `more`, after `firsts` for the first one."""

    xs: Var
    item: Var
    counter: Var
    more: tuple[Expr, ...]
    work: Parts
    firsts: tuple[Assign, ...] = ()

    @property
    def written(self) -> frozenset[Var]:
        return written(sequence(*self.work))

    @property
    def is_total(self) -> bool:
        """Whether it ends, and has all its values."""
        inside = list(subcommands(sequence(*self.work)))
        partial_ones = (e for e in [*self.more, *(e for c in inside for e in expressions(c))] if is_partial(e))
        return not any(isinstance(c, While | Sample) for c in inside) and next(partial_ones, None) is None

    @property
    def mentioned(self) -> frozenset[Var]:
        return frozenset[Var]().union(*map(free_variables, self.more), *map(mentioned, self.work))

    @property
    def looks_ahead(self) -> bool:
        """Whether the loop ends at an item, so that it must be remembered that it has ended."""
        return any(is_partial(c) or not self._stays_false(c) for c in self.more)

    def _stays_false(self, condition: Expr) -> bool:
        """Whether a condition that is false at one item is so at all that follow."""
        match condition:
            case Apply(Op.LT, (counter, limit)) if counter == self.counter:
                return not free_variables(limit) & (self.written | {self.item, self.counter})
            case _:
                return not free_variables(condition) & {self.item, self.counter}

    def with_number(self, number: Expr) -> Work:
        """The same with another number of the item in the place of the counter."""
        by: dict[Expr, Expr] = {self.counter: number}
        more = tuple(replaced(c, by) for c in self.more)
        return replace(self, more=more, work=tuple(with_replaced(c, by) for c in self.work))

    def on(self, v: Expr, step: Command, going: Var | None, begun: Expr, after: Live) -> Iterator[Command]:
        """The commands for one item."""
        names = [] if self.more else list(names_of(self.work, self.item, after))
        work = tuple(c for c in self.work if not isinstance(c, Assign) or c.target not in names)
        simple = isinstance(v, Var | Literal)
        held = v if simple else names[0] if names else self.item
        if not simple:
            assert isinstance(held, Var)
            yield Assign(held, v)
        by: dict[Expr, Expr] = dict.fromkeys((self.item, *names), held)
        yield Assign(self.xs, apply(Op.APPEND, self.xs, held))
        for first in self.firsts:
            yield If(begun, with_replaced(first, by), Skip())
        does = sequence(*(with_replaced(c, by) for c in work), step)
        condition = replaced(conjunction(*self.more), by)
        if condition == TRUE:
            yield does
        elif going is None:
            yield If(condition, does, Skip())
        else:
            yield If(going, If(condition, does, Assign(going, FALSE)), Skip())
