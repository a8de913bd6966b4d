"""Lists that grow while rows are read, and of which one run has an entry more: of the user whose rows only it has.

`if row.user not in users: users.append(row.user)` leaves two lists that are the same but for one entry. A ghost
remembers where that entry stands, so that it can be said which positions belong together: those before it, and those
after it with the next ones. Loops over such a list are out of step, as loops over the rows are: the run that has the
entry goes round alone there. [Ghost] takes the ghosts away again when all is proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from twinproof.lang.adjacency_kind import Alignment
from twinproof.lang.command import Assign, Command, If, Seq, While, loops_in, parts_of, sequence, site_of, written
from twinproof.lang.expr import (
    FALSE,
    ONE,
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    Var,
    apply,
    conjuncts,
    fresh_name,
    tag,
)
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.types import BOOL, INT, ListOf, Type
from twinproof.search.alignment import OutOfStep, counts_on, lengths_of, loops_out_of_step
from twinproof.search.terms import has_list

NOWHERE = Literal(-1)


@dataclass(frozen=True, slots=True)
class Extra:
    """The entry that one run has more: where it stands is what a ghost holds, in the run that is longer."""

    place: Var
    longer: Place

    @property
    def at(self) -> Var:
        """Where it stands, or −1 if there is none."""
        return Var(self.place.name, INT, self.longer)

    @property
    def is_there(self) -> Expr:
        return apply(Op.LE, ZERO, self.at)

    def is_before(self, position: Expr) -> Expr:
        """Whether it stands before a position of the longer list."""
        return apply(Op.AND, self.is_there, apply(Op.LT, self.at, position))

    def more(self) -> Expr:
        """How many entries the longer list has more."""
        return apply(Op.ITE, self.is_there, ONE, ZERO)

    def behind(self, position: Expr) -> Expr:
        """By how much the shorter list is behind at a position of the longer one."""
        return apply(Op.ITE, self.is_before(position), ONE, ZERO)

    def beside(self, index: Expr, side: Place) -> Expr:
        """Where in the list of one run the entry stands that has this position in the shorter list."""
        if side is not self.longer:
            return index
        passed = apply(Op.AND, self.is_there, apply(Op.LE, self.at, index))
        return apply(Op.ADD, index, apply(Op.ITE, passed, ONE, ZERO))

    def shared(self, position: Expr) -> Expr:
        """The position in the shorter list of what stands at one of the longer list."""
        return apply(Op.SUB, position, self.behind(position))


Extras = Mapping[Var, Extra]  # by the lists


@dataclass(frozen=True)
class Grown:
    """A mechanism with ghosts that remember where lists have an entry more."""

    mechanism: Mechanism
    extras: Extras
    flags: tuple[Var, ...]  # whether the row at hand is one that only one run has

    @property
    def ghosts(self) -> tuple[Var, ...]:
        """All of them, each read by those before it only."""
        return (*dict.fromkeys(extra.place for extra in self.extras.values()), *self.flags)


@dataclass(frozen=True)
class OverExtra(OutOfStep):
    """A loop over a list of which one run has an entry more."""

    extra: Extra

    @property
    def positions_belong(self) -> Expr:
        longer, shorter = (tag(self.counter, side) for side in (self.longer, _other(self.longer)))
        return apply(Op.EQ, shorter, self.extra.shared(longer))

    @property
    def behind_after(self) -> Expr:
        here = tag(self.counter, self.longer)
        return self.extra.behind(apply(Op.ADD, here, ONE))

    @property
    def goes_alone(self) -> Expr:
        here = apply(Op.EQ, tag(self.counter, self.longer), self.extra.at)
        return apply(Op.AND, tag(self.loop.condition, self.longer), here)


def _other(side: Place) -> Place:
    return Place.RIGHT if side is Place.LEFT else Place.LEFT


def loops_over(mechanism: Mechanism, extras: Extras) -> dict[int, OverExtra]:
    """The loops over lists of which one run has an entry more, by their sites."""
    found: dict[int, OverExtra] = {}
    lengths = dict(lengths_of(mechanism)) if extras else {}
    for loop in loops_in(mechanism.body) if extras else ():
        for part in conjuncts(loop.condition):
            match part:
                case Apply(Op.LT, (Var() as counter, limit)) if counts_on(loop.body, counter):
                    match lengths.get(limit, limit):
                        case Apply(Op.LEN, (Var() as items,)) if items in extras and items not in written(loop.body):
                            extra = extras[items]
                            beside = Alignment(extra.longer, (extra.at,))
                            found[site_of(loop)] = OverExtra(loop, counter, items, beside, extra)
                        case _:
                            pass
                case _:
                    pass
    return found


# ----------------------------------------------------------------------------------------------------------- ghosts


@dataclass(frozen=True)
class _Noting:
    """What is noted in the rounds of a loop over rows: whether the row is one that only one run has."""

    flag: Var
    alone: Expr
    places: Mapping[Var, Var]  # of the lists that get entries there, where the ghosts for them


def grown(mechanism: Mechanism, alignments: Mapping[str, Alignment]) -> Grown | None:
    """The mechanism that remembers where its lists have an entry more; None if none of them grows with the rows."""
    taken = mechanism.names | {
        p.name for a in alignments.values() for p in (*a.positions, *((a.user,) if a.user else ()))
    }

    def new(base: str, kind: Type) -> Var:
        name = fresh_name(base, taken)
        taken.add(name)
        return Var(name, kind, Place.MEMORY)

    extras: dict[Var, Extra] = {}
    noting: dict[int, _Noting] = {}
    public: dict[Var, None] = {}
    for site, step in loops_out_of_step(mechanism, alignments).items():
        groups = [lists for lists in _together(step.loop.body) if extras.keys().isdisjoint(lists)]
        for lists in groups:
            place = new(f"place_in_{min(v.name for v in lists)}", INT)
            extras.update((items, Extra(place, step.longer)) for items in lists)
        if groups:
            alone, asked = _alone(step)
            public.update((v, None) for v in asked)
            places = {items: extras[items].place for lists in groups for items in lists}
            noting[site] = _Noting(new(f"alone_in_{step.rows.name}", BOOL), alone, places)
    if not extras:
        return None
    flags = tuple(noted.flag for noted in noting.values())
    nowhere = (Assign(place, NOWHERE) for place in dict.fromkeys(extra.place for extra in extras.values()))
    body = sequence(*nowhere, *(Assign(flag, FALSE) for flag in flags), _noted(mechanism.body, noting))
    parameters = (*mechanism.parameters, *map(Parameter, public))
    return Grown(replace(mechanism, body=body, parameters=parameters), extras, flags)


def _alone(step: OutOfStep) -> tuple[Expr, tuple[Var, ...]]:
    """Whether the row at hand is one that only one run has; and the rigid names that this speaks of."""
    alignment = step.alignment
    if alignment.user is None:
        at = [apply(Op.EQ, step.counter, p) for p in alignment.positions]
        return at[0] if len(at) == 1 else apply(Op.OR, *at), alignment.positions
    row = apply(Op.GET, step.rows, step.counter)
    return apply(Op.EQ, apply(Op.PROJ, row, Literal(alignment.column)), alignment.user), (alignment.user,)


def _appended(command: Command) -> Var | None:
    """The list of numbers, or of tuples of them, that gets an entry."""
    match command:
        case Assign(target, Apply(Op.APPEND, (items, _))) if items == target:
            return target if isinstance(target.type, ListOf) and not has_list(target.type.item) else None
        case _:
            return None


def _together(body: Command) -> list[frozenset[Var]]:
    """The lists that get entries in a round, those together that get them one after the other."""
    groups: list[frozenset[Var]] = []
    for some in _runs(body):
        joined = some.union(*(group for group in groups if group & some))
        groups = [*(group for group in groups if not group & some), joined]
    return groups


def _runs(command: Command) -> Iterator[frozenset[Var]]:
    here = frozenset(v for part in parts_of(command) if (v := _appended(part)) is not None)
    if here:
        yield here
    for part in parts_of(command):
        match part:
            case If(_, then, otherwise):
                yield from _runs(then)
                yield from _runs(otherwise)
            case _:
                pass


def _noted(command: Command, noting: Mapping[int, _Noting]) -> Command:
    """A program in which, before an entry is appended for a row that only one run has, it is noted where."""
    match command:
        case Seq(parts):
            return sequence(*(_noted(part, noting) for part in parts))
        case If(_, then, otherwise):
            return replace(command, then=_noted(then, noting), otherwise=_noted(otherwise, noting))
        case While(_, body) if (noted := noting.get(site_of(command))) is not None:
            return replace(command, body=sequence(Assign(noted.flag, noted.alone), _in_round(body, noted)))
        case While(_, body):
            return replace(command, body=_noted(body, noting))
        case _:
            return command


def _in_round(command: Command, noted: _Noting) -> Command:
    known: set[Var] = set()
    made: list[Command] = []
    for part in parts_of(command):
        items = _appended(part)
        place = None if items is None else noted.places.get(items)
        if items is not None and place is not None and place not in known:
            known.add(place)
            made.append(Assign(place, apply(Op.ITE, noted.flag, apply(Op.LEN, items), place)))
        match part:
            case If(_, then, otherwise):
                made.append(replace(part, then=_in_round(then, noted), otherwise=_in_round(otherwise, noted)))
            case _:
                made.append(part)
    return sequence(*made)
