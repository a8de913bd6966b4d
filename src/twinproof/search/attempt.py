"""One attempt: given couplings for one shape of the adjacency, find invariants and derive the theorem."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from twinproof.kernel.judgment import Ledger
from twinproof.kernel.rules import Refused, Theorem
from twinproof.lang.command import Sample, expressions, subcommands
from twinproof.lang.expr import (
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
    subterms,
    tag,
)
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.types import BOOL, INT, REAL, ListOf
from twinproof.search.adjacency_cases import Shape, Statement
from twinproof.search.budget import Observation, caps, epsilon_of
from twinproof.search.compiled import Program, function
from twinproof.search.coupling_search import Couplings, Trace
from twinproof.search.couplings import sensitivities
from twinproof.search.derivation import Derivation
from twinproof.search.horn import NO_INVARIANT, solve
from twinproof.search.infer import price, unit
from twinproof.search.invariants import Invariants, needed
from twinproof.search.lemmas import Fact, Lemmas, Values, candidates
from twinproof.search.product import Cap, Product, doubtful
from twinproof.search.pruning import Pruning, hit, loops_in
from twinproof.search.terms import Unsupported
from twinproof.search.trials import Trial

_MOST_CAPS = 3  # ways to divide the budget that are tried
# Exact products or not, the stage of the lemmas, and the effort of the Horn engine after them (0: it is not asked).
_STAGES = ((False, 0, 1_000_000), (False, 1, 4_000_000), (False, 2, 6_000_000), (True, 1, 0))
_MOST_ROWS = 400  # states from which lemmas are guessed


@dataclass(frozen=True)
class Found:
    """A theorem for one shape, with what it was made of."""

    theorem: Theorem
    caps: tuple[Cap, ...]
    invariants: dict[int, Expr]


class NotFound(Exception):
    """No theorem came of these couplings, and why."""


class Attempt:
    """Couplings on trial: what they spend, and whether invariants can be found for them."""

    def __init__(
        self,
        statement: Statement,
        program: Program,
        output: Var,
        shape: Shape,
        couplings: Couplings,
        trials: Sequence[Trial],
        traces: Sequence[Trace],
    ) -> None:
        self.statement, self.program, self.output, self.shape = statement, program, output, shape
        self.mechanism = statement.mechanism
        self.couplings, self.trials, self.traces = couplings, trials, traces
        self.counters, self.rates, self.counter_of = ledger(statement, program)
        self.pruning = Pruning(output)
        self.pruning.before(self.mechanism.body, hit(self.mechanism.result, output))

    def couple(self, sampling: Sample) -> tuple[Expr, Var]:
        """The shift of a sampling, and the counter that pays."""
        site = next(i for i, s in enumerate(self.program.sites) if s is sampling)
        coupling = self.couplings[site]
        shift = (
            coupling.shift
            if coupling is not None
            else apply(Op.SUB, tag(sampling.centre, Place.RIGHT), tag(sampling.centre, Place.LEFT))
        )
        return shift, self.counters[self.counter_of[site]]

    def budgets(self, factor: Fraction = Fraction(1)) -> list[tuple[Cap, ...]]:
        """Ways to divide a multiple of the claimed budget that cover what the trials spent."""
        observations = [
            Observation(t.rigid, t.left, trace.spent, t.epsilon * factor)
            for t, trace in zip(self.trials, self.traces, strict=True)
        ]
        rates = [self.program.sites[self.counter_of.index(i)].rate for i in range(len(self.rates))]
        flags = [p.var for p in self.mechanism.parameters if p.var.type == BOOL]
        found = caps(rates, self.counters, quantities(self.mechanism, rates), flags, observations)
        return list(itertools.islice(found, _MOST_CAPS))

    def prove(self, factor: Fraction, epsilon: Expr) -> Found:
        """The theorem that the mechanism is ε-private for this shape, where ε is a multiple of the claim."""
        reasons = ["the couplings spend more than the claim allows"]
        for bounds in self.budgets(factor):
            try:
                return self.within(bounds, epsilon)
            except (NotFound, Unsupported) as problem:
                reasons.append(str(problem))
        raise NotFound(reasons[-1])

    def price(self, bounds: tuple[Cap, ...]) -> Expr:
        """What the bounds cost together."""
        parts = []
        for cap in bounds:
            most = Cap(cap.weights, self.statement.rigid(cap.most))
            parts.append((most, self.unit(cap)))
        return price(parts)

    def unit(self, cap: Cap) -> Expr:
        """What one unit of a bound costs at most."""
        return unit((self.rates[self.counters.index(counter)], weight) for counter, weight in cap.weights)

    def within(self, bounds: tuple[Cap, ...], epsilon: Expr) -> Found:
        tagged = tuple(Cap(b.weights, tag(b.most, Place.LEFT)) for b in (*bounds, *self._not_negative(bounds)))
        reason = ""
        for exact, stage, effort in _STAGES:
            if exact and not self._curved(tagged):
                continue
            if not exact and reason == NO_INVARIANT:  # that is final, as long as products are just some value
                continue
            product = self._product(tagged, exact)
            found, reason = self._invariants(product, stage, effort)
            if found is None:
                continue
            named = {id(loop): self._invariant(product, found, loop) for loop in loops_in(self.mechanism.body)}
            derivation = Derivation(
                self.mechanism,
                self.output,
                self.shape.facts,
                Ledger(tuple(zip(self.counters, self.rates, strict=True))),
                self.couple,
                named,
                self.pruning,
                tuple(_expression(cap) for cap in tagged),
            )
            try:
                return Found(derivation.theorem(epsilon), bounds, named)
            except Refused as problem:
                reason = f"the kernel refused the derivation: [{problem.rule}] {problem.reason}"
        raise NotFound(reason)

    def _not_negative(self, bounds: tuple[Cap, ...]) -> list[Cap]:
        """0 ≤ counter, where the price depends on it: with others of other rates, or where a rate may be negative."""
        sites = zip(self.program.sites, self.counter_of, strict=True)
        doubts = {self.counters[counter] for site, counter in sites if doubtful(self.mechanism, site.rate)}
        for cap in bounds:
            match self.unit(cap):
                case Apply(Op.MAX):
                    doubts |= {counter for counter, _ in cap.weights}
        return [Cap(((counter, -1),), ZERO) for counter in self.counters if counter in doubts]

    def _product(self, bounds: tuple[Cap, ...], exact: bool) -> Product:
        """The product, made anew: what a solver was asked before must not change its answers."""
        product = Product(
            self.mechanism,
            self.shape.directions,
            self.shape.moved,
            exact,
            self.output,
            self.pruning,
            self.couple,
            self.counters,
            bounds,
        )
        product.build()
        return product

    def _curved(self, bounds: tuple[Cap, ...]) -> bool:
        """Whether the program, its budget or its adjacency multiplies unknowns."""
        spoken = [e for c in subcommands(self.mechanism.body) for e in expressions(c) if e.type != REAL]
        spoken += [cap.most for cap in bounds] + [shift for shift, _ in map(self.couple, self.program.sites)]
        spoken += sensitivities(self.mechanism)
        return any(
            isinstance(part, Apply) and part.op is Op.MUL and not any(isinstance(a, Literal) for a in part.args)
            for e in spoken
            for part in subterms(e)
        )

    def _invariants(self, product: Product, stage: int, effort: int) -> tuple[Invariants | None, str]:
        """Invariants of all loops, pared down to what the proof needs."""
        lemmas = Lemmas(product, self._guesses(product, stage))
        lemmas.settle()
        pieces: Invariants = {name: lemmas.pieces(name) for name in product.slots}
        found = needed(product, pieces)
        if found is not None:
            return found, ""
        if effort == 0:
            return None, "no lemmas were found that suffice"
        answer = solve(product, lemmas, effort)
        if answer.invariants is None:
            return None, answer.reason
        pieces = {name: [*pieces[name], *answer.invariants[name]] for name in product.slots}
        return needed(product, pieces), "the invariants could not be read back"

    def _invariant(self, product: Product, found: Invariants, loop: object) -> Expr:
        name = product.names[id(loop)]
        return conjunction(*(p.expression for p in found[name]), *self._in_step(product, name))

    def _in_step(self, product: Product, name: str) -> list[Expr]:
        """What the product takes for granted at a loop: public variables and lists are the same in both runs."""
        inputs = {p.name for p in self.mechanism.parameters}
        found: dict[Expr, None] = {}
        for slot in product.slots[name]:
            for v in sorted(free_variables(slot.meaning), key=lambda v: v.name):
                var = Var(v.name, v.type, Place.MEMORY)
                grown = isinstance(v.type, ListOf) and (name, var) not in product.loose
                if v.place is Place.LEFT and v.name not in inputs and (var in product.public or grown):
                    found[apply(Op.EQ, v, Var(v.name, v.type, Place.RIGHT))] = None
        return list(found)

    # ----------------------------------------------------------------------------------------------------- guesses

    def _guesses(self, product: Product, stage: int) -> dict[str, list[Fact]]:
        """Candidates for lemmas at each loop head, from the states that the trials have there."""
        rigid = [slot for slot, _ in product.rigid.values()]
        counters = [c.name for c in self.counters]
        return {
            name: candidates([*slots, *product.products(name)], rigid, counters, self._states(product, name), stage)
            for name, slots in product.slots.items()
        }

    def _states(self, product: Product, name: str) -> list[Values]:
        """The different values of the slots at a loop head, over all trials."""
        places = {place for i, place in self.program.heads.items() if product.names.get(i) == name}
        slots = [*(slot for slot, _ in product.rigid.values()), *product.slots[name], *product.products(name)]
        functions = [(slot.name, function(slot.meaning)) for slot in slots]
        found: dict[tuple[object, ...], Values] = {}
        for trial, trace in zip(self.trials, self.traces, strict=True):
            rigid = {**trial.rigid, self.output.name: trial.run.result, **self._moved(trial)}
            for place, left, right, spent in trace.heads:
                if place in places and len(found) < _MOST_ROWS:
                    rigid.update((c.name, s) for c, s in zip(self.counters, spent, strict=True))
                    values = {slot: value(left, left, right, rigid) for slot, value in functions}
                    found.setdefault(tuple(values.values()), values)
        return list(found.values())

    def _moved(self, trial: Trial) -> dict[str, int]:
        """The entry that has moved, in each list in which at most one may."""
        found = {}
        for name, var in self.shape.moved.items():
            pairs = zip(trial.left[name], trial.right[name], strict=True)
            found[var.name] = next((i for i, (a, b) in enumerate(pairs) if a != b), 0)
        return found


def ledger(statement: Statement, program: Program) -> tuple[tuple[Var, ...], list[Expr], list[int]]:
    """A counter for each rate: the counters, their rates, and the number of the counter of each sampling."""
    own = [statement.rigid(s.rate) for s in program.sites]
    rates = list(dict.fromkeys(own))
    names = ["w"] if len(rates) == 1 else [f"w{i}" for i in range(1, len(rates) + 1)]
    counters = tuple(Var(name, INT, Place.LEDGER) for name in names)
    return counters, rates, [rates.index(rate) for rate in own]


def quantities(mechanism: Mechanism, rates: Sequence[Expr]) -> list[Expr]:
    """The public integers that a bound may speak of: the parameters, and what the claim and the rates are made of."""
    public: list[Expr] = [p.var for p in mechanism.parameters if p.var.type == INT and p.adjacency is None]
    lists = [apply(Op.LEN, p.var) for p in mechanism.parameters if isinstance(p.var.type, ListOf)]
    whole = [epsilon_of(mechanism.claim), *rates]
    spoken = [e for w in whole for e in subterms(w) if e.type == INT and not isinstance(e, Literal)]
    return list(dict.fromkeys([*public, *lists, *spoken]))


def _expression(cap: Cap) -> Expr:
    terms = [c if weight == 1 else apply(Op.MUL, Literal(weight), c) for c, weight in cap.weights]
    total: Expr = terms[0]
    for term in terms[1:]:
        total = apply(Op.ADD, total, term)
    return apply(Op.LE, total, cap.most)
