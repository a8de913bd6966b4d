"""How a program uses its lists and its result: what is added, what is released as it is, what is looked at.

The replay of counterexamples rests on this module, so it holds only what `refute.wanted` needs.
"""

from __future__ import annotations

from collections.abc import Iterator

from twinproof.lang.command import Assign, Command, subcommands
from twinproof.lang.expr import Apply, Expr, Op, Var, free_variables

Path = tuple[int, ...]  # where in a value: components of tuples, from the outside in


def added(value: Expr, var: Var) -> tuple[Expr, ...] | None:
    """The items that an assignment of the value adds to the list, or None when it does something else."""
    match value:
        case Apply(Op.APPEND, (whole, item)) if whole == var:
            return (item,)
        case Apply(Op.CONCAT, (whole, Apply(Op.LIST, items))) if whole == var:
            return items
        case _:
            return None


def whole_variables(value: Expr, path: Path = ()) -> Iterator[tuple[Var, Path]]:
    """The variables that a value consists of as they are, each with the place where it stands."""
    match value:
        case Var():
            yield value, path
        case Apply(Op.TUPLE, args):
            for n, a in enumerate(args):
                yield from whole_variables(a, (*path, n))
        case _:
            pass


def beside_variables(value: Expr) -> Iterator[Expr]:
    """What a value consists of beside whole variables."""
    match value:
        case Var():
            pass
        case Apply(Op.TUPLE, args):
            for a in args:
                yield from beside_variables(a)
        case _:
            yield value


def values_read(e: Expr, one_length: frozenset[Var] | None = None) -> frozenset[Var]:
    """The variables of an expression, without those that are only asked for their length.

    Where not all lengths are to be left out, `one_length` says of which lists.
    """
    match e:
        case Apply(Op.LEN, (Var() as whole,)) if one_length is None or whole in one_length:
            return frozenset()
        case Apply(_, args):
            return frozenset().union(*(values_read(a, one_length) for a in args))
        case _:
            return free_variables(e)


def assignments(command: Command, var: Var) -> list[Assign]:
    """The assignments of a variable, in the order of the text."""
    return [c for c in subcommands(command) if isinstance(c, Assign) and c.target == var]
