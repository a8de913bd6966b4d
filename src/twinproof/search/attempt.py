"""One attempt: given couplings for one shape of the adjacency, find invariants and derive the theorem."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from twinproof.kernel.rules import Paid, Refused, Theorem
from twinproof.lang.amounts import sum_of
from twinproof.lang.command import Assign, Sample, expressions, loops_in, site_of, subcommands, written
from twinproof.lang.dataflow import closure
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
from twinproof.lang.scale import factors as factors_of
from twinproof.lang.types import BOOL, INT, ListOf
from twinproof.search.adjacency_cases import Shape, Statement
from twinproof.search.alignment import alone_at
from twinproof.search.budget import Observation, Public, amount_of, caps
from twinproof.search.cells import SIDES, depth, may_come_apart, public_in
from twinproof.search.coins import odds_of
from twinproof.search.compiled import Memory, function
from twinproof.search.coupling_search import Couplings
from twinproof.search.couplings import sensitivities
from twinproof.search.derivation import Derivation
from twinproof.search.differences import before_loops
from twinproof.search.extra_guesses import about_extras, about_shared
from twinproof.search.factor_lists import factor_lists, factors, within_constants
from twinproof.search.facts import Candidate, Fact, Occurs, Values
from twinproof.search.guesses import (
    NumberGuesses,
    compared,
    limited,
    measured,
    priced,
    ranging,
    rationed,
    within,
    zero,
)
from twinproof.search.hinted import Hinted
from twinproof.search.horn import Answer, solve
from twinproof.search.infer import price, unit
from twinproof.search.invariants import Invariants, needed
from twinproof.search.lemmas import Lemmas
from twinproof.search.list_guesses import ListGuesses, Standing
from twinproof.search.loop_limits import held_in_rounds, limits_at, within_limits
from twinproof.search.observed import Observed
from twinproof.search.one_place import Twice, one_place, without_names
from twinproof.search.pairing import Pairing, cut_off, moves, pairing
from twinproof.search.prices import pricing
from twinproof.search.product import Cap, Product, doubtful
from twinproof.search.pruning import Pruning
from twinproof.search.sums import read_with_sums
from twinproof.search.terms import Slot, Unsupported
from twinproof.search.traces import Trace
from twinproof.search.trials import Trial, constants
from twinproof.search.windows import Window
from twinproof.search.winners import paid_until
from twinproof.tactics.stepping import Mapped, Paired, WholeSteps, Windowed

_MOST_CAPS = 3  # ways to divide the budget that are tried


@dataclass(frozen=True, slots=True)
class Stage:
    """One way to look for invariants."""

    lemmas: int  # how many kinds of them are guessed
    effort: int  # of the Horn engine after them; 0: it is not asked
    exact: bool = False  # products of unknowns are themselves
    cells: bool = False  # the Horn engine may speak of positions in lists


_STAGES = (  # the Horn engine finds most of what it finds soon, and what it does not the next kinds of lemmas often do
    Stage(0, 400_000),
    Stage(1, 600_000),
    Stage(2, 6_000_000),
    Stage(0, 1_000_000),
    Stage(1, 4_000_000),
    Stage(3, 600_000),
    Stage(1, 12_000_000, cells=True),
    Stage(1, 0, exact=True),
)
_AT_ONCE = (Stage(0, 400_000), Stage(1, 600_000), Stage(2, 600_000), Stage(3, 0), Stage(1, 0, exact=True))
_MOST_ROWS = 600  # states from which lemmas are guessed
_MOST_HEADS = 12  # … of one run
_MOST_POSITIONS = 10  # positions of lists that are looked at in each
T = TypeVar("T")
Memories = tuple[Memory, Memory, Memory]  # of the left and the right run, and the rigid values


@dataclass(frozen=True)
class Derived:
    """A theorem for one shape, with what it was made of."""

    theorem: Theorem
    caps: tuple[Cap, ...]
    invariants: dict[int, Expr]  # of each loop, by its site
    derivation: Derivation
    most_steps: tuple[int, ...]  # that a draw of each site took in trials


class NotFound(Exception):
    """No theorem came of these couplings, and why."""


class Attempt:
    """Couplings on trial: what they spend, and whether invariants can be found for them."""

    def __init__(
        self,
        statement: Statement,
        shape: Shape,
        couplings: Couplings,
        trials: Sequence[Trial],
        traces: Sequence[Trace],
        hinted: Hinted,
        at_once: bool = False,
    ) -> None:
        self.statement, self.shape, self.hinted = statement, shape, hinted
        self._stages: tuple[Stage, ...] = _AT_ONCE if at_once else _STAGES
        self._most_caps = 1 if at_once else _MOST_CAPS
        self.mechanism, self.names = statement.mechanism, statement.names
        self.couplings, self.trials, self.traces = couplings, trials, traces
        self._most_steps = self._steps_seen()
        self._seen: dict[tuple[int, tuple[Slot, ...]], list[tuple[Values, Memories]]] = {}
        self.apart = self._apart()
        bad = None if statement.pledge is None else statement.pledge.bad
        self.pruning = Pruning.of(self.mechanism, self.names, looks_ahead=bool(self.apart), bad=bad)

    def _steps_seen(self) -> list[int]:
        """The most steps of each draw in a trial; where squares are paid, of all draws that are paid alike.

        No trial may have come to one of many cells, and what a square is should be known of all of them.
        """
        pricings = self.statement.pricings
        seen = [max((t.most[site] for t in self.traces), default=0) for site in range(len(self.couplings))]
        alike = {p: max(most for most, q in zip(seen, pricings, strict=True) if q == p) for p in pricings if p.squared}
        return [alike.get(p, most) for most, p in zip(seen, pricings, strict=True)]

    @property
    def _seen_steps(self) -> tuple[int, ...]:
        """The most steps that a draw of each site took in trials."""
        return tuple(max((t.most[site] for t in self.traces), default=0) for site in range(len(self.couplings)))

    def _apart(self) -> frozenset[Var]:
        """The lists that were not the same in both runs in some trial, and those that they were copied from."""
        lists = [v for v in written(self.mechanism.body) if may_come_apart(v)]
        heads = [(left, right) for trace in self.traces for _, left, right, _ in trace.heads]
        apart = frozenset(v for v in lists if any(left[v.name] != right[v.name] for left, right in heads))
        apart |= {v for v in factor_lists(self.mechanism) if v in lists}
        copied = [(c.value, c.target) for c in subcommands(self.mechanism.body) if isinstance(c, Assign)]
        return closure(
            apart, lambda known: (v for v, copy in copied if isinstance(v, Var) and v in lists and copy in known)
        )

    def couple(self, drawn: Sample, sampling: Sample) -> Paired | Mapped | Windowed:
        """How a sampling is coupled, with what the left run draws there, and which counter pays."""
        site = site_of(sampling)
        coupling = self.couplings[site]
        if not self.statement.currency.moves(sampling):
            return self._mapped(
                sampling,
                next(moves(sampling, [], self.statement.currency, False)) if coupling is None else coupling.shift,
            )
        if coupling is not None and coupling.window is not None:
            return self._windowed(sampling, coupling.window, coupling.moves[-1])
        ours, theirs = tag(drawn.centre, Place.LEFT), tag(sampling.centre, Place.RIGHT)
        shift = coupling.shift if coupling is not None else apply(Op.SUB, theirs, ours)
        if self.statement.pledge is not None and site in self.statement.pledge.cut_off:
            return self._paired(sampling, cut_off(sampling, shift, self.names.sampled), self.names.sampled)
        counter, pricing = self.statement.counter(site), self.statement.pricings[site]
        assert counter is not None
        growth = read_with_sums(self.mechanism, sampling, self.shape.sums) if shift == ZERO else None
        if pricing.shared is None and not pricing.squared:
            if growth is None:
                return Paired(shift, self.names.sampled, counter)
            covered = apply(Op.LE, apply(Op.ABS, apply(Op.SUB, ours, theirs)), growth.squares)  # as for whole numbers
            known, given = conjunction(*self.statement.about_public, covered), conjunction(growth.inside, covered)
            return Paired(shift, self.names.sampled, counter, growth.squares, known, given=given)
        if growth is not None:
            known = conjunction(*self.statement.about_public)
            return Paired(shift, self.names.sampled, counter, growth.squares, known, WholeSteps.ASKED, growth.inside)
        bounds = [b for b in sensitivities(self.mechanism) if not isinstance(b, Literal)]
        price = pricing.price(apply(Op.SUB, apply(Op.ADD, shift, ours), theirs), self._most_steps[site], bounds)
        enough = pricing.enough(dict(self.statement.ledger.counters)[counter])
        if pricing.squared or pricing.times is not None:
            enough = conjunction(enough, *self.statement.about_public)
        return Paired(
            shift,
            self.names.sampled,
            counter,
            price,
            enough,
            WholeSteps.SURE if pricing.shared is None else WholeSteps.NONE,
        )

    def _windowed(self, sampling: Sample, window: Window, otherwise: Expr) -> Windowed:
        """The same for a sample that lies in a window if the output is as the window says."""
        counter = self.statement.counter(site_of(sampling))
        assert counter is not None
        ours, theirs = ((tag(window.low, side), tag(window.high, side)) for side in SIDES)
        return Windowed(
            window.when,
            ours,
            theirs,
            Literal(window.margin),
            window.length,
            tag(sampling.rate, Place.LEFT),
            ((counter, Literal(window.steps)),),
            window.near(sampling),
            Paired(otherwise, self.names.sampled, counter),
        )

    def _mapped(self, sampling: Sample, move: Expr) -> Mapped:
        """The same for noise without shifts."""
        sampled = self.names.sample(sampling.target.type)
        odds = odds_of(self.mechanism, sampling)
        return self._paired(sampling, pairing(sampling, move, sampled, self.statement.currency, odds), sampled)

    def _paired(self, sampling: Sample, pair: Pairing, sampled: Var) -> Mapped:
        site = site_of(sampling)
        counter, pricing = self.statement.counter(site), self.statement.pricings[site]
        if pair.turned:
            paid = () if counter is None else ((counter, pair.steps),)
            known = conjunction(*self.statement.about_public)
            return Mapped(pair.image, sampled, pair.bound, paid, enough=known, turned=True)
        if counter is None:
            return Mapped(pair.image, sampled, pair.bound, ())
        if pair.shrink is not None:
            enough = pricing.enough(dict(self.statement.ledger.counters)[counter])
            known = conjunction(enough, *self.statement.about_public)
            price = pricing.price(pair.steps, self._most_steps[site])
            return Mapped(pair.image, sampled, pair.bound, ((counter, price),), pair.shrink, known)
        price = pair.steps if pricing.shared is None else pricing.price(pair.steps, self._most_steps[site])
        return Mapped(pair.image, sampled, pair.bound, ((counter, price),))

    def _tossed(self, sampling: Sample) -> tuple[Paid, Paid] | None:
        return self.statement.tossed(site_of(sampling))

    def budgets(self, factor: Fraction = Fraction(1)) -> list[tuple[Cap, ...]]:
        """Ways to divide a multiple of the claimed budget that cover what the trials spent."""
        observations = [
            Observation(t.rigid, t.left, trace.spent, t.epsilon * factor)
            for t, trace in zip(self.trials, self.traces, strict=True)
        ]
        rates = self.statement.units
        flags = [p.var for p in self.mechanism.parameters if p.var.type == BOOL]
        public = Public(quantities(self.mechanism, rates), flags, amounts(self.mechanism))
        ways = caps(rates, self.names.counters, public, observations)
        return list(itertools.islice(ways, self._most_caps))

    def derive(self, factor: Fraction, epsilon: Expr) -> Derived:
        """The theorem that the mechanism is ε-private for this shape, where ε is a multiple of the claim."""
        reasons = ["the couplings spend more than the claim allows"]
        for bounds in self.budgets(factor):
            try:
                return self.derive_within(bounds, epsilon)
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
        rates = dict(self.statement.ledger.counters)
        return unit((rates[counter], weight) for counter, weight in cap.weights)

    def derive_within(self, bounds: tuple[Cap, ...], epsilon: Expr) -> Derived:
        """The theorem, where what the couplings spend stays within these bounds."""
        tagged = tuple(Cap(b.weights, tag(b.most, Place.LEFT)) for b in (*bounds, *self._not_negative(bounds)))
        answer, found = Answer(None), _Found(self, tagged)
        for stage in self._stages:
            if stage.exact and not self._curved(tagged):
                continue
            if not stage.exact and answer.final and not self.apart:  # as long as products are just some value
                continue
            if stage.cells and not self.apart:
                continue
            if stage.lemmas == 0 and self._nameless:  # there is more to say about these
                continue
            product = found.product(stage.exact)
            answer = found.invariants(stage)
            if answer.invariants is None:
                continue
            loops = [site_of(loop) for loop in loops_in(self.mechanism.body)]
            invariants = {
                site: conjunction(*(p.expression for p in answer.invariants[site]), *self._in_step(product, site))
                for site in (*loops, *map(alone_at, loops))
                if site in product.slots
            }
            derivation = Derivation(
                self.mechanism,
                self.names.output,
                self.shape.facts,
                self.statement.ledger,
                self.couple,
                self._tossed,
                invariants,
                self.pruning,
                tuple(_expression(cap) for cap in tagged),
                product.out_of_step,
                self.statement.pledge,
                self.statement.credit,
                self.statement.ghosts,
            )
            try:
                return Derived(derivation.theorem(epsilon), bounds, invariants, derivation, self._seen_steps)
            except Refused as problem:
                answer = Answer(None, f"the kernel refused the derivation: [{problem.rule}] {problem.reason}")
        raise NotFound(answer.reason)

    @property
    def _nameless(self) -> list[Var]:
        """The lists that differ in places which have no names."""
        alignments, extras = self.shape.alignments, self.statement.extras
        public = public_in(self.mechanism, alignments, extras)
        return without_names(self.mechanism, self.apart - extras.keys(), public) if alignments else []

    def _not_negative(self, bounds: tuple[Cap, ...]) -> list[Cap]:
        """0 ≤ counter, where the price depends on it: with others of other rates, or where a rate may be negative."""
        pricings = enumerate(self.statement.pricings)
        doubts = {
            self.statement.counter(site) for site, p in pricings if not p.is_free and doubtful(self.mechanism, p.unit)
        }
        for cap in bounds:
            match self.unit(cap):
                case Apply(Op.MAX):
                    doubts |= {counter for counter, _ in cap.weights}
        return [Cap(((counter, -1),), ZERO) for counter in self.names.counters if counter in doubts]

    def product(self, bounds: tuple[Cap, ...], exact: bool) -> Product:
        """The product of the two runs, where what is spent stays within bounds."""
        motions, witnesses = self.shape.motions, self.shape.witnesses
        product = Product(
            self.mechanism,
            self.names,
            motions,
            witnesses,
            self.shape.alignments,
            exact,
            self.apart,
            self.statement.extras,
            self.pruning,
            self.couple,
            self._tossed,
            bounds,
            self.statement.pledge,
            self.shape.sums,
            self.shape.named,
        )
        product.build()
        return product

    def _curved(self, bounds: tuple[Cap, ...]) -> bool:
        """Whether the program, its budget or its adjacency multiplies unknowns."""
        commands = list(subcommands(self.mechanism.body))
        spoken = [e for c in commands for e in ((c.centre,) if isinstance(c, Sample) else expressions(c))]
        spoken += [cap.most for cap in bounds] + self._moves
        spoken += [*sensitivities(self.mechanism), *self.hinted.assertions]
        return any(
            isinstance(part, Apply) and part.op is Op.MUL and not any(isinstance(a, Literal) for a in part.args)
            for e in spoken
            for part in subterms(e)
        )

    def _in_step(self, product: Product, site: int) -> list[Expr]:
        """What the product takes for granted at a loop: public variables and lists are the same in both runs."""
        inputs = {p.name for p in self.mechanism.parameters}
        equal: dict[Expr, None] = {}
        for slot in product.slots[site]:
            for v in sorted(free_variables(slot), key=lambda v: v.name):
                var = Var(v.name, v.type, Place.MEMORY)
                grown = isinstance(v.type, ListOf) and (site, var) not in product.loose and var not in self.apart
                if v.place is Place.LEFT and v.name not in inputs and (var in product.public or grown):
                    equal[apply(Op.EQ, v, Var(v.name, v.type, Place.RIGHT))] = None
        belong = [product.out_of_step[site].positions_belong] if site in product.out_of_step else []
        return [*equal, *belong]

    # ----------------------------------------------------------------------------------------------------- guesses

    def guesses(
        self, product: Product, kinds: int, dropped: Mapping[int, Set[Candidate]]
    ) -> dict[int, list[Candidate]]:
        """Candidates for lemmas at each loop head, from the states that the trials have there.

        `dropped` are those that hold of all these states, and not in every round.
        """
        rigid, counters = self._spoken_of(product), self.names.counters
        guesses: dict[int, list[Candidate]] = {}
        positions: dict[int, list[Values]] = {}
        for site, own in product.slots.items():
            slots, states = [*own, *product.products(site)], self._states(product, site)
            data = Observed.of([values for values, _ in states])
            plain = [s for s in slots if s not in {*product.told, *product.paid, *product.of_extras.flags}]
            ahead, output = product.ahead_on_right, self.names.output
            users = [a.user for a in product.alignments.values() if a.user is not None and a.user.type == INT]
            budgets = _spendable(product)
            multiplied = self._factors if product.single else []
            far = sorted({*self._far, *budgets}) if users or multiplied else self._far
            turns = product.turns
            each, others = _spendable_each(product), [*users, *turns]
            numbers = NumberGuesses(plain, rigid, counters, ahead, far, output, others, budgets, each)
            gone = {fact for fact in dropped.get(site, ()) if isinstance(fact, Fact)}
            guesses[site] = [*self.hinted.said(product, site), *numbers.of(data, kinds, gone)]
            guesses[site] += paid_until(counters, plain, rigid, output, data)
            guesses[site] += within(plain, self._amounts, data) if turns else []
            if kinds:
                guesses[site] += within_limits(self._limits.get(site, ()), {*plain, *rigid}, data)
                guesses[site] += held_in_rounds(self._held.get(site, {}), {*plain, *rigid}, data)
            guesses[site] += measured(slots, product.told, data)
            guesses[site] += ranging(
                [e for v in multiplied if (e := tag(v, Place.LEFT)) in own], constants(self.mechanism), data
            )
            read = [tag(v, Place.LEFT) for some in factor_lists(self.mechanism).values() for v in some]
            guesses[site] += within_constants([v for v in read if v in own], constants(self.mechanism), data)
            guesses[site] += _told(product, own, data)
            added_up = [e for e in product.told_of_cells.sums if e in own]
            guesses[site] += ranging(added_up, constants(self.mechanism), data)
            guesses[site] += about_extras(product, site, data)
            guesses[site] += priced(counters, [s for s in product.paid if s in own], data)
            of_users = product.of_users(site, slots)
            guesses[site] += limited(slots, of_users, data)
            guesses[site] += rationed(slots, of_users, self._amounts, constants(self.mechanism), data)
            if product.cells.get(site):
                about = self._about_lists(product, site, [s for s in plain if s not in counters])
                guesses[site] += about.of_variables(data)
                positions[site] = self._positions(product, site, states)
                guesses[site] += about.of_positions(Observed.of(positions[site]), kinds)
                guesses[site] += about_shared(product, site, Observed.of(positions[site]))
                guesses[site] += self._one_place(product, site, about.slots, Observed.of(positions[site]))
                if kinds:
                    guesses[site] += self._occurring(product, site, states)
        moved = {place for places in product.moved for place in places}
        shared = [f for facts in guesses.values() for f in facts if isinstance(f, Fact) and f.slots & moved]
        for site, rows in positions.items() if shared else ():  # perhaps few trials saw the lists differ here
            lengths = (apply(Op.LEN, tag(items, Place.LEFT)) for items in product.cells[site])
            known = {*product.rigid, *product.cell_slots(site), *lengths}
            alike = [f for f in shared if f.slots <= known and all(f.holds(row) for row in rows)]
            guesses[site] = list(dict.fromkeys([*guesses[site], *alike]))
        return guesses

    def _spoken_of(self, product: Product) -> list[Expr]:
        """What is rigid and guesses may speak of: of a user with many rows, the first two, and no numbers in them.

        All rows of a user are alike; what is true of the others is said of the user.
        """
        moved = {place for places in product.moved for place in places}
        unspoken: set[Var] = set()
        rows: set[str] = set()
        for name, alignment in product.alignments.items():
            if alignment.user is not None:
                unspoken.update(alignment.positions[2:])
                rows.add(name)
        return [
            e
            for e in product.rigid
            if e in moved or not (free_variables(e) & unspoken or any(_is_of_row(part, rows) for part in subterms(e)))
        ]

    @property
    def _moves(self) -> list[Expr]:
        """The moves of all samplings."""
        return [coupling.shift for coupling in self.couplings if coupling is not None]

    @functools.cached_property
    def _factors(self) -> list[Var]:
        """The integers of the program that it multiplies with others."""
        return factors(self.mechanism)

    @functools.cached_property
    def _limits(self) -> dict[int, tuple[Expr, ...]]:
        """What loops are left by."""
        return limits_at(self.mechanism.body)

    @functools.cached_property
    def _held(self) -> dict[int, dict[Var, Expr]]:
        """What variables hold as long as loops run."""
        return before_loops(self.mechanism.body)

    @property
    def _amounts(self) -> list[Var]:
        """The public integers."""
        return [p.var for p in self.mechanism.parameters if p.var.type == INT and not p.private]

    @property
    def _far(self) -> list[int]:
        """How far the couplings move samples, where that is not a little: so far apart may other numbers be as well."""
        literals = (e.value for move in self._moves for e in subterms(move) if isinstance(e, Literal))
        return sorted({abs(n) for n in literals if isinstance(n, int) and abs(n) > 2})

    def _occurring(self, product: Product, site: int, states: list[tuple[Values, Memories]]) -> list[Occurs]:
        """That a variable is somewhere in a list, where it was in all trials."""
        pairs = [(fact, function(items), function(x)) for fact, items, x in product.occurring[site]]
        memories = [(left, left, right, rigid) for _, (left, right, rigid) in states]
        return [Occurs(fact) for fact, items, x in pairs if all(x(*m) in items(*m) for m in memories)]

    def _one_place(self, product: Product, site: int, slots: Sequence[Slot], data: Observed) -> list[Fact]:
        """That lists differ in one place, where that has no name."""
        twice = []
        for items in (v for v in product.cells[site] if v in product.nameless):
            (ours,), (theirs,) = (product.cell(items, side) for side in SIDES)
            others = product.elsewhere(items, Place.LEFT), product.elsewhere(items, Place.RIGHT)
            twice.append(Twice(apply(Op.LEN, tag(items, Place.LEFT)), (ours, theirs), others))
        numbers = [s for s in slots if isinstance(s, Var) and s.type == INT and s in product.slots[site]]
        public = [s for s in numbers if Var(s.name, s.type) in product.public]
        here, there = self.names.indices[:2]
        return one_place(twice, (here, there), self.names.counters, public, data)

    def _about_lists(self, product: Product, site: int, slots: list[Expr]) -> ListGuesses:
        lists = [standing for items in product.cells[site] for standing in _standing(product, site, items)]
        integers = [e for e in self._spoken_of(product) if e.type == INT]
        amounts = [e for e in integers if e in self._amounts]
        spread = [b.value for b in sensitivities(self.mechanism) if isinstance(b, Literal)]
        numbers = sorted({*constants(self.mechanism), *map(int, spread)})
        moved = [place for places in product.moved for place in places]
        return ListGuesses(self.names.index, lists, slots, integers, moved, amounts, numbers, product.ahead_on_right)

    def _states(self, product: Product, site: int) -> list[tuple[Values, Memories]]:
        """The different values of the slots at a loop head, over all trials, and one pair of runs that has them."""
        slots = (*product.rigid, *product.slots[site], *product.products(site))
        if (site, slots) not in self._seen:
            self._seen[site, slots] = self._visited(site, slots)
        return self._seen[site, slots]

    def _visited(self, site: int, slots: tuple[Slot, ...]) -> list[tuple[Values, Memories]]:
        functions = [(slot, function(slot)) for slot in slots]
        states: dict[tuple[object, ...], tuple[Values, Memories]] = {}
        for number, (trial, trace) in enumerate(zip(self.trials, self.traces, strict=True)):
            rigid = {
                **trial.rigid,
                self.names.output.name: trial.run.result,
                **witnessed(self.mechanism, self.shape, trial),
            }
            heads = [head for head in trace.heads if head[0] == site]
            for _, left, right, spent in _spread(heads, _MOST_HEADS, number):
                rigid.update((c.name, s) for c, s in zip(self.names.counters, spent, strict=True))
                values = {slot: value(left, left, right, rigid) for slot, value in functions}
                states.setdefault(tuple(values.values()), (values, (left, right, dict(rigid))))
        return _spread(list(states.values()), _MOST_ROWS)

    def _positions(self, product: Product, site: int, states: list[tuple[Values, Memories]]) -> list[Values]:
        """The same at each position of the lists that are not the same in both runs."""
        lists, spoken = product.cells[site], [slot for slot in product.cell_slots(site) if isinstance(slot, Var)]
        functions = [(slot, function(slot)) for slot in product.cell_slots(site)]
        there: list[tuple[Values, Memories, tuple[int, ...]]] = []
        for values, memories in states:
            sizes = _sizes([memories[0][items.name] for items in lists])
            sizes += sizes[:1] * (len(spoken) - len(sizes) if product.nameless else 0)
            some = itertools.product(*(range(min(size, _MOST_POSITIONS)) for size in sizes[: len(spoken)]))
            there += ((values, memories, chosen) for chosen in some if chosen)
        positions: list[Values] = []
        for values, (left, right, rigid), chosen in _spread(there, _MOST_ROWS):
            rigid.update((index.name, position) for index, position in zip(spoken, chosen, strict=False))
            rigid.update((index.name, 0) for index in spoken[len(chosen) :])
            positions.append({**values, **{slot: cell(left, left, right, rigid) for slot, cell in functions}})
        return positions


def witnessed(mechanism: Mechanism, shape: Shape, trial: Trial) -> dict[str, Any]:
    """The values of what the adjacency says to exist: the entry that has moved, where only one may; or sums."""
    values: dict[str, Any] = {}
    for name, sums in shape.sums.items():
        kind = mechanism.parameter(name).adjacency
        assert kind is not None
        values[sums.name] = kind.summed_up(trial.left[name], trial.right[name])
    for name, witnesses in shape.witnesses.items():
        kind = mechanism.parameter(name).adjacency
        assert kind is not None
        given = kind.witnessed(trial.left[name], trial.right[name])
        values.update((var.name, value) for var, value in zip(witnesses, given, strict=True))
    rigid = {**trial.rigid, **values}
    values.update((n.var.name, function(n.value)(trial.left, trial.left, trial.right, rigid)) for n in shape.named)
    return values


class _Found:
    """What the stages of one attempt have found so far: products, and lemmas of the kinds that were guessed."""

    def __init__(self, attempt: Attempt, bounds: tuple[Cap, ...]) -> None:
        self._attempt, self._bounds = attempt, bounds
        self._products: dict[bool, Product] = {}
        self._lemmas: dict[tuple[bool, int], Lemmas] = {}

    def product(self, exact: bool) -> Product:
        if exact not in self._products:
            self._products[exact] = self._attempt.product(self._bounds, exact)
        return self._products[exact]

    def invariants(self, stage: Stage) -> Answer:
        """Invariants of all loops, pared down to what the proof needs."""
        product, known = self.product(stage.exact), self._lemmas.get((stage.exact, stage.lemmas))
        lemmas = known or self._settled(stage)
        pieces: Invariants = {site: lemmas.pieces(site) for site in product.slots}
        enough = needed(product, pieces) if known is None else None
        if enough is not None:
            return Answer(enough)
        if stage.effort == 0:
            return Answer(None, "no lemmas were found that suffice")
        answer = solve(product, lemmas, stage.effort, stage.cells)
        if answer.invariants is None:
            return answer
        pieces = {site: [*pieces[site], *answer.invariants[site]] for site in product.slots}
        return Answer(needed(product, pieces), "the invariants could not be read back")

    def _settled(self, stage: Stage) -> Lemmas:
        """The lemmas of a stage, on top of those of the one before."""
        product, before = self.product(stage.exact), self._lemmas.get((stage.exact, stage.lemmas - 1))
        lemmas = Lemmas(product, self._attempt.guesses(product, stage.lemmas, before.dropped if before else {}), before)
        lemmas.settle()
        self._lemmas[stage.exact, stage.lemmas] = lemmas
        return lemmas


def quantities(mechanism: Mechanism, rates: Sequence[Expr]) -> list[Expr]:
    """The public integers that a bound may speak of: the parameters, and what the claim and the rates are made of."""
    public: list[Expr] = [p.var for p in mechanism.parameters if p.var.type == INT and p.adjacency is None]
    same_length = [p.var for p in mechanism.parameters if p.has_public_length]
    lists = [apply(Op.LEN, var) for var in same_length if isinstance(var.type, ListOf)]
    whole = [amount_of(mechanism.claim), *rates]
    spoken = [e for w in whole for e in subterms(w) if e.type == INT and not isinstance(e, Literal)]
    return list(dict.fromkeys([*public, *lists, *spoken]))


def amounts(mechanism: Mechanism) -> list[Expr]:
    """The public reals that a bound of what is paid in ε may be: what is claimed, and privacy parameters."""
    return list(dict.fromkeys([amount_of(mechanism.claim), *(p.var for p in mechanism.parameters if p.positive)]))


def _told(product: Product, own: Sequence[Slot], data: Observed) -> list[Fact]:
    """What is read off the program: how counters go, and what is held."""
    found = zero([e for e in product.nothing if e in own], data)
    for pairs, equal in ((product.begun, False), (product.held, True)):
        found += compared([(e, v) for e, v in pairs if e in own and v in own], equal, data)
    return found


def _is_of_row(e: Expr, names: set[str]) -> bool:
    """Whether this is a row of one of these lists."""
    return isinstance(e, Apply) and e.op is Op.GET and isinstance(e.args[0], Var) and e.args[0].name in names


def _spendable(product: Product) -> list[int]:
    """What may be spent in all, where that is not a little: so far apart may the numbers be that are released."""
    most = {int(cap.most.value) for cap in product.caps if isinstance(cap.most, Literal)}
    return sorted(n for n in most if n > 2)


def _spendable_each(product: Product) -> list[int]:
    """What a round may spend, where that is not a little: so many steps make one of what the program counts."""
    prices = [pricing(product.mechanism, sampling) for sampling in product.mechanism.samplings]
    each = {factors_of(cap.most)[0] for cap in product.caps if not isinstance(cap.most, Literal)}
    each |= {Fraction(price.worth(far)) for price in prices for far in price.likely}
    return sorted(int(n) for n in each if n > 4)


def _spread(items: list[T], most: int, turn: int = 0) -> list[T]:
    """Not many more than so many of them, from the first to the last; other ones in each turn, as each second one of
    all may be the start of a loop."""
    step = len(items) // most + 1
    return items[turn % step :: step]


def _sizes(lists: Sequence[tuple[object, ...]]) -> list[int]:
    """The length of the longest list, of the longest list in them, and so on, as long as there are positions."""
    sizes: list[int] = []
    while lists and max(map(len, lists)):
        sizes.append(max(map(len, lists)))
        lists = [item for items in lists for item in items if isinstance(item, tuple)]
    return sizes


def _standing(product: Product, site: int, items: Var) -> list[Standing]:
    """What stands in a list, and first the lengths of lists in it."""
    extra, inner = product.extras.get(items), tuple[tuple[Var, Slot], ...]()
    shorter = Place.RIGHT if extra is not None and extra.longer is Place.LEFT else Place.LEFT
    length = apply(Op.LEN, tag(items, shorter))
    left, right = (product.cell(items, side) for side in SIDES)
    found: list[Standing] = []
    for n, index in enumerate(product.names.indices[1 : depth(items)]):
        found.append(Standing(length, (left[n],), (right[n],), inner, measures=True))
        inner = (*inner, (index, left[n]))
    told = tuple(e for other, e in product.told_at.get(site, ()) if other == items)
    ours, theirs = (tuple(cells[len(inner) :]) for cells in (left, right))
    nameless, of_factors = items in product.nameless, items in factor_lists(product.mechanism)
    return [*found, Standing(length, ours, theirs, inner, told, nameless=nameless, of_factors=of_factors)]


def _expression(cap: Cap) -> Expr:
    return apply(Op.LE, sum_of(cap.weights), cap.most)
