"""An independent oracle: the meaning of a small program by following every single run.

It shares nothing with the engine but the language itself and `evaluate`: states are plain tuples of values, each with
the ball of its probability, and every sample is spelled out value by value inside a window. What lies outside of the
window, what outlives the fuel of a loop and what is too light to be followed counts as lost, so the probability of an
output lies between its collected mass and that mass plus all that was lost. At the end: programs to try it on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

from flint import arb, ctx, fmpq

from twinproof.exact.distribution import Interval, bounds
from twinproof.lang.adjacency import EachWithin
from twinproof.lang.claim import pure
from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While, mentioned, sequence
from twinproof.lang.expr import Expr, Literal, Op, Place, Var, apply, free_variables, list_of, negate
from twinproof.lang.inputs import check_inputs
from twinproof.lang.interpret import default, evaluate
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.noise import (
    CHOOSE,
    COIN,
    GAUSSIAN,
    LAPLACE,
    ONE_SIDED,
    PERMUTE_AND_FLIP,
    RANDOMIZED_CHOICE,
    RANDOMIZED_RESPONSE,
    TRUNCATED,
    UNIFORM,
    AdditiveNoise,
    Noise,
)
from twinproof.lang.types import BOOL, INT, ListOf, TupleOf, Type

BITS = 128

Memory = tuple[Any, ...]
Runs = dict[Memory, arb]


def exp_minus(rate: Fraction, times: int = 1) -> arb:
    """e^(−rate · times)."""
    exponent = -rate * times
    return arb(fmpq(exponent.numerator, exponent.denominator)).exp()


def noise_mass(noise: Noise, rate: Fraction, x: int) -> arb:
    """P(X = x) for noise around zero, from its definition."""
    a = exp_minus(rate)
    if noise is LAPLACE:
        return (1 - a) / (1 + a) * exp_minus(rate, abs(x))
    return (1 - a) * exp_minus(rate, x) if x >= 0 else arb(0)


def noise_outside(noise: Noise, rate: Fraction, window: int) -> arb:
    """P(|X| > window), by the geometric series."""
    a = exp_minus(rate)
    tail = exp_minus(rate, window + 1)
    return 2 * tail / (1 + a) if noise is LAPLACE else tail


def definition(noise: Noise, numbers: tuple[Fraction, ...], centre: Any, cut: float) -> dict[Any, arb]:
    """The masses of the other noises, each from its definition: weights, divided by their sum."""
    if noise is GAUSSIAN:
        terms = {x: exp_minus(x * x / (2 * numbers[0])) for x in range(-60, 61)}  # for small variances only
        whole = sum(terms.values(), arb(0))
        return {x: term / whole for x, term in terms.items() if not term / whole < cut / 1000}
    if noise is PERMUTE_AND_FLIP:
        return permuted(centre, numbers[0]) if centre else {}
    weights: dict[Any, arb] = {}
    if noise is TRUNCATED:
        weights = {x: exp_minus(numbers[0], abs(x)) for x in range(-int(numbers[1]), int(numbers[1]) + 1)}
    elif noise is UNIFORM:
        weights = {x: arb(1) for x in range(int(numbers[0]))}
    elif noise is COIN:
        weights = {
            side: arb(fmpq(p.numerator, p.denominator)) for side, p in ((True, numbers[0]), (False, 1 - numbers[0]))
        }
    elif noise is RANDOMIZED_RESPONSE:
        weights = {centre: arb(1), not centre: exp_minus(numbers[0])}
    elif noise is RANDOMIZED_CHOICE and 0 <= centre < numbers[0]:
        weights = {x: arb(1) if x == centre else exp_minus(numbers[1]) for x in range(int(numbers[0]))}
    elif noise is CHOOSE:
        weights = {i: exp_minus(-numbers[0], score) for i, score in enumerate(centre)}
    whole = sum(weights.values(), arb(0))
    return {value: weight / whole for value, weight in weights.items() if weight > 0}


def permuted(scores: tuple[int, ...], rate: Fraction) -> dict[int, arb]:
    """Permute-and-flip, order by order."""
    coins = [exp_minus(rate, max(scores) - score) for score in scores]
    chances = dict.fromkeys(range(len(scores)), arb(0))
    orders = list(permutations(range(len(scores))))
    for order in orders:
        left = arb(1) / len(orders)
        for i in order:
            chances[i] += left * coins[i]
            left *= 1 - coins[i]
    return chances


def output_of(value: Any, kind: Type) -> Any:
    """A value as the Python function would return it."""
    match kind:
        case ListOf(item):
            return [output_of(v, item) for v in value]
        case TupleOf(items):
            return tuple(output_of(v, k) for v, k in zip(value, items, strict=True))
        case _:
            return value


@dataclass(frozen=True)
class Enumeration:
    """What the enumeration found: for each output the mass that certainly leads to it."""

    outputs: tuple[Any, ...]
    masses: tuple[arb, ...]
    lost: arb
    diverged: arb  # mass that certainly never ends

    def intervals(self) -> Iterable[tuple[Any, Interval]]:
        """Each output with bounds of its probability."""
        for output, mass in zip(self.outputs, self.masses, strict=True):
            yield output, Interval(max(Fraction(0), bounds(mass).lower), bounds(mass + self.lost).upper)


class Enumerator:
    """Follows all runs of one program at once."""

    def __init__(self, variables: Iterable[Var], fixed: Mapping[Var, Any], cut: float, fuel: int, most: int) -> None:
        self.place = {v: n for n, v in enumerate(variables)}
        self.fixed = fixed
        self.cut = cut  # a window leaves out no more than this much of a sample
        self.fuel = fuel
        self.most = most
        self.lost = arb(0)
        self.diverged = arb(0)
        self._values: dict[Expr, tuple[list[tuple[Var, int]], dict[Memory, Any]]] = {}
        self._windows: dict[tuple[Any, ...], list[tuple[Any, arb]]] = {}

    def value(self, e: Expr, memory: Memory) -> Any:
        """The value of an expression; computed once for each combination of the values that it looks at."""
        if e not in self._values:
            self._values[e] = ([(v, self.place[v]) for v in free_variables(e) if v in self.place], {})
        variables, known = self._values[e]
        seen = tuple(memory[n] for _, n in variables)
        if seen not in known:
            known[seen] = evaluate(e, {**self.fixed, **{v: memory[n] for v, n in variables}})
        return known[seen]

    def window(self, noise: Noise, numbers: tuple[Fraction, ...], centre: Any) -> list[tuple[Any, arb]]:
        """The values of a noise that are not too far out, with their masses; none where there is no such noise."""
        moved = centre if isinstance(noise, AdditiveNoise) else 0
        key = (noise, numbers, None if isinstance(noise, AdditiveNoise) else (type(centre), centre))
        if key not in self._windows:
            self._windows[key] = self._window(noise, numbers, centre)
        return [(x + moved if type(x) is int else x, mass) for x, mass in self._windows[key]]

    def _window(self, noise: Noise, numbers: tuple[Fraction, ...], centre: Any) -> list[tuple[Any, arb]]:
        if any(not p.allowed.holds(number) for p, number in zip(noise.parameters, numbers, strict=True)):
            return []
        if noise not in (LAPLACE, ONE_SIDED):
            return list(definition(noise, numbers, centre, self.cut).items())
        (rate,) = numbers
        width = 0
        while not noise_outside(noise, rate, width) < self.cut:
            width += 1
        return [(x, noise_mass(noise, rate, x)) for x in range(-width if noise is LAPLACE else 0, width + 1)]

    def run(self, command: Command, runs: Runs) -> Runs:
        """The runs after the command."""
        match command:
            case Skip():
                return runs
            case Assign(target, value):
                return _gather((self.changed(m, target, self.value(value, m)), p) for m, p in runs.items())
            case Sample():
                return self.lightened(self.sampled(command, runs))
            case Seq(parts):
                for part in parts:
                    runs = self.run(part, runs)
                return runs
            case If(condition, then, otherwise):
                yes, no = self.split(condition, runs)
                return _gather([*self.run(then, yes).items(), *self.run(otherwise, no).items()])
            case While():
                return self.loop(command, runs)

    def changed(self, memory: Memory, target: Var, value: Any) -> Memory:
        place = self.place[target]
        return (*memory[:place], value, *memory[place + 1 :])

    def split(self, condition: Expr, runs: Runs) -> tuple[Runs, Runs]:
        yes: Runs = {}
        no: Runs = {}
        for memory, mass in runs.items():
            (yes if self.value(condition, memory) else no)[memory] = mass
        return yes, no

    def sampled(self, command: Sample, runs: Runs) -> Runs:
        drawn: list[tuple[Memory, arb]] = []
        for memory, mass in runs.items():
            numbers = self.numbers(command.parameters, memory)
            window = numbers and self.window(command.noise, numbers, self.value(command.centre, memory))
            if not window:  # there is no such noise: the run is stuck
                self.diverged += mass
                continue
            seen = arb(0)
            for x, chance in window:
                seen += chance
                drawn.append((self.changed(memory, command.target, x), mass * chance))
            self.lost += mass * _positive(1 - seen)
        return _gather(drawn)

    def numbers(self, parameters: Iterable[Expr], memory: Memory) -> tuple[Fraction, ...] | None:
        try:
            return tuple(Fraction(self.value(e, memory)) for e in parameters)
        except ZeroDivisionError:
            return None

    def loop(self, loop: While, runs: Runs) -> Runs:
        done: list[tuple[Memory, arb]] = []
        for _ in range(self.fuel):
            runs, left = self.split(loop.condition, runs)
            done += left.items()
            if not runs:
                break
            if isinstance(loop.body, Skip):
                self.diverged += _total(runs)
                return _gather(done)
            runs = self.run(loop.body, runs)
        else:
            runs, left = self.split(loop.condition, runs)
            done += left.items()
            self.lost += _total(runs)
        return _gather(done)

    def lightened(self, runs: Runs) -> Runs:
        """No more runs than can be followed: the lightest are given up."""
        if len(runs) <= self.most:
            return runs
        order = sorted(runs, key=lambda m: float(runs[m]), reverse=True)
        self.lost += _total({m: runs[m] for m in order[self.most :]})
        return {m: runs[m] for m in order[: self.most]}


def _gather(entries: Iterable[tuple[Memory, arb]]) -> Runs:
    gathered: Runs = {}
    for memory, mass in entries:
        gathered[memory] = gathered[memory] + mass if memory in gathered else mass
    return gathered


def _total(runs: Runs) -> arb:
    total = arb(0)
    for mass in runs.values():
        total += mass
    return total


def _positive(ball: arb) -> arb:
    """An upper bound, not below zero, of a difference that may have cancelled."""
    return arb(0).max(ball.upper())


def enumerate_outputs(
    mechanism: Mechanism, inputs: Mapping[str, object], cut: float = 1e-6, fuel: int = 40, most: int = 5_000
) -> Enumeration:
    """The outputs of a mechanism on given inputs, with certified enclosures of their probabilities."""
    checked = check_inputs(mechanism, inputs)
    fixed = {p.var: checked[p.name] for p in mechanism.parameters}
    variables = sorted((mentioned(mechanism.body) | {mechanism.result}) - set(fixed), key=lambda v: v.name)
    with ctx.workprec(BITS):
        enumerator = Enumerator(variables, fixed, cut, fuel, most)
        start = tuple(default(v.type) for v in variables)
        end = enumerator.run(mechanism.body, {start: arb(1)})
        place = enumerator.place[mechanism.result]
        results = _gather(((memory[place],), mass) for memory, mass in end.items())
        outputs = tuple(output_of(key[0], mechanism.result.type) for key in results)
        return Enumeration(outputs, tuple(results.values()), enumerator.lost, enumerator.diverged)


# ----------------------------------------------------------------------------------------------------- random programs

NUMBERS = tuple(Var(name, INT) for name in ("x", "y", "z", "w"))
FLAGS = (Var("b", BOOL), Var("c", BOOL))
ITEMS = Var("items", ListOf(INT))
MARKS = Var("marks", ListOf(BOOL))
PAIR = Var("pair", TupleOf((INT, BOOL)))
COUNTERS = tuple(Var(name, INT) for name in ("i", "j"))
DATA = Var("data", ListOf(INT))
LIMIT = Var("limit", INT, Place.RIGID)
RESULTS = (*NUMBERS, *NUMBERS, *FLAGS, ITEMS, MARKS, PAIR)
RATES = (Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(2), Fraction(5, 2), Fraction(4), Fraction(9))


class RandomProgram:
    """Small programs that use all of the language, with a bound on how many samples a run may draw."""

    PUBLIC: tuple[Parameter, ...] = (Parameter(LIMIT),)

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.samples = self.random.choice([1, 2, 2, 3, 4])
        self.rates = self.random.choice([RATES, RATES[3:], RATES[5:], (self.random.choice(RATES),)])
        self.depth = 0

    def mechanism(self) -> tuple[Mechanism, dict[str, object]]:
        """A program and its inputs."""
        blank: dict[Type, Expr] = {INT: Literal(0), BOOL: Literal(False)}
        start: list[Command] = [Assign(v, blank[v.type]) for v in (*NUMBERS, *FLAGS, *COUNTERS)]
        start += [
            Assign(ITEMS, list_of(INT)),
            Assign(MARKS, list_of(BOOL)),
            Assign(PAIR, apply(Op.TUPLE, Literal(0), Literal(False))),
        ]
        body = [self.sample(1)]
        body += [self.command(1) for _ in range(self.random.randint(2, 6))]
        parameters = (Parameter(DATA, EachWithin(Literal(1))), *self.PUBLIC)
        result = self.random.choice(RESULTS)
        inputs: dict[str, object] = {
            "data": [self.random.randint(-2, 2) for _ in range(self.random.randint(0, 3))],
            "limit": self.random.randint(-1, 3),
        }
        return Mechanism("random", parameters, sequence(*start, *body), result, pure(Literal(1))), inputs

    # ------------------------------------------------------------------------------------------------- commands

    def block(self, times: int) -> Command:
        return sequence(*(self.command(times) for _ in range(self.random.randint(1, 3))))

    def command(self, times: int) -> Command:
        """A command that will be run about so many times."""
        kinds = [self.sample, self.sample, self.assign, self.assign, self.flag, self.collect]
        if self.depth < 3:
            kinds += [self.branch, self.branch, self.counted, self.searching, self.odd_loop]
        chosen = self.random.choice(kinds)
        self.depth += 1
        made = chosen(times)
        self.depth -= 1
        return made

    def sample(self, times: int) -> Command:
        if self.samples < times:
            return self.assign(times)
        self.samples -= times
        noise = self.random.choice([LAPLACE, LAPLACE, ONE_SIDED])
        centre: Expr = Literal(0) if self.random.random() < 0.4 else self.number(1)
        rate: Expr = Literal(self.random.choice(self.rates))
        if self.random.random() < 0.25:  # one that the program computes: once or twice as much
            rate = apply(Op.MUL, rate, apply(Op.ADD, Literal(1), apply(Op.MOD, self.number(1), Literal(2))))
        return Sample(self.random.choice(NUMBERS), noise, (rate,), centre)

    def assign(self, times: int) -> Command:
        return Assign(self.random.choice(NUMBERS), self.number(2))

    def flag(self, times: int) -> Command:
        return Assign(self.random.choice(FLAGS), self.condition(2))

    def collect(self, times: int) -> Command:
        match self.random.randrange(5):
            case 0:
                return Assign(ITEMS, apply(Op.APPEND, ITEMS, self.number(1)))
            case 1:
                return Assign(MARKS, apply(Op.APPEND, MARKS, self.condition(1)))
            case 2:
                return Assign(PAIR, apply(Op.TUPLE, self.number(1), self.condition(1)))
            case 3:
                return Assign(ITEMS, apply(Op.CONCAT, list_of(INT, self.number(0)), ITEMS))
            case _:
                return Assign(ITEMS, apply(Op.SET, ITEMS, self.number(0), self.number(1)))

    def branch(self, times: int) -> Command:
        otherwise = self.block(times) if self.random.random() < 0.6 else Skip()
        return If(self.condition(2), self.block(times), otherwise)

    def counted(self, times: int) -> Command:
        """A loop over a counter, up to a number, a parameter, a list's length or a sample."""
        counter = COUNTERS[min(self.depth, 2) - 1]
        count = self.random.randint(1, 3)
        small: list[Expr] = [Literal(count), Literal(count), LIMIT, apply(Op.LEN, DATA)]
        small.append(apply(Op.MIN, Literal(3), self.random.choice(NUMBERS)))
        condition = apply(Op.LT, counter, self.random.choice(small))
        if self.random.random() < 0.3:
            condition = apply(Op.AND, condition, self.condition(1))
        body = sequence(self.block(times * 3), Assign(counter, apply(Op.ADD, counter, Literal(1))))
        return sequence(Assign(counter, Literal(0)), While(condition, body))

    def searching(self, times: int) -> Command:
        """A search that goes on after it has found what it wants."""
        counter, found = COUNTERS[min(self.depth, 2) - 1], self.random.choice(FLAGS)
        test: Expr = apply(Op.AND, self.condition(1), negate(found))
        hit = sequence(Assign(found, Literal(True)), self.assign(times))
        step = Assign(counter, apply(Op.ADD, counter, Literal(1)))
        body = sequence(self.sample(times * 3), If(test, hit, Skip()), step)
        return sequence(
            Assign(counter, Literal(0)),
            Assign(found, Literal(False)),
            While(apply(Op.LT, counter, Literal(self.random.randint(1, 3))), body),
        )

    def odd_loop(self, times: int) -> Command:
        """Loops that may not end: guards, rejection, a walk that leaves."""
        x = self.random.choice(NUMBERS)
        match self.random.randrange(5):
            case 0:
                return While(self.condition(1), Skip())
            case 1 if self.samples >= 2 * times:
                self.samples -= 2 * times
                low = Literal(self.random.randint(-2, 1))
                redraw = Sample(x, LAPLACE, (Literal(max(self.rates)),), Literal(self.random.randint(0, 2)))
                return While(apply(Op.LT, x, low), redraw)
            case 2:
                return While(apply(Op.LT, x, self.number(0)), Assign(x, apply(Op.ADD, x, Literal(1))))
            case 3:
                flag = self.random.choice(FLAGS)
                return While(flag, sequence(Assign(x, apply(Op.NEG, x)), Assign(flag, apply(Op.LT, x, Literal(0)))))
            case _:
                return While(self.condition(1), Assign(x, self.number(1)))

    # ---------------------------------------------------------------------------------------------- expressions

    def number(self, depth: int) -> Expr:
        pick = self.random.choice
        if depth == 0 or self.random.random() < 0.25:
            atoms: list[Expr] = [*NUMBERS, *NUMBERS, Literal(self.random.randint(-3, 3)), LIMIT, COUNTERS[0]]
            return pick(atoms)
        a, b = self.number(depth - 1), self.number(depth - 1)
        factor = Literal(pick([-3, -2, -1, 2, 3]))
        made: list[Expr] = [
            apply(Op.ADD, a, b),
            apply(Op.ADD, a, b),
            apply(Op.SUB, a, b),
            apply(Op.MUL, factor, a),
            apply(Op.NEG, a),
            apply(Op.ABS, a),
            apply(Op.MIN, a, b),
            apply(Op.MAX, a, b),
            apply(Op.MAX, a, b, self.number(0)),
            apply(Op.DIV, a, pick([factor, b])),
            apply(Op.MOD, a, pick([factor, b])),
            apply(Op.LEN, pick([ITEMS, MARKS])),
            apply(Op.GET, pick([ITEMS, DATA, DATA]), pick([COUNTERS[0], b])),
            apply(Op.PROJ, PAIR, Literal(0)),
            apply(Op.MUL, a, b),
        ]
        if self.random.random() < 0.15:
            return apply(Op.ITE, self.condition(depth - 1), a, b)
        return pick(made)

    def condition(self, depth: int) -> Expr:
        pick = self.random.choice
        if depth > 0 and self.random.random() < 0.35:
            a, b = self.condition(depth - 1), self.condition(depth - 1)
            made: list[Expr] = [
                negate(a),
                apply(Op.NOT, a),
                apply(Op.AND, a, b),
                apply(Op.OR, a, b),
                apply(Op.IMPLIES, a, b),
                apply(Op.ITE, a, b, pick(FLAGS)),
                apply(Op.EQ, a, b),
            ]
            return pick(made)
        if self.random.random() < 0.15:
            atoms: list[Expr] = [*FLAGS, apply(Op.PROJ, PAIR, Literal(1)), apply(Op.GET, MARKS, Literal(0))]
            atoms.append(apply(Op.EQ, ITEMS, list_of(INT, self.number(0))))
            return pick(atoms)
        return apply(pick([Op.LT, Op.LE, Op.LE, Op.EQ]), self.number(min(depth, 2)), self.number(min(depth, 1)))
