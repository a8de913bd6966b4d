"""Conditions that something is one of several components of the output."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from twinproof.lang.expr import Apply, Expr, Op, Var, free_variables


def same_of_several(parts: Sequence[Expr], is_output: Callable[[Var], bool]) -> Expr | None:
    """What is said to be equal to several components of the output, if that is what these conditions say."""
    sides = [part.args for part in parts if isinstance(part, Apply) and part.op is Op.EQ]
    components = all(isinstance(a, Apply) and any(map(is_output, free_variables(a))) for a, _ in sides)
    others = {b for _, b in sides}
    return sides[0][1] if 1 < len(sides) == len(parts) and components and len(others) == 1 else None
