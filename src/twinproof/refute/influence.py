"""Where a program asks and compares, and what a condition decides otherwise than through noise."""

from __future__ import annotations

from collections.abc import Iterator

from twinproof.lang.command import Assign, Command, If, Sample, While, expressions, loops_in, subcommands, written
from twinproof.lang.dataflow import closure
from twinproof.lang.expr import Apply, Expr, Op, Var, free_variables, subterms
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.types import BOOL, INT

_COMPARISONS = (Op.LT, Op.LE, Op.EQ)


def conditions(core: Mechanism) -> Iterator[tuple[int, Expr]]:
    """The conditions of the program, of branches, loops and conditional expressions, with their lines."""
    for c in subcommands(core.body):
        at = getattr(c, "at", None)
        if at is None:
            continue
        match c:
            case If(condition) | While(condition):
                yield at.line, condition
            case Assign(target, value):
                for part in subterms(value):
                    if isinstance(part, Apply) and part.op is Op.ITE:
                        yield at.line, part.args[0]
                    elif isinstance(part, Apply) and part.op in _COMPARISONS and target.type == BOOL:
                        yield at.line, part
            case Sample():
                for part in (part for e in expressions(c) for part in subterms(e)):
                    if isinstance(part, Apply) and part.op is Op.ITE:
                        yield at.line, part.args[0]


def uses(core: Mechanism) -> Iterator[tuple[int, Apply, Expr]]:
    """Where a number is compared, or becomes part of a list or a tuple: the line, the whole, and the number."""
    for c in subcommands(core.body):
        at = getattr(c, "at", None)
        match c:
            case Assign(_, e) | If(e) | While(e) if at is not None:
                for whole in subterms(e):
                    if isinstance(whole, Apply) and whole.type != INT:
                        yield from ((at.line, whole, part) for part in whole.args if part.type == INT)


def is_comparison(e: Apply) -> bool:
    """Whether it tells how two numbers lie to each other."""
    return e.op in _COMPARISONS


def is_released(core: Mechanism, condition: Expr) -> bool:
    """Whether a condition decides what is returned or which noise is drawn, not only what noise is drawn around."""
    decided = closure(frozenset(), lambda reaching: _decided(core.body, condition, reaching))
    loops = (_depends(loop.condition, condition, decided) for loop in loops_in(core.body))  # whether it ends at all
    return core.result in decided or any(loops)


def _decided(command: Command, condition: Expr, reaching: frozenset[Var]) -> Iterator[Var]:
    """Variables that the condition, or what it has reached, decides; but not what is drawn around them."""
    for c in subcommands(command):
        match c:
            case If(asked) if _depends(asked, condition, reaching):
                yield from written(c)
            case Assign(target, value) if _depends(value, condition, reaching):
                yield target
            case Sample(target, _, parameters) if any(_depends(e, condition, reaching) for e in parameters):
                yield target
            case _:
                pass


def _depends(e: Expr, condition: Expr, reaching: frozenset[Var]) -> bool:
    return condition in subterms(e) or bool(free_variables(e) & reaching)
