"""Releases about a random part of the rows: amplification by subsampling, for claims with a δ and for numbers.

One loop goes through the rows and tosses a coin for each, and what comes after it does not see the rows themselves.
That is proved as a mechanism of its own, in which what the loop has computed are inputs, as far apart as one row can
put them. Its claim is the largest that the coin makes small enough: ε and δ become log(1 + q·(e^ε − 1)) and q·δ.

The whole follows by [Subsample-L] or [Subsample-R]. Both runs go through the rows before the one that only one of them
has with the same coins ([Split]). That run then tosses a coin alone ([Unfold], [Cond-Seq]): where it is false both runs
are in the same state, and go on alike; where it is true they are as far apart as the rest is proved for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from twinproof.kernel.judgment import Budget
from twinproof.kernel.rules import (
    Theorem,
    case,
    cond_left,
    cond_right,
    cond_seq,
    exfalso,
    frame,
    ledger_budget,
    ledger_conseq,
    ledger_while,
    seq,
    split,
    subsample_left,
    subsample_right,
    unfold,
)
from twinproof.kernel.statement import adjacency
from twinproof.lang.adjacency import MOVED_BY
from twinproof.lang.adjacency_kind import Sides
from twinproof.lang.amounts import tidy
from twinproof.lang.claim import EpsilonDelta
from twinproof.lang.command import (
    Command,
    If,
    Sample,
    Skip,
    While,
    expressions,
    has_rounds,
    has_sampling,
    mentioned,
    parts_of,
    sequence,
    site_of,
    subcommands,
    written,
)
from twinproof.lang.computable import at_least, at_most
from twinproof.lang.enclosure import NoNumber
from twinproof.lang.expr import (
    FALSE,
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
    subterms,
    tag,
)
from twinproof.lang.liveness import live_at_head, live_before
from twinproof.lang.mechanism import Mechanism, Parameter, is_public
from twinproof.lang.noise import COIN
from twinproof.lang.types import INT
from twinproof.search.adjacency_cases import Shape, Statement
from twinproof.search.alignment import OutOfStep, loops_out_of_step
from twinproof.search.alike import FREE, NOTHING, Named, alike, same, same_value, what_matters
from twinproof.search.compiled import function
from twinproof.search.explaining import draw_of
from twinproof.search.pruning import split_at_loops
from twinproof.search.result import Account, Case, CoupledSample, Draw
from twinproof.search.rounds import simplest
from twinproof.search.terms import Unsupported
from twinproof.smt import prove
from twinproof.tactics.paper_rules import impossible, weaken
from twinproof.tactics.stepping import Mapped, Stuck, alone, by_cases, together

LEFT, RIGHT = Place.LEFT, Place.RIGHT
_LITTLE = 400_000  # z3's resource units for how far apart one row puts a number
_MOST_DISTANCES = 24  # that are tried for each
_NEARLY = Fraction(49, 50)  # of what the rest may cost: a fraction that can be read is tried first
_FINEST = 1 << 60


@dataclass(frozen=True)
class Sampled:
    """A mechanism whose rows are sampled by one loop, and what comes after that as a mechanism."""

    before: Command
    loop: While
    chance: Expr
    state: tuple[Var, ...]  # what matters at the head of the loop, beside its counter
    ways: tuple[Mechanism, ...]  # what comes after the loop, for each way in which a row may put its inputs apart

    @property
    def near(self) -> Expr:
        """What is known of the state of both runs, once the row has been sampled."""
        each = [conjunction(*_adjacent(way)) for way in self.ways]
        return each[0] if len(each) == 1 else apply(Op.OR, *each)

    @property
    def after(self) -> Command:
        """What comes after the loop."""
        return self.ways[0].body

    def claims(self, claim: EpsilonDelta[Expr]) -> Iterator[EpsilonDelta[Expr]]:
        """What the rest may cost."""
        delta = _divided(claim.delta, self.chance)
        for epsilon in dict.fromkeys(_before_sampling(claim.epsilon, self.chance)):
            yield EpsilonDelta(epsilon, delta)


def sampled(statement: Statement) -> Iterator[Sampled]:
    """The ways to see a mechanism as a release about sampled rows: all that a row changes at once, or one of it."""
    mechanism, shapes = statement.mechanism, statement.shapes()
    parts = parts_of(mechanism.body)
    noisy = [n for n, part in enumerate(parts) if has_sampling(part)]
    if len(noisy) < 2 or not isinstance(loop := parts[noisy[0]], While) or has_rounds(loop.body):
        return
    tosses = [c for c in subcommands(loop.body) if isinstance(c, Sample)]
    chances = {c.parameters[0] for c in tosses if c.noise is COIN and is_public(c.parameters[0], mechanism.parameters)}
    before, after = sequence(*parts[: noisy[0]]), sequence(*parts[noisy[0] + 1 :])
    steps = [loops_out_of_step(mechanism, shape.alignments).get(site_of(loop)) for shape in shapes]
    if len(chances) != 1 or any(c.noise is not COIN for c in tosses):
        return
    (chance,) = chances
    if any(free_variables(chance) - {p.var for p in mechanism.parameters if not p.private}):
        return
    alone_at = [step for step in steps if step is not None and len(step.alignment.positions) == 1]
    if len(alone_at) < len(shapes) or any(step.rows in mentioned(after) for step in alone_at):
        return
    later = live_before(after, frozenset((mechanism.result,)), all_reads=True)
    head = live_at_head(loop, later, all_reads=True) & (written(before) | written(loop.body))
    state = tuple(sorted(head - {alone_at[0].counter}, key=lambda v: v.name))
    if written(after) & set(state) or any(v.type not in MOVED_BY for v in state):
        return
    inputs = tuple(p for p in mechanism.parameters if not p.private or p.var in mentioned(after))
    rest = replace(mechanism, body=after, parameters=inputs)
    told = [*zip(shapes, alone_at, strict=True)]
    distances = _distances(mechanism, loop, state, told)
    if not distances:
        return
    yield Sampled(before, loop, chance, state, (_with_inputs(rest, state, distances),))
    if len(distances) > 1:
        ways = tuple(_with_inputs(rest, state, {v: distance}) for v, distance in distances.items())
        found = Sampled(before, loop, chance, state, ways)
        if all(_is_so(loop, found.near, state, shape, step) for shape, step in told):
            yield found


def _with_inputs(rest: Mechanism, state: Sequence[Var], way: Mapping[Var, Expr]) -> Mechanism:
    """What comes after the loop, with what is computed before as inputs."""
    kinds = {v: MOVED_BY[v.type](way.get(v, ZERO)) for v in state}
    return replace(rest, parameters=(*rest.parameters, *(Parameter(v, kinds[v]) for v in state)))


# ------------------------------------------------------------------------------------------------ how far one row moves


def _distances(
    mechanism: Mechanism, loop: While, state: Sequence[Var], shapes: Sequence[tuple[Shape, OutOfStep]]
) -> dict[Var, Expr] | None:
    """How far apart one more round puts what the loop changes, by proof; None, if that is not known of something."""
    found: dict[Var, Expr] = {}
    for v in (v for v in state if v in written(loop.body)):
        for distance in _guesses(mechanism, loop):
            near = conjunction(*MOVED_BY[v.type](distance).relation(Sides(tag(v, LEFT), tag(v, RIGHT))))
            if all(_is_so(loop, near, state, shape, step) for shape, step in shapes):
                found[v] = distance
                break
        else:
            return None
    return {v: distance for v, distance in found.items() if distance != ZERO}


def _guesses(mechanism: Mechanism, loop: While) -> list[Expr]:
    """Distances: numbers of the loop and public parameters, and how far apart two of them are."""
    said = {part for c in subcommands(loop.body) for e in expressions(c) for part in subterms(e) if part.type == INT}
    numbers = sorted({0, 1, *(int(e.value) for e in said if isinstance(e, Literal))})
    public = [p.var for p in mechanism.parameters if not p.private and p.var in said]
    sizes = sorted({abs(a - b) for a in numbers for b in numbers})
    between = [apply(Op.SUB, a, b) for a in public for b in public if a != b]
    found: list[Expr] = [Literal(size) for size in sizes]
    return [*found, *public, *between][:_MOST_DISTANCES]


def _is_so(loop: While, near: Expr, state: Sequence[Var], shape: Shape, step: OutOfStep) -> bool:
    """Whether one more round of the run that has the row leaves the two runs so near to each other."""
    try:
        needed = alone(loop.body, step.longer, near, FREE).judgment.pre
    except Stuck:
        return False
    here = conjunction(shape.facts, _at_the_row(step), same(*state), tag(loop.condition, step.longer))
    return prove(apply(Op.IMPLIES, here, needed), _LITTLE).proved


def _adjacent(way: Mechanism) -> Iterator[Expr]:
    """What is known of the inputs that the loop has computed."""
    for parameter in way.parameters:
        if parameter.adjacency is not None:
            yield from adjacency(way, parameter)


def _at_the_row(step: OutOfStep) -> Expr:
    """Both runs are at the row that only one of them has."""
    (position,) = step.alignment.positions
    return conjunction(*(apply(Op.EQ, tag(step.counter, side), position) for side in (LEFT, RIGHT)))


# ---------------------------------------------------------------------------------------------------- what the rest may


def _before_sampling(epsilon: Expr, chance: Expr) -> Iterator[Expr]:
    """What ε stands for: each exponent in a logarithm of it; of numbers, the largest; ε itself."""
    logs = [part for part in subterms(epsilon) if isinstance(part, Apply) and part.op is Op.LOG]
    for power in (part for log in logs for part in subterms(log) if isinstance(part, Apply) and part.op is Op.EXP):
        yield power.args[0]
    if not free_variables(epsilon) and not free_variables(chance):
        try:
            least, q = at_least(function(epsilon)({}, {}, {}, {})), at_most(function(chance)({}, {}, {}, {}))
        except (NoNumber, ZeroDivisionError):
            return
        if 0 < least < _TOO_LARGE and 0 < q <= 1:
            most = Fraction(
                math.floor(math.log1p(math.expm1(float(least)) / float(q)) * (1 - 1e-12) * _FINEST), _FINEST
            )
            yield Literal(simplest(most * _NEARLY, most))
            yield Literal(most)
    yield epsilon


_TOO_LARGE = 100


def _divided(delta: Expr, chance: Expr) -> Expr:
    """δ / q, as simply as it can be said."""
    if delta == ZERO:
        return delta
    match delta:
        case Apply(Op.MUL, (a, b)) if a == chance:
            return b
        case Apply(Op.MUL, (a, b)) if b == chance:
            return a
        case _:
            pass
    if not free_variables(delta) and not free_variables(chance):
        values = [function(e)({}, {}, {}, {}) for e in (delta, chance)]
        if all(isinstance(value, int | Fraction) for value in values) and values[1]:
            return Literal(Fraction(values[0]) / Fraction(values[1]))
    return tidy(apply(Op.QUOTIENT, delta, chance))


# --------------------------------------------------------------------------------------------------------- the theorem


def amplified(statement: Statement, sampled: Sampled, rest: Sequence[Theorem]) -> Theorem:
    """The theorem of the whole, from that of what comes after the sampling, for each way in which it may be apart."""
    mechanism, cost = statement.mechanism, statement.goal.cost
    assert isinstance(cost, Budget)
    theorems = []
    for shape in statement.shapes():
        step = loops_out_of_step(mechanism, shape.alignments)[site_of(sampled.loop)]
        theorems.append((shape, Whole(sampled, step, shape.facts, cost, statement.names.sample, tuple(rest)).theorem()))
    return statement.join(theorems)


@dataclass(frozen=True)
class Whole:
    """The theorem for one shape of the adjacency."""

    sampled: Sampled
    step: OutOfStep
    facts: Expr
    total: Budget
    named: Named
    rest: tuple[Theorem, ...]

    @property
    def _side(self) -> str:
        return "left" if self.step.longer is LEFT else "right"

    @property
    def _again(self) -> Command:
        """The loop and what comes after it."""
        return sequence(self.sampled.loop, self.sampled.after)

    def theorem(self) -> Theorem:
        """⊢ c ~⟨ε',δ'⟩ c : facts ⇒ result⟨1⟩ = result⟨2⟩."""
        loop, step = self.sampled.loop, self.step
        (position,) = step.alignment.positions
        guard = apply(Op.LT, step.counter, position)
        first = While(conjunction(loop.condition, guard), loop.body)
        order = [apply(Op.LE, tag(step.counter, LEFT), position), same(step.counter)]
        so_far = conjunction(same(*self.sampled.state), *order, self.facts)
        here = conjunction(same(*self.sampled.state), _at_the_row(step), self.facts)
        phase = weaken(self._in_step(first, so_far), post=here)
        made = seq(phase, weaken(self._at_the_row(), pre=here))
        made = split(loop, guard, "right", split(loop, guard, "left", made))
        start = self._started(made.judgment.pre)
        return weaken(seq(start, made), pre=self.facts, cost=self.total)

    def _started(self, post: Expr) -> Theorem:
        """⊢ what comes before the loop ~⟨0,0⟩ the same."""
        steady = conjuncts(self.facts)
        own = conjunction(*(p for p in conjuncts(post) if p not in steady))
        *first, last = split_at_loops(self.sampled.before)
        made = weaken(frame(self.facts, together(last, last, own, FREE, _no_noise)), post=post)
        if not first:
            return weaken(made, pre=self.facts)
        matter = what_matters(last, frozenset((*self.sampled.state, self.step.counter)))
        start = alike(sequence(*first), matter, self.facts, self.named)
        return weaken(seq(start, weaken(made, pre=start.judgment.post)), pre=self.facts)

    def _in_step(self, loop: While, invariant: Expr) -> Theorem:
        """⊢ loop ~⟨0,0⟩ loop : invariant ∧ both go round or none ⇒ invariant ∧ both are done; the same coins."""
        ours, theirs = tag(loop.condition, LEFT), tag(loop.condition, RIGHT)
        in_step = apply(Op.EQ, ours, theirs)
        steady = conjuncts(self.facts)
        own = conjunction(*(p for p in conjuncts(invariant) if p not in steady))
        body = together(loop.body, loop.body, conjunction(own, in_step), NOTHING, same_value(self.named))
        body = frame(self.facts, body)
        body = ledger_conseq(conjunction(invariant, ours, theirs), conjunction(invariant, in_step), TRUE, body)
        looped = ledger_while(loop.condition, loop.condition, invariant, body, exfalso(loop.body, Skip(), FALSE, FREE))
        pre, post = looped.judgment.pre, looped.judgment.post
        paid = apply(Op.LE, ZERO, ZERO)
        return ledger_budget(ZERO, pre, post, ledger_conseq(pre, conjunction(post, paid), TRUE, looped))

    def _at_the_row(self) -> Theorem:
        """⊢ loop; rest ~⟨ε',δ'⟩ loop; rest, from where the row is that only one run has."""
        loop, side = self.sampled.loop, self.step.longer
        here = conjunction(same(*self.sampled.state), _at_the_row(self.step), self.facts)
        result = self.sampled.ways[0].result
        equal = weaken(alike(self.sampled.after, frozenset((result,)), self.facts, self.named), post=same(result))
        kept = self._afterwards(self.sampled.near, self._either)
        left_out = self._afterwards(same(*self.sampled.state), lambda pre: weaken(equal, pre=pre))
        round_ = self._sampled(parts_of(loop.body), kept, left_out)
        there = tag(loop.condition, side)
        yes = weaken(round_, pre=conjunction(here, there))
        programs = (self.sampled.after, self._again) if side is LEFT else (self._again, self.sampled.after)
        no = impossible(*programs, conjunction(here, negate(there)), yes.judgment.post, self.total)
        rule = cond_left if side is LEFT else cond_right
        opened = rule(loop.condition, here, yes, no)
        return unfold(loop, self._side, cond_seq(self.sampled.after, self._side, opened))

    def _either(self, pre: Expr) -> Theorem:
        """What comes after the loop, whichever way the two runs are apart."""
        *ways, last = (
            (conjunction(*_adjacent(way)), made) for way, made in zip(self.sampled.ways, self.rest, strict=True)
        )
        befores = [pre]
        for apart, _ in ways:
            befores.append(conjunction(befores[-1], negate(apart)))
        whole = weaken(last[1], pre=befores.pop())
        for before, (apart, made) in reversed([*zip(befores, ways, strict=True)]):
            whole = case(apart, before, weaken(made, pre=conjunction(before, apart)), whole)
        return whole

    def _afterwards(self, apart: Expr, rest: Callable[[Expr], Theorem]) -> Theorem:
        """⊢ loop; rest ~ loop; rest, from where one run is one row further, and the two are so far apart."""
        step = self.step
        (position,) = step.alignment.positions
        shorter = RIGHT if step.longer is LEFT else LEFT
        ahead = apply(Op.EQ, tag(step.counter, step.longer), apply(Op.ADD, tag(step.counter, shorter), ONE))
        beyond = apply(Op.LE, position, tag(step.counter, shorter))
        invariant = conjunction(apart, ahead, beyond, self.facts)
        looped = self._in_step(self.sampled.loop, invariant)
        made = seq(looped, rest(looped.judgment.post))
        return weaken(made, pre=invariant)

    def _sampled(self, parts: Sequence[Command], kept: Theorem, left_out: Theorem) -> Theorem:
        """⊢ a round of one run, loop; rest ~⟨ε',δ'⟩ loop; rest."""
        side = self.step.longer
        drawn = next((n for n, part in enumerate(parts) if has_sampling(part)), None)
        if drawn is None:
            return weaken(self._then(sequence(*parts), left_out), cost=self.total)
        first, toss, later = sequence(*parts[:drawn]), parts[drawn], parts[drawn + 1 :]
        match toss:
            case Sample() if not any(map(has_sampling, later)):
                rule = subsample_left if side is LEFT else subsample_right
                end = sequence(*later)
                made = rule(toss, self.total, self._then(end, kept), self._then(end, left_out))
            case If(condition, then, otherwise):
                after = sequence(*later, self._again)
                yes, no = (self._sampled((*parts_of(c), *later), kept, left_out) for c in (then, otherwise))
                b = tag(condition, side)
                pre = by_cases([(b, yes.judgment.pre), (negate(b), no.judgment.pre)])
                yes, no = weaken(yes, pre=conjunction(pre, b)), weaken(no, pre=conjunction(pre, negate(b)))
                branches = (cond_left if side is LEFT else cond_right)(condition, pre, yes, no)
                made = cond_seq(after, self._side, branches)
            case _:
                raise Unsupported("several coins for one row are not a sample of it")
        return self._then(first, made)

    def _then(self, command: Command, later: Theorem) -> Theorem:
        """One run does something alone, and then both go on."""
        if isinstance(command, Skip):
            return later
        return seq(alone(command, self.step.longer, later.judgment.pre, FREE), later)


def _no_noise(*_: object) -> Mapped:
    raise Unsupported("there is no noise before the rows are sampled")


# -------------------------------------------------------------------------------------------------- what is told of it


def told_of_sampled(sampled: Sampled, account: Account, sample: Var) -> Account:
    """How the rest is proved, with the sites that its draws and loops have in the whole. Coins are the same."""
    first = sequence(sampled.before, sampled.loop)
    tosses = [c for c in subcommands(first) if isinstance(c, Sample)]
    draws = len(tosses)
    coins = (CoupledSample(draw_of(c), "ω-Map", ZERO, (Case(None, ZERO, ZERO),), sample) for c in tosses)
    forks = sum(isinstance(c, If | While) for c in subcommands(first))

    def later(draw: Draw) -> Draw:
        return replace(draw, site=draw.site + draws)

    return replace(
        account,
        couplings=(*coins, *(replace(c, draw=later(c.draw)) for c in account.couplings)),
        invariants=tuple(replace(i, site=i.site + forks) for i in account.invariants),
        spending=tuple(replace(s, draws=tuple(map(later, s.draws))) for s in account.spending),
        payments=tuple(replace(p, draw=later(p.draw)) for p in account.payments),
        sampled=(sampled.chance, account.claim),
    )
