"""Whether an output is possible at all, whatever the noise.

A loss is infinite only if one side can certainly not give the output, and a sum of probabilities that may have lost a
tail cannot show that. Here every path of the program itself is followed with ranges in place of samples. "Impossible"
is certain, "possible" may be wrong, for this is a plain abstract interpretation:

- an abstract value stands for a set of values: itself, a range of numbers, or all values (`Unknown`); `value` gives
  one that stands for all values that the expression can have (`_RANGES`, `_STRUCTURE`), and `Range()` or `Unknown`
  where it knows nothing better;
- a condition leads to both answers unless its abstract value is one of them, and narrows a range only where it is x ≤ e
  or x ≥ e with a bound of e;
- a loop is followed until no memory is new at its head, and given up otherwise; so what ends is in the answer;
- variables that are only released are told apart as in the other half of the replay (`wanted`);
- whatever takes too long, or reads a variable without a value, counts as possible.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from twinproof.exact.engine.forms import isolate
from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While, mentioned
from twinproof.lang.expr import Apply, Expr, Literal, Op, Var, apply, free_variables, negate
from twinproof.lang.inputs import MissingScore
from twinproof.lang.interpret import evaluate, replaced_item
from twinproof.lang.liveness import Live, live_at_head, live_before, without_dead_code
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.released import added
from twinproof.lang.types import BOOL, INT, NUMBERS, ListOf, Type
from twinproof.refute.laws import FINITE_LAWS, LAWS
from twinproof.refute.states import Work, is_too_large, setting_up
from twinproof.refute.wanted import UNSET, Other, ReadsUnset, equals, frozen, wanted

MOST_PATHS = 2_000
MOST_ROUNDS = 200
MOST_STEPS = 100_000

Memory = tuple[Any, ...]
T = TypeVar("T")
End = int | Fraction | None


@dataclass(frozen=True, slots=True)
class Range:
    """An unknown number between two ends (None: no such end)."""

    low: int | Fraction | None = None
    high: int | Fraction | None = None

    def meet(self, low: int | Fraction | None, high: int | Fraction | None) -> Range | int | Fraction | None:
        """What is left when more is known; None when nothing is."""
        a = _both(self.low, low, max)
        b = _both(self.high, high, min)
        if a is not None and a == b:
            return a
        return None if a is not None and b is not None and a > b else Range(a, b)


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value of which nothing is known."""


UNKNOWN = Unknown()


def _both(a: End, b: End, choose: Any) -> End:
    return b if a is None else a if b is None else choose(a, b)


class _GivenUp(Exception):
    """There are too many paths."""


def is_impossible(core: Mechanism, values: Mapping[str, Any], output: Any, work: Work | None = None) -> bool:
    """Whether the mechanism certainly never gives this output on these inputs."""
    paths = _Paths(core, values, frozen(output), work or Work())
    goal = frozenset((core.result,))
    try:
        end = paths.run(without_dead_code(core.body, goal), {(UNSET,) * len(paths.place)}, goal)
        is_output = equals(core.result, paths.output, core.result.type)
        return not any(truth for memory in end for truth, _ in paths.split(is_output, memory))
    except (_GivenUp, MissingScore, ReadsUnset):
        return False


