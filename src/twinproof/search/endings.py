"""Why programs end: what gets smaller in each round of a loop, and the theorem that a program ends."""

from __future__ import annotations

from twinproof.kernel.judgment import Budget
from twinproof.kernel.rules import Theorem, cond_right, seq, while_right
from twinproof.lang.command import Command, If, While, has_rounds
from twinproof.lang.expr import (
    Apply,
    Expr,
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
    tag,
)
from twinproof.lang.types import INT
from twinproof.search.pruning import split_at_loops
from twinproof.search.terms import Unsupported
from twinproof.tactics.paper_rules import weaken
from twinproof.tactics.stepping import alone

LEFT, RIGHT = Place.LEFT, Place.RIGHT
FREE = Budget()


def variant_of(condition: Expr) -> Expr:
    """What decreases in a loop that ends: how far a number is from its limit."""
    for part in conjuncts(condition):
        match part:
            case Apply(Op.LT | Op.LE, (a, b)) if a.type == INT:
                return apply(Op.SUB, b, a)
            case _:
                pass
    raise Unsupported("why a loop ends is not known")


def exchanged(e: Expr) -> Expr:
    """An assertion with both runs exchanged."""
    sides = {LEFT: RIGHT, RIGHT: LEFT}
    return substitute(e, {v: Var(v.name, v.type, sides[v.place]) for v in free_variables(e) if v.place in sides})


def it_ends(command: Command, steady: Expr, post: Expr, taken: set[str]) -> Theorem:
    """⊢ skip ~⟨0,0⟩ command : steady ⇒ post, where all but the last code without a loop leaves `steady` as it is."""
    *before, last = split_at_loops(command)
    current = weaken(alone(last, RIGHT, post, FREE), pre=steady)
    for part in reversed(before):
        if not has_rounds(part):
            step = weaken(alone(part, RIGHT, steady, FREE), pre=steady)
        else:
            step = _loop_or_branchit_ends(part, steady, taken)
        current = seq(step, current)
    return current


def _loop_or_branchit_ends(command: Command, steady: Expr, taken: set[str]) -> Theorem:
    match command:
        case While(condition, body):
            variant, b = variant_of(condition), tag(condition, RIGHT)
            index = Var(fresh_name("rest", taken), INT, Place.RIGID)
            e = tag(variant, RIGHT)
            here, fewer = apply(Op.EQ, index, e), apply(Op.LT, e, index)
            inside = it_ends(body, conjunction(steady, here), conjunction(steady, fewer), taken | {index.name})
            inside = weaken(inside, pre=conjunction(steady, b, here))
            return weaken(while_right(condition, steady, variant, index, inside), post=steady)
        case If(condition, then, otherwise):
            b = tag(condition, RIGHT)
            yes, no = (it_ends(branch, steady, steady, taken) for branch in (then, otherwise))
            yes, no = weaken(yes, pre=conjunction(steady, b)), weaken(no, pre=conjunction(steady, negate(b)))
            return cond_right(condition, steady, yes, no)
        case _:
            raise AssertionError("a command with a loop")
