"""Expressions of two runs as z3 terms.

A read of private data is a fresh pair of values tied by the adjacency; what is not linear is a fresh value, the same in
both runs where the operands are; a list that the program builds is its length and what was appended to it or replaced
in it since the last loop head.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement, islice, pairwise
from typing import Any

import z3

from twinproof.lang.adjacency_kind import Alignment, Motion
from twinproof.lang.command import expressions, subcommands
from twinproof.lang.expr import Apply, Expr, Literal, Op, Place, Quantified, Var, apply, free_variables, subterms, tag
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_expr
from twinproof.lang.types import BOOL, DATABASE, INT, QUERY, REAL, SCORE, ListOf, TupleOf, Type, has_part, is_data
from twinproof.search.curved import near_products, near_quotients
from twinproof.search.merging import Merging
from twinproof.search.names import Names
from twinproof.search.pruning import as_prefix
from twinproof.search.quick import equal, implication, negation, nothing
from twinproof.search.terms import (
    ENTRIES,
    LEFT,
    LENGTH,
    MEANING,
    RIGHT,
    Database,
    Given,
    Inner,
    Input,
    Items,
    Joined,
    Nothing,
    Opaque,
    Query,
    Read,
    Rows,
    Segment,
    Slot,
    State,
    Strand,
    Term,
    Unset,
    Unsupported,
    Value,
    both_of,
    exclusive,
    flat,
    has_list,
    side_of,
)

_MOST_BOUNDS = 3  # of each kind, that a product is compared with


@dataclass
class Symbols(Merging):
    """The values of a mechanism's expressions, and what is rigid in them."""

    mechanism: Mechanism
    names: Names
    motions: dict[str, Motion]  # how the numbers of private parameters move, where that is all that is known
    witnesses: dict[str, tuple[Var, ...]]  # the rigid name of the entry that moves, where only one does
    alignments: dict[str, Alignment]  # how the rows of two lists stand beside each other
    exact: bool  # products of unknowns are themselves, not just some value; the Horn engine cannot read them
    rigid: dict[Slot, Term] = field(default_factory=dict, init=False)  # what is the same at every loop head
    facts: list[Term] = field(default_factory=list, init=False)  # about the rigid slots

    def __post_init__(self) -> None:
        super().__init__()
        self._count = 0
        self._joins: list[tuple[Items, Items]] = []

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
                return self._literal(value, e.type)
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
            or any(v.place is not Place.RIGID for v in free_variables(e))
            or self.names.on_sample(e)
        ):
            return False
        if any(a.type == REAL for a in e.args) and not self._has_real_data(e):
            return True
        curved = (Op.DIV, Op.MOD) if self.exact else (Op.MUL, Op.DIV, Op.MOD)
        return e.op in curved and not any(isinstance(a, Literal) for a in e.args)

    def _has_real_data(self, e: Expr) -> bool:
        """Whether reals other than privacy parameters are in it, of which the product need not know anything."""
        scales = {p.var for p in self.mechanism.parameters if p.positive}
        return any(has_part(v.type, REAL) for v in free_variables(e) - scales)

    def _variable(self, var: Var, state: State, segment: Segment) -> Value:
        if var.place is Place.LEDGER:
            return state.ledger[var]
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
        if var.type == DATABASE:  # only queries and scores look at it
            return Database(var.place)
        if var.name in self.alignments and isinstance(var.type, ListOf):
            return self._rows(var, self.alignments[var.name])
        motion = self._motion(var.name)
        if var.type == INT:
            return self._value_of(var, motion, segment, state)
        if var.type != ListOf(INT) or not parameter.has_public_length:
            raise Unsupported(f"adjacent values of `{var.name}` are not modelled")
        length = self._rigid(apply(Op.LEN, Var(var.name, var.type, LEFT)))
        return self._list(Input(var.name), length)

    def _rows(self, var: Var, alignment: Alignment) -> Items:
        """The rows of one run."""
        ours = self._rigid(apply(Op.LEN, Var(var.name, var.type, LEFT)))
        if alignment.longer is None:
            self._know(*(self._rigid(p) < self._rigid(q) for p, q in pairwise(alignment.positions)))
            self._know(*self._of_one_user(var, alignment, ours))
            return self._list(Rows(var.name, var.place), ours)
        theirs = self._rigid(apply(Op.LEN, Var(var.name, var.type, RIGHT)))
        longer, shorter = (ours, theirs) if alignment.longer is LEFT else (theirs, ours)
        first, *others = [self._rigid(p) for p in alignment.positions]
        more = sum((z3.If(p < longer, 1, 0) for p in others), z3.IntVal(1, self.context))
        order = [p < q for p, q in pairwise([first, *others])]
        self._know(first >= 0, first < longer, longer == shorter + more, *order)
        self._know(*self._of_one_user(var, alignment, longer))
        return self._list(Rows(var.name, var.place), ours if var.place is LEFT else theirs)

    def _know(self, *facts: Term) -> None:
        """Facts about what is rigid, each once."""
        self.facts += [f for f in facts if not any(f.eq(known) for known in self.facts)]

    def _of_one_user(self, var: Var, alignment: Alignment, length: Term) -> Iterator[Term]:
        """That the rows which are not the same belong to one user."""
        if alignment.user is None:
            return
        for p in alignment.positions:
            for side in (LEFT, RIGHT) if alignment.longer is None else (alignment.longer,):
                row = apply(Op.GET, tag(var, side), p)
                whose = self._rigid(apply(Op.PROJ, row, Literal(alignment.column)))
                there = both_of(self._rigid(p) >= 0, self._rigid(p) < length)
                yield z3.Implies(there, whose == self._rigid(alignment.user))

    def _row(self, rows: Rows, index: Term, length: Term, kind: Type, segment: Segment) -> Value:
        """A row of one run: one that both have, in the order of the longer list, or one that they do not share."""
        alignment, var = self.alignments[rows.name], self.mechanism.parameter(rows.name).var
        inside = both_of(index >= 0, index < length)
        for p in alignment.positions if alignment.longer in (None, rows.side) else ():
            if index.eq(self._rigid(p)):
                return self._merge(inside, self._rigid_part(apply(Op.GET, tag(var, rows.side), p)), self._nothing(kind))
        place = index
        if alignment.longer not in (None, rows.side):
            for n, p in enumerate(alignment.positions):
                place = place + z3.If(self._rigid(p) - n <= index, 1, 0)
        row = self._table((var,), (z3.simplify(place),), kind, segment)
        if alignment.longer in (None, rows.side):
            for p in alignment.positions:
                own = self._rigid_part(apply(Op.GET, tag(var, rows.side), p))
                row = self._merge(z3.simplify(index == self._rigid(p)), own, row)
        if alignment.user is not None:
            shared = (index != self._rigid(p) for p in alignment.positions if alignment.longer in (None, rows.side))
            other = row[alignment.column] != self._rigid(alignment.user)
            segment.constraints.append(z3.Implies(both_of(inside, *shared), other))
        return self._merge(inside, row, self._nothing(kind))

    def _nothing(self, kind: Type) -> Value:
        """What is read outside of a list."""
        match kind:
            case TupleOf(items):
                return tuple(map(self._nothing, items))
            case ListOf():
                return self._list(Nothing(), z3.IntVal(0, self.context))
            case _:
                return self._literal(False if kind == BOOL else 0, kind)

    def _motion(self, name: str) -> Motion:
        if name not in self.motions:
            raise Unsupported(f"how `{name}` moves is not modelled")
        return self.motions[name]

    def _rigid_value(self, var: Var) -> Value:
        match var.type:
            case TupleOf(items):
                return tuple(self._rigid_part(apply(Op.PROJ, var, Literal(i))) for i in range(len(items)))
            case ListOf():
                return self._rigid_part(var)
        if var.type == SCORE:
            return Opaque(var)
        return self._rigid(var)

    def _rigid_part(self, e: Expr) -> Value:
        match e.type:
            case TupleOf(items):
                return tuple(self._rigid_part(apply(Op.PROJ, e, Literal(i))) for i in range(len(items)))
            case ListOf():
                length = self._rigid(apply(Op.LEN, e))
                return self._list(Given(e), length)
            case _:
                return self._rigid(e)

    def _rigid(self, e: Expr) -> Term:
        if e not in self.rigid:
            self.rigid[e] = z3.Const(f"rigid {show_expr(e)}", self._sort(e.type))
            if isinstance(e, Apply) and e.op is Op.LEN:
                self.facts.append(self.rigid[e] >= 0)
            match e:
                case Apply(Op.MUL, (Var() as r, Var() as s)) if r.type == s.type == INT:
                    x, y = self._rigid(r), self._rigid(s)
                    self.facts.append(
                        z3.Implies(z3.And(x >= 1, y >= 1), z3.And(self.rigid[e] >= x, self.rigid[e] >= y))
                    )
                case _:
                    pass
        return self.rigid[e]

    def _unset(self, e: Expr, segment: Segment) -> Value:
        """The value of a variable before it is set: any."""
        match e.type:
            case TupleOf(items):
                return tuple(self._unset(apply(Op.PROJ, e, Literal(i)), segment) for i in range(len(items)))
            case ListOf():
                length = self._fresh("unset", INT, segment)
                segment.constraints.append(length >= 0)
                self._count += 1
                return self._list(Unset(self._count), length)
            case _:
                return self._fresh("unset", e.type, segment)

    def _literal(self, value: bool | int | Fraction, kind: Type) -> Term:
        if kind == BOOL:
            return z3.BoolVal(value, self.context)
        if kind == INT:
            return z3.IntVal(value, self.context)
        return z3.RealVal(value, self.context)

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
                made = self._list(Nothing(), z3.IntVal(0, self.context))
                for item in args:
                    made = self._push(made, item)
                return made
            case Op.APPEND:
                return self._push(args[0], args[1])
            case Op.SET:
                return Items(tuple((test, strand.put(args[1], args[2])) for test, strand in args[0].options))
            case Op.EQ:
                return self._equal(args[0], args[1], e.args[0].type, segment)
            case Op.ITE:
                return self._merge(args[0], args[1], args[2])
            case Op.CONCAT:
                return self._joined(args[0], args[1])
            case Op.MUL | Op.QUOTIENT | Op.DIV | Op.MOD:
                return self._product(op, args, e.type, segment)
            case Op.REAL | Op.EXP | Op.LOG | Op.SQRT | Op.UP:
                real = _as_real(args[0])
                return real if op is Op.REAL else self._function(op, [real], REAL, segment)
            case Op.FLOOR:
                return self._floor(args[0], segment)
            case _:
                return self._plain(op, args)

    def _product(self, op: Op, args: list[Term], kind: Type, segment: Segment) -> Term:
        """A product or a quotient: itself where it is linear, or may be curved."""
        if op is Op.QUOTIENT:
            args = [_as_real(a) for a in args]
        factors = [z3.simplify(a) for a in args]
        if op is Op.MUL:
            known = self.exact or any(map(_is_number, factors))
        else:  # z3 divides integers as Python does where the divisor is positive
            known = _is_number(factors[1]) and z3.is_true(z3.simplify(factors[1] > 0))
        if not known:
            if op is Op.QUOTIENT:
                return self._ratio(factors[0], factors[1], segment)
            return self._function(op, args, kind, segment)
        if op is Op.MUL:
            return args[0] * args[1]
        return args[0] % factors[1] if op is Op.MOD else args[0] / factors[1]

    def _ratio(self, above: Term, below: Term, segment: Segment) -> Term:
        """A quotient of unknowns: numbers are taken out of it, and 1 / (1 / x) is x, also where x is 0."""
        if z3.is_app_of(below, z3.Z3_OP_ITE):
            test, first, second = below.children()
            return z3.If(test, self._ratio(above, first, segment), self._ratio(above, second, segment))
        (number, above), (divisor, below) = self._coefficient(above), self._coefficient(below)
        share = z3.RealVal(number / divisor, self.context)
        one = self._literal(1, REAL)
        if not above.eq(one):
            return share * self._function(Op.QUOTIENT, [above, below], REAL, segment)
        inverse = segment.inverse(below)
        if inverse is None:
            inverse = self._fresh("inverse", REAL, segment)
            segment.invert(below, inverse)
        return share * inverse

    def _coefficient(self, term: Term) -> tuple[Fraction, Term]:
        """A number other than 0, and what it is multiplied with."""
        one = self._literal(1, REAL)
        if z3.is_rational_value(term):
            value = term.as_fraction()
            return (value, one) if value else (Fraction(1), term)
        if z3.is_mul(term) and term.num_args() == 2 and z3.is_rational_value(term.arg(0)) and term.arg(0).as_fraction():
            return term.arg(0).as_fraction(), term.arg(1)
        return Fraction(1), term

    def _plain(self, op: Op, args: list[Term]) -> Term:
        """An operator that is one of the solver's own."""
        if op in (Op.AND, Op.OR) and not args:
            return self.true if op is Op.AND else self.false
        if op not in MEANING:
            raise Unsupported(f"the operator {op.value} is not modelled")
        return MEANING[op](*args)

    def _push(self, items: Items, item: Value) -> Items:
        return Items(tuple((test, strand.push(self.true, item)) for test, strand in items.options))

    def _joined(self, first: Items, second: Items) -> Items:
        """A list and another one after it: what is spelled out is appended, of the rest only the length is known."""
        strands = [strand for items in (first, second) for _, strand in items.options]
        if any(isinstance(strand.origin, Input | Rows) for strand in strands):
            raise Unsupported("joining private lists is not modelled")
        (_, last), *others = second.options
        if not others and isinstance(last.origin, Nothing) and all(z3.is_true(g) for g, _, _ in last.writes):
            for _, _, item in last.writes:
                first = self._push(first, item)
            return first
        for number, (one, other) in enumerate(self._joins):
            if _is_made_alike(one, first) and _is_made_alike(other, second):
                return self._list(Joined(number), first.length + second.length)
        self._joins.append((first, second))
        return self._list(Joined(len(self._joins) - 1), first.length + second.length)

    def _equal(self, a: Value, b: Value, kind: Type, segment: Segment) -> Term:
        match kind:
            case TupleOf(items):
                return both_of(self.true, *(self._equal(x, y, k, segment) for x, y, k in zip(a, b, items, strict=True)))
            case ListOf(item):
                return both_of(a.length == b.length, self._agrees(a, b, item, segment))
        if not is_data(kind):
            raise Unsupported("abstract values are not compared")
        return a == b

    def _agrees(self, items: Items, whole: Items, kind: Type, segment: Segment) -> Term:
        """What was put into one list is what stands in another (of what was there before, nothing is said)."""
        agreements = []
        same = self._equal if has_list(kind) else self._identical
        for test, strand in exclusive(items.options):
            for guard, position, written in strand.writes:
                item = self._strand_item(strand, position, kind, segment) if strand.replaced else written
                there = self._item(whole, position, kind, segment)
                agreements.append(z3.Implies(both_of(test, guard), same(item, there, kind, segment)))
        return both_of(self.true, *agreements)

    def _identical(self, a: Value, b: Value, kind: Type, segment: Segment) -> Term:
        """Whether two values of a type are the same, lists included."""
        match kind:
            case TupleOf(items):
                parts = zip(a, b, items, strict=True)
                return both_of(self.true, *(self._identical(x, y, k, segment) for x, y, k in parts))
            case ListOf(item):
                ours, theirs = exclusive(a.options), exclusive(b.options)
                pairs = [(both_of(g, h), x, y) for g, x in ours for h, y in theirs]
                return both_of(self.true, *(z3.Implies(g, self._one_list(x, y, item, segment)) for g, x, y in pairs))
        return self.true if a is b else a == b

    def _one_list(self, a: Strand, b: Strand, kind: Type, segment: Segment) -> Term:
        if a is b:
            return self.true
        if a.origin != b.origin:
            return self.false
        if a.replaced or b.replaced:  # all that differs stands where one of them was written to
            at = [(g, *(self._strand_item(s, p, kind, segment) for s in (a, b))) for g, p, _ in (*a.writes, *b.writes)]
            same = [z3.Implies(g, self._identical(x, y, kind, segment)) for g, x, y in at]
        else:
            same = [
                z3.Implies(both_of(g, h, p == q), self._identical(x, y, kind, segment))
                for g, p, x in a.writes
                for h, q, y in b.writes
                if not (p is q and x is y)
            ]
        return both_of(a.length == b.length, *same)

    def _prefix(self, e: Quantified, state: State, segment: Segment, bound: dict[Var, Term]) -> Term:
        """A list of the program as a prefix of one in the output: what was appended must be what stands there."""
        lists = as_prefix(e)
        if lists is None:
            return self.everywhere(e, state, segment, bound)
        items, whole = (self.evaluate(x, state, segment, bound) for x in lists)
        kind = lists[1].type
        assert isinstance(kind, ListOf)
        return self._agrees(items, whole, kind.item, segment)

    def everywhere(self, e: Quantified, state: State, segment: Segment, bound: dict[Var, Term]) -> Term:
        """What is said of all numbers."""
        raise Unsupported("a quantifier")

    # -------------------------------------------------------------------------------------------------------- reads

    def _read(self, e: Apply, state: State, segment: Segment, bound: dict[Var, Term]) -> Value:
        args = [self.evaluate(a, state, segment, bound) for a in e.args]
        match e.op:
            case Op.SCORE:
                score, database, candidate = args
                return self._number(score.var.name, database.side, (candidate,), segment, state)
            case Op.ANSWER:
                query, database = args
                return self._number(query.source.name, database.side, (query.index,), segment, state)
            case _:
                items, index = args
                match items.origin:
                    case Given(Var() as source) if e.type == QUERY:
                        return Query(source, index)
                    case Rows() as rows:
                        strand = items.options[0][1]
                        row = self._row(rows, index, strand.base, e.type, segment)
                        return self._after_writes(strand, index, row)
                    case Input(name):
                        strand = items.options[0][1]
                        entry = self._entry(name, side_of(e.args[0]), index, strand.base, segment, state)
                        return self._after_writes(strand, index, entry)
                    case _:
                        return self._item(items, index, e.type, segment)

    def _item(self, items: Items, index: Term, kind: Type, segment: Segment) -> Value:
        """An item of a public list, of the output, or of a list of the program (which is the same in both runs)."""
        *others, (_, last) = items.options
        item = self._strand_item(last, index, kind, segment)
        for test, strand in reversed(others):
            item = self._merge(test, self._strand_item(strand, index, kind, segment), item)
        return item

    def _strand_item(self, strand: Strand, index: Term, kind: Type, segment: Segment) -> Value:
        at: tuple[Term, ...] = (z3.simplify(index),)
        match strand.origin:
            case Inner(key, outer):
                value = self._table((*key, ENTRIES), (*outer, *at), kind, segment)
            case Nothing() as origin:  # lists of all types begin with nothing
                value = self._table((origin, kind), at, kind, segment)
            case origin:
                value = self._table((origin,), at, kind, segment)
        outside = negation(both_of(index >= 0, index < strand.base))
        for leaf in flat(value):
            told = leaf.length if isinstance(leaf, Items) else leaf
            segment.constraints.append(implication(outside, equal(told, nothing(told))))
        return self._after_writes(strand, index, value)

    def _after_writes(self, strand: Strand, index: Term, value: Value) -> Value:
        """The item at a position that had this value at first."""
        for guard, position, item in strand.writes:
            value = self._merge(both_of(guard, equal(position, index)), item, value)
        return value

    def _table(self, key: Read, index: tuple[Term, ...], kind: Type, segment: Segment) -> Value:
        match kind:
            case TupleOf(items):
                return tuple(self._table((*key, i), index, item, segment) for i, item in enumerate(items))
            case ListOf():
                length = self._table((*key, LENGTH), index, INT, segment)
                segment.constraints.append(length >= 0)
                return self._list(Inner.at(key, index), length)
        entries = segment.reads.setdefault(key, [])
        for _, there, value in entries:
            if all(a.eq(b) for a, b in zip(there, index, strict=True)):
                return value
        made = self._fresh("item", kind, segment)
        for _, there, value in entries:
            alike = both_of(self.true, *(a == b for a, b in zip(there, index, strict=True)))
            segment.constraints.append(implication(alike, equal(value, made)))
        entries.append((None, index, made))
        return made

    def _floor(self, number: Term, segment: Segment) -> Term:
        number = z3.simplify(number)
        if z3.is_int(number):
            return number
        if z3.is_app_of(number, z3.Z3_OP_TO_REAL):
            return number.arg(0)
        below = self._fresh("floor", INT, segment)
        segment.constraints.append(z3.And(z3.ToReal(below) <= number, number < z3.ToReal(below) + 1))
        return below

    def _function(self, op: Op, args: list[Term], kind: Type, segment: Segment) -> Term:
        """A product or quotient of unknowns, or a function of one: some value, the same for the same operands."""
        key: Read = (op,) if kind == INT else (op, 0)
        known = len(segment.reads.get(key, ()))
        made = self._table(key, tuple(z3.simplify(a) for a in args), kind, segment)
        if kind == INT and (self.alignments or self.witnesses) and len(segment.reads[key]) > known:
            if op is Op.MUL:
                segment.constraints += self._bounded_product(args[0], args[1], made)
                segment.constraints += near_products(segment.reads[key], self._steps)
            if op is Op.DIV:
                segment.constraints += near_quotients(segment.reads[key], self._steps)
        if op is Op.MOD:
            segment.constraints.append(z3.Implies(args[1] > 0, z3.And(made >= 0, made < args[1])))
        return made

    @cached_property
    def _steps(self) -> list[int]:
        """How far a factor or a dividend may be from another: a little, or what an adjacency says."""
        said = (e.value for m in self.motions.values() for e in subterms(m.most) if isinstance(e, Literal))
        return sorted({0, 1, *(n for n in said if isinstance(n, int) and n > 0)})

    def _bounded_product(self, a: Term, b: Term, product: Term) -> Iterator[Term]:
        """How large a product of clamped numbers is, for each two bounds that they may have."""
        yield z3.Implies(z3.Or(z3.And(a >= 0, b >= 0), z3.And(a <= 0, b <= 0)), product >= 0)
        parameters = (p.var for p in self.mechanism.parameters if p.var.type == INT and p.adjacency is None)
        bounds: list[Expr] = [*islice(parameters, _MOST_BOUNDS), *self._clamps]
        for r, s in combinations_with_replacement(bounds, 2):
            most = self._times(r, s)
            for c, d in {(r, s), (s, r)}:
                x, y = self._bound(c), self._bound(d)
                inside = z3.And(-x <= a, a <= x, -y <= b, b <= y)
                yield z3.Implies(inside, z3.And(product <= most, -most <= product))

    def _times(self, r: Expr, s: Expr) -> Term:
        if isinstance(r, Literal) or isinstance(s, Literal):
            return self._bound(r) * self._bound(s)
        return self._rigid(apply(Op.MUL, r, s))

    def _bound(self, e: Expr) -> Term:
        return self._literal(e.value, INT) if isinstance(e, Literal) else self._rigid(e)

    @cached_property
    def _clamps(self) -> list[Literal]:
        """The numbers that something is clamped to."""
        found: dict[Literal, None] = {}
        for command in subcommands(self.mechanism.body):
            for part in (t for e in expressions(command) for t in subterms(e)):
                if isinstance(part, Apply) and part.op in (Op.MIN, Op.MAX):
                    found.update((Literal(abs(int(a.value))), None) for a in part.args if isinstance(a, Literal))
        return [n for n in found if n.value > 1][:_MOST_BOUNDS]

    def _entry(self, name: str, side: Place, index: Term, length: Term, segment: Segment, state: State) -> Term:
        made = self._number(name, side, (index,), segment, state)
        outside = z3.Not(both_of(index >= 0, index < length))
        segment.constraints.append(z3.Implies(outside, made == 0))
        return made

    def _value_of(self, var: Var, motion: Motion, segment: Segment, state: State) -> Term:
        """A private integer: one value in each run, whatever the segment."""
        ours, theirs = (self._rigid(Var(var.name, INT, place)) for place in (LEFT, RIGHT))
        most = self.evaluate(motion.most, state, segment)
        fact = _moved(theirs - ours, most, motion.direction)
        if not any(fact.eq(f) for f in self.facts):
            self.facts.append(fact)
        return ours if var.place is LEFT else theirs

    def _number(self, name: str, side: Place, index: tuple[Term, ...], segment: Segment, state: State) -> Term:
        """A private number at a position: one value in each run, tied by the adjacency."""
        motion = self._motion(name)
        entries = segment.reads.setdefault((self.mechanism.parameter(name).var,), [])
        index = tuple(z3.simplify(i) for i in index)
        for place, there, value in entries:
            if place is side and all(a.eq(b) for a, b in zip(there, index, strict=True)):
                return value
        made = self._fresh(name, INT, segment)
        most = self.evaluate(motion.most, state, segment)
        for place, there, value in entries:
            alike = both_of(self.true, *(z3.simplify(a == b) for a, b in zip(there, index, strict=True)))
            if place is side:
                tie = value == made
            else:
                rise = made - value if side is RIGHT else value - made
                tie = _moved(rise, most, motion.direction)
                if motion.single:
                    tie = z3.And(tie, z3.Implies(index[0] != self._rigid(self.witnesses[name][0]), rise == 0))
            segment.constraints.append(z3.Implies(alike, tie))
        entries.append((side, index, made))
        return made

    # ------------------------------------------------------------------------------------------------------- naming

    def _sort(self, kind: Type) -> Any:
        if kind == BOOL:
            return z3.BoolSort(self.context)
        if kind == INT:
            return z3.IntSort(self.context)
        if kind == REAL:
            return z3.RealSort(self.context)
        raise Unsupported(f"a {kind} has no term")

    def _constant(self, name: str, kind: Type) -> Term:
        self._count += 1
        return z3.Const(f"{name} #{self._count}", self._sort(kind))

    def _fresh(self, name: str, kind: Type, segment: Segment) -> Term:
        made = self._constant(name, kind)
        segment.variables.append(made)
        return made


def _is_made_alike(a: Items, b: Items) -> bool:
    """Whether two lists are made of the same terms."""
    return len(a.options) == len(b.options) and all(
        test.eq(other) and _is_one_strand(x, y) for (test, x), (other, y) in zip(a.options, b.options, strict=True)
    )


def _is_one_strand(a: Strand, b: Strand) -> bool:
    if a.origin != b.origin or len(a.writes) != len(b.writes):
        return False
    ours, theirs = ([s.length, *(t for g, p, v in s.writes for t in (g, p, *flat(v)))] for s in (a, b))
    return len(ours) == len(theirs) and all(x.eq(y) for x, y in zip(ours, theirs, strict=True))


def _is_number(term: Term) -> bool:
    return bool(z3.is_int_value(term) or z3.is_rational_value(term))


def _as_real(term: Term) -> Term:
    return z3.ToReal(term) if z3.is_int(term) else term


def _moved(rise: Term, most: Term, direction: int) -> Term:
    """That a number moves by so much at most, up or down where there is a direction."""
    return z3.And(direction * rise >= 0, direction * rise <= most) if direction else z3.And(rise <= most, -rise <= most)
