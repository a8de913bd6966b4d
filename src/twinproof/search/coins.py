"""Coins that need not come up alike in both runs, by [ω-Coins].

`answer == coin(3 / 4)` is a randomized response: where the answers differ, heads of the left run belong to tails of the
right one, and the coin is *turned*. That costs the logarithm of the odds, or gives it back, as the likelier side is the
left one or the right one; an even coin is turned for nothing. A coin whose probability is private, as in
`coin(3 / 4 if answer else 1 / 4)`, comes up alike, and pays where the runs toss it with different probabilities.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from twinproof.lang.command import If, Sample, expressions, subcommands
from twinproof.lang.dataflow import public_variables
from twinproof.lang.expr import (
    ONE,
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    Var,
    apply,
    conjunction,
    free_variables,
    implies,
    negate,
    subterms,
    tag,
)
from twinproof.lang.mechanism import Mechanism, is_public
from twinproof.lang.noise import COIN
from twinproof.lang.scale import factors, quotient
from twinproof.lang.types import BOOL
from twinproof.search.currency import currency_of
from twinproof.smt import prove

_LITTLE = 400_000  # z3's resource units for which side is the likelier one
_MOST_BITS = 6  # that a coin is held against


@dataclass(frozen=True, slots=True)
class Odds:
    """How likely one side of a coin is, to the other one or to the same one in the other run: e^unit at most."""

    unit: Expr | None  # None: both are as likely
    heads: bool = True  # whether heads are the likelier ones
    bits: tuple[Expr, ...] | None = None  # what decides about the probability, where that is private

    def image(self, move: Expr, sampled: Expr) -> Expr:
        """The right side, by a move: 0 is the same side for nothing, 1 the other one, or the same one at a price."""
        if self.bits is not None:
            return sampled
        return apply(Op.ITE, apply(Op.EQ, move, ZERO), sampled, negate(sampled))

    def cases(self, move: Expr, sampled: Expr) -> tuple[Expr, Expr, Expr]:
        """When a move costs nothing, and what the shift and the price are in all other cases."""
        if self.bits is not None:
            return conjunction(*map(_same, self.bits)), ZERO, ZERO if self.unit is None else self.unit
        one: Expr = ZERO if self.unit is None else self.unit
        when = move.args[0] if isinstance(move, Apply) and move.op is Op.ITE else apply(Op.EQ, move, ZERO)
        back = ZERO if self.unit is None else apply(Op.NEG, self.unit)
        price = ZERO if self.unit is None else apply(Op.ITE, sampled, *((one, back) if self.heads else (back, one)))
        return when, ONE, price

    def steps(self, move: Expr, sampled: Expr) -> Expr:
        """What a move costs, in steps of the unit, where the left run has this side."""
        if self.unit is None:
            return ZERO
        if self.bits is not None:
            return apply(Op.ITE, conjunction(*map(_same, self.bits)), ZERO, ONE)
        one, back = (ONE, Literal(-1)) if self.heads else (Literal(-1), ONE)
        return apply(Op.ITE, apply(Op.EQ, move, ZERO), ZERO, apply(Op.ITE, sampled, one, back))


def _same(e: Expr) -> Expr:
    return apply(Op.EQ, tag(e, Place.LEFT), tag(e, Place.RIGHT))


def turns(mechanism: Mechanism, sampling: Sample) -> Iterator[Expr]:
    """The moves that are offered for a coin, beside the same side for nothing."""
    odds = odds_of(mechanism, sampling)
    if odds is not None and odds.bits is not None:
        yield ONE
    elif odds is not None:
        yield from (apply(Op.ITE, _same(bit), ZERO, ONE) for bit in bits_met(mechanism, sampling.target))


@lru_cache(maxsize=256)
def bits_met(mechanism: Mechanism, coin: Var) -> tuple[Expr, ...]:
    """The private truth values that a coin decides about: they are compared with it, or told or not as it says."""
    public = public_variables(mechanism)
    met: dict[Expr, None] = {}

    def bits(e: Expr) -> list[Expr]:
        parts = (part for part in subterms(e) if part.type == BOOL and coin not in free_variables(part))
        return [bit for bit in parts if free_variables(bit) - public and not _is(bit, Op.NOT)]

    for command in subcommands(mechanism.body):
        if isinstance(command, If) and command.condition in (coin, negate(coin)):
            told = [
                [bit for c in subcommands(branch) for e in expressions(c) for bit in bits(e)]
                for branch in (command.then, command.otherwise)
            ]
            if all(told):
                met.update(dict.fromkeys(bit for branch in told for bit in branch))
        for e in expressions(command):
            decided = (part for part in subterms(e) if coin in free_variables(part) and _tells(part))
            met.update(dict.fromkeys(bit for part in decided for bit in bits(part)))
    return tuple(met)[:_MOST_BITS]


def _tells(e: Expr) -> bool:
    """Whether two truth values are compared, or one of two is taken."""
    match e:
        case Apply(Op.EQ, (a, _)):
            return a.type == BOOL
        case Apply(Op.ITE):
            return e.type == BOOL
        case _:
            return False


def _is(e: Expr, op: Op) -> bool:
    return isinstance(e, Apply) and e.op is op


@lru_cache(maxsize=256)
def odds_of(mechanism: Mechanism, sampling: Sample) -> Odds | None:
    """The odds of a coin that may be turned; None where that is not offered."""
    if sampling.noise is not COIN or currency_of(mechanism.claim).in_squares:
        return None
    chance = sampling.parameters[0]
    if not is_public(chance, mechanism.parameters):
        return _of_private(mechanism, chance)
    if not bits_met(mechanism, sampling.target):
        return None
    p = _number(chance)
    if p is not None:
        if not 0 < p < 1:
            return None
        heads = p > Fraction(1, 2)
        odds: Expr = Literal(p / (1 - p) if heads else (1 - p) / p)
        return Odds(None if 2 * p == 1 else _logarithm(mechanism, odds), heads)
    known = _known(mechanism)
    other = apply(Op.SUB, ONE, chance)
    if not _holds(known, conjunction(apply(Op.LT, ZERO, chance), apply(Op.LT, chance, ONE))):
        return None
    for heads, above, below in ((True, chance, other), (False, other, chance)):
        if _holds(known, apply(Op.LE, below, above)):
            return Odds(_logarithm(mechanism, quotient(Fraction(1), (above,), (below,))), heads)
    return None


def _of_private(mechanism: Mechanism, chance: Expr) -> Odds | None:
    """The odds of two runs that toss a coin with different probabilities, where these are numbers."""
    chances, bits = dict[Fraction, None](), dict[Expr, None]()
    waiting = [chance]
    while waiting:
        match waiting.pop():
            case Apply(Op.ITE, (bit, one, other)):
                bits[bit] = None
                waiting += (one, other)
            case part:
                number = _number(part)
                if number is None:
                    return None
                chances[number] = None
    if not bits or not all(0 < p < 1 for p in chances):
        return None
    ratios = [ratio for p in chances for q in chances for ratio in (p / q, (1 - p) / (1 - q))]
    unit = _logarithm(mechanism, Literal(max(ratios))) if max(ratios) > 1 else None
    return Odds(unit, bits=tuple(bits))


def _number(e: Expr) -> Fraction | None:
    number, above, below = factors(e)
    return None if above or below else number


def _logarithm(mechanism: Mechanism, odds: Expr) -> Expr:
    """The logarithm of the odds, as the claim has it if it does."""
    claimed = [part for e in mechanism.claim.parts() for part in subterms(e)]
    for part in claimed:
        match part:
            case Apply(Op.LOG, (e,)) if _holds(_known(mechanism), apply(Op.EQ, e, odds)):
                return part
    return apply(Op.LOG, odds)


def _known(mechanism: Mechanism) -> Expr:
    positive = (apply(Op.LT, ZERO, p.var) for p in mechanism.parameters if p.positive)
    return conjunction(mechanism.requires, *positive)


def _holds(known: Expr, goal: Expr) -> bool:
    return prove(implies(known, goal), _LITTLE).proved
