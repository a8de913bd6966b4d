"""The prover: couplings by trial, invariants from lemmas and the Horn engine, a derivation for the kernel.

For each shape of the adjacency the search for couplings goes from a small grammar to larger ones. Each combination that
passes the trials is attempted; combinations that do the same in every trial are attempted once.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import NamedTuple

from twinproof.kernel.judgment import Budget, Closeness, Judgment, Ledger
from twinproof.kernel.noise import ROWS, SHIFTS, SQUARES
from twinproof.kernel.rules import Refused, Theorem, case
from twinproof.lang.amounts import multiple
from twinproof.lang.claim import Claim, Concentrated, EpsilonDelta, Renyi
from twinproof.lang.expr import ZERO, Expr, Literal, Var, free_variables
from twinproof.lang.mechanism import Mechanism
from twinproof.search.adjacency_cases import Shape, Statement, Ways
from twinproof.search.alignment import Pace
from twinproof.search.attempt import Attempt, Derived, NotFound, witnessed
from twinproof.search.batches import MADE_AT_FIRST, Checks, Made, at_first
from twinproof.search.blocks import as_pure, blocks, in_sequence, joined, of_pure, told_together
from twinproof.search.budget import amount_of
from twinproof.search.coin_blocks import InBlocks, coin_blocks
from twinproof.search.compiled import Key, Program, function
from twinproof.search.conversion import converted, largest_rho
from twinproof.search.coupling_search import MOST_STEPS, Couplings, Exhausted, Search, Tossed
from twinproof.search.couplings import Choices, choices
from twinproof.search.credit import credit
from twinproof.search.events import BOTH_ENDS, NARROWED, alike, events, told
from twinproof.search.exact_delta import Exact, Price, Whole, distances, told_of_draws
from twinproof.search.explaining import coupled_samples, draw_of, invariants_of, payments_of, spending_of
from twinproof.search.extra_entries import grown, loops_over
from twinproof.search.hinted import Hinted
from twinproof.search.hints import NO_HINTS, Hints
from twinproof.search.infer import LARGER, SMALLER
from twinproof.search.named_rows import without_names
from twinproof.search.pledges import About, Event, pledged
from twinproof.search.post_processing import PostProcessing, post_processing
from twinproof.search.prices import pricing
from twinproof.search.promising import Promising
from twinproof.search.result import (
    Account,
    Attempted,
    CoupledSample,
    Example,
    LoopInvariant,
    Payment,
    Proof,
    Searched,
    Spending,
    Stuck,
)
from twinproof.search.rounds import composed, rounds, told_of_rounds
from twinproof.search.subsampling import amplified, sampled, told_of_sampled
from twinproof.search.sums import in_lines
from twinproof.search.terms import Unsupported
from twinproof.search.traces import Trace
from twinproof.search.trials import Trial, Trials, inputs, plain
from twinproof.search.winners import any_winner
from twinproof.smt import in_one_context
from twinproof.tactics.paper_rules import weaken
from twinproof.tactics.stepping import Stuck as NotStepped

Progress = Callable[[str], None]

TIERS = (0, 1, 2, 3)
UNLIKELY = 2  # the first tier that few proofs need
_MOST_ATTEMPTS = 4  # different combinations of couplings that are attempted in each tier
_MOST_HALVES = 12  # events that are not enough, and are tried with another one
_MOST_IN_VAIN = 80  # … alone, or with others of one manner
_MOST_AT_ONCE = 60  # … in vain or not, one event or several, where an attempt is given up that does not succeed soon


def _quiet(_: str) -> None:
    pass


def _stated(judgment: Judgment) -> Claim:
    """The claim that a judgment about equal results stands for."""
    match judgment.cost:
        case Budget(epsilon, delta):
            return EpsilonDelta(epsilon, delta)
        case Closeness(orders, bound, delta):
            return Concentrated(bound, delta) if orders.one is None else Renyi(orders.one, bound, delta)
        case Ledger():
            raise AssertionError("a judgment about whole programs")


class GivenUp(Exception):
    """Somebody has found out meanwhile that there is nothing to prove."""


@dataclass
class Allowance:
    """What is left of the right runs that a search may make altogether, and of its attempts at a proof."""

    steps: int
    attempts: int
    at_once: bool = False  # whether an attempt is given up that does not succeed soon


MOST_TO_INFER = Allowance(steps=100_000, attempts=12)  # beyond the proof of the claim itself
A_LITTLE = Allowance(steps=20_000, attempts=3)  # … where nobody has asked for it


class _Part(NamedTuple):
    """A theorem for one shape, with what it was made of."""

    statement: Statement
    shape: Shape
    derived: Derived
    couplings: Couplings


class _Found(NamedTuple):
    """A theorem, and the theorems that it was made of."""

    theorem: Theorem
    parts: tuple[_Part, ...]


class Prover:
    """The search for a proof of one mechanism.

    `halfway` is called once, when the likely couplings have been tried; it may look for a counterexample, and raise
    `GivenUp`. Whatever it does, the prover does the same before and after it.
    """

    def __init__(
        self,
        mechanism: Mechanism,
        progress: Progress = _quiet,
        halfway: Callable[[], None] | None = None,
        hints: Hints = NO_HINTS,
    ) -> None:
        self.mechanism, self.hints = mechanism, hints
        self.strange = _unmodelled(mechanism)
        if self.strange is None:
            self.statement = Statement.of(mechanism)
        self.program = Program(mechanism)
        self.progress = progress
        self.halfway = halfway
        self.attempted: list[Attempted] = []
        self.searched: list[Searched] = []
        self.first: Prover | None = None  # for a value from which the result is computed
        self.computed: PostProcessing | None = None
        self.failed: list[Trial] = []  # trials that no couplings kept together, of the shape that was tried last
        self.is_first = False  # whether this is the first of two blocks
        self.tier = 0  # the largest tier that a proof has needed
        self.allowed: Allowance | None = None  # no more than for each tier
        self._made: tuple[Shape, Made] | None = None  # the trials that were made last

    def find_proof(self, tiers: tuple[int, ...] = TIERS) -> Proof | Stuck:
        """A proof of the claim, or where it got stuck, with couplings from these tiers of the grammar."""
        if self.strange is not None:
            return self.strange
        likely = tuple(tier for tier in tiers if tier < UNLIKELY)
        whole = coin_blocks(self.mechanism) if likely else None
        tossed = None if whole is None else self._by_blocks(whole, likely)
        if tossed is not None:
            return tossed
        computed = None if self.statement.orders is not None else post_processing(self.mechanism)
        if computed is not None and likely:
            first = Prover(computed.released, self.progress, hints=self.hints)
            first.allowed = self.allowed
            found = first.find_proof(likely)
            if isinstance(found, Proof):
                self.first, self.computed = first, computed
                return computed.of_the_whole(found)
        if self.statement.orders is not None:
            found = self._search_for(Fraction(1), amount_of(self._claim()), tiers)
            return (self._in_blocks(likely) or self._as_pure(likely) or found) if isinstance(found, Stuck) else found
        soon = self._of_sampled_rows(likely) or (
            (self._by_excess(likely) or self._through_moments(likely))
            if self._needs_moments()
            else self._in_rounds(likely)
        )
        in_blocks = likely and not self.mechanism.claim.gives_up and self._looks_for_blocks
        if soon is None and in_blocks and any(blocks(self.mechanism)):
            answer = self._search_for(Fraction(1), amount_of(self._claim()), likely)
            if isinstance(answer, Stuck):
                answer = self._in_blocks(likely) or answer
            tiers = tuple(tier for tier in tiers if tier not in likely)
            if isinstance(answer, Proof) or not tiers:
                return answer
        answer = soon or self._search_for(Fraction(1), amount_of(self._claim()), tiers)
        if isinstance(answer, Stuck) and not self._needs_moments():
            return self._by_excess(likely) or self._through_moments(likely) or answer
        return answer

    def _by_blocks(self, made: InBlocks, tiers: tuple[int, ...]) -> Proof | None:
        """A proof of the same mechanism, with the coins that decide a truth value taken together."""
        self.progress("looking at several coins as one")
        found = self._beside(made.mechanism).find_proof(tiers)
        if not isinstance(found, Proof) or found.theorem.judgment.left != self.mechanism.body:
            return None
        return replace(found, **{part.name: getattr(made.told(found.account), part.name) for part in fields(Account)})

    def _beside(self, mechanism: Mechanism) -> Prover:
        """The prover of another mechanism that this one can be proved by, with as much as is left here."""
        other = Prover(mechanism, self.progress, hints=self.hints)
        other.allowed = None if self.allowed is None else replace(self.allowed)
        return other

    def _needs_moments(self) -> bool:
        """Whether there is noise that is moved at the price of squares only."""
        noises = {s.noise for s in self.mechanism.samplings} - set(SHIFTS)
        return any(noise in SQUARES and SQUARES[noise].moved for noise in noises)

    def _through_moments(self, tiers: tuple[int, ...]) -> Proof | None:
        """A proof of a claim with a δ by one of zCDP, as small as that one is found to be."""
        claim = self.mechanism.claim
        if not isinstance(claim, EpsilonDelta) or not claim.gives_up or self.statement.pledge is not None:
            return None
        self.progress("looking at divergences")
        concentrated = replace(self.mechanism, claim=Concentrated(largest_rho(claim), ZERO))
        other = self._beside(concentrated)
        found = None if other.strange is not None else other._search_for(Fraction(1), None, tiers)
        if not isinstance(found, Proof):
            return None
        theorem = converted(found.theorem, self._claim())
        return None if theorem is None else replace(found, claim=self._claim(), theorem=theorem, through=found.claim)

    def _in_rounds(self, tiers: tuple[int, ...]) -> Proof | None:
        """A proof of numbers with a δ by one of a round, which is pure."""
        if self.statement.pledge is not None:
            return None
        facts = self.statement.goal.pre
        for split in rounds(self.mechanism, facts):
            self.progress(f"looking at one of {split.times} rounds")
            found = self._beside(split.round).find_proof(tiers)
            if isinstance(found, Stuck):
                continue
            taken = self.statement.names.taken | {v.name for v in free_variables(facts)}
            try:
                theorem = composed(split, self.mechanism, facts, found.theorem, set(taken))
            except (Refused, Unsupported, NotStepped):
                continue
            told = told_of_rounds(split, found.account)
            parts = (told.couplings, told.invariants, told.spending)
            return Proof(self._claim(), *parts, theorem=theorem, rounds=told.rounds)
        return None

    def _of_sampled_rows(self, tiers: tuple[int, ...]) -> Proof | None:
        """A proof for a random part of the rows by one of what is released about that part."""
        claim = self._claim()
        if not isinstance(claim, EpsilonDelta) or self.statement.pledge is not None:
            return None
        for split in sampled(self.statement):
            for smaller in split.claims(claim):
                self.progress("looking at what is released about sampled rows")
                found = self._each_of([replace(way, claim=smaller) for way in split.ways], tiers)
                if found is None:
                    continue
                try:
                    theorem = amplified(self.statement, split, [one.theorem for one in found])
                except (Refused, Unsupported, NotStepped):
                    continue
                told = told_of_sampled(split, found[0].account, self.statement.names.told)
                own = {part.name: getattr(told, part.name) for part in fields(told)}
                return Proof(**{**own, "claim": claim}, theorem=theorem)
        return None

    def _each_of(self, mechanisms: list[Mechanism], tiers: tuple[int, ...]) -> list[Proof] | None:
        """Proofs of several mechanisms; None, if one has none."""
        found: list[Proof] = []
        for one in mechanisms:
            answer = Prover(one, self.progress, hints=self.hints).find_proof(tiers)
            if isinstance(answer, Stuck):
                return None
            found.append(answer)
        return found

    @in_one_context()
    def _by_excess(self, tiers: tuple[int, ...]) -> Proof | None:
        """A proof of a claim with a δ that pays for what whole draws cost over their ε."""
        if not self.mechanism.claim.gives_up or self.statement.pledge is not None:
            return None
        exact = Exact.of(self.statement)
        if exact is None or exact.far == 0:
            return None
        self.progress("looking at the excess of the noise")
        other = self._beside(exact.stand_in())
        found = Stuck("") if other.strange is not None else other._shape_by_shape(Fraction(1), None, tiers)
        if isinstance(found, Stuck):
            return None
        theorems: list[tuple[Shape, Theorem]] = []
        couplings: list[CoupledSample] = []
        invariants: list[LoopInvariant] = []
        spending: list[Spending] = []
        payments: list[Payment] = []
        for shape, answer in found:
            (part,) = answer.parts
            made = self._whole(exact, part)
            if made is None:
                return None
            theorem, prices = made
            theorems.append((shape, theorem))
            of_draws = told_of_draws(self.statement, exact, prices, shape.directions)
            couplings, spending, payments = couplings + of_draws[0], spending + of_draws[1], payments + of_draws[2]
            invariants += invariants_of(self.mechanism, part.derived, shape.directions)
        try:
            cost = self.statement.goal.cost
            joined = other.statement.join([(shape, weaken(theorem, cost=cost)) for shape, theorem in theorems])
        except Refused:
            return None
        parts = (tuple(couplings), tuple(invariants), tuple(spending))
        return Proof(self._claim(), *parts, payments=tuple(payments), theorem=joined)

    def _whole(self, exact: Exact, part: _Part) -> tuple[Theorem, dict[int, Price]] | None:
        """A theorem for one shape, at prices of whole draws; the invariants are those of a proof of divergences."""
        for apart in distances(exact, part.derived.most_steps):
            prices = exact.prices(apart)
            if prices is None:
                continue
            try:
                return Whole.of(exact, prices, part.derived.derivation).theorem(), prices
            except (Refused, Unsupported):
                continue
        return None

    @property
    def _looks_for_blocks(self) -> bool:
        """Blocks take several searches each, which is too much where it must be soon."""
        return not self.is_first and (self.allowed is None or not self.allowed.at_once)

    def _in_blocks(self, tiers: tuple[int, ...]) -> Proof | None:
        """A proof in two blocks, the first of which is pure."""
        moments = self.statement.orders is not None
        for split in blocks(self.mechanism) if self._looks_for_blocks else ():
            self.progress(f"looking at what is computed first: {split.first.result.name}")
            block = self._beside(split.first)
            block.is_first = True  # blocks of it are first blocks of the whole, which are tried as such
            first = block.find_proof(tiers)
            if isinstance(first, Stuck):
                continue
            rest = self._beside(split.rest)
            if rest.strange is not None:
                continue
            found = rest._search_for(Fraction(1), None, tiers) if moments else rest.find_proof(tiers)
            if isinstance(found, Stuck):
                continue
            bound = amount_of(self._claim())
            try:
                whole = (joined if moments else in_sequence)(self.statement, first.theorem, found.theorem, bound)
                theorem = self._with_delta(whole)
            except (Refused, Unsupported):
                continue
            told = told_together(split, first.account, found.account)
            released = (split.first.result.name, first.claim)
            parts = (told.couplings, told.invariants, told.spending)
            return Proof(self._claim(), *parts, theorem=theorem, first=released)
        return None

    def _as_pure(self, tiers: tuple[int, ...]) -> Proof | None:
        """A proof of a divergence by one of ε: what is ε-private counts as ε²/2."""
        for whole in as_pure(self.mechanism) if self._looks_for_blocks else ():
            self.progress("looking at what it costs in ε")
            found = self._beside(whole).find_proof(tiers)
            if isinstance(found, Stuck):
                continue
            try:
                theorem = self._with_delta(of_pure(self.statement, found.theorem, amount_of(self._claim())))
            except (Refused, Unsupported):
                continue
            return replace(found, claim=self._claim(), theorem=theorem, through=found.claim)
        return None

    def infer(
        self, stuck: Stuck | None = None, false_below: float = 1.0, most: Allowance | None = None
    ) -> Proof | Stuck:
        """A proof of the smallest ε that is found to be provable.

        `stuck` says that the claim itself was tried in vain, and `false_below` that no smaller multiple of it is true.
        """
        first = stuck or self.find_proof()
        if self.strange is not None:
            return first
        if self.first is not None and self.computed is not None:
            found = self.first.infer(stuck, false_below, most)
            return self.computed.of_the_whole(found) if isinstance(found, Proof) else found
        tell, self.progress = self.progress, lambda text: tell(f"smallest ε: {text}")
        self.allowed = replace(most or MOST_TO_INFER)
        try:
            return self._larger(false_below) if isinstance(first, Stuck) else self._smaller(first)
        finally:
            self.progress, self.allowed = tell, None

    def _larger(self, false_below: float) -> Proof | Stuck:
        """A proof of the smallest multiple above the claim."""
        if false_below > LARGER[-1]:
            return Stuck(f"the loss is larger than {LARGER[-1]} times the claim, and larger multiples are not tried")
        tried = Fraction(1)
        for factor in (f for f in LARGER if f >= false_below):
            if self._is_spent():
                return Stuck(f"no multiple of the claim up to {tried} was found to be provable, then it was given up")
            self.progress(f"{factor} times the claim")
            answer = self._search_for(factor, None) if self._passes(factor) else None
            if isinstance(answer, Proof):
                return answer
            tried = factor
        return Stuck(f"no multiple of the claim up to {LARGER[-1]} was found to be provable")

    def _smaller(self, first: Proof) -> Proof:
        """A proof of the smallest part of the claim; the claim itself has been proved."""
        low, high = 0, len(SMALLER) - 1  # the factor at `high` is known to do
        while low < high:
            middle = (low + high) // 2
            self.progress(f"{SMALLER[middle]} of the claim")
            low, high = (low, middle) if self._passes(SMALLER[middle]) else (middle + 1, high)
        for factor in SMALLER[high:]:
            answer = self._search_for(factor, None) if not self._is_spent() else None
            if isinstance(answer, Proof):
                return replace(answer, tighter=factor < 1)
        return first

    def _is_spent(self) -> bool:
        return self.allowed is not None and min(self.allowed.steps, self.allowed.attempts) <= 0

    def _passes(self, factor: Fraction) -> bool:
        """Whether some couplings of the tiers that were needed so far keep to a multiple of the claim in all trials."""
        for shape in self.statement.shapes():
            trials, checks = self._trials(shape)
            search = self._search(shape, self.tier, trials, factor, Counter())
            if next(self._candidates(search, checks, set()), None) is None:
                return False
        return True

    def _claim(self) -> Claim:
        """The claim, with the lengths of private lists by their rigid names."""
        return _stated(self.statement.goal)

    @in_one_context()
    def _search_for(self, factor: Fraction, epsilon: Expr | None, tiers: tuple[int, ...] = TIERS) -> Proof | Stuck:
        """A proof of ε; if none is given, of the price of the couplings that a multiple of the claim allows."""
        found = self._shape_by_shape(factor, epsilon, tiers)
        if isinstance(found, Stuck):
            return found
        parts = [part for _, answer in found for part in answer.parts]
        theorems = [(shape, answer.theorem) for shape, answer in found]
        try:
            if len({theorem.judgment.cost for _, theorem in theorems}) > 1:
                theorems = [(shape, self._with_delta(theorem)) for shape, theorem in theorems]
            theorem = self._with_delta(self.statement.join(theorems))
        except Refused as problem:
            return Stuck(f"the couplings need no δ, but the claimed one may be negative: {problem.reason}")
        couplings: list[CoupledSample] = []
        invariants: list[LoopInvariant] = []
        spending: list[Spending] = []
        payments: list[Payment] = []
        for statement, shape, derived, chosen in parts:
            directions = shape.directions
            couplings += coupled_samples(statement, derived, chosen, directions)
            invariants += invariants_of(statement.mechanism, derived, directions)
            spending += spending_of(statement, derived, directions)
            payments += payments_of(statement, directions)
        parts_of_it = (tuple(couplings), tuple(invariants), tuple(spending))
        return Proof(_stated(theorem.judgment), *parts_of_it, payments=tuple(payments), theorem=theorem)

    def _shape_by_shape(
        self, factor: Fraction, epsilon: Expr | None, tiers: tuple[int, ...]
    ) -> list[tuple[Shape, _Found]] | Stuck:
        """A theorem for each shape."""
        shapes = self.statement.shapes()
        moments = self.statement.orders is not None
        if epsilon is None and len(shapes) > 1 and not moments:
            epsilon = amount_of(self._claim().scaled(lambda e: multiple(e, factor)))
        found: list[tuple[Shape, _Found]] = []
        for shape in shapes:
            answer = self._with_events(shape, factor, epsilon, tiers)
            if isinstance(answer, Stuck):
                return answer
            found.append((shape, answer))
            if moments and epsilon is None:  # what the first one costs is what the others may
                epsilon = amount_of(_stated(answer.theorem.judgment))
        return found

    def _with_delta(self, theorem: Theorem) -> Theorem:
        """What is proved without a δ holds with the one that is claimed, if that is not negative."""
        found, claimed = theorem.judgment.cost, self.statement.goal.cost
        assert not isinstance(found, Ledger)
        assert not isinstance(claimed, Ledger)
        if found.delta == claimed.delta:
            return theorem
        return weaken(theorem, cost=replace(found, delta=claimed.delta))

    def _with_events(
        self, shape: Shape, factor: Fraction, epsilon: Expr | None, tiers: tuple[int, ...]
    ) -> _Found | Stuck:
        """A theorem for one shape: without a δ, or with events that it pays for."""
        claimed = self.statement.goal.cost
        if isinstance(claimed, Ledger) or not self.mechanism.claim.gives_up or epsilon is None:
            answer = self._for_shape(shape, factor, epsilon, tiers)
            return (self._each_way(shape, factor, epsilon, tiers) or answer) if isinstance(answer, Stuck) else answer
        likely, unlikely = (tuple(t for t in tiers if (t < UNLIKELY) is wanted) for wanted in (True, False))
        answer = self._for_shape(shape, factor, epsilon, likely)
        if isinstance(answer, _Found):
            return answer
        paid = self._paid_each_way(shape, factor, epsilon, likely, claimed.delta)
        if paid is not None or not unlikely:
            return paid or answer
        return self._for_shape(shape, factor, epsilon, unlikely)

    def _each_way(self, shape: Shape, factor: Fraction, epsilon: Expr | None, tiers: tuple[int, ...]) -> _Found | None:
        """Up and down apart, where a choice is paid by its range: scores that move one way have half of it."""
        ranges = any(map(self.statement.currency.ranges, self.mechanism.samplings))
        ways = Ways.of(shape, self.mechanism) if ranges else None
        if ways is None:
            return None
        found: list[_Found] = []
        for way in ways.shapes:
            one = self._for_shape(way, factor, epsilon, tiers)
            if isinstance(one, Stuck):
                return None
            found.append(one)
            epsilon = epsilon or amount_of(_stated(one.theorem.judgment))  # what the first one costs the other may
        return _Found(case(ways.up, shape.facts, *(f.theorem for f in found)), (*found[0].parts, *found[1].parts))

    def _paid_each_way(
        self, shape: Shape, factor: Fraction, epsilon: Expr, tiers: tuple[int, ...], delta: Expr
    ) -> _Found | None:
        """A theorem with events that δ pays for, up and down apart if a number may move either way."""
        ways = Ways.of(shape, self.mechanism)
        if ways is None:
            return self._paid(shape, factor, epsilon, tiers, delta)
        found: list[_Found] = []
        for way in ways.shapes:
            one = self._for_shape(way, factor, epsilon, tiers)
            paid = self._paid(way, factor, epsilon, tiers, delta) if isinstance(one, Stuck) else one
            if paid is None:
                return None
            found.append(paid)
        up, down = (self._with_delta(f.theorem) for f in found)
        return _Found(case(ways.up, shape.facts, up, down), (*found[0].parts, *found[1].parts))

    def _paid(
        self, shape: Shape, factor: Fraction, epsilon: Expr, tiers: tuple[int, ...], delta: Expr
    ) -> _Found | None:
        """A theorem with an event that δ pays for."""
        there = shape.with_names(self.mechanism, self.statement.names.taken)
        for other in self._pledged(there, tiers, delta):
            answer = other._for_shape(there, factor, epsilon, tiers)
            if isinstance(answer, _Found):
                return answer._replace(theorem=without_names(answer.theorem, there.named, shape.facts))
        return None

    def _pledged(self, shape: Shape, tiers: tuple[int, ...], delta: Expr) -> Iterator[Prover]:
        """Provers for events that δ can pay for: one, several of one manner, or two if none alone is enough."""
        known = [self._named(shape, t) for t in self._trials(shape)[0]]
        tried = Promising(self.program, known, self.mechanism.claim.delta)
        failed = [self._named(shape, t) for t in self.failed]
        hinted = self._hinted(shape).events
        offers = map(told, hinted) if hinted else events(self.mechanism, shape)
        reached: dict[About, bool] = {}
        offered_all = [offered for offered in offers if tried.affordable(offered.event)]
        payable = [offered for offered in offered_all if self._comes_to(offered.event, shape, reached)]
        kinds = {(offered.manner, offered.apart) for offered in payable}  # perhaps no trial comes to one of many keys
        wider = [offered for offered in offered_all if (offered.manner, offered.apart) in kinds]
        alone = (offered for offered in payable if offered.manner[0] != BOTH_ENDS)
        single = [(event,) for event in dict.fromkeys(offered.event for offered in alone)]
        alike_ones = dict.fromkeys(itertools.chain(alike(payable), alike(wider) if len(wider) > len(payable) else ()))
        together = (some for some in alike_ones if tried.affordable(*some))
        orders = (single, together) if shape.moves_one_way else (together, single)
        likeliest = [(o.event,) for o in payable if o.manner[0] == NARROWED]
        halves: list[tuple[Event, list[Trial]]] = []
        in_vain: list[tuple[Event, ...]] = []
        remaining = _MOST_AT_ONCE if self.allowed is not None and self.allowed.at_once else math.inf
        for some in itertools.chain(likeliest, *orders):
            if failed and not any(tried.happens(e, t) for e in some for t in failed):
                continue
            if any(_is_part(tried, some, others) for others in in_vain):
                continue
            if (remaining := remaining - 1) < 0:
                return
            other = self._with_pledge(some, shape)
            if other._keeps_together(shape, tiers):
                yield from other._credited(shape, delta)
            else:
                in_vain.append(some)
                if len(some) == 1 and len(halves) < _MOST_HALVES:
                    halves.append((some[0], [self._named(shape, self._own(other, t)) for t in other.failed]))
            if len(in_vain) > _MOST_IN_VAIN:
                break
        for first, left in halves:
            for second in (e for e, *_ in payable if _is_elsewhere(e, first) and tried.affordable(first, e)):
                both = first, second
                if len(in_vain) > _MOST_IN_VAIN or not any(tried.happens(second, t) for t in left):
                    continue
                if any(_is_part(tried, both, others) for others in in_vain):
                    continue
                if (remaining := remaining - 1) < 0:
                    return
                other = self._with_pledge(both, shape)
                if other._keeps_together(shape, tiers):
                    yield from other._credited(shape, delta)
                else:
                    in_vain.append(both)

    def _named(self, shape: Shape, trial: Trial) -> Trial:
        """A trial that knows what there is by the adjacency."""
        return replace(trial, rigid={**trial.rigid, **witnessed(self.mechanism, shape, trial)})

    def _with_pledge(self, chosen: tuple[Event, ...], shape: Shape) -> Prover:
        """The prover of a mechanism that remembers events."""
        at = self.mechanism.samplings[chosen[0].site].at
        self.progress(f"looking what δ may pay for at line {at.line if at is not None else 0}")
        pledge = pledged(self.mechanism, chosen, _spoken_of(chosen, shape))
        other = Prover(pledge.mechanism, self.progress, hints=self.hints)
        other.statement = replace(other.statement, pledge=pledge)
        return other

    def _credited(self, shape: Shape, delta: Expr) -> Iterator[Prover]:
        """The same, if its events are as unlikely as that."""
        assert self.statement.pledge is not None
        given = {n.value: n.var for n in shape.named if isinstance(n.value, Var)}
        by_name = {n.var: n.value.name for n in shape.named if isinstance(n.value, Var)}
        sums = {v: (shape.sums[name], shape.motions[name].most) for v, name in by_name.items() if name in shape.sums}
        paid = credit(self.statement.pledge, self._in_lines(shape).facts, delta, given, sums)
        if paid is not None:
            self.statement = replace(self.statement, credit=paid)
            yield self

    def _own(self, other: Prover, trial: Trial) -> Trial:
        """A trial of a mechanism with ghosts, without them."""
        pledge = other.statement.pledge
        assert pledge is not None
        sites = {site: n for n, site in enumerate(pledge.own)}
        draws = {
            Key(sites[site], rounds): replace(draw, site=sites[site])
            for (site, rounds), draw in trial.run.draws.items()
            if site in sites
        }
        return replace(trial, run=replace(trial.run, draws=draws))

    def _keeps_together(self, shape: Shape, tiers: tuple[int, ...]) -> bool:
        """Whether some couplings keep all trials together."""
        trials, checks = self._trials(shape)
        failures: Counter[int] = Counter()
        for tier in tiers:
            search = self._search(shape, tier, trials, Fraction(1), failures)
            if next(self._candidates(search, checks, set()), None) is not None:
                return True
        self.failed = [search.trials[number] for number in failures]
        return False

    def _with_extras(self, shape: Shape) -> Prover | None:
        """The prover of a mechanism that remembers where its lists have an entry more, if some grow with rows."""
        plain = self.statement.grown is None and self.statement.pledge is None
        made = grown(self.mechanism, shape.alignments) if plain else None
        if made is None:
            return None
        self.progress("looking at lists that grow")
        other = Prover(made.mechanism, self.progress, hints=self.hints)
        other.statement, other.allowed = replace(other.statement, grown=made), self.allowed
        return other

    def _for_shape(
        self, shape: Shape, factor: Fraction, epsilon: Expr | None, tiers: tuple[int, ...]
    ) -> _Found | Stuck:
        other = self._with_extras(shape)
        answer = None if other is None else other._for_shape(shape, factor, epsilon, tiers[:1])
        if isinstance(answer, _Found):
            return answer
        trials, checks = self._trials(shape)
        failures: Counter[int] = Counter()
        reason = ""
        seen: set[object] = set()
        lined = self._in_lines(shape)
        for tier in tiers:
            if tier >= UNLIKELY and self.halfway is not None:
                halfway, self.halfway = self.halfway, None
                halfway()
            self.progress(f"choosing couplings, tier {tier}")
            search = self._search(shape, tier, trials, factor, failures)
            candidates = self._candidates(search, checks, seen)
            if tier == tiers[0]:
                candidates = itertools.chain(self._unmoved(search, checks, seen), candidates)
            candidates = itertools.chain(self._of_several(search, checks, seen), candidates)
            for attempts, (couplings, traces) in enumerate(candidates, 1):
                self.progress(f"looking for invariants, attempt {attempts} of tier {tier}")
                if self.allowed is not None:
                    self.allowed.attempts -= 1
                try:
                    soon = self.allowed is not None and self.allowed.at_once
                    attempt = Attempt(
                        self.statement, lined, couplings, search.trials, traces, self._hinted(shape), soon
                    )
                    derived = self._attempt(attempt, factor, epsilon)
                    if lined.facts != shape.facts:
                        derived = replace(derived, theorem=weaken(derived.theorem, pre=shape.facts))
                    self.tier = max(self.tier, tier)
                    return _Found(derived.theorem, (_Part(self.statement, shape, derived, couplings),))
                except (NotFound, Unsupported) as problem:
                    reason = str(problem)
                    self.attempted.append(self._attempted(couplings, reason))
                if attempts >= _MOST_ATTEMPTS or self._is_spent():
                    break
            self.searched.append(self._searched(search))
            if self._is_spent():
                break
        self.failed = [] if reason else [search.trials[number] for number in failures]
        return self._stuck(search, failures, reason)

    def _in_lines(self, shape: Shape) -> Shape:
        """The same, where ε is paid, with lines in the place of squares: nothing has to be multiplied then."""
        if self.statement.currency.in_squares or not shape.sums:
            return shape
        return replace(shape, facts=in_lines(shape.facts, shape.sums.values()))

    def _trials(self, shape: Shape) -> tuple[list[Trial], Checks]:
        """Trials to search with, those with few samples first, and more to check what they let through."""
        made, matters = self._made_for(shape), self._matters(shape)
        trials = sorted(filter(matters, made.trials), key=lambda t: len(t.run.draws))
        return trials, Checks(lambda: list(filter(matters, made.checks)))

    def _made_for(self, shape: Shape) -> Made:
        """All trials of a shape, whether they matter or not. They are made once."""
        if self._made is None or self._made[0] is not shape:
            self._made = shape, Made(Trials(self.program, shape.cases, self._stand_ins, shape.named))
        return self._made[1]

    def _comes_to(self, event: Event, shape: Shape, known: dict[About, bool]) -> bool:
        """Whether there is a trial in which an event might happen; that does not depend on its tail."""
        if event.about not in known:
            other = self._with_pledge((event,), shape)
            assert other.statement.pledge is not None
            (part,) = other.statement.pledge.parts
            source = Trials(other.program, shape.cases, other._stand_ins, shape.named)
            draws = (draw for trial in at_first(source) for draw in trial.run.draws.values())
            known[event.about] = any(d.site == part.site and d.before[part.due.name] for d in draws)
        return known[event.about]

    def _matters(self, shape: Shape) -> Callable[[Trial], bool]:
        """Whether a trial is of this shape, and the event has not happened that δ pays for."""
        side, pledge = function(shape.side), self.statement.pledge
        program = None if pledge is None else Program(replace(self.mechanism, result=pledge.bad))

        def matters(trial: Trial) -> bool:
            if not side(
                trial.left, trial.left, trial.right, {**trial.rigid, **witnessed(self.mechanism, shape, trial)}
            ):
                return False
            draws = trial.run.draws
            return program is None or not program.run(trial.left, trial.rigid, lambda _, k, *__: draws[k].value).result

        return matters

    def _search(self, shape: Shape, tier: int, trials: list[Trial], factor: Fraction, failures: Counter[int]) -> Search:
        usual = choices(self.mechanism, self.statement.names, tier, self.statement.given_back)
        offered = self._hinted(shape).offers(usual)
        most = MOST_STEPS if self.allowed is None else min(MOST_STEPS, max(0, self.allowed.steps))
        names, pricings = self.statement.names, self.statement.pricings
        pace = Pace.of(self.mechanism, shape.alignments, loops_over(self.mechanism, self.statement.extras))
        tossed = [self._tossed(site) for site in range(len(self.mechanism.samplings))]
        return Search(
            self.program,
            offered,
            names,
            pricings,
            self.statement.counter_of,
            pace,
            tossed,
            self._stand_ins,
            frozenset() if self.statement.pledge is None else self.statement.pledge.cut_off,
            trials,
            factor,
            most,
            failures,
        )

    @property
    def _stand_ins(self) -> dict[int, int]:
        return {} if self.statement.pledge is None else self.statement.pledge.stand_ins

    def _hinted(self, shape: Shape) -> Hinted:
        """What was said about this mechanism."""
        return Hinted(self.hints, self.statement, shape)

    def _tossed(self, site: int) -> Tossed | None:
        """What a coin costs that one run tosses alone, for trials."""
        paid = self.statement.tossed(site)
        if paid is None:
            return None
        number = self.statement.names.counters.index
        steps = [tuple((number(c), int(p.value)) for c, p in part if isinstance(p, Literal)) for part in paid]
        return Tossed(steps[0], steps[1], self.statement.units)

    def _attempt(self, attempt: Attempt, factor: Fraction, epsilon: Expr | None) -> Derived:
        if epsilon is not None:
            return attempt.derive(factor, epsilon)
        for bounds in attempt.budgets(factor)[:1]:
            return attempt.derive_within(bounds, attempt.price(bounds))
        raise NotFound("the couplings spend more than the budget allows")

    def _candidates(self, search: Search, checks: Checks, seen: set[object]) -> Iterator[tuple[Couplings, list[Trace]]]:
        """Couplings that pass all trials and checks; a check that fails becomes a trial."""
        try:
            for couplings in search.solutions():
                failed = [t for t in checks.left if not search.accepts(t)]
                if failed:
                    search.trials += failed[:8]
                    for t in failed[:8]:
                        checks.left.remove(t)
                    continue
                search.passed += 1
                traces = search.follow(couplings, search.trials)
                signature = tuple(trace.shifts for trace in traces[:MADE_AT_FIRST])
                if signature not in seen:
                    seen.add(signature)
                    yield couplings, traces
        except Exhausted:
            return
        finally:
            if self.allowed is not None:
                self.allowed.steps -= search.steps

    def _unmoved(self, search: Search, checks: Checks, seen: set[object]) -> Iterator[tuple[Couplings, list[Trace]]]:
        """The same value for each draw, where that is not what is tried first: all that comes of it is the same."""
        moves = self.statement.currency.moves
        offers = [
            Choices(((),), (ZERO,)) if moves(s) and ZERO in offered.moves else offered
            for s, offered in zip(self.mechanism.samplings, search.choices, strict=True)
        ]
        if any(offered.moves[0] != ZERO for offered in search.choices if ZERO in offered.moves):
            plain = replace(search, choices=offers, failures=Counter())
            yield from self._candidates(plain, checks, seen)

    def _of_several(self, search: Search, checks: Checks, seen: set[object]) -> Iterator[tuple[Couplings, list[Trace]]]:
        """What asks the same of each draw, where there are several winners."""
        for offers in any_winner(search.choices, self.statement.names.output):
            alike = replace(search, choices=offers, failures=Counter(), assignment={}, best={})
            yield from self._candidates(alike, checks, seen)

    # ------------------------------------------------------------------------------------------------- explaining

    def _attempted(self, couplings: Couplings, reason: str) -> Attempted:
        """Couplings that were attempted, and why no proof came of them."""
        pairs = zip(self.mechanism.samplings, couplings, strict=True)
        return Attempted(tuple((draw_of(s), c.shift) for s, c in pairs if c is not None), reason)

    def _searched(self, search: Search) -> Searched:
        """How many couplings there were for each draw, and how the search among their combinations ended."""
        offered = tuple((draw_of(s), len(c)) for s, c in zip(self.mechanism.samplings, search.choices, strict=True))
        return Searched(offered, search.passed, min(search.steps, MOST_STEPS), search.given_up)

    def _stuck(self, search: Search, failures: Counter[int], reason: str) -> Stuck:
        tried: tuple[Attempted | Searched, ...] = (*dict.fromkeys(self.attempted), *dict.fromkeys(self.searched))
        if not search.trials:
            return Stuck("no pair of small inputs was found to try couplings on")
        if reason:
            return Stuck(
                f"couplings keep all runs that were tried together, but no proof was found: {reason}", None, tried
            )
        samplings = self.mechanism.samplings
        missing = [s for s, offered in zip(samplings, search.choices, strict=True) if not len(offered)]
        if missing:
            return Stuck("the grammar has no coupling for this draw", draw_of(missing[0]).line, tried)
        if not failures:
            return Stuck("the search for couplings was given up", None, tried)
        _, most = failures.most_common(1)[0]
        # Of those that stopped about as many combinations as any, the one with the fewest samples: it is to be read.
        among = (n for n, count in failures.items() if 2 * count >= most)
        worst = min(among, key=lambda n: (_size(search.trials[n]), n))
        trial = search.trials[worst]
        draws = [(draw_of(samplings[drawn.site]), drawn.value) for drawn in trial.run.draws.values()]
        line = search.parting_line(trial)
        left, right = (inputs(self.mechanism, trial, side) for side in (0, 1))
        example = Example(left, right, plain(trial.run.result), tuple(draws), self.mechanism.faces)
        if not samplings:
            return Stuck("there is no noise to couple, and two runs return different outputs", None, (), example)
        reason = "none of the couplings that were tried keeps the two runs together within the budget"
        return Stuck(reason, line, tried, example)


def _unmodelled(mechanism: Mechanism) -> Stuck | None:
    """Noise that the kernel has no rule for, or whose rate the prover does not know how to pay."""
    for sampling in mechanism.samplings:
        line = draw_of(sampling).line
        if sampling.noise not in ROWS:
            return Stuck(f"there is no rule for {sampling.noise.name} noise", line)
        try:
            pricing(mechanism, sampling)
        except Unsupported as problem:
            return Stuck(str(problem), line)
    return None


def _spoken_of(chosen: tuple[Event, ...], shape: Shape) -> list[Var]:
    """The rigid names that a program with ghosts may speak of: of what stands in rows, no more than it does."""
    said = [e for event in chosen for e in (event.guard, event.stand_in) if e is not None]
    spoken = {v for e in said for v in free_variables(e)}
    named = {n.var for n in shape.named}
    return [v for v in shape.rigid if v not in named or v in spoken]


def _is_part(tried: Promising, some: tuple[Event, ...], others: tuple[Event, ...]) -> bool:
    """Whether events happen only where others do, of the same draws."""
    return len(some) == len(others) and all(map(tried.is_part, some, others))


def _is_elsewhere(event: Event, other: Event) -> bool:
    """Whether two events are of different draws: a draw in the place of another is one of its own."""
    return (event.site, event.stand_in is None) != (other.site, other.stand_in is None)


def _size(trial: Trial) -> int:
    """How much there is to read in a trial."""
    return len(trial.run.draws) + sum(len(v) for v in trial.left.values() if isinstance(v, tuple))


def prove(
    mechanism: Mechanism,
    progress: Progress = _quiet,
    halfway: Callable[[], None] | None = None,
    hints: Hints = NO_HINTS,
) -> Proof | Stuck:
    """Try to prove that a mechanism keeps its claim: with hints, if there are any, and then as if there were none."""
    if not hints:
        return Prover(mechanism, progress, halfway).find_proof()
    with_hints = Prover(mechanism, lambda text: progress(f"as hinted: {text}"), hints=hints).find_proof()
    if isinstance(with_hints, Proof):
        return with_hints
    found = Prover(mechanism, progress, halfway).find_proof()
    if isinstance(found, Proof):
        return found
    return replace(found, tried=tuple(dict.fromkeys((*with_hints.tried, *found.tried))))


def infer(mechanism: Mechanism, progress: Progress = _quiet) -> Proof | Stuck:
    """Find the smallest ε that can be proved of a mechanism."""
    return Prover(mechanism, progress).infer()
