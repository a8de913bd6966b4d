"""Tactics for loops: invariants, variants, and what each iteration may cost.

What the programs of the goal do not write stays true by itself: the parts of the precondition that speak of nothing
else are added to every invariant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from twinproof.kernel.judgment import Budget, Ledger
from twinproof.kernel.rules import Theorem, ledger_while, ledger_while_left, while_both, while_left, while_right
from twinproof.lang.amounts import minus
from twinproof.lang.command import Command, Skip, While, has_loop
from twinproof.lang.expr import (
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
    substitute,
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
from twinproof.tactics.structural import describe, last_commands

LEFT, RIGHT, RIGID = Place.LEFT, Place.RIGHT, Place.RIGID


def two_loops(tactic: str, goal: Goal) -> tuple[While, While]:
    """The last command of each side, which must be a loop."""
    left, right = last_of(goal.judgment.left), last_of(goal.judgment.right)
    if not isinstance(left, While) or not isinstance(right, While):
        where = last_commands(goal)
        raise TacticFailed(tactic, f"both programs must end with a loop; here stand last {where}. wp() steps back")
    return left, right


def of_run(tactic: str, e: Expr, side: Place) -> Expr:
    """An integer of one run, written as L.… or R.…, as the program expression that it is."""
    if e.type != INT:
        raise TacticFailed(tactic, f"the variant {show_expr(e)} must be an integer, not {e.type}")
    for v in free_variables(e):
        if v.place not in (side, RIGID):
            which = "left" if side is LEFT else "right"
            raise TacticFailed(tactic, f"the variant is about the {which} run, and cannot speak of {show_expr(v)}")
    return substitute(e, {v: Var(v.name, v.type) for v in free_variables(e) if v.place is side})


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
    program_variant = of_run(name, variant, LEFT)
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
    program_variant = of_run(name, variant, LEFT)
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
    ledger = Ledger(goal.ledger.counters, keep)
    require(name, "what is kept after the loop must have been kept in it", implies(goal.ledger.keep, keep))
    _leaves(name, goal, conjunction(invariant, negate(b1), negate(b2), goal.ledger.keep))
    here, there = conjunction(invariant, b1, b2), conjunction(invariant, together)
    still = unchanged(there, left.body, right.body)
    moved = once(*(p for p in conjuncts(there) if p not in conjuncts(still)))
    wanted = once(still, implies(keep, moved))  # [ω-Conseq]: only what is kept has to satisfy the postcondition
    body = goal.with_(goal.part("an iteration"), left=left.body, right=right.body, pre=here, post=wanted, cost=ledger)
    goals, pruned = _pruned(name, goal, left.body, keep, b1)

    def unary(premises: Sequence[Theorem]) -> Theorem:
        return pruned if pruned is not None else premises[1]

    def make(premises: Sequence[Theorem]) -> Theorem:
        body = weaken(premises[0], post=there)
        return ledger_while(left.condition, right.condition, invariant, body, unary(premises))

    def outside(premises: Sequence[Theorem]) -> Theorem:
        return weaken(while_left(left.condition, negate(keep), unary(premises)), post=negate(goal.ledger.keep))

    pre = once(invariant, together)
    tail = Tail(1, 1, pre, Budget(), make, (body, *goals), keep, outside, "up to the loop")
    return behind(name, "ω-While", goal, tail)


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
    b, invariant, cost = tag(loop.condition, LEFT), _invariant(goal, given), goal.judgment.cost
    _leaves("while_left", goal, conjunction(invariant, negate(b)))
    free = Budget() if isinstance(cost, Budget) else Ledger(cost.counters, TRUE)
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
    """[While-R]: a loop on the right that has no partner; it must end."""
    name = "while_right"
    needs_budget(name, goal, "unfold")
    loop = _one_loop(name, "right", goal.judgment.right)
    b, invariant = tag(loop.condition, RIGHT), _invariant(goal, given)
    program_variant = of_run(name, variant, RIGHT)
    _ends(name, invariant, variant, b)
    _leaves(name, goal, conjunction(invariant, negate(b)))
    index = new_index(goal, invariant, variant)
    body = goal.with_(goal.part("an iteration on the right"), (index,), left=Skip(), right=loop.body, cost=Budget())
    body = body.with_(
        pre=conjunction(invariant, b, apply(Op.EQ, index, variant)),
        post=conjunction(invariant, apply(Op.LT, variant, index)),
    )

    def make(premises: Sequence[Theorem]) -> Theorem:
        return while_right(loop.condition, invariant, program_variant, index, premises[0])

    return behind(name, "While-R", goal, Tail(0, 1, invariant, Budget(), make, (body,)))


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
