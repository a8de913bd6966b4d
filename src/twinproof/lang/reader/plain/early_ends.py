"""Loops over an input that stop early, and only compute: they may as well go on, and do nothing any more.

`any(row.age > 60 for row in rows)` stops at the first such row. How often it goes round depends on the data; what
it finds is the same when it goes through all rows.

A loop through some of the rows, `for row in rows[m:n]`, goes through all of them as well, where one run may have a row
more: then a row that both runs have is looked at in both at the same time, though it may count in one of them only.

The program has its guards, and the work has all its values: to go on ends, and changes nothing but the counter. What
let the loop stop stays as it is then: either it does not ask for the counter, or it says that this has come to a limit,
and the counter only goes up. Where the loop began at a later row, not below 0, the rounds before do nothing but count.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from twinproof.lang.command import (
    Assign,
    Command,
    If,
    Sample,
    Seq,
    Skip,
    While,
    mentioned,
    parts_of,
    sequence,
    subcommands,
    written,
)
from twinproof.lang.expr import ZERO, Apply, Expr, Literal, Op, Var, apply, conjunction, free_variables
from twinproof.lang.liveness import Live, live_at_head, live_before
from twinproof.lang.reader.plain.lists import Counting, Parts, counting, last_write, live_after, settled
from twinproof.lang.types import INT


def without_early_ends(program: Command, result: Var, uneven: Live, positive: Live) -> Command:
    """The program with loops over inputs that go through all of them; of `uneven` lists one run may have more."""
    return _WholeLoops(written(program), uneven, positive).changed(program, frozenset((result,)))


@dataclass(frozen=True)
class _WholeLoops:
    changing: Live
    uneven: Live
    positive: Live  # public parameters that are above zero

    def changed(self, command: Command, after: Live) -> Command:
        match command:
            case Seq(parts):
                end = after
                backward: list[Command] = []
                for part in reversed(parts):
                    backward.append(self.changed(part, after))
                    after = live_before(part, after, all_reads=True)
                return sequence(*self._from_the_first(tuple(reversed(backward)), end))
            case If(_, then, otherwise):
                yes, no = (self.changed(branch, after) for branch in (then, otherwise))
                return replace(command, then=yes, otherwise=no)
            case While(_, body):
                whole = self._whole(command, after)
                if whole is not None:
                    return whole
                head = live_at_head(command, after, all_reads=True)
                return replace(command, body=self.changed(body, head))
            case _:
                return command

    def _whole(self, loop: While, after: Live) -> While | None:
        """The loop through all of an input, if it would stop early and nobody asks where."""
        count = counting(loop)
        if count is None or count.counter in after:
            return None
        conditions = [part for c in count.conditions for part in self._apart(c, count.counter)]
        limits = [c for c in conditions if self._is_inside(c, count.counter)]
        work = sequence(*count.work)
        if len(conditions) < 2 or len(limits) != 1 or not _computes(work):
            return None
        others = [c for c in conditions if c not in limits]
        if any(count.counter in free_variables(c) and not _is_limit(c, count.counter) for c in others):
            return None  # it would be asked about positions that it never came to
        *_, step = parts_of(loop.body)
        assert isinstance(step, Assign)
        return replace(loop, condition=limits[0], body=sequence(If(conjunction(*others), work, Skip(), loop.at), step))

    def _from_the_first(self, parts: Parts, after: Live) -> Parts:
        """Commands whose loops over all of an uneven input from some row on start at its first row."""
        for at, loop in enumerate(parts):
            count = counting(loop)
            if not isinstance(loop, While) or count is None or not _computes(loop.body):
                continue
            counter, before = count.counter, parts[:at]
            start, first = last_write(before, counter), self._first(settled(counter, before), count)
            if start is None or first is None or counter in live_after(parts, at, after):
                continue
            if counter not in mentioned(sequence(*before[start + 1 :])):
                *work, step = parts_of(loop.body)
                late = If(apply(Op.LE, first, counter), sequence(*work), Skip(), loop.at)
                begun = (*before[:start], Assign(counter, ZERO, loop.at), *before[start + 1 :])
                parts = (*begun, replace(loop, body=sequence(late, step)), *parts[at + 1 :])
        return parts

    def _first(self, begins: Expr, count: Counting) -> Expr | None:
        """Before what a loop does nothing, if it starts above 0 and goes to the end of an uneven input."""
        condition, counter = count.conditions[0], count.counter
        if len(count.conditions) != 1 or not self._is_inside(condition, counter):
            return None
        if not free_variables(condition) & self.uneven or free_variables(begins) & self.changing:
            return None
        match begins:
            case Apply(Op.MIN, (first, length)) if apply(Op.LT, counter, length) == condition:
                return first if self._is_above_zero(first) else None
            case Apply(Op.MAX, (Literal(0), first)):
                return first
            case _:
                return begins if self._is_above_zero(begins) else None

    def _is_above_zero(self, e: Expr) -> bool:
        return e in self.positive or (isinstance(e, Literal) and e.type == INT and e.value > 0)

    def _apart(self, e: Expr, counter: Var) -> tuple[Expr, ...]:
        """`k < min(n, |xs|)` as two conditions, if one run may have more of xs; any other one as it is."""
        match e:
            case Apply(Op.LT, (left, Apply(Op.MIN, limits))) if left == counter:
                parts = tuple(apply(Op.LT, counter, limit) for limit in limits)
                if any(self._is_inside(part, counter) and free_variables(part) & self.uneven for part in parts):
                    return parts
            case _:
                pass
        return (e,)

    def _is_inside(self, e: Expr, counter: Var) -> bool:
        """Whether a condition says that there is an item of an input at the counter."""
        match e:
            case Apply(Op.LT, (left, Apply(Op.LEN, (Var() as xs,)))):
                return left == counter and xs not in self.changing
            case _:
                return False


def _computes(work: Command) -> bool:
    return not any(isinstance(c, While | Sample) for c in subcommands(work))


def _is_limit(e: Expr, counter: Var) -> bool:
    """Whether a condition says that the counter has not come to a limit, which does not move with it."""
    match e:
        case Apply(Op.LT | Op.LE, (left, limit)):
            return left == counter and counter not in free_variables(limit)
        case _:
            return False
