"""Running a program on a table of states.

`Engine.execute` takes the states before a command to those after it. What cannot be followed further is accounted for:
`lost` is the mass that was cut off (tails of noise, work that exceeded a limit), `diverged` the mass that is known
never to end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from twinproof.exact.engine.draw import draw
from twinproof.exact.engine.endless import RepetitionWatch
from twinproof.exact.engine.evaluate import Evaluator
from twinproof.exact.engine.forms import cases, isolate
from twinproof.exact.engine.states import (
    MOST_VALUES,
    NOTHING,
    Column,
    Heap,
    Limit,
    Pending,
    States,
    filled,
    group,
    join,
    merge,
)
from twinproof.exact.engine.variants import Variant, variants
from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While
from twinproof.lang.enclosure import NoNumber
from twinproof.lang.expr import (
    FALSE,
    TRUE,
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    Var,
    apply,
    free_variables,
    negate,
    subterms,
)
from twinproof.lang.interpret import evaluate_stated
from twinproof.lang.liveness import Live, live_at_head, live_before
from twinproof.lang.noise.finite import FiniteNoise
from twinproof.lang.noise.law import AdditiveNoise, Columns, Noise, Parameters
from twinproof.lang.noise.powers import ERROR, FAINT, INFINITE, UNIT
from twinproof.lang.rewriting import replaced
from twinproof.lang.types import BOOL, INT, REAL


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a computation may use."""

    rows: int = 4_000_000
    iterations: int = 50_000
    work: int = 1_200_000_000  # rows, counted anew at every step
    lists: int = MOST_VALUES  # different lists, tuples and fractions


_MASS_BITS = 128  # of the masses of finite noise, before they are rounded to floats
_OVERHEAD = 20_000  # what a step costs beside its rows, in rows


