"""The probability of one output again, in ball arithmetic and without the exact engine.

Every run is followed by itself: a state is a tuple of values with the ball of its probability. A sample stays *hidden*,
known to lie in an interval, until its value is needed; then it is spelled out inside of a window, and the mass outside
of the window counts as lost. So  collected ≤ P(output) ≤ collected + lost,  with every rounding inside of the balls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from flint import arb, ctx, fmpq

from twinproof.exact.distribution import Interval, bounds
from twinproof.exact.engine.forms import cases, isolate
from twinproof.exact.engine.shape import Live, live_at_head, live_before, without_dead_code
from twinproof.lang.command import Assign, Command, If, Noise, Sample, Seq, Skip, While, mentioned
from twinproof.lang.expr import Apply, Expr, Op, Var, apply, free_variables, negate
from twinproof.lang.interpret import default, evaluate
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.types import BOOL, INT
from twinproof.refute.pointwise import pointwise

BITS = 256
MOST_STEPS = 300_000  # states, counted anew at every command
MOST_ROUNDS = 2_000  # of one loop
MOST_ITEMS = 10_000  # of a list
_PATIENCE = 64  # rounds of a loop before it is asked whether it ever ends


class TooLong(Exception):
    """The replay would take more steps than it may."""


class Hidden(NamedTuple):
    """A sample that nobody has looked at: noise around a centre, known to lie in low … high (None: no such end)."""

    noise: Noise
    rate: int  # its number
    centre: int
    low: int | None
    high: int | None
    age: int

    def cut(self, low: int | None, high: int | None) -> Hidden | None:
        """The same with more known; None when no room is left."""
        a = self.low if low is None else low if self.low is None else max(low, self.low)
        b = self.high if high is None else high if self.high is None else min(high, self.high)
        if self.noise is Noise.ONE_SIDED:
            a = self.centre if a is None else max(a, self.centre)
        if a is not None and b is not None and a > b:
            return None
        return Hidden(self.noise, self.rate, self.centre, a, b, self.age)

    def moved(self, by: int) -> Hidden:
        low, high = (None if end is None else end + by for end in (self.low, self.high))
        return Hidden(self.noise, self.rate, self.centre + by, low, high, self.age)


class Laws:
    """Probabilities of noise, from its definition. Rates are known by their number."""

    def __init__(self) -> None:
        self._rates: list[Fraction] = []
        self._powers: list[dict[int, arb]] = []

    def number(self, rate: Fraction) -> int:
        if rate not in self._rates:
            self._rates.append(rate)
            self._powers.append({})
        return self._rates.index(rate)

    def power(self, rate: int, k: int) -> arb:
        """e^(−rate·k)."""
        known = self._powers[rate]
        if k not in known:
            exponent = -self._rates[rate] * k
            known[k] = arb(fmpq(exponent.numerator, exponent.denominator)).exp()
        return known[k]

    def mass(self, noise: Noise, rate: int, x: int) -> arb:
        a = self.power(rate, 1)
        if noise is Noise.LAPLACE:
            return self.power(rate, abs(x)) * ((1 - a) / (1 + a))
        return self.power(rate, x) * (1 - a) if x >= 0 else arb(0)

    def at_least(self, noise: Noise, rate: int, k: int) -> arb:
        """P(X ≥ k)."""
        if noise is Noise.ONE_SIDED:
            return self.power(rate, max(k, 0))
        tail = self.power(rate, k if k >= 1 else 1 - k) / (1 + self.power(rate, 1))
        return tail if k >= 1 else 1 - tail

    def between(self, h: Hidden) -> arb:
        """The probability of what is known."""
        low = None if h.low is None else h.low - h.centre
        high = None if h.high is None else h.high - h.centre
        if h.noise is Noise.LAPLACE and high is not None and (low is None or low + high < 0):
            low, high = -high, None if low is None else -low  # it is symmetric, and small numbers are kept small
        upper = arb(1) if low is None else self.at_least(h.noise, h.rate, low)
        return upper if high is None else upper - self.at_least(h.noise, h.rate, high + 1)

    def reach(self, rate: int, outside: arb) -> int:
        """A distance beyond which no more than this mass lies."""
        k = 1
        while not 2 * self.power(rate, k) <= outside:
            k *= 2
        low = k // 2
        while k - low > 1:
            middle = (k + low) // 2
            low, k = (low, middle) if 2 * self.power(rate, middle) <= outside else (middle, k)
        return k


Memory = tuple[Any, ...]
Runs = dict[Memory, arb]


class Replay:
    """One program on one input, all runs together."""

    def __init__(self, program: Mechanism, values: Mapping[str, Any], loss: Fraction, laws: Laws) -> None:
        self.fixed = {p.var: values[p.name] for p in program.parameters}
        self.variables = sorted((mentioned(program.body) | {program.result}) - set(self.fixed), key=lambda v: v.name)
        self.place = {v: n for n, v in enumerate(self.variables)}
        self.laws = laws
        self.each = arb(fmpq(loss.numerator, loss.denominator))  # what one draw of all runs may lose
        self.lost = arb(0)
        self.losses = 0  # how often something was lost
        self.steps = 0
        self.age = 0
        self._live: dict[tuple[int, Live], Live] = {}
        self._kept: dict[Live, list[int]] = {}
        self._values: dict[Expr, tuple[tuple[Var, ...], tuple[int, ...], dict[Memory, Any]]] = {}
        self._forms: dict[tuple[Expr, Var], tuple[int, Expr] | None] = {}
        self._differences: dict[Expr, Expr] = {}
        self._reaches: dict[int, int] = {}

    def probability(self, program: Mechanism) -> tuple[arb, arb]:
        """The mass of the runs whose result is true, and the mass that was lost."""
        goal = frozenset((program.result,))
        start = {tuple(default(v.type) for v in self.variables): arb(1)}
        end = self.run(without_dead_code(program.body, goal), start, goal)
        place = self.place[program.result]
        return _total(p for m, p in end.items() if m[place] is True), self.lost

    # ----------------------------------------------------------------------------------------------------- commands

    def run(self, command: Command, runs: Runs, after: Live) -> Runs:
        """The runs after the command, with the variables that matter there."""
        self.steps += len(runs)
        if self.steps > MOST_STEPS:
            raise TooLong
        if not runs:
            return runs
        match command:
            case Skip():
                return self.keep(runs.items(), after)
            case Assign(target) | Sample(target) if target not in after:
                return self.keep(runs.items(), after)
            case Assign(target, value):
                return self.keep(self._assigned(runs, target, value, after), after)
            case Sample(target, noise, rate, centre):
                number = Fraction(evaluate(rate, self.fixed))
                self.age += 1
                return self.keep(self._sampled(runs, target, noise, self.laws.number(number), centre), after)
            case Seq(parts):
                lives = [after]
                for part in reversed(parts[1:]):
                    lives.append(self._before(part, lives[-1]))
                for part, live in zip(parts, reversed(lives), strict=True):
                    runs = self.run(part, runs, live)
                return runs
            case If(condition, then, otherwise):
                yes, no = self._split_all(condition, runs)
                done = [
                    *self.run(then, self.keep(yes, self._before(then, after)), after).items(),
                    *self.run(otherwise, self.keep(no, self._before(otherwise, after)), after).items(),
                ]
                return self.keep(done, after)
            case While():
                return self._loop(command, runs, after)

    def _before(self, command: Command, after: Live) -> Live:
        key = (id(command), after)
        if key not in self._live:
            self._live[key] = live_before(command, after)
        return self._live[key]

    def _loop(self, loop: While, runs: Runs, after: Live) -> Runs:
        head = live_at_head(loop, after)
        done: list[tuple[Memory, arb]] = []
        known: set[Memory] = set()  # at the head, since a run has last left the loop or was lost
        for number in range(MOST_ROUNDS):
            losses = self.losses
            yes, no = self._split_all(loop.condition, runs)
            done += no
            if not yes or isinstance(loop.body, Skip):
                break
            here = {_ageless(memory) for memory in runs} if number >= _PATIENCE and not no else set()
            if here and here <= known:
                break  # whoever is here comes back here, and nobody was lost on the way: these runs never end
            runs = self.run(loop.body, self.keep(yes, self._before(loop.body, head)), head)
            known = known | here if here and losses == self.losses else set()
            left = _total(runs.values())
            if left < self.each:
                self._lose(left)
                break
        else:
            self._lose(_total(runs.values()))
        return self.keep(done, after)

    def _lose(self, mass: arb) -> None:
        self.lost += mass
        self.losses += 1

    def keep(self, runs: Iterable[tuple[Memory, arb]], live: Live) -> Runs:
        """Forget what does not matter; runs that agree in the rest become one."""
        if live not in self._kept:
            self._kept[live] = [n for v, n in self.place.items() if v not in live]
        dead = self._kept[live]
        kept: Runs = {}
        for memory, mass in runs:
            known = [n for n in dead if memory[n] is not None]
            if known:
                values = list(memory)
                for n in known:
                    if isinstance(values[n], Hidden):
                        mass = mass * self.laws.between(values[n])
                    values[n] = None
                memory = tuple(values)
            before = kept.get(memory)
            kept[memory] = mass if before is None else before + mass
        return kept

    def _sampled(self, runs: Runs, target: Var, noise: Noise, rate: int, centre: Expr) -> Iterator[tuple[Memory, arb]]:
        hidden_in = [v for v in free_variables(centre) if v in self.place]
        for memory, mass in runs.items():
            for m, p in self._drawn(memory, mass, hidden_in):
                value = Hidden(noise, rate, self.value(centre, m), None, None, self.age)
                yield self._with(m, p, target, value)

    def _with(self, memory: Memory, mass: arb, target: Var, value: Any) -> tuple[Memory, arb]:
        """The run with a new value; what was known of a hidden one goes into its mass."""
        n = self.place[target]
        if isinstance(memory[n], Hidden):
            mass = mass * self.laws.between(memory[n])
        return (*memory[:n], value, *memory[n + 1 :]), mass

    # -------------------------------------------------------------------------------------------------- expressions

    def _about(self, e: Expr) -> tuple[tuple[Var, ...], tuple[int, ...], dict[Memory, Any]]:
        """The variables of an expression, their places, and the values that it had so far."""
        known = self._values.get(e)
        if known is None:
            variables = tuple(v for v in free_variables(e) if v in self.place)
            known = self._values[e] = (variables, tuple(self.place[v] for v in variables), {})
        return known

    def value(self, e: Expr, memory: Memory) -> Any:
        """The value of an expression in which nothing is hidden."""
        variables, places, known = self._about(e)
        seen = tuple([memory[n] for n in places])
        if seen not in known:
            value = evaluate(e, {**self.fixed, **dict(zip(variables, seen, strict=True))})
            if is_too_large(value):
                raise TooLong
            known[seen] = value
        return known[seen]

    def _hidden_in(self, e: Expr, memory: Memory) -> list[Var]:
        """The hidden samples in an expression, the oldest first."""
        variables, places, _ = self._about(e)
        found = [v for v, n in zip(variables, places, strict=True) if isinstance(memory[n], Hidden)]
        return found if len(found) < 2 else sorted(found, key=lambda v: (memory[self.place[v]].age, v.name))

    def _form(self, e: Expr, x: Var) -> tuple[int, Expr] | None:
        key = (e, x)
        if key not in self._forms:
            self._forms[key] = isolate(e, x)
        return self._forms[key]

    def _drawn(self, memory: Memory, mass: arb, variables: Iterable[Var]) -> Iterator[tuple[Memory, arb]]:
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
        if hidden.rate not in self._reaches:
            self._reaches[hidden.rate] = self.laws.reach(hidden.rate, self.each)
        reach = self._reaches[hidden.rate]
        first = hidden.centre - reach if hidden.noise is Noise.LAPLACE else hidden.centre
        first, last = _larger(first, hidden.low), _smaller(hidden.centre + reach, hidden.high)
        below, above = hidden.cut(None, first - 1), hidden.cut(last + 1, None)
        for beyond in (below, above):
            if beyond is not None:
                self._lose(mass * self.laws.between(beyond))
        if first > last:
            return
        self.steps += last - first
        if self.steps > MOST_STEPS:
            raise TooLong
        for x in range(first, last + 1):
            chance = self.laws.mass(hidden.noise, hidden.rate, x - hidden.centre)
            yield (*memory[:n], x, *memory[n + 1 :]), mass * chance

    def _assigned(self, runs: Runs, target: Var, value: Expr, after: Live) -> Iterator[tuple[Memory, arb]]:
        _, places, known = self._about(value)
        for memory, mass in runs.items():
            seen = tuple([memory[n] for n in places])
            if seen in known:  # then nothing in it is hidden
                yield self._with(memory, mass, target, known[seen])
            else:
                yield from self.assign(memory, mass, target, value, after)

    def assign(self, memory: Memory, mass: arb, target: Var, value: Expr, after: Live) -> Iterator[tuple[Memory, arb]]:
        """The runs after target ← value."""
        hidden = self._hidden_in(value, memory)
        if not hidden:
            yield self._with(memory, mass, target, self.value(value, memory))
            return
        if value.type == BOOL:
            for truth, m, p in self.split(value, memory, mass):
                yield self._with(m, p, target, truth)
            return
        choice = cases(value)
        if choice is not None:
            for truth, m, p in self.split(choice[0], memory, mass):
                yield from self.assign(m, p, target, choice[1] if truth else choice[2], after)
            return
        newest = hidden[-1]
        form = self._form(value, newest)
        if form is not None and form[0] == 1 and (newest not in after or newest == target):
            for m, p in self._drawn(memory, mass, hidden[:-1]):
                n = self.place[newest]
                moved = m[n].moved(self.value(form[1], m))
                m = (*m[:n], None, *m[n + 1 :])
                yield self._with(m, p, target, moved)
            return
        for m, p in self._drawn(memory, mass, hidden):
            yield self._with(m, p, target, self.value(value, m))

    # --------------------------------------------------------------------------------------------------- conditions

    def _split_all(self, condition: Expr, runs: Runs) -> tuple[list[tuple[Memory, arb]], list[tuple[Memory, arb]]]:
        yes: list[tuple[Memory, arb]] = []
        no: list[tuple[Memory, arb]] = []
        _, places, known = self._about(condition)
        for memory, mass in runs.items():
            seen = tuple([memory[n] for n in places])
            if seen in known:
                (yes if known[seen] else no).append((memory, mass))
                continue
            for truth, m, p in self.split(condition, memory, mass):
                (yes if truth else no).append((m, p))
        return yes, no

    def split(self, condition: Expr, memory: Memory, mass: arb) -> Iterator[tuple[bool, Memory, arb]]:
        """The run, or the parts of it in which the condition holds and in which it does not."""
        hidden = self._hidden_in(condition, memory)
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
                for m, p in self._drawn(memory, mass, hidden):
                    yield bool(self.value(condition, m)), m, p

    def _conjunction(self, args: Sequence[Expr], memory: Memory, mass: arb) -> Iterator[tuple[bool, Memory, arb]]:
        if not args:
            yield True, memory, mass
            return
        order = sorted(args, key=lambda a: len(self._hidden_in(a, memory)))
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
        form = self._form(difference, newest)
        if form is None or form[0] == 0:
            for m, p in self._drawn(memory, mass, hidden):
                value = self.value(difference, m)
                yield value == 0 if op is Op.EQ else value < 0 if op is Op.LT else value <= 0, m, p
            return
        factor, rest = form
        n = self.place[newest]
        for m, p in self._drawn(memory, mass, hidden[:-1]) if len(hidden) > 1 else ((memory, mass),):
            for truth, low, high in _ends(op, factor, self.value(rest, m)):
                cut = m[n].cut(low, high)
                if cut is not None:
                    yield truth, (*m[:n], cut, *m[n + 1 :]), p


def _ageless(memory: Memory) -> Memory:
    """The memory with samples that are the first, the second, … instead of those that they are."""
    ages = sorted({x.age for x in memory if isinstance(x, Hidden)})
    return tuple([x._replace(age=ages.index(x.age)) if isinstance(x, Hidden) else x for x in memory])


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
    return len(value) > MOST_ITEMS if isinstance(value, tuple) else isinstance(value, int) and abs(value) > 2**256


def _larger(a: int, b: int | None) -> int:
    return a if b is None else max(a, b)


def _smaller(a: int, b: int | None) -> int:
    return a if b is None else min(a, b)


def _total(masses: Iterable[arb]) -> arb:
    total = arb(0)
    for mass in masses:
        total += mass
    return total


def probability(core: Mechanism, values: Mapping[str, Any], event: Sequence[Any], loss: Fraction) -> Interval:
    """Certified bounds of the probability of an event; each draw may lose about `loss` of the mass of all runs."""
    if len({repr(o) for o in event}) < len(event):
        raise ValueError("an event holds an output once")
    with ctx.workprec(BITS):
        laws = Laws()
        low, high = Fraction(0), Fraction(0)
        for output in event:
            program = pointwise(core, output)
            mass, lost = Replay(program, values, loss, laws).probability(program)
            low += max(Fraction(0), bounds(mass).lower)
            high += bounds(mass + lost).upper
        return Interval(low, min(Fraction(1), max(low, high)))
