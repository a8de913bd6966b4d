"""What a mechanism means on given inputs: the distribution of its output, with certified bounds.

For every output o:  lower(o) ≤ P(o) ≤ lower(o) + lost, up to the stated rounding. Where the output is noise itself,
the values too far out to be listed have at most the mass `unlisted`, and can be asked for all the same.
Comparing two adjacent inputs gives the privacy loss of each output, the least δ that the claimed ε needs, the least ε
that the claimed δ needs, and how the two trade off.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, assert_never

import numpy as np

from twinproof.exact.display import comparison_html, distribution_html, measured_words
from twinproof.exact.distribution import Interval
from twinproof.exact.engine.evaluate import MOST_BITS, fits
from twinproof.exact.engine.run import Engine, Limits
from twinproof.exact.engine.states import States, filled, merge
from twinproof.exact.measured import Measured
from twinproof.exact.profile import Profile, Range, Seen, Tradeoff, log_ratio
from twinproof.exact.undecided import Undecided, undecided
from twinproof.lang.claim import ClaimValue, Concentrated, EpsilonDelta, Renyi
from twinproof.lang.command import Sample
from twinproof.lang.declare import RunnableMechanism
from twinproof.lang.enclosure import NoNumber
from twinproof.lang.errors import Code, Diagnostic, TwinproofError
from twinproof.lang.expr import Place, UnknownType, Var
from twinproof.lang.faces import NO_FACES, Faces
from twinproof.lang.inputs import FixedQuery, MissingScore, called_with, check_adjacent, claimed, memory_of
from twinproof.lang.interpret import evaluate_stated
from twinproof.lang.liveness import without_dead_code
from twinproof.lang.mechanism import Mechanism, is_public
from twinproof.lang.noise import Parameters
from twinproof.lang.noise.powers import FAINT, UNIT, Floats
from twinproof.lang.python_values import WrongValue, held, shown
from twinproof.lang.rounding import in_digits, rounded_down
from twinproof.lang.types import DATABASE, INT, REAL, SCORE, Basic, ListOf, TupleOf, Type, is_data

TOLERANCE = 1e-30
WORTHLESS = 1e-2  # mass that is left out where two inputs can hardly be compared
COARSER = (1e-10, 1e-5)  # what is left out then
Output = Any


@dataclass(frozen=True, eq=False)
class OutputDistribution:
    """The distribution of a mechanism's output on one input. Outputs are as Python has them."""

    mechanism: str
    outputs: tuple[Output, ...]
    masses: Floats = field(repr=False)
    error: float
    lost: float
    unlisted: float
    diverged: float
    reasons: tuple[str, ...] = ()
    rest: States | None = field(default=None, repr=False)  # an integer output that is still to be drawn
    faces: Faces = field(default=NO_FACES, repr=False)
    _position: dict[Output, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_position", {self._key(o): i for i, o in enumerate(self.outputs)})

    def _key(self, output: Output) -> Output:
        """An output as something to look it up by; it may be given as JSON has it."""
        if self.faces.result is None:
            return _key(output)
        try:
            return _key(held(output, self.faces.result, self.faces.texts))
        except WrongValue:
            return None  # no output is like this

    @property
    def complete(self) -> bool:
        """Whether no limit was met: what is lost is within the accuracy that was asked for."""
        return not self.reasons

    def __len__(self) -> int:
        return len(self.outputs)

    def lists(self, output: Output) -> bool:
        """Whether it is one of the listed outputs."""
        return self._key(output) in self._position

    def mass(self, output: Output) -> Interval:
        """Certified bounds of the probability of one output."""
        return self._bounds(*self._mass(output))

    __getitem__ = mass

    def _mass(self, output: Output) -> tuple[float, int]:
        """The computed mass of an output, and how many states may lead to it."""
        position = self._position.get(self._key(output))
        if position is not None:
            return float(self.masses[position]), 1
        if self.rest is None or type(output) is not int or not fits(output):
            return 0.0, 0
        (pending,) = self.rest.pending.values()
        size = len(self.rest)
        centre, low, high = (filled(c, size, INT) for c in pending.columns())
        inside = (low <= output) & (output <= high)
        least, greatest = pending.law.least, pending.law.greatest
        if least is not None:
            inside &= centre + least <= output
        if greatest is not None:
            inside &= output <= centre + greatest
        masses = self.rest.weight * pending.law.mass(output - centre)
        return float(masses[inside].sum()), int(inside.sum())

    def probability(self, event: Callable[[Output], bool] | Iterable[Output]) -> Interval:
        """Certified bounds of the probability of an event: a list of outputs, or a predicate on the listed ones."""
        if callable(event):
            chosen = [m for o, m in zip(self.outputs, self.masses.tolist(), strict=True) if event(o)]
            return self._bounds(math.fsum(chosen), len(chosen), self.unlisted)
        masses_and_counts = [self._mass(o) for o in {self._key(o): o for o in event}.values()]
        return self._bounds(math.fsum(m for m, _ in masses_and_counts), sum(n for _, n in masses_and_counts))

    def _bounds(self, mass: float, states: int, unlisted: float = 0.0) -> Interval:
        """The mass with what rounding and cutting may have done to it. Zero is certain where no state leads."""
        if states == 0 and self.lost + unlisted == 0:
            return Interval(Fraction(0), Fraction(0))
        low = mass * (1 - self.error - 4 * UNIT) if mass > FAINT * max(states, 1) else 0.0
        high = mass * (1 + self.error + 4 * UNIT) + (self.lost + unlisted) * (1 + 4 * UNIT) + FAINT
        return Interval(Fraction(max(low, 0.0)), Fraction(min(high, 1.0)))

    def seen(self, outputs: Sequence[Output]) -> Seen:
        """The masses of these outputs, among which all listed ones are, without what is lost."""
        masses_and_states = [self._mass(o) for o in outputs]
        masses = np.array([m for m, _ in masses_and_states], dtype=np.float64)
        states = np.array([n for _, n in masses_and_states], dtype=np.int64)
        low = np.where(masses > FAINT * states, masses * (1 - self.error - 4 * UNIT), 0.0)
        high = np.where(states > 0, np.minimum(masses * (1 + self.error + 4 * UNIT) + FAINT, 1.0), 0.0)
        return Seen(np.maximum(low, 0.0), high, self.lost, self.unlisted)

    def lowest(self) -> Floats:
        """Lower bounds of the listed masses."""
        low: Floats = np.where(self.masses > FAINT, self.masses * (1 - self.error - 4 * UNIT), 0.0)
        return low

    def highest(self) -> Floats:
        """Upper bounds of the listed masses."""
        high: Floats = np.minimum(self.masses * (1 + self.error + 4 * UNIT) + self.lost * (1 + 4 * UNIT) + FAINT, 1.0)
        return high

    def most_likely(self, count: int = 10) -> list[tuple[Output, float]]:
        """The likeliest outputs with their masses."""
        order = sorted(range(len(self.outputs)), key=lambda i: -self.masses[i])[:count]
        return [(self.outputs[i], float(self.masses[i])) for i in order]

    def __repr__(self) -> str:
        likely = ", ".join(f"{shown(o)}: {m:.6g}" for o, m in self.most_likely(5))
        more = f", … {len(self) - 5} more" if len(self) > 5 else ""
        return f"<{self.mechanism}: {likely}{more}; left out ≤ {self.lost + self.unlisted:.1e}>"

    def _repr_html_(self) -> str:
        return distribution_html(self)


def _key(output: Output) -> Output:
    """Outputs as keys: lists as tuples, and truth values told from numbers."""
    if isinstance(output, list | tuple):
        return (type(output).__name__, *map(_key, output))
    return (type(output) is bool, output)


def core_of(mechanism: Mechanism | RunnableMechanism[..., Any]) -> Mechanism:
    """The core program of a mechanism, however it is given."""
    return mechanism if isinstance(mechanism, Mechanism) else mechanism.core


def distribution(
    mechanism: Mechanism | RunnableMechanism[..., Any],
    inputs: Mapping[str, object],
    tolerance: float = TOLERANCE,
    limits: Limits | None = None,
) -> OutputDistribution:
    """The distribution of the output on these inputs, losing at most `tolerance` unless a limit is met."""
    core, (values,) = called_with(core_of(mechanism), inputs)
    if not 1e-200 <= tolerance < 1:
        raise ValueError("the tolerance must lie between 1e-200 and 1")
    return _distribution(core, values, tolerance, limits or Limits(), _classes(mechanism))


def _classes(mechanism: Mechanism | RunnableMechanism[..., Any]) -> Mapping[str, Any] | None:
    """The classes of which an output may be an instance, where the file has been run."""
    return None if isinstance(mechanism, Mechanism) else mechanism.namespace


def _distribution(
    core: Mechanism,
    values: Mapping[str, Any],
    tolerance: float,
    limits: Limits,
    classes: Mapping[str, Any] | None,
) -> OutputDistribution:
    fixed = {p.var: values[p.name] for p in core.parameters}
    engine = Engine(fixed, tolerance, limits)
    columns = {v: _column(core, engine, v, value) for v, value in fixed.items() if v.type != SCORE}
    start = States(np.ones(1), columns, {}, 0.0)
    goal = frozenset((core.result,))
    try:
        end = engine.execute(without_dead_code(core.body, goal), start, goal)
        rest = merge(end) if core.result in end.pending else None
        end, unlisted = engine.finish(end, core.result)
    except MissingScore as problem:
        hint = 'give more scores, or an "else" value for all other candidates'
        path = core.at.path if core.at is not None else core.name
        raise TwinproofError(Diagnostic(Code.INPUT_RANGE, str(problem), hint, path)) from None
    end = merge(end)
    column = end.columns.get(core.result)
    entries = [] if column is None else filled(column, len(end), core.result.type).tolist()
    positive = end.weight > 0 if entries else np.zeros(0, dtype=bool)
    if not positive.all():
        engine.lose(FAINT)  # too faint for a float, but not impossible
    outputs = tuple(
        core.faces.output(output_of(engine.evaluator.load(e, core.result.type), core.result.type), classes)
        for e, is_positive in zip(entries, positive.tolist(), strict=True)
        if is_positive
    )
    masses = end.weight[positive] if entries else np.zeros(0)
    return OutputDistribution(
        mechanism=core.name,
        outputs=outputs,
        masses=masses,
        error=end.error + len(end) * UNIT,
        lost=min(1.0, engine.lost),
        unlisted=unlisted,
        diverged=min(1.0, engine.diverged),
        reasons=tuple(engine.reasons),
        rest=rest,
        faces=core.faces,
    )


def _column(core: Mechanism, engine: Engine, var: Var, value: Any) -> int | bool:
    """An input as a column that all rows share."""
    if var.type == DATABASE:
        return 0
    if var.type == REAL:  # an ε may be as small as it likes: what is computed of it is checked then
        return engine.heap.put(Fraction(value), REAL)
    plain = _plain(value)
    for number in _numbers(plain):
        if not fits(number):
            path = core.at.path if core.at is not None else core.name
            large = "a number beyond 60 bits" if isinstance(number, int) else f"a fraction beyond {MOST_BITS} bits"
            message = f"`{var.name}` holds {large}"
            raise TwinproofError(Diagnostic(Code.INPUT_RANGE, message, "choose smaller numbers", path))
    kind: Type = var.type
    return engine.evaluator.store(plain, kind)


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    return value.answer if isinstance(value, FixedQuery) else value


def _numbers(value: Any) -> Iterable[int | Fraction]:
    if isinstance(value, tuple):
        for v in value:
            yield from _numbers(v)
    elif isinstance(value, int | Fraction):
        yield value


def output_of(value: Any, kind: Type) -> Output:
    """A value as the Python function returns it."""
    match kind:
        case ListOf(item):
            return [output_of(v, item) for v in value]
        case TupleOf(items):
            return tuple(map(output_of, value, items))
        case Basic() if is_data(kind):
            return value
        case _:
            raise UnknownType(kind)


# -------------------------------------------------------------------------------------------------- many inputs at once


@dataclass(frozen=True, eq=False)
class Table:
    """The distributions on many inputs, computed in one go: a row for each input, a column for each output.

    The bounds hold for every row: what is lost, or not listed, is counted for all rows together.
    """

    outputs: tuple[Output, ...]
    masses: Floats
    error: float
    lost: float
    work: int  # of the engine, as its limits count it
    cost: int  # how long it took, roughly
    reasons: tuple[str, ...]

    def lowest(self) -> Floats:
        """Lower bounds of the masses."""
        low: Floats = np.where(self.masses > FAINT, self.masses * (1 - self.error - 4 * UNIT), 0.0)
        return low

    def highest(self) -> Floats:
        """Upper bounds of the masses; zero only where no run leads and nothing was lost."""
        lost = self.lost * (1 + 4 * UNIT)
        high = np.minimum(self.masses * (1 + self.error + 4 * UNIT) + lost + FAINT, 1.0)
        return high if lost > 0 else np.where(self.masses > 0, high, 0.0)


_WHICH = Var("which input", INT, Place.RIGID)  # no name of a program has a space


def noise_of(core: Mechanism, values: Mapping[str, Any]) -> tuple[Parameters | None, ...]:
    """The public parameters of all samplings on these inputs: those that agree in them are best computed together."""
    memory = {p.var: values[p.name] for p in core.parameters}
    fixed = (s for s in core.samplings if all(is_public(e, core.parameters) for e in s.parameters))
    return tuple(_parameters_of(s, memory) for s in fixed)


def _parameters_of(sampling: Sample, memory: Mapping[Var, Any]) -> Parameters | None:
    """The parameters of a sampling; None where one has no value: no run may come to it."""
    try:
        return tuple(Fraction(evaluate_stated(p, memory)) for p in sampling.parameters)
    except (ZeroDivisionError, NoNumber):
        return None


def distributions(core: Mechanism, many: Sequence[Mapping[str, Any]], tolerance: float, limits: Limits) -> Table:
    """The output distributions on several checked inputs, which agree in all real numbers.

    The inputs are rows of one table of states, told apart by a variable that the program does not know.
    """
    engine = Engine({p.var: many[0][p.name] for p in core.parameters}, tolerance, limits)
    columns: dict[Var, Any] = {_WHICH: np.arange(len(many))}
    for p in core.parameters:
        if p.var.type == SCORE:
            raise ValueError("a score has no column: give it as a list")
        entries = [_column(core, engine, p.var, values[p.name]) for values in many]
        shared = all(e == entries[0] for e in entries)
        columns[p.var] = entries[0] if shared else np.array(entries)
    goal = frozenset((core.result, _WHICH))
    start = States(np.ones(len(many)), columns, {}, 0.0)
    end = engine.execute(without_dead_code(core.body, goal), start, goal)
    end, unlisted = engine.finish(end, core.result)
    end = merge(end)
    size = len(end)
    if size == 0:
        masses: Floats = np.zeros((len(many), 0))
        return Table((), masses, 0.0, min(1.0, engine.lost), engine.work, engine.cost, tuple(engine.reasons))
    which = filled(end.columns[_WHICH], size, INT)
    entries_of = filled(end.columns[core.result], size, core.result.type)
    values, place = np.unique(entries_of, return_inverse=True)
    masses = np.zeros((len(many), len(values)))
    np.add.at(masses, (which, place.reshape(-1)), end.weight)
    if not end.weight.all():
        engine.lose(FAINT)
    kind = core.result.type
    outputs = tuple(output_of(engine.evaluator.load(v, kind), kind) for v in values.tolist())
    lost = min(1.0, engine.lost + unlisted)
    return Table(outputs, masses, end.error + size * UNIT, lost, engine.work, engine.cost, tuple(engine.reasons))


# ---------------------------------------------------------------------------------------------------------- comparison


@dataclass(frozen=True, slots=True)
class OutputLoss:
    """Both probabilities of one output, and bounds of the loss |ln(p/q)|."""

    output: Output
    left: Interval
    right: Interval
    at_least: float
    at_most: float


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two adjacent inputs, side by side."""

    mechanism: str
    left: OutputDistribution
    right: OutputDistribution
    stated: ClaimValue
    rows: tuple[OutputLoss, ...] = field(repr=False)
    profile: Profile = field(repr=False)

    @property
    def claim(self) -> EpsilonDelta[Fraction]:
        """The claim, where it is an (ε, δ)."""
        if not isinstance(self.stated, EpsilonDelta):
            raise TypeError("this claim is about Rényi divergences, of which `measured` knows")
        return self.stated

    @cached_property
    def measured(self) -> Measured | None:
        """What comes of the claim, where it is about Rényi divergences."""
        match self.stated:
            case EpsilonDelta():
                return None
            case Concentrated() | Renyi() as claim:
                return Measured(claim, self.profile.left, self.profile.right)
            case other:
                assert_never(other)

    @cached_property
    def least_delta(self) -> Interval:
        """Bounds of the least δ for which (ε, δ) holds on this pair, in both directions, at the claimed ε."""
        return self.profile.least_delta(self.claim.epsilon)

    @cached_property
    def least_epsilon(self) -> Range:
        """Bounds of the least ε for which (ε, δ) holds on this pair, in both directions, at the claimed δ."""
        return self.profile.least_epsilon(self.claim.delta)

    @cached_property
    def curve(self) -> tuple[Tradeoff, ...]:
        """The least δ for each ε, from 0 to twice the claimed one."""
        return self.profile.curve(self.claim.epsilon)

    @property
    def worst(self) -> OutputLoss | None:
        """The output whose certified loss is largest."""
        return max(self.rows, key=lambda r: r.at_least, default=None)

    @property
    def loss_at_least(self) -> float:
        """A certified lower bound of the largest loss."""
        return max((r.at_least for r in self.rows), default=0.0)

    @property
    def complete(self) -> bool:
        """Whether no limit was met on either side."""
        return self.left.complete and self.right.complete

    @property
    def violates(self) -> bool | None:
        """Whether the claim is broken on this pair: both answers are certain, and None is that neither is.

        That it is not broken takes all outputs, those too that were left out: no limit may have been met, and the
        largest δ that the bounds leave possible must be claimed.
        """
        if self.measured is not None:
            return True if self.measured.is_broken else False if self.complete and self.measured.is_kept else None
        if not self.claim.allows(self.least_delta.lower):
            return True
        return False if self.complete and self.claim.allows(self.least_delta.upper) else None

    @property
    def undecided(self) -> str:
        """Why it is not known whether the claim is broken, in words; empty if it is known."""
        if self.violates is not None:
            return ""
        if not self.rows:
            return "nothing was computed"
        if not self.complete:
            return f"a limit was met, and a mass of up to {float(self._left_out):.2g} was left out"
        if self.measured is not None:
            if self._left_out > 0:
                left_out = f"a mass of up to {float(self._left_out):.2g} was left out"
                return f"{left_out}, and how much that adds to a divergence is not known"
            return "the bounds of the divergence lie on both sides of the claimed one, or a δ may make up for it"
        if self.claim.delta > 0:
            return "the bounds of the least δ lie on both sides of the claimed one"
        if any(r.at_least <= self.claim.epsilon < r.at_most for r in self.rows):
            return "the bounds of a loss lie on both sides of the claimed ε"
        return f"the outputs that are listed keep it, and a mass of up to {float(self._left_out):.2g} was left out"

    @cached_property
    def known(self) -> Undecided | None:
        """What is known, what is open and what may help where it could not be decided; None where it was."""
        return undecided(self)

    @property
    def _left_out(self) -> Fraction:
        return max(Fraction(d.lost) + Fraction(d.unlisted) for d in (self.left, self.right))

    def __repr__(self) -> str:
        worst = self.worst
        at = "" if worst is None else f" at {shown(worst.output)}"
        if self.measured is not None:
            return f"<{self.mechanism}: {measured_words(self.measured)}>"
        seen = f"loss at least {rounded_down(self.loss_at_least)}{at}, claimed {in_digits(self.claim.epsilon)}"
        return (
            f"<{self.mechanism}: {seen}; "
            f"least δ in [{float(self.least_delta.lower):.3g}, {float(self.least_delta.upper):.3g}]>"
        )

    def _repr_html_(self) -> str:
        return comparison_html(self)


def compare(
    mechanism: Mechanism | RunnableMechanism[..., Any],
    left: Mapping[str, object],
    right: Mapping[str, object],
    tolerance: float = TOLERANCE,
    limits: Limits | None = None,
) -> Comparison:
    """Both output distributions on two adjacent inputs, and how far apart they are."""
    core, (a, b) = called_with(core_of(mechanism), left, right)
    check_adjacent(core, a, b)
    if not 1e-200 <= tolerance < 1:
        raise ValueError("the tolerance must lie between 1e-200 and 1")
    first, second = _both(core, a, b, tolerance, limits or Limits(), _classes(mechanism))
    rows = tuple(_rows(first, second))
    match _claimed(core, a):
        case EpsilonDelta() | Concentrated() | Renyi() as claim:
            outputs = [row.output for row in rows]
            return Comparison(core.name, first, second, claim, rows, Profile(first.seen(outputs), second.seen(outputs)))
        case other:
            assert_never(other)


def _both(
    core: Mechanism,
    a: Mapping[str, Any],
    b: Mapping[str, Any],
    tolerance: float,
    limits: Limits,
    classes: Mapping[str, Any] | None,
) -> tuple[OutputDistribution, OutputDistribution]:
    """Both distributions; where a limit leaves next to nothing of them, with more left out than was asked for.

    That a limit was met is told all the same.
    """
    best: tuple[OutputDistribution, OutputDistribution] | None = None
    for accuracy in (tolerance, *(t for t in COARSER if t > tolerance)):
        first, second = (_distribution(core, x, accuracy, limits, classes) for x in (a, b))
        if best is None:
            best = first, second
        elif max(first.lost, second.lost) < max(side.lost for side in best):
            met = [
                tuple(dict.fromkeys((*old.reasons, *new.reasons)))
                for old, new in zip(best, (first, second), strict=True)
            ]
            best = replace(first, reasons=met[0]), replace(second, reasons=met[1])
        if max(side.lost for side in best) < WORTHLESS:
            break
    assert best is not None
    return best


def _claimed(core: Mechanism, inputs: Mapping[str, Any]) -> ClaimValue:
    try:
        return claimed(core, memory_of(core, inputs))
    except NoNumber as problem:
        path = core.at.path if core.at is not None else core.name
        hint = "choose inputs for which the claim has a value that can be computed"
        raise TwinproofError(Diagnostic(Code.INPUT_RANGE, f"the claim: {problem}", hint, path)) from None


def _rows(first: OutputDistribution, second: OutputDistribution) -> Iterable[OutputLoss]:
    for o in (*first.outputs, *(o for o in second.outputs if not first.lists(o))):
        p, q = first.mass(o), second.mass(o)
        yield OutputLoss(o, p, q, _loss_at_least(p, q), _loss_at_most(p, q))


def sharper(one: OutputLoss, other: OutputLoss) -> OutputLoss:
    """What two computations say of the same output together."""
    left, right = (
        Interval(max(a.lower, b.lower), min(a.upper, b.upper))
        for a, b in ((one.left, other.left), (one.right, other.right))
    )
    at_least = max(one.at_least, other.at_least, _loss_at_least(left, right))
    return OutputLoss(one.output, left, right, at_least, min(one.at_most, other.at_most, _loss_at_most(left, right)))


def _loss_at_least(p: Interval, q: Interval) -> float:
    return max(0.0, log_ratio(p.lower, q.upper, -1), log_ratio(q.lower, p.upper, -1))


def _loss_at_most(p: Interval, q: Interval) -> float:
    return max(0.0, log_ratio(p.upper, q.lower, 1), log_ratio(q.upper, p.lower, 1))
