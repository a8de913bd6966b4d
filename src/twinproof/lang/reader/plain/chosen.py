"""Numbers of a row that are cut off by statements: `if x > top: x = top` after `x = row.amount` is one expression.

Written as `min` or as `clamp` it is one to begin with. What noise has touched is left as it is: which way a noisy
number went is a matter of its own.
"""

from __future__ import annotations

from collections.abc import Callable

from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, sequence, subcommands
from twinproof.lang.dataflow import closure
from twinproof.lang.expr import Expr, Op, Var, apply, free_variables, size_of, substitute
from twinproof.lang.liveness import Live
from twinproof.lang.reader.plain.lists import Parts
from twinproof.lang.rewriting import with_parts
from twinproof.lang.types import BOOL, INT

LARGEST = 60  # parts of such an expression


def with_choices(program: Command) -> Command:
    """The program with expressions in the place of such statements."""
    noisy = noisy_in(program)
    return _chosen(program, lambda c: c.target.type in (INT, BOOL) and not {c.target, *free_variables(c.value)} & noisy)


def noisy_in(program: Command) -> Live:
    """What noise has touched, other than by way of conditions."""
    drawn = frozenset(c.target for c in subcommands(program) if isinstance(c, Sample))
    assigned = [(c.target, free_variables(c.value)) for c in subcommands(program) if isinstance(c, Assign)]
    return closure(drawn, lambda known: (target for target, read in assigned if read & known))


def _chosen(command: Command, is_plain: Callable[[Assign], bool]) -> Command:
    command = with_parts(command, lambda part: _chosen(part, is_plain))
    if not isinstance(command, Seq):
        return command
    done: Parts = ()
    for part in command.parts:
        joined = _joined(done[-1], part) if done else None
        done = (*done[:-1], joined) if joined is not None and is_plain(joined) else (*done, part)
    return sequence(*done)


def _joined(first: Command, then: Command) -> Assign | None:
    """An assignment and a conditional that may assign the same variable anew, as one assignment."""
    match first, then:
        case Assign(x, value), If(condition, yes, no):
            chosen = [_value(branch, x, value) for branch in (yes, no)]
            test = substitute(condition, {x: value})
            if chosen[0] is not None and chosen[1] is not None:
                whole = apply(Op.ITE, test, chosen[0], chosen[1])
                return Assign(x, whole, first.at) if size_of(whole) <= LARGEST else None
    return None


def _value(branch: Command, x: Var, before: Expr) -> Expr | None:
    """What a variable is after a branch that does nothing else."""
    match branch:
        case Skip():
            return before
        case Assign(target, value) if target == x:
            return substitute(value, {x: before})
        case If(condition, yes, no):
            first, second = _value(yes, x, before), _value(no, x, before)
            if first is None or second is None:
                return None
            return apply(Op.ITE, substitute(condition, {x: before}), first, second)
        case _:
            return None
