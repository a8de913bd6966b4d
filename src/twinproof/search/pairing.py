"""Which right sample belongs to a left one, and what that costs, where it is not just the left one moved.

A coupling chooses a *move*, an integer, for each draw. For noise of the kernel's shifts it is how far the right sample
is moved. For noise around scores both runs draw the same position, and the move is the kernel's number M: how much
larger a score may be on the right. Other noise with finitely many values has one move only: both runs draw the same
value. Noise that is moved with its centre, and has no shifts, is moved with it, for nothing; or, where something is
given up for a δ, not at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from twinproof.kernel.noise import SHIFTS, Law, row_of
from twinproof.lang.command import Sample
from twinproof.lang.expr import ONE, TRUE, ZERO, Apply, Expr, Op, Place, Var, apply, conjunction, tag
from twinproof.lang.noise import AdditiveNoise
from twinproof.lang.noise.law import RATE
from twinproof.search.coins import Odds
from twinproof.search.currency import Currency
from twinproof.search.uses import negative
from twinproof.tactics.stepping import Block


@dataclass(frozen=True, slots=True)
class Pairing:
    """What a move stands for, over both memories and the name of the left sample."""

    image: Expr  # the right sample
    steps: Expr  # of the noise's unit
    possible: Expr  # the right run can draw it, and the kernel lets the two be paired
    bound: Expr  # M
    shrink: Expr | None = None  # M', where squares are paid: how much smaller a score may be on the right
    turned: bool = False  # whether it is a coin that may come up on different sides


def is_free(sampling: Sample, currency: Currency, gives_up: bool) -> bool:
    """Whether all pairs of samples that are offered cost nothing; `gives_up` says whether δ may pay for some values."""
    left, _ = laws(sampling)
    if currency.moves(sampling):
        return False
    return row_of(sampling.noise).unit(left) is None or (_ends(sampling) and not (gives_up and has_rate(sampling)))


def has_rate(sampling: Sample) -> bool:
    """Whether a sample that is moved costs whole steps of a rate."""
    return RATE in sampling.noise.parameters


def _ends(sampling: Sample) -> bool:
    """Whether noise is moved with its centre only, where no value may be given up."""
    return isinstance(sampling.noise, AdditiveNoise) and sampling.noise not in SHIFTS


def laws(sampling: Sample) -> tuple[Law, Law]:
    """The noise as both runs draw it."""
    left, right = (
        Law(tuple(tag(p, place) for p in sampling.parameters), tag(sampling.centre, place))
        for place in (Place.LEFT, Place.RIGHT)
    )
    return left, right


def same_noise(sampling: Sample) -> Expr:
    """The move with the centre."""
    ours, theirs = tag(sampling.centre, Place.LEFT), tag(sampling.centre, Place.RIGHT)
    return ZERO if ours == theirs else apply(Op.SUB, theirs, ours)


def moves(
    sampling: Sample, bounds: list[Expr], currency: Currency, gives_up: bool, credit: Var | None = None
) -> Iterator[Expr]:
    """The moves that are offered for noise without shifts; `bounds` are how far numbers may be apart.

    Where `credit`, the counter that pays, may have been given something back, scores may be apart only if it was.
    """
    if currency.ranges(sampling):
        yield both_ways(ZERO, ZERO)
        for b in bounds:
            yield from (both_ways(b, ZERO), both_ways(ZERO, b), both_ways(b, b))
    elif row_of(sampling.noise).rests_on_bound:
        given = [] if credit is None else [apply(Op.ITE, apply(Op.LT, credit, ZERO), b, ZERO) for b in bounds]
        yield from (ZERO, *given, *bounds, *map(negative, bounds))
    elif isinstance(sampling.noise, AdditiveNoise):
        yield same_noise(sampling)
        priced = has_rate(sampling) or row_of(sampling.noise).unit(laws(sampling)[0]) is None
        if gives_up and same_noise(sampling) != ZERO and priced:
            yield ZERO
    else:
        yield ONE if isinstance(sampling, Block) else ZERO


def cut_off(sampling: Sample, shift: Expr, sampled: Var) -> Pairing:
    """What a shift stands for, for noise with a first value, where what would fall below that is given up."""
    row, (left, right) = row_of(sampling.noise), laws(sampling)
    image: Expr = sampled if shift == ZERO else apply(Op.ADD, sampled, shift)
    distance = apply(Op.SUB, apply(Op.ADD, shift, left.centre), right.centre)
    possible = conjunction(row.values(right, image), row.fits(left, right, ZERO, sampled, image))
    return Pairing(image, apply(Op.MAX, distance, ZERO), possible, ZERO)


def both_ways(grow: Expr, shrink: Expr) -> Expr:
    """The move for scores where squares are paid: how much larger and how much smaller they may be on the right."""
    return apply(Op.TUPLE, grow, shrink)


def pairing(sampling: Sample, move: Expr, sampled: Var, currency: Currency, odds: Odds | None = None) -> Pairing:
    """What a move stands for, for noise without shifts; `odds` are those of a coin that may be turned."""
    if odds is not None and move != ZERO:
        return Pairing(odds.image(move, sampled), odds.steps(move, sampled), TRUE, ZERO, turned=True)
    row, (left, right) = row_of(sampling.noise), laws(sampling)
    match move:
        case Apply(Op.TUPLE, (grow, shrink)):
            back = row.fits(right, left, shrink, sampled, sampled)
            possible = conjunction(row.fits(left, right, grow, sampled, sampled), back)
            return Pairing(sampled, apply(Op.ADD, grow, shrink), possible, grow, shrink)
    moved = isinstance(sampling.noise, AdditiveNoise) and move != ZERO
    image: Expr = apply(Op.ADD, sampled, move) if moved else sampled
    bound = move if row.rests_on_bound else ZERO
    possible = conjunction(row.values(right, image), row.fits(left, right, bound, sampled, image))
    unmoved = _ends(sampling) and move == same_noise(sampling)
    steps = ZERO if unmoved or row.unit(left) is None else row.steps(left, right, bound, sampled, image)
    if not currency.gives_back and steps != ZERO:
        steps = apply(Op.MAX, steps, ZERO)
    return Pairing(image, steps, possible, bound)
