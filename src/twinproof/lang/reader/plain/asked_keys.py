"""Dictionaries that rows fill, and that are asked for keys which do not come from the rows.

`counts[page] = counts.get(page, 0) + 1` for each row, and then `counts.get(page, 0)` for a few known pages: which keys
there are differs from data set to data set, and nobody asks for that. What stands at a known key is made by the rows of
that key alone (`entry`), so it is computed from these where it is asked for, and there is no dictionary.

That keeps the meaning for any key, since nothing that the loop over the rows looks at is changed after it. It is done
for keys that are no matter of the rows: for others there would be a loop over the rows for each of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

from twinproof.lang.command import (
    Assign,
    Command,
    If,
    Skip,
    While,
    is_guard,
    mentioned,
    parts_of,
    sequence,
    written,
)
from twinproof.lang.dataflow import drawn, reached
from twinproof.lang.expr import FALSE, TRUE, Apply, Expr, Literal, Op, Var, apply, free_variables, negate
from twinproof.lang.liveness import live_before
from twinproof.lang.reader.plain.entry import Made, Maker, without_lists
from twinproof.lang.reader.plain.lists import Parts, in_order, is_new, item_at
from twinproof.lang.reader.plain.naming import Naming
from twinproof.lang.reader.plain.one_key import NoProgram, asked, folded, is_int_list, may_fail
from twinproof.lang.rewriting import replaced, with_arguments, with_expressions
from twinproof.lang.types import INT

_MOST_ASKED = 6  # places where a dictionary is asked for a key


def without_dictionaries(program: Command, result: Var, public: frozenset[Var], taken: set[str]) -> Command:
    """The program without dictionaries of the rows that are asked for public keys only."""
    private = mentioned(program) - written(program) - public
    for keys in filter(is_int_list, in_order(written(program))):
        if not any(is_new(part, keys) for part in parts_of(program)):
            continue
        naming = Naming(taken)
        try:
            program = _Dictionary(parts_of(program), keys, private, naming, result).left_out()
            naming.keep()
        except NoProgram:
            pass
    return program


@dataclass(frozen=True)
class _Answers:
    """What is known of a key where it was asked for: how its entry was made, and which variables have been told."""

    made: Made | None = None
    found: frozenset[Var] = frozenset()  # hold whether it is there
    places: frozenset[Var] = frozenset()  # hold where
    is_there: bool | None = None  # in a branch where that is known

    def told(self, e: Expr) -> Expr:
        """An expression with what is known of the entry."""
        if self.made is None:
            return e
        there, kept = self.made.one.there, self.made.kept
        by: dict[Expr, Expr] = dict.fromkeys(self.found, there)
        for place in self.places:
            for xs in in_order(kept.both):
                by[apply(Op.LT, place, apply(Op.LEN, xs))] = there
                by[apply(Op.LE, apply(Op.LEN, xs), place)] = negate(there)
            if kept.values is not None:
                by[item_at(kept.values, place)] = self.made.one.held
        said = replaced(e, by)
        if self.is_there is not None:
            said = replaced(said, {there: Literal(self.is_there), negate(there): Literal(not self.is_there)})
        return folded(self._plain(said)) if said != e else e

    def _plain(self, e: Expr) -> Expr:
        """What is held is 0 where there is no entry, and what is there is there."""
        assert self.made is not None
        e = with_arguments(e, self._plain)
        match e:
            case Apply(Op.ITE, (test, held, Literal(0))) if (test, held) == (self.made.one.there, self.made.one.held):
                return held
            case Apply(Op.IMPLIES, (first, second)) if first == second:
                return TRUE
            case _:
                return e

    def where(self, condition: Expr, holds: bool) -> _Answers:
        """The same where a condition holds, or does not."""
        if self.made is not None and condition in (self.made.one.there, negate(self.made.one.there)):
            return replace(self, is_there=holds == (condition == self.made.one.there))
        return self


@dataclass
class _Dictionary:
    """One dictionary, or list of different keys, of a program."""

    parts: Parts
    keys: Var
    private: frozenset[Var]
    naming: Naming
    result: Var
    about: dict[Var, Expr] = field(default_factory=dict)  # the keys that were asked for
    made: list[Made] = field(default_factory=list)
    gone: set[Var] = field(default_factory=set)  # what nobody may look at any more

    def left_out(self) -> Command:
        """The program without it."""
        if self.keys not in mentioned(self._after):
            raise NoProgram
        after, _ = self._block(parts_of(self._after), _Answers())
        if not self.made:
            raise NoProgram
        self.gone |= self.made[0].kept.both
        whole = without_lists((*self.parts[: self._end], *after), self.made[:1], self.result)
        if self.result in self.gone or mentioned(sequence(*after)) & self.gone:
            raise NoProgram
        return sequence(*whole)

    def _block(self, parts: Parts, known: _Answers) -> tuple[Parts, _Answers]:
        """Commands without the dictionary, and what is known after them."""
        done: list[Command] = []
        i = 0
        while i < len(parts):
            question = asked(parts, i)
            if question is None or question.xs != self.keys:
                one, known = self._one(parts[i], known)
                done.append(one)
                i += 1
                continue
            if known.made is None or self.about[known.made.key] != question.value:
                known = _Answers(self._made(question.value))
                assert known.made is not None
                done += [Assign(known.made.key, question.value), *known.made.commands]
            assert known.made is not None
            known = self._changed(known, frozenset((question.answer,)))
            if question.is_place:
                known = replace(known, places=known.places | {question.answer})
                self.gone.add(question.answer)
            else:
                known = replace(known, found=known.found | {question.answer})
                done.append(Assign(question.answer, known.told(question.answer)))
            self.gone |= question.left
            i += question.size
        return tuple(done), known

    def _one(self, command: Command, known: _Answers) -> tuple[Command, _Answers]:
        after = self._changed(known, written(command))
        if isinstance(command, If):
            condition = known.told(command.condition)
            then, otherwise = (
                sequence(*self._block(parts_of(branch), known.where(condition, holds))[0])
                for branch, holds in ((command.then, True), (command.otherwise, False))
            )
            return replace(command, condition=condition, then=then, otherwise=otherwise), after
        if isinstance(command, While) and not is_guard(command):
            body, _ = self._block(parts_of(command.body), _Answers())
            return replace(command, body=sequence(*body)), after
        made = with_expressions(command, known.told)
        return (Skip() if isinstance(made, While) and made.condition == FALSE else made), after

    def _changed(self, known: _Answers, changed: frozenset[Var]) -> _Answers:
        """What is known after these variables were written."""
        if known.made is None or free_variables(self.about[known.made.key]) & changed:
            return _Answers()
        return replace(known, found=known.found - changed, places=known.places - changed)

    def _made(self, value: Expr) -> Made:
        """How the entry of a key is made, which gets a name of its own."""
        if (
            len(self.made) >= _MOST_ASKED
            or value.type != INT
            or may_fail(value)
            or free_variables(value) & self._of_rows
        ):
            raise NoProgram
        key = self.naming.fresh("asked", INT)
        self.about[key] = value
        needed = frozenset((self.result,))
        maker = Maker(self.parts, self._end, self._after, self.keys, key, self._noisy, self.naming, needed)
        self.made.append(maker.made())
        return self.made[-1]

    @cached_property
    def _end(self) -> int:
        """From which command on nothing is put into the dictionary."""
        return max(i for i, part in enumerate(self.parts) if self.keys in written(part)) + 1

    @property
    def _after(self) -> Command:
        return sequence(*self.parts[self._end :])

    @cached_property
    def _of_rows(self) -> frozenset[Var]:
        """What is computed from the rows after that, or has been before and is still needed."""
        before = reached(sequence(*self.parts[: self._end]), self.private, free_variables, control=(If, While))
        needed = live_before(self._after, frozenset((self.result,)), all_reads=True)
        return reached(self._after, self.private | (before & needed), free_variables, control=(If, While))

    @cached_property
    def _noisy(self) -> frozenset[Var]:
        whole = sequence(*self.parts)
        return reached(whole, drawn(whole), free_variables, control=(If, While))
