"""The product of two runs as constrained Horn clauses.

Both runs are executed symbolically, side by side, from one loop head to the next; samples are coupled by the chosen
shifts, and the ledger is kept in integer counters. What is unknown is one predicate for each loop: its invariant. Lists
that the program builds must be the same in both runs.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import z3

from twinproof.kernel.noise import shift_coupling
from twinproof.lang.command import Assign, Command, If, Sample, Seq, While
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
    implies,
    tag,
)
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.types import INT, ListOf, TupleOf
from twinproof.search.analysis import live_at_loop, live_before, public_variables
from twinproof.search.pruning import Pruning, hit, lists_in
from twinproof.search.symbolic import Symbols
from twinproof.search.terms import (
    LEFT,
    RIGHT,
    At,
    Segment,
    Slot,
    State,
    Term,
    Value,
    both_of,
    choose,
    has_list,
    on_left,
    slot_name,
)
from twinproof.smt import prove
from twinproof.tactics.stepping import SAMPLED, has_loop, parts_of

EFFORT = 4_000_000  # z3's resource units for one question about a clause
_LITTLE = 50_000  # … for whether a scale is positive
Shift = Callable[[Sample], tuple[Expr, Var]]


@dataclass
class Clause:
    """body ∧ constraints ⇒ head; no head: it must not happen."""

    body: At | None
    constraints: list[Term]
    variables: list[Term]
    head: At | None
    about: str = ""


@dataclass(frozen=True)
class Cap:
    """Σ weight · counter ≤ most."""

    weights: tuple[tuple[Var, int], ...]
    most: Expr


@dataclass
class Product(Symbols):
    """Builds the clauses of one mechanism under chosen couplings."""

    output: Var
    pruning: Pruning
    couple: Shift
    counters: tuple[Var, ...]
    caps: tuple[Cap, ...]
    clauses: list[Clause] = field(default_factory=list, init=False)
    slots: dict[str, list[Slot]] = field(default_factory=dict, init=False)  # of each predicate, without the rigid ones

    def __post_init__(self) -> None:
        super().__post_init__()
        self.public = public_variables(self.mechanism)
        self.names: dict[int, str] = {}
        self.ahead: set[str] = set()  # slots for entries of the output that are still to come
        self.loose: set[tuple[str, Var]] = set()  # lists that may not have been set yet at a loop head

    # --------------------------------------------------------------------------------------------------- questions

    def values(self, at: At) -> dict[str, Term]:
        """The values of all slots, the rigid ones included, at one end of a clause."""
        found = {**{slot.name: constant for slot, constant in self.rigid.values()}, **at[1]}
        for slot in self.products(at[0]):
            factor, x = (found[slot_name(a)] for a in slot.meaning.args)  # type: ignore[union-attr]
            found[slot.name] = factor * x
        return found

    def products(self, name: str) -> list[Slot]:
        """Products of a public parameter and a number of the left run, for lemmas: k·x grows by k when x grows by 1."""
        if not self.exact:
            return []
        factors = [slot.meaning for slot, _ in self.rigid.values() if isinstance(slot.meaning, Var)]
        public = [e for e in factors if e.type == INT and any(p.var == e for p in self.mechanism.parameters)]
        numbers = [
            s.meaning
            for s in self.slots[name]
            if isinstance(s.meaning, Var) and s.meaning.type == INT and s.meaning.place is LEFT
        ]
        made = (apply(Op.MUL, factor, x) for factor in public for x in numbers)
        return [Slot(slot_name(e), e) for e in made]

    def solver(self, clause: Clause) -> Any:
        """A solver that knows what a clause says, apart from invariants."""
        solver = z3.Solver(ctx=self.context)
        solver.set("rlimit", EFFORT if not self.exact else EFFORT // 8)
        solver.set("random_seed", 0)
        solver.add(*self.facts, *clause.constraints)
        return solver

    # ------------------------------------------------------------------------------------------------------- build

    def build(self) -> None:
        """All clauses."""
        result = self.mechanism.result
        segment = Segment(None)
        zero = z3.IntVal(0, self.context)
        blank = dict[str, Value]()
        state = State(blank, dict(blank), {c.name: zero for c in self.counters}, (self.true, self.true))
        self.pruning_end = hit(result, self.output)
        required = self.evaluate(tag(self.mechanism.requires, LEFT), state, segment)
        self.facts.append(required)
        segment.constraints.append(required)
        state, segment = self._run(self.mechanism.body, state, segment, self.pruning_end, frozenset((result,)))
        kept = self.evaluate(self.pruning_end, state, segment)
        for known, text in (
            (self._same(result, state, segment), "the outputs must be equal"),
            *self._paid(state, segment),
        ):
            self._must(segment, [kept], known, text)

    def _paid(self, state: State, segment: Segment) -> Iterable[tuple[Term, str]]:
        for cap in self.caps:
            total = sum((weight * state.ledger[c.name] for c, weight in cap.weights), z3.IntVal(0, self.context))
            yield total <= self.evaluate(cap.most, state, segment), "the budget must not be overspent"

    def _run(
        self, command: Command, state: State, segment: Segment, keep: Expr, live: frozenset[Var]
    ) -> tuple[State, Segment]:
        """Execute a command; loops end the segment. `keep` and `live` are what matters after it."""
        if not has_loop(command):
            return self._step(command, state, segment), segment
        match command:
            case Seq(parts):
                keeps, lives = [keep], [live]
                for part in reversed(parts[1:]):
                    keeps.append(self.pruning.before(part, keeps[-1]))
                    lives.append(live_before(part, lives[-1]))
                for part, after, alive in zip(parts, reversed(keeps), reversed(lives), strict=True):
                    state, segment = self._run(part, state, segment, after, alive)
                return state, segment
            case If(condition, then, otherwise):
                kept = self.evaluate(self.pruning.before(command, keep), state, segment)
                b1, b2 = self._both(condition, state, segment)
                self._must(segment, [kept], b1 == b2, f"both runs must take the same branch {_line(command)}")
                name = self._name(command, "join")
                for branch, known in ((then, [b1, b2]), (otherwise, [z3.Not(b1), z3.Not(b2)])):
                    one = replace(state, left=dict(state.left), right=dict(state.right), ledger=dict(state.ledger))
                    ended, last = self._run(branch, one, segment.branch(*known), keep, live)
                    self._arrive(name, ended, last, keep, live)
                return self._depart(name, live, keep)
            case While(condition, body):
                name = self._name(command, "loop")
                here = live_at_loop(condition, body, live)
                kept = self.pruning.at_loop[id(command)]
                self._enter(command, name, state, segment, kept, here)
                inside, inner = self._depart(name, here, kept)
                b1, b2 = self._both(condition, inside, inner)
                inner.constraints += [b1, b2]
                inside, inner = self._run(body, inside, inner, kept, here)
                self._enter(command, name, inside, inner, kept, here)
                outside, rest = self._depart(name, here, kept)
                b1, b2 = self._both(condition, outside, rest)
                rest.constraints += [z3.Not(b1), z3.Not(b2)]
                return outside, rest
            case _:
                raise AssertionError("a command with a loop")

    def _enter(self, loop: While, name: str, state: State, segment: Segment, keep: Expr, live: frozenset[Var]) -> None:
        b1, b2 = self._both(loop.condition, state, segment)
        kept = self.evaluate(keep, state, segment)
        self._must(segment, [kept], b1 == b2, f"both runs must go on or stop together at the loop {_line(loop)}")
        self._arrive(name, state, segment, keep, live)

    def _arrive(self, name: str, state: State, segment: Segment, keep: Expr, live: frozenset[Var]) -> None:
        """The clause that ends a segment."""
        kept = self.evaluate(keep, state, segment)
        values: dict[str, Term] = {}
        slots: list[Slot] = []
        for var in self._own(live):
            sides = (LEFT,) if var in self.public else (LEFT, RIGHT)
            if has_list(var.type):
                same = self._same(var, state, segment)
                if name not in self.slots and var.name not in state.left:
                    self.loose.add((name, var))
                if (name, var) in self.loose:
                    slot = Slot(f"{var.name} is the same", apply(Op.EQ, tag(var, LEFT), tag(var, RIGHT)))
                    slots.append(slot)
                    values[slot.name] = same
                else:
                    self._must(segment, [kept], same, f"{var.name} must be the same in both runs")
            for side in sides:
                memory = state.left if side is LEFT else state.right
                whole = memory.get(var.name)
                if whole is None:
                    whole = self._variable(Var(var.name, var.type, side), state, segment)
                for slot, value in self._leaves(tag(var, side), whole, side):
                    slots.append(slot)
                    values[slot.name] = value
        for slot in self._next_entries(live):
            slots.append(slot)
            values[slot.name] = self.evaluate(slot.meaning, state, segment)
        for counter in self.counters:
            slots.append(Slot(counter.name, counter))
            values[counter.name] = state.ledger[counter.name]
        known = self.slots.setdefault(name, slots)
        values = {s.name: values[s.name] for s in known}
        self.clauses.append(Clause(segment.body, [*segment.constraints, kept], list(segment.variables), (name, values)))

    def _depart(self, name: str, live: frozenset[Var], keep: Expr) -> tuple[State, Segment]:
        """A fresh state at a loop head, of which the invariant is known, and that it matters."""
        values = {slot.name: self._constant(slot.name, slot.meaning.type) for slot in self.slots[name]}
        segment = Segment((name, values))
        segment.variables += list(values.values())
        left, right = dict[str, Value](), dict[str, Value]()
        for var in self._own(live):
            left[var.name] = self._from_leaves(tag(var, LEFT), values)
            right[var.name] = left[var.name] if var in self.public else self._from_leaves(tag(var, RIGHT), values)
            if (name, var) in self.loose:
                same = values[f"{var.name} is the same"]
                right[var.name] = self._merge(same, left[var.name], self._unset(tag(var, RIGHT), segment))
        ledger = {c.name: values[c.name] for c in self.counters}
        state = State(left, right, ledger, (self.true, self.true))
        for slot in self.slots[name]:
            if slot.name in self.ahead:
                entry, path = _unwrapped(slot.meaning)
                whole, position = entry.args
                items = self.evaluate(whole, state, segment)
                index = z3.simplify(self.evaluate(position, state, segment))
                key = (items.origin, *path)
                segment.reads.setdefault(key, []).append((None, (index,), values[slot.name]))
        segment.constraints.append(self.evaluate(keep, state, segment))
        return state, segment

    def _own(self, live: frozenset[Var]) -> list[Var]:
        """The variables that the program writes, of those that matter."""
        inputs = {p.var for p in self.mechanism.parameters}
        return sorted((v for v in live if v.place is Place.MEMORY and v not in inputs), key=lambda v: v.name)

    def _next_entries(self, live: frozenset[Var]) -> list[Slot]:
        """The numbers and truth values of the output's entry that a list of the program comes to next."""
        found = []
        for whole in lists_in(self.output):
            for items in self._own(live):
                if items.type == whole.type and isinstance(items.type, ListOf) and not has_list(items.type.item):
                    for part in _parts(apply(Op.GET, whole, apply(Op.LEN, tag(items, LEFT)))):
                        self.ahead.add(slot_name(part))
                        found.append(Slot(slot_name(part), part))
        return found

    def _leaves(self, e: Expr, value: Value, side: Place) -> list[tuple[Slot, Term]]:
        """The integers and truth values that a value consists of; of a list, its length (in the left run)."""
        match e.type:
            case TupleOf(items):
                parts = (self._leaves(apply(Op.PROJ, e, Literal(i)), value[i], side) for i in range(len(items)))
                return [leaf for part in parts for leaf in part]
            case ListOf():
                return [(Slot(slot_name(e), apply(Op.LEN, e)), value.length)] if side is LEFT else []
            case _:
                return [(Slot(slot_name(e), e), value)]

    def _from_leaves(self, e: Expr, values: dict[str, Term]) -> Value:
        match e.type:
            case TupleOf(items):
                return tuple(self._from_leaves(apply(Op.PROJ, e, Literal(i)), values) for i in range(len(items)))
            case ListOf():
                left = slot_name(on_left(e))
                return self._list(left, values[left])
            case _:
                return values[slot_name(e)]

    def _must(self, segment: Segment, assumed: list[Term], goal: Term, text: str) -> None:
        goal = z3.simplify(goal)
        if z3.is_true(goal):
            return
        constraints = [*segment.constraints, *assumed, z3.Not(goal)]
        self.clauses.append(Clause(segment.body, constraints, list(segment.variables), None, text))

    # -------------------------------------------------------------------------------------------------------- steps

    def _step(self, command: Command, state: State, segment: Segment) -> State:
        """Execute loop-free code."""
        for part in parts_of(command):
            match part:
                case Assign(target, value):
                    for memory, side in ((state.left, LEFT), (state.right, RIGHT)):
                        memory[target.name] = self._value(value, memory, side, segment, state)
                case Sample():
                    self._sample(part, state, segment)
                case If(condition, then, otherwise):
                    state = self._branch(condition, then, otherwise, state, segment)
                case _:
                    raise AssertionError("loop-free code")
        return state

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

    def _sample(self, sampling: Sample, state: State, segment: Segment) -> None:
        shift, counter = self.couple(sampling)
        h1, h2 = state.here
        both = both_of(h1, h2)
        v = self._fresh("v", INT, segment)
        e1 = self._value(sampling.centre, state.left, LEFT, segment, state)
        e2 = self._value(sampling.centre, state.right, RIGHT, segment, state)
        k = self.evaluate(shift, state, segment, {SAMPLED: v})
        distance = z3.simplify(k + e1 - e2)
        known = shift_coupling(sampling.noise)
        if known.from_centre_on:
            segment.constraints.append(z3.Implies(h1, v >= e1))
            self._must(
                segment, [both], distance >= 0, f"the right sample must not fall below its start {_line(sampling)}"
            )
        if SAMPLED in free_variables(shift):
            w = self._fresh("v", INT, segment)
            other = self.evaluate(shift, state, segment, {SAMPLED: w})
            collide = z3.Implies(v + k == w + other, v == w)
            self._must(segment, [both], collide, f"two samples must not be coupled with one {_line(sampling)}")
        for factor in doubtful(self.mechanism, sampling.rate):
            scale = self._value(factor, state.left, LEFT, segment, state)
            self._must(segment, [both], scale > 0, f"the scale must be positive {_line(sampling)}")
        state.left[sampling.target.name] = v
        if z3.is_true(both):
            state.right[sampling.target.name] = v + k
        else:
            alone = self._fresh("v", INT, segment)
            if known.from_centre_on:
                segment.constraints.append(z3.Implies(both_of(h2, z3.Not(h1)), alone >= e2))
            state.right[sampling.target.name] = choose(h1, v + k, alone)
        paid = state.ledger[counter.name] + z3.If(distance >= 0, distance, -distance)
        state.ledger = {**state.ledger, counter.name: choose(both, paid, state.ledger[counter.name])}

    def _both(self, condition: Expr, state: State, segment: Segment) -> tuple[Term, Term]:
        return (
            self._value(condition, state.left, LEFT, segment, state),
            self._value(condition, state.right, RIGHT, segment, state),
        )

    def _same(self, var: Var, state: State, segment: Segment) -> Term:
        """x⟨1⟩ = x⟨2⟩, lists included."""
        if var.name not in state.left or var.name not in state.right:
            return self.false
        return self._identical(state.left.get(var.name), state.right.get(var.name))

    def _name(self, command: Command, what: str) -> str:
        if id(command) not in self.names:
            self.names[id(command)] = f"{what}{len(self.names)}"
        return self.names[id(command)]


def _parts(e: Expr) -> Iterator[Expr]:
    """The numbers and truth values that a value without lists consists of."""
    if isinstance(e.type, TupleOf):
        for position in range(len(e.type.items)):
            yield from _parts(apply(Op.PROJ, e, Literal(position)))
    else:
        yield e


def _unwrapped(e: Expr) -> tuple[Apply, tuple[str, ...]]:
    """The entry that a part belongs to, and which of its components, of these … it is."""
    match e:
        case Apply(Op.PROJ, (whole, Literal(position))):
            entry, path = _unwrapped(whole)
            return entry, (*path, str(position))
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


def _line(command: If | While | Sample) -> str:
    return f"(line {command.at.line})" if command.at is not None else ""
