"""Programs in two blocks: one that releases a number, and one that goes on from it. What they cost is added up.

Where divergences are paid, a draw may not be moved by what it is compared with, and so the largest of noisy scores is
out of reach. But a part of a program that is ε-private is as good as ε²/2 ([R-Pure]), as one step ([R-Block]). So the
first block is proved pure, the second one with the number as an input that is the same in both runs.

In the same way a claim of ε is divided between two blocks, where the number is not released itself: a coupling that
looks ahead at the output knows nothing of the winner of noisy scores if only something about it is released. Then what
the blocks cost is added up by [Seq].
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import assert_never

from twinproof.kernel.judgment import Budget, Closeness, Ledger
from twinproof.kernel.rules import (
    Theorem,
    exfalso,
    frame,
    ledger_conseq,
    ledger_seq,
    renyi_block,
    renyi_close,
    renyi_conseq,
    renyi_pure,
    seq,
)
from twinproof.lang.adjacency import unmoved
from twinproof.lang.amounts import minus, multiple
from twinproof.lang.claim import Claim, Concentrated, EpsilonDelta, Renyi, pure
from twinproof.lang.command import (
    Command,
    If,
    Sample,
    Skip,
    While,
    has_sampling,
    parts_of,
    sequence,
    subcommands,
    written,
)
from twinproof.lang.expr import (
    FALSE,
    ONE,
    TRUE,
    ZERO,
    Expr,
    Literal,
    Op,
    Place,
    Var,
    apply,
    conjunction,
    free_variables,
    fresh_name,
    tag,
)
from twinproof.lang.liveness import live_before
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.noise import GAUSSIAN
from twinproof.lang.types import INT
from twinproof.search.adjacency_cases import Statement
from twinproof.search.endings import exchanged, it_ends
from twinproof.search.result import Account, Draw, Spending
from twinproof.tactics.paper_rules import weaken

LEFT, RIGHT = Place.LEFT, Place.RIGHT
FREE = Budget()
_SHARES = (Fraction(1, 2), Fraction(1, 3), Fraction(2, 3), Fraction(1, 4), Fraction(3, 4))  # of a claim


@dataclass(frozen=True)
class Blocks:
    """A mechanism as two: the first is claimed to be private with one privacy parameter, the second has the rest."""

    first: Mechanism
    rest: Mechanism

    @property
    def epsilon(self) -> Expr:
        """What the first block is claimed to cost."""
        return self.first.claim.amount


def blocks(mechanism: Mechanism) -> Iterator[Blocks]:
    """The ways to see two blocks in a mechanism, and an amount that may pay for the first one."""
    for first, rest, value in _divisions(mechanism):
        used = [e for s in _samplings(first) for e in s]
        paying = [p.var for p in mechanism.parameters if p.positive and any(p.var in free_variables(e) for e in used)]
        for amount in _amounts(mechanism.claim, paying):
            given = (*mechanism.parameters, Parameter(value, unmoved()))
            yield Blocks(
                replace(mechanism, body=first, result=value, claim=pure(amount)),
                replace(mechanism, body=rest, parameters=given, claim=_what_is_left(mechanism.claim, amount)),
            )


def _divisions(mechanism: Mechanism) -> list[tuple[Command, Command, Var]]:
    """The places where a program goes on from a number alone, beside its inputs, with what comes before and after.

    Of those for one number the last; where divergences are paid also the first: between them is what the number is held
    against before it is used.
    """
    parts, private = parts_of(mechanism.body), {p.var for p in mechanism.parameters if p.private}
    found: dict[Var, list[tuple[Command, Command, Var]]] = {}
    for n in range(1, len(parts)):
        first, rest = sequence(*parts[:n]), sequence(*parts[n:])
        if not (has_sampling(first) and has_sampling(rest)):
            continue
        needed = {v for v in live_before(rest, frozenset((mechanism.result,)), all_reads=True) if v in written(first)}
        if len(needed) != 1 or needed & private:
            continue
        (value,) = needed
        if value.type == INT and value not in written(rest):
            found.setdefault(value, []).append((first, rest, value))
    both = not isinstance(mechanism.claim, EpsilonDelta)
    return [way for ways in found.values() for way in (dict.fromkeys((ways[-1], ways[0])) if both else ways[-1:])]


def _amounts(claim: Claim, paying: Sequence[Expr]) -> Iterator[Expr]:
    """What the first block may cost: a privacy parameter; of a claim of ε also a share of it."""
    match claim:
        case EpsilonDelta(epsilon):
            yield from (e for e in paying if e != epsilon)
            yield from (multiple(epsilon, share) for share in _SHARES)
        case _:
            yield from paying


def _samplings(command: Command) -> Iterator[tuple[Expr, ...]]:
    return (c.parameters for c in subcommands(command) if isinstance(c, Sample))


def _what_is_left(claim: Claim, epsilon: Expr) -> Claim:
    half = apply(Op.QUOTIENT, apply(Op.REAL, apply(Op.MUL, epsilon, epsilon)), Literal(2))
    match claim:
        case Concentrated(rho):
            return Concentrated(minus(rho, half), ZERO)
        case Renyi(alpha, r):
            return Renyi(alpha, minus(r, apply(Op.MUL, alpha, half)), ZERO)
        case EpsilonDelta(whole):
            return pure(minus(whole, epsilon))
        case _:
            assert_never(claim)


def as_pure(mechanism: Mechanism) -> Iterator[Mechanism]:
    """A mechanism that claims a divergence, with what it may cost in ε as its claim. Gaussian noise is never pure."""
    if isinstance(mechanism.claim, EpsilonDelta) or any(s.noise is GAUSSIAN for s in mechanism.samplings):
        return
    used = {v for parameters in _samplings(mechanism.body) for e in parameters for v in free_variables(e)}
    for amount in (p.var for p in mechanism.parameters if p.positive and p.var in used):
        yield replace(mechanism, claim=pure(amount))


def of_pure(statement: Statement, one: Theorem, bound: Expr) -> Theorem:
    """The theorem about a divergence of what is pure: ε²/2, where that is no more than what is claimed."""
    orders = statement.orders
    assert orders is not None
    return renyi_conseq(statement.goal.pre, Closeness(orders, bound), _both_ways(statement, one))


def _both_ways(statement: Statement, first: Theorem) -> Theorem:
    """What is pure, as a divergence."""
    facts, orders = statement.goal.pre, statement.orders
    assert orders is not None
    there, back = weaken(first, pre=facts), weaken(first, pre=exchanged(facts))
    taken = statement.names.taken | {v.name for v in free_variables(facts)}
    return renyi_pure(orders.one, there, back, it_ends(there.judgment.right, facts, TRUE, set(taken)))


def in_sequence(statement: Statement, first: Theorem, rest: Theorem, bound: Expr) -> Theorem:
    """The theorem of the whole, where both blocks are pure."""
    facts = statement.goal.pre
    start = frame(facts, weaken(first, pre=facts))
    start = weaken(start, pre=facts)
    end = weaken(rest, pre=start.judgment.post)
    return weaken(seq(start, end), cost=Budget(bound, ZERO))


def joined(statement: Statement, first: Theorem, rest: Theorem, bound: Expr) -> Theorem:
    """The theorem of the whole, from a pure one of the first block and one of divergences of the second."""
    facts, orders, result = statement.goal.pre, statement.orders, statement.mechanism.result
    assert orders is not None
    one = _both_ways(statement, first)
    taken = statement.names.taken | {v.name for v in free_variables(facts)}
    ours, theirs = one.judgment.cost, rest.judgment.cost
    assert isinstance(ours, Closeness)
    assert isinstance(theirs, Closeness)
    w1, w2 = (Var(fresh_name(base, set(taken)), INT, Place.LEDGER) for base in ("w1", "w2"))
    ledger = Ledger(((w1, ours.bound), (w2, theirs.bound)), orders=orders)

    def paid(a: int, b: int) -> Expr:
        return conjunction(facts, apply(Op.EQ, w1, Literal(a)), apply(Op.EQ, w2, Literal(b)))

    start = renyi_block(((w1, ONE),), paid(1, 0), ledger, one)
    start = ledger_conseq(paid(0, 0), start.judgment.post, TRUE, start)
    end = renyi_block(((w2, ONE),), paid(1, 1), ledger, rest)
    spent = apply(Op.ADD, apply(Op.MUL, w1, ours.bound), apply(Op.MUL, w2, theirs.bound))
    same = apply(Op.EQ, tag(result, LEFT), tag(result, RIGHT))
    closed = conjunction(same, apply(Op.LE, spent, bound))
    end = ledger_conseq(start.judgment.post, closed, TRUE, end)
    whole = ledger_seq(start, end, exfalso(end.judgment.left, Skip(), FALSE, FREE))
    return renyi_close(result, result, bound, facts, whole)


# -------------------------------------------------------------------------------------------------- what is told of it


def told_together(blocks: Blocks, first: Account, rest: Account) -> Account:
    """How both blocks are proved, with the sites that draws and loops have in the whole.

    Where divergences are paid, all draws of the first block together spend what it counts as.
    """
    bill: Iterable[Spending] = first.spending
    if not isinstance(blocks.rest.claim, EpsilonDelta):
        half = multiple(apply(Op.MUL, blocks.epsilon, blocks.epsilon), Fraction(1, 2))
        payers = {
            shape: tuple(d for s in first.spending if s.directions == shape for d in s.draws) for shape in first.shapes
        }
        bill = (Spending(tuple(dict.fromkeys(draws)), ONE, half, shape) for shape, draws in payers.items())
    draws = len(blocks.first.samplings)
    forks = sum(isinstance(c, If | While) for c in subcommands(blocks.first.body))

    def later(draw: Draw) -> Draw:
        return replace(draw, site=draw.site + draws)

    couplings = (replace(c, draw=later(c.draw)) for c in rest.couplings)
    invariants = (replace(i, site=i.site + forks) for i in rest.invariants)
    spending = (replace(s, draws=tuple(map(later, s.draws))) for s in rest.spending)
    return replace(
        first,
        couplings=(*first.couplings, *couplings),
        invariants=(*first.invariants, *invariants),
        spending=(*bill, *spending),
    )
