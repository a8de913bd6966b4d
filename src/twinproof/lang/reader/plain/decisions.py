"""What branches decide about a row, and nothing else, is told by expressions.

A helper that looks for the bin of a value says −1, or None, where there is none, and what follows asks for that. As
branches, each way through the helper is a way through all that follows it, in both runs; as one expression, `bin ← if …
then 0 else if … then 1 else −1`, it is one way. Ways that exclude each other are not kept: whoever has found a bin is
not asked again.

The program has its guards: every expression has a value. What noise has touched is left as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While, parts_of, sequence, written
from twinproof.lang.expr import (
    FALSE,
    TRUE,
    Apply,
    Expr,
    Literal,
    Op,
    Var,
    applied,
    apply,
    conjunction,
    conjuncts,
    free_variables,
    negate,
    size_of,
    substitute,
)
from twinproof.lang.interpret import evaluate
from twinproof.lang.liveness import Live, live_at_head, live_before
from twinproof.lang.reader.plain.chosen import noisy_in
from twinproof.lang.reader.plain.lists import Parts
from twinproof.lang.reader.plain.opened import chosen, decided
from twinproof.lang.rewriting import with_arguments, with_expressions, with_parts
from twinproof.lang.types import BOOL, INT

MOST_WAYS = 24  # through the branches
LARGEST = 240  # parts of what is told of one variable
Values = frozenset[Literal]
Known = Mapping[Var, Values]


def with_decisions(program: Command, result: Var) -> Command:
    """The program with expressions for what branches decide, and without what those decide in turn."""
    told = _told(program, frozenset((result,)), noisy_in(program))
    return program if told == program else _known(told, {})[0]


def _told(command: Command, after: Live, noisy: Live) -> Command:
    match command:
        case Seq(parts):
            return sequence(*_block(parts, after, noisy))
        case While():
            head = live_at_head(command, after, all_reads=True)
            return with_parts(command, lambda body: _told(body, head, noisy))
        case If() if (one := _as_expressions((command,), after, noisy)) is not None:
            return sequence(*one)
        case _:
            return with_parts(command, lambda part: _told(part, after, noisy))


def _block(parts: Parts, after: Live, noisy: Live) -> Iterator[Command]:
    matters = [after]  # after each of the commands
    for part in reversed(parts[1:]):
        matters.insert(0, live_before(part, matters[0], all_reads=True))
    at = 0
    while at < len(parts):
        for end in reversed(range(at + 1, _end_of_plain(parts, at, noisy) + 1)):
            made = _as_expressions(parts[at:end], matters[end - 1], noisy)
            if made is not None:
                yield from made
                at = end
                break
        else:
            yield _told(parts[at], matters[at], noisy)
            at += 1


def _end_of_plain(parts: Parts, at: int, noisy: Live) -> int:
    """Up to where the commands only decide and compute; that far only if something is decided first, or is fixed."""
    end = at
    while end < len(parts) and _only_decides(parts[end], noisy):
        end += 1
    match parts[at]:
        case If() | Assign(_, Literal()):
            return end
        case _:
            return at


def _only_decides(command: Command, noisy: Live) -> bool:
    match command:
        case Assign(target, value):
            return target.type in (INT, BOOL) and not {target, *free_variables(value)} & noisy
        case If(condition, then, otherwise):
            return not free_variables(condition) & noisy and all(_only_decides(c, noisy) for c in (then, otherwise))
        case Seq(parts):
            return all(_only_decides(part, noisy) for part in parts)
        case _:
            return isinstance(command, Skip)


# --------------------------------------------------------------------------------------------- branches as expressions


@dataclass(frozen=True)
class _Fork:
    condition: Expr
    yes: _Ways
    no: _Ways


_Ways = _Fork | Mapping[Var, Expr]  # where a way ends, the values that it leaves behind


class _TooMany(Exception):
    pass


def _as_expressions(parts: Parts, after: Live, noisy: Live) -> Parts | None:
    """Assignments in the place of branches that set variables anew; None where they change what was there."""
    if not any(isinstance(part, If) for part in parts) or not all(_only_decides(part, noisy) for part in parts):
        return None
    changed = written(sequence(*parts))
    wanted = sorted(changed & after, key=lambda v: v.name)
    if not wanted:
        return None
    try:
        ways = _Walk().ways(parts, {}, {})
    except _TooMany:
        return None
    values = {v: _value(ways, v) for v in wanted}
    if any(free_variables(e) & changed or size_of(e) > LARGEST for e in values.values()):
        return None
    place = next(part.at for part in parts if isinstance(part, If))
    return tuple(Assign(v, e, place) for v, e in values.items())


def _value(ways: _Ways, v: Var) -> Expr:
    if not isinstance(ways, _Fork):
        return ways.get(v, v)
    yes, no = _value(ways.yes, v), _value(ways.no, v)
    return yes if yes == no else apply(Op.ITE, ways.condition, yes, no)


class _Walk:
    """All ways through branches; a condition that an earlier one has settled makes no two ways."""

    def __init__(self) -> None:
        self.number = 1

    def ways(self, parts: Parts, held: Mapping[Var, Expr], facts: Mapping[Expr, Expr]) -> _Ways:
        if not parts:
            return held
        match parts[0]:
            case Assign(target, value):
                now = _settled(substitute(value, held), facts)
                if size_of(now) > LARGEST:
                    raise _TooMany
                return self.ways(parts[1:], {**held, target: now}, facts)
            case If(condition, then, otherwise):
                return self._fork(_settled(substitute(condition, held), facts), (then, otherwise), parts, held, facts)
            case other:
                return self.ways((*parts_of(other), *parts[1:]), held, facts)

    def _fork(
        self,
        asked: Expr,
        branches: tuple[Command, Command],
        parts: Parts,
        held: Mapping[Var, Expr],
        facts: Mapping[Expr, Expr],
    ) -> _Ways:
        """The ways through a conditional and what comes after it."""
        yes, no = ((*parts_of(branch), *parts[1:]) for branch in branches)
        match asked:
            case Literal(truth):
                return self.ways(yes if truth else no, held, facts)
            case Apply(Op.NOT, (inner,)):
                return self._fork(inner, (branches[1], branches[0]), parts, held, facts)
            case _:
                self.number += 1
                if self.number > MOST_WAYS:
                    raise _TooMany
                holds = self.ways(yes, held, {**facts, **_facts(asked, TRUE)})
                fails = self.ways(no, held, {**facts, **_facts(asked, FALSE)})
                return holds if holds == fails else _Fork(asked, holds, fails)


def _facts(condition: Expr, truth: Literal) -> dict[Expr, Expr]:
    """What is known where a condition holds, or does not."""
    known: dict[Expr, Expr] = {condition: truth}
    if truth == TRUE:
        known |= dict.fromkeys(conjuncts(condition), TRUE)
    elif isinstance(condition, Apply) and condition.op is Op.OR:
        known |= dict.fromkeys(condition.args, FALSE)
    for e, value in list(known.items()):
        known[negate(e)] = negate(value)
    return known


def _settled(e: Expr, facts: Mapping[Expr, Expr]) -> Expr:
    """An expression with what is known put in, and what follows from that."""
    if e in facts:
        return facts[e]
    e = decided(with_arguments(e, lambda part: _settled(part, facts)))
    match e:
        case Apply(Op.AND, args):
            return conjunction(*args)
        case Apply(Op.OR, args):
            left = [a for a in args if a != FALSE]
            if TRUE in left or not left:
                return TRUE if left else FALSE
            return left[0] if len(left) == 1 else applied(Op.OR, tuple(left), BOOL)
        case Apply(Op.NOT, (inner,)):
            return negate(inner)
        case Apply(Op.ITE, (test, Literal(True), Literal(False))):
            return test
        case _:
            return e


# ------------------------------------------------------------------------------------------- what has few values only


def _known(command: Command, known: Known) -> tuple[Command, Known]:
    """The command where some variables have few values; with what that decides, and which variables have few after."""
    match command:
        case Seq(parts):
            done: list[Command] = []
            for part in parts:
                part, known = _known(part, known)
                done.append(part)
            return sequence(*done), known
        case If():
            asked = chosen(with_expressions(command, lambda e: _among(e, known)))
            if not isinstance(asked, If):
                return _known(asked, known)
            yes, first = _known(asked.then, _where(known, asked.condition, truth=True))
            no, second = _known(asked.otherwise, _where(known, asked.condition, truth=False))
            both = {v: first[v] | second[v] for v in first.keys() & second.keys()}
            return replace(asked, then=yes, otherwise=no), both
        case While(_, body):
            stays = {v: values for v, values in known.items() if v not in written(body)}
            asked = chosen(with_expressions(command, lambda e: _among(e, stays)))
            if not isinstance(asked, While):
                return asked, known
            return with_parts(asked, lambda inner: _known(inner, stays)[0]), stays
        case Assign(target, value):
            value = _among(value, known)
            values = _values(value, known)
            others = {v: held for v, held in known.items() if v != target}
            return replace(command, value=value), others if values is None else {**others, target: values}
        case Sample(target):
            made = with_expressions(command, lambda e: _among(e, known))
            return made, {v: held for v, held in known.items() if v != target}
        case _:
            return command, known


def _values(e: Expr, known: Known) -> Values | None:
    """The few values that an expression can have."""
    match e:
        case Literal():
            return frozenset((e,))
        case Var():
            return known.get(e)
        case Apply(Op.ITE, (_, first, second)):
            yes, no = _values(first, known), _values(second, known)
            return None if yes is None or no is None else yes | no
        case _:
            return None


def _where(known: Known, condition: Expr, truth: bool) -> Known:
    """The values that variables still can have where a condition holds, or does not."""
    left = dict(known)
    for part in conjuncts(condition if truth else negate(condition)):
        (v, *others) = free_variables(part) or (None,)
        if v in left and not others:
            left[v] = frozenset(value for value in left[v] if evaluate(part, {v: value.value}))
    return left


def _among(e: Expr, known: Known) -> Expr:
    """The expression with what few values decide decided."""
    asked = free_variables(e) & known.keys()
    if not asked or isinstance(e, Var):
        return e
    if free_variables(e) == asked and len(asked) == 1 and e.type in (INT, BOOL):
        (v,) = asked
        outcomes = {value: evaluate(e, {v: value.value}) for value in known[v]}
        if len(set(outcomes.values())) == 1:
            return Literal(next(iter(outcomes.values())))
        if e.type == v.type and all(value.value == outcome for value, outcome in outcomes.items()):
            return v
    return decided(with_arguments(e, lambda part: _among(part, known)))
