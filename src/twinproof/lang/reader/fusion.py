"""One loop where the text has two: a list that is built, and then run over from its first item to its last.

`noisy = [laplace(x, s) for x in xs]` and then a loop over `noisy` is the program that looks at each noisy value as soon
as it is drawn; and a list that is set item by item, in order, is one that grows. Programs that differ only in this are
read as one, so that they get one verdict.

Why it keeps the meaning. What the second loop does with an item is moved to where the item is appended. Nothing in
between touches the variables of that work, and the work touches nothing of what is in between (`_fed` asks for both);
so the two commute, but for two things. Draws: they come in the order of the text, as never both draw. And where one of
the two raises, or does not end, it may do so earlier or later: such a run has no output either way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from operator import itemgetter

from twinproof.lang.bounds import linear
from twinproof.lang.command import (
    Assign,
    Command,
    If,
    Sample,
    Seq,
    Skip,
    While,
    expressions,
    has_loop,
    has_sampling,
    loops_in,
    mentioned,
    parts_of,
    read_by,
    sequence,
    subcommands,
    written,
)
from twinproof.lang.expr import (
    FALSE,
    TRUE,
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    Var,
    applied,
    apply,
    conjunction,
    conjuncts,
    free_variables,
    fresh_name,
    substitute,
    subterms,
)
from twinproof.lang.liveness import Live, live_at_head, live_before
from twinproof.lang.reader.guards import is_partial
from twinproof.lang.reader.questions import answered_at_once
from twinproof.lang.reader.unknown import blank
from twinproof.lang.reader.walks import minus
from twinproof.lang.rewriting import replaced, rewritten, with_expressions, with_parts
from twinproof.lang.types import BOOL, INT, ListOf, Type

Parts = tuple[Command, ...]
MOST_COPIES = 3  # places where items are appended, each of which gets its own copy of the work


def fused(program: Command, result: Var, taken: Set[str]) -> Command:
    """The program with one loop for each list that is built and then run over, and without lists that nobody reads.

    No new variable has a name that is taken.
    """
    if all(isinstance(loop.body, Skip) for loop in loops_in(program)):
        return program
    done = _Fusing(set(taken)).command(program, frozenset((result,)))
    return program if done == program else without_unread(done, result)


# -------------------------------------------------------------------------------------------------------- what is there


@dataclass(frozen=True)
class _Counting:
    """A loop that counts: `while conditions do work; counter ← counter + 1`."""

    counter: Var
    conditions: tuple[Expr, ...]
    work: Parts

    @property
    def reads(self) -> Live:
        """What its conditions ask for."""
        return frozenset[Var]().union(*map(free_variables, self.conditions))


def _counting(command: Command) -> _Counting | None:
    if not isinstance(command, While) or isinstance(command.body, Skip):
        return None
    *work, last = parts_of(command.body)
    match last:
        case Assign(counter, Apply(Op.ADD, (same, Literal(1)))) if same == counter and counter.type == INT:
            if counter not in written(sequence(*work)):
                return _Counting(counter, conjuncts(command.condition), tuple(work))
    return None


@dataclass(frozen=True)
class _Source:
    """A loop that appends one item to a list in each of its rounds, and counts them from a constant to a limit."""

    counter: Var
    first: Literal
    limit: Expr
    at: int  # which of the commands it is

    @property
    def rounds(self) -> Expr:
        """How many there are; none where this is below zero."""
        return minus(self.limit, self.first)


def _in_order(variables: Live) -> list[Var]:
    """The variables by their names: the order of a set differs from run to run, and what is read must not."""
    return sorted(variables, key=lambda v: v.name)


def _is_new(command: Command, xs: Var) -> bool:
    return isinstance(command, Assign) and command.target == xs and command.value == applied(Op.LIST, (), xs.type)


def _appended(command: Command, xs: Var) -> Expr | None:
    """The item that a command appends to a list, in which it does not look at the list."""
    match command:
        case Assign(target, Apply(Op.APPEND, (whole, item))) if target == whole == xs and xs not in free_variables(
            item
        ):
            return item
        case _:
            return None


def _only_grows(parts: Parts, xs: Var) -> bool:
    """Whether all that these commands do to a list is to append to it."""
    inside = chain.from_iterable(map(subcommands, parts))
    return all(_appended(c, xs) is not None for c in inside if isinstance(c, Assign | Sample) and c.target == xs)


def _last_write(parts: Parts, variable: Var) -> int | None:
    """The last of these commands that may write a variable."""
    return next((i for i in reversed(range(len(parts))) if variable in written(parts[i])), None)


def _source(parts: Parts, xs: Var) -> _Source | None:
    """The one loop among these commands that appends to a list, if it does so once in each round; its limit stays."""
    writing = [i for i, part in enumerate(parts) if xs in written(part) and not _is_new(part, xs)]
    loop = _counting(parts[writing[0]]) if len(writing) == 1 else None
    if loop is None or sum(xs in written(c) for c in loop.work) != 1:
        return None
    appends = any(_appended(c, xs) is not None for c in loop.work)
    start = _last_write(parts[: writing[0]], loop.counter)
    match parts[start] if start is not None else Skip(), loop.conditions:
        case Assign(_, Literal() as first), (Apply(Op.LT, (counted, limit)),) if appends and counted == loop.counter:
            if not free_variables(limit) & written(sequence(*parts[writing[0] :])):
                return _Source(loop.counter, first, limit, writing[0])
    return None


def _at(xs: Var, position: Expr) -> Expr:
    return apply(Op.GET, xs, position)


def _read_at(command: Command, position: Var) -> list[Var]:
    """The lists that are read at a position."""
    found = (t for c in subcommands(command) for e in expressions(c) for t in subterms(e))
    read = (t.args[0] for t in found if isinstance(t, Apply) and t.op is Op.GET and t.args[1] == position)
    return [xs for xs in dict.fromkeys(read) if isinstance(xs, Var)]


def _with(command: Command, by: Mapping[Expr, Expr]) -> Command:
    """The command with some expressions replaced wherever they stand."""
    return rewritten(command, lambda c: with_expressions(c, lambda e: replaced(e, by)))


def _renamed(command: Command, by: Mapping[Var, Var]) -> Command:
    """The command with other variables in the place of some."""

    def change(c: Command) -> Command:
        c = with_expressions(c, lambda e: substitute(e, by))
        return replace(c, target=by.get(c.target, c.target)) if isinstance(c, Assign | Sample) else c

    return rewritten(command, change)


def _same_number(a: Expr, b: Expr) -> bool:
    return a == b or (linear(a) is not None and linear(a) == linear(b))


def _settled(e: Expr, parts: Parts) -> Expr:
    """A number after these commands, in terms of what it was held for; max(0, |xs|) is |xs|."""
    writes = {v: at for v in free_variables(e) if (at := _last_write(parts, v)) is not None}
    if writes:
        variable, at = max(writes.items(), key=itemgetter(1))
        match parts[at]:
            case Assign(_, value) if variable.type == INT:
                before = replaced(e, {variable: value})
                if not free_variables(before) & written(sequence(*parts[at:])):
                    return _settled(before, parts[:at])
    match e:
        case Apply(Op.MAX, (Literal(0), Apply(Op.LEN) as length)):
            return length
        case _:
            return e


# -------------------------------------------------------------------------------------------------------- step by step


class _Fusing:
    """Goes through a program from the inside out. `after` are the variables that matter after a command."""

    def __init__(self, taken: set[str]) -> None:
        self.taken = taken
        self.tried: set[str] = set()  # names for a change that is being tried

    def fresh(self, base: str, kind: Type) -> Var:
        name = fresh_name(base, self.taken | self.tried)
        self.tried.add(name)
        return Var(name, kind)

    def command(self, command: Command, after: Live) -> Command:
        match command:
            case Seq(parts):
                return sequence(*self._joined(tuple(self._inside(parts, after)), after))
            case While():
                head = live_at_head(command, after, all_reads=True)
                return with_parts(command, lambda body: self.command(body, head))
            case _:
                return with_parts(command, lambda part: self.command(part, after))

    def _inside(self, parts: Parts, after: Live) -> Iterator[Command]:
        for i, part in enumerate(parts):
            yield self.command(part, _live_after(parts, i, after)) if has_loop(part) else part

    def _joined(self, parts: Parts, after: Live) -> Parts:
        """One change after the other, until there is none."""
        while True:
            changed = self._changed(parts, after)
            if changed is None:
                return parts
            self.taken |= self.tried
            parts = parts_of(sequence(*changed))

    def _changed(self, parts: Parts, after: Live) -> Parts | None:
        for change in (self._moved, self._filled, self._asked, self._fed, self._kept_up, self._measured):
            for i in range(len(parts)):
                self.tried = set()
                changed = change(parts, i, after)
                if changed is not None:
                    return changed
        return None

    def _moved(self, parts: Parts, i: int, after: Live) -> Parts | None:
        """A list that is built under one name and then moved to another is built under that name."""
        match parts[i]:
            case Assign(target, Var() as held) if isinstance(held.type, ListOf) and held != target:
                start = next((s for s in reversed(range(i)) if _is_new(parts[s], held)), None)
                if start is None or held in _live_after(parts, i, after):
                    return None
                built = parts[start:i]
                if target in mentioned(sequence(*built)):
                    return None
                return (*parts[:start], *(_renamed(c, {held: target}) for c in built), *parts[i + 1 :])
        return None

    def _filled(self, parts: Parts, i: int, after: Live) -> Parts | None:
        """A loop that sets the items of a list in order, all of them: it makes a new list, item by item."""
        loop = _counting(parts[i])
        if loop is None or len(loop.conditions) != 1:
            return None
        for xs in [v for v in _in_order(written(sequence(*loop.work))) if isinstance(v.type, ListOf)]:
            start, begin = _last_write(parts[:i], xs), _last_write(parts[:i], loop.counter)
            if start is None or begin is None or parts[begin] != Assign(loop.counter, ZERO):
                continue
            before, between = self._started(parts, start, i, xs)
            if before is None or not self._covers(parts, start, i, loop, xs):
                continue
            assert isinstance(parts[i], While)
            head = live_at_head(parts[i], _live_after(parts, i, after), all_reads=True)
            made = self._made(loop, xs, before, head)
            if made is not None:
                return (*between, Assign(xs, applied(Op.LIST, (), xs.type)), made, *parts[i + 1 :])
        return None

    def _started(self, parts: Parts, start: int, i: int, xs: Var) -> tuple[Var | None, Parts]:
        """What a list holds before the loop that sets it, under another name; and the commands before the loop."""
        match parts[start]:
            case Assign(_, Var() as held):
                if held in written(sequence(*parts[start : i + 1])):
                    return None, ()
                return held, (*parts[:start], *(_renamed(c, {xs: held}) for c in parts[start + 1 : i]))
        new = next((s for s in reversed(range(i)) if _is_new(parts[s], xs)), None)
        if new is None or not _only_grows(parts[new + 1 : i], xs):
            return None, ()
        before = self.fresh(f"{xs.name}_before", xs.type)
        return before, (*parts[:new], *(_renamed(c, {xs: before}) for c in parts[new:i]))

    def _covers(self, parts: Parts, start: int, i: int, loop: _Counting, xs: Var) -> bool:
        """Whether the loop goes through all positions of the list."""
        match loop.conditions[0], parts[start]:
            case Apply(Op.LT, (counter, limit)), first if counter == loop.counter:
                if free_variables(limit) & (written(parts[i]) - {xs}):
                    return False
                end = _settled(limit, parts[:i])
                if end == apply(Op.LEN, xs):
                    return True
                if isinstance(first, Assign) and isinstance(first.value, Var):
                    return end == apply(Op.LEN, first.value)
                new = max((s for s in range(i) if _is_new(parts[s], xs)), default=0)
                source = _source(parts[new:i], xs)
                return source is not None and _same_number(_settled(source.rounds, parts[:i]), end)
        return False

    def _made(self, loop: _Counting, xs: Var, before: Var, head: Live) -> Command | None:
        """The loop with the item that it works on in the place of the list; `head` is what matters where it starts."""
        item = self.fresh("item", _item_type(xs))
        here: dict[Expr, Expr] = {_at(xs, loop.counter): item, apply(Op.LEN, xs): apply(Op.LEN, before)}

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
        names = [] if item in written(sequence(*work)) else list(_names(work, item, head))
        given: dict[Expr, Expr] = dict.fromkeys(names, item)
        work = [_with(c, given) for c in work if not isinstance(c, Assign) or c.target not in names]
        released = replaced(released, given)
        if item in mentioned(sequence(*work)) or item in free_variables(released):
            work.insert(0, Assign(item, _at(before, loop.counter)))
        step = Assign(loop.counter, apply(Op.ADD, loop.counter, Literal(1)))
        body = sequence(*work, Assign(xs, apply(Op.APPEND, xs, released)), step)
        return While(replaced(loop.conditions[0], here), body)

    def _asked(self, parts: Parts, i: int, after: Live) -> Parts | None:
        """Two questions about a list, the second of which is answered by what the first has seen."""
        if not any(isinstance(c, While) for c in parts[:i]):
            return None
        return answered_at_once(parts, i, _live_after(parts, i, after))

    def _measured(self, parts: Parts, i: int, after: Live) -> Parts | None:
        """A list that is only asked for its length, when it is built by a loop that runs so often."""
        match parts[i]:
            case Assign(xs) if isinstance(xs.type, ListOf) and _is_new(parts[i], xs):
                pass
            case _:
                return None
        built = next((b for b in range(i + 1, len(parts)) if xs in written(parts[b])), None)
        if built is None or xs in after:
            return None
        source = _source(parts[: built + 1], xs)
        behind = sequence(*parts[built + 1 :])
        length = apply(Op.LEN, xs)
        if source is None or xs not in mentioned(behind) or xs in written(behind):
            return None
        if free_variables(source.limit) & written(behind) or xs in mentioned(_with(behind, {length: ZERO})):
            return None
        rounds = source.rounds if _is_length(source.rounds) else apply(Op.MAX, ZERO, source.rounds)
        return (*parts[: built + 1], *(_with(c, {length: rounds}) for c in parts[built + 1 :]))

    def _kept_up(self, parts: Parts, i: int, after: Live) -> Parts | None:
        """A loop inside another that runs each time over all of a list that grows there: what it finds is kept up to
        date where the items are appended."""
        outer = parts[i]
        if not isinstance(outer, While):
            return None
        head = live_at_head(outer, _live_after(parts, i, after), all_reads=True)
        body = parts_of(outer.body)
        for n, inner in enumerate(body):
            counting = _counting(inner)
            for xs in _read_at(inner, counting.counter) if counting is not None else ():
                new = next((s for s in reversed(range(i)) if _is_new(parts[s], xs)), None)
                if new is None or not _only_grows((*parts[new + 1 : i], outer), xs) or xs in written(inner):
                    continue
                assert isinstance(inner, While)
                matters = _live_after(body, n, head)
                found = self._running(inner, body[:n], xs, written(sequence(*parts[new + 1 : i + 1])), matters)
                if found is None:
                    continue
                work, start, now = found
                copies = sum(_appended(c, xs) is not None for p in parts[new : i + 1] for c in subcommands(p))
                if copies > MOST_COPIES:
                    continue
                told = [Assign(v, now[v]) for v in sorted(now, key=lambda v: v.name) if v in matters]
                inside = replace(outer, body=sequence(*body[:n], *told, *body[n + 1 :]))
                fed = (rewritten(c, partial(_also, work)) for c in (*parts[new + 1 : i], inside))
                return (*parts[: new + 1], *start, *fed, *parts[i + 1 :])
        return None

    def _running(
        self, inner: While, before: Parts, xs: Var, changing: Set[Var], after: Live
    ) -> tuple[_Work, Parts, Mapping[Var, Var]] | None:
        """The work of a loop over a list, on variables of its own; how they start; and for which variables they are."""
        counting = _counting(inner)
        assert counting is not None
        counter = counting.counter
        if not all(self._is_over(c, counter, xs, before, None, written(inner)) for c in counting.conditions):
            return None
        item = self.fresh(f"{xs.name}_item", _item_type(xs))
        work = _Work(xs, item, counter, (), tuple(_with(c, {_at(xs, counter): item}) for c in counting.work))
        own = work.written | {counter}
        if xs in work.mentioned or not work.is_total or (work.mentioned - own - {item}) & changing:
            return None
        carried = live_at_head(inner, after, all_reads=True) & own
        now = {v: self.fresh(f"{v.name}_now", v.type) for v in sorted(own, key=lambda v: v.name)}
        start: list[Command] = []
        for v in sorted(carried, key=lambda v: v.name):
            at = _last_write(before, v)
            match before[at] if at is not None else Skip():
                case Assign(_, value) if not free_variables(value) & changing and not is_partial(value):
                    start.append(Assign(now[v], value))
                case _:
                    return None
        step = Assign(counter, apply(Op.ADD, counter, Literal(1)))
        does = (*work.work, step)
        return replace(work, counter=now[counter], work=tuple(_renamed(c, now) for c in does)), tuple(start), now

    # ---------------------------------------------------------------------------------------------------------- feeding

    def _fed(self, parts: Parts, i: int, after: Live) -> Parts | None:
        """A loop over a list that was built before it: its work is done where the items are appended."""
        here = parts[i]
        if not isinstance(here, While | If):
            return None
        after = _live_after(parts, i, after)
        if isinstance(here, While):
            fed = self._fed_before(_Loop(parts[:i], (), here, after))
            return None if fed is None else (*fed[0], *parts[i + 1 :])
        for branch, other in ((here.then, here.otherwise), (here.otherwise, here.then)):
            inside = parts_of(branch)
            n = next((n for n, c in enumerate(inside) if not isinstance(c, Assign)), len(inside))
            loop = inside[n] if n < len(inside) else Skip()
            if isinstance(loop, While):
                outside = free_variables(here.condition) | live_before(other, after, all_reads=True)
                fed = self._fed_before(_Loop(parts[:i], inside[:n], loop, _live_after(inside, n, after), outside))
                if fed is not None:
                    left = sequence(*fed[1], *inside[n + 1 :])
                    chosen = replace(here, then=left) if branch is here.then else replace(here, otherwise=left)
                    return (*fed[0], chosen, *parts[i + 1 :])
        return None

    def _fed_before(self, loop: _Loop) -> tuple[Parts, Parts] | None:
        """The commands before a loop over a list that they build, with its work done there; what is left to set up."""
        counting = _counting(loop.loop)
        for xs in _read_at(loop.loop, counting.counter) if counting is not None else ():
            new = next((s for s in reversed(range(len(loop.before))) if _is_new(loop.before[s], xs)), None)
            if new is None or xs in written(loop.whole) or not _only_grows(loop.before[new + 1 :], xs):
                continue
            fed = self._feed(replace(loop, before=loop.before[new + 1 :]), xs)
            if fed is not None:
                return (*loop.before[: new + 1], *fed[0]), fed[1]
        return None

    def _feed(self, loop: _Loop, xs: Var) -> tuple[Parts, Parts] | None:
        """As `_fed_before`, for the commands from where the list is new."""
        loop = self._apart(loop)
        counting = _counting(loop.loop)
        assert counting is not None
        counter, section = counting.counter, (*loop.before, *loop.setup)
        source = _source(section, xs)
        changed = written(loop.loop)
        over = [self._is_over(c, counter, xs, section, source, changed) for c in counting.conditions]
        if True not in over or any(map(is_partial, counting.conditions[: over.index(True)])):
            return None
        item = self.fresh(f"{xs.name}_item", _item_type(xs))
        here = {_at(xs, counter): item}
        more = tuple(replaced(c, here) for c, known in zip(counting.conditions, over, strict=True) if not known)
        work = _Work(xs, item, counter, more, tuple(_with(c, here) for c in counting.work))
        if xs in work.mentioned or (loop.is_lifted and not work.is_total):
            return None
        done = self._sorted_out(loop, work)
        if done is None:
            return None
        early, work, rest, left = done
        others = sequence(*rest, *left)
        if has_sampling(others) and has_sampling(loop.loop):
            return None
        copies = sum(_appended(c, xs) is not None for c in subcommands(others))
        if copies > MOST_COPIES or (copies > 1 and any(map(has_loop, work.work))):
            return None
        if work.firsts and source is None and work.more:
            return None
        return self._fed_with(work, early, rest, source, loop.after), left

    def _apart(self, loop: _Loop) -> _Loop:
        """The same with other names for the variables of the loop that both use and nobody else needs."""
        counting = _counting(loop.loop)
        assert counting is not None
        counter = counting.counter
        head = live_at_head(loop.loop, loop.after, all_reads=True)
        section = [*loop.before, *loop.setup]
        shared = {v for v in written(loop.loop) - head if any(v in mentioned(c) for c in section)}
        begin = _last_write(tuple(section), counter)
        if begin is not None and counter not in loop.after | (loop.outside or frozenset()):
            inside, behind = (
                any(counter in mentioned(c) for c in part) for part in (section[:begin], section[begin + 1 :])
            )
            if inside and not behind:
                shared.add(counter)
        by = {v: self.fresh(v.name, v.type) for v in sorted(shared, key=lambda v: v.name)}
        if counter in by:
            assert begin is not None
            section[begin] = _renamed(section[begin], by)
        size = len(loop.before)
        renamed = _renamed(loop.loop, by)
        assert isinstance(renamed, While)
        return replace(loop, before=tuple(section[:size]), setup=tuple(section[size:]), loop=renamed)

    def _is_over(
        self, c: Expr, counter: Var, xs: Var, section: Parts, source: _Source | None, changed: Set[Var]
    ) -> bool:
        """Whether a condition of a loop, in which some variables change, says that there is an item at the counter."""
        match c:
            case Apply(Op.LT, (left, limit)) if left == counter and not free_variables(limit) & changed:
                end = _settled(limit, section)
                return end == apply(Op.LEN, xs) or (
                    source is not None and _same_number(end, _settled(source.rounds, section))
                )
            case _:
                return False

    def _sorted_out(self, loop: _Loop, work: _Work) -> tuple[Parts, _Work, Parts, Parts] | None:
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
            value = replaced(sets.value, {_at(work.xs, ZERO): work.item})
            if free_variables(value) & (others | {f.target for f in firsts}):
                return None
            if any(sets.target == f.target or sets.target in free_variables(f.value) for f in firsts):
                return None
            if work.counter in free_variables(value) or (value != sets.value and sets.target in free_variables(value)):
                return None
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

    def _fed_with(self, work: _Work, early: Parts, rest: Parts, source: _Source | None, after: Live) -> Parts:
        """The work put where the items are appended."""
        counter = work.counter
        looks_ahead = work.looks_ahead
        if source is not None:
            number = minus(source.counter, source.first)
            if counter not in after:
                work = work.with_number(number)
        uses = counter in work.mentioned or counter in after or bool(work.firsts and source is None)
        going = self.fresh("going", BOOL) if looks_ahead else None
        step = Assign(counter, apply(Op.ADD, counter, Literal(1))) if uses else Skip()
        begun = apply(Op.EQ, counter, ZERO) if source is None else apply(Op.EQ, source.counter, source.first)

        def change(c: Command) -> Command:
            v = _appended(c, work.xs)
            if v is None:
                return c
            done = work.on(v, step, going, begun, after)
            return sequence(*done)

        start: list[Command] = [c for c in early if uses or not (isinstance(c, Assign) and c.target == counter)]
        if going is not None:
            start.append(Assign(going, TRUE))
        return (*start, *(rewritten(c, change) for c in rest))


@dataclass(frozen=True)
class _Loop:
    """A loop, perhaps in a branch: the commands before it, or before the branch, and those that set it up there."""

    before: Parts
    setup: Parts
    loop: While
    after: Live  # what matters after it
    outside: Live | None = None  # what matters where the branch is not taken, if it is in one

    @property
    def is_lifted(self) -> bool:
        """Whether its work would be done where it may not have been."""
        return self.outside is not None

    @property
    def whole(self) -> Command:
        return sequence(*self.setup, self.loop)


@dataclass(frozen=True)
class _Work:
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
        return any(free_variables(c) & {self.item, self.counter} for c in self.more) or any(map(is_partial, self.more))

    def with_number(self, number: Expr) -> _Work:
        """The same with another number of the item in the place of the counter."""
        by: dict[Expr, Expr] = {self.counter: number}
        more = tuple(replaced(c, by) for c in self.more)
        return replace(self, more=more, work=tuple(_with(c, by) for c in self.work))

    def on(self, v: Expr, step: Command, going: Var | None, begun: Expr, after: Live) -> Iterator[Command]:
        """The commands for one item."""
        names = [] if self.more else list(_names(self.work, self.item, after))
        work = tuple(c for c in self.work if not isinstance(c, Assign) or c.target not in names)
        simple = isinstance(v, Var | Literal)
        held = v if simple else names[0] if names else self.item
        if not simple:
            assert isinstance(held, Var)
            yield Assign(held, v)
        by: dict[Expr, Expr] = dict.fromkeys((self.item, *names), held)
        yield Assign(self.xs, apply(Op.APPEND, self.xs, held))
        for first in self.firsts:
            yield If(begun, _with(first, by), Skip())
        does = sequence(*(_with(c, by) for c in work), step)
        condition = replaced(conjunction(*self.more), by)
        if condition == TRUE:
            yield does
        elif going is None:
            yield If(condition, does, Skip())
        else:
            yield If(going, If(condition, does, Assign(going, FALSE)), Skip())


def _names(work: Sequence[Command], item: Var, needed: Live) -> Iterator[Var]:
    """The names that some work gives to an item, other than those that are needed elsewhere."""
    for n, c in enumerate(work):
        match c:
            case Assign(name, value) if value == item and name not in needed:
                others = sequence(*work[:n], *work[n + 1 :])
                if name not in written(others) and name not in mentioned(sequence(*work[:n])):
                    yield name
            case _:
                pass


def _also(work: _Work, command: Command) -> Command:
    """A command that appends to the list, and then does its work."""
    v = _appended(command, work.xs)
    return command if v is None else sequence(*work.on(v, Skip(), None, TRUE, frozenset()))


def _item_type(xs: Var) -> Type:
    assert isinstance(xs.type, ListOf)
    return xs.type.item


def _is_length(e: Expr) -> bool:
    return isinstance(e, Apply) and e.op is Op.LEN


def _live_after(parts: Parts, i: int, after: Live) -> Live:
    for part in reversed(parts[i + 1 :]):
        after = live_before(part, after, all_reads=True)
    return after


# ---------------------------------------------------------------------------------------------------- what is left over


def without_unread(program: Command, result: Var) -> Command:
    """The program without lists, numbers and counts that nothing reads."""
    while True:
        smaller = _kept(program, _read(program, frozenset((result,))))
        if smaller == program:
            return program
        program = smaller


def _read(program: Command, read: Live) -> Live:
    """The variables that are read other than for their own next value, or for how often a loop without work runs."""
    inside = list(subcommands(program))
    idle = [loop for c in inside if (loop := _idle(c)) is not None]
    for c in inside:
        match c:
            case Assign(target, value):
                read |= free_variables(value) if is_partial(value) else free_variables(value) - {target}
            case _ if _idle(c) is None:
                read |= read_by(c)
    while more := [loop for loop in idle if loop.counter in read and not loop.reads <= read]:
        read = read.union(*(loop.reads for loop in more))
    return read


def _idle(command: Command) -> _Counting | None:
    """A loop that does nothing but count up to a limit."""
    loop = _counting(command)
    if loop is None or loop.work or any(map(is_partial, loop.conditions)):
        return None
    ends = (c.args for c in loop.conditions if isinstance(c, Apply) and c.op is Op.LT)
    return loop if any(a == loop.counter and a not in free_variables(b) for a, b in ends) else None


def _kept(command: Command, read: Live) -> Command:
    idle = _idle(command)
    match command:
        case Assign(target, value) if target not in read and not is_partial(value):
            return Skip()
        case While() if idle is not None and idle.counter not in read:
            return Skip()
        case _:
            command = with_parts(command, lambda part: _kept(part, read))
            match command:
                case If(condition, Skip(), Skip()) if not is_partial(condition):
                    return Skip()
                case _:
                    return command
