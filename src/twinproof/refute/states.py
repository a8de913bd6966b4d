"""The states of a replay: values and hidden samples, with what can be asked about them.

A state is a tuple of values with the ball of its probability. A sample stays *hidden*, known to lie in an interval,
until its value is needed; then it is spelled out inside of a window, and the mass outside of the window counts as lost.
A comparison cuts the interval of a hidden sample in two and loses nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import arb

from twinproof.exact.engine.forms import isolate
from twinproof.lang.command import subcommands
from twinproof.lang.expr import Apply, Expr, Op, Var, apply, free_variables, negate, size_of
from twinproof.lang.interpret import evaluate
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.types import INT
from twinproof.refute.laws import Hidden, Laws
from twinproof.refute.wanted import UNSET, ReadsUnset

MOST_STEPS = 300_000  # states of one output on one side, counted anew at every command
MOST_WORK = 600_000  # the same for a whole replay
_SETTING_UP = 50  # the steps that it takes to begin with one output, beside those for its program
MOST_ITEMS = 2_000  # of a list, with those of its items
MOST_BITS = 256  # of an integer, and of each part of a fraction

Memory = tuple[Any, ...]


class TooLong(Exception):
    """The replay would take more steps than it may."""


def setting_up(core: Mechanism) -> int:
    """The steps that it takes to begin with one output of a program."""
    return _SETTING_UP + sum(1 for _ in subcommands(core.body))


class Work:
    """Counts the steps of a whole replay."""

    def __init__(self) -> None:
        self.left = MOST_WORK

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise TooLong


class States:
    """What the states of one program on one input have in common."""

    def __init__(self, variables: Sequence[Var], fixed: Mapping[Var, Any], each: arb, laws: Laws, work: Work) -> None:
        self.fixed = fixed
        self.place = {v: n for n, v in enumerate(variables)}
        self.laws = laws
        self.each = each  # what one draw of all runs may lose
        self.lost = arb(0)
        self.losses = 0  # how often something was lost
        self.steps = 0
        self.work = work
        self._values: dict[Expr, tuple[tuple[Var, ...], tuple[int, ...], dict[Memory, Any]]] = {}
        self._forms: dict[tuple[Expr, Var], tuple[int, Expr] | None] = {}
        self._differences: dict[Expr, Expr] = {}
        self._reaches: dict[int, int] = {}

    def count(self, steps: int) -> None:
        """So many steps more."""
        self.steps += steps
        self.work.spend(steps)
        if self.steps > MOST_STEPS:
            raise TooLong

    def lose(self, mass: arb) -> None:
        """This mass is not followed any further."""
        self.lost += mass
        self.losses += 1

    def changed(self, memory: Memory, mass: arb, target: Var, value: Any) -> tuple[Memory, arb]:
        """The run with a new value; what was known of a hidden one goes into its mass."""
        n = self.place[target]
        if isinstance(memory[n], Hidden):
            mass = mass * self.laws.between(memory[n])
        return (*memory[:n], value, *memory[n + 1 :]), mass

    # -------------------------------------------------------------------------------------------------- expressions

    def about(self, e: Expr) -> tuple[tuple[Var, ...], tuple[int, ...], dict[Memory, Any]]:
        """The variables of an expression, their places, and the values that it had so far."""
        entry = self._values.get(e)
        if entry is None:
            variables = tuple(v for v in free_variables(e) if v in self.place)
            entry = self._values[e] = (variables, tuple(self.place[v] for v in variables), {})
        return entry

    def value(self, e: Expr, memory: Memory) -> Any:
        """The value of an expression in which nothing is hidden."""
        variables, places, values = self.about(e)
        seen = tuple([memory[n] for n in places])
        if seen not in values:
            if UNSET in seen:
                raise ReadsUnset(variables[seen.index(UNSET)])
            value = evaluate(e, {**self.fixed, **dict(zip(variables, seen, strict=True))})
            if is_too_large(value):
                raise TooLong
            self.count((size_of(e) + (len(value) if isinstance(value, tuple) else 0)) // 16)
            values[seen] = value
        return values[seen]

    def hidden_in(self, e: Expr, memory: Memory) -> list[Var]:
        """The hidden samples in an expression, the oldest first."""
        variables, places, _ = self.about(e)
        there = [v for v, n in zip(variables, places, strict=True) if isinstance(memory[n], Hidden)]
        return there if len(there) < 2 else sorted(there, key=lambda v: (memory[self.place[v]].age, v.name))

    def form(self, e: Expr, x: Var) -> tuple[int, Expr] | None:
        key = (e, x)
        if key not in self._forms:
            self._forms[key] = isolate(e, x)
        return self._forms[key]

    def drawn(self, memory: Memory, mass: arb, variables: Iterable[Var]) -> Iterator[tuple[Memory, arb]]:
        """The run with some variables spelled out, value by value."""
        waiting = [(memory, mass)]
        for v in variables:
            n = self.place[v]
            waiting = [s for m, p in waiting for s in self._spelled(m, p, n)]
        yield from waiting

    def _spelled(self, memory: Memory, mass: arb, n: int) -> Iterator[tuple[Memory, arb]]:
        hidden = memory[n]
        if not isinstance(hidden, Hidden):
            yield memory, mass
            return
        law = self.laws[hidden.law]
        if hidden.law not in self._reaches:
            self._reaches[hidden.law] = law.reach(self.each)
        reach = self._reaches[hidden.law]
        first, last = _larger(hidden.centre - reach, hidden.low), _smaller(hidden.centre + reach, hidden.high)
        below, above = hidden.cut(None, first - 1), hidden.cut(last + 1, None)
        for beyond in (below, above):
            if beyond is not None:
                self.lose(mass * self.laws.between(beyond))
        if first > last:
            return
        self.count(last - first)
        for x in range(first, last + 1):
            yield (*memory[:n], x, *memory[n + 1 :]), mass * law.mass(x - hidden.centre)

    # --------------------------------------------------------------------------------------------------- conditions

    def split_all(
        self, condition: Expr, runs: Mapping[Memory, arb]
    ) -> tuple[list[tuple[Memory, arb]], list[tuple[Memory, arb]]]:
        """The runs in which the condition holds, and those in which it does not."""
        yes: list[tuple[Memory, arb]] = []
        no: list[tuple[Memory, arb]] = []
        _, places, answers = self.about(condition)
        for memory, mass in runs.items():
            seen = tuple([memory[n] for n in places])
            if seen in answers:
                (yes if answers[seen] else no).append((memory, mass))
                continue
            for truth, m, p in self.split(condition, memory, mass):
                (yes if truth else no).append((m, p))
        return yes, no

    def split(self, condition: Expr, memory: Memory, mass: arb) -> Iterator[tuple[bool, Memory, arb]]:
        """The run, or the parts of it in which the condition holds and in which it does not."""
        hidden = self.hidden_in(condition, memory)
        if not hidden:
            yield bool(self.value(condition, memory)), memory, mass
            return
        match condition:
            case Apply(Op.NOT, (inner,)):
                for truth, m, p in self.split(inner, memory, mass):
                    yield not truth, m, p
            case Apply(Op.AND, args):
                yield from self._conjunction(args, memory, mass)
            case Apply(Op.OR, args):
                for truth, m, p in self._conjunction(tuple(map(negate, args)), memory, mass):
                    yield not truth, m, p
            case Apply(Op.IMPLIES, (first, second)):
                yield from self.split(apply(Op.OR, negate(first), second), memory, mass)
            case Apply(Op.EQ | Op.LT | Op.LE as op, (left, right)) if left.type == right.type == INT:
                if condition not in self._differences:
                    self._differences[condition] = apply(Op.SUB, left, right)
                yield from self._order(op, self._differences[condition], hidden, memory, mass)
            case _:
                for m, p in self.drawn(memory, mass, hidden):
                    yield bool(self.value(condition, m)), m, p

    def _conjunction(self, args: Sequence[Expr], memory: Memory, mass: arb) -> Iterator[tuple[bool, Memory, arb]]:
        if not args:
            yield True, memory, mass
            return
        order = sorted(args, key=lambda a: len(self.hidden_in(a, memory)))
        for truth, m, p in self.split(order[0], memory, mass):
            if truth:
                yield from self._conjunction(order[1:], m, p)
            else:
                yield False, m, p

    def _order(
        self, op: Op, difference: Expr, hidden: list[Var], memory: Memory, mass: arb
    ) -> Iterator[tuple[bool, Memory, arb]]:
        """difference ≤ 0, < 0 or = 0, by cutting the interval of the newest sample in it."""
        newest = hidden[-1]
        form = self.form(difference, newest)
        if form is None or form[0] == 0:
            for m, p in self.drawn(memory, mass, hidden):
                value = self.value(difference, m)
                yield value == 0 if op is Op.EQ else value < 0 if op is Op.LT else value <= 0, m, p
            return
        factor, rest = form
        n = self.place[newest]
        for m, p in self.drawn(memory, mass, hidden[:-1]) if len(hidden) > 1 else ((memory, mass),):
            for truth, low, high in _ends(op, factor, self.value(rest, m)):
                cut = m[n].cut(low, high)
                if cut is not None:
                    yield truth, (*m[:n], cut, *m[n + 1 :]), p


def _ends(op: Op, factor: int, rest: int) -> Iterator[tuple[bool, int | None, int | None]]:
    """The integers x with factor·x + rest ≤ 0 (or < 0, or = 0), and the others, as intervals."""
    if op is Op.EQ:
        if rest % factor:
            yield False, None, None
            return
        point = -rest // factor
        yield True, point, point
        yield False, None, point - 1
        yield False, point + 1, None
        return
    most = -rest - (1 if op is Op.LT else 0)  # factor·x ≤ most
    if factor > 0:
        bound = most // factor
        yield True, None, bound
        yield False, bound + 1, None
    else:
        bound = -(most // -factor)
        yield True, bound, None
        yield False, None, bound - 1


def is_too_large(value: Any) -> bool:
    """Whether a value is larger than any that a run of a mechanism should come to."""
    return _items(value) > MOST_ITEMS


def _items(value: Any) -> int:
    """The size of a list, with those of its items; more than may be where it or a number is too large."""
    match value:
        case tuple():
            total = 0
            for item in value:
                total += 1 + _items(item)
                if total > MOST_ITEMS:
                    break
            return total
        case int():
            return 0 if value.bit_length() <= MOST_BITS else MOST_ITEMS + 1
        case Fraction():
            return max(_items(value.numerator), _items(value.denominator))
        case _:
            return 0


def _larger(a: int, b: int | None) -> int:
    return a if b is None else max(a, b)


def _smaller(a: int, b: int | None) -> int:
    return a if b is None else min(a, b)
