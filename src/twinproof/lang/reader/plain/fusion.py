"""One loop where the text has two: the changes that make it so, one after the other.

`noisy = [laplace(x, s) for x in xs]` and then a loop over `noisy` is the program that looks at each noisy value as soon
as it is drawn; and a list that is set item by item, in order, is one that grows. Programs that differ only in this are
read as one, so that they get one verdict.

Each change keeps the meaning by itself: the same draws in the same order, and the same output. A run that raises, or
does not end, has no output; it may draw less or more before it does so.
"""

from __future__ import annotations

from collections.abc import Iterator

from twinproof.lang.command import (
    Assign,
    Command,
    Seq,
    Skip,
    While,
    has_loop,
    loops_in,
    mentioned,
    parts_of,
    sequence,
    written,
)
from twinproof.lang.expr import ZERO, Op, Var, apply, free_variables
from twinproof.lang.liveness import Live, live_at_head
from twinproof.lang.reader.plain.beside import beside
from twinproof.lang.reader.plain.feeding import fed
from twinproof.lang.reader.plain.filling import cut_off, filled
from twinproof.lang.reader.plain.known_items import known_items
from twinproof.lang.reader.plain.lists import Parts, is_length, is_new, live_after, renamed, source_of, with_replaced
from twinproof.lang.reader.plain.naming import Naming
from twinproof.lang.reader.plain.questions import answered_at_once
from twinproof.lang.reader.plain.running import kept_up
from twinproof.lang.reader.plain.unread import without_unread
from twinproof.lang.rewriting import with_parts
from twinproof.lang.types import ListOf


def fused(program: Command, result: Var, taken: set[str]) -> Command:
    """The program with one loop for each list that is built and then run over, and without lists that nobody reads.

    New variables get names that are not taken, and take them.
    """
    if all(isinstance(loop.body, Skip) for loop in loops_in(program)):
        return program
    done = _Fusing(Naming(taken)).command(program, frozenset((result,)))
    return program if done == program else without_unread(done, result)


class _Fusing:
    """Goes through a program from the inside out. `after` are the variables that matter after a command."""

    def __init__(self, naming: Naming) -> None:
        self.naming = naming

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
            yield self.command(part, live_after(parts, i, after)) if has_loop(part) else part

    def _joined(self, parts: Parts, after: Live) -> Parts:
        """One change after the other, until there is none."""
        while (changed := self._changed(parts, after)) is not None:
            self.naming.keep()
            parts = parts_of(sequence(*changed))
        return parts

    def _changed(self, parts: Parts, after: Live) -> Parts | None:
        for change in CHANGES:
            for i in range(len(parts)):
                self.naming.forget()
                changed = change(self.naming, parts, i, after)
                if changed is not None:
                    return changed
        return None


def _moved(naming: Naming, parts: Parts, i: int, after: Live) -> Parts | None:
    """A list that is built under one name and then moved to another is built under that name."""
    match parts[i]:
        case Assign(target, Var() as held) if isinstance(held.type, ListOf) and held != target:
            start = next((s for s in reversed(range(i)) if is_new(parts[s], held)), None)
            if start is None or held in live_after(parts, i, after):
                return None
            built = parts[start:i]
            if target in mentioned(sequence(*built)) or target in written(sequence(*parts[i + 1 :])):
                return None
            return (*parts[:start], *(renamed(c, {held: target}) for c in built), *parts[i + 1 :])
    return None


def _asked(naming: Naming, parts: Parts, i: int, after: Live) -> Parts | None:
    """Two questions about a list, the second of which is answered by what the first has seen."""
    if not any(isinstance(c, While) for c in parts[:i]):
        return None
    return answered_at_once(parts, i, live_after(parts, i, after))


def _measured(naming: Naming, parts: Parts, i: int, after: Live) -> Parts | None:
    """A list that is only asked for its length, when it is built by a loop that runs so often."""
    match parts[i]:
        case Assign(xs) if isinstance(xs.type, ListOf) and is_new(parts[i], xs):
            pass
        case _:
            return None
    built = next((b for b in range(i + 1, len(parts)) if xs in written(parts[b])), None)
    if built is None or xs in after:
        return None
    source = source_of(parts[: built + 1], xs)
    behind = sequence(*parts[built + 1 :])
    length = apply(Op.LEN, xs)
    if source is None or xs not in mentioned(behind) or xs in written(behind):
        return None
    if free_variables(source.limit) & written(behind) or xs in mentioned(with_replaced(behind, {length: ZERO})):
        return None
    rounds = source.rounds if is_length(source.rounds) else apply(Op.MAX, ZERO, source.rounds)
    return (*parts[: built + 1], *(with_replaced(c, {length: rounds}) for c in parts[built + 1 :]))


CHANGES = (_moved, filled, cut_off, _asked, known_items, fed, kept_up, _measured, beside)
