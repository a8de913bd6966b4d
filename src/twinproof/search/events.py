"""What δ may pay for: events of the left run that do not look at the output.

A tail begins near a public integer that the program compares the sample with, near the end of the noise, or near an
integer that the claim speaks of. The guard is nothing, or that a loop has come to the entry that moves or to the cell
of a row that one run alone has, or that the other run would not come to this draw at all. Events that were made in one
manner may be paid for together; so may both ends of a draw, of which one is due where the centre goes up, and the other
where it goes down.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations, product
from typing import NamedTuple

from twinproof.kernel.tails import AT_LEAST, AT_MOST, FIRST, SHARE_ABOVE, SHARE_BELOW, TAILS
from twinproof.lang.amounts import tidy
from twinproof.lang.command import Assign, Command, If, Sample, Seq, While, site_of, written
from twinproof.lang.expr import (
    ONE,
    TRUE,
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
    negate,
    substitute,
    subterms,
)
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise import LAPLACE, AdditiveNoise
from twinproof.lang.rewriting import replaced, with_arguments
from twinproof.lang.types import BOOL, INT
from twinproof.search.adjacency_cases import Shape
from twinproof.search.couplings import divisors, sensitivities, spreads
from twinproof.search.named_rows import sums_of_rows, where_rows_count
from twinproof.search.pledges import Event
from twinproof.search.uses import thresholds_and_sums
from twinproof.search.windows import long_enough, window_ends

_NEAR = (0, 1, -1, 2, -2)  # how far from a threshold a tail may begin
_LARGEST = 40  # parts of an expression that a variable is known to be
_Manner = tuple[object, ...]
TOLD = "told"  # the manner of events that somebody has thought of
BOTH_ENDS = "both ends"  # the manner of events at the two ends of a draw, of which one is paid for at a time
_ENDS = ((AT_MOST, AT_LEAST), (SHARE_BELOW, SHARE_ABOVE))  # the lower and the upper one, whose bounds are alike
NARROWED = "narrowed"  # the manner of events that leave a window too narrow: nothing else will do there


class Apart(NamedTuple):
    """Why a draw has no partner: which way the other run's number lies, and whether it is the other run that draws."""

    up: bool
    instead: bool
    named: bool = False  # whether the other run's number is known by a name


class Offered(NamedTuple):
    """An event, and how it was made."""

    event: Event
    manner: _Manner  # of its tail and its place
    apart: Apart | None


def events(mechanism: Mechanism, shape: Shape) -> Iterator[Offered]:
    """Events that δ may pay for, the likely ones first."""
    (compared, sums), spoken = thresholds_and_sums(mechanism), _spoken_of(mechanism)
    draws = _Draws.of(mechanism)
    narrowed = _narrowed(mechanism, draws)
    rows = (len(alignment.positions) for alignment in shape.alignments.values())
    moves = [*sensitivities(mechanism), *filter(_is_rigid, divisors(mechanism))]
    far = list(dict.fromkeys([*(Literal(n) for n in rows if n > 1), *moves]))  # how far a centre may move
    apart_by = spreads(mechanism)
    for around in draws:
        site = site_of(around.draw)
        for tail, distance in narrowed.get(site, ()):
            yield Offered(Event(site, tail, distance, TRUE), (NARROWED, tail, distance), None)
        places, ways = _places(mechanism, around, shape), list(_apart(mechanism, around, shape))
        public = [t for e in compared[site] for t in (e, around.resolved(e)) if _is_rigid(t)]
        public += list(_from_centre(around, public))
        for tails in _opposite(_tails(far, apart_by, around.draw, public, spoken)):
            yield from _by_direction(mechanism, around, shape, [around.resolved(e) for e in sums[site]], tails)
        for kind, tail, distance in _tails(far, apart_by, around.draw, public, spoken):
            for place, (ours, theirs), amount in places:
                for guard, stand_in, apart in ways if amount is None else _apart_by(mechanism, around, amount, ours):
                    here = ours if stand_in is None else theirs
                    if here is not None and (stand_in is None or tail != FIRST):
                        event = Event(site, tail, distance, conjunction(here, guard), stand_in)
                        yield Offered(event, (*kind, *place), apart)


