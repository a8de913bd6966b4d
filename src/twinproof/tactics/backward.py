"""Going backward through code that needs no decision: assignments, conditionals, and guards.

A guard, `while b do skip`, is what the reader puts before an operation that raises in Python. Samplings and other loops
are decisions, and stay for tactics of their own.
"""

from __future__ import annotations

from dataclasses import replace

from twinproof.kernel.judgment import Budget, Cost
from twinproof.kernel.rules import Theorem, exfalso, skip
from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While, parts_of
from twinproof.lang.expr import TRUE, Expr, Place, Var, conjunction, free_variables, negate, substitute, tag
from twinproof.tactics.paper_rules import in_order, weaken
from twinproof.tactics.stepping import alone, by_cases

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
    free = cost if isinstance(cost, Budget) else replace(cost, keep=TRUE)
    later = alone(right, RIGHT, post, free)
    whole = in_order(alone(left, LEFT, later.judgment.pre, free), later)
    return in_order(whole, skip(post, cost)) if free != cost else whole


def left_alone(command: Command, post: Expr) -> Theorem:
    """The unary { wp } command { post }, also through samplings."""
    return alone(command, LEFT, post, Budget())


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