class Engine:
    """One computation: its inputs, its accounts and its limits."""

    def __init__(self, fixed: Mapping[Var, Any], tolerance: float, limits: Limits) -> None:
        self.heap = Heap(limits.lists)
        self.fixed = fixed  # the inputs; scores are looked up here, the others are columns
        self.evaluator = Evaluator(self.heap, fixed)
        self.tolerance = tolerance
        self.limits = limits
        self.lost = 0.0
        self.diverged = 0.0
        self.reasons: list[str] = []
        self._draws = 0
        self._age = 0
        self._work = 0
        self._rows = 0
        self._rounds = 0
        self._live: dict[tuple[Command, Live], Live] = {}
        self._variants: dict[tuple[Command, Live], list[tuple[Variant, Live]]] = {}

    # ----------------------------------------------------------------------------------------------------- accounts

    @property
    def work(self) -> int:
        """How much was done so far, counted in rows."""
        return self._work

    @property
    def cost(self) -> int:
        """How long it took, roughly and on any machine: work, with what rows and rounds of loops take beside."""
        return self._work + 7 * self._rows + 2 * _OVERHEAD * self._rounds

    def lose(self, mass: float) -> None:
        """Account for mass that is not followed any further."""
        self.lost = (self.lost + mass) * (1 + 4 * UNIT)

    def allowance(self) -> float:
        """How much the next cut may lose: the shares 1/(n·(n+1)) of the tolerance add up to all of it."""
        self._draws += 1
        return self.tolerance / (self._draws * (self._draws + 1))

    def give_up(self, states: States, reason: str) -> States:
        """Stop following some states."""
        self.lose(states.mass())
        if reason not in self.reasons:
            self.reasons.append(reason)
        return NOTHING

    # ----------------------------------------------------------------------------------------------------- commands

    def _before(self, command: Command, after: Live) -> Live:
        key = (command, after)
        if key not in self._live:
            self._live[key] = live_before(command, after)
        return self._live[key]

    def execute(self, command: Command, states: States, after: Live) -> States:
        """The states after the command, with the variables that matter there."""
        if not len(states):
            return states
        self._rows += len(states)
        self._work += len(states) + _OVERHEAD
        try:
            if self._work > self.limits.work:
                raise Limit(f"more than {self.limits.work:,} steps of work")
            return self._execute(command, states, after)
        except Limit as problem:
            return self.give_up(states, str(problem))

    def _execute(self, command: Command, states: States, after: Live) -> States:
        match command:
            case Skip():
                return states.keep(after)
            case Assign(target, value):
                return self._assign(states, target, value, after).keep(after) if target in after else states.keep(after)
            case Sample(target, noise, parameters, centre):
                if target not in after and not command.may_be_stuck:
                    return states.keep(after)
                asked = {v for e in (*parameters, centre) for v in self._pending_in(e, states)}
                self._age += 1
                parts = []
                for numbers, some in self._by_noise(noise, parameters, self._drawn(states, asked)):
                    if isinstance(noise, FiniteNoise):
                        parts += [s.keep(after) for s in self._spelled(target, noise, numbers, centre, some)]
                        continue
                    column = self.evaluator.column(centre, some)
                    pending = Pending(_law(noise, numbers), column, -INFINITE, INFINITE, self._age)
                    parts.append(some.with_pending(target, pending).keep(after))
                return self.join(parts)
            case Seq(parts):
                lives = [after]
                for part in reversed(parts[1:]):
                    lives.append(self._before(part, lives[-1]))
                for part, live in zip(parts, reversed(lives), strict=True):
                    states = self.execute(part, states, live)
                return states
            case If(condition, then, otherwise):
                yes, no = self._split(condition, states)
                before_then, before_else = self._before(then, after), self._before(otherwise, after)
                done = [
                    self.execute(then, self.join(yes).keep(before_then), after),
                    self.execute(otherwise, self.join(no).keep(before_else), after),
                ]
                return self.join(done)
            case While():
                return self._while(command, states, after)

    def _by_noise(
        self, noise: Noise, parameters: tuple[Expr, ...], states: States
    ) -> Iterator[tuple[Parameters, States]]:
        """The states by the parameters of the noise, in which nothing is pending; where there is no law they end."""
        if not len(states):
            return
        whole = list(dict.fromkeys(part for p in parameters for part in data_in(p)))
        columns = [filled(self.evaluator.column(part, states), len(states), part.type) for part in whole]
        rows, number, count = group(columns, len(states))
        tables = [states] if count == 1 else [states.take(number == n) for n in range(count)]
        for row, some in zip(rows.tolist(), tables, strict=True):
            values: dict[Expr, Expr] = {
                e: Literal(self.evaluator.load(c[row], e.type)) for e, c in zip(whole, columns, strict=True)
            }
            try:
                numbers = tuple(Fraction(evaluate_stated(replaced(p, values), self.fixed)) for p in parameters)
            except ZeroDivisionError:
                self.diverged += some.mass()
                continue
            except NoNumber as problem:
                raise Limit(str(problem)) from None
            if all(p.allowed.holds(x) for x, p in zip(numbers, noise.parameters, strict=True)):
                yield numbers, some
            else:
                self.diverged += some.mass()

    def _spelled(
        self, target: Var, noise: FiniteNoise, numbers: Parameters, centre: Expr, states: States
    ) -> Iterator[States]:
        """The states with a draw of finite noise: a row for each of its values, by the centre that a row has."""
        column = filled(self.evaluator.column(centre, states), len(states), centre.type)
        rows, number, count = group([column], len(states))
        for n, row in enumerate(rows.tolist()):
            some = states if count == 1 else states.take(number == n)
            around = self.evaluator.load(column[row], centre.type)
            if not noise.fits(numbers, around):
                self.diverged += some.mass()
                continue
            values = noise.values(numbers, around)
            if len(values) * len(some) > self.limits.rows:
                raise Limit(f"more than {self.limits.rows:,} states")
            masses = np.array([float(m.mid()) for m in noise.masses(numbers, around, _MASS_BITS)])
            listed = masses >= FAINT
            if not listed.all():
                self.lose(FAINT * len(values))  # these are too faint for a float, but not impossible
            possible = np.array(values)[listed]
            drawn = some.take(np.repeat(np.arange(len(some)), len(possible)))
            weight = drawn.weight * np.tile(masses[listed], len(some))
            error = drawn.error + ERROR + UNIT
            yield replace(drawn.with_columns({target: np.tile(possible, len(some))}), weight=weight, error=error)

    def join(self, parts: Iterable[States]) -> States:
        """All rows of several tables; where one has drawn what another has pending, the other draws."""
        full = [t for t in parts if len(t)]
        for v in {v for t in full for v in t.pending}:
            laws = {t.pending[v].law if v in t.pending else None for t in full}
            if len(laws) > 1:
                full = [self._drawn(t, {v}) if v in t.pending else t for t in full]
        if sum(map(len, full)) > self.limits.rows:
            raise Limit(f"more than {self.limits.rows:,} states")
        return join(full, self.heap)

    def finish(self, states: States, result: Var) -> tuple[States, float]:
        """The states with the result drawn, and a bound of the mass of the values too far out to be listed.

        What is listed is listed whole: a value that some rows reach and others do not would lack the mass of these.
        Where the rows are too far apart for that, what is not listed counts as lost.
        """
        if result not in states.pending or not len(states):
            return states, 0.0
        before, self.lost = self.lost, 0.0
        try:
            drawn = draw(states, result, self, evenly=True)
        except Limit:
            self.lost = before
            try:
                return self._drawn(states, {result}), 0.0
            except Limit as problem:
                return self.give_up(states, str(problem)), 0.0
        unlisted, self.lost = self.lost, before
        return drawn, unlisted

    def _drawn(self, states: States, variables: Iterable[Var]) -> States:
        """The states with some pending variables drawn."""
        order = sorted(variables, key=lambda v: states.pending[v].age)
        for v in order:
            if len(states):
                states = draw(states, v, self)
        return states

    def _pending_in(self, e: Expr, states: States) -> set[Var]:
        return {v for v in free_variables(e) if v in states.pending}

    # -------------------------------------------------------------------------------------------------- assignments

    def _assign(self, states: States, target: Var, value: Expr, after: Live) -> States:
        pending = self._pending_in(value, states)
        if not pending:
            return states.with_columns({target: self.evaluator.column(value, states)})
        if value.type == BOOL:
            yes, no = self._split(value, states)
            parts = [s.with_columns({target: True}) for s in yes] + [s.with_columns({target: False}) for s in no]
            return self.join(s.keep(after) for s in parts)
        split = cases(value) or self._undecided(value, states)
        if split is not None:
            condition, first, second = split
            yes, no = self._split(condition, states)
            parts = [self._assign(s, target, first, after).keep(after) for s in yes if len(s)]
            parts += [self._assign(s, target, second, after).keep(after) for s in no if len(s)]
            return self.join(parts)
        newest = max(pending, key=lambda v: states.pending[v].age)
        form = isolate(value, newest)
        if form is not None and form[0] == 1 and (newest not in after or newest == target):
            states = self._drawn(states, pending - {newest})
            if not len(states):
                return NOTHING
            by = self.evaluator.column(form[1], states)
            old = states.pending[newest]
            low, high = (_moved(end, by) for end in (old.low, old.high))
            centre = self.evaluator.checked(old.centre + by)
            states = replace(states, pending={v: p for v, p in states.pending.items() if v != newest})
            return states.with_pending(target, replace(old, centre=centre, low=low, high=high))
        states = self._drawn(states, pending)
        if not len(states):
            return NOTHING
        return states.with_columns({target: self.evaluator.column(value, states)})

    def _undecided(self, value: Expr, states: States) -> tuple[Expr, Expr, Expr] | None:
        """A value that asks a question about a sample, such as out ++ [bar ≤ x], by cases of the answer."""
        for part in subterms(value):
            if part.type == BOOL and isinstance(part, Apply) and self._pending_in(part, states):
                return part, replaced(value, {part: TRUE}), replaced(value, {part: FALSE})
        return None

    # --------------------------------------------------------------------------------------------------- conditions

    def _split(self, condition: Expr, states: States) -> tuple[list[States], list[States]]:
        """The states in which a condition holds, and those in which it does not."""
        if not len(states):
            return [], []
        pending = self._pending_in(condition, states)
        if not pending:
            yes, no = states.split(self.evaluator.column(condition, states))
            return [yes], [no]
        match condition:
            case Apply(Op.NOT, (inner,)):
                no_parts, yes_parts = self._split(inner, states)
                return yes_parts, no_parts
            case Apply(Op.AND, args):
                return self._split_all(args, states)
            case Apply(Op.OR, args):
                no_parts, yes_parts = self._split_all(tuple(map(negate, args)), states)
                return yes_parts, no_parts
            case Apply(Op.IMPLIES, (first, second)):
                return self._split(apply(Op.OR, negate(first), second), states)
            case Apply(Op.EQ | Op.LT | Op.LE as op, (left, right)) if left.type == right.type == INT:
                return self._split_order(op, apply(Op.SUB, left, right), pending, states)
            case _:
                return self._split(condition, self._drawn(states, pending))

    def _split_all(self, args: tuple[Expr, ...], states: States) -> tuple[list[States], list[States]]:
        """A conjunction: what is settled without looking at a sample is settled first."""
        order = sorted(args, key=lambda a: len(self._pending_in(a, states)))
        yes, no = [states], []
        for a in order:
            after: list[States] = []
            for s in yes:
                holds, fails = self._split(a, s)
                after += holds
                no += fails
            yes = after
        return yes, no

    def _split_order(
        self, op: Op, difference: Expr, pending: set[Var], states: States
    ) -> tuple[list[States], list[States]]:
        """difference ≤ 0, < 0 or = 0, by cutting the interval of the newest sample in it."""
        newest = max(pending, key=lambda v: states.pending[v].age)
        form = isolate(difference, newest)
        if form is None or form[0] == 0:
            return self._split_drawn(op, difference, self._drawn(states, pending))
        if len(pending) > 1:
            states = self._drawn(states, pending - {newest})
            if not len(states):
                return [], []
        factor, rest = form
        others = self.evaluator.column(rest, states)
        strict = 1 if op is Op.LT else 0
        # factor·x + others ≤ −strict: an upper end for x if the factor is positive, else a lower one
        size = abs(factor)
        bound = (-strict - others) // size if factor > 0 else -((-strict - others) // size)
        if op is not Op.EQ:
            ends = (None, bound) if factor > 0 else (bound, None)
            rest_of_it = (bound + 1, None) if factor > 0 else (None, bound - 1)
            return self._cut(states, newest, *ends), self._cut(states, newest, *rest_of_it)
        exact = (others % size) == 0
        possible, impossible = states.split(exact)
        point = bound[exact] if isinstance(bound, np.ndarray) and isinstance(exact, np.ndarray) else bound
        below = self._cut(possible, newest, None, point - 1) + self._cut(possible, newest, point + 1, None)
        return self._cut(possible, newest, point, point), [impossible, *below]

    def _split_drawn(self, op: Op, difference: Expr, states: States) -> tuple[list[States], list[States]]:
        if not len(states):
            return [], []
        yes, no = states.split(self.evaluator.column(apply(op, difference, Literal(0)), states))
        return [yes], [no]

    def _cut(self, states: States, v: Var, low: Column | None, high: Column | None) -> list[States]:
        """The states in which a pending sample lies between two ends as well; rows without room are dropped."""
        if not len(states):
            return []
        p = states.pending[v]
        size = len(states)
        new_low = p.low if low is None else _larger(p.low, low)
        new_high = p.high if high is None else _smaller(p.high, high)
        room = filled(new_low, size, INT) <= filled(new_high, size, INT)
        if p.law.least is not None:
            room = room & (filled(new_high, size, INT) >= filled(p.centre, size, INT) + p.law.least)
        if p.law.greatest is not None:
            room = room & (filled(new_low, size, INT) <= filled(p.centre, size, INT) + p.law.greatest)
        cut = replace(states, pending={**states.pending, v: replace(p, low=new_low, high=new_high)})
        return [cut if room.all() else cut.take(room)]

    # -------------------------------------------------------------------------------------------------------- loops

    def _while(self, loop: While, states: States, after: Live) -> States:
        """Run a loop; states for which it does less from now on are moved to a simpler variant of it."""
        head = live_at_head(loop, after)
        lanes = [(None, loop.body, head), *self._lanes(loop, after)]
        active = [merge(states.keep(head)), *(None for _ in lanes[1:])]
        done: list[States] = []
        watch = RepetitionWatch(loop)
        for _ in range(self.limits.iterations):
            self._rounds += 1
            try:
                going = [
                    self._iterate(loop, body, live, table, done, after)
                    for (_, body, live), table in zip(lanes, active, strict=True)
                ]
                active = self._sort_into_lanes(lanes, going)
            except Limit as problem:
                for t in active:
                    if t is not None:
                        self.give_up(t, str(problem))
                break
            if not any(t is not None and len(t) for t in active):
                break
            if len(done) > 64:
                done = [merge(self.join(done))]
            if watch.repeats(active):
                self.diverged += sum(t.mass() for t in active if t is not None)
                break
            self._drop_negligible(active)
        else:
            for t in active:
                if t is not None and len(t):
                    self.give_up(t, f"a loop ran {self.limits.iterations:,} times without an end")
        return merge(self.join(done))

    def _iterate(
        self, loop: While, body: Command, live: Live, table: States | None, done: list[States], after: Live
    ) -> States | None:
        """One iteration for the states of one lane; those that leave the loop are done."""
        if table is None or not len(table):
            return None
        yes, no = self._split(loop.condition, table)
        done += [s.keep(after) for s in no if len(s)]
        running = self.join(yes).keep(self._before(body, live)) if yes else None
        if running is None or not isinstance(body, Skip):
            return None if running is None else self.execute(body, running, live)
        self.diverged += running.mass()
        return None

    def _lanes(self, loop: While, after: Live) -> list[tuple[Variant, Command, Live]]:
        key = (loop, after)
        if key not in self._variants:
            loop_variants = variants(loop, after)
            self._variants[key] = [(v, live_at_head(replace(loop, body=v.body), after)) for v in loop_variants]
        return [(v, v.body, live) for v, live in self._variants[key]]

    def _sort_into_lanes(
        self, lanes: list[tuple[Variant | None, Command, Live]], going: list[States | None]
    ) -> list[States | None]:
        """Move the states of the general lane on to a simpler one where its condition holds."""
        general = going[0]
        arrived: list[list[States]] = [[] if t is None else [t] for t in going]
        if general is not None and len(general):
            arrived[0] = []
            for number, (variant, _, live) in enumerate(lanes):
                if variant is None or not len(general):
                    continue
                if self._pending_in(variant.condition, general):
                    continue
                moved, general = general.split(self.evaluator.column(variant.condition, general))
                if len(moved):
                    arrived[number].append(moved.keep(live))
            if len(general):
                arrived[0].append(general)
        return [merge(self.join(tables)) if tables else None for tables in arrived]

    def _drop_negligible(self, active: list[States | None]) -> None:
        """A loop that goes on with less mass than may be lost is left."""
        left = sum(t.mass() for t in active if t is not None)
        if left <= self.tolerance / 1024 and left > 0:
            share = self.allowance()
            if left <= share:
                self.lose(left)
                active[:] = [None] * len(active)