_Opposite = tuple[_Manner, Expr, tuple[str, str]]  # how two tails were made, at which distance, and their names


def _opposite(tails: Iterable[tuple[_Manner, str, Expr]]) -> Iterator[_Opposite]:
    """Tails at the lower and at the upper end of a draw, at the same distance."""
    made: dict[tuple[_Manner, Expr], set[str]] = defaultdict(set)
    for (_, *kind), tail, distance in tails:
        made[tuple(kind), distance].add(tail)
    return ((*where, ends) for where, names in made.items() for ends in _ENDS if names.issuperset(ends))


def _by_direction(
    mechanism: Mechanism, around: _Around, shape: Shape, sums: Iterable[Expr], tails: _Opposite
) -> Iterator[Offered]:
    """Two events of a draw: its centre goes up, and it is at its lower end; or down, and it is at its upper end."""
    kind, distance, (low, high) = tails
    for number, (ours, theirs) in enumerate(_either_way(mechanism, around, shape, sums)):
        for tail, guard in ((low, apply(Op.LT, ours, theirs)), (high, apply(Op.LT, theirs, ours))):
            event = Event(site_of(around.draw), tail, distance, guard)
            yield Offered(event, (BOTH_ENDS, low, number, *kind), Apart(tail == low, instead=False))


def _either_way(
    mechanism: Mechanism, around: _Around, shape: Shape, sums: Iterable[Expr]
) -> Iterator[tuple[Expr, Expr]]:
    """What tells which way a centre moves: the smaller of these two, the left one's, is part of the smaller centre."""
    names = _names_of_inputs(mechanism, shape)
    centre = around.resolved(around.draw.centre)
    there = substitute(centre, {v: names[v] for v in free_variables(centre) if v in names})
    if around.draw.target.type == BOOL:
        return
    if there != centre:
        yield centre, there
    for added in sums:
        other = substitute(added, {v: names[v] for v in free_variables(added) if v in names})
        if other != added:
            yield added, other
    for number in dict.fromkeys((centre, *sums)):
        if isinstance(number, Var):
            yield from sums_of_rows(mechanism, shape.alignments, shape.named, number)


def told(event: Event) -> Offered:
    """An event that somebody has thought of; all of these are of one manner."""
    return Offered(event, (TOLD,), None)


_UP, _DOWN = True, False
_TOGETHER = (  # which of the events that were made in one manner are tried together
    (Apart(_DOWN, False), Apart(_UP, True)),
    (Apart(_UP, False), Apart(_DOWN, True)),
    (None,),
    (Apart(_DOWN, False),),
    (Apart(_UP, False),),
    (Apart(_UP, True),),
    (Apart(_DOWN, True),),
    (Apart(_UP, False), Apart(_UP, True)),
    (Apart(_DOWN, False), Apart(_DOWN, True)),
    (Apart(_DOWN, False, named=True), Apart(_UP, True, named=True)),
)


def alike(offered: Iterable[Offered]) -> Iterator[tuple[Event, ...]]:
    """Several events of different draws that were made in one manner: each key of a user is paid for in one way."""
    made: dict[_Manner, dict[Apart | None, dict[tuple[int, bool], Event]]] = defaultdict(lambda: defaultdict(dict))
    for event, manner, apart in offered:
        made[manner][apart].setdefault((event.site, event.stand_in is not None), event)
    seen: set[frozenset[Event]] = set()
    for manner, by_apart in made.items():
        for kinds in ((Apart(_UP, False), Apart(_DOWN, False)),) if manner[0] == BOTH_ENDS else _TOGETHER:
            chosen = tuple(event for kind in kinds for event in by_apart.get(kind, {}).values())
            if len(chosen) > 1 and frozenset(chosen) not in seen:
                seen.add(frozenset(chosen))
                yield chosen


# ----------------------------------------------------------------------------------------------------------- the draws


@dataclass(frozen=True, slots=True)
class _Around:
    """A draw with what stands around it: the indices of loops, and the last condition that leads to it."""

    draw: Sample
    indices: tuple[Var, ...]
    condition: Expr | None
    told: Expr | None  # the same condition, over inputs as far as they are known
    known: Mapping[Var, Expr]  # what variables are before the draw, where that can be said

    def resolved(self, e: Expr) -> Expr:
        return substitute(e, {v: self.known[v] for v in free_variables(e) if v in self.known})


