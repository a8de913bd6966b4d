"""Lists that the program builds and that differ between the two runs: one position stands for all.

Of such a list the product knows the lengths, and what an invariant says of *any* position j: of j itself, of what
stands there in both runs, and of everything else. At the end of a clause this has to be shown for a j of which nothing
is known; at the start it is known for every position that the clause reads. So the clauses have no quantifiers, and
the invariant that comes of them begins with ∀j.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product

import z3

from twinproof.lang.adjacency_kind import Alignment
from twinproof.lang.command import Assign, expressions, subcommands, written
from twinproof.lang.dataflow import public_variables
from twinproof.lang.expr import (
    ONE,
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    Quantified,
    Var,
    apply,
    free_variables,
    subterms,
    tag,
)
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.rewriting import with_arguments
from twinproof.lang.types import INT, ListOf, Type
from twinproof.search.alignment import loops_out_of_step
from twinproof.search.changed_cells import told_of_cells
from twinproof.search.extra_entries import Extras, loops_over
from twinproof.search.facts import occurrence
from twinproof.search.in_turn import paid_in_turn, paid_where_moved
from twinproof.search.moved_places import moved_places
from twinproof.search.names import DEEPEST
from twinproof.search.one_place import without_names
from twinproof.search.symbolic import Symbols
from twinproof.search.terms import (
    LEFT,
    RIGHT,
    At,
    Given,
    Segment,
    Slot,
    State,
    Term,
    Value,
    both_of,
    has_list,
    parts_of_item,
)

SIDES = (LEFT, RIGHT)


def may_come_apart(var: Var) -> bool:
    """Whether a list is one of numbers, truth values, or tuples of them; or of such lists, and not too deeply."""
    kind: Type = var.type
    for _ in range(DEEPEST):
        if isinstance(kind, ListOf):
            kind = kind.item
    return isinstance(var.type, ListOf) and not has_list(kind)


def public_in(mechanism: Mechanism, alignments: Mapping[str, Alignment], extras: Extras) -> frozenset[Var]:
    """The variables that are the same in both runs whenever these are at one place."""
    steps = (*loops_out_of_step(mechanism, alignments).values(), *loops_over(mechanism, extras).values())
    return public_variables(mechanism, frozenset().union(*(written(step.loop.body) for step in steps)))


def depth(items: Var) -> int:
    """How many positions it takes to come to what is not a list."""
    kind, deep = items.type, 0
    while isinstance(kind, ListOf):
        kind, deep = kind.item, deep + 1
    return deep


@dataclass
class Cells(Symbols):
    """What is known of the lists that are not the same in both runs."""

    apart: frozenset[Var]  # these lists
    extras: Extras  # … of which one run has an entry more, and where it stands
    cells: dict[int, list[Var]] = field(default_factory=dict, init=False)  # … at each loop head, where they matter
    told_at: dict[int, list[tuple[Var, Slot]]] = field(default_factory=dict, init=False)  # what entries differ by there
    occurring: dict[int, list[tuple[Expr, Expr, Expr]]] = field(default_factory=dict, init=False)  # `occurrences` there
    quotients: dict[Expr, tuple[Term, ...]] = field(default_factory=dict, init=False)  # of rows with names: operands

    def __post_init__(self) -> None:
        super().__post_init__()
        self.out_of_step = loops_out_of_step(self.mechanism, self.alignments)
        self.over_extra = loops_over(self.mechanism, self.extras)
        self._beside: dict[int, tuple[Term, Term, Term]] = {}  # by its number: a position, the entry's, the shared one
        self.out_of_step |= self.over_extra
        steps = self.out_of_step.values()
        self.ahead_on_right = [tag(step.counter, RIGHT) for step in steps if step.longer is RIGHT]
        self.public = public_in(self.mechanism, self.alignments, self.extras) - self.apart
        assignments = [c for c in subcommands(self.mechanism.body) if isinstance(c, Assign)]
        lists = sorted((v for v in self.apart if v.type == ListOf(INT)), key=lambda v: v.name)
        self.nameless = self._without_names()
        self.told_of_cells = told_of_cells(self.mechanism, self.alignments, self.names.indices)
        self.where_moved = paid_where_moved(self.mechanism, self.single)
        in_turn = (*paid_in_turn(self.mechanism, self.alignments), *self.where_moved)
        self.paid = list(dict.fromkeys((*self.told_of_cells.paid, *in_turn)))
        self.moved = [list(dict.fromkeys(self._moved_places(side))) for side in SIDES]
        parts = dict.fromkeys(part for places in self.moved for place in places for part in subterms(place))
        found = ((e, self._operands(e)) for e in parts if not self._is_opaque(e))
        self.quotients = {e: operands for e, operands in found if operands is not None}
        self._copies = [(items, x) for items in lists for x in _copies(items, assignments) if x not in self.public]

    @property
    def single(self) -> dict[str, tuple[Var, ...]]:
        """The positions at which lists without an alignment differ, by the names of the lists."""
        return {n: w for n, w in self.witnesses.items() if n not in self.alignments}

    def _moved_places(self, side: Place) -> Iterator[Expr]:
        """The positions at which lists may differ because of what is not the same in both runs."""
        if self.single:
            yield from moved_places(self.mechanism, self.apart, self.single, side)
        for name, alignment in self.alignments.items():
            for p in alignment.positions if alignment.longer in (None, side) else ():
                places = moved_places(self.mechanism, self.apart, {name: (p,)}, side)
                yield from (_of_user(place, alignment) for place in places)

    def _operands(self, e: Expr) -> tuple[Term, ...] | None:
        """Of a quotient that names a place, such as a row's cell where the width is public; None of all else.

        A quotient by a number is linear arithmetic, and needs no name.
        """
        match e:
            case Apply(Op.DIV | Op.MOD, (divided, divisor)) if not isinstance(divisor, Literal):
                above, below = self._named_number(divided), self._named_number(divisor)
                return None if above is None or below is None else (above, below)
            case _:
                return None

    def _named_number(self, e: Expr) -> Term | None:
        """What is computed from public numbers and a row that has a name, as it is in all segments."""
        match e:
            case Literal(value):
                return self._literal(value, e.type)
            case Var(place=Place.RIGID):
                return self._rigid(e)
            case Apply(Op.GET, (Var(name), Var())) | Apply(Op.PROJ, (Apply(Op.GET, (Var(name), Var())), Literal())) if (
                name in self.alignments and e.type == INT
            ):
                return self._rigid(e)
            case Apply(Op.ADD | Op.SUB as op, args):
                parts = [self._named_number(a) for a in args]
                known = [part for part in parts if part is not None]
                return self._plain(op, known) if len(known) == len(parts) else None
            case _:
                return None

    def _is_opaque(self, e: Expr) -> bool:
        """Quotients of a row that has a name have names too, or what is known of them is known at the start only."""
        return super()._is_opaque(e) or e in self.quotients

    def name_moved(self, segment: Segment) -> None:
        """Let a segment know the entries that moved, and those beside them, by the names that they have in all."""
        for e, operands in self.quotients.items():
            if isinstance(e, Apply):
                segment.reads.setdefault((e.op,), []).append((None, operands, self._rigid(e)))
        for side, places in zip(SIDES, self.moved, strict=True):
            for e in dict.fromkeys(part for place in places for part in subterms(place)):
                match e:
                    case Apply(Op.GET, (Var(name), Var())) if name in self.alignments:
                        pass  # it has its name in all segments
                    case Apply(Op.GET, (Var(name), Var() as witness)) if name in self.witnesses:
                        reads = segment.reads.setdefault((self.mechanism.parameter(name).var,), [])
                        reads.append((side, (self._rigid(witness),), self._rigid(e)))
                    case Apply(Op.GET, (Var(place=Place.RIGID) as items, Var() as witness)) if side is LEFT:
                        beside = segment.reads.setdefault((Given(items),), [])
                        beside.append((None, (self._rigid(witness),), self._rigid(e)))
                    case Apply(op, args) if (
                        self._is_opaque(e) and side is LEFT and all(isinstance(a, Var) for a in args)
                    ):
                        made = segment.reads.setdefault((op,), [])
                        made.append((None, tuple(map(self._rigid, args)), self._rigid(e)))
                    case _:
                        pass

    @property
    def turns(self) -> list[Expr]:
        """The places that follow from where a row stands alone: to which round of some loop it is dealt, say."""
        places = dict.fromkeys(place for places in self.moved for place in places if not isinstance(place, Var))
        return [p for p in places if not any(isinstance(e, Apply) and e.op is Op.GET for e in subterms(p))]

    def place_moved(self, state: State, segment: Segment) -> None:
        """Name the positions at which lists differ because of them."""
        for places in self.moved:
            for place in places:
                self.facts.append(self._rigid(place) == self.evaluate(place, state, segment))

    def _without_names(self) -> list[Var]:
        """The lists that differ in places which have no names."""
        return without_names(self.mechanism, self.apart - self.extras.keys(), self.public) if self.alignments else []

    def is_apart(self, e: Expr) -> bool:
        return isinstance(e, Var) and Var(e.name, e.type) in self.apart

    def cell(self, items: Var, side: Place) -> list[Slot]:
        """What stands at position j of a list; if that is a list, its length, and what stands in it at the next j."""
        found: list[Slot] = []
        there: Expr = tag(items, side)
        if items in self.extras:
            return [*parts_of_item(apply(Op.GET, there, self.extras[items].beside(self.names.index, side)))]
        for index in self.names.indices[: depth(items)]:
            there = apply(Op.GET, there, index)
            if isinstance(there.type, ListOf):
                found.append(apply(Op.LEN, there))
        return [*found, *parts_of_item(there)]

    def _positions_in(self, lists: Sequence[Var]) -> tuple[Var, ...]:
        """The positions that are spoken of in some lists."""
        deep = max((2 if v in self.nameless else depth(v) for v in lists), default=0)
        return self.names.indices[:deep]

    def elsewhere(self, items: Var, side: Place) -> Slot:
        """What stands at another position of a list."""
        return apply(Op.GET, tag(items, side), self.names.indices[1])

    def cell_slots(self, site: int) -> list[Slot]:
        """The position j, and what stands there in all lists of a loop head, in both runs."""
        lists = self.cells.get(site, [])
        inside = [slot for items in lists for side in SIDES for slot in self.cell(items, side)]
        others = [self.elsewhere(items, side) for items in lists if items in self.nameless for side in SIDES]
        told = [e for _, e in self.told_at.get(site, ())]
        return [*self._positions_in(lists), *inside, *others, *told]

    def entries(self, own: Sequence[Var]) -> list[Slot]:
        """The entries of the lists that matter which invariants may speak of: at the output, and at variables."""
        plain = [items for items in own if items not in self.extras]
        asked = [(items, self.names.output) for items in plain if self.names.output.type == INT]
        asked += [(items, user) for items in plain for user in self.users]
        asked += [(items, v) for items, v in self._asked() if v in own and items not in self.extras]
        reads = [
            apply(Op.GET, tag(items, side), tag(position, side))
            for items, position in asked
            if items in self.apart and items in own
            for side in SIDES
        ]
        reads += [
            apply(Op.GET, tag(items, extra.longer), extra.at)
            for items, extra in self.extras.items()
            if items in self.apart and items in own and extra.place in own
        ]
        return [part for read in reads if not has_list(read.type) for part in parts_of_item(read)]

    @cached_property
    def users(self) -> list[Var]:
        """Users whose rows are not the same in both runs, by whom lists are changed in place."""
        users = [alignment.user for alignment in self.alignments.values()]
        return [user for user in users if user is not None and any(user in places for places in self.moved)]

    def of_users(self, site: int, slots: Sequence[Slot]) -> list[Slot]:
        """Of these, what stands in lists at a user: numbers may differ by as much, as all that is due to the user.

        Where one run is alone with a row of the user, they may differ by one more.
        """
        at = {*self.users, *(extra.at for extra in self.extras.values())}
        own = [s for s in slots if isinstance(s, Apply) and s.op is Op.GET and s.args[1] in at]
        more = {apply(Op.ADD, s, ONE) for s in own if s.type == INT} if site < 0 else set[Expr]()
        return [*own, *(s for s in slots if s in more)]

    def _asked(self) -> list[tuple[Var, Var]]:
        """Where the program reads these lists at a variable that may not be the same in both runs."""
        spoken = (e for command in subcommands(self.mechanism.body) for e in expressions(command))
        reads = dict.fromkeys(part for e in spoken for part in subterms(e) if isinstance(part, Apply))
        pairs = (part.args for part in reads if part.op is Op.GET)
        return [
            (items, v)
            for items, v in pairs
            if isinstance(items, Var) and isinstance(v, Var) and items in self.apart and v not in self.public
        ]

    def anywhere(self, site: int, own: Sequence[Var], state: State, segment: Segment) -> tuple[dict[Slot, Term], ...]:
        """A position of which nothing is known, and what stands there in the lists that matter."""
        lists = self.cells.setdefault(site, [v for v in own if v in self.apart])
        if not lists:
            return ()
        told = [(items, e) for items in lists for e in self.told_of_cells.entries.get(items, ())]
        self.told_at.setdefault(site, [(items, e) for items, e in told if self.speaks_of(e, own)])
        at = {index: self._fresh(index.name, index.type, segment) for index in self._positions_in(lists)}
        return (self._standing(site, at, state, segment),)

    def speaks_of(self, e: Expr, own: Sequence[Var]) -> bool:
        """Whether an expression speaks of nothing but inputs, rigid names, and these variables."""
        known = {*(p.name for p in self.mechanism.parameters), *(v.name for v in own)}
        return all(v.place is Place.RIGID or v.name in known for v in free_variables(e))

    def _standing(self, site: int, at: dict[Var, Term], state: State, segment: Segment) -> dict[Slot, Term]:
        """Positions, and what stands there in the lists of a loop head."""
        standing: dict[Slot, Term] = dict(at.items())
        for extra in {self.extras[items] for items in self.cells.get(site, ()) if items in self.extras}:
            index = z3.simplify(self.evaluate(extra.beside(self.names.index, extra.longer), state, segment, at))
            place = self.evaluate(extra.at, state, segment)
            self._beside[index.get_id()] = index, place, at[self.names.index]
        for slot in self.cell_slots(site):
            if slot not in standing:
                standing[slot] = self.evaluate(slot, state, segment, at)
        return standing

    def _read_at(self, items: Expr, index: Term, state: State, segment: Segment) -> Value:
        return self.evaluate(apply(Op.GET, items, self.names.index), state, segment, {self.names.index: index})

    def with_positions(self, segment: Segment) -> At | None:
        """The start of a segment, with the positions that it reads and what stands there."""
        body = segment.body
        lists = self.cells.get(body.site, []) if body is not None else []
        if body is None or not lists:
            return body
        if segment.known is not None and segment.known[0] == segment.size:
            return segment.known[1]
        memories = [{v.name: value for v, value in body.values.items() if isinstance(v, Var)} for _ in SIDES]
        for side, memory in zip(SIDES, memories, strict=True):
            memory.update((v.name, value) for v, value in body.values.items() if isinstance(v, Var) and v.place is side)
            for v in lists:
                items = tag(v, side)
                memory[v.name] = self._list(Given(items), body.values[apply(Op.LEN, items)])
        state = State(memories[0], memories[1], {}, (self.true, self.true))
        spoken = self._positions_in(lists)
        positions = []
        for read in self._positions_read(lists, segment) or [()]:
            some = (*read, *(self._fresh(index.name, index.type, segment) for index in spoken[len(read) :]))
            positions.append(self._standing(body.site, dict(zip(spoken, some, strict=True)), state, segment))
        made = replace(body, positions=tuple(positions))
        segment.known = (segment.size, made)
        return made

    def occurrences(self, own: Sequence[Var]) -> list[tuple[Expr, Expr, Expr]]:
        """That a variable is somewhere in a list from which it was copied; with the list and the variable."""
        pairs = [(items, x) for items, x in self._copies if items in own and x in own]
        tagged = ((tag(items, side), tag(x, side)) for items, x in pairs for side in SIDES)
        return [(occurrence(self.names.index, items, x), items, x) for items, x in tagged]

    def at_witnesses(self, own: Sequence[Var], state: State, segment: Segment) -> dict[Expr, Term]:
        """At the start of a segment: what is somewhere in a list is at a position of its own."""
        return {
            fact: self._stands(items, x, self._fresh(self.names.index.name, INT, segment), state, segment)
            for fact, items, x in self.occurrences(own)
        }

    def at_positions(self, site: int, own: Sequence[Var], state: State, segment: Segment) -> dict[Expr, Term]:
        """At the end of a segment: what is at a position that was read, or added, is somewhere."""
        found: dict[Expr, Term] = {}
        for fact, items, x in self.occurring.setdefault(site, self.occurrences(own)):
            read = self._indices(self.cells.get(segment.body.site, []), segment) if segment.body is not None else []
            grown = self.evaluate(items, state, segment)
            added = [position for _, strand in grown.options for _, position, _ in strand.writes]
            places = (self._stands(items, x, index, state, segment) for index in (*read, *added))
            found[fact] = z3.Or(self.false, *places)
        return found

    def _stands(self, items: Expr, x: Expr, index: Term, state: State, segment: Segment) -> Term:
        """That a variable is at this position of a list."""
        length = self.evaluate(apply(Op.LEN, items), state, segment)
        there = self._read_at(items, index, state, segment)
        return z3.And(index >= 0, index < length, there == self.evaluate(x, state, segment))

    def everywhere(self, e: Quantified, state: State, segment: Segment, bound: dict[Var, Term]) -> Term:
        """What is assumed of all positions, at those that are read: less than it says."""
        lists = self.cells.get(segment.body.site, []) if segment.body is not None else []
        there = (self.evaluate(e.body, state, segment, {**bound, e.var: at}) for at in self._indices(lists, segment))
        return both_of(self.true, *there)

    def _shared(self, items: Var, side: Place, read: tuple[Term, ...], segment: Segment) -> tuple[Term, ...]:
        """A position that is read, as the position of an entry that both runs have."""
        extra = self.extras.get(items)
        if extra is None or side is not extra.longer or segment.body is None:
            return read
        at, (index,) = segment.body.values[extra.at], read
        _, place, shared = self._beside.get(index.get_id(), (index, None, index))
        if place is not None and place.eq(at):
            return (shared,)
        return (z3.simplify(index - z3.If(z3.And(at >= 0, at < index), 1, 0)),)

    def _both_sides(self, lists: Sequence[Var]) -> Iterator[tuple[Var, Place]]:
        return ((items, side) for items in lists for side in SIDES)

    def _indices(self, lists: Sequence[Var], segment: Segment) -> list[Term]:
        """The different positions that a segment reads in these lists."""
        found = {read[0].get_id(): read[0] for read in self._positions_read(lists, segment)}
        return list(found.values())

    def _positions_read(self, lists: Sequence[Var], segment: Segment) -> list[tuple[Term, ...]]:
        """The same, each with the positions in lists that stand there; not the first part of others."""
        origins = {Given(tag(items, side)): (items, side) for items, side in self._both_sides(lists)}
        found: dict[tuple[int, ...], tuple[Term, ...]] = {}
        for key, entries in list(segment.reads.items()):
            if key[0] in origins:
                for _, read, _ in entries:
                    read = self._shared(*origins[key[0]], read, segment)
                    found.setdefault(tuple(i.get_id() for i in read), read)
        if any(items in self.nameless for items in lists):
            first = {numbers[:1]: read[:1] for numbers, read in found.items()}
            for (n, i), (m, j) in product(first.items(), first.items()):
                found.setdefault((*n, *m), (*i, *j))
        begun = {numbers[:n] for numbers in found for n in range(len(numbers))}
        return [read for numbers, read in found.items() if numbers not in begun]


def _of_user(place: Expr, alignment: Alignment) -> Expr:
    """A position where it is the user of a row that is not the same in both runs: by the name of the user."""
    match place:
        case Apply(Op.PROJ, (Apply(Op.GET, (Var(), p)), Literal(column))) if (
            alignment.user is not None
            and alignment.user.type == INT
            and column == alignment.column
            and p in alignment.positions
        ):
            return alignment.user
        case _:
            return with_arguments(place, lambda part: _of_user(part, alignment))


def _copies(items: Var, assignments: Sequence[Assign]) -> list[Var]:
    """The variables that are copied from a list, perhaps by way of others, in the order of the program."""
    copied: dict[Var, None] = {}
    for _ in assignments:
        for c in assignments:
            match c.value:
                case Apply(Op.GET, (source, _)) if source == items:
                    copied[c.target] = None
                case Var() as source if source in copied:
                    copied[c.target] = None
                case _:
                    pass
    return list(copied)