class _Paths:
    def __init__(self, core: Mechanism, values: Mapping[str, Any], output: Any, work: Work) -> None:
        self.output = output
        self.wanted = wanted(core, output)
        self.fixed = {p.var: values[p.name] for p in core.parameters}
        variables = sorted((mentioned(core.body) | {core.result}) - set(self.fixed), key=lambda v: v.name)
        self.place = {v: n for n, v in enumerate(variables)}
        self.steps = 0
        self.work = work
        work.spend(setting_up(core) + len(repr(output)))

    def run(self, command: Command, paths: set[Memory], after: Live) -> set[Memory]:
        """All memories that the command may end with."""
        self.steps += len(paths)
        self.work.spend(len(paths))
        if len(paths) > MOST_PATHS or self.steps > MOST_STEPS:
            raise _GivenUp
        match command:
            case Skip():
                return self._keep(paths, after)
            case Assign(target) | Sample(target) if target not in after:
                return self._keep(paths, after)
            case Assign(target, value):
                return self._keep((m for before in paths for m in self._assign(before, target, value, after)), after)
            case Sample():
                return self._keep((m for before in paths for m in self._sampled(before, command)), after)
            case Seq(parts):
                lives = [after]
                for part in reversed(parts[1:]):
                    lives.append(live_before(part, lives[-1]))
                for part, live in zip(parts, reversed(lives), strict=True):
                    paths = self.run(part, paths, live)
                return paths
            case If(condition, then, otherwise):
                yes, no = self._split_all(condition, paths)
                return self.run(then, yes, after) | self.run(otherwise, no, after)
            case While(condition, body):
                head = live_at_head(command, after)
                done: set[Memory] = set()
                seen: set[Memory] = set()  # at the head; what begins there once more ends nowhere else
                for _ in range(MOST_ROUNDS):
                    paths = paths - seen
                    seen |= paths
                    yes, no = self._split_all(condition, paths)
                    done |= no
                    if not yes or isinstance(body, Skip):
                        return self._keep(done, after)
                    paths = self.run(body, yes, head)
                raise _GivenUp

    def _keep(self, paths: Iterable[Memory], live: Live) -> set[Memory]:
        dead = [n for v, n in self.place.items() if v not in live]
        forgetful = set()
        for memory in paths:
            values = list(memory)
            for n in dead:
                values[n] = None
            forgetful.add(tuple(values))
        return forgetful

    def _with(self, memory: Memory, target: Var, value: Any) -> Memory:
        n = self.place[target]
        return (*memory[:n], value, *memory[n + 1 :])

    def _sampled(self, memory: Memory, command: Sample) -> Iterator[Memory]:
        """The memories after a draw: one with a range for noise that is added, or one for each value there is."""
        noise, target = command.noise, command.target
        centre = self.value(command.centre, memory)
        numbers = [self.value(e, memory) for e in command.parameters]
        if noise in FINITE_LAWS:
            if not all(map(_is_known, (centre, *numbers))):
                yield self._with(memory, target, _nothing(target.type))
                return
            values = self._law(lambda: FINITE_LAWS[noise](tuple(map(Fraction, numbers)), centre))
            yield from (self._with(memory, target, value) for value in values)
        elif noise in LAWS:
            known = all(map(_is_known, numbers))
            law = self._law(lambda: LAWS[noise](tuple(map(Fraction, numbers)))) if known else LAWS[noise]
            yield self._with(memory, target, _add(_range(centre), Range(law.least, law.greatest)))
        else:
            raise _GivenUp

    def _law(self, make: Callable[[], T]) -> T:
        """A law, if there is one with these parameters; without one the run has no meaning here."""
        try:
            return make()
        except ValueError:
            raise _GivenUp from None

    def _assign(self, memory: Memory, target: Var, value: Expr, after: Live) -> Iterator[Memory]:
        if target in self.wanted.parts:
            for m, v in self._released(memory, target, value):
                if not (isinstance(v, Other) and self.wanted.is_final(target, after)):
                    yield self._with(m, target, v)
        elif value.type == BOOL:
            for truth, m in self.split(value, memory):
                yield self._with(m, target, truth)
        else:
            yield self._with(memory, target, self.value(value, memory))

    def _released(self, memory: Memory, target: Var, value: Expr) -> Iterator[tuple[Memory, Any]]:
        """What a variable that is only released may come to hold."""
        items = added(value, target)
        if items is not None:
            yield from self._grown(memory, target, self.value(target, memory), items)
        elif isinstance(value, Apply) and value.op is Op.LIST:
            yield from self._grown(memory, target, (), value.args)
        elif isinstance(target.type, ListOf):
            whole = self.value(value, memory)
            if not _is_known(whole):
                raise _GivenUp
            yield memory, self.wanted.abstracted(target, whole)
        else:
            yield from self._one_of(memory, value, self.wanted.parts[target])

    def _grown(self, memory: Memory, target: Var, start: Any, items: Sequence[Expr]) -> Iterator[tuple[Memory, Any]]:
        if isinstance(start, Other) or not items:
            yield memory, Other(len(start) + len(items)) if items else self.wanted.abstracted(target, start)
            return
        for m, item in self._one_of(memory, items[0], self.wanted.next_items(target, start)):
            longer = Other(len(start) + 1) if isinstance(item, Other) else (*start, item)
            yield from self._grown(m, target, longer, items[1:])

    def _one_of(self, memory: Memory, value: Expr, chosen: Sequence[Any]) -> Iterator[tuple[Memory, Any]]:
        if not chosen:
            yield memory, Other()
            return
        for truth, m in self.split(equals(value, chosen[0], value.type), memory):
            if truth:
                yield m, chosen[0]
            else:
                yield from self._one_of(m, value, chosen[1:])

    # --------------------------------------------------------------------------------------------------- conditions

    def _split_all(self, condition: Expr, paths: set[Memory]) -> tuple[set[Memory], set[Memory]]:
        yes: set[Memory] = set()
        no: set[Memory] = set()
        for memory in paths:
            for truth, m in self.split(condition, memory):
                (yes if truth else no).add(m)
        return yes, no

    def split(self, condition: Expr, memory: Memory) -> Iterator[tuple[bool, Memory]]:
        """The answers that a condition may have, each with what is known then."""
        answer = self.value(condition, memory)
        if isinstance(answer, bool):
            yield answer, memory
            return
        match condition:
            case Var() if condition in self.place:
                yield True, self._with(memory, condition, True)
                yield False, self._with(memory, condition, False)
            case Apply(Op.NOT, (inner,)):
                for truth, m in self.split(inner, memory):
                    yield not truth, m
            case Apply(Op.AND, (first, *rest)):
                for truth, m in self.split(first, memory):
                    if truth and rest:
                        yield from self.split(apply(Op.AND, *rest), m)
                    else:
                        yield truth, m
            case Apply(Op.OR, args):
                for truth, m in self.split(apply(Op.AND, *map(negate, args)), memory):
                    yield not truth, m
            case Apply(Op.IMPLIES, (first, second)):
                yield from self.split(apply(Op.OR, negate(first), second), memory)
            case Apply(Op.EQ | Op.LT | Op.LE as op, (left, right)) if left.type == right.type == INT:
                yield from self._order(op, apply(Op.SUB, left, right), memory)
            case _:
                yield True, memory
                yield False, memory

    def _order(self, op: Op, difference: Expr, memory: Memory) -> Iterator[tuple[bool, Memory]]:
        if op is Op.EQ:
            yield from ((True, m) for m in self._narrowed(difference, memory, True, True))
            yield False, memory
            return
        strict = 1 if op is Op.LT else 0
        shifted = apply(Op.ADD, difference, Literal(strict))
        yield from ((True, m) for m in self._narrowed(shifted, memory, True, False))
        # not (shifted ≤ 0) is shifted ≥ 1
        yield from ((False, m) for m in self._narrowed(apply(Op.SUB, shifted, Literal(1)), memory, False, True))

    def _narrowed(self, e: Expr, memory: Memory, at_most: bool, at_least: bool) -> Iterator[Memory]:
        """The memory with ranges narrowed by e ≤ 0 and/or e ≥ 0; nothing when that cannot be."""
        for v in free_variables(e):
            n = self.place.get(v)
            if n is None or not isinstance(memory[n], Range):
                continue
            form = isolate(e, v)
            if form is None or abs(form[0]) != 1:
                continue
            rest = _range(self.value(form[1], memory))
            # factor·x ≤ −rest.low, and factor·x ≥ −rest.high
            top = None if rest.low is None or not at_most else -rest.low
            bottom = None if rest.high is None or not at_least else -rest.high
            if form[0] == -1:
                top, bottom = (None if bottom is None else -bottom), (None if top is None else -top)
            left = memory[n].meet(bottom, top)
            if left is None:
                return
            memory = (*memory[:n], left, *memory[n + 1 :])
        yield memory

    # ------------------------------------------------------------------------------------------------------- values

    def value(self, e: Expr, memory: Memory) -> Any:
        """The value as far as it is known: itself, a range, or unknown."""
        variables = {v: memory[self.place[v]] for v in free_variables(e) if v in self.place}
        for v, value in variables.items():
            if value is UNSET:
                raise ReadsUnset(v)
        if all(_is_known(value) for value in variables.values()):
            result = evaluate(e, {**self.fixed, **variables})
        else:
            result = self._abstract(e, memory)
        if is_too_large(result):
            raise _GivenUp
        return _bounded(result) if isinstance(result, Range) else result

    def _abstract(self, e: Expr, memory: Memory) -> Any:
        if isinstance(e, Var):
            return memory[self.place[e]]
        assert isinstance(e, Apply)
        if e.op is Op.ITE:
            condition, first, second = (self.value(a, memory) for a in e.args)
            if isinstance(condition, bool):
                return first if condition else second
            return _hull(first, second) if e.type in NUMBERS else _nothing(e.type)
        meaning = _STRUCTURE.get(e.op, _RANGES.get(e.op))
        result = UNKNOWN if meaning is None else meaning(*(self.value(a, memory) for a in e.args))
        return _nothing(e.type) if isinstance(result, Unknown) else result


