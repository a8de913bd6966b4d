"""A program that tells only a few of its outputs apart.

An output that holds noisy numbers has more values than can be listed. Here a number that is put into the output is one
of a few chosen ones; a run that would release another one ends for good, or is thrown together with all its like. The
probabilities of the outputs that remain are those of the program itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from twinproof.lang.command import Assign, Command, If, Skip, While, mentioned, sequence
from twinproof.lang.dataflow import drawn, reached
from twinproof.lang.expr import TRUE, Apply, Expr, Literal, Op, Var, apply, free_variables, fresh_name
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.released import added
from twinproof.lang.rewriting import with_parts
from twinproof.lang.types import INT
from twinproof.refute.released_variables import growing_lists, is_only_released, may_grow_later, noted_numbers

OTHER = 2**58  # stands for all numbers that were not chosen
_NEVER_ENDS = While(TRUE, Skip())


def restricted(core: Mechanism, values: Sequence[int]) -> Mechanism | None:
    """The program with the chosen numbers only; None when that would be the same program."""
    maker = _Maker(core, values)
    body = maker.command(core.body)
    return replace(core, body=body) if maker.changed else None


def is_told_apart(output: Any) -> bool:
    """Whether an output of a restricted program is an output of the program itself."""
    if isinstance(output, list | tuple):
        return all(map(is_told_apart, output))
    return bool(output != OTHER)


class _Maker:
    def __init__(self, core: Mechanism, values: Sequence[int]) -> None:
        self.core = core
        self.values = values
        self.lists = growing_lists(core)
        self.numbers = noted_numbers(core)
        self.only_released = is_only_released(core)
        self.noisy = reached(core.body, drawn(core.body), free_variables)  # by what is computed, not by branches
        self.taken = {v.name for v in mentioned(core.body)} | {p.name for p in core.parameters} | {core.result.name}
        self.changed = False

    def command(self, c: Command) -> Command:
        match c:
            case Assign(target, value) if target in self.lists:
                return self._grow(c, target, value)
            case Assign(target, value) if target in self.numbers and self._is_noisy(value):
                self.changed = True
                return self._chosen(target, value)
            case Assign(target, Apply(Op.TUPLE, args)) if target == self.core.result and self.only_released:
                return self._release(target, args)
            case _:
                return with_parts(c, self.command)

    def _grow(self, c: Assign, target: Var, value: Expr) -> Command:
        items = added(value, target)
        if items is None or len(items) != 1 or not self._is_noisy(items[0]):
            return c
        self.changed = True
        other = Assign(target, apply(Op.APPEND, target, Literal(OTHER)), c.at)
        made: Command = other if may_grow_later(self.core, target) else _NEVER_ENDS
        for v in reversed(self.values):
            chosen = Assign(target, apply(Op.APPEND, target, Literal(v)), c.at)
            made = If(apply(Op.EQ, items[0], Literal(v)), chosen, made)
        return made

    def _is_noisy(self, e: Expr) -> bool:
        return e.type == INT and e not in self.numbers and bool(free_variables(e) & self.noisy)

    def _release(self, target: Var, args: tuple[Expr, ...]) -> Command:
        """The numbers one after the other, and then the output from what became of them."""
        steps: list[Command] = []
        parts: list[Expr] = []
        for a in args:
            if not self._is_noisy(a):
                parts.append(a)
                continue
            self.changed = True
            number = Var(fresh_name("shown", self.taken), INT)
            self.taken.add(number.name)
            steps.append(self._chosen(number, a))
            parts.append(number)
        return sequence(*steps, Assign(target, apply(Op.TUPLE, *parts)))

    def _chosen(self, target: Var, value: Expr) -> Command:
        """target ← value, if it is one of the chosen numbers; otherwise one number for all others."""
        made: Command = Assign(target, Literal(OTHER))
        for v in reversed(self.values):
            made = If(apply(Op.EQ, value, Literal(v)), Assign(target, Literal(v)), made)
        return made