class _Draws:
    """The draws of a program in their order, with what variables are at each."""

    def __init__(self) -> None:
        self.known: dict[Var, Expr] = {}
        self.found: list[_Around] = []

    @classmethod
    def of(cls, mechanism: Mechanism) -> list[_Around]:
        draws = cls()
        draws._walk(mechanism.body, (), None, None)
        return draws.found

    def _walk(self, command: Command, indices: tuple[Var, ...], condition: Expr | None, told: Expr | None) -> None:
        match command:
            case Assign(target, value):
                image = self._image(value)
                self._forget({target})
                if target not in free_variables(image) and sum(1 for _ in subterms(image)) <= _LARGEST:
                    self.known[target] = image
            case Sample(target):
                self.found.append(_Around(command, indices, condition, told, dict(self.known)))
                self._forget({target})
            case Seq(parts):
                for part in parts:
                    self._walk(part, indices, condition, told)
            case If(test, then, otherwise):
                image, before = self._image(test), dict(self.known)
                self._walk(then, indices, test, image)
                after, self.known = self.known, before
                self._walk(otherwise, indices, negate(test), negate(image))
                self.known = {v: e for v, e in self.known.items() if after.get(v) == e}
            case While(test, body):
                changed = written(body)
                counted = tuple(
                    sorted((v for v in free_variables(test) if v in changed and v.type == INT), key=lambda v: v.name)
                )
                self._forget(changed)
                self._walk(body, (*indices, *counted), None, None)
                self._forget(changed)
            case _:
                pass

    def _image(self, e: Expr) -> Expr:
        return substitute(e, {v: self.known[v] for v in free_variables(e) if v in self.known})

    def _forget(self, changed: Iterable[Var]) -> None:
        gone = frozenset(changed)
        self.known = {v: e for v, e in self.known.items() if v not in gone and not gone & free_variables(e)}


# ---------------------------------------------------------------------------------------------------------- the guards


_Place = tuple[Expr | None, Expr | None]  # of a draw of this run, and of one that only the other run makes


def _places(mechanism: Mechanism, around: _Around, shape: Shape) -> list[tuple[_Manner, _Place, Expr | None]]:
    """Where a row counts that is not the same, where a loop has come to what moves, or anywhere.

    Where several rows may count, with how many of them do.
    """
    told = [] if around.told is None else [around.told]
    about = {v for e in (around.resolved(around.draw.centre), *told) for v in free_variables(e)}
    lists = [name for name in shape.witnesses if name in {v.name for v in about}] or list(shape.witnesses)
    moved = [apply(Op.EQ, i, w) for i in around.indices for name in lists for w in shape.witnesses[name]]
    found: list[tuple[_Manner, _Place, Expr | None]] = [((0,), (TRUE, TRUE), None)]
    found += [((n,), (e, e), None) for n, e in enumerate(moved, 1)]
    found.reverse()
    conditions = [e for e in (around.condition, around.told) if e is not None]
    numbers = [v for v in about if not conditions or any(v in free_variables(e) for e in conditions)]
    if not shape.named:
        return found
    rows = where_rows_count(mechanism, shape.alignments, shape.named, around.indices, numbers, around.known)
    return [*((counted.manner, (counted.left, counted.right), counted.amount) for counted in rows), *found]


def _apart(mechanism: Mechanism, around: _Around, shape: Shape) -> Iterator[tuple[Expr, Expr | None, Apart | None]]:
    """That the other run would not draw here; or that it would, with its centre, and this one does not."""
    yield TRUE, None, None
    for condition, centre, number in _numbers(mechanism, around):
        for far in sensitivities(mechanism):
            for op in (Op.SUB, Op.ADD):
                moved = apply(op, number, far)
                there = replaced(condition, {number: moved})
                yield negate(there), None, Apart(op is Op.ADD, instead=False)
                if isinstance(around.draw.noise, AdditiveNoise):
                    yield there, replaced(centre, {number: moved}), Apart(op is Op.ADD, instead=True)
    names = _names_of_inputs(mechanism, shape)
    for condition, centre, number in _numbers(mechanism, around) if names else ():
        known = around.resolved(number)
        other = substitute(known, {v: names[v] for v in free_variables(known) if v in names})
        if other != known:
            there = replaced(condition, {number: other})
            yield negate(there), None, Apart(_DOWN, instead=False, named=True)
            if isinstance(around.draw.noise, AdditiveNoise):
                yield there, replaced(centre, {number: other}), Apart(_UP, instead=True, named=True)


