"""The grammar of couplings: how the right sample may follow the left one.

The right run draws y₂ = y₁ + k. The shift k is one of a few *moves*, or chosen among moves by one or two *conditions*:

    move       same noise (k = e₂⟨2⟩ − e₁⟨1⟩), same value (k = 0), a constant (± each sensitivity, ± how far a centre
               can move, twice it, ± 1, ± 2), same sum (k = e⟨1⟩ − e⟨2⟩, where the program adds e to the sample) or a
               constant next to it, as another variable (k = x⟨2⟩ − x⟨1⟩), or against it (k = x⟨1⟩ − x⟨2⟩)
    condition  on the output: a component of it, or the next entry of a list in it, is true, equals a value that the
               program may give it, is at least a constant; or a test that the program makes after the sample, read in
               the left run with the sample in it (the shift then depends on the sample), alone or together with the
               conditions under which the program comes to it; or a public flag; or which of two inputs is larger

A condition on the output is what the pointwise value is for: the whole proof is for one output o, so a coupling may
look at o before it is produced.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from twinproof.lang.command import Assign, Command, If, Sample, Skip, While, expressions, parts_of, subcommands, written
from twinproof.lang.dataflow import public_variables, set_before
from twinproof.lang.expr import (
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
    fresh_name,
    negate,
    substitute,
    subterms,
    tag,
)
from twinproof.lang.mechanism import EachWithin, Mechanism, OneWithin, Sensitive, Within
from twinproof.lang.types import BOOL, INT, ListOf, TupleOf, Type
from twinproof.tactics.stepping import SAMPLED

LEFT, RIGHT = Place.LEFT, Place.RIGHT


@dataclass(frozen=True, slots=True)
class Move:
    """A shift, and what it is called."""

    shift: Expr
    name: str = field(compare=False)


Cases = tuple[Expr, ...]  # conditions, of which the first that holds decides; none: there is but one case


@dataclass(frozen=True, slots=True)
class Choices:
    """What a sampling may be coupled with: one of the case distinctions (the first has one case), and moves."""

    cases: tuple[Cases, ...]
    moves: tuple[Move, ...]

    def __len__(self) -> int:
        """How many couplings that makes: a move for each case."""
        return sum(len(self.moves) ** (len(cases) + 1) for cases in self.cases)


@dataclass(frozen=True, slots=True)
class Coupling:
    """The coupling of one sampling: conditions, and a move for each and for the case that none holds."""

    cases: Cases
    moves: tuple[Move, ...]

    @property
    def shift(self) -> Expr:
        found = self.moves[-1].shift
        for condition, move in zip(reversed(self.cases), reversed(self.moves[:-1]), strict=True):
            if move.shift != found:
                found = apply(Op.ITE, condition, move.shift, found)
        return found


def output_variable(mechanism: Mechanism) -> Var:
    """The rigid name of the output that the proof is about."""
    taken = {v.name for c in subcommands(mechanism.body) for e in expressions(c) for v in free_variables(e)}
    taken |= {v.name for v in written(mechanism.body)} | {p.name for p in mechanism.parameters}
    return Var(fresh_name("o", taken), mechanism.result.type, Place.RIGID)


def accumulators(mechanism: Mechanism) -> list[Var]:
    """The list variables that the program writes."""
    return sorted((v for v in written(mechanism.body) if isinstance(v.type, ListOf)), key=lambda v: v.name)


def output_parts(mechanism: Mechanism, output: Var) -> list[Expr]:
    """The integers and truth values that the output consists of; of a list, its next entry."""
    found: list[Expr] = []

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
                found.append(e)

    walk(output, output.type)
    return found


def choices(mechanism: Mechanism, output: Var, sites: list[Sample], tier: int) -> list[Choices]:
    """For each sampling, the couplings that the grammar offers, the likeliest first.

    Tier 0 has the tests on the sample, 1 also the values of the output, 2 and 3 all that the grammar has.
    """
    uses = {id(s): found for s, found in _uses_after(mechanism.body)}
    bounds = list(dict.fromkeys([*sensitivities(mechanism), *_spreads(mechanism, sites, uses)]))
    known, _ = set_before(mechanism.body, frozenset(p.var for p in mechanism.parameters))
    on_output = list(_output_conditions(mechanism, output, tier)) if tier else []
    found = []
    for site in sites:
        use = uses.get(id(site), Uses())
        sensible = [c for c in (*use.tests, *on_output) if _has_value(c, known[id(site)])]
        cases: list[Cases] = [(), *((c,) for c in dict.fromkeys(sensible)), *_pairs(sensible)]
        if tier:
            guarded = [c for c in use.guarded if _has_value(c, known[id(site)])]
            cases += [*((c,) for c in guarded), *_pairs(guarded)]
        offered = _moves(mechanism, site, bounds, list(use.sums), tier)
        moves = [m for m in offered if _has_value(m.shift, known[id(site)])]
        found.append(Choices(tuple(cases), tuple(dict.fromkeys(moves))))
    return found


def _pairs(conditions: Iterable[Expr]) -> Iterator[Cases]:
    """Two tests on the sample, one after the other, if there are not too many."""
    tests = [c for c in conditions if SAMPLED in free_variables(c)]
    return itertools.permutations(tests, 2) if len(tests) <= 4 else iter(())


def _has_value(e: Expr, known: frozenset[Var]) -> bool:
    """Whether all variables of the runs in it have been set."""
    return all(Var(v.name, v.type) in known for v in free_variables(e) if v.place in (LEFT, RIGHT))


# -------------------------------------------------------------------------------------------------------------- moves


def sensitivities(mechanism: Mechanism) -> list[Expr]:
    """The bounds of the adjacencies."""
    bounds = [
        p.adjacency.bound
        for p in mechanism.parameters
        if isinstance(p.adjacency, Within | EachWithin | OneWithin | Sensitive)
    ]
    return list(dict.fromkeys(bounds))


def _spreads(mechanism: Mechanism, sites: list[Sample], uses: dict[int, Uses]) -> Iterator[Expr]:
    """How far the centres of noise, and what is added to noise, can be apart, where that is a number."""
    once = Counter(c.target for c in subcommands(mechanism.body) if isinstance(c, Assign | Sample))
    assigned = (c for c in subcommands(mechanism.body) if isinstance(c, Assign))
    values = {c.target: c.value for c in assigned if once[c.target] == 1}
    private = {p.var: p.adjacency for p in mechanism.parameters if p.adjacency is not None}

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
                bounds = [getattr(private[v], "bound", None) for v in source]
                known = [b.value for b in bounds if isinstance(b, Literal) and isinstance(b.value, int)]
                return known[0] if len(known) == 1 else None
            case Apply(Op.ADD | Op.SUB | Op.NEG, args):
                parts = [spread(a, depth) for a in args]
                return None if None in parts else sum(p for p in parts if p is not None)
            case Apply(Op.MUL, (Literal(int(n)), a) | (a, Literal(int(n)))):
                inner = spread(a, depth)
                return None if inner is None else abs(n) * inner
            case _:
                return None

    for site in sites:
        for e in (site.centre, *uses.get(id(site), Uses()).sums):
            if far := spread(e, 3):
                yield Literal(far)


def _moves(mechanism: Mechanism, site: Sample, bounds: list[Expr], sums: list[Expr], tier: int) -> Iterator[Move]:
    ours, theirs = tag(site.centre, LEFT), tag(site.centre, RIGHT)
    first = [Move(ZERO, "same value")]
    if ours != theirs:
        first.insert(site.target in _released(mechanism), Move(_difference(theirs, ours), "same noise"))
    yield from first
    same_sums = [_difference(tag(e, LEFT), tag(e, RIGHT)) for e in sums]
    yield from (Move(same, "same sum") for same in same_sums)
    for b in bounds:
        yield Move(b, "shift")
        yield Move(_negative(b), "shift")
    for same in same_sums:
        for b in bounds:
            yield Move(apply(Op.ADD, b, same), "shift of the sum")
            yield Move(apply(Op.ADD, _negative(b), same), "shift of the sum")
    if tier <= 1:
        return
    for b in bounds:
        double = Literal(2 * b.value) if isinstance(b, Literal) else apply(Op.MUL, Literal(2), b)
        yield Move(double, "shift")
        yield Move(_negative(double), "shift")
    for n in (1, -1, 2, -2):
        yield Move(Literal(n), "shift")
    apart = written(mechanism.body) - public_variables(mechanism) - {site.target}
    others = sorted((v for v in apart if v.type == INT), key=lambda v: v.name)
    for x in others:
        yield Move(_difference(tag(x, RIGHT), tag(x, LEFT)), f"as {x.name}")
    if tier == 2:
        return
    numbers = [p.var for p in mechanism.parameters if isinstance(p.adjacency, Within)]
    for x in numbers:
        yield Move(_difference(tag(x, RIGHT), tag(x, LEFT)), f"as {x.name}")
    for x in (*others, *numbers):
        yield Move(_difference(tag(x, LEFT), tag(x, RIGHT)), f"against {x.name}")


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


def _negative(e: Expr) -> Expr:
    return Literal(-e.value) if isinstance(e, Literal) else apply(Op.NEG, e)


# --------------------------------------------------------------------------------------------------------- conditions


def _output_conditions(mechanism: Mechanism, output: Var, tier: int) -> Iterator[Expr]:
    """Conditions on what the output is: at first only that it is what the program gives it somewhere."""
    parts = output_parts(mechanism, output)
    yield from (part for part in parts if part.type == BOOL)
    yield from (tag(p.var, LEFT) for p in mechanism.parameters if p.var.type == BOOL and p.adjacency is None)
    integers = [part for part in parts if part.type == INT]
    sources = list(dict.fromkeys(tag(e, LEFT) for e in _sources(mechanism)))
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
    numbers = [p.var for p in mechanism.parameters if isinstance(p.adjacency, Within)]
    yield from (apply(Op.LT, tag(x, LEFT), tag(x, RIGHT)) for x in numbers)
    yield from (apply(Op.LT, x, part) for part in integers for x in near)


def _sources(mechanism: Mechanism) -> Iterator[Expr]:
    """Constants and variables that the program copies into its output, perhaps by way of other variables."""
    reached = {mechanism.result}
    assignments = [c for c in subcommands(mechanism.body) if isinstance(c, Assign)]
    sampled = {c.target for c in subcommands(mechanism.body) if isinstance(c, Sample)}
    while True:
        copied = [leaf for c in assignments if c.target in reached for leaf in _leaves(c.value)]
        grown = reached | {leaf for leaf in copied if isinstance(leaf, Var) and leaf.place is Place.MEMORY}
        if grown == reached:
            break
        reached = grown
    counters = [c.target for c in assignments if c.target in reached and c.target in free_variables(c.value)]
    for leaf in (*counters, *copied):
        if leaf.type == INT and leaf not in sampled:
            yield leaf


def _leaves(e: Expr) -> Iterator[Expr]:
    """What is copied when an expression is: the parts of tuples and lists, the branches of a choice."""
    match e:
        case Var() | Literal() | Apply(Op.LEN) | Apply(Op.NEG, (Literal(),)):
            yield e
        case Apply(Op.TUPLE | Op.LIST | Op.APPEND | Op.CONCAT, args):
            for a in args:
                yield from _leaves(a)
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


Environment = dict[Var, Expr | None]  # variables after the sample, over the memory before it; None: not expressible


@dataclass
class Uses:
    """What the program does with a sample before the next iteration, over the memory before the sample."""

    tests: dict[Expr, None] = field(default_factory=dict)  # conditions on it, in the left run, in their order
    guarded: dict[Expr, None] = field(default_factory=dict)  # … together with what must hold to come to them
    sums: dict[Expr, None] = field(default_factory=dict)  # what is added to it


def _uses_after(command: Command, rest: tuple[Command, ...] = ()) -> Iterator[tuple[Sample, Uses]]:
    """For each sampling, what becomes of its sample."""
    parts = parts_of(command)
    for position, part in enumerate(parts):
        after = (*parts[position + 1 :], *rest)
        match part:
            case Sample():
                env: Environment = {part.target: SAMPLED}
                found = Uses()
                _collect(after, env, found)
                yield part, found
            case If(_, then, otherwise):
                yield from _uses_after(then, after)
                yield from _uses_after(otherwise, after)
            case While(_, body):
                yield from _uses_after(body, (If(part.condition, part.body, Skip()),))
            case _:
                pass


def _collect(commands: tuple[Command, ...], env: Environment, found: Uses, path: Expr = TRUE) -> None:
    """What is done with the sample, on the way on which `path` holds, a condition that the sample has no part in."""
    for command in commands:
        match command:
            case Assign(target, value):
                image = _image(value, env)
                if image is not None:
                    _note(image, found, path)
                env[target] = image
            case Sample(target):
                env[target] = None
            case If(condition, then, otherwise):
                image = _image(condition, env)
                if image is not None:
                    _note(image, found, path)
                yes, no = dict(env), dict(env)
                _collect(parts_of(then), yes, found, _along(path, image))
                _collect(parts_of(otherwise), no, found, _along(path, negate(image) if image is not None else None))
                for var in written(command):
                    env[var] = yes.get(var, var) if yes.get(var, var) == no.get(var, var) else None
            case While():
                return
            case _:
                pass


def _along(path: Expr, condition: Expr | None) -> Expr:
    """The path that goes on under a condition, of which only what the sample has no part in is told."""
    if condition is None or SAMPLED in free_variables(condition):
        return path
    return conjunction(path, condition)


def _note(e: Expr, found: Uses, path: Expr) -> None:
    """Keep a test that depends on the sample, with its parts, and what is added to the sample."""
    if SAMPLED not in free_variables(e):
        return
    for part in subterms(e):
        added = _added(part)
        if added is not None and added != ZERO:
            found.sums[added] = None
    if e.type != BOOL:
        return
    for part in (e, *conjuncts(e)) if isinstance(e, Apply) else (e,):
        if SAMPLED in free_variables(part):
            found.tests[tag(part, LEFT)] = None
            found.guarded.update({tag(conjunction(path, g), LEFT): None for g in _guarded(part, path)})
            if isinstance(part, Apply) and part.op is Op.OR:
                found.tests.update({tag(p, LEFT): None for p in part.args if SAMPLED in free_variables(p)})


def _guarded(test: Expr, path: Expr) -> Iterator[Expr]:
    """A test that stands under a condition, or is one of two between which a condition chooses."""
    match test:
        case Apply(Op.ITE, (condition, yes, no)) if SAMPLED not in free_variables(condition):
            yield conjunction(condition, yes)
            yield conjunction(negate(condition), no)
        case Apply(Op.OR, cases) if all(isinstance(c, Apply) and c.op is Op.AND for c in cases):
            yield from (c for c in cases if SAMPLED in free_variables(c))
        case _ if path != TRUE:
            yield test


def _added(e: Expr) -> Expr | None:
    """What makes e the sample plus it."""
    match e:
        case Var():
            return ZERO if e == SAMPLED else None
        case Apply(Op.ADD, (a, b)) if (SAMPLED in free_variables(a)) != (SAMPLED in free_variables(b)):
            inside, other = (a, b) if SAMPLED in free_variables(a) else (b, a)
            rest = _added(inside)
            return None if rest is None else other if rest == ZERO else apply(Op.ADD, rest, other)
        case Apply(Op.SUB, (a, b)) if SAMPLED not in free_variables(b):
            rest = _added(a)
            return None if rest is None else _negative(b) if rest == ZERO else apply(Op.SUB, rest, b)
        case _:
            return None


def _image(e: Expr, env: Environment) -> Expr | None:
    """The expression over the memory before the sample."""
    used = {v: env[v] for v in free_variables(e) if v in env}
    if any(image is None for image in used.values()):
        return None
    return substitute(e, {v: image for v, image in used.items() if image is not None})
