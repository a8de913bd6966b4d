"""The probability of one output again, in ball arithmetic and without the exact engine.

All runs of the program itself are followed, command by command. Samples stay hidden as long as they can (`states`), and
variables that are only released hold what `wanted` tells apart. At the end the result is compared with the output. So
collected ≤ P(output) ≤ collected + lost,  with every rounding inside of the balls. A run that looks at a variable
without a value ends the whole replay: such a program has no meaning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpq

from twinproof.exact.distribution import Interval
from twinproof.exact.engine.forms import cases
from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While, mentioned, read_by
from twinproof.lang.expr import Apply, Expr, Op, Var
from twinproof.lang.liveness import Live, live_at_head, live_before, without_dead_code
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise import Parameters
from twinproof.lang.released import added
from twinproof.lang.types import BOOL, ListOf
from twinproof.refute.laws import BITS, FINITE_LAWS, Hidden, Laws, enclosure
from twinproof.refute.states import Memory, States, Work, setting_up
from twinproof.refute.wanted import UNSET, Other, equals, frozen, wanted

MOST_ROUNDS = 2_000  # of one loop
_PATIENCE = 64  # rounds of a loop before it is asked whether it ever ends

Runs = dict[Memory, arb]


class NoLaw(Exception):
    """A run draws noise that there is not: such a program has no meaning."""


class Replay(States):
    """One program on one input, all runs together, as far as one output tells them apart."""

    def __init__(
        self, core: Mechanism, values: Mapping[str, Any], output: Any, loss: Fraction, laws: Laws, work: Work
    ) -> None:
        fixed = {p.var: values[p.name] for p in core.parameters}
        variables = sorted((mentioned(core.body) | {core.result}) - set(fixed), key=lambda v: v.name)
        super().__init__(variables, fixed, arb(fmpq(loss.numerator, loss.denominator)), laws, work)
        self.core = core
        self.output = frozen(output)
        self.wanted = wanted(core, self.output)
        self.age = 0
        self.count(setting_up(core) + len(repr(output)))
        self._live: dict[tuple[Command, Live], Live] = {}
        self._kept: dict[Live, list[int]] = {}

    def probability(self) -> tuple[arb, arb]:
        """The mass of the runs that give the output, and the mass that was lost."""
        goal = frozenset((self.core.result,))
        start: Runs = {(UNSET,) * len(self.place): arb(1)}
        end = self.run(without_dead_code(self.core.body, goal), start, goal)
        hit, _ = self.split_all(equals(self.core.result, self.output, self.core.result.type), end)
        return _total(self.keep(hit, frozenset()).values()), self.lost

    # ----------------------------------------------------------------------------------------------------- commands

    def run(self, command: Command, runs: Runs, after: Live) -> Runs:
        """The runs after the command, with the variables that matter there."""
        self.count(len(runs) * (1 + len(self.place) // 32))
        if not runs:
            return runs
        match command:
            case Skip():
                return self.keep(runs.items(), after)
            case Assign(target) if target not in after:
                return self.keep(runs.items(), after)
            case Sample(target) if target not in after and not command.may_be_stuck:
                return self.keep(runs.items(), after)
            case Assign(target, value):
                return self.keep(self._assigned(runs, target, value, after), after)
            case Sample():
                self.age += 1
                return self.keep(self._sampled(runs, command), after)
            case Seq(parts):
                lives = [after]
                for part in reversed(parts[1:]):
                    lives.append(self._before(part, lives[-1]))
                for part, live in zip(parts, reversed(lives), strict=True):
                    runs = self.run(part, runs, live)
                return runs
            case If(condition, then, otherwise):
                yes, no = self.split_all(condition, runs)
                done = [
                    *self.run(then, self.keep(yes, self._before(then, after)), after).items(),
                    *self.run(otherwise, self.keep(no, self._before(otherwise, after)), after).items(),
                ]
                return self.keep(done, after)
            case While():
                return self._loop(command, runs, after)

    def _before(self, command: Command, after: Live) -> Live:
        key = (command, after)
        if key not in self._live:
            self._live[key] = live_before(command, after)
        return self._live[key]

    def _loop(self, loop: While, runs: Runs, after: Live) -> Runs:
        head = live_at_head(loop, after)
        done: list[tuple[Memory, arb]] = []
        seen_before: set[Memory] = set()  # at the head, since a run has last left the loop or was lost
        for number in range(MOST_ROUNDS):
            losses = self.losses
            yes, no = self.split_all(loop.condition, runs)
            done += no
            if not yes or isinstance(loop.body, Skip):
                break
            here = {_ageless(memory) for memory in runs} if number >= _PATIENCE and not no else set()
            if here and here <= seen_before:
                break  # whoever is here comes back here, and nobody was lost on the way: these runs never end
            runs = self.run(loop.body, self.keep(yes, self._before(loop.body, head)), head)
            seen_before = seen_before | here if here and losses == self.losses else set()
            left = _total(runs.values())
            if left < self.each:
                self.lose(left)
                break
        else:
            self.lose(_total(runs.values()))
        return self.keep(done, after)

    def keep(self, runs: Iterable[tuple[Memory, arb]], live: Live) -> Runs:
        """Forget what does not matter; runs that agree in the rest become one."""
        if live not in self._kept:
            self._kept[live] = [n for v, n in self.place.items() if v not in live]
        dead = self._kept[live]
        merged: Runs = {}
        for memory, mass in runs:
            forgotten = [n for n in dead if memory[n] is not None]
            if forgotten:
                values = list(memory)
                for n in forgotten:
                    if isinstance(values[n], Hidden):
                        mass = mass * self.laws.between(values[n])
                    values[n] = None
                memory = tuple(values)
            before = merged.get(memory)
            merged[memory] = mass if before is None else before + mass
        return merged

    def _sampled(self, runs: Runs, command: Sample) -> Iterator[tuple[Memory, arb]]:
        asked = [v for v in read_by(command) if v in self.place]
        for memory, mass in runs.items():
            for m, p in self.drawn(memory, mass, asked):
                if command.noise in FINITE_LAWS:
                    yield from self._spelled_out(m, p, command)
                    continue
                hidden = self.laws.hidden(self._law(command, m), self.value(command.centre, m), self.age)
                yield self.changed(m, p, command.target, hidden)

    def _spelled_out(self, memory: Memory, mass: arb, command: Sample) -> Iterator[tuple[Memory, arb]]:
        """The run with a draw of noise that has finitely many values, one after the other."""
        numbers, centre = self._numbers(command, memory), self.value(command.centre, memory)
        try:
            masses = self.laws.finite(command.noise, numbers, centre)
        except ValueError as problem:
            raise NoLaw(str(problem)) from None
        self.count(len(masses))
        for value, chance in masses.items():
            yield self.changed(memory, mass * chance, command.target, value)

    def _law(self, command: Sample, memory: Memory) -> int:
        """The noise of a run: a parameter may depend on what it has computed."""
        numbers = self._numbers(command, memory)
        is_new = (command.noise, numbers) not in self.laws
        try:
            number = self.laws.number(command.noise, numbers)
        except ValueError as problem:
            raise NoLaw(str(problem)) from None
        if is_new:
            self.count(self.laws[number].cost)
        return number

    def _numbers(self, command: Sample, memory: Memory) -> Parameters:
        numbers = tuple(Fraction(self.value(e, memory)) for e in command.parameters)
        for parameter, number in zip(command.noise.parameters, numbers, strict=True):
            if not parameter.allowed.holds(number):
                raise NoLaw(f"a run comes to a {parameter.name} of noise that is not {parameter.allowed.words}")
        return numbers

    def _assigned(self, runs: Runs, target: Var, value: Expr, after: Live) -> Iterator[tuple[Memory, arb]]:
        _, places, values = self.about(value)
        for memory, mass in runs.items():
            seen = tuple([memory[n] for n in places])
            if seen in values and target not in self.wanted.parts:  # then nothing in it is hidden
                yield self.changed(memory, mass, target, values[seen])
            else:
                yield from self.assign(memory, mass, target, value, after)

    def assign(self, memory: Memory, mass: arb, target: Var, value: Expr, after: Live) -> Iterator[tuple[Memory, arb]]:
        """The runs after target ← value."""
        if target in self.wanted.parts:
            for m, p, v in self._released(memory, mass, target, value):
                if not (isinstance(v, Other) and self.wanted.is_final(target, after)):
                    yield self.changed(m, p, target, v)
            return
        asked = self._asked(memory, target, value, after)
        if asked is not None:
            yield from self._put(memory, mass, target, value, asked)
            return
        hidden = self.hidden_in(value, memory)
        if not hidden:
            yield self.changed(memory, mass, target, self.value(value, memory))
            return
        if value.type == BOOL:
            for truth, m, p in self.split(value, memory, mass):
                yield self.changed(m, p, target, truth)
            return
        choice = cases(value)
        if choice is not None:
            for truth, m, p in self.split(choice[0], memory, mass):
                yield from self.assign(m, p, target, choice[1] if truth else choice[2], after)
            return
        newest = hidden[-1]
        form = self.form(value, newest)
        if form is not None and form[0] == 1 and (newest not in after or newest == target):
            for m, p in self.drawn(memory, mass, hidden[:-1]):
                n = self.place[newest]
                moved = m[n].moved(self.value(form[1], m))
                m = (*m[:n], None, *m[n + 1 :])
                yield self.changed(m, p, target, moved)
            return
        for m, p in self.drawn(memory, mass, hidden):
            yield self.changed(m, p, target, self.value(value, m))

    def _put(self, memory: Memory, mass: arb, target: Var, value: Expr, asked: Expr) -> Iterator[tuple[Memory, arb]]:
        """The runs after target ← value in which what is asked holds; all others are given up."""
        for truth, m, p in self.split(asked, memory, mass):
            for whole, q in self.drawn(m, p, self.hidden_in(value, m)) if truth else ():
                yield self.changed(whole, q, target, self.value(value, whole))

    def _asked(self, memory: Memory, target: Var, value: Expr, after: Live) -> Expr | None:
        """What must hold of the item that a list gets, where the output tells what stands there."""
        items = added(value, target) if target in self.wanted.placed else None
        if items is None or len(items) != 1:
            return None
        for item in self.wanted.asked_at(target, len(self.value(target, memory)), after):
            return equals(items[0], item, items[0].type)
        return None

    def _released(self, memory: Memory, mass: arb, target: Var, value: Expr) -> Iterator[tuple[Memory, arb, Any]]:
        """What a variable that is only released comes to hold, in each part of the run."""
        items = added(value, target)
        if items is not None:
            start = self.value(target, memory)
            yield from self._grown(memory, mass, target, start, items)
        elif isinstance(value, Apply) and value.op is Op.LIST:
            yield from self._grown(memory, mass, target, (), value.args)
        elif isinstance(target.type, ListOf):
            for m, p in self.drawn(memory, mass, self.hidden_in(value, memory)):
                yield m, p, self.wanted.abstracted(target, self.value(value, m))
        else:
            yield from self._one_of(memory, mass, value, self.wanted.parts[target])

    def _grown(
        self, memory: Memory, mass: arb, target: Var, start: Any, items: Sequence[Expr]
    ) -> Iterator[tuple[Memory, arb, Any]]:
        if isinstance(start, Other) or not items:
            yield memory, mass, Other(len(start) + len(items)) if items else self.wanted.abstracted(target, start)
            return
        for m, p, item in self._one_of(memory, mass, items[0], self.wanted.next_items(target, start)):
            longer = Other(len(start) + 1) if isinstance(item, Other) else (*start, item)
            yield from self._grown(m, p, target, longer, items[1:])

    def _one_of(
        self, memory: Memory, mass: arb, value: Expr, chosen: Sequence[Any]
    ) -> Iterator[tuple[Memory, arb, Any]]:
        """Which of the chosen values the expression has, or that it has another one."""
        if not chosen:
            yield memory, mass, Other()
            return
        for truth, m, p in self.split(equals(value, chosen[0], value.type), memory, mass):
            if truth:
                yield m, p, chosen[0]
            else:
                yield from self._one_of(m, p, value, chosen[1:])


def _ageless(memory: Memory) -> Memory:
    """The memory with samples that are the first, the second, … instead of those that they are."""
    ages = sorted({x.age for x in memory if isinstance(x, Hidden)})
    return tuple([x._replace(age=ages.index(x.age)) if isinstance(x, Hidden) else x for x in memory])


def _total(masses: Iterable[arb]) -> arb:
    total = arb(0)
    for mass in masses:
        total += mass
    return total


def probability(
    core: Mechanism, values: Mapping[str, Any], event: Sequence[Any], loss: Fraction, work: Work | None = None
) -> Interval:
    """Certified bounds of the probability of an event, whose outputs differ.

    Each draw may lose about `loss` of the mass of all runs.
    """
    work, laws = work or Work(), Laws()
    low, high = Fraction(0), Fraction(0)
    with ctx.workprec(BITS):
        for output in event:
            mass, lost = Replay(core, values, output, loss, laws, work).probability()
            low += enclosure(mass).lower
            high += enclosure(mass + lost).upper
    return Interval(low, min(Fraction(1), max(low, high)))
