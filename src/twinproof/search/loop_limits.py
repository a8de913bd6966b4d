"""What loop conditions leave behind: how far a counter may be at the head of its loop, and what holds in the rounds.

`while i < start + width` with an `i` that counts up has `i ≤ start + width` at its head, and loops inside of it have
`i < start + width`; after `end = start + width` they have that too, as long as nothing in it changes. Of two numbers
such things are guessed from the trials; these are those that speak of more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from twinproof.lang.command import Command, If, While, parts_of, site_of
from twinproof.lang.expr import Apply, Expr, Literal, Op, Place, Var, apply, conjuncts, tag
from twinproof.lang.types import INT
from twinproof.search.facts import Fact
from twinproof.search.observed import Observed, most
from twinproof.search.terms import Slot

_FEW = 2  # numbers: what is to be said of so many is guessed without looking at the program …
_NEAR = 3  # … if they are no further apart than this


def limits_at(command: Command, around: tuple[Expr, ...] = ()) -> dict[int, tuple[Expr, ...]]:
    """The comparisons that loops are left by, for the head of each: its own, and those of the loops around it."""
    found: dict[int, tuple[Expr, ...]] = {}
    for part in parts_of(command):
        match part:
            case While(condition, body):
                known = (*around, *(c for part in conjuncts(condition) for c in _comparisons(part)))
                found[site_of(part)] = known
                found |= limits_at(body, known)
            case If(_, then, otherwise):
                found |= limits_at(then, around) | limits_at(otherwise, around)
            case _:
                pass
    return found


def within_limits(comparisons: Collection[Expr], slots: Collection[Slot], data: Observed) -> Iterator[Fact]:
    """That a comparison holds, or is missed by one at most; of three numbers or more, or of multiples."""
    for comparison in comparisons if len(data) else ():
        assert isinstance(comparison, Apply)
        low, high = comparison.args
        found = _difference(low, high, slots)
        if found is not None and not found.is_plain:
            constant = found.constant + (comparison.op is Op.LT)  # sum + constant ≤ 0 while the loop goes on
            missed = constant + most(found.values(data))
            if missed <= 1:
                yield Fact(found.parts, constant - max(missed, 0), False)


def held_in_rounds(values: Mapping[Var, Expr], slots: Collection[Slot], data: Observed) -> Iterator[Fact]:
    """That a variable holds a sum that was computed before the loop; of three numbers or more, of multiples, or far
    from another."""
    for var, value in values.items() if len(data) else ():
        found = None if var.type != INT else _difference(var, value, slots)
        if found is None or (found.is_plain and abs(found.constant) <= _NEAR):
            continue
        if (found.values(data) == -found.constant).all():
            yield Fact(found.parts, found.constant, True)


class _Sum(NamedTuple):
    """A sum of multiples of slots, and a constant."""

    parts: tuple[tuple[Slot, int], ...]
    constant: int

    @property
    def is_plain(self) -> bool:
        """Whether it is the difference of two numbers, which is guessed in any case."""
        return len(self.parts) <= _FEW and all(abs(n) == 1 for _, n in self.parts)

    def values(self, data: Observed) -> Any:
        """The sums without the constant, in all states."""
        return sum(n * data[slot] for slot, n in self.parts)


def _difference(a: Expr, b: Expr, slots: Collection[Slot]) -> _Sum | None:
    """One number less the other, if these slots are all that it takes."""
    ours, theirs = _linear(a), _linear(b)
    if ours is None or theirs is None:
        return None
    ours.subtract(theirs)
    constant = ours.pop(None, 0)
    parts = tuple((tag(e, Place.LEFT), n) for e, n in ours.items() if e is not None and n)
    return _Sum(parts, constant) if parts and all(slot in slots for slot, _ in parts) else None


def _comparisons(e: Expr) -> Iterator[Expr]:
    """The comparisons that a condition says; below the smaller of two is below both."""
    match e:
        case Apply(Op.LT | Op.LE as op, (Apply(Op.MAX, lows), high)):
            for low in lows:
                yield from _comparisons(apply(op, low, high))
        case Apply(Op.LT | Op.LE as op, (low, Apply(Op.MIN, highs))):
            for high in highs:
                yield from _comparisons(apply(op, low, high))
        case Apply(Op.LT | Op.LE, (low, _)) if low.type == INT:
            yield e
        case _:
            pass


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
