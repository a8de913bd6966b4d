"""The product of two runs as constrained Horn clauses.

Both runs are executed symbolically, side by side, from one loop head to the next; samples are coupled by the chosen
shifts, and the ledger is kept in integer counters. What is unknown is one predicate for each loop: its invariant. Lists
that the program builds must be the same in both runs, but for those of `cells`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import z3

from twinproof.kernel.noise import SHIFTS, row_of, shift_coupling
from twinproof.lang.command import Assign, Command, If, Sample, Seq, While, has_rounds, parts_of, site_of
from twinproof.lang.expr import (
    TRUE,
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    Quantified,
    Var,
    apply,
    conjunction,
    conjuncts,
    free_variables,
    implies,
    substitute,
    subterms,
    tag,
)
from twinproof.lang.liveness import live_at_head, live_before
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.scale import factors
from twinproof.lang.types import INT, REAL, ListOf, TupleOf, Type
from twinproof.search.alignment import alone_at
from twinproof.search.cells import Cells
from twinproof.search.currency import currency_of
from twinproof.search.differences import differences, held, moved_sums, starts, strides
from twinproof.search.extra_told import told_of_extras
from twinproof.search.named_rows import Named
from twinproof.search.pairing import laws
from twinproof.search.pledges import Pledge
from twinproof.search.prices import pricing
from twinproof.search.pruning import Pruning, lists_in
from twinproof.search.sums import paid_so_far
from twinproof.search.terms import (
    LEFT,
    RIGHT,
    At,
    Given,
    Segment,
    Slot,
    State,
    Strand,
    Term,
    Unsupported,
    Value,
    both_of,
    choose,
    has_list,
    label,
    on_left,
    parts_of_item,
    sameness,
)
from twinproof.smt import prove
from twinproof.tactics.stepping import Couple, Mapped, Paired, Tossed, Windowed

EFFORT = 4_000_000  # z3's resource units for one question about a clause
_LITTLE = 50_000  # … for whether a scale is positive


@dataclass(eq=False)
class Clause:
    """body ∧ constraints ⇒ head; no head: it must not happen. No two are the same, whatever they say."""

    body: At | None
    constraints: list[Term]
    variables: list[Term]
    head: At | None


@dataclass(frozen=True)
class Cap:
    """Σ weight · counter ≤ most."""

    weights: tuple[tuple[Var, int], ...]
    most: Expr


@dataclass(frozen=True, slots=True)
class Alone:
    """One run goes on while the other waits at the head of a loop, where these variables matter to it."""

    side: Place
    waiting: frozenset[Var]


@dataclass
class Product(Cells):
    """Builds the clauses of one mechanism under chosen couplings."""

    pruning: Pruning
    couple: Couple
    tossed: Tossed
    caps: tuple[Cap, ...]
    pledge: Pledge | None = None
    sums: dict[str, Var] = field(default_factory=dict)  # of squares of how far the entries of a list move, by its name
    named: tuple[Named, ...] = ()  # what is not the same in both runs and has names
    clauses: list[Clause] = field(default_factory=list, init=False)
    slots: dict[int, list[Slot]] = field(default_factory=dict, init=False)  # of each predicate, without the rigid ones

    def __post_init__(self) -> None:
        super().__post_init__()
        self.currency = currency_of(self.mechanism.claim)
        self._given: dict[Var, Expr] = {n.var: n.value for n in self.named if isinstance(n.value, Var)}
        self.ahead: set[Slot] = set()  # entries of the output that are still to come
        self.titles: dict[int, str] = {}  # what z3 calls the predicates, in the order in which they are come to
        self.loose: set[tuple[int, Var]] = set()  # lists that may not have been set yet at a loop head
        self.told = differences(self.mechanism, self.alignments)  # what numbers may differ by
        self.told += moved_sums(self.mechanism, self.single, inside=bool(self.where_moved))
        self.nothing = strides(self.mechanism) if self.single else []  # what may be 0 at each round
        self.begun = starts(self.mechanism) if self.single else []  # where counters start
        self.held = held(self.mechanism) if self.single else []  # what variables hold that do not change
        self.told += [*self.nothing, *(e for e, _ in (*self.begun, *self.held))]
        self.told += self.told_of_cells.sums
        self.paid += paid_so_far(self.mechanism, self.sums)
        around = [step for step in self.out_of_step.values() if has_rounds(step.loop.body)]
        self.told += [step.behind_after for step in around]
        self.of_extras = told_of_extras(self.extras, self.over_extra)
        self.told += self.of_extras.numbers

    # --------------------------------------------------------------------------------------------------- questions

    def evaluate(self, e: Expr, state: State, segment: Segment, bound: dict[Var, Term] | None = None) -> Value:
        """An assertion's expression, with what the right run is given in the place of its names."""
        if self._given and free_variables(e) & self._given.keys():
            e = substitute(e, self._given)
        return super().evaluate(e, state, segment, bound)

    def values(self, at: At) -> dict[Slot, Term]:
        """The values of all slots, the rigid ones included, at one end of a clause (those of lists at no position)."""
        values = {**self.rigid, **at.values}
        for factor, x in self._factors(at.site):
            values[apply(Op.MUL, factor, x)] = values[factor] * values[x]
        return values

    def products(self, site: int) -> list[Slot]:
        """The products that lemmas may speak of, next to the slots themselves."""
        return [apply(Op.MUL, factor, x) for factor, x in self._factors(site)]

    def _factors(self, site: int) -> list[tuple[Var, Var]]:
        """Products of a public parameter and a number of the left run, for lemmas: k·x grows by k when x grows by 1."""
        if not self.exact:
            return []
        factors = [e for e in self.rigid if isinstance(e, Var) and e.type == INT]
        public = [e for e in factors if any(p.var == e for p in self.mechanism.parameters)]
        numbers = [s for s in self.slots[site] if isinstance(s, Var) and s.type == INT and s.place is LEFT]
        return [(factor, x) for factor in public for x in numbers]

    def solver(self, clause: Clause) -> Any:
        """A solver that knows what a clause says, apart from invariants."""
        if self.exact:
            solver = z3.Solver(ctx=self.context)
            solver.set("rlimit", EFFORT // 8)
        else:
            solver = z3.SimpleSolver(ctx=self.context)
            solver.set("rlimit", EFFORT)
            solver.set("arith.solver", 2)  # nothing is multiplied here, and the old one is quicker then
            solver.set("phase_selection", 1)  # tries first that a flag is true: that many facts are broken at once
        solver.set("random_seed", 0)
        solver.add(*self.facts, *clause.constraints)
        return solver

    # ------------------------------------------------------------------------------------------------------- build

    def build(self) -> None:
        """All clauses."""
        result = self.mechanism.result
        segment = Segment(None)
        self.name_moved(segment)
        blank = dict[str, Value]()
        ledger = {counter: self._literal(0, counter.type) for counter in self.names.counters}
        state = State(blank, dict(blank), ledger, (self.true, self.true))
        if any(counter.type == REAL for counter in ledger):  # then the claim is a number like others
            self.facts += [self._rigid(p.var) > 0 for p in self.mechanism.parameters if p.positive]
        end = self.pruning.end
        required = self.evaluate(tag(self.mechanism.requires, LEFT), state, segment)
        self.facts.append(required)
        self.place_moved(state, segment)
        spoken = {p.var for p in self.mechanism.parameters}
        for one in (n for n in self.named if n.var in spoken and not isinstance(n.value, Var)):
            self.facts.append(self.evaluate(one.fact, state, segment))
        segment.constraints.append(required)
        for name, sums in self.sums.items():
            items = Var(name, self.mechanism.parameter(name).var.type, LEFT)
            self.facts.append(self._rigid(apply(Op.LEN, sums)) == self._rigid(apply(Op.LEN, items)) + 1)
        ghosts = (extra.place for extra in self.extras.values())
        state, segment = self._run(self.mechanism.body, state, segment, end, frozenset((result, *ghosts)))
        matters = self.evaluate(end, state, segment)
        for goal in (self._same(result, state, segment), *self._paid(state, segment)):
            self._must(segment, [matters], goal)

    def _paid(self, state: State, segment: Segment) -> Iterator[Term]:
        """That the budget is not overspent."""
        for cap in self.caps:
            total = sum((weight * state.ledger[c] for c, weight in cap.weights), z3.IntVal(0, self.context))
            yield total <= self.evaluate(cap.most, state, segment)

    def _run(
        self, command: Command, state: State, segment: Segment, keep: Expr, live: frozenset[Var]
    ) -> tuple[State, Segment]:
        """Execute a command; loops end the segment. `keep` and `live` are what matters after it."""
        if not has_rounds(command):
            return self._step(command, state, segment), segment
        if isinstance(command, While) and site_of(command) in self.out_of_step:
            return self._run_out_of_step(command, state, segment, keep, live)
        match command:
            case Seq(parts):
                keeps, lives = [keep], [live]
                for part in reversed(parts[1:]):
                    keeps.append(self.pruning.before(part, keeps[-1]))
                    lives.append(live_before(part, lives[-1], all_reads=True))
                for part, after, alive in zip(parts, reversed(keeps), reversed(lives), strict=True):
                    state, segment = self._run(part, state, segment, after, alive)
                return state, segment
            case If(condition, then, otherwise):
                matters = self.evaluate(self.pruning.before(command, keep), state, segment)
                b1, b2 = self._both(condition, state, segment)
                self._must(segment, [matters], b1 == b2)  # both runs take the same branch
                site = self._site(command)
                for branch, taken in ((then, [b1, b2]), (otherwise, [z3.Not(b1), z3.Not(b2)])):
                    one = replace(state, left=dict(state.left), right=dict(state.right), ledger=dict(state.ledger))
                    ended, last = self._run(branch, one, segment.branch(*taken), keep, live)
                    self._arrive(site, ended, last, keep, live)
                return self._depart(site, live, keep)
            case While(condition, body):
                site = self._site(command)
                here = live_at_head(command, live, all_reads=True)
                at_head = self.pruning.at_loop[site]
                self._enter(command, state, segment, self.pruning.before(command, keep), here)
                inside, inner = self._depart(site, here, at_head)
                b1, b2 = self._both(condition, inside, inner)
                inner.constraints += [b1, b2]
                inside, inner = self._run(body, inside, inner, at_head, here)
                self._enter(command, inside, inner, at_head, here)
                outside, rest = self._depart(site, here, at_head)
                b1, b2 = self._both(condition, outside, rest)
                rest.constraints += [z3.Not(b1), z3.Not(b2)]
                return outside, rest
            case _:
                raise AssertionError("a command with a loop")

    def _run_out_of_step(
        self, loop: While, state: State, segment: Segment, keep: Expr, live: frozenset[Var]
    ) -> tuple[State, Segment]:
        """A loop over rows of which one run has more: it goes round alone where the other has none."""
        site = self._site(loop)
        step = self.out_of_step[site]
        here, at_head = live_at_head(loop, live, all_reads=True), self.pruning.at_loop[site]

        def come(state: State, segment: Segment, keep: Expr) -> None:
            matters = self.evaluate(keep, state, segment)
            self._must(segment, [matters], self.evaluate(step.positions_belong, state, segment))
            if site in self.over_extra:  # where no row is at hand, both go on or stop together
                b1, b2 = self._both(loop.condition, state, segment)
                alone = self.evaluate(step.goes_alone, state, segment)
                self._must(segment, [matters, z3.Not(alone)], b1 == b2)
            self._arrive(site, state, segment, keep, here)

        def leave() -> tuple[State, Segment, Term, Term, Term]:
            state, segment = self._depart(site, here, at_head)
            segment.constraints.append(self.evaluate(step.positions_belong, state, segment))
            return (
                state,
                segment,
                *self._both(loop.condition, state, segment),
                self.evaluate(step.goes_alone, state, segment),
            )

        come(state, segment, self.pruning.before(loop, keep))
        inside, inner, b1, b2, alone = leave()
        inner.constraints += [b1, b2, z3.Not(alone)]
        come(*self._run(loop.body, inside, inner, at_head, here), at_head)
        inside, inner, b1, b2, alone = leave()
        inner.constraints.append(alone)
        come(*self._run_alone(loop.body, Alone(step.longer, here), inside, inner, at_head, here), at_head)
        outside, rest, b1, b2, _ = leave()
        rest.constraints += [z3.Not(b1), z3.Not(b2)]
        return outside, rest

    def _run_alone(
        self, command: Command, alone: Alone, state: State, segment: Segment, keep: Expr, live: frozenset[Var]
    ) -> tuple[State, Segment]:
        """Execute a command in one run only."""
        if not has_rounds(command):
            return self._step_alone(command, alone.side, state, segment), segment
        match command:
            case Seq(parts):
                keeps, lives = [keep], [live]
                for part in reversed(parts[1:]):
                    keeps.append(self._keep_before(part, alone, keeps[-1]))
                    lives.append(live_before(part, lives[-1], all_reads=True))
                for part, after, alive in zip(parts, reversed(keeps), reversed(lives), strict=True):
                    state, segment = self._run_alone(part, alone, state, segment, after, alive)
                return state, segment
            case If(condition, then, otherwise):
                b = self._of_side(condition, alone.side, state, segment)
                site = self._site(command, alone)
                for branch, taken in ((then, b), (otherwise, z3.Not(b))):
                    one = replace(state, left=dict(state.left), right=dict(state.right), ledger=dict(state.ledger))
                    ended, last = self._run_alone(branch, alone, one, segment.branch(taken), keep, live)
                    self._arrive(site, ended, last, keep, live | alone.waiting)
                return self._depart(site, live | alone.waiting, keep)
            case While(condition, body):
                site = self._site(command, alone)
                here = live_at_head(command, live, all_reads=True) | alone.waiting
                at_head = self.pruning.at_loop[site_of(command)] if alone.side is LEFT else keep
                self._arrive(site, state, segment, self._keep_before(command, alone, keep), here)
                inside, inner = self._depart(site, here, at_head)
                inner.constraints.append(self._of_side(condition, alone.side, inside, inner))
                inside, inner = self._run_alone(body, alone, inside, inner, at_head, here)
                self._arrive(site, inside, inner, at_head, here)
                outside, rest = self._depart(site, here, at_head)
                rest.constraints.append(z3.Not(self._of_side(condition, alone.side, outside, rest)))
                return outside, rest
            case _:
                raise AssertionError("a command with a loop")

    def _keep_before(self, command: Command, alone: Alone, keep: Expr) -> Expr:
        """What is kept before a command; it speaks of the left run, which may be the one that waits."""
        return self.pruning.before(command, keep) if alone.side is LEFT else keep

    def _of_side(self, condition: Expr, side: Place, state: State, segment: Segment) -> Term:
        return self._value(condition, state.left if side is LEFT else state.right, side, segment, state)

    def _site(self, command: If | While, alone: Alone | None = None) -> int:
        site = site_of(command) if alone is None else alone_at(site_of(command))
        self.titles.setdefault(site, f"{'loop' if isinstance(command, While) else 'join'}{len(self.titles)}")
        return site

    def _enter(self, loop: While, state: State, segment: Segment, keep: Expr, live: frozenset[Var]) -> None:
        b1, b2 = self._both(loop.condition, state, segment)
        matters = self.evaluate(keep, state, segment)
        self._must(segment, [matters], b1 == b2)  # both runs go on or stop together
        self._arrive(site_of(loop), state, segment, keep, live)

    def _arrive(self, site: int, state: State, segment: Segment, keep: Expr, live: frozenset[Var]) -> None:
        """The clause that ends a segment."""
        matters = self.evaluate(keep, state, segment)
        values: dict[Slot, Term] = {}
        for var in self._own(live):
            sides = (LEFT,) if var in self.public else (LEFT, RIGHT)
            if has_list(var.type) and var not in self.apart:
                same = self._same(var, state, segment)
                if site not in self.slots and var.name not in state.left:
                    self.loose.add((site, var))
                if (site, var) in self.loose:
                    values[sameness(var)] = same
                else:
                    self._must(segment, [matters], same)
            for side in sides:
                memory = state.left if side is LEFT else state.right
                whole = memory.get(var.name)
                if whole is None:
                    whole = self._variable(Var(var.name, var.type, side), state, segment)
                values.update(self._leaves(tag(var, side), whole, side))
        for slot in (*self._next_entries(live), *self.entries(self._own(live))):
            values[slot] = self.evaluate(slot, state, segment)
        for inverse, _ in self._inverses(live):
            values[inverse] = self.evaluate(inverse, state, segment)
        for slot in self.differing(live):
            values[slot] = self.evaluate(slot, state, segment)
        for counter in self.names.counters:
            values[counter] = state.ledger[counter]
        slots = self.slots.setdefault(site, list(values))
        own = self._own(live)
        somewhere = self.at_positions(site, own, state, segment)
        anywhere = self.anywhere(site, own, state, segment)
        end = At(site, {slot: values[slot] for slot in slots}, anywhere, somewhere)
        self._clause(segment, [matters], end)

    def _clause(self, segment: Segment, assumed: list[Term], head: At | None) -> None:
        body = self.with_positions(segment)
        self.clauses.append(Clause(body, [*segment.constraints, *assumed], list(segment.variables), head))

    def _depart(self, site: int, live: frozenset[Var], keep: Expr) -> tuple[State, Segment]:
        """A fresh state at a loop head, of which the invariant is known, and that it matters."""
        values = {slot: self._constant(label(slot), slot.type) for slot in self.slots[site]}
        segment = Segment(At(site, values))
        self.name_moved(segment)
        segment.variables += list(values.values())
        left, right = dict[str, Value](), dict[str, Value]()
        for var in self._own(live):
            left[var.name] = self._from_leaves(tag(var, LEFT), values)
            right[var.name] = left[var.name] if var in self.public else self._from_leaves(tag(var, RIGHT), values)
            if (site, var) in self.loose:
                right[var.name] = self._merge(
                    values[sameness(var)], left[var.name], self._unset(tag(var, RIGHT), segment)
                )
        for inverse, whole in self._inverses(live):
            segment.invert(z3.simplify(values[whole]), values[inverse])
        ledger = {counter: values[counter] for counter in self.names.counters}
        state = State(left, right, ledger, (self.true, self.true))
        for slot in self.slots[site]:
            if slot in self.ahead:
                entry, path = _unwrapped(slot)
                whole, position = entry.args
                items = self.evaluate(whole, state, segment)
                index = z3.simplify(self.evaluate(position, state, segment))
                key = (items.origin, *path)
                segment.reads.setdefault(key, []).append((None, (index,), values[slot]))
        assert segment.body is not None
        segment.body.somewhere.update(self.at_witnesses(self._own(live), state, segment))
        for slot in (*self.entries(self._own(live)), *self.differing(live)):
            segment.constraints.append(self.evaluate(slot, state, segment) == values[slot])
        segment.constraints.append(self.evaluate(keep, state, segment))
        return state, segment

    def _own(self, live: frozenset[Var]) -> list[Var]:
        """The variables that the program writes, of those that matter."""
        inputs = {p.var for p in self.mechanism.parameters}
        return sorted((v for v in live if v.place is Place.MEMORY and v not in inputs), key=lambda v: v.name)

    def _inverses(self, live: frozenset[Var]) -> list[tuple[Slot, Slot]]:
        """1 / x for the reals of the program that rates are divided by, and x."""
        rates = (p.rate for s in self.mechanism.samplings if (p := pricing(self.mechanism, s)).rate is not None)
        divisors = {e for rate in rates for e in factors(rate)[2]}
        held = [v for v in self._own(live) if v in divisors and v.type == REAL]
        wholes = (tag(v, side) for v in held for side in ((LEFT,) if v in self.public else (LEFT, RIGHT)))
        return [(apply(Op.QUOTIENT, Literal(Fraction(1)), whole), whole) for whole in wholes]

    def differing(self, live: frozenset[Var]) -> list[Slot]:
        """What numbers may differ by, or cost, because of rows that differ, where what it speaks of matters."""
        own = self._own(live)
        return [e for e in (*self.told, *self.paid, *self.of_extras.flags) if self.speaks_of(e, own)]

    def _next_entries(self, live: frozenset[Var]) -> list[Slot]:
        """The numbers and truth values of the output's entry that a list of the program comes to next."""
        entries: list[Slot] = []
        for whole in lists_in(self.names.output):
            for items in self._own(live):
                if items.type == whole.type and isinstance(items.type, ListOf) and not has_list(items.type.item):
                    entries += parts_of_item(apply(Op.GET, whole, apply(Op.LEN, tag(items, LEFT))))
        self.ahead.update(entries)
        return entries

    def _leaves(self, e: Expr, value: Value, side: Place) -> list[tuple[Slot, Term]]:
        """The integers and truth values that a value consists of; of a list, its length (in the left run, or both)."""
        match e.type:
            case TupleOf(items):
                parts = (self._leaves(apply(Op.PROJ, e, Literal(i)), value[i], side) for i in range(len(items)))
                return [leaf for part in parts for leaf in part]
            case ListOf():
                return [(apply(Op.LEN, e), value.length)] if side is LEFT or self.is_apart(e) else []
            case _:
                return [(e, value)]

    def _from_leaves(self, e: Expr, values: dict[Slot, Term]) -> Value:
        match e.type:
            case TupleOf(items):
                return tuple(self._from_leaves(apply(Op.PROJ, e, Literal(i)), values) for i in range(len(items)))
            case ListOf():
                known = e if self.is_apart(e) else on_left(e)
                return self._list(Given(known), values[apply(Op.LEN, known)])
            case _:
                return values[e]

    def _must(self, segment: Segment, assumed: list[Term], goal: Term) -> None:
        goal = z3.simplify(goal)
        if z3.is_true(goal):
            return
        self._clause(segment, [*assumed, z3.Not(goal)], None)

    # -------------------------------------------------------------------------------------------------------- steps

    def _step(self, command: Command, state: State, segment: Segment) -> State:
        """Execute loop-free code."""
        for part in parts_of(command):
            match part:
                case Assign(target, value):
                    for memory, side in ((state.left, LEFT), (state.right, RIGHT)):
                        memory[target.name] = self._value(value, memory, side, segment, state)
                    if self.pledge is not None and target == self.pledge.bad:  # what is not given up must fit
                        for wanted in segment.later:
                            self._must(segment, [z3.Not(state.left[target.name])], wanted)
                        segment.later = []
                case Sample():
                    self._sample(part, state, segment)
                case If(condition, then, otherwise):
                    state = self._branch(condition, then, otherwise, state, segment)
                case While(condition):
                    self._guard(condition, state, segment)
                case _:
                    raise AssertionError("loop-free code")
        return state

    def _guard(self, condition: Expr, state: State, segment: Segment) -> None:
        """A left run that is stopped here does not matter; where it is not, the right run must not be either."""
        (h1, h2), (b1, b2) = state.here, self._both(condition, state, segment)
        segment.constraints.append(z3.Implies(h1, z3.Not(b1)))
        self._must(segment, [h2], z3.Not(b2))
        segment.constraints.append(z3.Implies(h2, z3.Not(b2)))

    def _step_alone(self, command: Command, side: Place, state: State, segment: Segment) -> State:
        """Execute loop-free code in one run only."""
        here = (self.true, self.false) if side is LEFT else (self.false, self.true)
        after = self._step(command, State(dict(state.left), dict(state.right), state.ledger, here), segment)
        left, right = (after.left, state.right) if side is LEFT else (state.left, after.right)
        return State(left, right, after.ledger, state.here)

    def _branch(self, condition: Expr, then: Command, otherwise: Command, state: State, segment: Segment) -> State:
        b1, b2 = self._both(condition, state, segment)
        h1, h2 = state.here
        yes = State(dict(state.left), dict(state.right), state.ledger, (both_of(h1, b1), both_of(h2, b2)))
        yes = self._step(then, yes, segment)
        no = State(dict(state.left), dict(state.right), yes.ledger, (both_of(h1, z3.Not(b1)), both_of(h2, z3.Not(b2))))
        no = self._step(otherwise, no, segment)
        left = {name: self._merge(b1, yes.left.get(name), no.left.get(name)) for name in {**yes.left, **no.left}}
        right = {name: self._merge(b2, yes.right.get(name), no.right.get(name)) for name in {**yes.right, **no.right}}
        return State(left, right, no.ledger, state.here)

    def _strand_item(self, strand: Strand, index: Term, kind: Type, segment: Segment) -> Value:
        """What stands in a list; sums of squares begin with 0, and none is above their bound."""
        value = super()._strand_item(strand, index, kind, segment)
        for name, sums in self.sums.items():
            if strand.origin == Given(sums):
                most = self.evaluate(self._motion(name).most, State({}, {}, {}, (self.true, self.true)), segment)
                inside = both_of(index >= 0, index < strand.base)
                segment.constraints.append(z3.Implies(index == 0, value == 0))
                segment.constraints.append(z3.Implies(inside, both_of(value >= 0, value <= most)))
        return value

    def _number(self, name: str, side: Place, index: tuple[Term, ...], segment: Segment, state: State) -> Term:
        """A private number; where sums of squares are known and ε is paid, also what it says of them that is linear."""
        entries = segment.reads.setdefault((self.mechanism.parameter(name).var,), [])
        known = len(entries)
        made = super()._number(name, side, index, segment, state)
        if name in self.sums and len(entries) > known and not self.currency.in_squares:
            there = entries[-1][1]
            for place, at, value in entries[:known]:
                if place is not side and all(a.eq(b) for a, b in zip(there, at, strict=True)):
                    self._squared(name, there[0], made - value, segment)
        return made

    def _squared(self, name: str, index: Term, rise: Term, segment: Segment) -> None:
        """That the sum of the squares grows there by the square: it lies on these lines or above them."""
        items = self._rigid_value(self.sums[name])
        before, after = (self._item(items, i, INT, segment) for i in (index, index + 1))
        far, inside = z3.If(rise >= 0, rise, -rise), both_of(index >= 0, index + 1 < items.length)
        grows = after - before
        lines = both_of(z3.Implies(far <= 1, grows == far), grows >= far, grows >= 3 * far - 2)
        segment.constraints.append(z3.Implies(inside, lines))

    def _sample(self, sampling: Sample, state: State, segment: Segment) -> None:
        by = self.couple(sampling, sampling)
        if isinstance(by, Mapped):
            self._mapped(sampling, by, state, segment)
        elif isinstance(by, Windowed):
            self._windowed(sampling, by, state, segment)
        else:
            self._shifted(sampling, by, state, segment)

    def _windowed(self, sampling: Sample, by: Windowed, state: State, segment: Segment) -> None:
        """[ω-Samp-Int] where a condition holds: any right sample in the window of the right run."""
        both = both_of(*state.here)
        inside, before = self.evaluate(by.when, state, segment), state.ledger
        low, high = (self.evaluate(end, state, segment) for end in by.theirs)
        ((counter, steps),) = by.paid
        self._must(segment, [both, inside], self.evaluate(by.near, state, segment))
        self._shifted(sampling, by.otherwise, state, segment)
        u = self._fresh("u", INT, segment)
        segment.constraints.append(z3.Implies(inside, both_of(low <= u, u <= high)))
        name, paid = sampling.target.name, before[counter] + self.evaluate(steps, state, segment)
        state.right[name] = choose(both_of(both, inside), u, state.right[name])
        state.ledger = {**state.ledger, counter: choose(both_of(both, inside), paid, state.ledger[counter])}

    def _shifted(self, sampling: Sample, by: Paired, state: State, segment: Segment) -> None:
        h1, h2 = state.here
        both = both_of(h1, h2)
        v = self._fresh("v", INT, segment)
        e1 = self._value(sampling.centre, state.left, LEFT, segment, state)
        e2 = self._value(sampling.centre, state.right, RIGHT, segment, state)
        k = self.evaluate(by.shift, state, segment, {by.sampled: v})
        distance = z3.simplify(k + e1 - e2)
        from_centre_on = sampling.noise in SHIFTS and shift_coupling(sampling.noise).from_centre_on
        if from_centre_on:
            segment.constraints.append(z3.Implies(h1, v >= e1))
            self._must(segment, [both], distance >= 0)  # the right sample does not fall below its start
        if by.sampled in free_variables(by.shift):
            w = self._fresh("v", INT, segment)
            other = self.evaluate(by.shift, state, segment, {by.sampled: w})
            self._must(segment, [both], z3.Implies(v + k == w + other, v == w))  # no two samples are coupled with one
        for factor in doubtful(self.mechanism, pricing(self.mechanism, sampling).unit):
            scale = self._value(factor, state.left, LEFT, segment, state)
            self._must(segment, [both], scale > 0)
        steps = z3.If(distance >= 0, distance, -distance)
        if by.price is not None:
            self._one_divisor(sampling, both, state, segment)
            self._must(segment, [both], self.evaluate(by.given, state, segment))
            steps = self.evaluate(by.price, state, segment, {by.sampled: v})
        state.left[sampling.target.name] = v
        if z3.is_true(both):
            state.right[sampling.target.name] = v + k
        else:
            alone = self._fresh("v", INT, segment)
            if from_centre_on:
                segment.constraints.append(z3.Implies(both_of(h2, z3.Not(h1)), alone >= e2))
            state.right[sampling.target.name] = choose(h1, v + k, alone)
        before = state.ledger[by.counter]
        state.ledger = {**state.ledger, by.counter: choose(both, before + steps, before)}
        stand_ins = {} if self.pledge is None or z3.is_true(both) else self.pledge.stand_ins
        for theirs, ours in stand_ins.items():
            if site_of(sampling) == ours:
                self._meet(theirs, (both_of(h1, z3.Not(h2)), v, e1), True, state, segment)
            elif site_of(sampling) == theirs:
                self._meet(theirs, (both_of(h2, z3.Not(h1)), alone, e2), False, state, segment)

    def _meet(self, partner: int, here: tuple[Term, Term, Term], left: bool, state: State, segment: Segment) -> None:
        """One of two draws that stand for each other; at the second of them both are known."""
        there = segment.waiting.pop(partner, None)
        if there is None:
            segment.waiting[partner] = here
            return
        (when, v, e1), (also, u, e2) = (here, there) if left else (there, here)
        assert self.pledge is not None
        drawn, theirs = (self.mechanism.samplings[site] for site in (self.pledge.stand_ins[partner], partner))
        by, pair = self.couple(drawn, theirs), both_of(when, also)
        assert isinstance(by, Paired)
        if any(v.place is not Place.RIGID for v in free_variables(by.shift)) or by.sampled in free_variables(by.shift):
            raise Unsupported("a draw in the place of another is moved by a public number only")
        distance = self.evaluate(by.shift, state, segment) + e1 - e2
        segment.constraints.append(z3.Implies(pair, u - e2 == v - e1 + distance))
        paid = z3.If(distance >= 0, distance, -distance)
        if by.price is not None:
            self._one_divisor(theirs, pair, state, segment)
            paid = self.evaluate(by.price, state, segment)
        before = state.ledger[by.counter]
        state.ledger = {**state.ledger, by.counter: choose(pair, before + paid, before)}

    def _mapped(self, sampling: Sample, by: Mapped, state: State, segment: Segment) -> None:
        """A sampling of noise without shifts."""
        row, (left, right) = row_of(sampling.noise), laws(sampling)
        h1, h2 = state.here
        both, alone = both_of(h1, h2), both_of(h2, z3.Not(h1))
        for condition in conjuncts(row.lawful(left)):
            if not self._has_rate(condition):
                self._must(segment, [both], self.evaluate(condition, state, segment))
        v = self._fresh("v", sampling.target.type, segment)
        drawn = {by.sampled: v}
        segment.constraints.append(z3.Implies(h1, self.evaluate(row.values(left, by.sampled), state, segment, drawn)))
        fits = TRUE if by.turned else row.fits(left, right, by.bound, by.sampled, by.image)
        if by.shrink is not None:
            fits = conjunction(fits, row.fits(right, left, by.shrink, by.image, by.sampled))
        for condition in (row.values(right, by.image), *conjuncts(fits)):
            if not self._has_rate(condition):
                wanted = self._for_some(condition, state, segment, drawn)
                if self.pledge is not None and self.pledge.at(site_of(sampling)):
                    segment.later.append(z3.Implies(both, wanted))
                else:
                    self._must(segment, [both], wanted)
        u = self.evaluate(by.image, state, segment, drawn)
        ledger = dict(state.ledger)
        if by.paid:
            for factor in doubtful(self.mechanism, pricing(self.mechanism, sampling).unit):
                self._must(segment, [both], self._value(factor, state.left, LEFT, segment, state) > 0)
        for counter, price in by.paid:
            if pricing(self.mechanism, sampling).shared is not None:
                self._one_divisor(sampling, both, state, segment)
            steps = self.evaluate(price, state, segment, drawn)
            ledger[counter] = choose(both, ledger[counter] + steps, ledger[counter])
        if not z3.is_true(both):
            for condition in conjuncts(row.lawful(right)):
                if not self._has_rate(condition):
                    self._must(segment, [alone], self.evaluate(condition, state, segment))
            other = self._fresh("v", sampling.target.type, segment)
            theirs = self.evaluate(row.values(right, by.sampled), state, segment, {by.sampled: other})
            segment.constraints.append(z3.Implies(alone, theirs))
            self._pay_alone(sampling, (both_of(h1, z3.Not(h2)), v), (alone, other), ledger)
            u = choose(h1, u, other)
        state.left[sampling.target.name], state.right[sampling.target.name] = v, u
        state.ledger = ledger

    def _pay_alone(
        self, sampling: Sample, left: tuple[Term, Term], right: tuple[Term, Term], ledger: dict[Var, Term]
    ) -> None:
        """What a coin costs where only one run tosses it; each run with when it does so, and what comes up."""
        paid = self.tossed(sampling)
        if paid is None:
            return
        for here, result in (left, right):
            for outcome, prices in zip((z3.Not(result), result), paid, strict=True):
                for counter, price in prices:
                    assert isinstance(price, Literal)
                    more = z3.If(both_of(here, outcome), z3.IntVal(int(price.value), self.context), 0)
                    ledger[counter] = z3.simplify(ledger[counter] + more)

    def _has_rate(self, condition: Expr) -> bool:
        """Whether a condition is about rates, which the product knows nothing of: the kernel asks for it."""
        return any(e.type == REAL for e in subterms(condition)) and not self._has_real_data(condition)

    def _for_some(self, condition: Expr, state: State, segment: Segment, bound: dict[Var, Term]) -> Term:
        """What must hold; of all positions, for one of which nothing is known."""
        if isinstance(condition, Quantified):
            position = self._fresh("j", INT, segment)
            return self._for_some(condition.body, state, segment, {**bound, condition.var: position})
        return self.evaluate(condition, state, segment, bound)

    def _one_divisor(self, sampling: Sample, both: Term, state: State, segment: Segment) -> None:
        """Both runs have one rate, or divide it by one number, which is positive."""
        shared = pricing(self.mechanism, sampling).shared
        if shared is None:
            return
        ours, theirs = self._both(shared, state, segment)
        self._must(segment, [both], ours > 0)
        self._must(segment, [both], ours == theirs)

    def _both(self, condition: Expr, state: State, segment: Segment) -> tuple[Term, Term]:
        return (
            self._value(condition, state.left, LEFT, segment, state),
            self._value(condition, state.right, RIGHT, segment, state),
        )

    def _same(self, var: Var, state: State, segment: Segment) -> Term:
        """x⟨1⟩ = x⟨2⟩, lists included."""
        if var.name not in state.left or var.name not in state.right:
            return self.false
        return self._identical(state.left.get(var.name), state.right.get(var.name), var.type, segment)


def _unwrapped(e: Expr) -> tuple[Apply, tuple[int, ...]]:
    """The entry that a part belongs to, and which of its components, of these … it is."""
    match e:
        case Apply(Op.PROJ, (whole, Literal(position))):
            entry, path = _unwrapped(whole)
            return entry, (*path, int(position))
        case Apply():
            return e, ()
    raise AssertionError("an entry of a list")


@functools.lru_cache(maxsize=256)
def doubtful(mechanism: Mechanism, rate: Expr) -> tuple[Expr, ...]:
    """The integers in a rate whose sign decides its sign, if the requirements alone do not make it positive."""
    positive = (apply(Op.LT, ZERO, p.var) for p in mechanism.parameters if p.positive)
    if prove(implies(conjunction(mechanism.requires, *positive), apply(Op.LT, ZERO, rate)), _LITTLE).proved:
        return ()
    return tuple(dict.fromkeys(_integers(rate)))


def _integers(e: Expr) -> Iterator[Expr]:
    """The largest parts that are integers, and not literals."""
    if e.type == INT:
        yield from () if isinstance(e, Literal) else (e,)
    elif isinstance(e, Apply):
        for a in e.args:
            yield from _integers(a)
