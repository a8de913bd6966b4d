"""The product of two runs as constrained Horn clauses.

Both runs are executed symbolically, side by side, from one loop head to the next; samples are coupled by the chosen
shifts, and the ledger is kept in integer counters. What is unknown is one predicate for each loop: its invariant. A
read of private data is a fresh pair of values tied by the adjacency; what is not linear is a fresh value, the same in
both runs where the operands are; a list that the program builds is its length, and must be the same in both runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import z3

from twinproof.lang.command import Assign, Command, If, Noise, Sample, Seq, While
from twinproof.lang.expr import Apply, Expr, Literal, Op, Place, Quantified, Var, apply, free_variables, substitute, tag
from twinproof.lang.mechanism import EachWithin, Mechanism, OneWithin, Sensitive, Within
from twinproof.lang.printer import show_expr
from twinproof.lang.types import BOOL, INT, QUERY, REAL, SCORE, ListOf, TupleOf, Type
from twinproof.search.pruning import Pruning, as_prefix, hit, lists_in
from twinproof.search.shape import live_at_loop, live_before, public_variables
from twinproof.tactics.stepping import SAMPLED, has_loop, parts_of

LEFT, RIGHT = Place.LEFT, Place.RIGHT
Value = Any  # a z3 term, a tuple of values, a List, or an abstract object
Term = Any


EFFORT = 4_000_000  # z3's resource units for one question about a clause


class Unsupported(Exception):
    """The program does something that the product does not model."""


@dataclass(frozen=True)
class Strand:
    """A list that grows: where it started, its length there and now, and what was appended under which condition."""

    origin: str
    base: Term
    length: Term
    pushes: tuple[tuple[Term, Term, Value], ...] = ()  # guard, position, item

    def push(self, true: Term, item: Value) -> Strand:
        return replace(self, length=self.length + 1, pushes=(*self.pushes, (true, self.length, item)))


@dataclass(frozen=True)
class Items:
    """A list: one of several strands, each under its condition (the last one otherwise)."""

    options: tuple[tuple[Term, Strand], ...]

    @property
    def length(self) -> Term:
        *others, (_, last) = self.options
        found = last.length
        for test, strand in reversed(others):
            found = _ite(test, strand.length, found)
        return found

    @property
    def origin(self) -> str:
        return self.options[0][1].origin


@dataclass(frozen=True)
class Slot:
    """An argument of the invariants: its name, and what it stands for in an assertion."""

    name: str
    meaning: Expr


At = tuple[str, dict[str, Term]]  # a predicate, and the values of its slots


@dataclass
class Clause:
    """body ∧ constraints ⇒ head; no head: it must not happen."""

    body: At | None
    constraints: list[Term]
    variables: list[Term]
    head: At | None
    about: str = ""


@dataclass
class State:
    """Both memories, the ledger, and whether each run is here at all."""

    left: dict[str, Value]
    right: dict[str, Value]
    ledger: dict[str, Term]
    here: tuple[Term, Term]


Shift = Callable[[Sample], tuple[Expr, Var]]


class Segment:
    """What is known between one loop head and the next."""

    def __init__(self, body: At | None, constraints: Iterable[Term] = ()) -> None:
        self.body = body
        self.constraints = list(constraints)
        self.variables: list[Term] = []
        self.reads: dict[tuple[str, ...], list[tuple[Place | None, tuple[Term, ...], Term]]] = {}
        self.unset: dict[Var, Value] = {}  # the values of variables that have not been set

    def branch(self, *more: Term) -> Segment:
        """The same, with more known."""
        made = Segment(self.body, [*self.constraints, *more])
        made.variables = list(self.variables)
        made.reads = {key: list(entries) for key, entries in self.reads.items()}
        made.unset = dict(self.unset)
        return made


@dataclass(frozen=True)
class Cap:
    """Σ weight · counter ≤ most."""

    weights: tuple[tuple[Var, int], ...]
    most: Expr


@dataclass
class Product:
    """Builds the clauses of one mechanism under chosen couplings."""

    mechanism: Mechanism
    output: Var
    pruning: Pruning
    couple: Shift
    counters: tuple[Var, ...]
    caps: tuple[Cap, ...]
    directions: dict[str, int]
    moved: dict[str, Var]  # the rigid name of the entry that a `one_within` list has moved
    exact: bool = False  # products of unknowns are themselves, not just some value; the Horn engine cannot read them

    clauses: list[Clause] = field(default_factory=list)
    rigid: dict[str, tuple[Slot, Term]] = field(default_factory=dict)
    slots: dict[str, list[Slot]] = field(default_factory=dict)  # of each predicate, without the rigid ones
    facts: list[Term] = field(default_factory=list)  # about the rigid slots

    def __post_init__(self) -> None:
        self.context = z3.Context()
        self.public = public_variables(self.mechanism)
        self.names: dict[int, str] = {}
        self._count = 0
        self.ahead: set[str] = set()  # slots for entries of the output that are still to come
        self.loose: set[tuple[str, Var]] = set()  # lists that may not have been set yet at a loop head
        self.true, self.false = z3.BoolVal(True, self.context), z3.BoolVal(False, self.context)

    # --------------------------------------------------------------------------------------------------- questions

    def values(self, at: At) -> dict[str, Term]:
        """The values of all slots, the rigid ones included, at one end of a clause."""
        found = {**{slot.name: constant for slot, constant in self.rigid.values()}, **at[1]}
        for slot in self.products(at[0]):
            factor, x = (found[_slot_name(a)] for a in slot.meaning.args)  # type: ignore[union-attr]
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
        return [Slot(_slot_name(e), e) for e in made]

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
            if _has_list(var.type):
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
                whole, position = slot.meaning.args  # type: ignore[union-attr]
                items = self.evaluate(whole, state, segment)
                index = z3.simplify(self.evaluate(position, state, segment))
                key = (items.origin,)
                segment.reads.setdefault(key, []).append((None, (index,), values[slot.name]))
        segment.constraints.append(self.evaluate(keep, state, segment))
        return state, segment

    def _own(self, live: frozenset[Var]) -> list[Var]:
        """The variables that the program writes, of those that matter."""
        inputs = {p.var for p in self.mechanism.parameters}
        return sorted((v for v in live if v.place is Place.MEMORY and v not in inputs), key=lambda v: v.name)

    def _next_entries(self, live: frozenset[Var]) -> list[Slot]:
        """The entry of the output that a list of the program comes to next, where that is a number or a truth value."""
        found = []
        for whole in lists_in(self.output):
            for items in self._own(live):
                if items.type == whole.type and isinstance(items.type, ListOf) and items.type.item in (INT, BOOL):
                    entry = apply(Op.GET, whole, apply(Op.LEN, tag(items, LEFT)))
                    self.ahead.add(_slot_name(entry))
                    found.append(Slot(_slot_name(entry), entry))
        return found

    def _leaves(self, e: Expr, value: Value, side: Place) -> list[tuple[Slot, Term]]:
        """The integers and truth values that a value consists of; of a list, its length (in the left run)."""
        match e.type:
            case TupleOf(items):
                parts = (self._leaves(apply(Op.PROJ, e, Literal(i)), value[i], side) for i in range(len(items)))
                return [leaf for part in parts for leaf in part]
            case ListOf():
                return [(Slot(_slot_name(e), apply(Op.LEN, e)), value.length)] if side is LEFT else []
            case _:
                return [(Slot(_slot_name(e), e), value)]

    def _from_leaves(self, e: Expr, values: dict[str, Term]) -> Value:
        match e.type:
            case TupleOf(items):
                return tuple(self._from_leaves(apply(Op.PROJ, e, Literal(i)), values) for i in range(len(items)))
            case ListOf():
                left = _slot_name(_on_left(e))
                return self._list(left, values[left])
            case _:
                return values[_slot_name(e)]

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
        yes = State(dict(state.left), dict(state.right), state.ledger, (_and(h1, b1), _and(h2, b2)))
        yes = self._step(then, yes, segment)
        no = State(dict(state.left), dict(state.right), yes.ledger, (_and(h1, z3.Not(b1)), _and(h2, z3.Not(b2))))
        no = self._step(otherwise, no, segment)
        left = {name: self._merge(b1, yes.left.get(name), no.left.get(name)) for name in {**yes.left, **no.left}}
        right = {name: self._merge(b2, yes.right.get(name), no.right.get(name)) for name in {**yes.right, **no.right}}
        return State(left, right, no.ledger, state.here)

    def _merge(self, test: Term, first: Value, second: Value) -> Value:
        """first if test else second. A value that only one branch has set is not read after the other."""
        if first is None or second is None or first is second:
            return second if first is None else first
        if isinstance(first, tuple):
            return tuple(self._merge(test, a, b) for a, b in zip(first, second, strict=True))
        if isinstance(first, Items):
            return self._merge_lists(test, first, second)
        return _ite(test, first, second)

    def _merge_lists(self, test: Term, a: Items, b: Items) -> Items:
        if len(a.options) == len(b.options) == 1 and a.origin == b.origin:
            return self._items(self._merge_strands(test, a.options[0][1], b.options[0][1]))
        mine = [(_and(test, g), s) for g, s in a.options]
        other = [(_and(z3.Not(test), g), s) for g, s in b.options]
        return Items((*mine, *other))

    def _merge_strands(self, test: Term, a: Strand, b: Strand) -> Strand:
        shared = 0
        while shared < min(len(a.pushes), len(b.pushes)) and a.pushes[shared] is b.pushes[shared]:
            shared += 1
        mine = tuple((_and(test, g), p, x) for g, p, x in a.pushes[shared:])
        other = tuple((_and(z3.Not(test), g), p, x) for g, p, x in b.pushes[shared:])
        return Strand(a.origin, a.base, _ite(test, a.length, b.length), (*a.pushes[:shared], *mine, *other))

    def _items(self, strand: Strand) -> Items:
        return Items(((self.true, strand),))

    def _list(self, origin: str, length: Term) -> Items:
        return self._items(Strand(origin, length, length))

    def _sample(self, sampling: Sample, state: State, segment: Segment) -> None:
        shift, counter = self.couple(sampling)
        h1, h2 = state.here
        both = _and(h1, h2)
        v = self._fresh("v", INT, segment)
        e1 = self._value(sampling.centre, state.left, LEFT, segment, state)
        e2 = self._value(sampling.centre, state.right, RIGHT, segment, state)
        k = self.evaluate(shift, state, segment, {SAMPLED: v})
        distance = z3.simplify(k + e1 - e2)
        if sampling.noise is Noise.ONE_SIDED:
            segment.constraints.append(z3.Implies(h1, v >= e1))
            self._must(
                segment, [both], distance >= 0, f"the right sample must not fall below its start {_line(sampling)}"
            )
        if SAMPLED in free_variables(shift):
            w = self._fresh("v", INT, segment)
            other = self.evaluate(shift, state, segment, {SAMPLED: w})
            collide = z3.Implies(v + k == w + other, v == w)
            self._must(segment, [both], collide, f"two samples must not be coupled with one {_line(sampling)}")
        state.left[sampling.target.name] = v
        if z3.is_true(both):
            state.right[sampling.target.name] = v + k
        else:
            alone = self._fresh("v", INT, segment)
            if sampling.noise is Noise.ONE_SIDED:
                segment.constraints.append(z3.Implies(_and(h2, z3.Not(h1)), alone >= e2))
            state.right[sampling.target.name] = _ite(h1, v + k, alone)
        paid = state.ledger[counter.name] + z3.If(distance >= 0, distance, -distance)
        state.ledger = {**state.ledger, counter.name: _ite(both, paid, state.ledger[counter.name])}

    def _both(self, condition: Expr, state: State, segment: Segment) -> tuple[Term, Term]:
        return (
            self._value(condition, state.left, LEFT, segment, state),
            self._value(condition, state.right, RIGHT, segment, state),
        )

    # --------------------------------------------------------------------------------------------------- expressions

    def _value(self, e: Expr, memory: dict[str, Value], side: Place, segment: Segment, state: State) -> Value:
        """A program's expression in one of the runs."""
        return self.evaluate(tag(e, side), state, segment)

    def evaluate(self, e: Expr, state: State, segment: Segment, bound: dict[Var, Term] | None = None) -> Value:
        """An assertion's expression."""
        bound = bound or {}
        if self._is_opaque(e):
            return self._rigid(e)
        match e:
            case Var():
                return bound[e] if e in bound else self._variable(e, state, segment)
            case Literal(value):
                return z3.BoolVal(value, self.context) if e.type == BOOL else z3.IntVal(int(value), self.context)
            case Quantified():
                return self._prefix(e, state, segment, bound)
            case Apply(Op.GET | Op.ANSWER | Op.SCORE):
                return self._read(e, state, segment, bound)
            case Apply(op, args):
                return self._apply(op, [self.evaluate(a, state, segment, bound) for a in args], e, segment)

    def _is_opaque(self, e: Expr) -> bool:
        """Over rigid variables alone, and not linear arithmetic: a constant of which nothing more is known."""
        if (
            not isinstance(e, Apply)
            or e.type not in (INT, BOOL)
            or any(v.place is not Place.RIGID or v == SAMPLED for v in free_variables(e))
        ):
            return False
        if any(a.type == REAL for a in e.args):
            return True
        curved = (Op.DIV, Op.MOD) if self.exact else (Op.MUL, Op.DIV, Op.MOD)
        return e.op in curved and not any(isinstance(a, Literal) for a in e.args)

    def _variable(self, var: Var, state: State, segment: Segment) -> Value:
        if var.place is Place.LEDGER:
            return state.ledger[var.name]
        if var.place is Place.RIGID:
            return self._rigid_value(var)
        memory = state.left if var.place is LEFT else state.right
        if var.name in memory:
            return memory[var.name]
        parameter = next((p for p in self.mechanism.parameters if p.name == var.name), None)
        if parameter is None:
            if var not in segment.unset:
                segment.unset[var] = self._unset(var, segment)
            return segment.unset[var]
        match parameter.adjacency:
            case Within(bound):
                return self._number("", ("value", var.name), var.place, (), bound, 0, segment, state)
            case EachWithin() | OneWithin():
                length = self._rigid(apply(Op.LEN, Var(var.name, var.type, LEFT)))
                return self._list(f"input {var.name}", length)
            case _:
                return ("database", var.place)

    def _rigid_value(self, var: Var) -> Value:
        match var.type:
            case TupleOf(items):
                return tuple(self._rigid_part(apply(Op.PROJ, var, Literal(i))) for i in range(len(items)))
            case ListOf():
                return self._rigid_part(var)
        if var.type in (SCORE, REAL):
            return ("rigid", var)
        return self._rigid(var)

    def _rigid_part(self, e: Expr) -> Value:
        match e.type:
            case TupleOf(items):
                return tuple(self._rigid_part(apply(Op.PROJ, e, Literal(i))) for i in range(len(items)))
            case ListOf():
                length = self._rigid(apply(Op.LEN, e))
                return self._list(f"rigid {_slot_name(e)}", length)
            case _:
                return self._rigid(e)

    def _rigid(self, e: Expr) -> Term:
        name = _slot_name(e)
        if name not in self.rigid:
            constant = z3.Const(f"rigid {name}", self._sort(e.type))
            self.rigid[name] = (Slot(name, e), constant)
            if isinstance(e, Apply) and e.op is Op.LEN:
                self.facts.append(constant >= 0)
        return self.rigid[name][1]

    def _unset(self, e: Expr, segment: Segment) -> Value:
        """The value of a variable before it is set: any."""
        match e.type:
            case TupleOf(items):
                return tuple(self._unset(apply(Op.PROJ, e, Literal(i)), segment) for i in range(len(items)))
            case ListOf():
                length = self._fresh("unset", INT, segment)
                segment.constraints.append(length >= 0)
                self._count += 1
                return self._list(f"unset {self._count}", length)
            case _:
                return self._fresh("unset", e.type, segment)

    def _default(self, kind: Type) -> Term:
        return z3.BoolVal(False, self.context) if kind == BOOL else z3.IntVal(0, self.context)

    def _apply(self, op: Op, args: list[Value], e: Apply, segment: Segment) -> Value:
        match op:
            case Op.TUPLE:
                return tuple(args)
            case Op.PROJ:
                position = e.args[1]
                assert isinstance(position, Literal)
                return args[0][int(position.value)]
            case Op.LEN:
                return args[0].length
            case Op.LIST:
                made = self._list("empty", z3.IntVal(0, self.context))
                for item in args:
                    made = self._push(made, item)
                return made
            case Op.APPEND:
                return self._push(args[0], args[1])
            case Op.EQ:
                return self._equal(args[0], args[1], e.args[0].type, segment)
            case Op.ITE:
                return self._merge(args[0], args[1], args[2])
            case Op.CONCAT:
                raise Unsupported("joining lists is not modelled")
            case Op.MUL if not self.exact and not any(z3.is_int_value(z3.simplify(a)) for a in args):
                return self._function(op, args, segment)
            case Op.DIV | Op.MOD:
                divisor = z3.simplify(args[1])
                if not (z3.is_int_value(divisor) and divisor.as_long() > 0):
                    return self._function(op, args, segment)
                return args[0] / divisor if op is Op.DIV else args[0] % divisor
            case _:
                return _MEANING[op](*args)

    def _push(self, items: Items, item: Value) -> Items:
        return Items(tuple((test, strand.push(self.true, item)) for test, strand in items.options))

    def _equal(self, a: Value, b: Value, kind: Type, segment: Segment) -> Term:
        match kind:
            case TupleOf(items):
                return _and(self.true, *(self._equal(x, y, k, segment) for x, y, k in zip(a, b, items, strict=True)))
            case ListOf(item):
                return _and(a.length == b.length, self._agrees(a, b, item, segment))
        if kind not in (INT, BOOL):
            raise Unsupported("abstract values are not compared")
        return a == b

    def _agrees(self, items: Items, whole: Items, kind: Type, segment: Segment) -> Term:
        """What was appended to one list is what stands in another (of what was there before, nothing is said)."""
        found = []
        for test, strand in _exclusive(items.options):
            for guard, position, item in strand.pushes:
                there = self._item(whole, position, kind, segment)
                found.append(z3.Implies(_and(test, guard), self._identical(item, there)))
        return _and(self.true, *found)

    def _same(self, var: Var, state: State, segment: Segment) -> Term:
        """x⟨1⟩ = x⟨2⟩, lists included."""
        if var.name not in state.left or var.name not in state.right:
            return self.false
        return self._identical(state.left.get(var.name), state.right.get(var.name))

    def _identical(self, a: Value, b: Value) -> Term:
        if isinstance(a, tuple):
            return _and(self.true, *(self._identical(x, y) for x, y in zip(a, b, strict=True)))
        if isinstance(a, Items):
            ours, theirs = _exclusive(a.options), _exclusive(b.options)
            return _and(
                self.true,
                *(z3.Implies(_and(g, h), self._one_list(x, y)) for g, x in ours for h, y in theirs),
            )
        return self.true if a is b else a == b

    def _one_list(self, a: Strand, b: Strand) -> Term:
        if a is b:
            return self.true
        if a.origin != b.origin:
            return self.false
        pairs = [
            z3.Implies(_and(g, h, p == q), self._identical(x, y))
            for g, p, x in a.pushes
            for h, q, y in b.pushes
            if not (p is q and x is y)
        ]
        return _and(a.length == b.length, *pairs)

    def _prefix(self, e: Quantified, state: State, segment: Segment, bound: dict[Var, Term]) -> Term:
        """A list of the program as a prefix of one in the output: what was appended must be what stands there."""
        lists = as_prefix(e)
        if lists is None:
            raise Unsupported("a quantifier")
        items, whole = (self.evaluate(x, state, segment, bound) for x in lists)
        kind = lists[1].type
        assert isinstance(kind, ListOf)
        return self._agrees(items, whole, kind.item, segment)

    # -------------------------------------------------------------------------------------------------------- reads

    def _read(self, e: Apply, state: State, segment: Segment, bound: dict[Var, Term]) -> Value:
        args = [self.evaluate(a, state, segment, bound) for a in e.args]
        match e.op:
            case Op.SCORE:
                score, database, candidate = args
                return self._sensed(score[1].name, database[1], (candidate,), segment, state)
            case Op.ANSWER:
                query, database = args
                return self._sensed(query[1], database[1], (query[2],), segment, state)
            case _:
                items, index = args
                if e.type == QUERY:
                    return ("query", items.origin.removeprefix("rigid "), index)
                if items.origin.startswith("input "):
                    name = items.origin.removeprefix("input ")
                    side = _side_of(e.args[0])
                    return self._entry(name, side, index, items.length, segment, state)
                return self._item(items, index, e.type, segment)

    def _item(self, items: Items, index: Term, kind: Type, segment: Segment) -> Value:
        """An item of a public list, of the output, or of a list of the program (which is the same in both runs)."""
        *others, (_, last) = items.options
        found = self._strand_item(last, index, kind, segment)
        for test, strand in reversed(others):
            found = self._merge(test, self._strand_item(strand, index, kind, segment), found)
        return found

    def _strand_item(self, strand: Strand, index: Term, kind: Type, segment: Segment) -> Value:
        value = self._table((strand.origin,), (z3.simplify(index),), kind, segment)
        inside = _and(index >= 0, index < strand.base)
        for leaf in _flat(value):
            nothing = self._default(BOOL if z3.is_bool(leaf) else INT)
            segment.constraints.append(z3.Implies(z3.Not(inside), leaf == nothing))
        for guard, position, item in strand.pushes:
            value = self._merge(_and(guard, position == index), item, value)
        return value

    def _table(self, key: tuple[str, ...], index: tuple[Term, ...], kind: Type, segment: Segment) -> Value:
        match kind:
            case TupleOf(items):
                return tuple(self._table((*key, str(i)), index, item, segment) for i, item in enumerate(items))
            case ListOf():
                raise Unsupported("a list of lists")
        entries = segment.reads.setdefault(key, [])
        for _, known, value in entries:
            if all(a.eq(b) for a, b in zip(known, index, strict=True)):
                return value
        made = self._fresh("item", kind, segment)
        for _, known, value in entries:
            alike = _and(self.true, *(a == b for a, b in zip(known, index, strict=True)))
            segment.constraints.append(z3.Implies(alike, value == made))
        entries.append((None, index, made))
        return made

    def _function(self, op: Op, args: list[Term], segment: Segment) -> Term:
        """A product or quotient of unknowns: some value, the same for the same operands."""
        made = self._table((f"operator {op.value}",), tuple(z3.simplify(a) for a in args), INT, segment)
        if op is Op.MOD:
            segment.constraints.append(z3.Implies(args[1] > 0, z3.And(made >= 0, made < args[1])))
        return made

    def _entry(self, name: str, side: Place, index: Term, length: Term, segment: Segment, state: State) -> Term:
        parameter = self.mechanism.parameter(name)
        adjacency = parameter.adjacency
        assert isinstance(adjacency, EachWithin | OneWithin)
        made = self._number(
            name, (name,), side, (index,), adjacency.bound, self.directions.get(name, 0), segment, state
        )
        outside = z3.Not(_and(index >= 0, index < length))
        segment.constraints.append(z3.Implies(outside, made == 0))
        return made

    def _sensed(self, name: str, side: Place, index: tuple[Term, ...], segment: Segment, state: State) -> Term:
        parameter = self.mechanism.parameter(name)
        assert isinstance(parameter.adjacency, Sensitive)
        return self._number(name, (name,), side, index, parameter.adjacency.bound, 0, segment, state)

    def _number(
        self,
        name: str,
        key: tuple[str, ...],
        side: Place,
        index: tuple[Term, ...],
        bound: Expr,
        direction: int,
        segment: Segment,
        state: State,
    ) -> Term:
        """A private number: one value in each run, tied by the adjacency."""
        if key[0] == "value":  # an integer input: the same all along
            ours, theirs = (self._rigid(Var(key[1], INT, place)) for place in (LEFT, RIGHT))
            most = self.evaluate(bound, state, segment)
            fact = z3.And(ours - theirs <= most, theirs - ours <= most)
            if not any(fact.eq(f) for f in self.facts):
                self.facts.append(fact)
            return ours if side is LEFT else theirs
        entries = segment.reads.setdefault(key, [])
        index = tuple(z3.simplify(i) for i in index)
        for place, known, value in entries:
            if place is side and all(a.eq(b) for a, b in zip(known, index, strict=True)):
                return value
        made = self._fresh(name, INT, segment)
        most = self.evaluate(bound, state, segment)
        for place, known, value in entries:
            alike = _and(self.true, *(z3.simplify(a == b) for a, b in zip(known, index, strict=True)))
            if place is side:
                tie = value == made
            else:
                rise = made - value if side is RIGHT else value - made
                if direction:
                    tie = z3.And(direction * rise >= 0, direction * rise <= most)
                else:
                    tie = z3.And(rise <= most, -rise <= most)
                if name in self.moved:
                    tie = z3.And(tie, z3.Implies(index[0] != self._rigid(self.moved[name]), rise == 0))
            segment.constraints.append(z3.Implies(alike, tie))
        entries.append((side, index, made))
        return made

    # ------------------------------------------------------------------------------------------------------- naming

    def _name(self, command: Command, what: str) -> str:
        if id(command) not in self.names:
            self.names[id(command)] = f"{what}{len(self.names)}"
        return self.names[id(command)]

    def _sort(self, kind: Type) -> Any:
        return z3.BoolSort(self.context) if kind == BOOL else z3.IntSort(self.context)

    def _constant(self, name: str, kind: Type) -> Term:
        self._count += 1
        return z3.Const(f"{name} #{self._count}", self._sort(kind))

    def _fresh(self, name: str, kind: Type, segment: Segment) -> Term:
        made = self._constant(name, kind)
        segment.variables.append(made)
        return made


