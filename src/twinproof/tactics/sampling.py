"""Tactics for samplings: how the noise of the two runs is coupled, and what that costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from twinproof.kernel.judgment import Budget, Ledger
from twinproof.kernel.noise import ROWS, Law
from twinproof.kernel.rules import (
    Paid,
    Theorem,
    coin_left,
    coin_right,
    frame,
    good_right,
    ledger_map,
    ledger_pay,
    ledger_sample,
    sample_excess,
    sample_left,
    sample_right,
    skip,
)
from twinproof.lang.amounts import tidy
from twinproof.lang.command import Sample
from twinproof.lang.expr import (
    TRUE,
    ZERO,
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
    tag,
)
from twinproof.lang.interpret import evaluate_stated
from twinproof.lang.noise import COIN, Noise
from twinproof.lang.printer import show_expr
from twinproof.lang.types import INT
from twinproof.tactics.backward import kept_before
from twinproof.tactics.failures import TacticFailed
from twinproof.tactics.goal import Goal, Refinement, Tail, behind, last_of, needs_budget, needs_ledger, once
from twinproof.tactics.paper_rules import GENERAL_RULES, in_order, weaken
from twinproof.tactics.structural import describe, last_commands

LEFT, RIGHT, RIGID = Place.LEFT, Place.RIGHT, Place.RIGID


def two_samplings(tactic: str, goal: Goal, noise: Noise | None = None) -> tuple[Sample, Sample]:
    """The last command of each side, which must be a sampling."""
    left, right = last_of(goal.judgment.left), last_of(goal.judgment.right)
    if not isinstance(left, Sample) or not isinstance(right, Sample):
        where = last_commands(goal)
        raise TacticFailed(tactic, f"both programs must end with a sampling; here stand last {where}. wp() steps back")
    if noise is not None and not left.noise is right.noise is noise:
        kind, other = GENERAL_RULES[noise].kind, [r.tactics for n, r in GENERAL_RULES.items() if n is not noise]
        raise TacticFailed(tactic, f"the noise must be {kind}; for the other kind there are {' and '.join(other)}")
    return left, right


def rigid_rate(tactic: str, sampling: Sample, given: Expr | None) -> Expr:
    """The rate of the noise, which must not depend on a memory."""
    rate = sampling.rate if given is None else given
    if any(v.place is not RIGID for v in free_variables(rate)):
        what = f"the rate {show_expr(rate)} speaks of a memory; give rate=… over rigid variables (name it, with name)"
        raise TacticFailed(tactic, what)
    return rate


def lap(tactic: str, goal: Goal, noise: Noise, shift: Expr, bound: Expr, rate: Expr | None) -> Refinement:
    """[LapGen], [OneLapGen]: the right sample is the left one plus the shift."""
    needs_budget(tactic, goal, "sample")
    left, right = two_samplings(tactic, goal, noise)
    return _coupled(tactic, GENERAL_RULES[noise].name, goal, left, right, shift, bound, rate)


def lap_null(tactic: str, goal: Goal, noise: Noise, rate: Expr | None) -> Refinement:
    """[LapNull], [OneLapNull]: both runs draw the same noise, for nothing."""
    needs_budget(tactic, goal, "sample")
    left, right = two_samplings(tactic, goal, noise)
    return _coupled(tactic, GENERAL_RULES[noise].free_name, goal, left, right, same_noise(left, right), ZERO, rate)


def same_noise(left: Sample, right: Sample) -> Expr:
    """The shift e₂⟨2⟩ − e₁⟨1⟩, with which the noise is the same and the samples are as far apart as the centres."""
    return apply(Op.SUB, tag(right.centre, RIGHT), tag(left.centre, LEFT))


def _coupled(
    tactic: str, rule: str, goal: Goal, left: Sample, right: Sample, shift: Expr, bound: Expr, given: Expr | None
) -> Refinement:
    rate = rigid_rate(tactic, left, given)
    if any(v.place is not RIGID for v in free_variables(bound)):
        raise TacticFailed(
            tactic, f"the bound {show_expr(bound)} is part of the budget: it may speak of rigid variables only"
        )
    couple = GENERAL_RULES[left.noise].rule
    theorem = on_what_moves(left, right, goal.judgment.post, lambda post: couple(left, right, shift, bound, rate, post))
    cost = theorem.judgment.stepwise
    assert isinstance(cost, Budget)
    price = Budget(tidy(cost.epsilon))
    return behind(tactic, rule, goal, Tail(1, 1, theorem.judgment.pre, price, lambda _: weaken(theorem, cost=price)))


def excess(goal: Goal, shift: Expr, bound: Expr, cost: Budget, numbers: Sequence[Expr] | None) -> Refinement:
    """[Excess]: the right sample is the left one plus the shift; δ pays for what that costs over ε."""
    needs_budget("excess", goal, "map or pointwise_bad")
    left, right = two_samplings("excess", goal)
    given = left.parameters if numbers is None else numbers
    if len(given) != len(left.parameters):
        raise TacticFailed("excess", f"{left.noise.name} noise has {len(left.parameters)} numbers, not {len(given)}")
    pairs = tuple((p, _number(e, p)) for p, e in zip(left.parameters, given, strict=True))
    price = Budget(*(_number(e) for e in (cost.epsilon, cost.delta)))
    theorem = on_what_moves(
        left, right, goal.judgment.post, lambda post: sample_excess(left, right, shift, bound, pairs, post, price)
    )
    return behind("excess", "Excess", goal, Tail(1, 1, theorem.judgment.pre, price, lambda _: theorem))


def _number(e: Expr, like: Expr | None = None) -> Expr:
    """The value of an expression without variables, as a literal."""
    if free_variables(e):
        what = f"{show_expr(e)} must be a number here: where it is known to be one, give numbers=(…) for the noise"
        raise TacticFailed("excess", what)
    value = evaluate_stated(e, {})
    if not isinstance(value, int | Fraction):
        raise TacticFailed("excess", f"{show_expr(e)} must be a fraction: give one that is as good")
    return Literal(int(value) if like is not None and like.type == INT else Fraction(value))


def on_what_moves(left: Sample, right: Sample, post: Expr, make: Callable[[Expr], Theorem]) -> Theorem:
    """A theorem about the parts of a postcondition that speak of the samples or the ledger; [Frame] for the rest."""
    samples = {tag(left.target, LEFT), tag(right.target, RIGHT)}
    moved: list[Expr] = []
    still: list[Expr] = []
    for part in conjuncts(post):
        free = free_variables(part)
        touched = free & samples or any(v.place is Place.LEDGER for v in free)
        (moved if touched else still).append(part)
    theorem = make(conjunction(*moved))
    fact = once(*still)
    return theorem if fact == TRUE else weaken(frame(fact, theorem), post=post)


def sample_one(goal: Goal, side: str) -> Refinement:
    """[Samp-L], [Samp-R]: a sampling that has no partner."""
    tactic = f"sample_{side}"
    judgment = goal.judgment
    program = judgment.left if side == "left" else judgment.right
    sampling = last_of(program)
    if not isinstance(sampling, Sample):
        raise TacticFailed(tactic, f"the {side} program must end with a sampling; it ends with {describe(sampling)}")
    rule = sample_left if side == "left" else sample_right
    cost = judgment.stepwise
    free = replace(cost, keep=TRUE) if isinstance(cost, Ledger) else Budget()
    theorem = rule(sampling, judgment.post, free)
    keep: Expr = TRUE
    if isinstance(cost, Ledger):
        keep = kept_before(sampling, cost.keep) if side == "left" else cost.keep
        theorem = in_order(theorem, skip(judgment.post, cost))
    counts = (1, 0) if side == "left" else (0, 1)
    tail = Tail(counts[0], counts[1], theorem.judgment.pre, Budget(), lambda _: theorem, keep=keep)
    return behind(tactic, f"Samp-{side[0].upper()}", goal, tail)


def sample(
    goal: Goal, shift: Callable[[Var], Expr] | None, counter: Var | None, price: Callable[[Var], Expr] | None
) -> Refinement:
    """[ω-Samp]: the right sample is the left one plus a shift, which may depend on the sample; [ω-Pay] with a price."""
    needs_ledger("sample", goal, "lap_gen or lap_null")
    left, right = two_samplings("sample", goal)
    ledger, post = goal.ledger, goal.judgment.post
    if counter is None:
        rates = [c for c, rate in ledger.counters if rate == left.rate]
        if not rates:
            raise TacticFailed(
                "sample", f"no counter of the ledger has the rate {show_expr(left.rate)}; give counter=…"
            )
        counter = rates[0]
    value = Var(fresh_name("v", goal.taken), INT, RIGID)
    moved = same_noise(left, right) if shift is None else shift(value)
    free = replace(ledger, keep=TRUE)

    def couple(part: Expr) -> Theorem:
        if price is None:
            return ledger_sample(left, right, moved, value, counter, part, free)
        return ledger_pay(left, right, moved, value, counter, price(value), part, free)

    theorem = in_order(on_what_moves(left, right, post, couple), skip(post, ledger))
    tail = Tail(1, 1, theorem.judgment.pre, Budget(), lambda _: theorem, keep=kept_before(left, ledger.keep))
    return behind("sample", "ω-Samp" if price is None else "ω-Pay", goal, tail)


def mapped(
    goal: Goal,
    image: Callable[[Var], Expr] | None,
    bound: Expr,
    paid: Sequence[tuple[Var, Callable[[Var], Expr] | None]] | None,
) -> Refinement:
    """[ω-Map]: the right sample is the image of the left one; without prices, the noise's own counter pays its own."""
    needs_ledger("map", goal, "lap_gen or lap_null")
    left, right = two_samplings("map", goal)
    ledger, post = goal.ledger, goal.judgment.post
    value = Var(fresh_name("v", goal.taken), left.target.type, RIGID)
    moved = value if image is None else image(value)
    if left.noise not in ROWS or left.noise is not right.noise:
        raise TacticFailed("map", "both programs must end with samplings of one noise that the kernel knows")
    row = ROWS[left.noise]
    ours, theirs = (
        Law(tuple(tag(p, place) for p in s.parameters), tag(s.centre, place))
        for s, place in ((left, LEFT), (right, RIGHT))
    )
    if paid is None:
        unit, steps = row.unit(ours), row.steps(ours, theirs, bound, value, moved)
        own = [c for c, rate in ledger.counters if rate == unit]
        if unit is not None and not own:
            raise TacticFailed("map", f"no counter of the ledger has the rate {show_expr(unit)}; give paid={{…}}")
        prices: Paid = () if unit is None else ((own[0], steps),)
    else:
        prices = tuple((c, ZERO if price is None else price(value)) for c, price in paid)

    def couple(part: Expr) -> Theorem:
        return ledger_map(left, right, moved, value, bound, prices, part, ledger)  # what is not kept has no partner

    theorem = on_what_moves(left, right, post, couple)
    tail = Tail(1, 1, theorem.judgment.pre, Budget(), lambda _: theorem, keep=kept_before(left, ledger.keep))
    return behind("map", "ω-Map", goal, tail)


