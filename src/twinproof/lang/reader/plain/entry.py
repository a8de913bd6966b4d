"""How the entry of one key of a dictionary is made: the loop that fills it, for the rows of that key alone.

What is known of the entry then is whether it is there, and what it holds (`one_key`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from twinproof.lang.command import (
    Assign,
    Command,
    If,
    Skip,
    While,
    expressions,
    has_sampling,
    mentioned,
    parts_of,
    sequence,
    subcommands,
    written,
)
from twinproof.lang.expr import TRUE, Apply, Expr, Op, Var, apply, free_variables
from twinproof.lang.liveness import live_at_head, live_before
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
    renamed,
    with_replaced,
)
from twinproof.lang.reader.plain.naming import Naming
from twinproof.lang.reader.plain.one_key import Kept, NoProgram, OneKey, asked, for_one_key, is_int_list, may_fail
from twinproof.lang.rewriting import with_parts
from twinproof.lang.types import INT


@dataclass(frozen=True)
class Made:
    """How the entry of one key is made, and what is known of it where the key is met."""

    at: int  # which command of the program makes the list
    kept: Kept
    one: OneKey
    commands: Parts
    key: Var
    places: set[Var] = field(default_factory=set)  # variables that held where the key stood

    def known(self, parts: Parts) -> Parts:
        """The commands without questions about this key."""
        done: list[Command] = []
        i = 0
        while i < len(parts):
            question = asked(parts, i)
            if question is not None and question.xs == self.kept.keys and question.value == self.key:
                if question.is_place:
                    self.places.add(question.answer)
                else:
                    done.append(Assign(question.answer, TRUE))
                i += question.size
            else:
                done.append(self._told(with_parts(parts[i], lambda c: sequence(*self.known(parts_of(c))))))
                i += 1
        return tuple(done)

    def _told(self, command: Command) -> Command:
        by: dict[Expr, Expr] = {}
        for place in self.places:
            by[apply(Op.LT, place, apply(Op.LEN, self.kept.keys))] = TRUE
            if self.kept.values is not None:
                by[item_at(self.kept.values, place)] = self.one.held
        return with_replaced(command, by)


@dataclass(frozen=True)
class Maker:
    """What makes the list of keys that one of the commands of a program asks for a key."""

    parts: Parts
    at: int  # from which command on it is asked
    asking: Command  # what asks, or looks at what stands there
    keys: Var
    key: Var
    noisy: frozenset[Var]
    naming: Naming
    after: frozenset[Var]

    def made(self) -> Made:
        """What makes the list that is asked, as a program for one key: the same loop, with all else that it does."""
        keys = self.keys
        writing = [i for i, c in enumerate(self.parts) if keys in written(c)]
        if not is_int_list(keys) or len(writing) != 2 or writing[1] >= self.at:
            raise NoProgram
        new, at = writing
        loop, count = self.parts[at], counting(self.parts[at])
        if count is None or not isinstance(loop, While) or not is_new(self.parts[new], keys):
            raise NoProgram
        if has_sampling(loop) or mentioned(loop) & self.noisy:
            raise NoProgram
        kept = Kept(keys, self._values(keys, at))
        held, times = (self.naming.fresh(base, INT) for base in ("held", "times"))
        one = for_one_key(count.work, kept, self.key, held, times)
        work = sequence(*one.work)
        head = live_at_head(loop, live_after(self.parts, at, self.after), all_reads=True)
        if one.temporary & (mentioned(work) | head) or mentioned(work) & kept.both or may_raise(one.work, count):
            raise NoProgram
        again = replace(loop, body=sequence(work, parts_of(loop.body)[-1]))
        if (mentioned(again) - written(again) - {self.key}) & written(sequence(*self.parts[at + 1 :])):
            raise NoProgram
        state = (live_at_head(again, frozenset(), all_reads=True) & written(again)) - {held, times}
        start = [self._start(v, at) for v in in_order(state)]
        by = {v: self.naming.fresh(v.name, v.type) for v in in_order(written(again) - {held, times})}
        loops: Parts = (*start, again)
        commands = (*one.start, *(renamed(c, by) for c in loops))
        return Made(at, kept, one, commands, self.key)

    def _values(self, keys: Var, at: int) -> Var | None:
        """The list of values beside these keys: what is read where one of them stands."""
        places: set[Expr] = set()
        lists: set[Var] = set()
        whole = sequence(self.parts[at], self.asking)
        for c in subcommands(whole):
            inner = parts_of(c)
            questions = (question for i in range(len(inner)) if (question := asked(inner, i)) is not None)
            places |= {q.answer for q in questions if q.is_place and q.xs == keys}
        for c in subcommands(whole):
            for e in expressions(c):
                lists |= {xs for xs, place in _reads(e) if place in places and xs != keys}
        if len(lists) != 1:
            return None
        (values,) = lists
        writing = [i for i, c in enumerate(self.parts) if values in written(c)]
        if not is_int_list(values) or len(writing) != 2 or writing[1] != at:
            return None
        return values if is_new(self.parts[writing[0]], values) else None

    def _start(self, v: Var, at: int) -> Assign:
        """What a variable is before the loop that makes the keys."""
        last = last_write(self.parts[:at], v)
        match self.parts[last] if last is not None else Skip():
            case Assign(_, value) as start if last is not None and not may_fail(value):
                if not free_variables(value) & written(sequence(*self.parts[last:])):
                    return start
        raise NoProgram


def _reads(e: Expr) -> Iterator[tuple[Var, Expr]]:
    """Which lists are read or set in an expression, and where."""
    if isinstance(e, Apply):
        if e.op in (Op.GET, Op.SET) and isinstance(e.args[0], Var):
            yield e.args[0], e.args[1]
        for part in e.args:
            yield from _reads(part)


def may_raise(parts: Parts, count: Counting) -> bool:
    """Whether commands of a loop may raise. What is read at its counter is there, and a search reads what is there."""
    run = [
        e.args[1].args[0]
        for e in count.conditions
        if isinstance(e, Apply) and e.op is Op.LT and e.args[0] == count.counter and isinstance(e.args[1], Apply)
        if e.args[1].op is Op.LEN
    ]
    there = {item_at(xs, count.counter): Var("item", item_type(xs)) for xs in run if isinstance(xs, Var)}

    def raises(command: Command) -> bool:
        match command:
            case Assign():
                return any(may_fail(e) for e in expressions(with_replaced(command, there)))
            case If(condition, then, otherwise):
                bare = with_replaced(If(condition, Skip(), Skip()), there)
                return any(map(may_fail, expressions(bare))) or any(map(inside, map(parts_of, (then, otherwise))))
            case _:
                return True

    def inside(parts: Parts) -> bool:
        i = 0
        while i < len(parts):
            question = asked(parts, i)
            if question is None and raises(parts[i]):
                return True
            if question is not None and any(may_fail(e) for e in (question.value,)):
                return True
            i += question.size if question is not None else 1
        return False

    return inside(parts)


def without_lists(parts: Parts, made: Sequence[Made], result: Var) -> Parts:
    """The commands without lists that nobody asks any more."""
    done = list(parts)
    for m in made:
        loop = parts[m.at]
        assert isinstance(loop, While)
        done[m.at] = replace(loop, body=sequence(*m.one.others, parts_of(loop.body)[-1]))
    gone = frozenset[Var]().union(*(m.kept.both for m in made))
    left = [c for i, c in enumerate(done) if not any(is_new(c, v) for v in gone) and not _only_looks(done, i, result)]
    if mentioned(sequence(*left)) & gone:
        raise NoProgram
    return tuple(left)


def _only_looks(parts: list[Command], i: int, result: Var) -> bool:
    """Whether a loop looks at the items of a list, and nobody asks what it has seen."""
    count = counting(parts[i])
    match count.conditions if count is not None else ():
        case (Apply(Op.LT, (counter, Apply(Op.LEN, (Var() as xs,)))),) if (
            count is not None and counter == count.counter
        ):
            if may_raise(count.work, count) or not all(isinstance(c, Assign) for c in count.work):
                return False
            after = sequence(*parts[i + 1 :])
            return xs not in written(parts[i]) and not written(parts[i]) & live_before(
                after, frozenset((result,)), all_reads=True
            )
        case _:
            return False
