"""The grammar of couplings: how the right sample may follow the left one.

The right run draws y₂ = y₁ + k. The shift k is one of a few *moves*, or chosen among moves by one or two *conditions*:

    move       same noise (k = e₂⟨2⟩ − e₁⟨1⟩), same value (k = 0), a constant (± each sensitivity, ± how far a centre
               can move, ± what the program multiplies a scale with, twice it, ± 1, ± 2), same sum (k = e⟨1⟩ − e⟨2⟩,
               where the program adds e to the sample) or a constant next to it, as another variable
               (k = x⟨2⟩ − x⟨1⟩), or against it (k = x⟨1⟩ − x⟨2⟩)
    condition  on the output: a component of it, or the next entry of a list in it, is true, equals a value that the
               program may give it, is at least a constant; is the position at which the sample is put into a list, or
               a list that ends there; or a test that the program makes after the sample, read in the left run with the
               sample in it (the shift then depends on the sample), alone or together with the conditions under which
               the program comes to it; or the conditions under which it keeps the sample; or a public flag; or which
               of two inputs is larger; for one-sided noise also which of two numbers that the program has computed

A condition on the output is what the pointwise value is for: the whole proof is for one output o, so a coupling may
look at o before it is produced.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from twinproof.kernel.noise import shift_coupling
from twinproof.lang.command import Assign, Sample, expressions, subcommands, written
from twinproof.lang.dataflow import public_variables, set_before
from twinproof.lang.expr import (
    ONE,
    ZERO,
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    Var,
    apply,
    free_variables,
    fresh_name,
    subterms,
    tag,
)
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.noise import AdditiveNoise
from twinproof.lang.scale import factors, product
from twinproof.lang.types import BOOL, INT, ListOf, TupleOf, Type
from twinproof.search.coins import turns
from twinproof.search.currency import currency_of
from twinproof.search.dependence import told_as_drawn
from twinproof.search.names import Names
from twinproof.search.pairing import moves, same_noise
from twinproof.search.prices import pricing
from twinproof.search.pruning import lists_in
from twinproof.search.uses import Uses, negative, uses_after
from twinproof.search.windows import Window, windows

LEFT, RIGHT = Place.LEFT, Place.RIGHT
ALL = 2  # the first tier in which everything may be moved
LAST = 3  # the last tier


Cases = tuple[Expr, ...]  # conditions, of which the first that holds decides; none: there is but one case


@dataclass(frozen=True, slots=True)
class Choices:
    """What a sampling may be coupled with: one of the case distinctions (the first has one case), and shifts."""

    cases: tuple[Cases, ...]
    moves: tuple[Expr, ...]
    windows: tuple[Window, ...] = ()  # each is a case distinction too; in the first of its cases there is no shift

    def __len__(self) -> int:
        """How many couplings that makes: a move for each case."""
        shifts: int = sum(len(self.moves) ** (len(cases) + 1) for cases in self.cases)
        return shifts + len(self.windows) * len(self.moves)

    @property
    def distinctions(self) -> tuple[Cases, ...]:
        """All case distinctions."""
        return (*self.cases, *((window.when,) for window in self.windows))

    def window(self, number: int) -> Window | None:
        """The window of a case distinction, if it has one."""
        return self.windows[number - len(self.cases)] if number >= len(self.cases) else None


@dataclass(frozen=True, slots=True)
class Coupling:
    """The coupling of one sampling: conditions, and a shift for each and for the case that none holds."""

    cases: Cases
    moves: tuple[Expr, ...]
    window: Window | None = None  # in the first case: then any sample in it may be the right one

    @property
    def shift(self) -> Expr:
        """The shift in all cases."""
        whole = self.moves[-1]
        for condition, move in zip(reversed(self.cases), reversed(self.moves[:-1]), strict=True):
            if move != whole:
                whole = apply(Op.ITE, condition, move, whole)
        return whole


def accumulators(mechanism: Mechanism) -> list[Var]:
    """The list variables that the program writes."""
    return sorted((v for v in written(mechanism.body) if isinstance(v.type, ListOf)), key=lambda v: v.name)


def output_parts(mechanism: Mechanism, output: Var) -> list[Expr]:
    """The integers and truth values that the output consists of; of a list, its next entry."""
    parts: list[Expr] = []

    def walk(e: Expr, kind: Type) -> None:
        match kind:
            case TupleOf(items):
                for position, item in enumerate(items):
                    walk(apply(Op.PROJ, e, Literal(position)), item)
            case ListOf(item):
                for out in accumulators(mechanism):
                    if out.type == kind:
                        walk(apply(Op.GET, e, apply(Op.LEN, tag(out, LEFT))), item)
            case _:
                parts.append(e)

    walk(output, output.type)
    return parts


def choices(mechanism: Mechanism, names: Names, tier: int, given_back: Mapping[int, Var]) -> list[Choices]:
    """For each sampling, the couplings that the grammar offers, the likeliest first.

    Tier 0 has the tests on the sample, 1 also the values of the output, 2 and 3 all that the grammar has. In the first
    two a sample that is told as it is has one value in both runs. `given_back` are the counters that coins give
    something back to, by the samplings that they pay for.
    """
    uses = dict(uses_after(mechanism.body, names.sample))
    bounds = list(dict.fromkeys([*sensitivities(mechanism), *_spreads(mechanism, uses), *divisors(mechanism)]))
    set_at, _ = set_before(mechanism.body, frozenset(p.var for p in mechanism.parameters))
    on_output = list(_output_conditions(mechanism, names.output, tier)) if tier else []
    offers, currency = [], currency_of(mechanism.claim)
    told = told_as_drawn(mechanism) if tier < ALL else frozenset()
    for site, sampling in enumerate(mechanism.samplings):
        use, already = uses[site], set_at[site]
        if currency.in_squares and currency.moves(sampling):  # a move that looks at nothing
            offers.append(Choices(((),), tuple(dict.fromkeys((ZERO, same_noise(sampling))))))
            continue
        if not currency.moves(sampling):
            offered = [*moves(sampling, bounds, currency, mechanism.claim.gives_up, given_back.get(site))]
            if isinstance(sampling.noise, AdditiveNoise) and mechanism.claim.gives_up:
                offered += [_difference(tag(e, LEFT), tag(e, RIGHT)) for e in use.sums]
            sensible = [m for m in (*offered, *turns(mechanism, sampling)) if _has_value(m, already)]
            offers.append(Choices(((),), tuple(dict.fromkeys(sensible))))
            continue
        if site in told:
            offers.append(Choices(((),), (ZERO,)))
            continue
        by_place = _place_conditions(mechanism, names.output, list(use.kept)) if tier else ()
        by_way = _ways(mechanism) if tier == LAST and shift_coupling(sampling.noise).from_centre_on else ()
        when_needed = use.needed if tier else ()
        sensible = [c for c in (*use.tests, *on_output, *by_place, *when_needed, *by_way) if _has_value(c, already)]
        cases: list[Cases] = [(), *((c,) for c in dict.fromkeys(sensible)), *_pairs(sensible, names)]
        cases += _one_or_the_other(sensible, names.output)
        if tier:
            guarded = [c for c in use.guarded if _has_value(c, already)]
            cases += [*((c,) for c in guarded), *_pairs(guarded, names)]
        windowed: list[Window] = []
        if tier and mechanism.claim.gives_up and not currency.in_squares:
            when = [c for c in on_output if _has_value(c, already)]
            windowed = list(windows(mechanism, sampling, use.tests, when, names.sampled))
        shifts = [m for m in _shifts(mechanism, sampling, bounds, list(use.sums), tier) if _has_value(m, already)]
        offers.append(Choices(tuple(cases), tuple(dict.fromkeys(shifts)), tuple(windowed)))
    return offers


def _pairs(conditions: Iterable[Expr], names: Names) -> Iterator[Cases]:
    """Two tests on the sample, one after the other, if there are not too many."""
    tests = [c for c in conditions if names.on_sample(c)]
    return itertools.permutations(tests, 2) if len(tests) <= 4 else iter(())


def _one_or_the_other(conditions: Iterable[Expr], output: Var) -> Iterator[Cases]:
    """That something is one component of the output, and if not, that it is another one."""
    for (a, x), (b, y) in itertools.permutations(_components(conditions, output), 2):
        if x == y:
            yield apply(Op.EQ, a, x), apply(Op.EQ, b, y)


def _components(conditions: Iterable[Expr], output: Var) -> Iterator[tuple[Expr, Expr]]:
    """The components of the output that something is compared with, each with that."""
    for condition in dict.fromkeys(conditions):
        match condition:
            case Apply(Op.EQ, (Apply() as part, e)) if output in free_variables(part) and part.type == INT:
                yield part, e
            case _:
                pass


def _has_value(e: Expr, already: frozenset[Var]) -> bool:
    """Whether all variables of the runs in it have been set."""
    return all(Var(v.name, v.type) in already for v in free_variables(e) if v.place in (LEFT, RIGHT))


# -------------------------------------------------------------------------------------------------------------- moves


def sensitivities(mechanism: Mechanism) -> list[Expr]:
    """The bounds of the adjacencies; of rows, that counts of them move by one."""
    rows = (p.adjacency for p in mechanism.parameters if p.adjacency is not None and p.adjacency.counts_rows)
    bounds = [p.bound for p in mechanism.parameters if p.bound is not None]
    return list(dict.fromkeys([*bounds, *(ONE for _ in rows)]))


def divisors(mechanism: Mechanism) -> Iterator[Expr]:
    """What the program multiplies scales with: something may move as far as that."""
    rows = any(p.adjacency is not None and p.adjacency.counts_rows for p in mechanism.parameters)
    for sampling in mechanism.samplings:
        priced = pricing(mechanism, sampling)
        if priced.divisor is not None:
            yield tag(priced.divisor, LEFT)
        elif (
            rows and not priced.is_free
        ):  # how far a sum of rows moves is not declared, but somebody has thought of it when choosing a scale
            number, _, below = factors(priced.unit)
            least = tuple(e for e in below if e.type == INT)
            for share in (1, 2):
                if number and (times := 1 / (number * share)).denominator == 1 and (least or times > 1):
                    yield product(int(times), least)


def spreads(mechanism: Mechanism) -> list[Expr]:
    """How far the centres of noise, and what is added to it, can be apart, where that is a number."""
    free = fresh_name("sampled", mechanism.names)
    uses = dict(uses_after(mechanism.body, lambda kind: Var(free, kind, Place.RIGID)))
    return list(dict.fromkeys(_spreads(mechanism, uses)))


def _spreads(mechanism: Mechanism, uses: dict[int, Uses]) -> Iterator[Expr]:
    """How far the centres of noise, and what is added to noise, can be apart, where that is a number."""
    once = Counter(c.target for c in subcommands(mechanism.body) if isinstance(c, Assign | Sample))
    assigned = (c for c in subcommands(mechanism.body) if isinstance(c, Assign))
    values = {c.target: c.value for c in assigned if once[c.target] == 1}
    private = {p.var: p.bound for p in mechanism.parameters if p.adjacency is not None}

    def spread(e: Expr, depth: int) -> int | None:
        match e:
            case Literal():
                return 0
            case Var() if e in values and depth:
                return spread(values[e], depth - 1)
            case Var() if e not in private:
                return 0 if any(p.var == e for p in mechanism.parameters) else None
            case Var() | Apply(Op.GET | Op.ANSWER | Op.SCORE):
                source = [v for v in free_variables(e) if v in private]
                bounds = [private[v] for v in source]
                numbers = [b.value for b in bounds if isinstance(b, Literal) and isinstance(b.value, int)]
                return numbers[0] if len(numbers) == 1 else None
            case Apply(Op.ADD | Op.SUB | Op.NEG, args):
                parts = [spread(a, depth) for a in args]
                return None if None in parts else sum(p for p in parts if p is not None)
            case Apply(Op.MUL, (Literal(int(n)), a) | (a, Literal(int(n)))):
                inner = spread(a, depth)
                return None if inner is None else abs(n) * inner
            case _:
                return None

    for site, sampling in enumerate(mechanism.samplings):
        for e in (sampling.centre, *uses[site].sums):
            if far := spread(e, 3):
                yield Literal(far)


def _shifts(mechanism: Mechanism, sampling: Sample, bounds: list[Expr], sums: list[Expr], tier: int) -> Iterator[Expr]:
    """The shifts that are offered: same value and same noise, same sum, constants, as another variable, against it."""
    ours, theirs = tag(sampling.centre, LEFT), tag(sampling.centre, RIGHT)
    first: list[Expr] = [ZERO]
    if ours != theirs:
        first.insert(sampling.target in _released(mechanism), _difference(theirs, ours))
    yield from first
    same_sums = [_difference(tag(e, LEFT), tag(e, RIGHT)) for e in sums]
    yield from same_sums
    for b in bounds:
        yield from (b, negative(b))
    for same in same_sums:
        for b in bounds:
            yield from (apply(Op.ADD, b, same), apply(Op.ADD, negative(b), same))
    if tier <= 1:
        return
    for b in bounds:
        double = Literal(2 * b.value) if isinstance(b, Literal) else apply(Op.MUL, Literal(2), b)
        yield from (double, negative(double))
    yield from map(Literal, (1, -1, 2, -2))
    apart = written(mechanism.body) - public_variables(mechanism) - {sampling.target}
    others = sorted((v for v in apart if v.type == INT), key=lambda v: v.name)
    yield from (_difference(tag(x, RIGHT), tag(x, LEFT)) for x in others)
    if tier == 2:
        return
    numbers = [p.var for p in mechanism.parameters if p.private and p.var.type == INT]
    yield from (_difference(tag(x, RIGHT), tag(x, LEFT)) for x in numbers)
    yield from (_difference(tag(x, LEFT), tag(x, RIGHT)) for x in (*others, *numbers))


def _released(mechanism: Mechanism) -> set[Var]:
    """The variables whose values go into the output."""
    reached = {mechanism.result}
    assignments = [c for c in subcommands(mechanism.body) if isinstance(c, Assign)]
    while True:
        grown = reached.union(*(free_variables(c.value) for c in assignments if c.target in reached))
        if grown == reached:
            return reached
        reached = grown


def _difference(a: Expr, b: Expr) -> Expr:
    return apply(Op.SUB, a, b)


# --------------------------------------------------------------------------------------------------------- conditions


def _output_conditions(mechanism: Mechanism, output: Var, tier: int) -> Iterator[Expr]:
    """Conditions on what the output is: at first only that it is what the program gives it somewhere."""
    parts = output_parts(mechanism, output)
    yield from (part for part in parts if part.type == BOOL)
    yield from (tag(p.var, LEFT) for p in mechanism.parameters if p.var.type == BOOL and p.adjacency is None)
    integers = [part for part in parts if part.type == INT]
    sources = list(dict.fromkeys(tag(e, LEFT) for e in _sources(mechanism)))
    yield from (among(integers, e) for e in sources if len(integers) > 1)
    yield from (apply(Op.EQ, part, e) for part in integers for e in sources)
    if tier == 1:
        return
    sampled = {c.target for c in subcommands(mechanism.body) if isinstance(c, Sample)}
    variables = sorted((v for v in written(mechanism.body) - sampled if v.type == INT), key=lambda v: v.name)
    near = [tag(v, LEFT) for v in variables]
    yield from (apply(Op.EQ, part, x) for part in integers for x in near)
    for part in integers:
        for literal in dict.fromkeys(_literals(mechanism)):
            yield apply(Op.EQ, part, literal)
            yield apply(Op.LE, literal, part)
    if tier == 2:
        return
    numbers = [p.var for p in mechanism.parameters if p.private and p.var.type == INT]
    yield from (apply(Op.LT, tag(x, LEFT), tag(x, RIGHT)) for x in numbers)
    yield from (apply(Op.LT, x, part) for part in integers for x in near)


def among(parts: list[Expr], e: Expr) -> Expr:
    """That something is one of the components of the output: there may be several winners."""
    return apply(Op.OR, *(apply(Op.EQ, part, e) for part in parts))


def _place_conditions(mechanism: Mechanism, output: Var, kept: list[Var]) -> Iterator[Expr]:
    """Conditions for a sample that is put into a list: that the output is its position, or ends there."""
    for items in kept:
        position = apply(Op.LEN, tag(items, LEFT))
        integers = [part for part in output_parts(mechanism, output) if part.type == INT]
        if len(integers) > 1:
            yield among(integers, position)
        yield from (apply(Op.EQ, part, position) for part in integers)
        for whole in lists_in(output):
            yield apply(Op.EQ, apply(Op.LEN, whole), apply(Op.ADD, position, ONE))


def _ways(mechanism: Mechanism) -> Iterator[Expr]:
    """Which of two numbers that the runs have computed is larger: one-sided noise is moved in one direction only."""
    apart = written(mechanism.body) - public_variables(mechanism)
    computed = sorted((v for v in apart if v.type == INT), key=lambda v: v.name)
    return (apply(Op.LT, tag(x, LEFT), tag(x, RIGHT)) for x in computed)


MOST_SOURCES = 64  # variables that are followed on their way to the output, each with what is added to it


def _sources(mechanism: Mechanism) -> Iterator[Expr]:
    """Constants and variables that the program copies into its output, perhaps by way of other variables.

    What is copied with a constant added, such as a position counted from one, is taken with it.
    """
    assignments = [c for c in subcommands(mechanism.body) if isinstance(c, Assign)]
    sampled = {c.target for c in subcommands(mechanism.body) if isinstance(c, Sample)}
    reached: dict[tuple[Expr, int], None] = {(mechanism.result, 0): None}
    waiting = list(reached)
    while waiting and len(reached) < MOST_SOURCES:
        found = [copy for c in assignments for copy in _copied(c, *waiting[0])]
        grown = [(e, n) for e, n in found if isinstance(e, Var) and e.place is Place.MEMORY and (e, n) not in reached]
        reached |= dict.fromkeys(grown)
        waiting = [*waiting[1:], *grown]
    counts = {c.target for c in assignments if c.target in free_variables(c.value)}
    counters = [(e, n) for e, n in reached if e in counts]
    for e, n in (*counters, *(copy for c in assignments for whole in reached for copy in _copied(c, *whole))):
        if e.type == INT and e not in sampled:
            yield e if n == 0 else Literal(int(e.value) + n) if isinstance(e, Literal) else apply(Op.ADD, e, Literal(n))


def _copied(c: Assign, whole: Expr, more: int) -> Iterator[tuple[Expr, int]]:
    """What an assignment gives to a variable, with what is added on the way to the output; not where it counts."""
    if c.target == whole:
        yield from ((e, more + n) for e, n in _leaves(c.value) if e != whole or n == 0)


def _leaves(e: Expr) -> Iterator[tuple[Expr, int]]:
    """What is copied when an expression is, and what is added to it: parts of tuples and lists, branches."""
    match e:
        case Var() | Literal() | Apply(Op.LEN) | Apply(Op.NEG, (Literal(),)):
            yield e, 0
        case Apply(Op.ADD, (part, Literal(int(n)))) | Apply(Op.ADD, (Literal(int(n)), part)) if e.type == INT:
            yield from ((leaf, added + n) for leaf, added in _leaves(part))
        case Apply(Op.SUB, (part, Literal(int(n)))) if e.type == INT:
            yield from ((leaf, added - n) for leaf, added in _leaves(part))
        case Apply(Op.TUPLE | Op.LIST | Op.APPEND | Op.CONCAT, args):
            for a in args:
                yield from _leaves(a)
        case Apply(Op.SET, (whole, _, item)):
            yield from _leaves(whole)
            yield from _leaves(item)
        case Apply(Op.ITE, (_, first, second)):
            yield from _leaves(first)
            yield from _leaves(second)
        case _:
            pass


def _literals(mechanism: Mechanism) -> Iterator[Literal]:
    for c in subcommands(mechanism.body):
        for e in expressions(c):
            for part in subterms(e):
                match part:
                    case Apply(Op.NEG, (Literal(int(value)),)) if part.type == INT:
                        yield Literal(-value)
                    case Literal(value) if part.type == INT:
                        yield part
                    case _:
                        pass
