"""Runs by the thousand: a program as Python functions, one for each expression and each command.

It does what `lang.interpret` does, and asks it what operators mean; it only looks at the program once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, assert_never

from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While
from twinproof.lang.expr import Apply, Expr, Literal, Op, Quantified, Var
from twinproof.lang.interpret import Diverges, TooManySteps, apply_to, default
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise import Noise, Parameters

Memory = dict[str, Any]  # by name: a program has no two variables of one name
Function = Callable[[Memory], Any]
Step = Callable[[Memory, "_Course"], None]
Draw = tuple[int, Noise, Parameters, Any, Any]  # the line (0 if unknown), the noise, its numbers, its centre, its value
Source = Callable[[Noise, Parameters, Any], Any]  # what is drawn


class _Course:
    """What a run has drawn, and how many rounds of loops it may still make."""

    __slots__ = ("draws", "rounds", "source")

    def __init__(self, source: Source, rounds: int) -> None:
        self.source = source
        self.rounds = rounds
        self.draws: list[Draw] = []


class Runner:
    """A mechanism, ready to be run many times."""

    def __init__(self, mechanism: Mechanism) -> None:
        self._step = _step(mechanism.body)
        self._result = mechanism.result.name

    def __call__(self, inputs: Mapping[str, Any], source: Source, rounds: int) -> tuple[Any, list[Draw]]:
        """What is returned, and all draws; raises `Diverges` as a run of the interpreter does."""
        memory, course = dict(inputs), _Course(source, rounds)
        self._step(memory, course)
        return memory[self._result], course.draws


def _function(e: Expr) -> Function:
    match e:
        case Var(name):
            return lambda m: m[name]
        case Literal(value):
            return lambda m: value
        case Apply(op, args):
            return _applied(op, [_function(a) for a in args], e)
        case Quantified():
            raise TypeError("a quantified formula has no value that a run could compute")
        case _:
            assert_never(e)


def _applied(op: Op, args: list[Function], whole: Expr) -> Function:
    match op, args:
        case Op.AND, _:
            return lambda m: all(a(m) for a in args)
        case Op.OR, _:
            return lambda m: any(a(m) for a in args)
        case Op.IMPLIES, [first, second]:
            return lambda m: not first(m) or second(m)
        case Op.ITE, [condition, first, second]:
            return lambda m: first(m) if condition(m) else second(m)
        case Op.GET, [items, position]:
            blank = default(whole.type)

            def item(m: Memory) -> Any:
                listed, n = items(m), position(m)
                return listed[n] if 0 <= n < len(listed) else blank

            return item
    meaning = partial(apply_to, op)
    match args:
        case [first]:
            return lambda m: meaning(first(m))
        case [first, second]:
            return lambda m: meaning(first(m), second(m))
        case _:
            return lambda m: meaning(*[a(m) for a in args])


def _step(command: Command) -> Step:
    match command:
        case Skip():
            return lambda m, course: None
        case Seq(parts):
            return _sequence([_step(part) for part in parts])
        case Assign(target, value):
            return _assignment(target.name, _function(value))
        case Sample():
            return _sampling(command)
        case If(condition, then, otherwise):
            asked, yes, no = _function(condition), _step(then), _step(otherwise)
            return lambda m, course: yes(m, course) if asked(m) else no(m, course)
        case While(condition, body):
            return _loop(_function(condition), _step(body), isinstance(body, Skip))
        case _:
            assert_never(command)


def _sequence(steps: list[Step]) -> Step:
    def sequence(m: Memory, course: _Course) -> None:
        for step in steps:
            step(m, course)

    return sequence


def _assignment(name: str, value: Function) -> Step:
    def assign(m: Memory, course: _Course) -> None:
        m[name] = value(m)

    return assign


def _sampling(command: Sample) -> Step:
    name, noise, centre = command.target.name, command.noise, _function(command.centre)
    numbers = [_function(p) for p in command.parameters]
    line = 0 if command.at is None else command.at.line

    def sample(m: Memory, course: _Course) -> None:
        parameters, middle = tuple(Fraction(number(m)) for number in numbers), centre(m)
        if noise.problem(parameters, middle) is not None:
            raise Diverges("there is no such noise")
        m[name] = course.source(noise, parameters, middle)
        course.draws.append((line, noise, parameters, middle, m[name]))

    return sample


def _loop(condition: Function, body: Step, is_empty: bool) -> Step:
    def loop(m: Memory, course: _Course) -> None:
        while condition(m):
            if is_empty:
                raise Diverges("the run has come to a loop that changes nothing")
            course.rounds -= 1
            if course.rounds < 0:
                raise TooManySteps("the run has used up its steps")
            body(m, course)

    return loop