def _names_of_inputs(mechanism: Mechanism, shape: Shape) -> dict[Var, Var]:
    """What the right run is given, by what the left one is, where that has a name."""
    return {mechanism.parameter(n.value.name).var: n.var for n in shape.named if isinstance(n.value, Var)}


def _apart_by(
    mechanism: Mechanism, around: _Around, amount: Expr, ours: Expr | None
) -> Iterator[tuple[Expr, Expr | None, Apart | None]]:
    """The same where it is known by how much the other run's number differs: ours has these rows, or it has."""
    yield TRUE, None, None
    for condition, centre, number in _numbers(mechanism, around):
        moved = apply(Op.ADD if ours is None else Op.SUB, number, amount)
        there = replaced(condition, {number: moved})
        if ours is not None:
            yield negate(there), None, Apart(_DOWN, instead=False)
        elif isinstance(around.draw.noise, AdditiveNoise):
            yield there, replaced(centre, {number: moved}), Apart(_UP, instead=True)


def _numbers(mechanism: Mechanism, around: _Around) -> list[tuple[Expr, Expr, Expr]]:
    """The condition that leads to a draw, its centre, and a number in both of them that is another in the other run."""
    centre, condition, told = around.draw.centre, around.condition, around.told
    if condition is None or told is None or centre.type != INT:
        return []
    if centre in set(subterms(condition)):
        return [(condition, centre, centre)]
    plain = _chosen(around.resolved(centre))
    for known, number in ((condition, plain), (told, centre), (told, plain)):
        if number in set(subterms(known)) and not isinstance(number, Literal):
            return [(known, number, number)]
    inputs = {p.var for p in mechanism.parameters if p.bound is not None}
    numbers = [e for e in dict.fromkeys(subterms(told)) if e.type == INT and _is_input(e, inputs)]
    return [(told, around.resolved(centre), number) for number in numbers]


def _chosen(e: Expr) -> Expr:
    """An expression where constants have been compared."""
    e = with_arguments(e, _chosen)
    match e:
        case Apply(Op.ITE, (Apply(Op.EQ, (Literal() as a, Literal() as b)), yes, no)):
            return yes if a == b else no
        case _:
            return e


def _is_input(e: Expr, inputs: set[Var]) -> bool:
    """Whether this is a private number, or an entry of a private list."""
    match e:
        case Var():
            return e in inputs
        case Apply(Op.GET, (Var() as items, _)):
            return items in inputs
        case _:
            return False


# ----------------------------------------------------------------------------------------------------------- the tails


def _tails(
    far: Sequence[Expr], apart: Sequence[Expr], draw: Sample, public: list[Expr], spoken: list[Expr]
) -> Iterator[tuple[_Manner, str, Expr]]:
    """Tails of a draw, with where they begin."""
    names = [name for noise, name in TAILS if noise is draw.noise and name != FIRST]
    if draw.target.type == BOOL:
        yield from (((name,), name, ZERO) for name in names)
        return
    if (draw.noise, FIRST) in TAILS:
        yield from (((FIRST, how), FIRST, e) for how, e in enumerate(dict.fromkeys((*far, ONE, *apart))))
    own = (_cancelled(p) for p in draw.parameters if p.type == INT)
    bases = dict.fromkeys(map(_distance, [*public, *own]))
    for number, base in enumerate(bases):
        further = [_less(base, f, 1) for f in far] + [_plus(base, Literal(near)) for near in _NEAR]
        starts = dict.fromkeys([*further, *(_less(base, f, 0) for f in far)])
        for how, start in enumerate(starts):
            yield from (((name, number, how), name, start) for name in names)
    for base in (e for e in spoken if e not in bases):
        for near in _NEAR:
            start = _plus(base, Literal(near))
            yield from (((name, base, near), name, start) for name in names)


