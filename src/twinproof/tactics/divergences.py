"""Tactics about divergences: from zCDP and Rényi privacy to a ledger paid in squares, and from (ε, δ) to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from twinproof.kernel.judgment import Budget, Closeness, Judgment, Ledger, Orders
from twinproof.kernel.noise import SQUARES, price_of_squares
from twinproof.kernel.rules import (
    Paid,
    Theorem,
    concentrated_budget,
    renyi_block,
    renyi_budget,
    renyi_choose,
    renyi_close,
    renyi_pure,
    skip,
)
from twinproof.lang.amounts import multiple, total
from twinproof.lang.command import Sample, Skip, parts_of, subcommands
from twinproof.lang.expr import (
    TRUE,
    ZERO,
    Apply,
    Expr,
    Op,
    Place,
    Var,
    apply,
    conjunction,
    conjuncts,
    free_variables,
    substitute,
    tag,
)
from twinproof.lang.noise import CHOOSE
from twinproof.lang.printer import show_expr
from twinproof.tactics.backward import kept_before
from twinproof.tactics.failures import TacticFailed
from twinproof.tactics.goal import Goal, Refinement, Tail, behind, needs_ledger, split
from twinproof.tactics.paper_rules import in_order, weaken
from twinproof.tactics.pointwise import outputs
from twinproof.tactics.sampling import on_what_moves, same_noise, two_samplings
from twinproof.tactics.stepping import BY_SQUARES

LEFT, RIGHT, RIGID = Place.LEFT, Place.RIGHT, Place.RIGID


def closeness(tactic: str, goal: Goal) -> Closeness:
    """What a goal about a divergence says."""
    cost = goal.judgment.cost
    if not isinstance(cost, Closeness):
        raise TacticFailed(tactic, "this goal is not about a divergence; through_zcdp and through_renyi make one of it")
    return cost


def _of_goal(judgment: Judgment) -> tuple[Var, Var]:
    """The outputs that a goal about a divergence is about, as variables of the programs."""
    match judgment.post:
        case Apply(Op.EQ, (Var() as ours, Var() as theirs)):
            return Var(ours.name, ours.type), Var(theirs.name, theirs.type)
    raise AssertionError("a divergence is one of two outputs")


def counters_of(goal: Goal) -> dict[str, Expr]:
    """A counter for each price of a step in the goal's samplings, named after the first sample that has it."""
    orders, named = closeness("close", goal).orders, dict[Expr, str]()
    for command in (*subcommands(goal.judgment.left), *subcommands(goal.judgment.right)):
        if isinstance(command, Sample) and command.noise in SQUARES:
            named.setdefault(orders.times(price_of_squares(command, Place.MEMORY)), command.target.name)
    for rate in named:
        if any(v.place is not RIGID for v in free_variables(rate)):
            what = f'a step costs {show_expr(rate)}, which speaks of a memory; give counters={{"name": rate}}'
            raise TacticFailed("close", what)
    return {name: multiple(rate, Fraction(1)) for rate, name in named.items()}


def close(goal: Goal, counters: Mapping[Var, Expr]) -> Refinement:
    """[R-Close]: equal outputs, and what the ledger has collected is within the bound."""
    wanted, judgment = closeness("close", goal), goal.judgment
    left, right = _of_goal(judgment)
    ledger = Ledger(tuple(counters.items()), orders=wanted.orders)
    spent = total(apply(Op.MUL, counter, rate) for counter, rate in ledger.counters)
    empty = conjunction(judgment.pre, *(apply(Op.EQ, counter, ZERO) for counter, _ in ledger.counters))
    new = goal.with_(pre=empty, post=conjunction(judgment.post, apply(Op.LE, spent, wanted.bound)), cost=ledger)

    def build(premises: Sequence[Theorem]) -> Theorem:
        return weaken(renyi_close(left, right, wanted.bound, judgment.pre, premises[0]), cost=wanted)

    return Refinement("R-Close", (new,), build)


def pure(goal: Goal, epsilon: Expr) -> Refinement:
    """[R-Pure]: ε-privacy both ways, of a right program that ends, is ε²/2-zCDP."""
    wanted, judgment = closeness("pure", goal), goal.judgment
    budget = Budget(epsilon)
    there = goal.with_(goal.part("one way"), cost=budget)
    ours, theirs = _of_goal(judgment)
    equal = apply(Op.EQ, tag(theirs, LEFT), tag(ours, RIGHT))
    back = goal.with_(
        goal.part("the other way"),
        left=judgment.right,
        right=judgment.left,
        pre=_exchanged(judgment.pre),
        post=equal,
        cost=budget,
    )
    ends = goal.with_(goal.part("that it ends"), left=Skip(), post=TRUE, cost=Budget())

    def build(premises: Sequence[Theorem]) -> Theorem:
        return weaken(renyi_pure(wanted.orders.one, *premises), cost=wanted)

    return Refinement("R-Pure", (there, back, ends), build)


def _exchanged(e: Expr) -> Expr:
    """An assertion with the two runs exchanged."""
    other = {LEFT: RIGHT, RIGHT: LEFT}
    return substitute(e, {v: Var(v.name, v.type, other[v.place]) for v in free_variables(e) if v.place in other})


