"""Couplings of a sample that lies in a window: any right sample in the window of the right run may be its partner.

Where the program tests a sample from both sides, and the ends of the window are private, the two windows need not be
equally wide: no shift takes one into the other. [ω-Samp-Int] pays for how much further the window of the left run
reaches, and one step more, if the window of the right run has so many values that what lies around it is not much.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from twinproof.lang.command import Sample, site_of, written
from twinproof.lang.expr import (
    ONE,
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    Var,
    apply,
    conjunction,
    free_variables,
    fresh_name,
    implies,
    substitute,
    subterms,
    tag,
)
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise import LAPLACE
from twinproof.lang.types import INT
from twinproof.search.prices import pricing
from twinproof.search.uses import uses_after
from twinproof.smt import prove

LEFT, RIGHT = Place.LEFT, Place.RIGHT
_MOST_ENDS = 4  # of windows, on either side
_FARTHEST = 2  # how many times a sensitivity the left window may reach further


@dataclass(frozen=True, slots=True)
class Window:
    """Where a sample must lie if a condition on the output holds, and how it is paid for."""

    when: Expr  # over the output and the memory of the left run
    low: Expr  # over the memory before the draw
    high: Expr
    margin: int  # how much further the window of the left run may reach on either side
    length: Expr  # how many values the window of the right run has at least: a public integer
    sampled: Var

    @property
    def steps(self) -> int:
        """What it costs, in steps of the rate: for the margin, and one for what lies around the window."""
        return self.margin + 1

    @property
    def partner(self) -> Expr:
        """One right sample that may go with the left one: the nearest in the window of the right run."""
        low, high = tag(self.low, RIGHT), tag(self.high, RIGHT)
        return apply(Op.MIN, apply(Op.MAX, self.sampled, low), high)

    @property
    def move(self) -> Expr:
        """How far that one is moved."""
        return apply(Op.SUB, self.partner, self.sampled)

    def near(self, sampling: Sample) -> Expr:
        """That the window of the left run reaches no further than the margin, and the other one is long enough."""
        far = apply(Op.SUB, tag(sampling.centre, RIGHT), tag(sampling.centre, LEFT))
        ours, theirs = (tuple(tag(end, side) for end in (self.low, self.high)) for side in (LEFT, RIGHT))
        margin = Literal(self.margin)
        size = apply(Op.ADD, apply(Op.SUB, theirs[1], theirs[0]), ONE)
        return conjunction(
            apply(Op.LE, self.length, size),
            apply(Op.LE, apply(Op.SUB, theirs[0], margin), apply(Op.ADD, ours[0], far)),
            apply(Op.LE, apply(Op.ADD, ours[1], far), apply(Op.ADD, theirs[1], margin)),
        )

    def fits(self, sampling: Sample) -> Expr:
        """The same, and that the left sample lies in its window."""
        low, high = (tag(end, LEFT) for end in (self.low, self.high))
        inside = conjunction(apply(Op.LE, low, self.sampled), apply(Op.LE, self.sampled, high))
        return conjunction(inside, self.near(sampling))


def windows(
    mechanism: Mechanism, sampling: Sample, tests: Iterable[Expr], conditions: Iterable[Expr], sampled: Var
) -> Iterator[Window]:
    """The windows that are offered for a draw, given the program's tests on it, and conditions on the output."""
    lengths = long_enough(mechanism, sampling)
    if not lengths:
        return
    pairs = _pairs(mechanism, tests, sampled)
    reaches = [b.value for p in mechanism.parameters if isinstance(b := p.bound, Literal) and isinstance(b.value, int)]
    margins = dict.fromkeys(times * reach for times in range(_FARTHEST, 0, -1) for reach in reaches)
    for when, (low, high), length, margin in itertools.product(conditions, pairs, lengths, margins):
        yield Window(when, low, high, margin, length, sampled)


def window_ends(mechanism: Mechanism, sampling: Sample) -> list[tuple[Expr, Expr]]:
    """The windows for a draw, over the memory before it."""
    sampled = Var(fresh_name("sampled", mechanism.names), INT, Place.RIGID)
    uses = dict(uses_after(mechanism.body, lambda kind: replace(sampled, type=kind)))[site_of(sampling)]
    return _pairs(mechanism, uses.tests, sampled)


def _pairs(mechanism: Mechanism, tests: Iterable[Expr], sampled: Var) -> list[tuple[Expr, Expr]]:
    """Where windows begin and end, if both are private."""
    private = written(mechanism.body)
    lows, highs = ends(tests, sampled)
    return [
        (low, high)
        for (one, low), (two, high) in itertools.product(lows[:_MOST_ENDS], highs[:_MOST_ENDS])
        if one != two and all(free_variables(end) & private for end in (low, high))
    ]


_End = tuple[Expr, Expr]  # what the sample is compared with, and where a window begins or ends there


def ends(tests: Iterable[Expr], sampled: Var) -> tuple[list[_End], list[_End]]:
    """Where windows may begin and end, over the memory before the draw: at what the sample is compared with."""
    lows: dict[_End, None] = {}
    highs: dict[_End, None] = {}
    for part in (part for test in tests for part in subterms(test)):
        match part:
            case Apply(Op.LT, (a, b)) if a == sampled:  # the sample is at least b, or below it
                lows[b, _plain(b)], highs[b, _next(b, -1)] = None, None
            case Apply(Op.LE, (a, b)) if a == sampled:
                lows[b, _next(b, 1)], highs[b, _plain(b)] = None, None
            case Apply(Op.LT, (a, b)) if b == sampled:
                lows[a, _next(a, 1)], highs[a, _plain(a)] = None, None
            case Apply(Op.LE, (a, b)) if b == sampled:
                lows[a, _plain(a)], highs[a, _next(a, -1)] = None, None
            case _:
                pass
    return list(lows), list(highs)


def _plain(e: Expr) -> Expr:
    """An expression over the left run, over the memory of a program."""
    return substitute(e, {v: Var(v.name, v.type) for v in free_variables(e) if v.place is LEFT})


def _next(e: Expr, step: int) -> Expr:
    return apply(Op.ADD, _plain(e), Literal(step))


def long_enough(mechanism: Mechanism, sampling: Sample) -> list[Expr]:
    """Public integers n with e^(−n·ρ) + e^(−ρ) ≤ 1, of those that the requirements speak of: then a step is enough."""
    priced = pricing(mechanism, sampling) if sampling.noise is LAPLACE else None
    if priced is None or priced.shared is not None or priced.squared:
        return []
    public = [p.var for p in mechanism.parameters if p.var.type == INT and p.adjacency is None]
    spoken = [v for v in public if v in free_variables(mechanism.requires)]
    about = [mechanism.requires, *(apply(Op.LT, Literal(0), p.var) for p in mechanism.parameters if p.positive)]
    known = conjunction(*about)
    offered: list[Expr] = [*spoken, ONE]
    return [n for n in offered if _is_long_enough(known, n, sampling.rate)]


@lru_cache(maxsize=256)
def _is_long_enough(known: Expr, n: Expr, rate: Expr) -> bool:
    return prove(implies(known, around(n, rate))).proved


def around(n: Expr, rate: Expr) -> Expr:
    """e^(−ρ) ≤ 1 − e^(−n·ρ)."""
    one_step, all_steps = (apply(Op.EXP, apply(Op.NEG, e)) for e in (rate, apply(Op.MUL, n, rate)))
    return apply(Op.LE, one_step, apply(Op.SUB, apply(Op.REAL, ONE), all_steps))
