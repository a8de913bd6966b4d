"""Lists of what is asked of each row, which are run over inside of other loops: they are made again there.

`grades = [exam.grade for exam in exams]` and then, for each grade, a loop over `grades`. The list is as long as the
data, and what is known of the data is not known of it. It is the same each time it is made, so it may as well be made
right before each loop over it; that loop then goes through the data itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from twinproof.lang.command import (
    Assign,
    Command,
    Seq,
    While,
    has_loop,
    has_sampling,
    mentioned,
    parts_of,
    sequence,
    written,
)
from twinproof.lang.expr import ZERO, Op, Var, apply
from twinproof.lang.liveness import live_at_head
from twinproof.lang.reader.plain.lists import Parts, counting, is_new, last_write, only_grows, renamed
from twinproof.lang.reader.plain.naming import Naming
from twinproof.lang.rewriting import with_parts
from twinproof.lang.types import ListOf

Fuse = Callable[[Command], Command]


def made_again(program: Command, taken: set[str], fuse: Fuse) -> Command:
    """The program as `fuse` makes it, with lists made again where that spares them; it takes new names."""
    done = fuse(program)
    for made in list(_makers(parts_of(done))):
        if made.at >= len(parts_of(done)) or parts_of(done)[made.at] is not made.commands[-1]:
            continue  # another one has changed what stands there
        naming = Naming(taken)
        copies = _Copies(made, naming)
        before, later = parts_of(done)[: made.at + 1], parts_of(done)[made.at + 1 :]
        changed = fuse(sequence(*before, *map(copies.in_loops, later)))
        if copies.lists and not copies.lists & mentioned(changed):
            naming.keep()
            done = changed
    return done


@dataclass(frozen=True)
class _Maker:
    """A list, and the commands that make it: the empty list, the start of a counter, and a loop, which stands there."""

    xs: Var
    commands: Parts
    at: int


def _makers(parts: Parts) -> Iterator[_Maker]:
    """The lists that one loop makes of what stays as it is."""
    for at, part in enumerate(parts):
        count = counting(part)
        if count is None or not isinstance(part, While) or has_loop(part.body) or has_sampling(part.body):
            continue
        lists = [v for v in written(part) if isinstance(v.type, ListOf)]
        start = last_write(parts[:at], count.counter)
        if len(lists) != 1 or start is None or not _is_zero(parts[start]):
            continue
        (xs,) = lists
        new = last_write(parts[:at], xs)
        if new is None or not is_new(parts[new], xs) or not only_grows((part,), xs):
            continue
        if (live_at_head(part, frozenset((xs,)), all_reads=True) & written(part)) - {xs, count.counter}:
            continue  # it remembers more than the list
        given, later = mentioned(part) - written(part), sequence(*parts[at + 1 :])
        if xs in mentioned(later) and not (given | {xs}) & written(later):
            yield _Maker(xs, (parts[new], parts[start], part), at)


def _is_zero(command: Command) -> bool:
    return isinstance(command, Assign) and command.value == ZERO


@dataclass
class _Copies:
    """Makes a list again before each loop over it that is inside of another loop."""

    made: _Maker
    naming: Naming

    def __post_init__(self) -> None:
        self.lists: set[Var] = set()

    def in_loops(self, program: Command) -> Command:
        match program:
            case While():
                return with_parts(program, self._inside)
            case _:
                return with_parts(program, self.in_loops)

    def _inside(self, body: Command) -> Command:
        """The body of a loop."""
        body = with_parts(body, self._inside)
        if not isinstance(body, Seq):
            return body
        done: Parts = ()
        for part in body.parts:
            done = self._with(done, part)
        return sequence(*done)

    def _with(self, done: Parts, part: Command) -> Parts:
        """Commands and one more; if that is a loop over the list, it is made before the loop is set up."""
        count, xs = counting(part), self.made.xs
        if count is None or apply(Op.LT, count.counter, apply(Op.LEN, xs)) not in count.conditions:
            return (*done, part)
        start = last_write(done, count.counter)
        if start is None:
            return (*done, part)
        whole = sequence(*self.made.commands)
        by = {v: self.naming.fresh(v.name, v.type) for v in sorted(written(whole), key=lambda v: v.name)}
        self.lists.add(by[xs])
        made = tuple(renamed(c, by) for c in self.made.commands)
        return (*done[:start], *made, *done[start:], renamed(part, {xs: by[xs]}))
