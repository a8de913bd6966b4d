"""Programs and expressions as Python functions: runs by the thousand, with the noise chosen by the caller.

An expression becomes a function of four mappings from names to values: the memory of the program, the memories of the
left and the right run, and the rigid variables. A program becomes a function that asks for each sample.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While, has_loop, mentioned, site_of
from twinproof.lang.expr import (
    IRRATIONAL,
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    Quantified,
    UnknownOperator,
    Var,
    apply,
    may_be_irrational,
)
from twinproof.lang.interpret import apply_to, as_real, default, greatest, least, quotient, replaced_item
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.types import REAL, Type

Value = Any
Memory = dict[str, Value]
Function = Callable[[Mapping[str, Value], Mapping[str, Value], Mapping[str, Value], Mapping[str, Value]], Value]

MOST_ITERATIONS = 80  # of one loop
MOST_ROUNDS = 5_000  # of all loops together
_MAPPING = {Place.MEMORY: "m", Place.LEFT: "l", Place.RIGHT: "r", Place.RIGID: "p", Place.LEDGER: "p"}
_INFIX = {
    Op.ADD: "+",
    Op.SUB: "-",
    Op.MUL: "*",
    Op.EQ: "==",
    Op.LT: "<",
    Op.LE: "<=",
    Op.AND: " and ",
    Op.OR: " or ",
    Op.CONCAT: "+",
}
_CALLED = {
    Op.LEN: "len",
    Op.ABS: "abs",
    Op.MIN: "min",
    Op.MAX: "max",
    Op.DIV: "div_",
    Op.MOD: "mod_",
    Op.REAL: "F",
    Op.SET: "set_",
    Op.FLOOR: "floor",
    Op.QUOTIENT: "quotient",
    **{op: f"{op.value}_" for op in (*IRRATIONAL, Op.UP)},
}
_OF_REALS = {Op.MIN: "least", Op.MAX: "greatest"}  # slower: they make a real of an integer
_SPELLED = {
    Op.NEG: "(-{})",
    Op.NOT: "(not {})",
    Op.IMPLIES: "(not {} or {})",
    Op.ITE: "({1} if {0} else {2})",
    Op.APPEND: "(*{}, {})",
    Op.PROJ: "{}[{}]",
}


class TooLong(Exception):
    """A run was stopped: it goes on for too long to be an example."""


class Key(NamedTuple):
    """Which draw of a run, or which loop: its site, and the iterations of the loops around it."""

    site: int
    iterations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """One sample of a run: its value, where it was centred, and the memory before it."""

    site: int
    value: int
    centre: int
    before: Memory


@dataclass(frozen=True, slots=True)
class Run:
    """One run: what it returned, what it drew, and how often each loop went round."""

    result: Value
    draws: dict[Key, Draw]
    loops: dict[Key, int]


Visitor = Callable[[int, tuple[int, ...], Memory], None]  # the site, the iterations, the memory
Chooser = Callable[[int, Key, int, Memory], int]  # the site, which draw, the centre, the memory: the value to draw


def _get(items: tuple[Value, ...], index: int, otherwise: Value) -> Value:
    return items[index] if 0 <= index < len(items) else otherwise


def _source(e: Expr) -> str:
    match e:
        case Var():
            return f"{_MAPPING[e.place]}[{e.name!r}]"
        case Literal(value):
            return f"F({value.numerator}, {value.denominator})" if isinstance(value, Fraction) else repr(value)
        case Apply(Op.REAL, (inner,)) if may_be_irrational(inner):
            return f"as_real({_source(inner)})"
        case Apply(op, args):
            return _applied(op, [_source(a) for a in args], e.type)
        case Quantified(True, var, Apply(Op.IMPLIES, (Apply(Op.AND, (first, Apply(Op.LT, (below, limit)))), body))) if (
            below == var and first == apply(Op.LE, ZERO, var)
        ):  # of all positions in a list
            held = f"(lambda p: {_source(body)})({{**p, {var.name!r}: at_}})"
            return f"all({held} for at_ in range({_source(limit)}))"
        case Quantified():
            raise TypeError("a quantified formula has no value that a run could compute")


def _applied(op: Op, args: list[str], kind: Type) -> str:
    if op in _INFIX:
        return f"({_INFIX[op].join(args)})" if args else repr(op is Op.AND)
    if op in _OF_REALS and kind == REAL:
        return f"{_OF_REALS[op]}({', '.join(args)})"
    if op in _CALLED:
        return f"{_CALLED[op]}({', '.join(args)})"
    if op in _SPELLED:
        return _SPELLED[op].format(*args)
    match op:
        case Op.LIST | Op.TUPLE:
            return f"({''.join(a + ', ' for a in args)})"
        case Op.GET:
            return f"get_({args[0]}, {args[1]}, {default(kind)!r})"
        case Op.ANSWER | Op.SCORE:
            return f"{args[0]}({', '.join(args[1:])})"
        case _:
            raise UnknownOperator(op)


_NAMES: dict[str, Any] = {
    "F": Fraction,
    "Fraction": Fraction,  # as Python writes one
    "floor": math.floor,
    "quotient": quotient,
    "least": least,
    "greatest": greatest,
    "get_": _get,
    "set_": replaced_item,
    "div_": lambda a, b: a // b if b else 0,
    "mod_": lambda a, b: a % b if b else a,
    **{f"{op.value}_": functools.partial(apply_to, op) for op in (*IRRATIONAL, Op.UP)},
    "as_real": as_real,
    "TooLong": TooLong,
}


@functools.lru_cache(maxsize=1 << 14)
def function(e: Expr) -> Function:
    """The expression as a Python function."""
    made: Function = eval(f"lambda m, l, r, p: {_source(e)}", dict(_NAMES))
    return made


class Program:
    """A mechanism's program, ready to be run."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism
        self.samplings = mechanism.samplings  # each at the position of its site
        self._traced = False
        self._program = self._compiled()
        self._traced = True
        self._tracing = self._compiled()
        self._blank: Memory = {v.name: default(v.type) for v in mentioned(mechanism.body) | {mechanism.result}}

    def _compiled(self) -> Callable[..., None]:
        lines = ["def program(m, p, draw, loops, visit):", "    rounds = 0", *self._block(self.mechanism.body, 1, ())]
        names = dict(_NAMES)
        exec("\n".join(lines), names)
        made: Callable[..., None] = names["program"]
        return made

    def _block(self, command: Command, depth: int, counters: tuple[str, ...]) -> list[str]:
        indent = "    " * depth
        match command:
            case Skip():
                return [f"{indent}pass"]
            case Seq(parts):
                return [line for part in parts for line in self._block(part, depth, counters)]
            case Assign(target, value):
                return [f"{indent}m[{target.name!r}] = {_source(value)}"]
            case Sample(target, _, _, centre):
                site = site_of(command)
                key = f"({site}, ({''.join(c + ', ' for c in counters)}))"
                return [f"{indent}m[{target.name!r}] = draw({site}, {key}, {_source(centre)}, m)"]
            case If(condition, then, otherwise):
                lines = [f"{indent}if {_source(condition)}:", *self._block(then, depth + 1, counters)]
                lines += [f"{indent}else:", *self._block(otherwise, depth + 1, counters)]
                return lines + (self._visit(command, indent, counters) if has_loop(command) else [])
            case While(condition, body):
                site = site_of(command)
                counter = f"i{site}"
                key = f"({site}, ({''.join(c + ', ' for c in counters)}))"
                inside = "    " * (depth + 1)
                visit = self._visit(command, "", (*counters, counter))
                return [
                    f"{indent}{counter} = 0",
                    *(indent + line for line in visit),
                    f"{indent}while {_source(condition)}:",
                    f"{inside}{counter} += 1",
                    f"{inside}if {counter} > {MOST_ITERATIONS}: raise TooLong",
                    *self._block(body, depth + 1, (*counters, counter)),
                    *(inside + line for line in visit),
                    f"{indent}loops[{key}] = {counter}",
                    f"{indent}rounds += {counter}",
                    f"{indent}if rounds > {MOST_ROUNDS}: raise TooLong",
                ]

    def _visit(self, command: If | While, indent: str, counters: tuple[str, ...]) -> list[str]:
        """Tell the caller that the run has come to a loop head, or to the end of a conditional with a loop in it."""
        return (
            [f"{indent}visit({site_of(command)}, ({''.join(c + ', ' for c in counters)}), m)"] if self._traced else []
        )

    def run(
        self, private: Mapping[str, Value], rigid: Mapping[str, Value], choose: Chooser, visit: Visitor | None = None
    ) -> Run:
        """One run on these inputs, with the noise of the chooser; the visitor sees the memory at each loop head."""
        memory = {**self._blank, **private}
        draws: dict[Key, Draw] = {}
        loops: dict[Key, int] = {}

        def draw(site: int, key: Any, centre: int, m: Memory) -> int:
            value = choose(site, key, centre, m)
            draws[key] = Draw(site, value, centre, dict(m))
            return value

        program = self._program if visit is None else self._tracing
        program(memory, rigid, draw, loops, visit)
        return Run(memory[self.mechanism.result.name], draws, loops)

    def again(self, private: Mapping[str, Value], rigid: Mapping[str, Value], draws: Mapping[Key, Draw]) -> Run:
        """One run on these inputs that draws what another one has drawn; where that drew nothing, there is no noise."""

        def same(site: int, key: Key, centre: Any, memory: Memory) -> Value:
            drawn, sampling = draws.get(key), self.samplings[site]
            if drawn is not None:
                return drawn.value
            numbers = [function(p) for p in sampling.parameters]
            return sampling.noise.scripted(
                0, lambda: tuple(Fraction(number(memory, memory, memory, rigid)) for number in numbers), centre
            )

        return self.run(private, rigid, same)
