"""How likely events are: a proof in the logic of credit.

Whenever the guard of an event holds at its draw, the run pays the bound of the tail. What a loop may still have to pay
for an event is a multiple of that: once, as long as it has not come to the entry that moves; or once for each round
that is left. Two events of which one round has one at most are owed once. What comes after a loop is paid after it.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from twinproof.kernel.rules import Refused, Theorem, credit_conseq
from twinproof.lang.amounts import total
from twinproof.lang.command import Command, If, Sample, Seq, While, loops_in, site_of, subcommands, written
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
    conjuncts,
    free_variables,
    negate,
    substitute,
    subterms,
    tag,
)
from twinproof.lang.rewriting import replaced
from twinproof.lang.scale import product
from twinproof.search.differences import starts_of, total_of
from twinproof.search.in_turn import cell_of, walk_of
from twinproof.search.named_rows import is_at
from twinproof.search.pledges import Pledge, Remembered
from twinproof.search.promising import coins_before
from twinproof.tactics.credit import Held, NoCredit, Pays, credited, is_changed

LEFT = Place.LEFT
_MOST = 24  # ways that are tried
_Visit = tuple[int, int]  # a loop, and a draw in it


def credit(
    pledge: Pledge, facts: Expr, delta: Expr, given: Mapping[Var, Expr], sums: Mapping[Var, tuple[Expr, Expr]]
) -> Theorem | None:
    """⊢ᵤ c : {P | δ} ⇒ {¬bad | 0}, where P is what the facts say of the left run; None: it was not found.

    `given` has names for what the right run is given, and `sums` says which sums of squares there are, with the most
    that each can be, by the names of what the right run is given.
    """
    facts = substitute(facts, given)
    known = conjunction(*(f for f in conjuncts(facts) if all(v.place is not Place.RIGHT for v in free_variables(f))))
    good = negate(tag(pledge.bad, LEFT))
    loops = loops_in(pledge.mechanism.body)
    paying = [(loop, part) for loop in loops for part in _in_turn(loop, pledge, pledge.parts)]
    offered = ([((site_of(loop), part.site), f) for f in _futures(loop, part, loops, sums)] for loop, part in paying)
    for way in itertools.islice(itertools.product(*offered), _MOST):
        walk = _Walk(pledge, conjunction(known, good), dict(way))
        try:
            made = credited(pledge.mechanism.body, walk.good, ZERO, walk.tails, walk.loops)
            return _enough(made, pledge, known, delta, good)
        except (Refused, NoCredit):
            continue
    return None


def _enough(made: Theorem, pledge: Pledge, known: Expr, delta: Expr, good: Expr) -> Theorem:
    """That δ is enough: by what is public, by all that is known, or by simpler bounds that lie between."""
    public = conjunction(*filter(_is_rigid, conjuncts(known)))
    try:
        return credit_conseq(known, delta, good, ZERO, credit_conseq(public, delta, good, ZERO, made))
    except Refused:
        pass
    try:
        return credit_conseq(known, delta, good, ZERO, made)
    except Refused as problem:
        refused = problem
    ways = [part.simpler_bounds or ((part.bound,),) for part in pledge.parts]
    for way in zip(*(itertools.islice(itertools.cycle(w), max(map(len, ways))) for w in ways), strict=True):
        try:
            return credit_conseq(known, delta, good, ZERO, _between(made, pledge, known, good, way))
        except Refused as problem:
            refused = problem
    raise refused


def _between(made: Theorem, pledge: Pledge, known: Expr, good: Expr, way: Sequence[tuple[Expr, ...]]) -> Theorem:
    """The same with simpler bounds, one step after the other."""
    bounds = [tag(part.bound, LEFT) for part in pledge.parts]
    first = made.triple.before
    for step in range(max(map(len, way))):
        simpler = [tag(bounds[min(step, len(bounds) - 1)], LEFT) for bounds in way]
        made = credit_conseq(known, replaced(first, dict(zip(bounds, simpler, strict=True))), good, ZERO, made)
    return made


class _Walk:
    """The derivation, once it is chosen what each loop may still have to pay."""

    def __init__(self, pledge: Pledge, good: Expr, futures: Mapping[_Visit, Expr]) -> None:
        self.pledge, self.good, self.futures = pledge, good, futures
        self.begun = _begun(pledge)
        self.held: dict[int, Expr] = {}  # the credit at the heads of loops that were come to, by their sites

    def tails(self, sampling: Sample) -> list[Pays]:
        parts = self.pledge.at(site_of(sampling))
        return [Pays(part.event.tail, part.event.distance, tag(part.due, LEFT)) for part in parts]

    def loops(self, loop: While, post: Expr, after: Expr) -> Held | None:
        held = self._held(loop, post, after)
        if held is None:
            return None
        self.held[site_of(loop)] = held.credit
        around = [o for o in loops_in(self.pledge.mechanism.body) if loop in subcommands(o.body)]
        counted = [(o, w.counter) for o in (*around, loop) if (w := walk_of(o.condition)) is not None]
        begun = [self.begun[c] for _, c in counted if c in self.begun]
        begun += [tag(o.condition, LEFT) for o, c in counted if c in self.begun and o != loop]
        return replace(held, invariant=conjunction(held.invariant, *begun))

    def _held(self, loop: While, post: Expr, after: Expr) -> Held | None:
        owed = [self._owed(loop, part) for part in _in_turn(loop, self.pledge, self.pledge.parts)]
        if not owed and not is_changed(loop, post, after):
            return None
        if not is_changed(loop, after):
            return Held(self.good, total([*owed, *([after] if after != ZERO else [])]))
        outer = [o for o in loops_in(self.pledge.mechanism.body) if loop in subcommands(o.body)]
        if outer and not owed and site_of(outer[-1]) in self.held:  # what the round around it began with
            return Held(self.good, self.held[site_of(outer[-1])])
        passed = _drawn_before(self.pledge.mechanism.body, (*outer, loop)[0])
        others = [part for part in self.pledge.parts if not _pays(loop, part) and part.site not in passed]
        around = _in_turn(outer[-1], self.pledge, others) if outer else []
        later = [self._owed(outer[-1], part) for part in around]
        later += [_once(part) for part in others if not (outer and _pays(outer[-1], part))]
        return Held(self.good, total([*owed, *later]))

    def _owed(self, loop: While, part: Remembered) -> Expr:
        """What is still to be paid for an event at the head of a loop."""
        visit = site_of(loop), part.site
        if visit not in self.futures:  # it was owed with another one that is not owed here
            raise NoCredit("an event is paid for elsewhere")
        owed = apply(Op.MUL, apply(Op.REAL, self.futures[visit]), _once(part))
        for chance in coins_before(loop.body, part.site):  # it is come to in some rounds only
            owed = apply(Op.MUL, owed, chance)
        return owed


def _begun(pledge: Pledge) -> dict[Var, Expr]:
    """That counters are at least what they begin with, where guards speak of them without saying where they are."""
    found: dict[Var, Expr] = {}
    starts = starts_of(pledge.mechanism.body)
    guards = [test for part in pledge.parts for test in conjuncts(part.event.guard)]
    for loop in loops_in(pledge.mechanism.body):
        walk, start = walk_of(loop.condition), starts.get(site_of(loop))
        if walk is None or not isinstance(start, Literal):
            continue
        about = [test for test in guards if walk.counter in free_variables(test)]
        if walk.rounds is None and not any(map(_looks_up, about)):
            continue
        if about and not any(index == walk.counter for test in about for index, _ in is_at(test)):
            found[walk.counter] = apply(Op.LE, start, tag(walk.counter, LEFT))
    return found


def _once(part: Remembered) -> Expr:
    """What an event costs at most: nothing, where what its guard says of rigid values does not hold."""
    bound = tag(part.bound, LEFT)
    always = [test for test in conjuncts(part.event.guard) if test != TRUE and _is_rigid(test)]
    return apply(Op.ITE, conjunction(*always), bound, apply(Op.REAL, ZERO)) if always else bound


def _is_rigid(e: Expr) -> bool:
    return all(v.place is Place.RIGID for v in free_variables(e))


def _drawn_before(body: Command, loop: While) -> set[int]:
    """The sites of draws that are made before a loop begins, or not at all where it is come to."""
    site = site_of(loop)  # equal loops are told apart by it
    before = itertools.takewhile(lambda c: not isinstance(c, While) or site_of(c) != site, subcommands(body))
    return {site_of(c) for c in before if isinstance(c, Sample)}


def _pays(loop: While, part: Remembered) -> bool:
    return _has(loop.body, part)


def _in_turn(loop: While, pledge: Pledge, parts: Iterable[Remembered]) -> list[Remembered]:
    """The events that a loop pays for; of those at one place, that cost the same and never come together, the first."""
    counters = {walk.counter for one in loops_in(pledge.mechanism.body) if (walk := walk_of(one.condition)) is not None}
    chosen: list[Remembered] = []
    for part in (p for p in parts if _pays(loop, p)):
        alike = (o for o in chosen if part.bound == o.bound and _place(part, counters) == _place(o, counters))
        if not any(_never_both(loop.body, part, other) for other in alike):
            chosen.append(part)
    return chosen


def _place(part: Remembered, counters: Collection[Var]) -> frozenset[Expr]:
    """What a guard says of where loops are."""
    tests = (test for test in conjuncts(part.event.guard) if test != TRUE and not _looks_up(test))
    return frozenset(t for t in tests if all(v in counters or v.place is Place.RIGID for v in free_variables(t)))


def _looks_up(test: Expr) -> bool:
    """Whether a test is about an entry of what the right run is given, and not about where a loop is."""
    reads = (e for e in subterms(test) if isinstance(e, Apply) and e.op is Op.GET)
    return any(isinstance(e.args[0], Var) and e.args[0].place is Place.RIGID for e in reads)


def _never_both(command: Command, one: Remembered, two: Remembered) -> bool:
    """Whether two draws stand in different branches of a conditional that is come to once; or are one."""
    match command:
        case Sample():
            return _has(command, one) and _has(command, two)
        case Seq(parts):
            return any(_never_both(part, one, two) for part in parts)
        case If(_, then, otherwise):
            apart = any(_has(yes, one) and _has(no, two) for yes, no in ((then, otherwise), (otherwise, then)))
            return apart or any(_never_both(branch, one, two) for branch in (then, otherwise))
        case _:
            return False


def _has(command: Command, part: Remembered) -> bool:
    return any(isinstance(c, Sample) and site_of(c) == part.site for c in subcommands(command))


def _futures(
    loop: While, part: Remembered, loops: Sequence[While], sums: Mapping[Var, tuple[Expr, Expr]]
) -> Iterator[Expr]:
    """How many payments there may be from the head of a loop on."""
    for name in sorted(free_variables(part.event.guard) & sums.keys(), key=lambda v: v.name):
        squares, most = sums[name]
        for first, last in _rounds(loop):  # each time an entry differs, by the square of that at least
            left = apply(Op.SUB, most, apply(Op.GET, squares, first))
            yield apply(Op.ITE, apply(Op.LT, first, last), left, ZERO)
        return
    around = [one for one in loops if _pays(one, part)]
    if len(around) > 1 or not any(True for test in conjuncts(part.event.guard) for _ in is_at(test)):
        yield from _until_left(part, around, around.index(loop) + 1)
    inner = [rounds for inside in loops_in(loop.body) if _pays(inside, part) for rounds in _rounds(inside)[:1]]
    places = [(test, *place) for test in conjuncts(part.event.guard) for place in is_at(test)]
    pinned = {tag(index, LEFT) for _, index, _ in places}
    # What loops in it pay in one round of this one: once, if they come to one place.
    each = product(1, tuple(last for first, last in inner if first not in pinned))
    counted_inside = {first for first, _ in inner}
    for test, index, moved in places:
        if tag(index, LEFT) in counted_inside:
            continue
        if index in written(loop.body):
            yield apply(Op.ITE, apply(Op.LE, tag(index, LEFT), moved), each, ZERO)
        else:  # it is at that place, or not, for all rounds
            for first, last in _rounds(loop):
                yield _while_it_goes_on(first, last, each, tag(test, LEFT))
    for first, last in _rounds(loop):
        yield _while_it_goes_on(first, last, each, TRUE)


def _until_left(part: Remembered, around: Sequence[While], deep: int) -> Iterator[Expr]:
    """One payment in this round of the loops around, as long as they may come to the cell that the guard speaks of."""
    walks = [walk for loop in around if (walk := walk_of(loop.condition)) is not None]
    counters = {walk.counter for walk in walks}
    if len(walks) < len(around):
        return
    about = [list(_alternatives(t)) for t in conjuncts(part.event.guard) if t in _place(part, counters)]
    ways = [[test for some in way for test in conjuncts(some)] for way in itertools.product(*about)]
    cells = [cell_of(way, ONE, tuple(walks)) for way in ways]
    counter = walks[deep - 1].counter
    told = [apply(Op.ITE, tag(c.ahead(counter, deep), LEFT), ONE, ZERO) for c in cells if c is not None]
    if len(told) == len(cells):
        yield total_of(told)


def _alternatives(test: Expr) -> Iterator[Expr]:
    match test:
        case Apply(Op.OR, parts):
            for part in parts:
                yield from _alternatives(part)
        case _:
            yield test


def _while_it_goes_on(first: Expr, last: Expr, each: Expr, when: Expr) -> Expr:
    """So much for each round that is left."""
    left = apply(Op.SUB, last, first)
    owed = left if each == ONE else apply(Op.MUL, left, each)
    return apply(Op.ITE, conjunction(when, apply(Op.LT, first, last)), owed, ZERO)


def _rounds(loop: While) -> list[tuple[Expr, Expr]]:
    """What a loop counts up, and where it ends."""
    tests = (test for test in conjuncts(loop.condition) if isinstance(test, Apply) and test.op is Op.LT)
    return [(tag(test.args[0], LEFT), tag(test.args[1], LEFT)) for test in tests]
