"""Lists that count, and what is looked for in them: the keys of `{day: 0 for day in range(7)}`.

Such a list holds a number, the next one, and so on. Whether a value is in it, and where, needs no search: the value
says so itself. What a search leaves behind in its variables is set to what it would be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from twinproof.lang.bounds import linear
from twinproof.lang.command import Assign, Command, If, Seq, Skip, While, parts_of, sequence, written
from twinproof.lang.expr import (
    TRUE,
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    Var,
    apply,
    conjunction,
    free_variables,
    substitute,
)
from twinproof.lang.reader.guards import is_partial
from twinproof.lang.reader.plain.lists import (
    Parts,
    appended,
    counting,
    in_order,
    is_length,
    is_new,
    item_type,
    last_write,
    source_of,
)
from twinproof.lang.reader.plain.questions import Pass, pass_over, search_from
from twinproof.lang.reader.walks import minus, plus
from twinproof.lang.rewriting import replaced, with_expressions
from twinproof.lang.types import BOOL, INT, ListOf

_SEARCH = 2  # commands: where it begins, and the loop


@dataclass(frozen=True)
class _Count:
    """What a list holds: the numbers from the first one, as many as there were rounds; none if these are below zero."""

    first: int
    rounds: Expr

    @property
    def length(self) -> Expr:
        match self.rounds:
            case Literal(int(number)):
                return Literal(max(0, number))
            case _:
                return self.rounds if is_length(self.rounds) else apply(Op.MAX, ZERO, self.rounds)

    def has(self, value: Expr) -> Expr:
        end = plus(self.rounds, Literal(self.first))
        return conjunction(apply(Op.LE, Literal(self.first), value), apply(Op.LT, value, end))

    def position(self, value: Expr) -> Expr:
        """Where a value stands; behind the end, if it is not there."""
        return apply(Op.ITE, self.has(value), minus(value, Literal(self.first)), self.length)


_Known = Mapping[Var, _Count]


def without_searched_numbers(program: Command) -> Command:
    """The program without searches in lists that count."""
    return _changed(program, {})[0]


def _changed(command: Command, known: _Known) -> tuple[Command, _Known]:
    """A command without such searches, and the lists that are known to count after it."""
    if isinstance(command, Seq):
        return _one_by_one(command.parts, known)
    if isinstance(command, While):
        known = _without(known, command)
    lengths: dict[Expr, Expr] = {apply(Op.LEN, xs): count.length for xs, count in known.items()}
    command = with_expressions(command, lambda e: replaced(e, lengths))
    match command:
        case Assign(xs, Var() as copied) if copied in known:
            return command, {**_without(known, command), xs: known[copied]}
        case If(_, then, otherwise):
            (yes, after_yes), (no, after_no) = _changed(then, known), _changed(otherwise, known)
            both = {xs: count for xs, count in after_yes.items() if after_no.get(xs) == count}
            return replace(command, then=yes, otherwise=no), both
        case While(_, body):
            return replace(command, body=_changed(body, known)[0]), known
        case _:
            return command, _without(known, command)


def _one_by_one(parts: Parts, known: _Known) -> tuple[Command, _Known]:
    done: list[Command] = []
    rest = list(parts)
    while rest:
        answer = _answered(rest, known)
        if answer is not None:
            command, size = answer
            known = _without(known, command)
        else:
            command, known = _changed(rest[0], known)
            known, size = {**known, **_built((*parts[: len(parts) - len(rest)], rest[0]))}, 1
        done.append(command)
        del rest[:size]
        if answer is not None and rest:
            rest[0] = _asking(rest[0], command)
    return sequence(*done), known


def _asking(then: Command, answer: Command) -> Command:
    """What follows an answer, with the answer itself where it is asked for by its name."""
    match then, parts_of(answer)[0]:
        case If(condition), Assign(found, value) if found.type == BOOL:
            return replace(then, condition=substitute(condition, {found: value}))
        case _:
            return then


def _without(known: _Known, command: Command) -> _Known:
    """The lists that are known to count also after a command."""
    changed = written(command)
    return {xs: c for xs, c in known.items() if xs not in changed and not free_variables(c.rounds) & changed}


def _built(parts: Parts) -> _Known:
    """The lists that the last of these commands, a loop, fills with numbers that count."""
    loop = counting(parts[-1])
    if loop is None:
        return {}
    found: dict[Var, _Count] = {}
    for xs in in_order(written(sequence(*loop.work))):
        if not isinstance(xs.type, ListOf) or item_type(xs) != INT:
            continue
        source, begun = source_of(parts, xs), last_write(parts[:-1], xs)
        if source is None or begun is None or not is_new(parts[begun], xs):
            continue
        item = next(v for c in loop.work if (v := appended(c, xs)) is not None)
        match linear(minus(plus(item, source.first), source.counter)):
            case terms, first if not terms:
                found[xs] = _Count(first, source.rounds)
    return found


def _answered(parts: Sequence[Command], known: _Known) -> tuple[Command, int] | None:
    """What stands in the place of a search with which these commands begin, and how many of them it takes."""
    search = search_from(tuple(parts), 0)
    if search is not None and search.size == _SEARCH and search.xs in known and _is_told(search.value):
        return Assign(search.place, known[search.xs].position(search.value)), _SEARCH
    match parts[:3]:
        case (Assign(found, Literal(False)) as no, Assign(counter, Literal(0)), While() as loop):
            one = pass_over(loop)
            value = _asked(one) if one is not None and (one.counter, one.taken.target) == (counter, found) else None
            if one is not None and one.xs in known and value is not None and _is_told(value):
                return sequence(*_passed(one, value, known[one.xs], no)), 1 + _SEARCH
    return None


def _is_told(value: Expr) -> bool:
    """Whether a value says by itself if it is in such a list: 3/2 lies between 1 and 2, and is neither."""
    return value.type == INT and not is_partial(value)


def _asked(one: Pass) -> Expr | None:
    """The value that a pass over a list asks for, if it remembers only whether it met that."""
    match one.test:
        case Apply(Op.EQ, (item, value)) if item == one.item and one.taken.value == TRUE:
            return value if not {one.item, one.counter, one.taken.target} & free_variables(value) else None
        case _:
            return None


def _passed(one: Pass, value: Expr, count: _Count, before: Assign) -> Iterator[Command]:
    """What a pass that asks for a value leaves behind: the answer, its last item and its counter."""
    yield Assign(before.target, count.has(value), before.at)
    last = Assign(one.item, plus(count.rounds, Literal(count.first - 1)))
    yield If(apply(Op.LT, ZERO, count.rounds), last, Skip())
    yield Assign(one.counter, count.length)
