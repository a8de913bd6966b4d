"""Programs that go through keys which nobody knew before, one number after the other.

`for word in sorted(counts)` goes through the keys that the rows bring up, and two data sets may not have the same.
The reader has put a loop over all numbers between two public ones in the place of the sort, which asks of each whether
it is a key (`Bounds`). Here that question, and what was counted for the key, are answered from the rows of this key
alone, so that no list of keys is left. What does not fit has no such form.

Why it keeps the meaning, for all bounds between which the keys lie: the keys are different from each other, so that
the loop comes to each of them once, from the lowest to the highest, and does nothing for other numbers; and what stands
at a key is made by the rows of that key (`one_key`). Noise has no part in it: which keys there are is decided by the
inputs alone, so that there are bounds for all runs on two inputs at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from twinproof.lang.command import (
    Assign,
    Command,
    If,
    Sample,
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
from twinproof.lang.dataflow import reached
from twinproof.lang.expr import TRUE, Apply, Expr, Op, Var, apply, free_variables
from twinproof.lang.liveness import live_at_head, live_before
from twinproof.lang.reader.plain.components import without_tuples
from twinproof.lang.reader.plain.copies import without_copies
from twinproof.lang.reader.plain.feeding import fed
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
    renamed,
    with_replaced,
)
from twinproof.lang.reader.plain.naming import Naming
from twinproof.lang.reader.plain.new_keys import without_lookups
from twinproof.lang.reader.plain.one_key import (
    Asked,
    Kept,
    NoProgram,
    OneKey,
    asked,
    for_one_key,
    is_int_list,
    may_fail,
)
from twinproof.lang.reader.plain.unread import without_unread
from twinproof.lang.reader.shared import Bounds
from twinproof.lang.rewriting import with_parts
from twinproof.lang.types import INT


def key_by_key(program: Command, result: Var, bounds: Bounds, taken: set[str]) -> Command:
    """The program without lists of the keys it goes through; raises `NoProgram` if it has no such form."""
    ends = frozenset((bounds.lowest, bounds.highest))
    naming = Naming(taken)
    needed = frozenset((result,))
    parts = parts_of(without_copies(without_unread(program, result), needed))
    parts = _work_where_keys_are_met(parts, ends, naming, result)
    parts = parts_of(without_copies(without_tuples(sequence(*parts), result, taken), needed))
    samples = frozenset(c.target for c in subcommands(sequence(*parts)) if isinstance(c, Sample))
    noisy = reached(sequence(*parts), samples, free_variables, control=(If, While))
    keys: set[Var] = set()
    made: dict[Var, _Made] = {}
    changed = list(parts)
    for at in [i for i, part in enumerate(parts) if _goes_by(part, ends)]:
        loop = _Loop(parts, at, noisy, naming, result)
        changed[at], here = loop.by_rows()
        made[here.kept.keys] = here
        keys.add(loop.key)
    naming.keep()
    if not made:
        raise NoProgram
    left = without_lookups(sequence(*_without_lists(tuple(changed), list(made.values()), needed)))
    parts = parts_of(without_unread(without_copies(left, needed), result))
    for c in subcommands(sequence(*parts)):
        if any(free_variables(e) & ends for e in expressions(c)) and not _counts_one_of(c, keys):
            raise NoProgram  # who goes by the bounds in another way may look at what is there twice, or at noise
    return sequence(*parts)


def _counts_one_of(command: Command, keys: set[Var]) -> bool:
    """Whether this begins or ends a loop that was changed."""
    match command:
        case Assign(target):
            return target in keys
        case While(condition):
            return bool(free_variables(condition) & keys)
        case _:
            return False


def _goes_by(command: Command, ends: frozenset[Var]) -> bool:
    """Whether this is a loop through the numbers between the bounds, upwards or downwards."""
    return isinstance(command, While) and bool(free_variables(command.condition) & ends)


def _work_where_keys_are_met(parts: Parts, ends: frozenset[Var], naming: Naming, result: Var) -> Parts:
    """What is done with a list of the sorted keys is done for each key where it is met."""
    after = frozenset((result,))
    while (changed := _one_more_met(parts, ends, naming, after)) is not None:
        naming.keep()
        parts = parts_of(without_unread(sequence(*changed), result))
    naming.forget()
    return parts


def _one_more_met(parts: Parts, ends: frozenset[Var], naming: Naming, after: frozenset[Var]) -> Parts | None:
    for i, part in enumerate(parts):
        if isinstance(part, While) and any(_goes_by(c, ends) for c in parts[:i]):
            naming.forget()
            changed = fed(naming, parts, i, after, searched=True)
            if changed is not None:
                return changed
    return None


class _Loop:
    """One loop through the numbers between the bounds, among the commands of the program."""

    def __init__(self, parts: Parts, at: int, noisy: frozenset[Var], naming: Naming, result: Var) -> None:
        loop = parts[at]
        assert isinstance(loop, While)
        self.parts, self.at, self.loop = parts, at, loop
        self.naming, self.noisy, self.after = naming, noisy, frozenset((result,))
        self.body = parts_of(loop.body)
        question = asked(self.body, 0)
        if question is None or question.is_place or not isinstance(question.value, Var):
            raise NoProgram
        self.question: Asked = question
        self.key: Var = question.value
        if self.key.type != INT or self.key in written(sequence(*self.body[:-1])):
            raise NoProgram

    def by_rows(self) -> tuple[Command, _Made]:
        """The loop, which asks the rows of its key and not the list of keys; and how these are made."""
        made = self._maker()
        answer, here = self.question.answer, Assign(self.question.answer, made.one.there)
        inside = (self._known(made, part) for part in self.body[self.question.size :])
        changed = replace(self.loop, body=sequence(*made.commands, here, *inside))
        if mentioned(changed) & (made.kept.both | self.question.left - {answer}):
            raise NoProgram
        if mentioned(changed) & made.places:
            raise NoProgram  # where a key stood is asked for more than for what stood there
        return changed, made

    # ------------------------------------------------------------------------------------------------- how it is made

    def _maker(self) -> _Made:
        """What makes the list that is asked, as a program for one key: the same loop, with all else that it does."""
        keys = self.question.xs
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
        if one.temporary & (mentioned(work) | head) or mentioned(work) & kept.both or _may_raise(one.work, count):
            raise NoProgram
        again = replace(loop, body=sequence(work, parts_of(loop.body)[-1]))
        if (mentioned(again) - written(again) - {self.key}) & written(sequence(*self.parts[at + 1 :])):
            raise NoProgram
        state = (live_at_head(again, frozenset(), all_reads=True) & written(again)) - {held, times}
        start = [self._start(v, at) for v in in_order(state)]
        by = {v: self.naming.fresh(v.name, v.type) for v in in_order(written(again) - {held, times})}
        loops: Parts = (*start, again)
        commands = (*one.start, *(renamed(c, by) for c in loops))
        return _Made(at, kept, one, commands, self.key)

    def _values(self, keys: Var, at: int) -> Var | None:
        """The list of values beside these keys: what is read where one of them stands."""
        places: set[Expr] = set()
        lists: set[Var] = set()
        whole = sequence(self.parts[at], self.loop)
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

    # ---------------------------------------------------------------------------------------------- where it is asked

    def _known(self, made: _Made, part: Command) -> Command:
        """What is done where the number is a key, with what is known of it then."""
        match part:
            case If(condition, then, Skip()) if condition == self.question.answer:
                met = _unlisted(made.known(parts_of(then)), self._filled_here(), self.key)
                return replace(part, condition=made.one.there, then=sequence(*met))
            case _:
                return part

    def _filled_here(self) -> frozenset[Var]:
        """The lists that are empty before the loop, and to which it appends nothing but its key, in one place."""
        found: set[Var] = set()
        for xs in filter(is_int_list, written(self.loop)):
            writing = [i for i, c in enumerate(self.parts) if xs in written(c)]
            grows = [c for c in subcommands(self.loop) if isinstance(c, Assign) and c.target == xs]
            if len(writing) != 2 or writing[1] != self.at or not is_new(self.parts[writing[0]], xs):
                continue
            if len(grows) == 1 and appended(grows[0], xs) == self.key:
                found.add(xs)
        return frozenset(found)


@dataclass(frozen=True)
class _Made:
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


def _unlisted(parts: Parts, lists: frozenset[Var], key: Var) -> Parts:
    """The commands without searches for the key in lists that hold the keys before it."""
    done: list[Command] = []
    i = 0
    while i < len(parts):
        question = asked(parts, i)
        rest = parts[i + question.size :] if question is not None else ()
        if question is None or not question.is_place or question.xs not in lists or question.value != key or not rest:
            done.append(parts[i] if isinstance(parts[i], While) else _unlisted_in(parts[i], lists, key))
            i += 1
            continue
        match rest[0]:
            case If(condition, _, otherwise) if condition == apply(Op.LT, question.answer, apply(Op.LEN, question.xs)):
                if question.answer in mentioned(otherwise) or question.answer in mentioned(sequence(*rest[1:])):
                    done.append(parts[i])
                    i += 1
                    continue
                done.append(otherwise)
                i += question.size + 1
            case _:
                done.append(parts[i])
                i += 1
    return tuple(done)


def _unlisted_in(command: Command, lists: frozenset[Var], key: Var) -> Command:
    return with_parts(command, lambda c: sequence(*_unlisted(parts_of(c), lists, key)))


def _reads(e: Expr) -> Iterator[tuple[Var, Expr]]:
    """Which lists are read or set in an expression, and where."""
    if isinstance(e, Apply):
        if e.op in (Op.GET, Op.SET) and isinstance(e.args[0], Var):
            yield e.args[0], e.args[1]
        for part in e.args:
            yield from _reads(part)


def _may_raise(parts: Parts, count: Counting) -> bool:
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


def _without_lists(parts: Parts, made: list[_Made], after: frozenset[Var]) -> Parts:
    """The commands without lists that nobody asks any more; `after` is what is asked for at the end."""
    done = list(parts)
    for m in made:
        loop = parts[m.at]
        assert isinstance(loop, While)
        done[m.at] = replace(loop, body=sequence(*m.one.others, parts_of(loop.body)[-1]))
    gone = frozenset[Var]().union(*(m.kept.both for m in made))
    left = [c for i, c in enumerate(done) if not any(is_new(c, v) for v in gone) and not _only_looks(done, i, after)]
    if mentioned(sequence(*left)) & gone:
        raise NoProgram
    return tuple(left)


def _only_looks(parts: list[Command], i: int, after: frozenset[Var]) -> bool:
    """Whether a loop looks at the items of a list, and nobody asks what it has seen, at the end neither."""
    count = counting(parts[i])
    match count.conditions if count is not None else ():
        case (Apply(Op.LT, (counter, Apply(Op.LEN, (Var() as xs,)))),) if (
            count is not None and counter == count.counter
        ):
            if _may_raise(count.work, count) or not all(isinstance(c, Assign) for c in count.work):
                return False
            asked_for = live_before(sequence(*parts[i + 1 :]), after, all_reads=True)
            return xs not in written(parts[i]) and not written(parts[i]) & asked_for
        case _:
            return False
