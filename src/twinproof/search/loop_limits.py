"""What loop conditions leave behind: how far a counter may be at the head of its loop, and what holds in the rounds.

`while i < start + width` with an `i` that counts up has `i ≤ start + width` at its head, and loops inside of it have
`i < start + width`. Of two numbers that is guessed from the trials; these are the conditions that speak of more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from twinproof.lang.command import Command, If, While, parts_of, site_of
from twinproof.lang.expr import Apply, Expr, Literal, Op, Place, Var, conjuncts, tag
from twinproof.lang.types import INT
from twinproof.search.facts import Fact
from twinproof.search.observed import Observed, most
from twinproof.search.terms import Slot

_FEW = 2  # numbers: what is to be said of so many is guessed without looking at the program


def limits_at(command: Command, around: tuple[Expr, ...] = ()) -> dict[int, tuple[Expr, ...]]:
    """The comparisons that loops are left by, for the head of each: its own, and those of the loops around it."""
    found: dict[int, tuple[Expr, ...]] = {}
    for part in parts_of(command):
        match part:
            case While(condition, body):
                known = (*around, *(c for c in conjuncts(condition) if _is_comparison(c)))
                found[site_of(part)] = known
                found |= limits_at(body, known)
            case If(_, then, otherwise):
                found |= limits_at(then, around) | limits_at(otherwise, around)
            case _:
                pass
    return found


def within_limits(comparisons: Collection[Expr], slots: Collection[Slot], data: Observed) -> Iterator[Fact]:
    """That a comparison holds, or is missed by one at most; of three numbers or more."""
    for comparison in comparisons if len(data) else ():
        assert isinstance(comparison, Apply)
        low, high = comparison.args
        terms = _linear(low)
        theirs = _linear(high)
        if terms is None or theirs is None:
            continue
        terms.subtract(theirs)
        constant = terms.pop(None, 0) + (comparison.op is Op.LT)  # sum + constant ≤ 0 while the loop goes on
        parts = tuple((tag(e, Place.LEFT), n) for e, n in terms.items() if e is not None and n)
        if len(parts) <= _FEW or any(slot not in slots for slot, _ in parts):
            continue
        missed = constant + most(sum(n * data[slot] for slot, n in parts))
        if missed <= 1:
            yield Fact(parts, constant - max(missed, 0), False)


def _is_comparison(e: Expr) -> bool:
    return isinstance(e, Apply) and e.op in (Op.LT, Op.LE) and e.args[0].type == INT


def _linear(e: Expr) -> Counter[Expr | None] | None:
    """A sum of multiples, by what is multiplied; the constant stands under None."""
    match e:
        case Literal(int(n)):
            return Counter({None: n})
        case Var() | Apply(Op.LEN, _):
            return Counter({e: 1})
        case Apply(Op.ADD | Op.SUB as op, (a, b)):
            one, two = _linear(a), _linear(b)
            if one is None or two is None:
                return None
            (one.update if op is Op.ADD else one.subtract)(two)
            return one
        case Apply(Op.MUL, (Literal(int(n)), a)) | Apply(Op.MUL, (a, Literal(int(n)))):
            of = _linear(a)
            return None if of is None else Counter({part: n * m for part, m in of.items()})
        case _:
            return None