def _line(command: If | While | Sample) -> str:
    return f"(line {command.at.line})" if command.at is not None else ""


def _side_of(e: Expr) -> Place:
    return next(v.place for v in free_variables(e) if v.place in (LEFT, RIGHT))


def _on_left(e: Expr) -> Expr:
    return substitute(e, {v: Var(v.name, v.type, LEFT) for v in free_variables(e) if v.place is RIGHT})


def _slot_name(e: Expr) -> str:
    return show_expr(e)


def _has_list(kind: Type) -> bool:
    return isinstance(kind, ListOf) or (isinstance(kind, TupleOf) and any(map(_has_list, kind.items)))


def _exclusive(options: tuple[tuple[Term, Strand], ...]) -> list[tuple[Term, Strand]]:
    """The options, each under the condition that it is the one."""
    if len(options) == 1:
        return list(options)
    found: list[tuple[Term, Strand]] = []
    before: list[Term] = []
    for test, strand in options[:-1]:
        found.append((_and(test, *(z3.Not(t) for t in before)), strand))
        before.append(test)
    return [*found, (_and(*(z3.Not(t) for t in before)), options[-1][1])]


def _flat(value: Value) -> list[Term]:
    return [leaf for part in value for leaf in _flat(part)] if isinstance(value, tuple) else [value]