def _is_known(value: Any) -> bool:
    return all(map(_is_known, value)) if isinstance(value, tuple) else not isinstance(value, Range | Unknown)


def _nothing(kind: Type) -> Range | Unknown:
    return Range() if kind in NUMBERS else UNKNOWN


def _range(value: Any) -> Range:
    return value if isinstance(value, Range) else Range() if isinstance(value, Unknown) else Range(value, value)


def _bounded(value: Range) -> Range:
    """The range without an end that is too far out to compute with."""
    return Range(*(None if end is None or is_too_large(end) else end for end in (value.low, value.high)))


def _hull(a: Any, b: Any) -> Range:
    one, two = _range(a), _range(b)
    low = None if one.low is None or two.low is None else min(one.low, two.low)
    high = None if one.high is None or two.high is None else max(one.high, two.high)
    return Range(low, high)


def _add(a: Any, b: Any) -> Range:
    one, two = _range(a), _range(b)
    low = None if one.low is None or two.low is None else one.low + two.low
    high = None if one.high is None or two.high is None else one.high + two.high
    return Range(low, high)


def _neg(a: Any) -> Range:
    one = _range(a)
    return Range(None if one.high is None else -one.high, None if one.low is None else -one.low)


def _mul(a: Any, b: Any) -> Range | Unknown:
    factor, other = (a, b) if isinstance(a, int | Fraction) else (b, a)
    if not isinstance(factor, int | Fraction):
        return UNKNOWN
    one = _range(other) if factor >= 0 else _neg(other)
    size: int | Fraction = factor if factor >= 0 else -factor
    if size == 0:
        return Range(0, 0)
    return Range(None if one.low is None else one.low * size, None if one.high is None else one.high * size)


