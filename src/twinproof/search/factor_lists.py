"""Lists of public numbers that a program computes, and then multiplies private ones with.

Prices that were cut off into a list, say: what is read there is the same in both runs, and how large it may be is a
matter of what was put there. So such a list is one of those of which each position is spoken of, and what stands there
is compared with the constants of the program.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from twinproof.lang.command import Assign, expressions, subcommands, written
from twinproof.lang.expr import Apply, Literal, Op, Var, subterms
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.types import INT, ListOf
from twinproof.search.facts import Fact
from twinproof.search.observed import Observed, least, most
from twinproof.search.terms import Slot


def factors(mechanism: Mechanism) -> list[Var]:
    """The integers of the program that it multiplies with others."""
    found: dict[Var, None] = {}
    for part in (t for c in subcommands(mechanism.body) for e in expressions(c) for t in subterms(e)):
        if isinstance(part, Apply) and part.op is Op.MUL and not any(isinstance(a, Literal) for a in part.args):
            found.update((a, None) for a in part.args if isinstance(a, Var) and a.type == INT)
    inputs = {p.var for p in mechanism.parameters}
    return [v for v in found if v not in inputs]


def factor_lists(mechanism: Mechanism) -> dict[Var, list[Var]]:
    """The lists that the program makes and reads factors from, with these factors."""
    read, made = set(factors(mechanism)), written(mechanism.body)
    found: dict[Var, list[Var]] = {}
    for c in subcommands(mechanism.body):
        match c:
            case Assign(target, Apply(Op.GET, (Var() as items, _))) if target in read and items in made:
                if items.type == ListOf(INT):
                    found.setdefault(items, []).append(target)
            case _:
                pass
    return found


def within_constants(cells: Sequence[Slot], constants: Sequence[int], data: Observed) -> Iterator[Fact]:
    """Between which constants of the program a number is: the closest ones around all that was seen."""
    for cell in (c for c in cells if c.type == INT and len(data)):
        low, high = least(data[cell]), most(data[cell])
        yield from (Fact(((cell, 1),), -n, False) for n in [n for n in sorted(constants) if n >= high][:1])
        yield from (Fact(((cell, -1),), n, False) for n in [n for n in sorted(constants) if n <= low][-1:])
