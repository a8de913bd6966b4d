"""The prover: couplings by trial, invariants from lemmas and the Horn engine, a derivation for the kernel.

For each shape of the adjacency the search for couplings goes from a small grammar to larger ones. Each combination that
passes the trials is attempted; combinations that do the same in every trial are attempted once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from twinproof.kernel.judgment import Budget, Judgment
from twinproof.kernel.noise import SHIFTS
from twinproof.lang.claim import Claim, EpsilonDelta
from twinproof.lang.command import Sample, While
from twinproof.lang.expr import ZERO, Expr, Literal, Op, Place, apply, tag
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_expr
from twinproof.search.adjacency_cases import Shape, Statement
from twinproof.search.attempt import Attempt, Found, NotFound, ledger
from twinproof.search.budget import epsilon_of
from twinproof.search.compiled import Program, function
from twinproof.search.coupling_search import MOST_STEPS, Couplings, Exhausted, Search, Trace
from twinproof.search.couplings import Coupling, choices, output_variable
from twinproof.search.infer import LARGER, SMALLER, multiple, unit
from twinproof.search.pruning import loops_in
from twinproof.search.result import CoupledSample, Example, LoopInvariant, Proof, Spending, Stuck
from twinproof.search.terms import Unsupported
from twinproof.search.trials import Trial, Trials, inputs, plain
from twinproof.smt import in_one_context
from twinproof.tactics.paper_rules import GENERAL_RULES

Progress = Callable[[str], None]

TIERS = (0, 1, 2, 3)
UNLIKELY = 2  # the first tier that few proofs need
_MOST_ATTEMPTS = 4  # different combinations of couplings that are attempted in each tier
_TRIALS = 150  # made at first
_LONG_TRIALS = 25  # … and on long lists
_CHECKS = 300  # attempts at further trials, for combinations that passed the first ones


def _quiet(_: str) -> None:
    pass


def _stated(judgment: Judgment) -> Claim:
    """The claim that a judgment about equal results stands for."""
    assert isinstance(judgment.cost, Budget)
    return EpsilonDelta(judgment.cost.epsilon, judgment.cost.delta)


class GivenUp(Exception):
    """Somebody has found out meanwhile that there is nothing to prove."""


@dataclass
class Allowance:
    """What is left of the right runs that a search may make altogether, and of its attempts at a proof."""

    steps: int
    attempts: int


MOST_TO_INFER = Allowance(steps=100_000, attempts=12)  # beyond the proof of the claim itself


class Prover:
    """The search for a proof of one mechanism.

    `halfway` is called once, when the likely couplings have been tried; it may look for a counterexample, and raise
    `GivenUp`. Whatever it does, the prover does the same before and after it.
    """

    def __init__(
        self, mechanism: Mechanism, progress: Progress = _quiet, halfway: Callable[[], None] | None = None
    ) -> None:
        self.mechanism = mechanism
        self.statement = Statement.of(mechanism)
        self.program = Program(mechanism)
        self.output = output_variable(mechanism)
        self.strange = next((s for s in mechanism.samplings if s.noise not in SHIFTS), None)
        if self.strange is None:
            self.counters, self.rates, self.counter_of = ledger(self.statement, self.program)
        self.progress = progress
        self.halfway = halfway
        self.tried: list[str] = []
        self.looked: list[str] = []  # at which couplings, and how that ended
        self.tier = 0  # the largest tier that a proof has needed
        self.allowed: Allowance | None = None  # no more than for each tier

    def prove(self, tiers: tuple[int, ...] = TIERS) -> Proof | Stuck:
        """A proof of the claim, or where it got stuck, with couplings from these tiers of the grammar."""
        if self.strange is not None:
            return Stuck(f"there is no rule for {self.strange.noise.name} noise", _line(self.strange))
        return self._prove(Fraction(1), epsilon_of(self._claim()), tiers)

    def infer(self, stuck: Stuck | None = None, false_below: float = 1.0) -> Proof | Stuck:
        """A proof of the smallest ε that is found to be provable.

        `stuck` says that the claim itself was tried in vain, and `false_below` that no smaller multiple of it is true.
        """
        first = stuck or self.prove()
        if self.strange is not None:
            return first
        tell, self.progress = self.progress, lambda text: tell(f"smallest ε: {text}")
        self.allowed = replace(MOST_TO_INFER)
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
            answer = self._prove(factor, None) if self._passes(factor) else None
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
            answer = self._prove(factor, None) if not self._is_spent() else None
            if isinstance(answer, Proof):
                return replace(answer, tighter=factor < 1)
        return first

    def _is_spent(self) -> bool:
        return self.allowed is not None and min(self.allowed.steps, self.allowed.attempts) <= 0

    def _passes(self, factor: Fraction) -> bool:
        """Whether some couplings of the tiers that were needed so far keep to a multiple of the claim in all trials."""
        for shape in self.statement.shapes():
            trials, checks = self._trials(shape)
            search = self._search(self.tier, trials, factor, Counter())
            if next(self._candidates(search, checks, set()), None) is None:
                return False
        return True

    def _claim(self) -> Claim:
        """The claim, with the lengths of private lists by their rigid names."""
        return _stated(self.statement.goal)

    @in_one_context()
    def _prove(self, factor: Fraction, epsilon: Expr | None, tiers: tuple[int, ...] = TIERS) -> Proof | Stuck:
        """A proof of ε; if none is given, of the price of the couplings that a multiple of the claim allows."""
        if self.mechanism.claim.notion() != "pure":
            return Stuck("only claims with δ = 0 are proved automatically")
        shapes = self.statement.shapes()
        if epsilon is None and len(shapes) > 1:
            epsilon = epsilon_of(self._claim().scaled(lambda e: multiple(e, factor)))
        parts: list[tuple[Shape, Found, Couplings]] = []
        for shape in shapes:
            answer = self._shape(shape, factor, epsilon, tiers)
            if isinstance(answer, Stuck):
                return answer
            parts.append((shape, *answer))
        theorem = self.statement.join([(shape, found.theorem) for shape, found, _ in parts])
        couplings, invariants, spending = [], [], []
        for shape, found, chosen in parts:
            case = _case(shape)
            couplings += list(self._couplings(chosen, case))
            invariants += [
                LoopInvariant(_line(loop), found.invariants[id(loop)], case) for loop in loops_in(self.mechanism.body)
            ]
            spending += list(self._spending(found, case))
        return Proof(_stated(theorem.judgment), tuple(couplings), tuple(invariants), tuple(spending), theorem=theorem)

    def _shape(
        self, shape: Shape, factor: Fraction, epsilon: Expr | None, tiers: tuple[int, ...]
    ) -> tuple[Found, Couplings] | Stuck:
        trials, checks = self._trials(shape)
        failures: Counter[int] = Counter()
        reason = ""
        seen: set[object] = set()
        for tier in tiers:
            if tier >= UNLIKELY and self.halfway is not None:
                halfway, self.halfway = self.halfway, None
                halfway()
            self.progress(f"choosing couplings, tier {tier}")
            search = self._search(tier, trials, factor, failures)
            for attempts, (couplings, traces) in enumerate(self._candidates(search, checks, seen), 1):
                self.progress(f"looking for invariants, attempt {attempts} of tier {tier}")
                if self.allowed is not None:
                    self.allowed.attempts -= 1
                try:
                    attempt = Attempt(
                        self.statement, self.program, self.output, shape, couplings, search.trials, traces
                    )
                    found = self._attempt(attempt, factor, epsilon)
                    self.tier = max(self.tier, tier)
                    return found, couplings
                except (NotFound, Unsupported) as problem:
                    reason = str(problem)
                    self.tried.append(f"{self._named(couplings)}: {reason}")
                if attempts >= _MOST_ATTEMPTS or self._is_spent():
                    break
            self.looked.append(self._looked(search))
            if self._is_spent():
                break
        return self._stuck(search, failures, reason)

    def _trials(self, shape: Shape) -> tuple[list[Trial], list[Trial]]:
        """Trials to search with, those with few samples first, and more to check what they let through."""
        source = Trials(self.program, shape.directions)
        trials = [*source.stream(_TRIALS), *source.long(_LONG_TRIALS)]
        return sorted(trials, key=lambda t: len(t.run.draws)), list(source.stream(_CHECKS))

    def _search(self, tier: int, trials: list[Trial], factor: Fraction, failures: Counter[int]) -> Search:
        offered = choices(self.mechanism, self.output, self.program.sites, tier)
        rates = [function(s.rate) for s in self.program.sites]
        most = MOST_STEPS if self.allowed is None else min(MOST_STEPS, max(0, self.allowed.steps))
        return Search(self.program, offered, self.output, rates, trials, factor, most, failures)

    def _attempt(self, attempt: Attempt, factor: Fraction, epsilon: Expr | None) -> Found:
        if epsilon is not None:
            return attempt.prove(factor, epsilon)
        for bounds in attempt.budgets(factor)[:1]:
            return attempt.within(bounds, attempt.price(bounds))
        raise NotFound("the couplings spend more than the budget allows")

    def _candidates(
        self, search: Search, checks: list[Trial], seen: set[object]
    ) -> Iterator[tuple[Couplings, list[Trace]]]:
        """Couplings that pass all trials and checks; a check that fails becomes a trial."""
        try:
            for couplings in search.solutions():
                failed = [t for t in checks if not search.accepts(t)]
                if failed:
                    search.trials += failed[:8]
                    for t in failed[:8]:
                        checks.remove(t)
                    continue
                search.passed += 1
                traces = [search.follow(couplings, t, self.counter_of, len(self.counters)) for t in search.trials]
                signature = tuple(trace.shifts for trace in traces[:_TRIALS])
                if signature not in seen:
                    seen.add(signature)
                    yield couplings, traces
        except Exhausted:
            return
        finally:
            if self.allowed is not None:
                self.allowed.steps -= search.steps

    # ------------------------------------------------------------------------------------------------- explaining

    def _looked(self, search: Search) -> str:
        """How many couplings there were for each draw, and how the search among their combinations ended."""
        drawn = zip(self.program.sites, search.choices, strict=True)
        offered = ", ".join(f"{len(choices):,} for the draw{_in_line(site)}" for site, choices in drawn)
        passed = f"{search.passed or 'none'} passed all trials, in {min(search.steps, MOST_STEPS):,} pairs of runs"
        limit = ", which is the limit" if search.given_up else ""
        return f"combinations of couplings ({offered}): {passed}{limit}"

    def _stuck(self, search: Search, failures: Counter[int], reason: str) -> Stuck:
        tried = tuple(dict.fromkeys([*self.tried, *self.looked]))
        if not search.trials:
            return Stuck("no pair of small inputs was found to try couplings on")
        if reason:
            return Stuck(
                f"couplings keep all runs that were tried together, but no proof was found: {reason}", None, tried
            )
        missing = [site for site, offered in zip(self.program.sites, search.choices, strict=True) if not len(offered)]
        if missing:
            return Stuck("the grammar has no coupling for this draw", _line(missing[0]), tried)
        if not failures:
            return Stuck("the search for couplings was given up", None, tried)
        _, most = failures.most_common(1)[0]
        # Of those that stopped about as many combinations as any, the one with the fewest samples: it is to be read.
        among = (n for n, count in failures.items() if 2 * count >= most)
        worst = min(among, key=lambda n: (_size(search.trials[n]), n))
        trial = search.trials[worst]
        draws = []
        for drawn in trial.run.draws.values():
            site = self.program.sites[drawn.site]
            draws.append((_line(site), site.target.name, drawn.value))
        line = search.parting_line(trial)
        left, right = (inputs(self.mechanism, trial, side) for side in (0, 1))
        example = Example(left, right, plain(trial.run.result), tuple(draws))
        if not self.program.sites:
            return Stuck("there is no noise to couple, and two runs return different outputs", None, (), example)
        reason = "none of the couplings that were tried keeps the two runs together within the budget"
        return Stuck(reason, line, tried, example)

    def _named(self, couplings: Couplings) -> str:
        return "; ".join(
            f"{site.target.name}: {_describe(coupling)}"
            for site, coupling in zip(self.program.sites, couplings, strict=True)
            if coupling is not None
        )

    def _couplings(self, couplings: Couplings, case: str) -> Iterator[CoupledSample]:
        for site, coupling in zip(self.program.sites, couplings, strict=True):
            if coupling is not None:
                rule = _rule(site, coupling)
                yield CoupledSample(_line(site), site.target.name, rule, coupling.shift, _cost(site, coupling), case)

    def _spending(self, found: Found, case: str) -> Iterator[Spending]:
        for cap in found.caps:
            counters = {c for c, _ in cap.weights}
            names = dict.fromkeys(
                s.target.name
                for s, number in zip(self.program.sites, self.counter_of, strict=True)
                if self.counters[number] in counters
            )
            rates = ((self.rates[self.counters.index(counter)], weight) for counter, weight in cap.weights)
            yield Spending(", ".join(names), cap.most, unit(rates), case)


def _size(trial: Trial) -> int:
    """How much there is to read in a trial."""
    return len(trial.run.draws) + sum(len(v) for v in trial.left.values() if isinstance(v, tuple))


def _line(command: Sample | While) -> int | None:
    return command.at.line if command.at is not None else None


def _in_line(site: Sample) -> str:
    line = _line(site)
    return f" in line {line}" if line is not None else ""


def _case(shape: Shape) -> str:
    return ", ".join(f"{name} {'rises' if sign > 0 else 'falls'}" for name, sign in shape.directions.items())


def _describe(coupling: Coupling) -> str:
    return show_expr(coupling.shift)


def _distance(site: Sample, shift: Expr) -> Expr:
    """|k + e⟨1⟩ − e⟨2⟩|, simplified where it is plain."""
    ours, theirs = tag(site.centre, Place.LEFT), tag(site.centre, Place.RIGHT)
    if shift == apply(Op.SUB, theirs, ours):
        return ZERO
    if ours == theirs:
        return Literal(abs(int(shift.value))) if isinstance(shift, Literal) else apply(Op.ABS, shift)
    distance = apply(Op.SUB, ours if shift == ZERO else apply(Op.ADD, shift, ours), theirs)
    return apply(Op.ABS, distance)


def _rule(site: Sample, coupling: Coupling) -> str:
    free = all(_distance(site, m.shift) == ZERO for m in coupling.moves)
    rule = GENERAL_RULES[site.noise]
    return rule.free_name if free else rule.name


def _cost(site: Sample, coupling: Coupling) -> str:
    """What one draw costs, as an expression of both runs."""
    prices = [_price(site, m.shift) for m in coupling.moves]
    if len(set(prices)) == 1:
        return prices[0]
    cases = [f"if {show_expr(c)} then {p} else " for c, p in zip(coupling.cases, prices, strict=False)]
    return "".join([*cases, prices[-1]])


def _price(site: Sample, shift: Expr) -> str:
    match _distance(site, shift):
        case Literal(int(steps)):
            return show_expr(multiple(site.rate, Fraction(steps)))
        case distance:
            return show_expr(apply(Op.MUL, distance, site.rate))


def prove(mechanism: Mechanism, progress: Progress = _quiet) -> Proof | Stuck:
    """Try to prove that a mechanism keeps its claim."""
    return Prover(mechanism, progress).prove()


def infer(mechanism: Mechanism, progress: Progress = _quiet) -> Proof | Stuck:
    """Find the smallest ε that can be proved of a mechanism."""
    return Prover(mechanism, progress).infer()