def _and(*terms: Term) -> Term:
    useful = [t for t in terms if not z3.is_true(t)]
    if not useful:
        return terms[0]
    return useful[0] if len(useful) == 1 else z3.And(*useful)


def _ite(test: Term, first: Term, second: Term) -> Term:
    if first.eq(second) or z3.is_true(test):
        return first
    return second if z3.is_false(test) else z3.If(test, first, second)


def _least(args: tuple[Term, ...], smallest: bool) -> Term:
    found = args[0]
    for a in args[1:]:
        found = z3.If(found <= a if smallest else found >= a, found, a)
    return found


_MEANING: dict[Op, Callable[..., Term]] = {
    Op.ADD: lambda a, b: a + b,
    Op.SUB: lambda a, b: a - b,
    Op.MUL: lambda a, b: a * b,
    Op.NEG: lambda a: -a,
    Op.ABS: lambda a: z3.If(a >= 0, a, -a),
    Op.MIN: lambda *args: _least(args, True),
    Op.MAX: lambda *args: _least(args, False),
    Op.LT: lambda a, b: a < b,
    Op.LE: lambda a, b: a <= b,
    Op.NOT: z3.Not,
    Op.AND: lambda *args: _and(*args),
    Op.OR: lambda *args: z3.Or(*args),
    Op.IMPLIES: z3.Implies,
}
