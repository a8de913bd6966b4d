"""Tactics for loops: invariants, variants, and what each iteration may cost.

What the programs of the goal do not write stays true by itself: the parts of the precondition that speak of nothing
else are added to every invariant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from twinproof.kernel.judgment import Budget, Ledger
from twinproof.kernel.rules import (
    Theorem,
    ledger_while,
    ledger_while_async,
    ledger_while_left,
    ledger_while_right,
    while_both,
    while_left,
    while_right,
)
from twinproof.lang.amounts import minus
from twinproof.lang.command import Command, Skip, While, has_loop
from twinproof.lang.expr import (
    FALSE,
    ONE,
    TRUE,
    ZERO,
    Expr,
    Op,
    Place,
    Var,
    apply,
    conjunction,
    conjuncts,
    free_variables,
    fresh_name,
    implies,
    negate,
    tag,
)
from twinproof.lang.printer import show_expr
from twinproof.lang.types import INT
from twinproof.tactics.backward import is_straight, left_alone
from twinproof.tactics.failures import TacticFailed, require
from twinproof.tactics.goal import (
    Goal,
    Refinement,
    Tail,
    about_rigid,
    behind,
    last_of,
    needs_budget,
    needs_ledger,
    once,
    unchanged,
)
from twinproof.tactics.paper_rules import impossible, weaken
from twinproof.tactics.paper_rules import while_ext as ext
from twinproof.tactics.structural import describe, last_commands, of_run

LEFT, RIGHT, RIGID = Place.LEFT, Place.RIGHT, Place.RIGID


def two_loops(tactic: str, goal: Goal) -> tuple[While, While]:
    """The last command of each side, which must be a loop."""
    left, right = last_of(goal.judgment.left), last_of(goal.judgment.right)
    if not isinstance(left, While) or not isinstance(right, While):
        where = last_commands(goal)
        raise TacticFailed(tactic, f"both programs must end with a loop; here stand last {where}. wp() steps back")
    return left, right


def _variant(tactic: str, e: Expr, side: Place) -> Expr:
    if e.type != INT:
        raise TacticFailed(tactic, f"the variant {show_expr(e)} must be an integer, not {e.type}")
    return of_run(tactic, "the variant", e, side)


def new_index(goal: Goal, *parts: Expr) -> Var:
    """A rigid integer k that occurs nowhere."""
    spoken = {v.name for e in parts for v in free_variables(e)}
    return Var(fresh_name("k", goal.taken | spoken), INT, RIGID)


def _invariant(goal: Goal, given: Expr) -> Expr:
    judgment = goal.judgment
    return once(unchanged(judgment.pre, judgment.left, judgment.right), given)


def _leaves(tactic: str, goal: Goal, after: Expr) -> None:
    """After the loop, the postcondition must follow from the invariant."""
    what = "after the loop the postcondition does not follow from the invariant"
    require(tactic, what, implies(after, goal.judgment.post))


def _ends(tactic: str, invariant: Expr, variant: Expr, guard: Expr) -> None:
    used_up = conjunction(invariant, apply(Op.LE, variant, ZERO))
    what = f"the loop may go on when the variant {show_expr(variant)} is used up (0 or less)"
    require(tactic, what, implies(used_up, negate(guard)))


def while_ext(goal: Goal, given: Expr, variant: Expr, critical: Expr, paid: Budget) -> Refinement:
    """[WhileExt]: only the iteration in which the variant has the critical value costs something."""
    name = "while_ext"
    needs_budget(name, goal, "while_ledger")
    left, right = two_loops(name, goal)
    e, b1, b2 = variant, tag(left.condition, LEFT), tag(right.condition, RIGHT)
    program_variant = _variant(name, variant, LEFT)
    _rigid(name, "the critical value", critical)
    invariant = _invariant(goal, given)
    facts = about_rigid(invariant)
    index = new_index(goal, invariant, e, critical)
    together = apply(Op.EQ, b1, b2)
    _ends(name, invariant, e, b1)
    _leaves(name, goal, conjunction(invariant, negate(b1), negate(b2)))
    here = once(invariant, b1, b2, apply(Op.EQ, index, e))
    there = once(invariant, together, apply(Op.LT, e, index))
    cases = (
        (apply(Op.LT, critical, e), Budget(), "before the critical iteration"),
        (apply(Op.EQ, e, critical), paid, "the critical iteration"),
        (apply(Op.LT, e, critical), Budget(), "after the critical iteration"),
    )
    inside = goal.with_(new=(index,), left=left.body, right=right.body, post=there)
    goals = tuple(inside.with_(goal.part(text), pre=conjunction(here, c), cost=cost) for c, cost, text in cases)

    def make(premises: Sequence[Theorem]) -> Theorem:
        conditions = (left.condition, right.condition)
        return ext(*conditions, invariant, program_variant, critical, index, facts, paid, *premises)

    pre = once(facts, invariant, together)
    return behind(name, "WhileExt", goal, Tail(1, 1, pre, paid, make, goals, label="up to the loop"))


def while_budget(goal: Goal, given: Expr, variant: Expr, bound: Expr, total: Callable[[Expr], Budget]) -> Refinement:
    """[While]: each iteration costs what the total grows by."""
    name = "while_"
    needs_budget(name, goal, "while_ledger")
    left, right = two_loops(name, goal)
    e, b1, b2 = variant, tag(left.condition, LEFT), tag(right.condition, RIGHT)
    program_variant = _variant(name, variant, LEFT)
    _rigid(name, "the bound on the number of iterations", bound)
    invariant = _invariant(goal, given)
    facts = about_rigid(invariant)
    index = new_index(goal, invariant, e, bound)
    together = apply(Op.EQ, b1, b2)
    whole, previous, none = (total(k) for k in (index, apply(Op.SUB, index, ONE), ZERO))
    each = Budget(minus(whole.epsilon, previous.epsilon), minus(whole.delta, previous.delta))
    _ends(name, invariant, e, b1)
    _leaves(name, goal, conjunction(invariant, negate(b1), negate(b2)))
    what = f"the number of iterations may be negative (if it is not, say so in the invariant: {show_expr(bound)} >= 0)"
    require(name, what, implies(facts, apply(Op.LE, ZERO, bound)))
    inside = conjunction(facts, apply(Op.LE, ONE, index), apply(Op.LE, index, bound))
    for part, nothing in ((each.epsilon, none.epsilon), (each.delta, none.delta)):
        require(name, "the total of no iterations must be 0", implies(facts, apply(Op.EQ, nothing, ZERO)))
        require(name, "an iteration cannot cost less than 0", implies(inside, apply(Op.LE, ZERO, part)))
    here = conjunction(invariant, b1, b2, apply(Op.EQ, index, e), apply(Op.LE, e, bound))
    there = conjunction(invariant, together, apply(Op.LT, e, index))
    body = goal.with_(
        goal.part("an iteration"), (index,), left=left.body, right=right.body, pre=here, post=there, cost=each
    )
    paid = total(bound)

    def make(premises: Sequence[Theorem]) -> Theorem:
        conditions = (left.condition, right.condition)
        return while_both(*conditions, invariant, program_variant, bound, index, facts, whole, premises[0])

    pre = once(facts, invariant, together, apply(Op.LE, e, bound))
    return behind(name, "While", goal, Tail(1, 1, pre, paid, make, (body,), label="up to the loop"))


def while_ledger(goal: Goal, given: Expr, keep: Expr) -> Refinement:
    """[ω-While]: the ledger counts; no variant is needed."""
    name = "while_ledger"
    needs_ledger(name, goal, "while_ or while_ext")
    left, right = two_loops(name, goal)
    b1, b2 = tag(left.condition, LEFT), tag(right.condition, RIGHT)
    invariant = _invariant(goal, given)
    together = apply(Op.EQ, b1, b2)
    ledger = replace(goal.ledger, keep=keep)
    require(name, "what is kept after the loop must have been kept in it", implies(goal.ledger.keep, keep))
    _leaves(name, goal, conjunction(invariant, negate(b1), negate(b2), goal.ledger.keep))
    here, there = conjunction(invariant, b1, b2), conjunction(invariant, together)
    body = goal.with_(goal.part("an iteration"), left=left.body, right=right.body, pre=here, post=there, cost=ledger)
    goals, pruned = _pruned(name, goal, left.body, keep, b1)

    def unary(premises: Sequence[Theorem]) -> Theorem:
        return pruned if pruned is not None else premises[1]

    def make(premises: Sequence[Theorem]) -> Theorem:
        body = weaken(premises[0], post=there)
        return ledger_while(left.condition, right.condition, invariant, body, unary(premises))

    def outside(premises: Sequence[Theorem]) -> Theorem:
        return weaken(while_left(left.condition, negate(keep), unary(premises)), post=negate(goal.ledger.keep))

    pre = once(invariant, together)
    tail = Tail(1, 1, pre, Budget(), make, (_where_kept(body), *goals), keep, outside, "up to the loop")
    return behind(name, "ω-While", goal, tail)


def _where_kept(goal: Goal) -> Goal:
    """[ω-Conseq]: only what is kept has to satisfy the postcondition."""
    judgment = goal.judgment
    still = unchanged(judgment.post, judgment.left, judgment.right)
    moved = once(*(p for p in conjuncts(judgment.post) if p not in conjuncts(still)))
    return goal.with_(post=once(still, implies(goal.ledger.keep, moved)))


def while_async(goal: Goal, given: Expr, left_goes: Expr, right_goes: Expr, variant: Expr, keep: Expr) -> Refinement:
    """[ω-While-Async]: loops out of step; a loop that never goes alone needs no goal of its own."""
    name = "while_async"
    needs_ledger(name, goal, "while_left and while_right")
    left, right = two_loops(name, goal)
    b1, b2, e = tag(left.condition, LEFT), tag(right.condition, RIGHT), variant
    program_variant = _variant(name, variant, RIGHT)
    invariant = _invariant(goal, given)
    index = new_index(goal, invariant, left_goes, right_goes, e, keep)
    ledger = replace(goal.ledger, keep=keep)
    apart = conjunction(invariant, negate(left_goes), negate(right_goes))
    waiting = conjunction(invariant, negate(left_goes), right_goes)
    require(name, "what is kept after the loop must have been kept in it", implies(goal.ledger.keep, keep))
    _leaves(name, goal, conjunction(invariant, negate(b1), negate(b2), goal.ledger.keep))
    what = "where neither loop goes alone, both must go on or both must stop"
    require(name, what, implies(apart, apply(Op.EQ, b1, b2)))
    what = "the left loop may be done where it is to go alone"
    require(name, what, implies(conjunction(invariant, left_goes), b1))
    require(name, "the right loop may be done where it is to go alone", implies(waiting, b2))
    _not_negative(name, conjunction(waiting, b2), e)
    inside = goal.with_(post=invariant, cost=ledger)
    text = "an iteration of both runs"
    together = inside.with_(goal.part(text), left=left.body, right=right.body, pre=conjunction(apart, b1, b2))
    text, here = "an iteration of the left run alone", conjunction(invariant, left_goes, b1)
    only_left = inside.with_(goal.part(text), left=left.body, right=Skip(), pre=here)
    text, here = "an iteration of the right run alone", conjunction(waiting, b2, apply(Op.EQ, index, e))
    there = conjunction(invariant, apply(Op.LT, e, index))
    only_right = inside.with_(goal.part(text), (index,), left=Skip(), right=right.body, pre=here, post=there)
    steps = [step for step in (together, only_left, only_right) if step.judgment.pre != FALSE]
    goals, pruned = _pruned(name, goal, left.body, keep, b1)

    def unary(premises: Sequence[Theorem]) -> Theorem:
        return pruned if pruned is not None else premises[len(steps)]

    def proved(step: Goal, premises: Sequence[Theorem]) -> Theorem:
        wanted = step.judgment
        if step in steps:
            return weaken(premises[steps.index(step)], post=wanted.post)
        return impossible(wanted.left, wanted.right, FALSE, wanted.post, wanted.stepwise)

    def make(premises: Sequence[Theorem]) -> Theorem:
        return ledger_while_async(
            left.condition,
            right.condition,
            left_goes,
            right_goes,
            invariant,
            program_variant,
            index,
            proved(together, premises),
            proved(only_left, premises),
            proved(only_right, premises),
            unary(premises),
        )

    def outside(premises: Sequence[Theorem]) -> Theorem:
        return weaken(while_left(left.condition, negate(keep), unary(premises)), post=negate(goal.ledger.keep))

    remaining = (*map(_where_kept, steps), *goals)
    tail = Tail(1, 1, invariant, Budget(), make, remaining, keep, outside, "up to the loop")
    return behind(name, "ω-While-Async", goal, tail)


def _not_negative(tactic: str, here: Expr, variant: Expr) -> None:
    what = f"the variant {show_expr(variant)} may be negative where the right loop goes on"
    require(tactic, what, implies(here, apply(Op.LE, ZERO, variant)))


def _pruned(tactic: str, goal: Goal, body: Command, keep: Expr, guard: Expr) -> tuple[tuple[Goal, ...], Theorem | None]:
    """{ ¬L ∧ b } c { ¬L }: proved at once where the body has no loop, else a goal."""
    before, after = conjunction(negate(keep), guard), negate(keep)
    if keep == TRUE:
        return (), impossible(body, Skip(), before, after, Budget())
    if has_loop(body) and not is_straight(body):
        label = goal.part("what is pruned stays pruned")
        return (goal.with_(label, left=body, right=Skip(), pre=before, post=after, cost=Budget()),), None
    theorem = left_alone(body, after)
    require(tactic, "a left run that was given up (¬keep) may come back", implies(before, theorem.judgment.pre))
    return (), weaken(theorem, pre=before)


def while_alone_left(goal: Goal, given: Expr) -> Refinement:
    """[While-L], [ω-While-L]: a loop on the left that has no partner."""
    loop = _one_loop("while_left", "left", goal.judgment.left)
    b, invariant, cost = tag(loop.condition, LEFT), _invariant(goal, given), goal.judgment.stepwise
    _leaves("while_left", goal, conjunction(invariant, negate(b)))
    free = Budget() if isinstance(cost, Budget) else replace(cost, keep=TRUE)
    body = goal.with_(goal.part("an iteration on the left"), left=loop.body, right=Skip(), cost=free)
    body = body.with_(pre=conjunction(invariant, b), post=invariant)

    def make(premises: Sequence[Theorem]) -> Theorem:
        if isinstance(free, Budget):
            return while_left(loop.condition, invariant, premises[0])
        never = impossible(loop.body, Skip(), conjunction(negate(TRUE), b), negate(TRUE), Budget())
        return ledger_while_left(loop.condition, invariant, premises[0], never)

    rule = "While-L" if isinstance(free, Budget) else "ω-While-L"
    return behind("while_left", rule, goal, Tail(1, 0, invariant, Budget(), make, (body,)))


def while_alone_right(goal: Goal, given: Expr, variant: Expr) -> Refinement:
    """[While-R], [ω-While-R]: a loop on the right that has no partner; it must end."""
    name = "while_right"
    loop = _one_loop(name, "right", goal.judgment.right)
    b, invariant, cost = tag(loop.condition, RIGHT), _invariant(goal, given), goal.judgment.stepwise
    program_variant = _variant(name, variant, RIGHT)
    keep = cost.keep if isinstance(cost, Ledger) else TRUE
    if isinstance(cost, Budget):
        _ends(name, invariant, variant, b)
    else:
        _not_negative(name, conjunction(invariant, b), variant)
    _leaves(name, goal, conjunction(invariant, negate(b), keep))
    index = new_index(goal, invariant, variant, keep)
    free = Budget() if isinstance(cost, Budget) else cost
    body = goal.with_(goal.part("an iteration on the right"), (index,), left=Skip(), right=loop.body, cost=free)
    body = body.with_(
        pre=conjunction(invariant, b, apply(Op.EQ, index, variant)),
        post=conjunction(invariant, apply(Op.LT, variant, index)),
    )

    def make(premises: Sequence[Theorem]) -> Theorem:
        rule = while_right if isinstance(free, Budget) else ledger_while_right
        return rule(loop.condition, invariant, program_variant, index, weaken(premises[0], post=body.judgment.post))

    if isinstance(free, Budget):
        return behind(name, "While-R", goal, Tail(0, 1, invariant, Budget(), make, (body,)))
    return behind(name, "ω-While-R", goal, Tail(0, 1, invariant, Budget(), make, (_where_kept(body),), keep))


def _one_loop(tactic: str, side: str, program: Command) -> While:
    loop = last_of(program)
    if not isinstance(loop, While):
        raise TacticFailed(tactic, f"the {side} program must end with a loop; it ends with {describe(loop)}")
    return loop


def _rigid(tactic: str, what: str, e: Expr) -> None:
    strange = [v for v in free_variables(e) if v.place is not RIGID]
    if strange:
        raise TacticFailed(
            tactic,
            f"{what} may speak of rigid variables only, not of {show_expr(strange[0])}: name it first, with name",
        )
