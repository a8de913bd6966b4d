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

from dataclasses import replace

from twinproof.lang.command import (
    Assign,
    Command,
    If,
    Sample,
    Skip,
    While,
    expressions,
    mentioned,
    parts_of,
    sequence,
    subcommands,
    written,
)
from twinproof.lang.dataflow import reached
from twinproof.lang.expr import Op, Var, apply, free_variables, fresh_name
from twinproof.lang.reader.plain.components import is_apart, without_tuples
from twinproof.lang.reader.plain.copies import without_copies
from twinproof.lang.reader.plain.entry import Made, Maker, without_lists
from twinproof.lang.reader.plain.feeding import fed
from twinproof.lang.reader.plain.lists import Parts, appended, is_new, renamed
from twinproof.lang.reader.plain.naming import Naming
from twinproof.lang.reader.plain.new_keys import without_lookups
from twinproof.lang.reader.plain.one_key import Asked, NoProgram, asked, is_int_list
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
    parts = _told_in_the_end(parts, result, taken)
    parts = parts_of(without_copies(without_tuples(sequence(*parts), result, taken), needed))
    samples = frozenset(c.target for c in subcommands(sequence(*parts)) if isinstance(c, Sample))
    noisy = reached(sequence(*parts), samples, free_variables, control=(If, While))
    keys: set[Var] = set()
    made: dict[Var, Made] = {}
    changed = list(parts)
    for at in [i for i, part in enumerate(parts) if _goes_by(part, ends)]:
        loop = _Loop(parts, at, noisy, naming, result)
        changed[at], here = loop.by_rows()
        made[here.kept.keys] = here
        keys.add(loop.key)
    naming.keep()
    if not made:
        raise NoProgram
    left = without_lookups(sequence(*without_lists(tuple(changed), list(made.values()), result)))
    parts = parts_of(without_unread(without_copies(left, needed), result))
    for c in subcommands(sequence(*parts)):
        if any(free_variables(e) & ends for e in expressions(c)) and not _counts_one_of(c, keys):
            raise NoProgram  # who goes by the bounds in another way may look at what is there twice, or at noise
    return sequence(*parts)


def _told_in_the_end(parts: Parts, result: Var, taken: set[str]) -> Parts:
    """The same with another variable in the place of a dictionary or a tuple that grows in a loop and is the result.

    It is taken apart like any other then, which the result itself is not, and what it holds is the result at the end.
    """
    grows = any(isinstance(c, While) and result in written(c) for c in subcommands(sequence(*parts)))
    if not grows or not is_apart(result.type):
        return parts
    grown = Var(fresh_name(result.name, taken), result.type)
    taken.add(grown.name)
    return (*parts_of(renamed(sequence(*parts), {result: grown})), Assign(result, grown))


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

    @property
    def _maker(self) -> Maker:
        keys = self.question.xs
        return Maker(self.parts, self.at, self.loop, keys, self.key, self.noisy, self.naming, self.after)

    def by_rows(self) -> tuple[Command, Made]:
        """The loop, which asks the rows of its key and not the list of keys; and how these are made."""
        made = self._maker.made()
        answer, here = self.question.answer, Assign(self.question.answer, made.one.there)
        inside = (self._known(made, part) for part in self.body[self.question.size :])
        changed = replace(self.loop, body=sequence(*made.commands, here, *inside))
        if mentioned(changed) & (made.kept.both | self.question.left - {answer}):
            raise NoProgram
        if mentioned(changed) & made.places:
            raise NoProgram  # where a key stood is asked for more than for what stood there
        return changed, made

    # ---------------------------------------------------------------------------------------------- where it is asked

    def _known(self, made: Made, part: Command) -> Command:
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
