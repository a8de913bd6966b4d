"""What a loop does to one key of a dictionary that it fills, or of a list without repetitions.

`counts[word] = counts.get(word, 0) + 1` looks the key of its row up, and then sets the entry of that key. So what is
at one key in the end is made by the rows of that key alone, and for it there need be no dictionary: whether there is an
entry, and what it holds, is said by two numbers. Such a program for one key is read off by running what a row does on
symbols, twice: where its key is there, and where it is new. All that is asked of the dictionary has to be about the key
of the row; else there is no such program.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from twinproof.lang.command import Assign, Command, If, Skip, While, is_guard, mentioned, parts_of, sequence, written
from twinproof.lang.expr import (
    FALSE,
    ONE,
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
    negate,
    substitute,
)
from twinproof.lang.reader.guards import is_partial
from twinproof.lang.reader.plain.lists import Parts, item_at, item_type
from twinproof.lang.reader.plain.questions import pass_over, search_from
from twinproof.lang.rewriting import replaced, with_arguments
from twinproof.lang.types import INT, ListOf

Env = dict[Var, Expr]
_LOST = Var("lost", INT)  # what nobody may read


class NoProgram(Exception):
    """What is asked of the dictionary is not about one key alone."""


@dataclass(frozen=True)
class Asked:
    """A question about a list, which takes so many commands: whether a value is in it, or where."""

    xs: Var
    value: Expr
    answer: Var
    left: frozenset[Var]  # what else it writes
    size: int
    is_place: bool


def asked(parts: Parts, i: int) -> Asked | None:
    """The question that begins here."""
    search = search_from(parts, i)
    if search is not None and search.size == 2:
        return Asked(search.xs, search.value, search.place, frozenset(), 2, is_place=True)
    match parts[i : i + 3]:
        case (Assign(found, Literal(False)), Assign(counter, Literal(0)), While() as loop):
            one = pass_over(loop)
            if one is None or (one.counter, one.taken) != (counter, Assign(found, TRUE)):
                return None
            match one.test:
                case Apply(Op.EQ, (item, value)) if item == one.item:
                    pass
                case Apply(Op.EQ, (value, item)) if item == one.item:
                    pass
                case _:
                    return None
            if free_variables(value) & {one.item, counter, found, one.xs}:
                return None
            return Asked(one.xs, value, found, frozenset((one.item, counter)), 3, is_place=False)
    return None


@dataclass(frozen=True)
class Kept:
    """A dictionary as the core holds it, or a list of keys, which has no values."""

    keys: Var
    values: Var | None

    @property
    def both(self) -> frozenset[Var]:
        return frozenset((self.keys,) if self.values is None else (self.keys, self.values))


@dataclass(frozen=True)
class _Row:
    """What one row does: its key, and what the entry holds afterwards, where it was there and where it is new."""

    key: Expr
    old: Expr | None
    new: Expr | None
    temporary: frozenset[Var]  # what it writes beside


def _row_of(before: Parts, parts: Parts, kept: Kept, held: Var) -> _Row:
    """What commands do to the entry of one key, which holds what `held` says; others stand before them."""
    key: list[Expr] = []
    old, new = (_Run(kept, held, is_there, key) for is_there in (True, False))
    for run in (old, new):
        run.all(parts, _held_before(before))
        if not run.is_there or run.short:
            raise NoProgram
    whole = sequence(*parts)
    if not key or free_variables(key[0]) & written(whole) or may_fail(key[0]):
        raise NoProgram
    return _Row(key[0], old.value, new.value, written(whole) - kept.both)


def _held_before(parts: Parts) -> Env:
    """What variables hold after these commands, in terms of others that stay as they are."""
    env: Env = {}
    for part in parts:
        changed = written(part)
        env = {v: e for v, e in env.items() if v not in changed and not free_variables(e) & changed}
        match part:
            case Assign(target, value) if target not in free_variables(value) and not may_fail(value):
                env[target] = substitute(value, env)
            case _:
                pass
    return env


@dataclass
class _Run:
    """One symbolic run, on the one key of which `is_there` says whether it has an entry."""

    kept: Kept
    held: Var
    is_there: bool
    key: list[Expr]
    places: set[Var] = field(default_factory=set)  # variables that hold the place of the key
    short: bool = False  # a key was put there, and not yet its value
    value: Expr | None = None

    def __post_init__(self) -> None:
        self.value = self.held if self.is_there and self.kept.values is not None else None

    def all(self, parts: Parts, env: Env) -> None:
        i = 0
        while i < len(parts):
            question = asked(parts, i)
            if question is not None and question.xs == self.kept.keys:
                self._answer(question, env)
                i += question.size
            else:
                self._one(parts[i], env)
                i += 1

    def _answer(self, question: Asked, env: Env) -> None:
        if self.short:
            raise NoProgram
        value = self._seen(question.value, env)
        if not self.key:
            self.key.append(value)
        if value != self.key[0]:
            raise NoProgram
        for v in question.left:
            env[v] = _LOST
        self.places.discard(question.answer)
        if question.is_place:
            self.places.add(question.answer)
            env[question.answer] = _LOST
        else:
            env[question.answer] = Literal(self.is_there)

    def _one(self, command: Command, env: Env) -> None:
        match command:
            case Assign(target, value) if target == self.kept.keys:
                self._put_key(value, env)
            case Assign(target, value) if target == self.kept.values:
                self._put_value(value, env)
            case Assign(target, value):
                self.places.discard(target)
                env[target] = self._seen(value, env)
            case If(condition, then, otherwise):
                self._branch(self._seen(condition, env), then, otherwise, env)
            case While(condition) if is_guard(command) and self._seen(condition, env) == FALSE:
                pass
            case Skip():
                pass
            case _:
                raise NoProgram

    def _put_key(self, value: Expr, env: Env) -> None:
        match value:
            case Apply(Op.APPEND, (xs, item)) if xs == self.kept.keys and [self._seen(item, env)] == self.key:
                if self.is_there or not self.key:
                    raise NoProgram
                self.is_there, self.short = True, self.kept.values is not None
                self.places.clear()
            case _:
                raise NoProgram

    def _put_value(self, value: Expr, env: Env) -> None:
        match value:
            case Apply(Op.APPEND, (xs, item)) if xs == self.kept.values and self.short:
                self.short, self.value = False, self._seen(item, env)
            case Apply(Op.SET, (xs, place, item)) if xs == self.kept.values and place in self.places:
                if not self.is_there or self.short:
                    raise NoProgram
                self.value = self._seen(item, env)
            case _:
                raise NoProgram

    def _branch(self, condition: Expr, then: Command, otherwise: Command, env: Env) -> None:
        if isinstance(condition, Literal):
            self.all(parts_of(then if condition.value else otherwise), env)
            return
        other, other_env = replace(self, places=set(self.places)), dict(env)
        other.value = self.value
        self.all(parts_of(then), env)
        other.all(parts_of(otherwise), other_env)
        if self.is_there != other.is_there or self.short or other.short:
            raise NoProgram
        self.places &= other.places
        if self.value != other.value:
            if self.value is None or other.value is None:
                raise NoProgram
            self.value = apply(Op.ITE, condition, self.value, other.value)
        for v in {*env, *other_env}:
            if env.get(v, v) != other_env.get(v, v):
                env[v] = _LOST

    def _seen(self, e: Expr, env: Env) -> Expr:
        """An expression in terms of what there was before the row."""
        by: dict[Expr, Expr] = {}
        for place in self.places:
            for xs in self.kept.both:
                by[apply(Op.LT, place, apply(Op.LEN, xs))] = Literal(self.is_there)
                by[apply(Op.LE, apply(Op.LEN, xs), place)] = Literal(not self.is_there)
            if self.kept.values is not None:
                by[item_at(self.kept.values, place)] = _LOST if self.value is None or self.short else self._once()
        e = replaced(e, by)
        if self._once() in free_variables(e):
            assert self.value is not None
            e = substitute(folded(substitute_typed(e, env)), {self._once(): self.value})
        else:
            e = substitute_typed(e, env)
        e = folded(e)
        if _LOST in free_variables(e) or free_variables(e) & self.kept.both or may_fail(e):
            raise NoProgram
        return e

    def _once(self) -> Var:
        """What stands for the value until all else is replaced."""
        return Var(f"{self.held.name} now", self.held.type)


def substitute_typed(e: Expr, env: Env) -> Expr:
    """The expression with what is known of its variables; what is lost is lost whatever its type."""
    by = {v: (w if w.type == v.type else Var(_LOST.name, v.type)) for v, w in env.items() if v in free_variables(e)}
    return substitute(e, by)


def may_fail(e: Expr) -> bool:
    """Whether an expression may have no value; to divide by a number that is not zero always has one."""

    def divided(e: Expr) -> Expr:
        e = with_arguments(e, divided)
        match e:
            case Apply(Op.DIV | Op.MOD, (first, Literal(int(by)))) if by != 0:
                return apply(Op.ADD, first, ONE)
            case _:
                return e

    return is_partial(divided(e))


def folded(e: Expr) -> Expr:
    """An expression without choices that are made, and without zeros that are added."""
    e = with_arguments(e, folded)
    match e:
        case Apply(Op.ITE, (Literal(bool(chosen)), first, second)):
            return first if chosen else second
        case Apply(Op.NOT, (inner,)):
            return negate(inner)
        case Apply(Op.AND, args):
            return conjunction(*args)
        case Apply(Op.OR, args):
            left = [a for a in args if a != FALSE]
            if TRUE in left or not left:
                return TRUE if left else FALSE
            return left[0] if len(left) == 1 else apply(Op.OR, *left)
        case Apply(Op.IMPLIES, (first, second)) if first == FALSE or second == TRUE:
            return TRUE
        case Apply(Op.IMPLIES, (Literal(True), second)):
            return second
        case Apply(Op.ADD, (first, Literal(0))) | Apply(Op.ADD, (Literal(0), first)):
            return first
        case Apply(Op.ADD, (Literal(int(first)), Literal(int(second)))):
            return Literal(first + second)
        case _:
            return e


@dataclass(frozen=True)
class OneKey:
    """The program for one key: what it starts from, the work of each round, and what is known in the end."""

    start: Parts
    work: Parts
    there: Expr  # whether there is an entry
    held: Var  # what it holds, if it has a value; or how many rows it has
    others: Parts  # what else is done in a round
    temporary: frozenset[Var]  # what was written on the way, and is no more

    @property
    def is_count(self) -> bool:
        """Whether all there is to know is one number."""
        return len(self.start) == 1


def for_one_key(parts: Parts, kept: Kept, key: Expr, held: Var, times: Var) -> OneKey:
    """The work of a loop, with what it does to a dictionary done for one key alone."""
    at = _touching(parts, kept)
    if at is None:
        raise NoProgram
    begin, end = at
    alone = parts[begin] if end == begin + 1 else None
    if isinstance(alone, If) and not free_variables(alone.condition) & kept.both:
        sides = [bool(mentioned(side) & kept.both) for side in (alone.then, alone.otherwise)]
        if sides.count(True) == 1:
            then = sides[0]
            one = for_one_key(parts_of(alone.then if then else alone.otherwise), kept, key, held, times)
            work, others = (
                (*parts[:begin], _with_side(alone, then, sequence(*inner)), *parts[end:])
                for inner in (one.work, one.others)
            )
            return replace(one, work=work, others=others)
    row = _row_of(parts[:begin], parts[begin:end], kept, held)
    start, done, there = _counted(row, held, times)
    alike = If(apply(Op.EQ, row.key, key), done, Skip())
    last = held if row.old is not None else times
    whole = (*parts[:begin], alike, *parts[end:])
    return OneKey(start, whole, there, last, (*parts[:begin], *parts[end:]), row.temporary)


def _with_side(choice: If, then: bool, side: Command) -> If:
    return replace(choice, then=side) if then else replace(choice, otherwise=side)


def _counted(row: _Row, held: Var, times: Var) -> tuple[Parts, Command, Expr]:
    """What there is at the start, what a row of the key does, and whether there was one.

    That is asked of the value, if each row makes it larger; or else of a count of these rows.
    """
    count = Assign(times, apply(Op.ADD, times, ONE))
    there = apply(Op.LT, ZERO, times)
    if row.old is None or row.new is None:
        return (Assign(times, ZERO),), count, there
    if folded(substitute(row.old, {held: ZERO})) == row.new:
        if _grows(row.old, held):
            return (Assign(held, ZERO),), Assign(held, row.old), apply(Op.LT, ZERO, held)
        step: Command = Assign(held, row.old)
    else:
        step = If(there, Assign(held, row.old), Assign(held, row.new))
    return (Assign(held, ZERO), Assign(times, ZERO)), sequence(step, count), there


def _grows(e: Expr, held: Var) -> bool:
    """Whether this is the number and a constant above zero."""
    match e:
        case Apply(Op.ADD, (first, Literal(int(more)))) | Apply(Op.ADD, (Literal(int(more)), first)):
            return first == held and more > 0
        case _:
            return False


def _touching(parts: Parts, kept: Kept) -> tuple[int, int] | None:
    """From which to which of these commands they are about a dictionary, with the questions as a whole."""
    inside = [False] * len(parts)
    for i, part in enumerate(parts):
        question = asked(parts, i)
        if question is not None and question.xs == kept.keys:
            inside[i : i + question.size] = [True] * question.size
        elif mentioned(part) & kept.both:
            inside[i] = True
    if True not in inside:
        return None
    return inside.index(True), len(inside) - inside[::-1].index(True)


def is_int_list(xs: Var) -> bool:
    """Whether this is a list of integers."""
    return isinstance(xs.type, ListOf) and item_type(xs) == INT
