"""Noise of a known width, moved as a whole, with the δ that this takes: [Excess].

A draw of 𝒩(4) around two numbers that are 1 apart at most is (ε, δ)-private with a δ that is a matter of numbers. No
event is given up for it, and no sample is paid for by itself: the price is that of the whole draw. So it is a step of
the logic with a budget, and what stands around it is joined by [Seq] and [While]. What is to be shown of the code
before a draw, that its centres are so near, is what a proof of divergences shows: it is looked for with Gaussian noise
in the place of each draw, and the invariants are taken from there ([ω-Budget]).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import groupby, permutations
from math import ceil, floor, log10
from typing import NoReturn

from twinproof.kernel.excess import EXCESSES, OutOfReach, excess
from twinproof.kernel.judgment import Budget, Ledger
from twinproof.kernel.rules import Theorem, conseq, frame, ledger_budget, ledger_conseq, sample_excess, seq, while_both
from twinproof.lang.claim import Concentrated
from twinproof.lang.command import Command, Sample, While, has_sampling, parts_of, sequence, site_of
from twinproof.lang.computable import at_least
from twinproof.lang.enclosure import NoNumber
from twinproof.lang.expr import (
    TRUE,
    ZERO,
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
    substitute,
    tag,
)
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise import GAUSSIAN
from twinproof.lang.rewriting import rewritten
from twinproof.lang.types import INT, REAL
from twinproof.search.adjacency_cases import Statement
from twinproof.search.compiled import function
from twinproof.search.derivation import Derivation
from twinproof.search.endings import variant_of
from twinproof.search.result import Case, CoupledSample, Directions, Draw, Payment, Spending
from twinproof.search.terms import Unsupported
from twinproof.tactics.paper_rules import weaken

LEFT = Place.LEFT
_BITS = 256  # in which a δ is computed
_DIGITS = (4, 9, 18)  # of a δ, which is rounded up: as few as will do
_HALVES = 12  # times that the steps are halved in which ε is divided among draws
_MOST_DRAWS = 6
_FINE = Fraction(10**9)  # parts in which a number is cut off that is no fraction
_FAR = 1000  # no centres are further apart


@dataclass(frozen=True, slots=True)
class Price:
    """What a draw costs: how far apart its centres may be, the numbers of its noise, and its share of ε and δ."""

    distance: int
    numbers: tuple[Fraction, ...]
    epsilon: Fraction
    delta: Fraction


@dataclass(frozen=True)
class Exact:
    """A mechanism all of whose noise has a known width, and what it may spend in one round of the loops around it."""

    mechanism: Mechanism
    numbers: Mapping[int, tuple[Fraction, ...]]  # of each draw, by its site
    limit: Expr  # how often a loop with draws goes round, as the program has it
    rounds: Expr  # … a number, or a public one
    epsilon: Fraction
    delta: Fraction

    @classmethod
    def of(cls, statement: Statement) -> Exact | None:
        """None, if its noise or its claim is not of numbers."""
        mechanism, claim = statement.mechanism, statement.goal.cost
        if not isinstance(claim, Budget) or not 0 < len(mechanism.samplings) <= _MOST_DRAWS:
            return None
        numbers = {site_of(s): tuple(map(_number, s.parameters)) for s in mechanism.samplings}
        known = {site: tuple(n for n in some if n is not None) for site, some in numbers.items()}
        if any(len(known[site]) < len(some) for site, some in numbers.items()):
            return None
        if any(s.noise not in EXCESSES for s in mechanism.samplings):
            return None
        try:
            limit = _limit(statement)
            rounds = _rounds(statement, limit)
        except Unsupported:
            return None
        epsilon, delta = (_each(e, rounds) for e in (claim.epsilon, claim.delta))
        if epsilon is None or delta is None or epsilon < 0 or delta <= 0:
            return None
        return cls(mechanism, known, limit, rounds, epsilon, delta)

    @cached_property
    def far(self) -> int:
        """How far apart the centres of all draws may be for what is claimed: no nearer ones cost more."""
        sites = [site_of(s) for s in self.mechanism.samplings]
        if len({(s.noise, self.numbers[site_of(s)]) for s in self.mechanism.samplings}) > 1:
            return _FAR
        low, high = 0, 1
        while high <= _FAR and self.prices(dict.fromkeys(sites, high)) is not None:
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.prices(dict.fromkeys(sites, middle)) is None else (middle, high)
        return low

    def stand_in(self) -> Mechanism:
        """The same with noise in which squares of distances cost what they are, and a claim of divergences."""

        def changed(command: Command) -> Command:
            if not isinstance(command, Sample):
                return command
            return replace(command, noise=GAUSSIAN, parameters=(Literal(Fraction(1, 2)),))

        squares = Literal(len(self.mechanism.samplings) * self.far * self.far)
        whole = squares if self.limit == Literal(1) else apply(Op.MUL, self.limit, squares)
        claim: Concentrated[Expr] = Concentrated(apply(Op.REAL, whole), ZERO)
        return replace(self.mechanism, body=rewritten(self.mechanism.body, changed), claim=claim)

    def prices(self, distances: Mapping[int, int]) -> dict[int, Price] | None:
        """A price for each draw, all of which together stay within the claim; None, if none is found."""
        draws = [s for s in self.mechanism.samplings if distances[site_of(s)]]
        shares = {site_of(s): share for s, share in zip(draws, self._shares(draws, distances), strict=True)}
        exact = {}
        for sampling in self.mechanism.samplings:
            site = site_of(sampling)
            share, numbers = shares.get(site, Fraction(0)), self.numbers[site]
            try:
                delta = excess(sampling.noise, numbers, distances[site], share, _BITS)
            except OutOfReach:
                return None
            exact[site] = Price(distances[site], numbers, share, delta)
        for digits in _DIGITS:
            prices = {site: replace(p, delta=_shortened(p.delta, digits)) for site, p in exact.items()}
            if sum(p.delta for p in prices.values()) <= self.delta:
                return prices
        return None

    def _shares(self, draws: Sequence[Sample], distances: Mapping[int, int]) -> list[Fraction]:
        """How ε is divided: evenly at first, then a little from one draw to another as long as δ falls."""

        def taken(n: int, share: Fraction) -> Fraction:
            site = site_of(draws[n])
            try:
                return excess(draws[n].noise, self.numbers[site], distances[site], share, _BITS)
            except OutOfReach:
                return Fraction(1)

        shares = [self.epsilon / len(draws) for _ in draws]
        if len({(s.noise, self.numbers[site_of(s)], distances[site_of(s)]) for s in draws}) <= 1:
            return shares
        deltas = [taken(n, share) for n, share in enumerate(shares)]
        step = self.epsilon / len(draws)
        for _ in range(_HALVES):
            step /= 2
            for a, b in permutations(range(len(draws)), 2):
                while shares[a] > step:
                    less, more = taken(a, shares[a] - step), taken(b, shares[b] + step)
                    if less + more >= deltas[a] + deltas[b]:
                        break
                    shares[a], shares[b], deltas[a], deltas[b] = shares[a] - step, shares[b] + step, less, more
        return shares


def _number(e: Expr) -> Fraction | None:
    """The value of an expression without variables, if it is a fraction."""
    if free_variables(e):
        return None
    try:
        value = function(e)({}, {}, {}, {})
    except (NoNumber, ZeroDivisionError):
        return None
    return Fraction(value) if isinstance(value, int | Fraction) else None


def _shortened(delta: Fraction, digits: int) -> Fraction:
    """A number of so many digits that is not below δ."""
    if not delta:
        return delta
    scale = Fraction(10) ** (digits - 1 - floor(log10(delta)))
    return Fraction(ceil(delta * scale)) / scale


def _each(e: Expr, rounds: Expr) -> Fraction | None:
    """What one round may spend of an amount: a fraction that is not above it."""
    if isinstance(rounds, Literal):
        share = Fraction(1, max(1, int(rounds.value)))
    else:
        e, share = substitute(e, {v: Literal(1) for v in free_variables(rounds) if v.type == INT}), Fraction(1)
    if free_variables(e):
        return None
    try:
        value = function(e)({}, {}, {}, {})
        least = Fraction(value) if isinstance(value, int | Fraction) else floor(at_least(value) * _FINE) / _FINE
    except (NoNumber, ZeroDivisionError):
        return None
    return least * share


def _limit(statement: Statement) -> Expr:
    """How often the one loop with draws goes round, if there is one: then all draws are in it."""
    drawing = [part for part in parts_of(statement.mechanism.body) if has_sampling(part)]
    if all(isinstance(part, Sample) for part in drawing):
        return Literal(1)
    if len(drawing) != 1 or not isinstance(drawing[0], While):
        raise Unsupported("draws in branches, and in several loops, are not paid as a whole")
    if any(has_sampling(part) and not isinstance(part, Sample) for part in parts_of(drawing[0].body)):
        raise Unsupported("draws in loops inside of loops are not paid as a whole")
    for test in conjuncts(drawing[0].condition):
        match test:
            case Apply(Op.LT, (_, limit)):
                return limit
            case _:
                pass
    raise Unsupported("how often a loop goes round is not known")


def _rounds(statement: Statement, limit: Expr) -> Expr:
    """The same by its rigid name, and not negative."""
    most = statement.rigid(limit)
    if isinstance(most, Literal):
        return Literal(max(0, int(most.value)))
    if not isinstance(most, Var) or most.place is not Place.RIGID:
        raise Unsupported("how often a loop goes round is not public")
    return apply(Op.MAX, ZERO, most)


# ------------------------------------------------------------------------------------------------------- the derivation


@dataclass(frozen=True)
class Whole:
    """The theorem for one shape of the adjacency, from the invariants of a proof of divergences."""

    exact: Exact
    prices: Mapping[int, Price]
    around: Derivation  # of what stands around the draws, in a ledger without counters

    @classmethod
    def of(cls, exact: Exact, prices: Mapping[int, Price], found: Derivation) -> Whole:
        nothing = {counter: ZERO for counter, _ in found.ledger.counters}
        around = replace(
            found,
            mechanism=exact.mechanism,
            ledger=Ledger(()),
            couple=_no_noise,
            tossed=_no_noise,
            invariants={site: substitute(e, _typed(nothing)) for site, e in found.invariants.items()},
            caps=(),
        )
        return cls(exact, prices, around)

    def theorem(self) -> Theorem:
        """⊢ c ~⟨ε,δ⟩ c : facts ⇒ result⟨1⟩ = result⟨2⟩."""
        result = self.exact.mechanism.result
        same = apply(Op.EQ, tag(result, LEFT), tag(result, Place.RIGHT))
        made = self._block(self.exact.mechanism.body, same)
        return weaken(made, pre=self.around.facts, post=same)

    def _block(self, command: Command, post: Expr) -> Theorem:
        """{ wp ∧ facts } command { post ∧ facts }."""
        whole: Theorem | None = None
        for drawing, some in reversed([(d, list(g)) for d, g in groupby(parts_of(command), has_sampling)]):
            for part in reversed(some) if drawing else (sequence(*some),):
                step = self._drawn(part, post) if drawing else self._free(part, post)
                whole = step if whole is None else seq(step, whole)
                post = self._needed(step)
        if whole is None:
            return self._free(command, post)
        return whole

    def _needed(self, theorem: Theorem) -> Expr:
        steady = conjuncts(self.around.facts)
        return conjunction(*(p for p in conjuncts(theorem.judgment.pre) if p not in steady))

    def _free(self, command: Command, post: Expr) -> Theorem:
        """Code without draws, by the ledger: nothing is paid."""
        made = self.around.block(command, post, TRUE)
        pre, after = made.judgment.pre, made.judgment.post
        paid = apply(Op.LE, ZERO, ZERO)
        return ledger_budget(ZERO, pre, after, ledger_conseq(pre, conjunction(after, paid), TRUE, made))

    def _drawn(self, command: Command, post: Expr) -> Theorem:
        match command:
            case Sample():
                return self._draw(command, post)
            case While():
                return self._loop(command, post)
            case _:
                raise Unsupported("draws in branches are not paid as a whole")

    def _draw(self, sampling: Sample, post: Expr) -> Theorem:
        price = self.prices[site_of(sampling)]
        numbers = tuple(
            (p, Literal(int(n) if p.type == INT else n))
            for p, n in zip(sampling.parameters, price.numbers, strict=True)
        )
        cost = Budget(Literal(price.epsilon), Literal(price.delta)) if price.distance else Budget()
        drawn = sample_excess(sampling, sampling, ZERO, Literal(price.distance), numbers, post, cost)
        return frame(self.around.facts, drawn)

    def _loop(self, loop: While, post: Expr) -> Theorem:
        """[While], where each round costs the same."""
        facts, condition, variant = self.around.facts, loop.condition, variant_of(loop.condition)
        ours, theirs, left = tag(condition, LEFT), tag(condition, Place.RIGHT), tag(variant, LEFT)
        bound = self.exact.rounds
        taken = self.exact.mechanism.names | {v.name for v in free_variables(facts)}
        index = Var(fresh_name("round", taken), INT, Place.RIGID)
        in_step, fewer, here = apply(Op.EQ, ours, theirs), apply(Op.LT, left, index), apply(Op.EQ, index, left)
        own, most = self.around.invariants[site_of(loop)], apply(Op.LE, left, bound)
        invariant = conjunction(own, facts)
        body = self._block(loop.body, conjunction(own, in_step, fewer))
        cost = body.judgment.cost
        assert isinstance(cost, Budget)
        before = conjunction(invariant, ours, theirs, here, most)
        body = conseq(before, conjunction(invariant, in_step, fewer), cost, body)
        public = conjunction(*(f for f in conjuncts(facts) if all(v.place is Place.RIGID for v in free_variables(f))))
        total = Budget(*(apply(Op.MUL, index, _real(e)) for e in (cost.epsilon, cost.delta)))
        looped = while_both(condition, condition, invariant, variant, bound, index, public, total, body)
        needed = conjunction(own, in_step, most, facts)
        return weaken(looped, pre=needed, post=conjunction(post, facts))


def _typed(nothing: Mapping[Var, Expr]) -> dict[Var, Expr]:
    return {counter: Literal(Fraction(0)) if counter.type == REAL else zero for counter, zero in nothing.items()}


def _real(e: Expr) -> Expr:
    return apply(Op.REAL, e) if e.type == INT else e


def _no_noise(*_: object) -> NoReturn:
    raise Unsupported("draws are not stepped through")


def distances(exact: Exact, most_steps: Sequence[int]) -> Iterator[dict[int, int]]:
    """How far apart the centres of each draw may be: as far as was seen in trials, or as far as can be paid for."""
    sites = [site_of(s) for s in exact.mechanism.samplings]
    yield {site: most_steps[site] for site in sites}
    yield dict.fromkeys(sites, exact.far)


# --------------------------------------------------------------------------------------------------- what is told of it


def told_of_draws(
    statement: Statement, exact: Exact, prices: Mapping[int, Price], directions: Directions
) -> tuple[list[CoupledSample], list[Spending], list[Payment]]:
    """How each draw is coupled, what it spends, and what δ pays for."""
    couplings, spending, payments = [], [], []
    for sampling in statement.mechanism.samplings:
        price = prices[site_of(sampling)]
        line = sampling.at.line if sampling.at is not None else None
        draw = Draw(site_of(sampling), line, sampling.target.name)
        epsilon = Literal(price.epsilon) if price.distance else ZERO
        cases = (Case(None, ZERO, epsilon),)
        couplings.append(CoupledSample(draw, "Excess", ZERO, cases, statement.names.sampled, directions))
        if price.distance:
            once = exact.rounds == Literal(1)
            bill = (epsilon, Literal(1)) if once else (exact.limit, epsilon)
            spending.append(Spending((draw,), *bill, directions))
            point = EXCESSES[sampling.noise].point(price.numbers, price.distance, price.epsilon)
            off = apply(Op.ABS, apply(Op.SUB, sampling.target, sampling.centre))
            event = apply(Op.LE, Literal(point), off)
            payments.append(Payment(draw, event, None, Literal(price.delta), False, directions, over=epsilon))
    return couplings, spending, payments
