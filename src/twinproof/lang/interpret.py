"""The interpreter: one run of a core program, on given inputs, with given noise.

This is the reference meaning of the language for a single run. Integers, lists and tuples are Python's own, and reals
are its fractions; lists are tuples here, so that no value can change. An abstract query is a Python function of the
database, a score one of the database and the candidate.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, assert_never

from twinproof.lang import computable
from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While
from twinproof.lang.computable import Computable, Real, divided
from twinproof.lang.enclosure import NoNumber
from twinproof.lang.expr import Apply, ByOperator, ByType, Expr, Literal, Op, Quantified, Var
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.types import BOOL, DATABASE, INT, QUERY, REAL, SCORE, Basic, ListOf, TupleOf, Type

if TYPE_CHECKING:
    from twinproof.lang.noise.drawing import NoiseSource, Watch

Value = Any  # bool, int, Fraction, Computable (in what is stated), tuple of values, or an abstract object
Memory = Mapping[Var, Value]


class Diverges(Exception):
    """The run has come to a loop that changes nothing and so never ends (this loop); or it has used up its steps."""

    def __init__(self, why: str, loop: While | None = None) -> None:
        super().__init__(why)
        self.loop = loop


class TooManySteps(Diverges):
    """The run has used up its steps; with more of them it might end."""


class OutOfReach(Diverges):
    """A number of a noise is too large, or could not be rounded: the run goes no further."""


def default(kind: Type) -> Value:
    """The value that stands for "no such item": reading a list outside its range yields it.

    For what is not data it is None, which nothing can be computed from.
    """
    match kind:
        case ListOf():
            return ()
        case TupleOf(items):
            return tuple(map(default, items))
        case Basic():
            return _BLANK[kind]
        case _:
            assert_never(kind)


_BLANK = ByType[Value]({BOOL: False, INT: 0, REAL: Fraction(0), DATABASE: None, QUERY: None, SCORE: None})


def evaluate(e: Expr, memory: Memory) -> Value:
    """The value of an expression without quantifiers."""
    return _evaluate(e, memory, _MEANING)


def evaluate_stated(e: Expr, memory: Memory) -> Value:
    """The value of what is stated about a program: a claim, a requirement, how much noise there is.

    It means nothing where it divides by zero, or takes the logarithm of what is not positive: an `ArithmeticError` is
    raised, and no value is made up. The value may be a `Computable`, if exp, log or sqrt are in it.
    """
    return _evaluate(e, memory, _STATED)


def _evaluate(e: Expr, memory: Memory, meaning: Meanings) -> Value:
    match e:
        case Var():
            return memory[e]
        case Literal(value):
            return value
        case Apply(Op.AND, args):
            return all(_evaluate(a, memory, meaning) for a in args)
        case Apply(Op.OR, args):
            return any(_evaluate(a, memory, meaning) for a in args)
        case Apply(Op.IMPLIES, (first, second)):
            return not _evaluate(first, memory, meaning) or _evaluate(second, memory, meaning)
        case Apply(Op.ITE, (condition, first, second)):
            return _evaluate(first if _evaluate(condition, memory, meaning) else second, memory, meaning)
        case Apply(Op.GET, (whole, position)):
            items, index = _evaluate(whole, memory, meaning), _evaluate(position, memory, meaning)
            return items[index] if 0 <= index < len(items) else default(e.type)
        case Apply(op, args):
            return meaning[op](*[_evaluate(a, memory, meaning) for a in args])
        case Quantified():
            raise TypeError("a quantified formula has no value that a run could compute")


def apply_to(op: Op, *values: Value) -> Value:
    """What an operator makes of given values, where it does not matter which of them are evaluated."""
    return _MEANING[op](*values)


def quotient(a: Real, b: Real) -> Real:
    """a / b, and 0 where b is."""
    return divided(a, b) if b else Fraction(0)


def as_real(a: Real) -> Real:
    """The number as a real."""
    return a if isinstance(a, Computable) else Fraction(a)


def _number(pick: Callable[..., Any]) -> Callable[..., Any]:
    """One of several numbers, as a real if one of them is one."""

    def picked(*numbers: Real) -> Real:
        found: Real = pick(numbers)
        return found if all(type(n) is type(found) for n in numbers) else as_real(found)

    return picked


least, greatest = _number(min), _number(max)


def replaced_item(items: tuple[Value, ...], index: int, item: Value) -> tuple[Value, ...]:
    """The list with another item at a position; the list itself when there is no such position."""
    return (*items[:index], item, *items[index + 1 :]) if 0 <= index < len(items) else items


Meanings = ByOperator[Callable[..., Value]]
_MEANING = Meanings(
    {
        Op.ADD: lambda a, b: a + b,
        Op.SUB: lambda a, b: a - b,
        Op.MUL: lambda a, b: a * b,
        Op.NEG: lambda a: -a,
        Op.DIV: lambda a, b: a // b if b else 0,
        Op.MOD: lambda a, b: a % b if b else a,
        Op.QUOTIENT: quotient,
        Op.REAL: as_real,
        Op.FLOOR: math.floor,
        Op.EXP: computable.exp,
        Op.LOG: lambda a: computable.log(a) if a > 0 else Fraction(0),
        Op.SQRT: lambda a: computable.sqrt(a) if a > 0 else Fraction(0),
        Op.UP: computable.rounded_up,
        Op.ABS: abs,
        Op.MIN: least,
        Op.MAX: greatest,
        Op.EQ: lambda a, b: a == b,
        Op.LT: lambda a, b: a < b,
        Op.LE: lambda a, b: a <= b,
        Op.NOT: lambda a: not a,
        Op.LEN: len,
        Op.LIST: lambda *items: items,
        Op.APPEND: lambda whole, item: (*whole, item),
        Op.CONCAT: lambda a, b: a + b,
        Op.SET: replaced_item,
        Op.TUPLE: lambda *items: items,
        Op.PROJ: lambda whole, position: whole[position],
        Op.ANSWER: lambda query, database: query(database),
        Op.SCORE: lambda score, database, candidate: score(database, candidate),
    }
)


_STATED = Meanings({**_MEANING, Op.QUOTIENT: divided, Op.LOG: computable.log, Op.SQRT: computable.sqrt})


class Run:
    """One run, command by command."""

    def __init__(self, memory: dict[Var, Value], noise: NoiseSource, steps: int | None, watch: Watch | None) -> None:
        self.memory = memory
        self.noise = noise
        self.steps = steps
        self.watch = watch

    def value(self, e: Expr) -> Value:
        """The value of an expression here."""
        return evaluate(e, self.memory)

    def execute(self, command: Command) -> None:
        match command:
            case Skip():
                pass
            case Assign(target, value):
                self.memory[target] = self.value(value)
            case Sample(target, noise, parameters, centre):
                numbers = self._numbers(parameters)
                middle = self.value(centre)
                self.memory[target] = self.noise.draw(noise, numbers, middle)
                if self.watch is not None:
                    self.watch(noise, numbers, middle, self.memory[target])
            case Seq(parts):
                for part in parts:
                    self.execute(part)
            case If(condition, then, otherwise):
                self.execute(then if self.value(condition) else otherwise)
            case While(condition, body):
                while self.value(condition):
                    self._tick(command)
                    self.execute(body)

    def _numbers(self, parameters: tuple[Expr, ...]) -> tuple[Fraction, ...]:
        try:
            return tuple(Fraction(evaluate_stated(p, self.memory)) for p in parameters)
        except NoNumber as problem:
            raise OutOfReach(str(problem)) from None

    def _tick(self, loop: While) -> None:
        if isinstance(loop.body, Skip):
            raise Diverges("the run has come to a loop that changes nothing", loop)
        if self.steps is not None:
            self.steps -= 1
            if self.steps < 0:
                raise TooManySteps("the run has used up its steps")


def run(
    mechanism: Mechanism,
    inputs: Mapping[str, Value],
    noise: NoiseSource,
    steps: int | None = None,
    watch: Watch | None = None,
) -> Value:
    """The output of one run of the core program; `steps` bounds the loop iterations, `watch` is told of each draw."""
    memory: dict[Var, Value] = {p.var: inputs[p.name] for p in mechanism.parameters}
    running = Run(memory, noise, steps, watch)
    running.execute(mechanism.body)
    return running.memory[mechanism.result]
