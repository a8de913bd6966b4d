"""Backward proof of loop-free programs, as far as the tests need it: the weakest precondition, as a theorem."""

from collections.abc import Callable

from twinproof.kernel.judgment import Budget, Ledger
from twinproof.kernel.rules import (
    Theorem,
    assign_left,
    cond_left,
    cond_right,
    conseq,
    ledger_conseq,
    ledger_sample,
    sample_left,
    seq,
    skip,
)
from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip
from twinproof.lang.expr import Expr, Place, Var, conjunction, implies, negate, tag
from twinproof.lang.types import INT
from twinproof.tactics.derived import assn, in_order

LEFT, RIGHT = Place.LEFT, Place.RIGHT
V = Var("sampled", INT, Place.RIGID)
Coupling = Callable[[Sample], tuple[Expr, Var]]  # the shift (over V) and the counter of a sampling


def parts(command: Command) -> tuple[Command, ...]:
    match command:
        case Seq(inner):
            return inner
        case Skip():
            return ()
        case _:
            return (command,)


def unary(command: Command, post: Expr) -> Theorem:
    """{ wp } command { post }, as command ~ skip."""
    result = skip(post, Budget())
    for c in reversed(parts(command)):
        post = result.judgment.pre
        match c:
            case Assign(target, value):
                step = assign_left(target, value, post, Budget())
            case Sample():
                step = sample_left(c, post, Budget())
            case If(condition, then, otherwise):
                yes, no = unary(then, post), unary(otherwise, post)
                b = tag(condition, LEFT)
                pre = conjunction(implies(b, yes.judgment.pre), implies(negate(b), no.judgment.pre))
                first = conseq(conjunction(pre, b), post, Budget(), yes)
                second = conseq(conjunction(pre, negate(b)), post, Budget(), no)
                step = cond_left(condition, pre, first, second)
            case _:
                raise NotImplementedError(c)
        result = seq(step, result)
    return result


def together(left: Command, right: Command, post: Expr, cost: Ledger, couple: Coupling) -> Theorem:
    """Two programs of the same shape, step by step; branches may differ."""
    result = skip(post, cost)
    for a, b in zip(reversed(parts(left)), reversed(parts(right)), strict=True):
        after = result
        result = in_order(_one(a, b, after.judgment.pre, cost, couple), after)
    return result


def _one(a: Command, b: Command, post: Expr, cost: Ledger, couple: Coupling) -> Theorem:
    match a, b:
        case Assign(x, e), Assign(y, f):
            return assn(x, e, y, f, post, cost)
        case Sample(), Sample():
            shift, counter = couple(a)
            return ledger_sample(a, b, shift, V, counter, post, cost)
        case If(p, c, d), If(q, e, f):
            b1, b2 = tag(p, LEFT), tag(q, RIGHT)
            cases = {
                (s, t): branches(x, y, post, cost, couple)
                for s, x in ((True, c), (False, d))
                for t, y in ((True, e), (False, f))
            }

            def when(s: bool, t: bool) -> Expr:
                return conjunction(b1 if s else negate(b1), b2 if t else negate(b2))

            pre = conjunction(*(implies(when(s, t), theorem.judgment.pre) for (s, t), theorem in cases.items()))

            def side(s: bool) -> Theorem:
                here = conjunction(pre, b1 if s else negate(b1))
                yes = ledger_conseq(conjunction(here, b2), post, cost.keep, cases[s, True])
                no = ledger_conseq(conjunction(here, negate(b2)), post, cost.keep, cases[s, False])
                return cond_right(q, here, yes, no)

            return cond_left(p, pre, side(True), side(False))
        case _:
            raise NotImplementedError(a, b)


def branches(left: Command, right: Command, post: Expr, cost: Ledger, couple: Coupling) -> Theorem:
    """Two branches: in step if they have the same shape, else one after the other (assignments only)."""
    if len(parts(left)) == len(parts(right)) and all(
        type(a) is type(b) for a, b in zip(parts(left), parts(right), strict=True)
    ):
        return together(left, right, post, cost, couple)
    from twinproof.kernel.rules import assign_right

    result = skip(post, cost)
    for c in reversed(parts(right)):
        assert isinstance(c, Assign)
        result = in_order(assign_right(c.target, c.value, result.judgment.pre, cost), result)
    for c in reversed(parts(left)):
        assert isinstance(c, Assign)
        result = in_order(assign_left(c.target, c.value, result.judgment.pre, cost), result)
    return result
