"""Lists that are sorted although their order is of no account: `for value in sorted(values): total += value`.

What a loop through all of a list adds up, counts, or finds the largest of, is the same in every order. If that is all
that is done with a sorted list, it need not be sorted, and the loop goes through the rows themselves.

The program has its guards, or the sorting is such that nothing in it can raise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from twinproof.lang.command import (
    Assign,
    Command,
    If,
    Sample,
    Seq,
    Skip,
    While,
    expressions,
    mentioned,
    parts_of,
    sequence,
    subcommands,
    written,
)
from twinproof.lang.expr import ONE, ZERO, Apply, Expr, Literal, Op, Var, apply, free_variables, substitute
from twinproof.lang.liveness import Live, live_at_head, live_before
from twinproof.lang.reader.guards import may_raise
from twinproof.lang.reader.plain.lists import Parts, counting, is_new, item_at, last_write, source_of
from twinproof.lang.rewriting import replaced, with_arguments, with_parts
from twinproof.lang.types import ListOf

Way = tuple[object, ...]  # in which a variable is changed in each round
KEPT: Way = ()
SHORT_CIRCUIT = (Op.OR, Op.AND)
IN_ANY_ORDER = (Op.ADD, Op.MAX, Op.MIN, *SHORT_CIRCUIT)
Held = Mapping[Var, Expr | None]  # names for what is passed on; None where that may have changed since


def without_idle_sorting(program: Command, result: Var, guarded: bool) -> Command:
    """The program without sorting whose outcome is the same for every order of the list."""
    return _changed(program, frozenset((result,)), guarded)


def _changed(command: Command, after: Live, guarded: bool) -> Command:
    match command:
        case Seq(parts):
            return sequence(*_block(parts, after, guarded))
        case While():
            head = live_at_head(command, after, all_reads=True)
            return with_parts(command, lambda body: _changed(body, head, guarded))
        case _:
            return with_parts(command, lambda part: _changed(part, after, guarded))


def _block(parts: Parts, after: Live, guarded: bool) -> Iterator[Command]:
    matters = [after]  # after each of the commands
    for part in reversed(parts[1:]):
        matters.insert(0, live_before(part, matters[0], all_reads=True))
    for at, part in enumerate(parts):
        sorts = sorted_by(parts[:at], part, guarded)
        if sorts is None or not _Later(guarded).is_idle(sorts, parts[at + 1 :], matters[at:]):
            yield _changed(part, matters[at], guarded)


# -------------------------------------------------------------------------------------------------------- what sorts


@dataclass(frozen=True)
class Sorting:
    """A loop that puts lists into another order, and what else it writes."""

    lists: Live
    changed: Live


def sorted_by(before: Parts, loop: Command, guarded: bool) -> Sorting | None:
    """What a loop sorts, if that is all that it does.

    It goes up to the length of one of them, and in each round goes down from there, and swaps neighbours.
    """
    count = counting(loop)
    if count is None or not isinstance(loop, While) or last_value(before, count.counter) != ZERO:
        return None
    match count.conditions, count.work:
        case (Apply(Op.LT, (counter, limit)),), (Assign(down, start), While(condition, body)) if counter == start:
            swapped = _swapped(parts_of(body), down)
            if counter != count.counter or not swapped or not _goes_down(condition, down):
                return None
            size = _size(before, limit)
            whole = [xs for xs in swapped if _size(before, apply(Op.LEN, xs)) == size]
            read = {item_at(xs, place) for xs in whole for place in (down, apply(Op.SUB, down, ONE))}
            raises = may_raise(_without_reads(condition, read)) or len(whole) < len(swapped)
            return None if raises and not guarded else Sorting(frozenset(swapped), written(loop))
    return None


def last_value(before: Parts, variable: Expr) -> Expr | None:
    """The value that a variable was given last, if that is plain to see."""
    at = last_write(before, variable) if isinstance(variable, Var) else None
    return None if at is None else getattr(before[at], "value", None)


def _size(before: Parts, e: Expr) -> Expr:
    """A number or a length after some commands, as what it was computed from, if that is still the same."""
    match e:
        case Var() as number:
            at = last_write(before, number)
        case Apply(Op.LEN, (Var() as xs,)):
            source = source_of(before, xs)
            at = last_write(before, xs)
            if source is not None and source.at == at and source.first == ZERO and _is_empty_before(before, xs, at):
                return _size(before, source.limit)
        case _:
            return e
    match before[at] if at is not None else Skip():
        case Assign(_, Var(type=ListOf()) as ys):
            earlier: Expr = apply(Op.LEN, ys)
        case Assign(_, Apply(Op.LEN) as length):
            earlier = length
        case _:
            return e
    if at is None:
        return e
    changed = written(sequence(*before[at:]))
    return next((now for now in (_size(before[:at], earlier), earlier) if not free_variables(now) & changed), e)


def _is_empty_before(before: Parts, xs: Var, at: int) -> bool:
    start = last_write(before[:at], xs)
    return start is not None and is_new(before[start], xs)


def _goes_down(condition: Expr, down: Var) -> bool:
    """Whether a loop ends at 0, whatever else it asks."""
    match condition:
        case Apply(Op.AND, (Apply(Op.LT, (Literal(0), first)), *_)) | Apply(Op.LT, (Literal(0), first)):
            return first == down
        case _:
            return False


def _without_reads(e: Expr, read: set[Expr]) -> Expr:
    """A condition without what is surely there, for the question whether the rest of it can raise."""
    if e in read:
        return Var("item", e.type)
    return with_arguments(e, lambda part: _without_reads(part, read))


def _swapped(body: Parts, down: Var) -> list[Var]:
    """The lists of which each round swaps the entries at a position and before it; none if it does anything else."""
    before, swapped = apply(Op.SUB, down, ONE), list[Var]()
    while len(body) > 1:
        match body:
            case (Assign(held, Apply(Op.GET, (Var() as xs, there))), Assign() as up, *rest) if there == down:
                if up.target != xs or up.value != apply(Op.SET, xs, down, item_at(xs, before)) or xs in swapped:
                    return []
                place: Expr = before
                match rest:
                    case (Assign(position, value), *others) if value == before and position != held:
                        place, rest = position, others
                    case _:
                        pass
                match rest:
                    case (Assign() as low, *others) if low.target == xs and low.value == apply(Op.SET, xs, place, held):
                        swapped.append(xs)
                        body = tuple(others)
                    case _:
                        return []
            case _:
                return []
    return swapped if body == (Assign(down, before),) else []


# ----------------------------------------------------------------------------------------------- what needs no order


@dataclass(frozen=True)
class _Later:
    """What comes after sorting; without guards, what raises in one order must raise in all."""

    guarded: bool

    def is_idle(self, sorts: Sorting, later: Parts, matters: list[Live]) -> bool:
        """Whether what comes after sorting is the same without it, where this is what matters after each command."""
        if (sorts.changed - sorts.lists) & matters[0]:
            return False
        left = self._lists_after(later, sorts.lists, matters)
        return left is not None and not left & matters[-1]

    def _lists_after(self, parts: Parts, lists: Live, matters: list[Live]) -> Live | None:
        """The lists whose order is not known after commands that do the same in any; None for other commands."""
        known = lists
        for at, part in enumerate(parts):
            left = self._after_one(parts[:at], part, known, matters[at + 1])
            if left is None:
                return None
            known = left
        return known

    def _after_one(self, before: Parts, part: Command, lists: Live, after: Live) -> Live | None:
        if not lists & mentioned(part):
            return lists
        match part:
            case Assign(target, Var() as xs) if xs in lists:
                return lists | {target}
            case Assign(target, value):
                return lists - {target} if _asks_lengths(value, lists) else None
            case While(condition, body):
                appended = self._appended_in_loop(before, part, lists, after)
                if appended is not None:
                    return lists | appended
                head = live_at_head(part, after, all_reads=True)
                inside = self._inside(body, lists, head)
                return lists if _asks_lengths(condition, lists) and inside == lists else None
            case If(condition, then, otherwise):
                both = {self._inside(branch, lists, after) for branch in (then, otherwise)}
                return lists if _asks_lengths(condition, lists) and both == {lists} else None
            case Seq():
                return self._inside(part, lists, after)
            case _:
                return lists if all(_asks_lengths(e, lists) for e in expressions(part)) else None

    def _inside(self, command: Command, lists: Live, after: Live) -> Live | None:
        parts = parts_of(command)
        matters = [after]
        for part in reversed(parts):
            matters.insert(0, live_before(part, matters[0], all_reads=True))
        left = self._lists_after(parts, lists, matters)
        return None if left is None else lists | (left & after)

    def _appended_in_loop(self, before: Parts, loop: While, lists: Live, after: Live) -> Live | None:
        """Of a loop through one of the lists, which does the same in any order, the lists that it appends to."""
        count = counting(loop)
        if count is None or last_value(before, count.counter) != ZERO:
            return None
        work = sequence(*count.work)
        match count.conditions:
            case (Apply(Op.LT, (counter, Apply(Op.LEN, (Var() as xs,)))),) if counter == count.counter and xs in lists:
                item = item_at(xs, count.counter)
                inside = lists | {count.counter}
                if inside & (_read_without(work, item) | written(work)):
                    return None
                if any(isinstance(c, Sample) for c in subcommands(work)):
                    return None
                rounds = _Rounds(live_at_head(loop, after, all_reads=True) & written(work), self.guarded)
                if rounds.after(work, {}) is None:
                    return None
                return frozenset(v for v, way in rounds.ways.items() if way == (Op.APPEND,))
            case _:
                return None


def _asks_lengths(e: Expr, lists: Live) -> bool:
    """Whether an expression asks no more of lists than how long they are."""
    match e:
        case Apply(Op.LEN, (Var(),)):
            return True
        case Apply(_, args):
            return all(_asks_lengths(a, lists) for a in args)
        case _:
            return not free_variables(e) & lists


def _read_without(work: Command, item: Expr) -> Live:
    """The variables that are read other than for one item of a list."""
    held = Var("item", item.type)
    spoken = (e for c in subcommands(work) for e in expressions(c))
    return frozenset[Var]().union(*(free_variables(replaced(e, {item: held})) for e in spoken))


@dataclass
class _Rounds:
    """Whether the rounds of a loop may be done in any order.

    What they pass on to each other is only added to, or is the largest, the smallest, whether there was any, or a list
    that is appended to; and what is added depends on nothing that is passed on.
    """

    state: Live
    guarded: bool  # whether every expression has a value
    ways: dict[Var, Way] = field(default_factory=dict)

    def after(self, command: Command, held: Held) -> Held | None:
        """The names for what is passed on, after a command that may be done in any order; None for any other."""
        match command:
            case Skip():
                return held
            case Assign(target, value):
                return self._assigned(target, value, held)
            case Seq(parts):
                now: Held | None = held
                for part in parts:
                    now = None if now is None else self.after(part, now)
                return now
            case If(condition, then, otherwise) if not self._reads(condition, held):
                yes, no = self.after(then, held), self.after(otherwise, held)
                if yes is None or no is None:
                    return None
                return {v: yes[v] if v in yes and v in no and yes[v] == no[v] else None for v in (*yes, *no)}
            case While(condition, body):
                once = self.after(body, dict.fromkeys(held))
                if once is None:
                    return None
                again = self.after(body, dict.fromkeys(once))
                return None if again is None or self._reads(condition, again) else dict.fromkeys(again)
            case _:
                return None

    def _reads(self, e: Expr, held: Held) -> bool:
        return not (self.state | held.keys()).isdisjoint(free_variables(e))

    def _assigned(self, target: Var, value: Expr, held: Held) -> Held | None:
        if any(held.get(v, v) is None for v in free_variables(value)):
            return None
        now = substitute(value, {v: e for v, e in held.items() if e is not None})
        if target not in self.state:
            if self._may_raise(now) and self.state & free_variables(now):
                return None  # whether it raises depends on the order
            others = {v: e for v, e in held.items() if v != target}
            return {**others, target: now} if self.state & free_variables(now) else others
        way = self._way(target, now)
        if way is None or (way != KEPT and self.ways.setdefault(target, way) != way):
            return None
        return {v: None if e is None or target in free_variables(e) else e for v, e in held.items()}

    def _may_raise(self, e: Expr) -> bool:
        return not self.guarded and may_raise(e)

    def _way(self, place: Expr, value: Expr) -> Way | None:
        """How a value comes from what stood in its place; None if the order of rounds may matter."""
        match value:
            case _ if value == place:
                return KEPT
            case Literal():
                return ("set", value)
            case Apply(Op.ITE, (test, first, second)) if not self.state & free_variables(test):
                ways = [self._way(place, e) for e in (first, second)]
                changes = {way for way in ways if way != KEPT}
                return None if None in ways or len(changes) > 1 else next(iter(changes), KEPT)
            case Apply(Op.SUB, (first, amount)) if first == place:
                return (Op.ADD,) if not self.state & free_variables(amount) else None
            case Apply(op, args) if op in IN_ANY_ORDER and args.count(place) == 1:
                others = [a for a in args if a != place]
                if op in SHORT_CIRCUIT and any(map(self._may_raise, others)):
                    return None  # whether they are evaluated depends on the order
                return None if any(self.state & free_variables(a) for a in others) else (op,)
            case Apply(Op.APPEND, (whole, item)) if whole == place and isinstance(place, Var):
                return (Op.APPEND,) if not self.state & free_variables(item) else None
            case Apply(Op.SET, (whole, position, entry)) if whole == place and not self.state & free_variables(
                position
            ):
                way = self._way(apply(Op.GET, place, position), entry)
                return None if way is None else ("entry", *way)
            case _:
                return None
