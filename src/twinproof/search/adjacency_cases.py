"""The shapes of an adjacency: what is known of two adjacent inputs, case by case.

A monotone list moves up or down: two shapes, with a proof for each, joined by [Case]. In a `one_within` list the entry
that moved gets a rigid name, which [Exists] takes away again.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass

from twinproof.kernel.judgment import Judgment, Ledger
from twinproof.kernel.rules import Theorem, case, exists
from twinproof.kernel.statement import adjacency, privacy
from twinproof.lang.expr import (
    Apply,
    Expr,
    Op,
    Place,
    Quantified,
    Var,
    conjunction,
    free_variables,
    negate,
    substitute,
    tag,
)
from twinproof.lang.mechanism import EachWithin, Mechanism
from twinproof.search.names import Names
from twinproof.tactics.paper_rules import weaken
from twinproof.tactics.stepping import conjuncts


@dataclass(frozen=True)
class Shape:
    """Which way monotone lists move (1: the right run has the larger entries), and what is known of the inputs."""

    directions: dict[str, int]
    moved: Mapping[str, Var]
    facts: Expr


@dataclass(frozen=True)
class Statement:
    """What is to be proved of a mechanism, with the names that its proof uses."""

    mechanism: Mechanism
    goal: Judgment
    lengths: dict[Expr, Expr]  # |x⟨1⟩| of private lists, and the rigid names of these lengths
    rates: tuple[Expr, ...]  # of the noise, each once: what the counters of the ledger count
    counter_of: tuple[int, ...]  # for each sampling, by its site, the number of its rate
    names: Names

    @classmethod
    def of(cls, mechanism: Mechanism) -> Statement:
        goal = privacy(mechanism)
        lengths: dict[Expr, Expr] = {}
        for part in conjuncts(goal.pre):
            match part:
                case Apply(Op.EQ, (Apply(Op.LEN, (Var(place=Place.LEFT),)) as length, Var(place=Place.RIGID) as name)):
                    lengths[length] = name
                case _:
                    pass
        own = [_rigid(s.rate, lengths) for s in mechanism.samplings]
        rates = tuple(dict.fromkeys(own))
        counter_of = tuple(rates.index(rate) for rate in own)
        return cls(mechanism, goal, lengths, rates, counter_of, Names.of(mechanism, goal, len(rates)))

    @property
    def ledger(self) -> Ledger:
        """The counters with their rates, keeping everything."""
        return Ledger(tuple(zip(self.names.counters, self.rates, strict=True)))

    def counter(self, site: int) -> Var:
        """The counter that pays for a sampling."""
        return self.names.counters[self.counter_of[site]]

    def rigid(self, e: Expr) -> Expr:
        """An expression over public values, with the lengths of private lists by their rigid names."""
        return _rigid(e, self.lengths)

    def shapes(self) -> list[Shape]:
        """The shapes that adjacent inputs can have; together they are all of the adjacency."""
        parameters, moved = self.mechanism.parameters, self.names.moved
        monotone = [p.name for p in parameters if isinstance(p.adjacency, EachWithin) and p.adjacency.monotone]
        shapes = []
        for signs in itertools.product((1, -1), repeat=len(monotone)):
            directions = dict(zip(monotone, signs, strict=True))
            facts = (self._specific(part, directions, moved) for part in conjuncts(self.goal.pre))
            shapes.append(Shape(directions, moved, conjunction(*facts)))
        return shapes

    def _specific(self, part: Expr, directions: dict[str, int], moved: Mapping[str, Var]) -> Expr:
        for p in self.mechanism.parameters:
            if part in adjacency(self.mechanism, p):
                match part:
                    case Apply(Op.OR, (up, down)) if p.name in directions:
                        return up if directions[p.name] > 0 else down
                    case Quantified(False, var, body) if p.name in moved:
                        return substitute(body, {var: moved[p.name]})
                    case _:
                        return part
        return part

    def join(self, theorems: list[tuple[Shape, Theorem]]) -> Theorem:
        """From a theorem for each shape to the theorem for all of the adjacency."""
        return self._cases([(shape, self._unnamed(shape, theorem)) for shape, theorem in theorems], self.goal.pre)

    def _unnamed(self, shape: Shape, theorem: Theorem) -> Theorem:
        for var in shape.moved.values():
            facts = conjuncts(theorem.judgment.pre)
            about = conjunction(*(f for f in facts if var in free_variables(f)))
            rest = conjunction(*(f for f in facts if var not in free_variables(f)))
            theorem = exists(var, about, rest, weaken(theorem, pre=conjunction(rest, about)))
        return theorem

    def _cases(self, theorems: list[tuple[Shape, Theorem]], pre: Expr) -> Theorem:
        if len(theorems) == 1:
            return weaken(theorems[0][1], pre=pre)
        first, last = theorems[0][0].directions, theorems[-1][0].directions
        name = next(n for n in first if first[n] != last[n])
        facts = adjacency(self.mechanism, self.mechanism.parameter(name))
        up = next(p.args[0] for p in facts if isinstance(p, Apply) and p.op is Op.OR)
        yes = self._cases([t for t in theorems if t[0].directions[name] > 0], conjunction(pre, up))
        no = self._cases([t for t in theorems if t[0].directions[name] < 0], conjunction(pre, negate(up)))
        return case(up, pre, yes, no)


def _rigid(e: Expr, lengths: dict[Expr, Expr]) -> Expr:
    return _replace(tag(e, Place.LEFT), lengths)


def _replace(e: Expr, by: dict[Expr, Expr]) -> Expr:
    if e in by:
        return by[e]
    return Apply(e.op, tuple(_replace(a, by) for a in e.args), e.type) if isinstance(e, Apply) else e
