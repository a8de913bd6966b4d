"""Going backward through code that needs no decision: assignments, conditionals, and guards.

A guard, `while b do skip`, is what the reader puts before an operation that raises in Python: a run that meets it with
b true never ends. On the left that run does not matter ([While-L], [ω-While-L]); on the right it must not happen
([Unfold]). Samplings and other loops are decisions, and stay for tactics of their own.
"""

from __future__ import annotations

from twinproof.kernel.judgment import Budget, Cost, Ledger
from twinproof.kernel.rules import (
    Theorem,
    assign_left,
    assign_right,
    cond_left,
    cond_right,
    exfalso,
    ledger_while_left,
    sample_left,
    sample_right,
    skip,
    unfold,
    while_left,
)
from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While
from twinproof.lang.expr import TRUE, Expr, Place, Var, conjunction, free_variables, implies, negate, substitute, tag
from twinproof.tactics.derived import impossible, in_order, weaken
from twinproof.tactics.stepping import Stuck, by_cases, parts_of

LEFT, RIGHT = Place.LEFT, Place.RIGHT


def is_straight(command: Command) -> bool:
    """Whether the command can be stepped through without a decision."""
    match command:
        case If(_, then, otherwise):
            return is_straight(then) and is_straight(otherwise)
        case While(_, body):
            return isinstance(body, Skip)
        case Seq(parts):
            return all(map(is_straight, parts))
        case Assign() | Skip():
            return True
        case Sample():
            return False


def straight_tail(command: Command) -> int:
    """How many of the last commands can be stepped through."""
    count = 0
    for part in reversed(parts_of(command)):
        if not is_straight(part):
            break
        count += 1
    return count


def both_alone(left: Command, right: Command, post: Expr, cost: Cost) -> Theorem:
    """{ wp } left ~ right { post }, the one after the other. A ledger keeps everything until the end."""
    free = cost if isinstance(cost, Budget) else Ledger(cost.counters, TRUE)
    later = alone(right, RIGHT, post, free)
    whole = in_order(alone(left, LEFT, later.judgment.pre, free), later)
    return in_order(whole, skip(post, cost)) if free != cost else whole


def left_alone(command: Command, post: Expr) -> Theorem:
    """The unary { wp } command { post }, also through samplings."""
    return alone(command, LEFT, post, Budget())


def alone(command: Command, side: Place, post: Expr, cost: Cost) -> Theorem:
    """{ wp } command { post } for one of the two runs, which keeps everything; the other does nothing."""
    result = skip(post, cost)
    for part in reversed(parts_of(command)):
        result = in_order(_one(part, side, result.judgment.pre, cost), result)
    return result


def _one(command: Command, side: Place, post: Expr, cost: Cost) -> Theorem:
    left = side is LEFT
    match command:
        case Assign(target, value):
            return (assign_left if left else assign_right)(target, value, post, cost)
        case Sample():
            return (sample_left if left else sample_right)(command, post, cost)
        case If(condition, then, otherwise):
            yes, no = (alone(branch, side, post, cost) for branch in (then, otherwise))
            b = tag(condition, side)
            pre = by_cases([(b, yes.judgment.pre), (negate(b), no.judgment.pre)])
            first, second = weaken(yes, pre=conjunction(pre, b)), weaken(no, pre=conjunction(pre, negate(b)))
            return (cond_left if left else cond_right)(condition, pre, first, second)
        case While(_, Skip()):
            return _guard_left(command, post, cost) if left else _guard_right(command, post, cost)
        case _:
            raise Stuck("a loop is not stepped through")


def _guard_left(guard: While, post: Expr, cost: Cost) -> Theorem:
    """⊢ while b do skip ~ skip : (¬b⟨1⟩ ⇒ Ψ) ⇒ Ψ. If b holds the left run never ends."""
    b = tag(guard.condition, LEFT)
    through = implies(negate(b), post)
    body = weaken(skip(through, cost), pre=conjunction(through, b))
    if isinstance(cost, Budget):
        loop = while_left(guard.condition, through, body)
    else:
        never = impossible(Skip(), Skip(), conjunction(negate(cost.keep), b), negate(cost.keep), Budget())
        loop = ledger_while_left(guard.condition, through, body, never)
    return weaken(loop, post=post)


def _guard_right(guard: While, post: Expr, cost: Cost) -> Theorem:
    """⊢ skip ~ while b do skip : ¬b⟨2⟩ ∧ Ψ ⇒ Ψ. The right run must not get stuck."""
    b = tag(guard.condition, RIGHT)
    pre = conjunction(negate(b), post)
    stuck = impossible(Skip(), guard, conjunction(pre, b), post, cost)
    passed = weaken(skip(post, cost), pre=conjunction(pre, negate(b)))
    return unfold(guard, "right", cond_right(guard.condition, pre, stuck, passed))


def kept_before(command: Command, keep: Expr) -> Expr:
    """What the left run must satisfy before a command so that L can hold after it.

    As much as can be said without a decision: after a sampling of something that L speaks of, everything is possible.
    """
    for part in reversed(parts_of(command)):
        match part:
            case Assign(target, value):
                keep = substitute(keep, {Var(target.name, target.type, LEFT): tag(value, LEFT)})
            case Sample(target):
                keep = TRUE if Var(target.name, target.type, LEFT) in free_variables(keep) else keep
            case If(condition, then, otherwise):
                b = tag(condition, LEFT)
                keep = by_cases([(b, kept_before(then, keep)), (negate(b), kept_before(otherwise, keep))])
            case While(condition, Skip()):
                keep = conjunction(negate(tag(condition, LEFT)), keep) if keep != TRUE else TRUE
            case _:
                return TRUE
    return keep


def stays_outside(command: Command, before: Expr, after: Expr) -> Theorem:
    """The unary { ¬L' } command { ¬L } of [ω-Seq] and the ω-loops: what is pruned stays pruned."""
    if before == TRUE:
        return exfalso(command, Skip(), negate(after), Budget())
    return weaken(left_alone(command, negate(after)), pre=negate(before))
