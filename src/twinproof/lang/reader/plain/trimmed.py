"""Sums of a sorted list without its ends: `sum(sorted(marks)[1:-1])` is the sum of all less the smallest and largest.

Where a row comes or goes, all entries after it move in the sorted list, but the sum of all, the smallest and the
largest are known of the rows as they come. So such a sum is computed from these, and then nothing has to be sorted.

Why it means the same. Sorting keeps the sum of all, and puts the smallest at one end and the largest at the other; so
it does with what is added for each item, if that is the item with public bounds. What is added are integers that are
surely not below 0 and, where the smallest is left out, surely not above a public number u. So the largest of all, from
0 on, is that of the list, or 0 if there is none; the smallest of all, from u on, is that of the list, or u if there is
none. Let s be the sum of all, and d what is left out. If the list has all that is left out, then s - d is the sum of
the others, and not below 0. If it has fewer, the sum of none is 0, and s - d is not above 0: without items s is 0, and
d is 0 or u; with one item of which both ends are left out, d is twice what is added for it, and s is that once. So
max(0, s - d) is right in all cases.

It is done only where nothing is sorted any more afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from twinproof.lang.command import (
    Assign,
    Command,
    Sample,
    Seq,
    While,
    loops_in,
    parts_of,
    sequence,
    subcommands,
    written,
)
from twinproof.lang.expr import ONE, ZERO, Apply, Expr, Literal, Op, Var, apply, conjuncts, substitute, subterms
from twinproof.lang.liveness import Live, live_at_head
from twinproof.lang.reader.plain.lists import Parts, counting, is_new, item_at, live_after, settled
from twinproof.lang.reader.plain.naming import Naming
from twinproof.lang.reader.plain.unordered import sorted_by, without_idle_sorting
from twinproof.lang.rewriting import replaced, with_parts
from twinproof.lang.types import INT


def without_trimming(
    program: Command, result: Var, public: Live, positive: Live, taken: set[str], fuse: Callable[[Command], Command]
) -> Command:
    """A program without guards in which such sums need no sorting, as `fuse` makes it; it takes new names."""
    naming = Naming(taken)
    summed = _Trimmed(program, public, positive, naming).changed(program, frozenset((result,)))
    loose = without_idle_sorting(summed, result, guarded=False)
    if summed == program or len(loops_in(loose)) >= len(loops_in(program)):
        return program
    naming.keep()
    return fuse(loose)


@dataclass(frozen=True)
class _Order:
    """A loop that sorts a list, and whether the smallest comes first."""

    loop: While
    rises: bool


@dataclass(frozen=True)
class _Ends:
    """A loop that adds up a list between its ends."""

    items: Var
    total: Var
    item: Expr
    added: Expr  # for this item
    without_first: bool
    without_last: bool


@dataclass(frozen=True)
class _Trimmed:
    program: Command
    public: Live
    positive: Live  # of these, those that are above zero
    naming: Naming

    def changed(self, command: Command, after: Live) -> Command:
        match command:
            case Seq(parts):
                inside = tuple(self.changed(part, live_after(parts, at, after)) for at, part in enumerate(parts))
                return sequence(*self._block(inside, after))
            case While():
                head = live_at_head(command, after, all_reads=True)
                return with_parts(command, lambda body: self.changed(body, head))
            case _:
                return with_parts(command, lambda part: self.changed(part, after))

    def _block(self, parts: Parts, after: Live) -> Iterator[Command]:
        """Commands with other sums in the place of those of a list that has been sorted just before."""
        order: _Order | None = None
        names: set[Var] = set()  # of the sorted list
        for at, part in enumerate(parts):
            found = sorted_by(parts[:at], part, guarded=False)
            if found is not None and isinstance(part, While):
                rises = _rises(part, found.lists)
                order, names = (None, set()) if rises is None else (_Order(part, rises), set(found.lists))
                yield part
                continue
            ends = _ends(parts[:at], part, names)
            if order is not None and ends is not None and _is_local(part, ends, live_after(parts, at, after)):
                yield from self._sum(part, ends, order) or (part,)
            else:
                yield part
            names -= written(part)
            if isinstance(part, Assign) and part.value in names:
                names.add(part.target)

    def _sum(self, loop: Command, ends: _Ends, order: _Order) -> Parts | None:
        """The same sum, from all items in any order."""
        added = self._added(ends, order.loop)
        if not added or not all(map(self._is_not_below_zero, added)):
            return None
        without_smallest, without_largest = ends.without_first, ends.without_last
        if not order.rises:
            without_smallest, without_largest = without_largest, without_smallest
        above = self._above_all(added)
        if without_smallest and above is None:
            return None
        counter, item = (self.naming.fresh(name, INT) for name in ("k", "item"))
        whole = self.naming.fresh(f"{ends.total.name}_of_all", INT)
        begins = [Assign(whole, ZERO)]
        work = [
            Assign(item, replaced(ends.added, {ends.item: item_at(ends.items, counter)})),
            Assign(whole, apply(Op.ADD, whole, item)),
        ]
        rest: Expr = whole
        for name, op, start in (("smallest", Op.MIN, above), ("largest", Op.MAX, ZERO)):
            if start is None or not (without_smallest if op is Op.MIN else without_largest):
                continue
            end = self.naming.fresh(name, INT)
            begins.append(Assign(end, start))
            work.append(Assign(end, apply(op, end, item)))
            rest = apply(Op.SUB, rest, end)
        begins.append(Assign(counter, ZERO))
        goes_on = apply(Op.LT, counter, apply(Op.LEN, ends.items))
        work.append(Assign(counter, apply(Op.ADD, counter, ONE)))
        at = loop.at if isinstance(loop, While) else None
        more = apply(Op.ADD, ends.total, apply(Op.MAX, ZERO, rest))
        return (*begins, While(goes_on, sequence(*work), at), Assign(ends.total, more, at))

    # -------------------------------------------------------------------------------------------- what is in the list

    def _added(self, ends: _Ends, sorts: While) -> list[Expr] | None:
        """What may be added; None where that is not known, or not in the order of the items."""
        if ends.added == ends.item:
            return self._items(ends.items, sorts)
        return [ends.added] if self._is_item_with_bounds(ends.added, ends.item) else None

    def _is_item_with_bounds(self, e: Expr, item: Expr) -> bool:
        match e:
            case Apply(Op.MIN | Op.MAX, args):
                return all(self._is_item_with_bounds(a, item) for a in args)
            case _:
                return e == item or (e.type == INT and (isinstance(e, Literal) or e in self.public))

    def _items(self, xs: Var, sorts: While) -> list[Expr] | None:
        """All that may be put into a list other than by sorting; None where that is not known."""
        inside = [id(c) for c in subcommands(sorts) if isinstance(c, Assign)]
        everything = [c for c in subcommands(self.program) if isinstance(c, Assign)]
        assigned = [c for c in everything if id(c) not in inside]
        found, waiting, seen = list[Expr](), [xs], {xs}
        if len(assigned) + len(inside) != len(everything) or not any(c.target == xs for c in assigned):
            return None  # what sorts is used elsewhere as well, or the list is an input
        while waiting:
            ys = waiting.pop()
            for c in (c for c in assigned if c.target == ys):
                match c.value:
                    case Var() as zs:
                        if not any(other.target == zs for other in assigned):
                            return None  # an input
                        waiting += [zs] if zs not in seen else []
                        seen.add(zs)
                    case Apply(Op.APPEND, (same, item)) if same == ys:
                        found.append(self._held(item))
                    case _ if not is_new(c, ys):
                        return None
        return found

    def _held(self, e: Expr) -> Expr:
        """What a variable holds that is assigned in one place only, in any round; before it, there is a 0."""
        given = [c for c in subcommands(self.program) if isinstance(c, Assign | Sample) and c.target == e]
        return given[0].value if len(given) == 1 and isinstance(given[0], Assign) else e

    def _is_not_below_zero(self, e: Expr) -> bool:
        match e:
            case Literal(int(n)):
                return n >= 0
            case Apply(Op.MAX, args):
                return any(map(self._is_not_below_zero, args))
            case Apply(Op.MIN, args):
                return all(map(self._is_not_below_zero, args))
            case Apply(Op.ITE, (_, yes, no)):
                return self._is_not_below_zero(yes) and self._is_not_below_zero(no)
            case _:
                return e in self.positive

    def _above_all(self, numbers: list[Expr]) -> Expr | None:
        """A public number, not below 0, above which none of these is."""
        tops: dict[Expr, None] = {}
        for number in numbers:
            above = self._above(number)
            if above is None:
                return None
            tops[above] = None
        return _max(*tops)

    def _above(self, e: Expr) -> Expr | None:
        match e:
            case Literal(int()):
                return e
            case Var():
                return e if e in self.public and e.type == INT else None
            case Apply(Op.MIN, args):
                return next((above for a in args if (above := self._above(a)) is not None), None)
            case Apply(Op.MAX, args) | Apply(Op.ITE, (_, *args)):
                each = [self._above(a) for a in args]
                known = [a for a in each if a is not None]
                return None if len(known) < len(each) else _max(*known)
            case _:
                return None


def _max(*numbers: Expr) -> Expr:
    """The largest of some numbers, where those that are written out are one."""
    written_out = [n.value for n in numbers if isinstance(n, Literal)]
    others: list[Expr] = [n for n in numbers if not isinstance(n, Literal)]
    if written_out:
        others.append(Literal(max(map(int, written_out))))
    return others[0] if len(others) == 1 else apply(Op.MAX, *others)


def _rises(sorts: While, items: Live) -> bool | None:
    """Whether a loop that sorts by swapping neighbours puts the smallest first; None if it asks for anything else."""
    (inner,) = (c for c in parts_of(sorts.body) if isinstance(c, While))
    match conjuncts(inner.condition):
        case (
            Apply(Op.LT, (Literal(0), Var() as down)),
            Apply(Op.LT, (Apply(Op.GET, (xs, one)), Apply(Op.GET, (ys, two)))),
        ) if xs == ys and {xs} == items:
            before = apply(Op.SUB, down, ONE)
            return True if (one, two) == (down, before) else False if (one, two) == (before, down) else None
        case _:
            return None


def _ends(before: Parts, loop: Command, names: set[Var]) -> _Ends | None:
    """The ends that a loop leaves out of the sum of a list that has one of these names."""
    count = counting(loop)
    if count is None or len(count.conditions) != 1 or not count.work:
        return None
    match count.conditions[0], count.work[-1]:
        case Apply(Op.LT, (counter, limit)), Assign(total, Apply(Op.ADD, (same, added))) if same == total:
            pass
        case _:
            return None
    computed = _computed(added, count.work[:-1])
    if computed is None:
        return None
    read = {xs: item for xs in names if (item := item_at(xs, count.counter)) in subterms(computed)}
    if len(read) != 1 or counter != count.counter or total.type != INT:
        return None
    ((xs, item),) = read.items()
    length = apply(Op.LEN, xs)
    shorter = apply(Op.SUB, length, ONE)
    starts: dict[Expr, bool] = {ZERO: False, ONE: True, apply(Op.MIN, ONE, length): True}
    stops: dict[Expr, bool] = {length: False, shorter: True, apply(Op.MAX, ZERO, shorter): True}
    first, last = settled(count.counter, before), settled(limit, before)
    if first not in starts or last not in stops or not (starts[first] or stops[last]):
        return None
    return _Ends(xs, total, item, computed, starts[first], stops[last])


def _computed(e: Expr, work: Parts) -> Expr | None:
    """An expression after assignments, in terms of what was there before them; None after other commands."""
    values: dict[Var, Expr] = {}
    for c in work:
        if not isinstance(c, Assign):
            return None
        values[c.target] = substitute(c.value, values)
    return substitute(e, values)


def _is_local(loop: Command, ends: _Ends, after: Live) -> bool:
    """Whether nobody asks later for what a loop has come to, but for the sum."""
    return not (written(loop) - {ends.total}) & after
