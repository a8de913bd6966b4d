"""Rows that are put into a list for each key, and lists that are then asked one by one: the rows are asked instead.

`by_shop[row.shop].append(row.amount)` for each row, and then a loop over `by_shop[shop]`: that is a loop over the rows
which leaves out those of other shops. They come in the same order, and nothing that they were put there by has changed
since.

The program has its guards: every expression has a value, and each position is inside of its list.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from twinproof.lang.command import (
    Assign,
    Command,
    If,
    Sample,
    Seq,
    Skip,
    While,
    expressions,
    has_sampling,
    is_guard,
    loops_in,
    mentioned,
    parts_of,
    sequence,
    subcommands,
    written,
)
from twinproof.lang.expr import ONE, ZERO, Apply, Expr, Literal, Op, Var, apply, free_variables, subterms
from twinproof.lang.liveness import Live, live_at_head, live_before
from twinproof.lang.reader.plain.lists import (
    Parts,
    appended,
    counting,
    in_order,
    is_new,
    item_at,
    item_type,
    last_write,
    live_after,
    renamed,
    source_of,
    with_replaced,
)
from twinproof.lang.reader.plain.naming import Naming
from twinproof.lang.rewriting import replaced, rewritten, with_expressions
from twinproof.lang.types import INT, ListOf

MOST_PLACES = 2  # in the loop over the rows where something is put into a list
Work = Callable[[Expr], Command]  # what is done with an item


def without_filing(program: Command, result: Var, taken: set[str]) -> Command:
    """The program without lists in a list into which rows are put; it takes new names."""
    parts, at = parts_of(program), 0
    while at < len(parts):
        filing = _filing(parts, at, result)
        if filing is not None:
            naming = Naming(taken)
            later = _Asked(filing, naming).instead(parts[at + 1 :], frozenset((result,)))
            if later is not None:
                naming.keep()
                parts = parts_of(sequence(*parts[:at], filing.checks, *later))
                continue
        at += 1
    return sequence(*parts)


@dataclass(frozen=True)
class _Filing:
    """A loop that puts items into the lists of a table, of which all were empty."""

    table: Var
    loop: Command
    checks: Command  # what is left of the loop: its guards
    start: Assign  # of its counter
    size: Expr  # how many lists there are


def _filing(parts: Parts, at: int, result: Var) -> _Filing | None:
    loop = parts[at]
    count = counting(loop)
    if count is None or not isinstance(loop, While) or has_sampling(loop):
        return None
    tables = [v for v in in_order(written(loop)) if isinstance(v.type, ListOf) and isinstance(item_type(v), ListOf)]
    begun = last_write(parts[:at], count.counter)
    if len(tables) != 1 or begun is None:
        return None
    (table,), start = tables, parts[begun]
    others, later = written(loop) - {table}, sequence(*parts[at + 1 :])
    after = live_after(parts, at, frozenset((result,)))
    size = _empty_lists(parts[:at], table)
    if size is None or table == result or not isinstance(start, Assign) or start.value != ZERO:
        return None
    if others & after or (live_at_head(loop, after, all_reads=True) & others) - {count.counter}:
        return None  # it remembers more than the lists
    if (table in written(later)) or (mentioned(loop) - written(loop)) & written(later):
        return None
    if free_variables(size) & written(sequence(*parts[at:])):
        return None
    loop = with_replaced(loop, {apply(Op.LEN, table): _number_of(size)})
    puts = [c for c in subcommands(loop) if _put(c, table) is not None]
    left = rewritten(loop, lambda c: Skip() if _put(c, table) is not None else c)
    if table in mentioned(left) or not 1 <= len(puts) <= MOST_PLACES or not isinstance(loop, While):
        return None
    checks = Skip() if all(map(_ends, loops_in(left))) else left
    return _Filing(table, rewritten(loop, lambda c: Skip() if is_guard(c) else c), checks, start, size)


def _ends(loop: While) -> bool:
    """Whether a loop is seen to end: it counts up to a limit that stays. A guard is not."""
    count = counting(loop)
    limits = (c.args for c in count.conditions if isinstance(c, Apply) and c.op is Op.LT) if count is not None else ()
    return any(count is not None and a == count.counter and not free_variables(b) & written(loop) for a, b in limits)


def _number_of(size: Expr) -> Expr:
    """How many rounds there are up to a limit."""
    return Literal(max(0, size.value)) if isinstance(size, Literal) else apply(Op.MAX, ZERO, size)


def _put(command: Command, table: Var) -> tuple[Expr, Expr] | None:
    """The position of a list in a table to which a command appends an item, and the item."""
    match command:
        case Assign(target, Apply(Op.SET, (whole, place, Apply(Op.APPEND, (entry, item))))):
            if target == whole == table and entry == item_at(table, place):
                return None if table in free_variables(place) | free_variables(item) else (place, item)
    return None


def _empty_lists(before: Parts, table: Var) -> Expr | None:
    """How many lists there are in a table, if it is only made, of empty lists."""
    empty = Apply(Op.LIST, (), item_type(table))
    match [part for part in before if table in written(part)]:
        case [Assign(_, Apply(Op.LIST, (_, *_) as items))] if all(item == empty for item in items):
            return Literal(len(items))
        case [new, While() as loop] if is_new(new, table):
            source = source_of(before, table)
            if (
                source is None
                or source.first != ZERO
                or any(isinstance(c, Sample | While) for c in parts_of(loop.body))
            ):
                return None
            return source.limit if [appended(c, table) for c in parts_of(loop.body)].count(empty) == 1 else None
    return None


def _is_start(before: Parts, at: int | None) -> bool:
    """Whether a command sets a counter to 0."""
    return at is not None and getattr(before[at], "value", None) == ZERO


def _always(command: Command) -> Work:
    return lambda item: command


@dataclass
class _Asked:
    """What is asked of the lists, asked of the rows."""

    filing: _Filing
    naming: Naming
    keys: dict[Var, Var] = field(default_factory=dict)  # of lists that have a name

    def instead(self, parts: Parts, after: Live) -> Parts | None:
        """Commands that do the same without the table; None if something else is asked of it."""
        table = self.filing.table
        named = [c for part in parts for c in subcommands(part) if isinstance(c, Assign | Sample)]
        set_before = live_before(sequence(*parts), after, all_reads=True)
        for xs in {c.target for c in named if self._list(c) is not None} - after - set_before:
            if all(self._list(c) is not None for c in named if c.target == xs):
                self.keys[xs] = self.naming.fresh(f"{xs.name}_key", INT)
        done = self._block(parts, after)
        return None if {table, *self.keys} & mentioned(sequence(*done)) else done

    def _list(self, command: Command) -> Expr | None:
        """The position of the list that a command gives a name to."""
        match command:
            case Assign(_, Apply(Op.GET, (table, place))) if table == self.filing.table:
                return place
            case _:
                return None

    def _block(self, parts: Parts, after: Live) -> Parts:
        matters = [after]  # after each of the commands
        for part in reversed(parts):
            matters.insert(0, live_before(part, matters[0], all_reads=True))
        done: Parts = ()
        for part, behind in zip(parts, matters[1:], strict=True):
            done = (*done, *self._one(done, part, behind))
        return done

    def _one(self, before: Parts, part: Command, after: Live) -> Parts:
        place = self._list(part)
        if isinstance(part, Assign) and place is not None and part.target in self.keys:
            return (Assign(self.keys[part.target], place, part.at),)
        through = self._through(before, part, after)
        if through is not None:
            return through
        counted, part = self._counted(before, part)
        match part:
            case If(_, then, otherwise):
                yes, no = (sequence(*self._block(parts_of(c), after)) for c in (then, otherwise))
                return (*counted, replace(part, then=yes, otherwise=no))
            case While(_, body):
                head = live_at_head(part, after, all_reads=True)
                return (*counted, replace(part, body=sequence(*self._block(parts_of(body), head))))
            case Seq(parts):
                return (*counted, *self._block(parts, after))
            case _:
                return (*counted, part)

    def _through(self, before: Parts, loop: Command, after: Live) -> Parts | None:
        """A loop through one of the lists as a loop through the rows; None for any other."""
        count = counting(loop)
        if count is None or has_sampling(loop) or count.counter in after:
            return None
        start = last_write(before, count.counter)
        match count.conditions:
            case (Apply(Op.LT, (counter, Apply(Op.LEN, (xs,)))),) if counter == count.counter:
                key = self._key(xs)
            case _:
                return None
        work = sequence(*count.work)
        if key is None or not _is_start(before, start):
            return None
        if (free_variables(xs) | free_variables(key)) & written(work):
            return None
        item = apply(Op.GET, xs, count.counter)
        held = Var("item", item.type)
        left = with_replaced(work, {item: held})
        if count.counter in mentioned(left) or self.filing.table in mentioned(left):
            return None
        return self._rows(key, lambda value: with_replaced(work, {item: value}))

    def _key(self, xs: Expr) -> Expr | None:
        match xs:
            case Var():
                return self.keys.get(xs)
            case Apply(Op.GET, (table, place)) if table == self.filing.table:
                return place
            case _:
                return None

    def _counted(self, before: Parts, part: Command) -> tuple[Parts, Command]:
        """A command that is told how long the lists are, after what counts that."""
        size = self.filing.size
        lengths: dict[Expr, Expr] = {apply(Op.LEN, self.filing.table): _number_of(size)}
        match part:
            case While(Apply(Op.LT, (Var() as counter, Apply(Op.LEN, (table,))))) if table == self.filing.table:
                count, start = counting(part), last_write(before, counter)
                if count is not None and count.counter == counter and _is_start(before, start):
                    lengths = {apply(Op.LEN, table): size}  # where that is below 0, both say that there is no round
            case _:
                pass
        counts: Parts = ()
        for e in dict.fromkeys(t for spoken in expressions(part) for t in subterms(spoken)):
            match e:
                case Apply(Op.LEN, (xs,)) if (key := self._key(xs)) is not None and not isinstance(part, While):
                    number = self.naming.fresh("number", INT)
                    lengths[e], more = number, Assign(number, apply(Op.ADD, number, ONE))
                    counts = (*counts, Assign(number, ZERO), *self._rows(key, _always(more)))
                case _:
                    pass
        return counts, with_expressions(part, lambda e: replaced(e, lengths))

    def _rows(self, key: Expr, work: Work) -> Parts:
        """A loop through the rows that does some work for those that were put into one list."""
        table, loop = self.filing.table, self.filing.loop
        names = in_order(written(loop) - {table})
        by = {v: self.naming.fresh(v.name, v.type) for v in names}

        def asked(c: Command) -> Command:
            put = _put(c, table)
            return (
                c
                if put is None or not isinstance(c, Assign)
                else If(apply(Op.EQ, put[0], key), work(put[1]), Skip(), c.at)
            )

        return (renamed(self.filing.start, by), rewritten(renamed(loop, by), asked))
