"""Two coupled runs, draw by draw: a left run is drawn, and the right run follows it as the proof's couplings say.

A proof says for every draw of the left run what the right run draws, and what that costs. So one left run makes one
right run, which has to return the same, within the budget. This only shows a proof and proves nothing: where a proof
speaks of what a single pair of runs does not have, the picture says so and goes no further.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from twinproof.lang.claim import EpsilonDelta
from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While, site_of
from twinproof.lang.computable import at_most
from twinproof.lang.expr import Expr, Place, UnknownType, Var
from twinproof.lang.inputs import FixedQuery, MissingScore, claimed
from twinproof.lang.interpret import Diverges, TooManySteps, Value, evaluate, evaluate_stated
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise.drawing import NoiseSource
from twinproof.lang.noise.law import Parameters
from twinproof.lang.printer import show_expr
from twinproof.lang.python_values import shown
from twinproof.lang.types import BOOL
from twinproof.search.adjacency_cases import Statement
from twinproof.search.display import show_condition
from twinproof.search.result import Account, Case, CoupledSample, Directions

MOST_ROUNDS = 2_000
Inputs = Mapping[str, Value]
Memory = dict[Var, Value]


@dataclass(frozen=True, slots=True)
class Step:
    """A draw of both runs: where, what around, what was drawn on either side, by which case, and what that cost."""

    line: int | None
    variable: str
    noise: str
    parameters: Parameters
    left_centre: Value
    right_centre: Value
    left: Value
    right: Value
    when: str  # the case of the coupling, if it has several
    rule: str
    price: str
    cost: Fraction  # as a share of the claim
    spent: Fraction  # with all draws before


@dataclass(frozen=True)
class Followed:
    """A pair of coupled runs, and what both return; `trouble` says why the right run was not followed to its end."""

    shape: Directions
    steps: tuple[Step, ...]
    left: Value
    right: Value = None
    trouble: str = ""

    @property
    def together(self) -> bool:
        """Whether both runs return the same."""
        return not self.trouble and bool(self.left == self.right)

    @property
    def spent(self) -> Fraction:
        return self.steps[-1].spent if self.steps else Fraction(0)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A draw of the left run, with its memory before."""

    memory: Memory
    value: Value


class _Lost(Exception):
    """The right run cannot be followed any further."""


def follow(mechanism: Mechanism, proof: Account, left: Inputs, right: Inputs, noise: NoiseSource) -> Followed:
    """A left run on fresh noise, and the right run that the couplings make of it. Inputs are as the core has them."""
    shape = next((s for s in proof.shapes if _fits(s, left, right)), None)
    if shape is None:
        return Followed((), (), None, trouble="the proof goes by cases, and these inputs are in none of them")
    pair = _Pair(mechanism, proof, shape, left, right, noise)
    try:
        pair.draw_left()
    except (Diverges, MissingScore) as problem:
        return Followed(shape, (), None, trouble=f"the left run does not end: {problem}")
    try:
        pair.follow()
    except (_Lost, Diverges, MissingScore, ArithmeticError) as problem:
        return Followed(shape, tuple(pair.steps), pair.output, trouble=str(problem))
    return Followed(shape, tuple(pair.steps), pair.output, pair.right[mechanism.result])


