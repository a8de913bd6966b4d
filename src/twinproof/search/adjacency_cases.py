"""The shapes of an adjacency: what is known of two adjacent inputs, case by case.

Each kind of adjacency has its cases: a monotone list moves up or down. There is a shape, and a proof, for each of them,
and [Case] joins these. What a case says to exist, such as the entry of a `one_within` list that moved, gets a rigid
name; [Exists] takes it away again.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection
from dataclasses import dataclass, replace

from twinproof.kernel.judgment import Closeness, Judgment, Ledger, Orders
from twinproof.kernel.rules import Paid, Theorem, case, exists
from twinproof.kernel.statement import adjacency, privacy, sides
from twinproof.lang.adjacency_kind import Alignment, Case, Motion
from twinproof.lang.expr import (
    ONE,
    TRUE,
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    Var,
    apply,
    conjunction,
    conjuncts,
    free_variables,
    fresh_name,
    negate,
    tag,
)
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.rewriting import replaced
from twinproof.lang.types import INT
from twinproof.search.amplification import Toss, tosses
from twinproof.search.currency import Currency
from twinproof.search.extra_entries import Extras, Grown
from twinproof.search.named_rows import Named, named_inputs, named_rows
from twinproof.search.names import Names
from twinproof.search.pledges import Pledge
from twinproof.search.prices import Pricing, pricing
from twinproof.search.result import Directions, Draw
from twinproof.tactics.paper_rules import weaken


@dataclass(frozen=True)
class Shape:
    """One case for each parameter that has an adjacency, and what is known of the inputs then."""

    cases: dict[str, Case]
    facts: Expr
    side: Expr = TRUE  # what is known beside the cases, and is part of the facts
    named: tuple[Named, ...] = ()  # what is not the same in both runs and has names, which are part of the facts

    @property
    def motions(self) -> dict[str, Motion]:
        """How numbers move, where the adjacency is a matter of that."""
        return {name: case.motion for name, case in self.cases.items() if case.motion is not None}

    @property
    def alignments(self) -> dict[str, Alignment]:
        """How rows stand beside each other, where the adjacency is a matter of that."""
        return {name: case.alignment for name, case in self.cases.items() if case.alignment is not None}

    @property
    def directions(self) -> Directions:
        """Which way numbers move, where all move one way; which run has more rows."""
        moving = [(name, motion.direction) for name, motion in self.motions.items() if motion.direction]
        longer = [(name, 2 if a.longer is Place.RIGHT else -2) for name, a in self.alignments.items() if a.longer]
        return (*moving, *longer)

    def with_names(self, mechanism: Mechanism, taken: Collection[str]) -> Shape:
        """The same, with names for what stands in rows that are not the same, and for what moves either way."""
        known = {*taken, *(w.name for some in self.witnesses.values() for w in some)}
        named = (*named_rows(mechanism, self.alignments, known), *named_inputs(mechanism, self.motions, known))
        return replace(self, facts=conjunction(self.facts, *(n.fact for n in named)), named=named) if named else self

    @property
    def rigid(self) -> list[Var]:
        """All rigid names of what exists."""
        return [*(w for some in self.witnesses.values() for w in some), *(n.var for n in self.named)]

    @property
    def sums(self) -> dict[str, Var]:
        """The rigid names of sums of squares, by parameter."""
        return {name: case.sums for name, case in self.cases.items() if case.sums is not None}

    @property
    def moves_one_way(self) -> bool:
        """Whether no more than one number moves, one way: then it is rare that several events are needed."""
        either = any(not motion.direction for motion in self.motions.values())
        return not either and all(alignment.longer is not None for alignment in self.alignments.values())

    @property
    def witnesses(self) -> dict[str, tuple[Var, ...]]:
        """The rigid names of what exists, by parameter."""
        return {name: case.witnesses for name, case in self.cases.items() if case.witnesses}


@dataclass(frozen=True)
class Ways:
    """A number moves up or down: what tells these apart, and the shape of each."""

    up: Expr
    shapes: tuple[Shape, Shape]

    @classmethod
    def of(cls, shape: Shape, mechanism: Mechanism) -> Ways | None:
        """The two ways, if there is one number that moves either way."""
        moving = [name for name, motion in shape.motions.items() if not motion.direction]
        if len(moving) != 1:
            return None
        (name,) = moving
        case = shape.cases[name]
        assert case.motion is not None
        ours, theirs = (tag(mechanism.parameter(name).var, side) for side in (Place.LEFT, Place.RIGHT))
        if case.motion.single:
            ours, theirs = (apply(Op.GET, items, case.witnesses[0]) for items in (ours, theirs))
        if ours == theirs or ours.type != INT:
            return None
        up = apply(Op.LE, ours, theirs)
        shapes = []
        for direction, side in ((1, up), (-1, negate(up))):
            directed = replace(case, motion=replace(case.motion, direction=direction))
            shapes.append(Shape({**shape.cases, name: directed}, conjunction(shape.facts, side), side))
        return cls(up, (shapes[0], shapes[1]))


@dataclass(frozen=True)
class Statement:
    """What is to be proved of a mechanism, with the names that its proof uses."""

    mechanism: Mechanism
    goal: Judgment
    lengths: dict[Expr, Expr]  # |x⟨1⟩| of private lists, and the rigid names of these lengths
    rates: tuple[Expr, ...]  # of the noise, each once: what the counters of the ledger count
    counter_of: tuple[int | None, ...]  # for each sampling, by its site, the number of its rate, if it has a price
    pricings: tuple[Pricing, ...]  # for each sampling
    tosses: dict[int, Toss]  # the coins that may be tossed by one run alone at a price, by their sites
    units: tuple[Expr, ...]  # the rates, as the program has them
    names: Names
    pledge: Pledge | None = None  # what δ pays for
    credit: Theorem | None = None  # … and that it is enough
    grown: Grown | None = None  # lists of which one run has an entry more

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
        pricings = tuple(pricing(mechanism, s) for s in mechanism.samplings)
        alone = tosses(mechanism, pricings)
        own = [None if p.is_free else (_rigid(p.unit, lengths), p.counter) for p in pricings]
        amplified = {(_rigid(toss.kappa, lengths), INT): toss.kappa for toss in alone.values()}
        units = {one: p.unit for one, p in zip(own, pricings, strict=True) if one is not None} | amplified
        counted = list(units)
        counter_of = tuple(None if one is None else counted.index(one) for one in own)
        names = Names.of(mechanism, goal, [kind for _, kind in counted])
        rates = tuple(rate for rate, _ in counted)
        return cls(mechanism, goal, lengths, rates, counter_of, pricings, alone, tuple(units.values()), names)

    def is_ghost(self, var: Var) -> bool:
        """Whether only the proof writes this variable."""
        return (self.pledge is not None and var in self.pledge.ghosts) or var in self.ghosts

    @property
    def extras(self) -> Extras:
        """The lists of which one run has an entry more, and where that stands."""
        return {} if self.grown is None else self.grown.extras

    @property
    def ghosts(self) -> tuple[Var, ...]:
        """What remembers where it stands."""
        return () if self.grown is None else self.grown.ghosts

    def own(self, draw: Draw) -> Draw:
        """A draw, with its site in the mechanism without ghosts."""
        return draw if self.pledge is None else replace(draw, site=self.pledge.own.index(draw.site))

    @property
    def about_public(self) -> list[Expr]:
        """What is known of the public parameters, and of lengths by their names."""
        named = {apply(Op.EQ, length, name) for length, name in self.lengths.items()}
        parts = conjuncts(self.goal.pre)
        return [p for p in parts if p in named or all(v.place is Place.RIGID for v in free_variables(p))]

    @property
    def orders(self) -> Orders | None:
        """The orders of the divergences that the goal is about, if it is about such."""
        return self.goal.cost.orders if isinstance(self.goal.cost, Closeness) else None

    @property
    def currency(self) -> Currency:
        """What the goal is paid in."""
        return Currency(self.orders)

    @property
    def ledger(self) -> Ledger:
        """The counters with their rates, keeping everything."""
        return Ledger(tuple(zip(self.names.counters, self.rates, strict=True)), orders=self.orders)

    def counter(self, site: int) -> Var | None:
        """The counter that pays for a sampling, if it has a price."""
        number = self.counter_of[site]
        return None if number is None else self.names.counters[number]

    def tossed(self, site: int) -> tuple[Paid, Paid] | None:
        """What is paid for tails and for heads of a coin that one run tosses alone, if it has a price."""
        toss = self.tosses.get(site)
        if toss is None:
            return None
        counters = dict(zip(self.units, self.names.counters, strict=True))
        paid = (counters[toss.kappa], ONE)
        return (paid,), (paid, *((counters[unit], Literal(-steps)) for unit, steps in toss.back))

    @property
    def given_back(self) -> dict[int, Var]:
        """The counters that coins give something back to, by the samplings that they pay for."""
        given = {unit for toss in self.tosses.values() for unit, _ in toss.back}
        counters = {site: self.counter(site) for site, p in enumerate(self.pricings) if p.unit in given}
        return {site: counter for site, counter in counters.items() if counter is not None}

    def rigid(self, e: Expr) -> Expr:
        """An expression over public values, with the lengths of private lists by their rigid names."""
        return _rigid(e, self.lengths)

    def shapes(self) -> list[Shape]:
        """The shapes that adjacent inputs can have; together they are all of the adjacency."""
        taken = set(self.names.taken)
        cases = {p.name: self._cases_of(p, taken) for p in self.mechanism.parameters if p.adjacency is not None}
        shapes = []
        for chosen in itertools.product(*cases.values()):
            shape = dict(zip(cases, chosen, strict=True))
            facts = (self._specific(part, shape) for part in conjuncts(self.goal.pre))
            shapes.append(Shape(shape, conjunction(*facts)))
        return shapes

    def _cases_of(self, parameter: Parameter, taken: set[str]) -> tuple[Case, ...]:
        """The cases of one parameter's adjacency; the names of their witnesses are taken from then on."""
        assert parameter.adjacency is not None

        def witness(base: str) -> Var:
            name = fresh_name(f"{base}_{parameter.name}", taken)
            taken.add(name)
            return Var(name, INT, Place.RIGID)

        return parameter.adjacency.cases(sides(self.mechanism, parameter), witness)

    def _specific(self, part: Expr, cases: dict[str, Case]) -> Expr:
        for name, chosen in cases.items():
            relation = adjacency(self.mechanism, self.mechanism.parameter(name))
            if part in relation:
                return chosen.facts[relation.index(part)]
        return part

    def join(self, theorems: list[tuple[Shape, Theorem]]) -> Theorem:
        """From a theorem for each shape to the theorem for all of the adjacency."""
        return self._joined([(shape, self._unnamed(shape, theorem)) for shape, theorem in theorems], self.goal.pre)

    def _unnamed(self, shape: Shape, theorem: Theorem) -> Theorem:
        for chosen in shape.cases.values():
            witnesses = frozenset(chosen.witnesses) | ({chosen.sums} if chosen.sums is not None else set())
            own = {part for fact in chosen.facts if free_variables(fact) & witnesses for part in conjuncts(fact)}
            for var in (
                *chosen.witnesses,
                *(() if chosen.sums is None else (chosen.sums,)),
            ):  # what is said of it together in the relation stays together
                facts = conjuncts(theorem.judgment.pre)
                about = conjunction(*(f for f in facts if f in own or var in free_variables(f)))
                rest = conjunction(*(f for f in facts if f not in own and var not in free_variables(f)))
                theorem = exists(var, about, rest, weaken(theorem, pre=conjunction(rest, about)))
        return theorem

    def _joined(self, theorems: list[tuple[Shape, Theorem]], pre: Expr) -> Theorem:
        if len(theorems) == 1:
            return weaken(theorems[0][1], pre=pre)
        first, last = theorems[0][0].cases, theorems[-1][0].cases
        name = next(n for n in first if first[n] != last[n])
        split = first[name].alternative
        yes = self._joined([t for t in theorems if t[0].cases[name] == first[name]], conjunction(pre, split))
        no = self._joined([t for t in theorems if t[0].cases[name] != first[name]], conjunction(pre, negate(split)))
        return case(split, pre, yes, no)


def _rigid(e: Expr, lengths: dict[Expr, Expr]) -> Expr:
    return replaced(tag(e, Place.LEFT), lengths)