def _floor(a: Any) -> Range:
    one = _range(a)
    return Range(*(None if end is None else math.floor(end) for end in (one.low, one.high)))


def _abs(a: Any) -> Range:
    one = _range(a)
    if one.low is not None and one.low >= 0:
        return one
    if one.high is not None and one.high <= 0:
        return _neg(one)
    return Range(0, None if one.low is None or one.high is None else max(-one.low, one.high))


def _mod(a: Any, b: Any) -> Range | Unknown:
    return Range(0, b - 1) if isinstance(b, int) and b > 0 else UNKNOWN


def _most(*args: Any) -> Range:
    ranges = [_range(a) for a in args]
    lows = [r.low for r in ranges if r.low is not None]
    highs = [r.high for r in ranges]
    return Range(max(lows, default=None), None if None in highs else max(h for h in highs if h is not None))


def _least(*args: Any) -> Range:
    return _neg(_most(*map(_neg, args)))


def _le(a: Any, b: Any) -> bool | Unknown:
    one, two = _range(a), _range(b)
    if one.high is not None and two.low is not None and one.high <= two.low:
        return True
    if one.low is not None and two.high is not None and one.low > two.high:
        return False
    return UNKNOWN


def _lt(a: Any, b: Any) -> bool | Unknown:
    return _not(_le(b, a))