_OF_REALS = (Op.ADD, Op.SUB, Op.MUL, Op.NEG, Op.QUOTIENT, Op.REAL, Op.ABS, Op.MIN, Op.MAX)


def data_in(e: Expr) -> Iterator[Expr]:
    """The parts that a number is computed of: those that are integers, or are held or looked up; and no literals."""
    if isinstance(e, Literal) or (isinstance(e, Var) and e.type == REAL and e.place is Place.RIGID):
        return
    if isinstance(e, Apply) and e.type == REAL and e.op in _OF_REALS:
        for a in e.args:
            yield from data_in(a)
    else:
        yield e


def _law(noise: Noise, parameters: Parameters) -> Columns:
    """The probabilities of a noise; only what is added to a number can stay pending."""
    if not isinstance(noise, AdditiveNoise):
        raise Limit(f"{noise.name} is not noise that the engine knows")
    try:
        return noise.columns(parameters)
    except OverflowError as problem:
        raise Limit(str(problem)) from None


def _moved(end: Column, by: Column) -> Column:
    """An end of an interval after a shift; an end that is not there stays away, and no other may come near it."""
    if not isinstance(end, np.ndarray) and abs(end) >= INFINITE:
        return end
    absent = np.abs(end) >= INFINITE
    moved = np.where(absent, 0, end) + by
    if np.abs(moved).max(initial=0) >= INFINITE // 2:
        raise Limit("a number grew beyond 60 bits")
    return np.where(absent, end, moved) if isinstance(moved, np.ndarray) else int(moved)


def _larger(a: Column, b: Column) -> Column:
    return np.maximum(a, b) if isinstance(a, np.ndarray) or isinstance(b, np.ndarray) else max(a, b)


def _smaller(a: Column, b: Column) -> Column:
    return np.minimum(a, b) if isinstance(a, np.ndarray) or isinstance(b, np.ndarray) else min(a, b)
