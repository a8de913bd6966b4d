"""The shapes of an adjacency: what is known of two adjacent inputs, case by case.

A monotone list moves up or down: two shapes, with a proof for each, joined by [Case]. In a `one_within` list the entry
that moved gets a rigid name, which [Exists] takes away again.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from twinproof.kernel.judgment import Judgment
from twinproof.kernel.rules import Theorem, case, exists
from twinproof.kernel.statement import adjacency, privacy
from twinproof.lang.command import mentioned
from twinproof.lang.expr import (
    Apply,
    Expr,
    Op,
    Place,
    Quantified,
    Var,
    conjunction,
    conjuncts,
    free_variables,
    fresh_name,
    negate,
    substitute,
    tag,
)
from twinproof.lang.mechanism import EachWithin, Mechanism, OneWithin
from twinproof.lang.rewriting import replaced
from twinproof.lang.types import INT
from twinproof.tactics.paper_rules import weaken


@dataclass(frozen=True)
class Shape:
    """Which way monotone lists move (1: the right run has the larger entries), and what is known of the inputs."""

    directions: dict[str, int]
    moved: dict[str, Var]
    facts: Expr


@dataclass(frozen=True)
class Statement:
    """What is to be proved of a mechanism, with the names that its proof uses."""

    mechanism: Mechanism
    goal: Judgment
    lengths: dict[Expr, Expr]  # |x⟨1⟩| of private lists, and the rigid names of these lengths

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
        return cls(mechanism, goal, lengths)

    def rigid(self, e: Expr) -> Expr:
        """An expression over public values, with the lengths of private lists by their rigid names."""
        return replaced(tag(e, Place.LEFT), self.lengths)

    def shapes(self) -> list[Shape]:
        """The shapes that adjacent inputs can have; together they are all of the adjacency."""
        parameters = self.mechanism.parameters
        taken = {v.name for v in mentioned(self.mechanism.body)} | {p.name for p in parameters}
        moved = {
            p.name: Var(fresh_name(f"moved_{p.name}", taken), INT, Place.RIGID)
            for p in parameters
            if isinstance(p.adjacency, OneWithin)
        }
        monotone = [p.name for p in parameters if isinstance(p.adjacency, EachWithin) and p.adjacency.monotone]
        found = []
        for signs in itertools.product((1, -1), repeat=len(monotone)):
            directions = dict(zip(monotone, signs, strict=True))
            facts = (self._specific(part, directions, moved) for part in conjuncts(self.goal.pre))
            found.append(Shape(directions, moved, conjunction(*facts)))
        return found

    def _specific(self, part: Expr, directions: dict[str, int], moved: dict[str, Var]) -> Expr:
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
        known = adjacency(self.mechanism, self.mechanism.parameter(name))
        up = next(p.args[0] for p in known if isinstance(p, Apply) and p.op is Op.OR)
        yes = self._cases([t for t in theorems if t[0].directions[name] > 0], conjunction(pre, up))
        no = self._cases([t for t in theorems if t[0].directions[name] < 0], conjunction(pre, negate(up)))
        return case(up, pre, yes, no)