def _eq(a: Any, b: Any) -> bool | Unknown:
    if isinstance(a, tuple) and isinstance(b, tuple):
        if len(a) != len(b):
            return False
        return _and(*(_eq(x, y) for x, y in zip(a, b, strict=True)))
    if isinstance(a, Range) or isinstance(b, Range):
        apart = _and(_le(a, b), _le(b, a))
        return apart if apart is False else UNKNOWN
    return UNKNOWN if isinstance(a, Unknown) or isinstance(b, Unknown) else bool(a == b)


def _not(a: Any) -> bool | Unknown:
    return not a if isinstance(a, bool) else UNKNOWN


def _and(*args: Any) -> bool | Unknown:
    if any(a is False for a in args):
        return False
    return True if all(a is True for a in args) else UNKNOWN


def _get(whole: Any, position: Any) -> Any:
    if isinstance(whole, tuple) and isinstance(position, int) and 0 <= position < len(whole):
        return whole[position]
    return UNKNOWN


def _set(whole: Any, position: Any, item: Any) -> Any:
    if not isinstance(whole, tuple):
        return UNKNOWN
    if isinstance(position, int):
        return replaced_item(whole, position, item)
    return tuple(x if _eq(position, n) is False else _either(x, item) for n, x in enumerate(whole))


def _either(a: Any, b: Any) -> Any:
    """What stands for both values."""
    if all(type(x) in (int, Fraction, Range) for x in (a, b)):
        return _hull(a, b)
    return UNKNOWN


_RANGES: Mapping[Op, Any] = {
    Op.ADD: _add,
    Op.SUB: lambda a, b: _add(a, _neg(b)),
    Op.NEG: _neg,
    Op.MUL: _mul,
    Op.REAL: _range,
    Op.FLOOR: _floor,
    Op.ABS: _abs,
    Op.MOD: _mod,
    Op.MAX: _most,
    Op.MIN: _least,
    Op.LE: _le,
    Op.LT: _lt,
    Op.EQ: _eq,
    Op.NOT: _not,
    Op.AND: _and,
    Op.OR: lambda *args: _not(_and(*map(_not, args))),
    Op.IMPLIES: lambda a, b: _not(_and(a, _not(b))),
}

_STRUCTURE: Mapping[Op, Any] = {
    Op.LEN: lambda xs: len(xs) if isinstance(xs, tuple) else Range(0, None),
    Op.GET: _get,
    Op.LIST: lambda *items: items,
    Op.TUPLE: lambda *items: items,
    Op.APPEND: lambda xs, x: (*xs, x) if isinstance(xs, tuple) else UNKNOWN,
    Op.CONCAT: lambda a, b: a + b if isinstance(a, tuple) and isinstance(b, tuple) else UNKNOWN,
    Op.SET: _set,
    Op.PROJ: lambda whole, n: whole[n] if isinstance(whole, tuple) else UNKNOWN,
}
