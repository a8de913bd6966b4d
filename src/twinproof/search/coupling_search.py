"""Choosing couplings by trial: which combinations keep every pair of runs together, within the budget.

The choices are made only when a trial comes to a sampling for which there is none yet. When a trial fails, only the
choices that it made use of can be to blame: the search goes back to the latest of these, and leaves all others alone.
So one failed trial rules out, at once, every combination that would have led to the same pair of runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from twinproof.kernel.noise import SHIFTS, shift_coupling
from twinproof.lang.command import Sample
from twinproof.lang.computable import at_most
from twinproof.lang.expr import ZERO, Expr, Place, free_variables
from twinproof.lang.noise import COIN, FiniteNoise, Parameters
from twinproof.search.alignment import Pace
from twinproof.search.coins import odds_of
from twinproof.search.compiled import Draw, Function, Key, Memory, Program, Run, TooLong, Value, function
from twinproof.search.couplings import Choices, Coupling
from twinproof.search.currency import currency_of
from twinproof.search.dependence import Dependence, Sites, apart
from twinproof.search.names import Names
from twinproof.search.pairing import pairing
from twinproof.search.prices import Pricing
from twinproof.search.traces import Followed, Following, Pair, Spent, Trace
from twinproof.search.trials import Trial

MOST_STEPS = 40_000  # right runs that a search may make
_ALONE = (0, -3, 1000, 1, -1000)  # how far from its centre noise is that the right run draws alone
_LOOKS = 6  # trials that are still looked at once it is known which choice comes next


class Choice(NamedTuple):
    """What is to be decided for a sampling: how its cases are told apart, or the move in one of them."""

    site: int
    cases: int | None = None  # None: the case distinction itself
    case: int = 0


Assignment = dict[Choice, int]
Couplings = tuple[Coupling | None, ...]  # for each sampling; None where no trial has come to it


class Tossed(NamedTuple):
    """What a coin costs that one run tosses alone: so much of each counter for tails and for heads; with the rates."""

    tails: tuple[tuple[int, int], ...]  # the number of a counter, steps
    heads: tuple[tuple[int, int], ...]
    rates: tuple[Expr, ...]  # of all counters


class _Compiled(NamedTuple):
    """What a move of noise without shifts stands for, in a pair of runs."""

    image: Function
    steps: Function
    possible: Function


class _Windowed(NamedTuple):
    """A window, in a pair of runs."""

    steps: int
    when: Function
    fits: Function
    partner: Function


class Exhausted(Exception):
    """The search was given up."""


@dataclass
class _Open(Exception):
    """A trial came to a choice that has not been made."""

    choice: Choice
    used: frozenset[Choice]


@dataclass
class Search:
    """The search for couplings of one program."""

    program: Program
    choices: list[Choices]
    names: Names
    pricings: Sequence[Pricing]
    counter_of: Sequence[int | None]  # at each site, the number of the counter that pays
    pace: Pace
    tossed: Sequence[Tossed | None]  # at each site, what a coin costs that one run tosses alone
    stand_ins: Mapping[int, int]  # at which site the left run draws in the place of the right one, by the site of that
    cut_off: frozenset[int]  # the draws of which the first values are given up
    trials: list[Trial]
    factor: Fraction = Fraction(1)  # of the claimed ε that may be spent
    most_steps: int = MOST_STEPS
    failures: Counter[int] = field(default_factory=Counter)  # how often each trial has failed
    steps: int = 0
    passed: int = 0  # combinations that have passed all trials, and the checks of whoever asks
    given_up: bool = False  # at the limit, before all combinations were looked at
    deepest: int = 0  # how many trials the best combination has passed
    assignment: Assignment = field(default_factory=dict)
    best: Assignment = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.currency = currency_of(self.program.mechanism.claim)
        self._dependence = Dependence(self.program.mechanism)
        self._components = self._dependence.of_components()
        self._order: list[int] = []
        self._prices: dict[tuple[Trial, int], Fraction] = {}
        self._cases = [[[function(c) for c in cases] for cases in offered.distinctions] for offered in self.choices]
        self._on_sample = [
            [any(map(self.names.on_sample, cases)) for cases in offered.distinctions] for offered in self.choices
        ]
        self._moves = [[function(m) for m in choice.moves] for choice in self.choices]
        self._from_centre_on = [
            s.noise in SHIFTS and shift_coupling(s.noise).from_centre_on for s in self.program.samplings
        ]
        self._pairings = [
            None if self.currency.moves(s) else [self._compiled(s, move) for move in offered.moves]
            for s, offered in zip(self.program.samplings, self.choices, strict=True)
        ]
        self._windows = [
            [_Windowed(w.steps, *map(function, (w.when, w.fits(s), w.partner))) for w in offered.windows]
            for s, offered in zip(self.program.samplings, self.choices, strict=True)
        ]
        self._rates = [
            function(ZERO if p.is_free else p.unit if s.noise is COIN else self.currency.rate(s))
            for s, p in zip(self.program.samplings, self.pricings, strict=True)
        ]
        self._never_falls = all(map(self.currency.moves, self.program.samplings))  # what is spent
        moves = (move for offered in self.choices for move in offered.moves)
        self._looks_at_ledger = any(v.place is Place.LEDGER for move in moves for v in free_variables(move))
        self._alone_prices: dict[tuple[Trial, int, bool], Fraction] = {}
        self.divisors = [None if p.shared is None else function(p.shared) for p in self.pricings]

    def _compiled(self, sampling: Sample, move: Expr) -> _Compiled:
        odds = odds_of(self.program.mechanism, sampling)
        pair = pairing(sampling, move, self.names.sample(sampling.target.type), self.currency, odds)
        return _Compiled(*map(function, (pair.image, pair.steps, pair.possible)))

    def solutions(self) -> Iterator[Couplings]:
        """Combinations that pass all trials, the likeliest first. More trials may be added between two of them."""
        yield from self._explore(frozenset())

    def couplings(self, assignment: Mapping[Choice, int]) -> Couplings:
        """What an assignment of choices means."""
        couplings: list[Coupling | None] = []
        for site, offered in enumerate(self.choices):
            number = assignment.get(Choice(site))
            if number is None:
                couplings.append(None)
                continue
            cases, window = offered.distinctions[number], offered.window(number)
            moves = [assignment.get(Choice(site, number, case)) for case in range(len(cases) + 1)]
            usual = next((m for m in moves if m is not None), 0)  # for a case that no trial has come to
            shifts = [offered.moves[usual if m is None else m] for m in moves]
            if window is not None:
                shifts[0] = window.move
            couplings.append(Coupling(cases, tuple(shifts), window))
        return tuple(couplings)

    def _explore(self, passed: frozenset[int]) -> Generator[Couplings, None, frozenset[Choice]]:
        """All solutions that extend the choices made so far; at the end, the choices that rule out all others."""
        good = set(passed)
        while True:
            first: _Open | None = None
            looks = _LOOKS
            for number in self._waiting(good):
                if looks == 0:
                    break
                looks -= first is not None
                try:
                    passes, used = self.passes(self.trials[number])
                except _Open as undecided:
                    first = first or undecided
                    continue
                if not passes:
                    self.failures[number] += 1
                    self._order.remove(number)
                    self._order.insert(0, number)
                    return self._blamed(self.trials[number], used)
                good.add(number)
            if len(good) > self.deepest:
                self.deepest, self.best = len(good), dict(self.assignment)
            if first is not None:
                return (yield from self._decide(frozenset(good), first))
            if len(good) == len(self.trials):
                before = len(self.trials)
                yield self.couplings(self.assignment)
                if len(self.trials) == before:
                    return frozenset(self.assignment)

    def _blamed(self, trial: Trial, used: frozenset[Choice]) -> frozenset[Choice]:
        """Of the choices that a failed trial made use of, those that are to blame.

        A sampling that was drawn once is not, if the trial fails whatever its move is. This is worth finding out where
        there are several, of one of them: otherwise every combination of thresholds, say, would be gone through for
        each mistake further down.
        """
        drawn = Counter(d.site for d in trial.run.draws.values())
        moves = [c for c in self.assignment if c in used and c.cases is not None and drawn[c.site] == 1]
        if len(moves) < 2:
            return used
        for choice in reversed(moves):
            chosen = self.assignment[choice]
            others = [option for option in range(len(self.choices[choice.site].moves)) if option != chosen]
            fails = True
            for option in others:
                self.assignment[choice] = option
                if self.accepts(trial):
                    fails = False
                    break
            self.assignment[choice] = chosen
            if fails:
                return used - {choice, Choice(choice.site)}
        return used

    def _waiting(self, passed: set[int]) -> list[int]:
        """The trials still to be passed, those that have failed lately first."""
        self._order.extend(range(len(self._order), len(self.trials)))
        return [n for n in self._order if n not in passed]

    def _decide(self, passed: frozenset[int], undecided: _Open) -> Generator[Couplings, None, frozenset[Choice]]:
        choice = undecided.choice
        conflict: set[Choice] = set(undecided.used)
        offered = self.choices[choice.site]
        for option in range(len(offered.distinctions if choice.cases is None else offered.moves)):
            self.assignment[choice] = option
            blame = yield from self._explore(passed)
            del self.assignment[choice]
            if choice not in blame:
                return blame
            conflict |= blame
        conflict.discard(choice)
        return frozenset(conflict)

    def passes(self, trial: Trial) -> tuple[bool, frozenset[Choice]]:
        """Whether the right run returns what the left one did, within the budget; and the choices this depended on."""
        self.steps += 1
        if self.steps > self.most_steps:
            self.given_up = True
            raise Exhausted
        used: set[Choice] = set()
        cost = self._left_alone(trial)
        rigid = {**trial.rigid, self.names.output.name: trial.run.result}
        spent = self._spent_alone(trial)
        budget = trial.epsilon * self.factor

        def choose(site: int, key: Key, centre: Value, memory: Memory) -> Value:
            nonlocal cost
            drawn = self.drawn(trial, key)
            if drawn is None:
                value = self.drawn_alone(trial, site, key, centre, memory, rigid)
                cost += self._toss_price(trial, site, value)
                self.toss(site, value, spent)
                return value
            pairings = self._pairings[site]
            if pairings is not None:
                compiled = pairings[self._move(site, used)]
                self.tell_ledger(spent, rigid)
                value, steps = self._paired(compiled, site, drawn, memory, rigid)
                cost += self.pricings[site].worth(steps) * self._price(trial, site, drawn.before)
                self._pay(site, steps, spent)
                return value
            window = self._window(site, drawn, memory, rigid, used)
            if window is not None:
                self._pay(site, window.steps, spent)
                cost += window.steps * self._price(trial, site, drawn.before)
                return window.partner(drawn.before, drawn.before, memory, rigid)
            shift = self._shift(site, drawn.value, drawn.before, memory, rigid, used)
            distance = shift + drawn.centre - centre
            if site in self.cut_off:
                distance = self._beyond(drawn.value + shift, centre, distance)
            elif distance < 0 and self._from_centre_on[site]:
                raise _Apart
            self._one_divisor(site, drawn.before, memory, rigid)
            if distance:
                self._pay(site, self.currency.steps(distance), spent)
                cost += self.currency.steps(distance) * self._price(trial, site, drawn.before)
                if cost > budget and self._never_falls:
                    raise _Apart
            return drawn.value + shift

        try:
            run = self.program.run(trial.right, trial.rigid, choose)
        except (_Apart, TooLong):
            return False, frozenset(used)
        if run.result != trial.run.result:
            return False, self._used_for(run.result, trial.run.result, frozenset(used))
        return self._same_loops(run, trial.run) and cost <= budget, frozenset(used)

    def _beyond(self, value: int, first: int, distance: int) -> int:
        """How far a sample is moved at a price; fail if the right run, whose first value is known, cannot draw it."""
        if value < first:
            raise _Apart
        return max(distance, 0)

    def _used_for(self, ours: Value, theirs: Value, used: frozenset[Choice]) -> frozenset[Choice]:
        """Of the choices that were used, those that a component depends on in which two results differ."""
        fewest = used
        for sites in apart(ours, theirs, self._components):
            for _ in self.choices:
                sites = sites.union(*(self._looked_at(choice) for choice in used if choice.site in sites))
            some = frozenset(choice for choice in used if choice.site in sites)
            fewest = min(fewest, some, key=len)
        return fewest

    def _looked_at(self, choice: Choice) -> Sites:
        """The draws that a choice which was made looks at."""
        offered, option = self.choices[choice.site], self.assignment[choice]
        asked = offered.cases[option] if choice.cases is None else (offered.moves[option],)
        return frozenset().union(*map(self._dependence.behind, asked))

    def _move(self, site: int, used: set[Choice]) -> int:
        """The move for noise without shifts, which has one case."""
        return self._decided(Choice(site, self._decided(Choice(site), used)), used)

    def _paired(self, compiled: _Compiled, site: int, drawn: Draw, memory: Memory, rigid: Memory) -> tuple[Value, int]:
        """The right sample that belongs to a left one, and what it costs, for noise without shifts."""
        before, name = drawn.before, self.names.sample(self.program.samplings[site].target.type).name
        rigid[name] = drawn.value
        if not compiled.possible(before, before, memory, rigid):
            raise _Apart
        self._one_divisor(site, before, memory, rigid)
        image, steps = (part(before, before, memory, rigid) for part in (compiled.image, compiled.steps))
        return image, steps

    def drawn_alone(self, trial: Trial, site: int, key: Key, centre: Value, memory: Memory, rigid: Memory) -> Value:
        """What the right run draws alone: its centre or something far from it, or any of finitely many values."""
        noise = self.program.samplings[site].noise
        if not isinstance(noise, FiniteNoise):
            return centre + _ALONE[(site + sum(key[1]) + centre + trial.number) % len(_ALONE)]
        return noise.scripted(sum(key[1]) + trial.number, lambda: self._numbers(site, memory, rigid), centre)

    def _left_alone(self, trial: Trial) -> Fraction:
        """What the coins cost that the left run tosses alone."""
        if not any(self.tossed):
            return Fraction(0)
        alone = (d for (site, rounds), d in trial.run.draws.items() if self.is_alone(trial, site, rounds))
        return sum((self._toss_price(trial, d.site, d.value) for d in alone), Fraction(0))

    def _spent_alone(self, trial: Trial) -> list[Spent]:
        """What each counter has paid for the coins that the left run tosses alone, if a move looks at that."""
        spent: list[Spent] = [0] * len(self.names.counters)
        for (site, rounds), d in trial.run.draws.items() if self._looks_at_ledger else ():
            if self.is_alone(trial, site, rounds):
                self.toss(d.site, d.value, spent)
        return spent

    def toss(self, site: int, result: Value, spent: list[Spent]) -> None:
        """Pay for a coin that one run tosses alone."""
        tossed = self.tossed[site]
        for counter, steps in () if tossed is None else tossed.heads if result else tossed.tails:
            spent[counter] += steps

    def _pay(self, site: int, steps: int, spent: list[Spent]) -> None:
        """Pay for a draw of both runs, where nothing divides what it costs."""
        counter = self.counter_of[site]
        if counter is not None:
            spent[counter] += steps

    def tell_ledger(self, spent: Sequence[Spent], rigid: Memory) -> None:
        """Let a move look at what was paid so far."""
        if self._looks_at_ledger:
            rigid.update(zip((c.name for c in self.names.counters), spent, strict=True))

    def is_alone(self, trial: Trial, site: int, rounds: tuple[int, ...]) -> bool:
        """Whether the left run tosses a coin alone, at a price."""
        return self.tossed[site] is not None and self.pace.is_alone(site, rounds, trial.positions)

    def _toss_price(self, trial: Trial, site: int, result: Value) -> Fraction:
        """What a coin costs that one run tosses alone."""
        tossed = self.tossed[site]
        if tossed is None:
            return Fraction(0)
        key = (trial, site, bool(result))
        if key not in self._alone_prices:
            paid = tossed.heads if result else tossed.tails
            rates = [function(rate)(trial.left, trial.left, trial.right, trial.rigid) for rate in tossed.rates]
            self._alone_prices[key] = sum((steps * at_most(rates[n]) for n, steps in paid), Fraction(0))
        return self._alone_prices[key]

    def _numbers(self, site: int, memory: Memory, rigid: Memory) -> Parameters:
        """The parameters of the noise that is drawn."""
        compiled = (function(p) for p in self.program.samplings[site].parameters)
        return tuple(at_most(number(memory, memory, memory, rigid)) for number in compiled)

    def drawn(self, trial: Trial, key: Key) -> Draw | None:
        """The draw of the left run that belongs to one of the right run."""
        site, iterations = key
        ours = self.pace.draw(site, iterations, trial.positions) if self.pace.steps else iterations
        if ours is None:
            return None
        draws = trial.run.draws
        drawn = draws.get(Key(site, ours))
        return draws.get(Key(self.stand_ins[site], ours)) if drawn is None and site in self.stand_ins else drawn

    def _same_loops(self, ours: Run, theirs: Run) -> bool:
        """Whether both runs went round their loops equally often, but for those out of step."""
        if not self.pace.steps:
            return ours.loops == theirs.loops
        a, b = ({k: n for k, n in run.loops.items() if self.pace.is_in_step(k[0])} for run in (ours, theirs))
        return a == b

    def _price(self, trial: Trial, site: int, before: Memory) -> Fraction:
        """The rate of a sampling in a trial, in the memory before it."""
        if self.divisors[site] is not None:
            return at_most(self._rates[site](before, before, before, trial.rigid))
        key = (trial, site)
        if key not in self._prices:
            self._prices[key] = at_most(self._rates[site](trial.left, trial.left, trial.right, trial.rigid))
        return self._prices[key]

    def _one_divisor(self, site: int, left: Memory, right: Memory, rigid: Memory) -> None:
        """Fail if the two runs draw with different rates, or if there is no such noise."""
        divisor = self.divisors[site]
        if divisor is not None:
            ours, theirs = (divisor(memory, memory, memory, rigid) for memory in (left, right))
            if ours != theirs or ours <= 0:
                raise _Apart

    def accepts(self, trial: Trial) -> bool:
        """Whether the choices made so far pass a trial; one that needs a further choice does not count against them."""
        try:
            return self.passes(trial)[0]
        except _Open:
            return True

    def parting_line(self, trial: Trial) -> int | None:
        """The last sampling line that the best choices came to in a trial."""
        self.assignment = dict(self.best)
        try:
            _, used = self.passes(trial)
        except _Open as undecided:
            used = undecided.used | {undecided.choice}
        except Exhausted:
            return None
        sites = sorted({c.site for c in used})
        at = self.program.samplings[sites[-1]].at if sites else None
        return at.line if at is not None else None

    def follow(self, couplings: Couplings, trials: Iterable[Trial]) -> list[Trace]:
        """What trials spend on each counter under these couplings, and both memories at each loop head."""
        following = [None if c is None else self._following(site, c) for site, c in enumerate(couplings)]
        return [Pair(self, trial, following).trace() for trial in trials]

    def _following(self, site: int, coupling: Coupling) -> Following:
        """The right sample, the steps that it costs, and its move, for the draws of a sampling."""
        sampling, move = self.program.samplings[site], function(coupling.shift)
        compiled = None if self.currency.moves(sampling) else self._compiled(sampling, coupling.shift)
        ranges = self.currency.ranges(sampling)
        window = None if coupling.window is None else function(coupling.window.when)
        paid = 0 if coupling.window is None else coupling.window.steps

        def follows(drawn: Draw, centre: Value, memory: Memory, rigid: Memory) -> Followed:
            rigid[self.names.sampled.name] = drawn.value
            if compiled is not None and ranges:
                return *self._paired(compiled, site, drawn, memory, rigid), 0
            moved = int(move(drawn.before, drawn.before, memory, rigid))
            if window is not None and window(drawn.before, drawn.before, memory, rigid):
                return drawn.value + moved, paid, moved
            if compiled is None:
                distance = moved + drawn.centre - centre
                return drawn.value + moved, max(distance, 0) if site in self.cut_off else abs(distance), moved
            return *self._paired(compiled, site, drawn, memory, rigid), moved

        return follows

    def _shift(self, site: int, value: int, left: Memory, right: Memory, rigid: Memory, used: set[Choice]) -> int:
        number = self._decided(Choice(site), used)
        rigid[self.names.sampled.name] = value
        case = self._case(site, number, left, right, rigid)
        move = self._moves[site][self._decided(Choice(site, number, case), used)]
        shift = int(move(left, left, right, rigid))
        if self._on_sample[site][number]:
            self._one_to_one(site, number, case, value + shift, left, right, rigid, used)
        return shift

    def _window(self, site: int, drawn: Draw, right: Memory, rigid: Memory, used: set[Choice]) -> _Windowed | None:
        """The window that a sample must lie in, if the output says so; fail where that cannot be paid for."""
        windows = self._windows[site]
        number = self._decided(Choice(site), used) - len(self._cases[site]) + len(windows) if windows else -1
        if number < 0 or not windows[number].when(drawn.before, drawn.before, right, rigid):
            return None
        rigid[self.names.sampled.name] = drawn.value
        if not windows[number].fits(drawn.before, drawn.before, right, rigid):
            raise _Apart
        return windows[number]

    def _case(self, site: int, number: int, left: Memory, right: Memory, rigid: Memory) -> int:
        """Which case holds: the position of the first condition that does."""
        tests = self._cases[site][number]
        return next((i for i, test in enumerate(tests) if test(left, left, right, rigid)), len(tests))

    def _one_to_one(
        self,
        site: int,
        number: int,
        case: int,
        target: int,
        left: Memory,
        right: Memory,
        rigid: Memory,
        used: set[Choice],
    ) -> None:
        """Fail if a sample of another case would go to the same place."""
        for other in range(len(self._cases[site][number]) + 1):
            option = self.assignment.get(Choice(site, number, other))
            if other == case or option is None:
                continue
            rival = target - int(self._moves[site][option](left, left, right, rigid))
            rigid[self.names.sampled.name] = rival
            if self._case(site, number, left, right, rigid) == other:
                used.add(Choice(site, number, other))
                raise _Apart

    def _decided(self, choice: Choice, used: set[Choice]) -> int:
        option = self.assignment.get(choice)
        if option is None:
            raise _Open(choice, frozenset(used))
        used.add(choice)
        return option


class _Apart(Exception):
    """The runs do not stay together, or cost too much."""
