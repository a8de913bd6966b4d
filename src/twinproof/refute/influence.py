"""What private data reach in a program, and what a condition decides otherwise than through noise."""

from __future__ import annotations

from collections.abc import Iterator

from twinproof.lang.command import Assign, Command, If, Sample, Seq, While, subcommands, written
from twinproof.lang.expr import Apply, Expr, Op, Var, free_variables, subterms
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.types import BOOL, INT

_COMPARISONS = (Op.LT, Op.LE, Op.EQ)


def private(core: Mechanism, by_control: bool = True) -> frozenset[Var]:
    """Private inputs, and variables that are computed from them, or depend on conditions on them."""
    return _closed(core, frozenset(p.var for p in core.parameters if p.adjacency is not None), by_control)


def noisy(core: Mechanism) -> frozenset[Var]:
    """Variables that are drawn, and those that are computed from them, or depend on conditions on them."""
    return _closed(core, frozenset(c.target for c in subcommands(core.body) if isinstance(c, Sample)), True)


def _closed(core: Mechanism, found: frozenset[Var], by_control: bool) -> frozenset[Var]:
    """With all that is computed from these or, if wanted, depends on a condition on them."""
    while True:
        wider = found
        for c in subcommands(core.body):
            match c:
                case Assign(target, value) if values_of(core, value) & found:
                    wider |= {target}
                case If(asked) | While(asked) if values_of(core, asked) & found:
                    wider |= frozenset(x.target for x in subcommands(c) if isinstance(x, Assign))
        if wider == found:
            return found
        found = wider


def values_of(core: Mechanism, e: Expr) -> frozenset[Var]:
    """The variables whose values are asked for, and not only a length that is the same on both sides."""
    match e:
        case Apply(Op.LEN, args):
            return frozenset(p.var for p in core.parameters if p.var in args and not p.has_public_length)
        case Apply(_, args):
            return frozenset().union(*(values_of(core, a) for a in args))
        case _:
            return free_variables(e)


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
            case Sample(_, _, _, centre):
                for part in subterms(centre):
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
    found: frozenset[Var] = frozenset()
    while True:
        if any(isinstance(c, While) and _depends(c.condition, condition, found) for c in subcommands(core.body)):
            return True  # whether anything is returned
        wider = found | frozenset(_decided(core.body, condition, found))
        if wider == found:
            return core.result in found
        found = wider


def _decided(command: Command, condition: Expr, reached: frozenset[Var]) -> Iterator[Var]:
    """Variables that the condition, or what it has reached, decides; but not what is drawn around them."""
    match command:
        case Seq(parts):
            for part in parts:
                yield from _decided(part, condition, reached)
        case If(asked, then, otherwise):
            if _depends(asked, condition, reached):
                yield from written(command)
            yield from _decided(then, condition, reached)
            yield from _decided(otherwise, condition, reached)
        case While(_, body):
            yield from _decided(body, condition, reached)
        case Assign(target, value) if _depends(value, condition, reached):
            yield target
        case _:
            pass


def _depends(e: Expr, condition: Expr, reached: frozenset[Var]) -> bool:
    return condition in tuple(subterms(e)) or bool(free_variables(e) & reached)
