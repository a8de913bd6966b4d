"""Whether the plain form of a program does what was written: both run on the same small inputs, with the same noise.

The passes that make the plain form are many, and a verdict rests on them. So before there is one, the form that it is
about is held against what was written, on this very program: where they do not do the same, draw by draw, the verdict
is about what was written. So is the form that goes through keys, with several numbers between which they lie.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from twinproof.lang.checked import Draw, checked_inputs
from twinproof.lang.command import expressions, subcommands
from twinproof.lang.enclosure import NoNumber
from twinproof.lang.expr import ZERO, Expr, Literal, subterms
from twinproof.lang.faces import from_core
from twinproof.lang.interpret import Diverges, OutOfReach, TooManySteps, Value, run
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise.law import Noise, Parameters
from twinproof.lang.random_inputs import changed_inputs, random_inputs
from twinproof.lang.reader import read_between, read_directly
from twinproof.lang.watched import Distance, Goal, watched_run

RUNS = 60
_LONG_RUNS, _SHORT, _LONG = 20, 5, 12  # runs with longer lists, and how long lists are
_ROUNDS = 4_000  # loop iterations of all runs but the first ones
_PASSES, _PATIENCE = (
    3,
    30,
)  # how often each thing that has not happened yet is tried, in so many runs that come no nearer
_LED_STEPS = 300  # loop iterations of these
_MOST_NAMED = 12  # numbers of which sums and products are looked at
_STEPS = 3_000  # loop iterations of a run
_FAR = 3  # how far from its centre noise is drawn
_NO_RESULT = object()
_MARGIN = 3  # how far below and above all integers of the inputs keys are looked for
_WIDEST = 40  # how many numbers a run goes through
_ENOUGH = 10  # runs that have told something

Inputs = Mapping[str, Value]
_Outcome = tuple[Any, list[Draw]] | None  # a result with its draws; None if it took too long


def trusted_form(mechanism: Mechanism) -> Mechanism:
    """The mechanism in its plain form, if that does the same as what was written; or else as it was written."""
    if not mechanism.source:
        return mechanism  # it was not read from a text
    direct = read_directly(mechanism)
    if direct is None or direct.body == mechanism.body or first_difference(mechanism, direct) is None:
        return mechanism
    return direct


def first_difference(one: Mechanism, other: Mechanism) -> dict[str, Any] | None:
    """Inputs on which two programs do not do the same, if some are found."""
    kinds = {p.name: one.face(p.name) for p in one.parameters}
    for inputs, first, second in Both(one, other).runs():
        if first is not None and second is not None and first != second:
            return {name: from_core(value, kinds[name], one.faces.texts) for name, value in inputs.items()}
    return None


class Both:
    """Runs of two programs that may tell them apart: random ones, and then some that lead where none has been yet.

    What differs may differ in rare cases only: for one number in a thousand, or for seven rows. So the comparisons of
    both programs are watched, and inputs are changed step by step in the direction of what has not happened yet.
    """

    def __init__(
        self, one: Mechanism, other: Mechanism, completed: Callable[[Inputs, int], Iterable[Inputs]] | None = None
    ) -> None:
        self.programs = programs = one, other
        self.completed = completed or (lambda inputs, seed: (inputs,))
        self.near = _around(sorted({n for m in programs for n in _constants(m)}))
        self.random = Random(0)
        self.rounds = _ROUNDS
        self.nearest: dict[Goal, tuple[Distance, int, Inputs, int]] = {}  # what has happened, or came nearest to it

    def runs(self, of: Mechanism | None = None) -> Iterator[tuple[Inputs, _Outcome, _Outcome]]:
        """Inputs, and what each program makes of them; inputs `of` a mechanism that has fewer are completed."""
        first = of or self.programs[0]
        for seed in range(RUNS + _LONG_RUNS):
            near, longest = (self.near if seed % 2 else ()), (_SHORT if seed < RUNS else _LONG)
            given = random_inputs(first, self.random, near=near, longest=longest)
            if given is None:
                return
            yield from self._outcomes(checked_inputs(first, given), seed, _STEPS)
            if seed < RUNS:
                self.rounds = _ROUNDS
            elif self.rounds < 0:
                break
        self.rounds = _ROUNDS
        for _ in range(_PASSES):
            open_ones = [goal for goal, near in self.nearest.items() if near[0]]
            for goal in open_ones:
                yield from self._towards(goal, first)

    def _towards(self, goal: Goal, first: Mechanism) -> Iterator[tuple[Inputs, _Outcome, _Outcome]]:
        """Runs on inputs that come step by step nearer to something."""
        patience = _PATIENCE
        while patience > 0 and self.rounds > 0 and self.nearest[goal][0]:
            distance, _, nearest, seed = self.nearest[goal]
            changed = changed_inputs(first, nearest, self.random, self.near)
            if changed is None:
                return
            yield from self._outcomes(changed, seed, _LED_STEPS)
            patience = _PATIENCE if self.nearest[goal][0] < distance else patience - 1

    def _outcomes(self, inputs: Inputs, seed: int, steps: int) -> Iterator[tuple[Inputs, _Outcome, _Outcome]]:
        """What each program does; and how near these inputs come to what has not happened yet is taken down."""
        came: dict[Goal, Distance] = {}
        for whole in self.completed(inputs, seed):
            one, other = (self._outcome(m, whole, seed, steps, came) for m in self.programs)
            yield whole, one, other
        size = sum(1 for _ in _integers(list(inputs.values())))
        for goal, distance in came.items():
            known = self.nearest.get(goal)
            if known is None or (known[0] and (distance, size) <= known[:2]):
                self.nearest[goal] = distance, size, inputs, seed

    def _outcome(
        self, mechanism: Mechanism, inputs: Inputs, seed: int, steps: int, came: dict[Goal, Distance]
    ) -> _Outcome:
        """What a run comes to, with its draws if it has a result; None if it takes too long to tell."""
        noise = _SmallNoise(Random(seed))
        self.rounds -= 1
        try:
            result, taken = watched_run(mechanism, inputs, noise, steps, came)
        except TooManySteps:
            self.rounds -= steps
            return None
        except (Diverges, OutOfReach, NoNumber, ValueError):  # a guard, or numbers that there is no noise for
            return _NO_RESULT, []
        self.rounds -= taken
        return result, noise.draws


def _around(constants: list[int]) -> list[int]:
    """Numbers that a program may look for: those that it names, and sums, differences and products of two of them."""
    pairs = [(a, b) for a in constants[:_MOST_NAMED] for b in constants[:_MOST_NAMED]]
    return sorted({*constants, *(n for a, b in pairs for n in (a + b, a - b, a * b))})


def form_by_keys(mechanism: Mechanism) -> Mechanism | None:
    """The form that goes through all integers between two more public numbers, where a mechanism sorts keys.

    For all numbers between which the keys of a run lie it does what was written. So if it keeps the claim for all
    numbers, the mechanism does. A counterexample to it says nothing. None where there is no such form, or no δ: without
    one it would have to be private which keys there are.
    """
    if not mechanism.source or _delta(mechanism) in (None, ZERO) or "sort" not in mechanism.source:
        return None
    form = read_between(mechanism)
    watched = read_between(mechanism, watched=True) if form is not None else None
    if form is None or watched is None or not _same_between(mechanism, watched, form):
        return None
    return form


def _delta(mechanism: Mechanism) -> Expr | None:
    return mechanism.claim.named().get("delta")


def _same_between(mechanism: Mechanism, watched: Mechanism, form: Mechanism) -> bool:
    """Whether the form does the same as what was written, with bounds that are tight and with wider ones."""
    told = 0
    for _, first, second in Both(watched, form, partial(_bounded, watched)).runs(mechanism):
        if first is None or second is None:
            continue
        if first != second:
            return False
        told += 1
    return told >= _ENOUGH


def _bounded(watched: Mechanism, given: Inputs, seed: int) -> Iterator[Inputs]:
    """Inputs with numbers between which all keys of a run lie: some far enough apart, and those nearest to the keys."""
    lowest, highest = (p.name for p in watched.parameters[-2:])
    seen = sorted(_integers(list(given.values()))) or [0]

    def fit(low: int, high: int) -> bool:
        outcome = _outcome(watched, {**given, lowest: low, highest: high}, seed)
        return outcome is not None and outcome[0] is not _NO_RESULT

    low, high = seen[0] - _MARGIN, seen[-1] + _MARGIN + 1
    if high - low > _WIDEST:
        low, high = -_WIDEST // 2, _WIDEST // 2
    if not fit(low, high):
        return
    yield {**given, lowest: low, highest: high}
    if seed % 2:
        return
    low += bisect_left(range(low, high), True, key=lambda n: not fit(n + 1, high))
    high -= bisect_left(range(high - low), True, key=lambda n: not fit(low, high - n - 1))
    yield {**given, lowest: low, highest: high}


def _integers(value: Any) -> Iterator[int]:
    """The integers in what is given."""
    if type(value) is int:
        yield value
    elif isinstance(value, Mapping):
        yield from _integers([*value.keys(), *value.values()])
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _integers(part)


def _constants(mechanism: Mechanism) -> list[int]:
    """The integers that a program names."""
    spoken = (e for c in subcommands(mechanism.body) for e in expressions(c))
    parts = (part for e in spoken for part in subterms(e))
    return sorted({e.value for e in parts if isinstance(e, Literal) and type(e.value) is int})


@dataclass
class _SmallNoise:
    """Noise that is drawn a little way from its centre; it remembers what was drawn."""

    random: Random
    draws: list[Draw] = field(default_factory=list)

    def draw(self, noise: Noise, parameters: Parameters, centre: Any) -> Any:
        value = noise.scripted(self.random.randint(-_FAR, _FAR), lambda: parameters, centre)
        self.draws.append(Draw(noise, parameters, centre, value))
        return value


def _outcome(mechanism: Mechanism, inputs: Inputs, seed: int) -> _Outcome:
    """What a run comes to, with its draws if it has a result; None if it takes too long to tell."""
    noise = _SmallNoise(Random(seed))
    try:
        result = run(mechanism, inputs, noise, _STEPS)
    except TooManySteps:
        return None
    except (Diverges, OutOfReach, NoNumber, ValueError):  # a guard, or numbers that there is no noise for
        return _NO_RESULT, []
    return result, noise.draws
