"""Runs that tell how near each comparison has come to holding, and to failing: what has not happened in any run yet.

Whoever looks for inputs can so go towards it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from twinproof.lang.computable import Computable
from twinproof.lang.expr import Apply, Expr, Op, Var, subterms
from twinproof.lang.interpret import Memory, Run, Value, apply_to, evaluate
from twinproof.lang.mechanism import Mechanism

if TYPE_CHECKING:
    from twinproof.lang.noise.drawing import NoiseSource

_COMPARISONS = (Op.LT, Op.LE, Op.EQ)

Distance = int | Fraction
Goal = tuple[Expr, bool]  # a comparison that holds, or one that fails


def watched_run(
    mechanism: Mechanism, inputs: Mapping[str, Value], noise: NoiseSource, steps: int, nearest: dict[Goal, Distance]
) -> tuple[Value, int]:
    """The output of a run with the loop iterations that it took; `nearest` is told what comparisons have come to.

    It is 0 for what has happened, and else how far it was from happening.
    """
    memory: dict[Var, Value] = {p.var: inputs[p.name] for p in mechanism.parameters}
    running = _Watching(memory, noise, steps, None)
    running.nearest = nearest
    running.execute(mechanism.body)
    return memory[mechanism.result], steps - (running.steps or 0)


class _Watching(Run):
    nearest: dict[Goal, Distance]

    def value(self, e: Expr) -> Value:
        return self._look(e, self.memory) if _compares(e) else evaluate(e, self.memory)

    def _look(self, e: Expr, memory: Memory) -> Value:
        """The value of an expression, whose comparisons are watched."""
        match e:
            case Apply(Op.AND, args):
                return all(self.value(a) for a in args)
            case Apply(Op.OR, args):
                return any(self.value(a) for a in args)
            case Apply(Op.IMPLIES, (first, second)):
                return not self.value(first) or self.value(second)
            case Apply(Op.ITE, (condition, first, second)):
                return self.value(first if self.value(condition) else second)
            case Apply(Op.GET):
                return evaluate(e, memory)
            case Apply(op, args):
                values = [self.value(a) for a in args]
                if op in _COMPARISONS:
                    self._told(e, op, *values)
                return apply_to(op, *values)
            case _:
                return evaluate(e, memory)

    def _told(self, e: Apply, op: Op, left: Value, right: Value) -> None:
        numbers = all(isinstance(v, int | Fraction) for v in (left, right))
        if numbers:
            apart = left - right
        elif op is Op.EQ and not isinstance(left, Computable):
            apart = int(left != right)
        else:
            return
        if op is Op.EQ:
            holds, fails = abs(apart), int(apart == 0)
        else:
            beside = op is Op.LT
            holds, fails = max(0, apart + beside), max(0, 1 - beside - apart)
        for goal, distance in (((e, True), holds), ((e, False), fails)):
            known = self.nearest.get(goal)
            if known is None or distance < known:
                self.nearest[goal] = distance


@lru_cache(maxsize=4096)
def _compares(e: Expr) -> bool:
    """Whether there is a comparison in an expression."""
    return any(isinstance(part, Apply) and part.op in _COMPARISONS for part in subterms(e))