def _from_centre(around: _Around, public: list[Expr]) -> Iterator[Expr]:
    """How far public numbers are from a centre that is public too, and not 0."""
    centre = around.resolved(around.draw.centre)
    if centre.type == INT and _is_rigid(centre) and centre != ZERO:
        for threshold in dict.fromkeys(public):
            yield from (tidy(apply(Op.SUB, a, b)) for a, b in permutations((centre, threshold)))


def _narrowed(mechanism: Mechanism, draws: list[_Around]) -> dict[int, list[tuple[str, Expr]]]:
    """Of draws that windows for later samples depend on, tails that leave these windows too narrow."""
    found: dict[int, list[tuple[str, Expr]]] = defaultdict(list)
    drawn = {d.draw.target: d.draw for d in draws if d.draw.noise is LAPLACE}
    for around in draws:
        for low, high in window_ends(mechanism, around.draw):
            size = apply(Op.ADD, apply(Op.SUB, around.resolved(high), around.resolved(low)), ONE)
            for z in sorted(free_variables(size) & drawn.keys(), key=lambda v: v.name):
                at_none, slope = _line(size, z)
                if not slope or not _is_rigid(at_none) or not _is_rigid(drawn[z].centre):
                    continue
                for n, far in product(long_enough(mechanism, around.draw), (*sensitivities(mechanism), ZERO)):
                    moved = apply(Op.MUL, Literal(abs(slope)), far)
                    room = tidy(apply(Op.SUB, apply(Op.SUB, at_none, moved), n))
                    beyond = apply(Op.ADD, apply(Op.DIV, room, Literal(abs(slope))), ONE)
                    centre = drawn[z].centre
                    around_it = apply(Op.SUB if slope < 0 else Op.ADD, beyond, centre)
                    distance = beyond if centre == ZERO else around_it
                    found[site_of(drawn[z])].append((AT_LEAST if slope < 0 else AT_MOST, distance))
    return found


def _line(e: Expr, x: Var) -> tuple[Expr, int]:
    """e at x = 0, and by how much e grows with x, if it is a line; else 0."""
    at = [tidy(substitute(e, {x: Literal(n)})) for n in range(3)]
    one, two = (_number(tidy(apply(Op.SUB, b, a))) for a, b in pairwise(at))
    return at[0], one if one is not None and one == two else 0


def _number(e: Expr) -> int | None:
    match e:
        case Literal(int(value)):
            return value
        case Apply(Op.NEG, (Literal(int(value)),)):
            return -value
        case _:
            return None


def _spoken_of(mechanism: Mechanism) -> list[Expr]:
    """Integers that δ and the requirements are made of."""
    texts = (mechanism.claim.delta, mechanism.requires) if mechanism.claim.gives_up else ()
    numbers = (e for text in texts for e in subterms(text) if e.type == INT and not isinstance(e, Literal))
    return [e for e in dict.fromkeys(numbers) if _is_rigid(e)]


def _is_rigid(e: Expr) -> bool:
    return all(v.place is Place.RIGID for v in free_variables(e))


def _cancelled(e: Expr) -> Expr:
    """An integer without what cancels out, if it is public then: how many values there are from x − n to x + n."""
    tidied = e if _is_rigid(e) else tidy(e)
    return tidied if tidied.type == INT and _is_rigid(tidied) else e


def _distance(base: Expr) -> Expr:
    """How far a number is from 0, on whichever side it is, where that is known."""
    match base:
        case Literal(value) if value < 0:
            return Literal(-value)
        case Apply(Op.NEG, (inner,)):
            return inner
        case _:
            return base


def _plus(e: Expr, near: Literal) -> Expr:
    return e if near.value == 0 else apply(Op.ADD, e, near)


def _less(e: Expr, far: Expr, more: int) -> Expr:
    """e − far, and perhaps one more: where a sample is that is as far from a threshold as its centre moves."""
    if isinstance(far, Literal):
        return _plus(e, Literal(more - int(far.value)))
    return _plus(apply(Op.SUB, e, far), Literal(more))