def through(tactic: str, goal: Goal, orders: Orders, bound: Expr) -> Refinement:
    """[zCDP-DP-sym], [RDP-DP]: (ε, δ) from a divergence."""
    outputs(tactic, goal)
    budget = goal.budget

    def build(premises: Sequence[Theorem]) -> Theorem:
        if orders.one is None:
            return concentrated_budget(budget.epsilon, budget.delta, premises[0])
        return renyi_budget(orders.one, budget.epsilon, budget.delta, premises[0])

    rule = "zCDP-DP-sym" if orders.one is None else "RDP-DP"
    return Refinement(rule, (goal.with_(cost=Closeness(orders, bound)),), build)


# ---------------------------------------------------------------------------------------------------------- the ledger


def _in_squares(tactic: str, goal: Goal) -> Ledger:
    needs_ledger(tactic, goal, "through_zcdp")
    if goal.ledger.orders is None:
        raise TacticFailed(tactic, "this ledger is paid in ε; use sample or map")
    return goal.ledger


def _paying(tactic: str, ledger: Ledger, sampling: Sample, given: Var | None) -> Var:
    """The counter that is given, or the one whose rate is the price of a step."""
    if given is not None:
        return given
    assert ledger.orders is not None
    unit = multiple(ledger.orders.times(price_of_squares(sampling, Place.MEMORY)), Fraction(1))
    own = [counter for counter, rate in ledger.counters if multiple(rate, Fraction(1)) == unit]
    if not own:
        raise TacticFailed(
            tactic, f"no counter of the ledger has the rate {show_expr(unit)}; give counter=… and price=…"
        )
    return own[0]


def _last(tactic: str, rule: str, goal: Goal, left: Sample, theorem: Theorem) -> Refinement:
    """What remains before two samplings that are coupled."""
    ledger = goal.ledger
    whole = in_order(theorem, skip(goal.judgment.post, ledger))
    tail = Tail(1, 1, whole.judgment.pre, Budget(), lambda _: whole, keep=kept_before(left, ledger.keep))
    return behind(tactic, rule, goal, tail)


def move(goal: Goal, shift: Expr | None, given: Var | None, price: Expr | None) -> Refinement:
    """[R-Gauss], [R-Lap]: the right sample is the left one plus a shift, for the square of the distance."""
    ledger = _in_squares("move", goal)
    left, right = two_samplings("move", goal)
    if left.noise not in BY_SQUARES:
        raise TacticFailed("move", "Gaussian and Laplace noise are moved; for other noise there is choose or map")
    couple = BY_SQUARES[left.noise]
    counter = _paying("move", ledger, left, given)
    by = same_noise(left, right) if shift is None else shift
    distance = apply(Op.SUB, apply(Op.ADD, by, tag(left.centre, LEFT)), tag(right.centre, RIGHT))
    paid = apply(Op.MUL, distance, distance) if price is None else price
    free = replace(ledger, keep=TRUE)
    moved = on_what_moves(
        left, right, goal.judgment.post, lambda post: couple(left, right, by, counter, paid, post, free)
    )
    rule = couple(left, right, by, counter, paid, TRUE, free).step.rule
    return _last("move", rule, goal, left, moved)


def choose(goal: Goal, grow: Expr, shrink: Expr, given: Var | None, price: Expr | None) -> Refinement:
    """[R-Choose]: both runs choose the same position, for the square of how far the changes of scores are apart."""
    ledger = _in_squares("choose", goal)
    left, right = two_samplings("choose", goal)
    if left.noise is not CHOOSE:
        raise TacticFailed("choose", "both programs must end with `choose`")
    counter = _paying("choose", ledger, left, given)
    apart = apply(Op.ADD, grow, shrink)
    paid = apply(Op.MUL, apart, apart) if price is None else price
    free = replace(ledger, keep=TRUE)
    chosen = on_what_moves(
        left, right, goal.judgment.post, lambda post: renyi_choose(left, right, grow, shrink, counter, paid, post, free)
    )
    return _last("choose", "R-Choose", goal, left, chosen)


def block(goal: Goal, theorem: Theorem, paid: Paid) -> Refinement:
    """[R-Block]: the last commands are close by a theorem, and that is paid as one step."""
    ledger = _in_squares("block", goal)
    if ledger.keep != TRUE:
        raise TacticFailed("block", "a block needs a ledger that keeps everything")
    given, judgment = theorem.judgment, goal.judgment
    counts = [len(parts_of(c)) for c in (given.left, given.right)]
    (_, left), (_, right) = split(judgment.left, counts[0]), split(judgment.right, counts[1])
    if (left, right) != (given.left, given.right):
        raise TacticFailed("block", "the theorem is not about the last commands of the two programs")
    rest = conjunction(*(p for p in conjuncts(judgment.post) if p != given.post))
    made = renyi_block(paid, rest, ledger, theorem)
    tail = Tail(counts[0], counts[1], made.judgment.pre, Budget(), lambda _: weaken(made, post=judgment.post))
    return behind("block", "R-Block", goal, tail)