def spare(goal: Goal, tail: str, distance: Expr, paid: Paid) -> Refinement:
    """[ω-Good-R]: a draw of the right run alone, whose samples in a tail need not do; counters pay for them."""
    needs_ledger("spare", goal, "sample_right")
    judgment, ledger = goal.judgment, goal.ledger
    sampling = last_of(judgment.right)
    if not isinstance(sampling, Sample):
        raise TacticFailed("spare", f"the right program must end with a sampling; it ends with {describe(sampling)}")
    theorem = good_right(sampling, tail, distance, paid, judgment.post, replace(ledger, keep=TRUE))
    theorem = in_order(theorem, skip(judgment.post, ledger))
    tail_end = Tail(0, 1, theorem.judgment.pre, Budget(), lambda _: theorem, keep=ledger.keep)
    return behind("spare", "ω-Good-R", goal, tail_end)


def toss(goal: Goal, side: str, tails: Paid, heads: Paid) -> Refinement:
    """[ω-Coin-L], [ω-Coin-R']: a coin of one run alone, paid in expectation."""
    needs_ledger("toss", goal, f"sample_{side}")
    if side not in ("left", "right"):
        raise TacticFailed("toss", "the side is left or right")
    judgment, ledger = goal.judgment, goal.ledger
    sampling = last_of(judgment.left if side == "left" else judgment.right)
    if not isinstance(sampling, Sample) or sampling.noise is not COIN:
        raise TacticFailed("toss", f"the {side} program must end with a coin; it ends with {describe(sampling)}")
    rule = coin_left if side == "left" else coin_right
    theorem = rule(sampling, tails, heads, judgment.post, replace(ledger, keep=TRUE))
    theorem = in_order(theorem, skip(judgment.post, ledger))
    keep = kept_before(sampling, ledger.keep) if side == "left" else ledger.keep
    counts = (1, 0) if side == "left" else (0, 1)
    tail = Tail(counts[0], counts[1], theorem.judgment.pre, Budget(), lambda _: theorem, keep=keep)
    return behind("toss", "ω-Coin-L" if side == "left" else "ω-Coin-R'", goal, tail)