@dataclass
class _Pair:
    mechanism: Mechanism
    proof: Account
    shape: Directions
    left_inputs: Inputs
    right_inputs: Inputs
    noise: NoiseSource
    drawn: dict[int, list[_Drawn]] = field(default_factory=dict)  # by the left run, at each site
    steps: list[Step] = field(default_factory=list)
    spent: Fraction = Fraction(0)
    output: Value = None

    def __post_init__(self) -> None:
        self.right = self._memory(self.right_inputs)
        statement = Statement.of(self.mechanism)
        self.names = statement.names
        at_left = dict(_tagged(self._memory(self.left_inputs), Place.LEFT))
        named = ((name, length) for length, name in statement.lengths.items() if isinstance(name, Var))
        self.lengths = {name: evaluate(length, at_left) for name, length in named}
        self.couplings = {c.draw.site: c for c in self.proof.couplings if c.directions == self.shape}

    def _memory(self, inputs: Inputs) -> Memory:
        return {p.var: inputs[p.name] for p in self.mechanism.parameters}

    def draw_left(self) -> None:
        """The left run, to its end."""
        memory = self._memory(self.left_inputs)
        course = _course(self.mechanism.body, memory, [MOST_ROUNDS])
        for sample, answer in _each(course):
            before = dict(memory)
            value = self.noise.draw(sample.noise, _numbers(sample, memory), evaluate(sample.centre, memory))
            self.drawn.setdefault(site_of(sample), []).append(_Drawn(before, value))
            answer(value)
        self.output = memory[self.mechanism.result]

    def follow(self) -> None:
        """The right run, each draw from the left run's draw of the same place and round."""
        visits: dict[int, int] = {}
        claim = claimed(self.mechanism, self._memory(self.left_inputs))
        if not isinstance(claim, EpsilonDelta):
            raise _Lost("what is claimed is a divergence: it is spent by all runs together, not by one")
        whole = claim.epsilon
        if whole <= 0:
            raise _Lost("the claim is zero: there is nothing to spend")
        for sample, answer in _each(_course(self.mechanism.body, self.right, [MOST_ROUNDS])):
            site = site_of(sample)
            visits[site] = visit = visits.get(site, -1) + 1
            there, coupling = self.drawn.get(site, []), self.couplings.get(site)
            if coupling is None or visit >= len(there):
                raise _Lost(f"the right run draws {sample.target.name} alone, and the left run has nothing to follow")
            if coupling.variable != sample.target.name:
                raise _Lost(f"the coins that decide {coupling.variable} are taken together, by what comes out of them")
            answer(self._follow(sample, there[visit], coupling, whole))

    def _follow(self, sample: Sample, drawn: _Drawn, coupling: CoupledSample, whole: Fraction) -> Value:
        both = dict(_tagged(drawn.memory, Place.LEFT)) | dict(_tagged(self.right, Place.RIGHT))
        both |= {**self.lengths, self.names.output: self.output, coupling.sampled: drawn.value}
        case = next(c for c in coupling.cases if c.when is None or self._value(c.when, both))
        shift, price = self._value(case.shift, both), at_most(self._value(case.price, both))
        if coupling.sampled.type == BOOL:  # the same side of a coin, or the other one
            value = drawn.value if shift == 0 else not drawn.value
        else:
            value = drawn.value + shift if shift != 0 else drawn.value
        cost = max(price, Fraction(0)) / whole
        self.spent += cost
        self.steps.append(
            Step(
                line=coupling.line,
                variable=coupling.variable,
                noise=sample.noise.name,
                parameters=_numbers(sample, self.right),
                left_centre=evaluate(sample.centre, drawn.memory),
                right_centre=evaluate(sample.centre, self.right),
                left=drawn.value,
                right=value,
                when=_when(coupling, case),
                rule=coupling.rule,
                price=show_expr(case.price),
                cost=cost,
                spent=self.spent,
            )
        )
        return value

    def _value(self, e: Expr, both: Memory) -> Any:
        """The value of what a coupling says, of both runs and of the output that the proof is about."""
        try:
            return evaluate_stated(e, both)
        except (KeyError, TypeError, UnknownType) as problem:
            raise _Lost(f"the proof speaks of {show_expr(e)}, which this pair of runs does not tell") from problem


def _when(coupling: CoupledSample, case: Case) -> str:
    if len(coupling.cases) == 1:
        return ""
    return f"because {show_condition(coupling, case.when)}" if case.when is not None else "in all other cases"


def _tagged(memory: Memory, place: Place) -> Iterator[tuple[Var, Value]]:
    """A run's memory under the names that the proof has for it; what is rigid keeps its name."""
    for var, value in memory.items():
        yield (var if var.place is Place.RIGID else replace(var, place=place)), value


def _numbers(sample: Sample, memory: Memory) -> Parameters:
    return tuple(Fraction(evaluate_stated(p, memory)) for p in sample.parameters)


# ---------------------------------------------------------------------------------------------------------- single runs


def _course(command: Command, memory: Memory, rounds: list[int]) -> Generator[Sample, Value, None]:
    """A run that stops at each draw and waits for what is drawn; `rounds` is how many its loops have left."""
    match command:
        case Skip():
            pass
        case Assign(target, value):
            memory[target] = evaluate(value, memory)
        case Sample(target):
            memory[target] = yield command
        case Seq(parts):
            for part in parts:
                yield from _course(part, memory, rounds)
        case If(condition, then, otherwise):
            yield from _course(then if evaluate(condition, memory) else otherwise, memory, rounds)
        case While(condition, body):
            while evaluate(condition, memory):
                rounds[0] -= 1
                if rounds[0] < 0:
                    raise TooManySteps(f"it goes on after {MOST_ROUNDS} rounds")
                yield from _course(body, memory, rounds)


def _each(course: Generator[Sample, Value, None]) -> Iterator[tuple[Sample, Any]]:
    """The draws of a run, each with what takes the answer."""
    answers: list[Value] = []
    try:
        sample = next(course)
        while True:
            yield sample, answers.append
            sample = course.send(answers.pop())
    except StopIteration:
        return


# ------------------------------------------------------------------------------------------------------------ the cases


def _fits(shape: Directions, left: Inputs, right: Inputs) -> bool:
    """Whether two inputs are apart as this case of the proof says."""
    return all(_goes(sign, left[name], right[name]) for name, sign in shape)


def _goes(sign: int, left: Value, right: Value) -> bool:
    if abs(sign) == 2:
        return bool(len(right) >= len(left) if sign > 0 else len(right) <= len(left))
    return all(b >= a if sign > 0 else b <= a for a, b in _entries(left, right))


def _entries(left: Value, right: Value) -> Iterator[tuple[Any, Any]]:
    """The numbers of two inputs, in pairs."""
    match left, right:
        case (tuple(), tuple()):
            for a, b in zip(left, right, strict=True):
                yield from _entries(a, b)
        case FixedQuery(a), FixedQuery(b):
            yield a, b
        case _:
            yield left, right


def outputs(mechanism: Mechanism, followed: Followed) -> tuple[str, str]:
    """What both runs return, as people read it."""
    sides: Sequence[Value] = (followed.left, followed.right)
    first, second = (shown(mechanism.faces.output(value)) for value in sides)
    return first, second
