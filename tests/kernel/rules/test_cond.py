"""[Cond-L], [Cond-R], their ledger forms, and the paper's [Cond] as both of them."""

from collections.abc import Callable

import pytest

from tests.kernel.derivations import FREE, LEDGERS, Maker, both, eq, explore, le, lt, one, refused, two, x, y
from twinproof.kernel import rules
from twinproof.kernel.judgment import Budget, Judgment, Ledger
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Assign, Command, If, Sample, Skip
from twinproof.lang.expr import FALSE, ONE, TRUE, ZERO, Expr, negate

SAME = eq(one(x), two(x))
B = lt(x, y)
YES, NO = Assign(x, ONE), Assign(x, ZERO)

Rule = Callable[[Expr, Expr, Theorem, Theorem], Theorem]


def premise(left: bool, value: Expr, pre: Expr) -> Theorem:
    """x ← value on one side, under a precondition that says what it needs."""
    made = (rules.assign_left if left else rules.assign_right)(x, value, SAME, FREE)
    return rules.conseq(both(made.judgment.pre, pre), SAME, FREE, made)


def test_both_branches_are_put_together() -> None:
    for left in (True, False):
        rule: Rule = rules.cond_left if left else rules.cond_right
        tagged = one(B) if left else two(B)
        pre = eq(two(x), 0) if left else eq(one(x), 0)
        yes, no = (premise(left, ZERO, b) for b in (tagged, negate(tagged)))
        yes, no = (rules.conseq(both(pre, b), SAME, FREE, t) for b, t in ((tagged, yes), (negate(tagged), no)))
        branch = If(B, NO, NO)
        wanted = Judgment(branch if left else Skip(), Skip() if left else branch, pre, SAME, FREE)
        assert rule(B, pre, yes, no).judgment == wanted


IDLE = Skip()


def other(left: Command = YES, right: Command = IDLE, post: Expr = SAME, cost: Budget | Ledger = FREE) -> Theorem:
    return rules.exfalso(left, right, post, cost)


def test_each_branch_needs_its_own_precondition() -> None:
    good_yes, good_no = premise(True, ZERO, one(B)), premise(True, ZERO, negate(one(B)))
    pre = eq(ZERO, two(x))
    assert rules.cond_left(B, pre, good_yes, good_no).judgment.pre == pre
    with refused("the precondition of the first premise is"):
        rules.cond_left(B, pre, good_no, good_no)
    with refused("the precondition of the second premise is"):
        rules.cond_left(B, pre, good_yes, good_yes)
    with refused("the precondition of the first premise is"):
        rules.cond_right(B, pre, good_yes, good_no)


@pytest.mark.parametrize("rule", [rules.cond_left, rules.cond_right])
def test_both_branches_have_one_postcondition_and_one_cost(rule: Rule) -> None:
    rule(B, FALSE, other(Skip()), other(Skip()))
    with refused("the postcondition of the second premise is"):
        rule(B, FALSE, other(Skip()), other(Skip(), post=TRUE))
    for cost in (Budget(ONE), Budget(ZERO, ONE), LEDGERS, Ledger(LEDGERS.counters, one(B)), Ledger(())):
        with refused("the cost of the second premise is"):
            rule(B, FALSE, other(Skip()), other(Skip(), cost=cost))


def test_the_other_side_is_one_program() -> None:
    rules.cond_left(B, FALSE, other(YES), other(NO))
    with refused("the right program of the second premise is"):
        rules.cond_left(B, FALSE, other(YES, YES), other(NO, NO))
    rules.cond_right(B, FALSE, other(YES, YES), other(YES, NO))
    with refused("the left program of the second premise is"):
        rules.cond_right(B, FALSE, other(YES, YES), other(NO, NO))


@pytest.mark.parametrize("rule", [rules.cond_left, rules.cond_right])
def test_the_condition_is_a_condition(rule: Rule) -> None:
    with refused("a case is a condition"):
        rule(x, FALSE, other(Skip()), other(Skip()))


def test_branches_on_one_side_are_valid() -> None:
    explore("cond", 50, lambda m: m.conditional(m.assertion()))


def test_branches_on_both_sides_are_valid() -> None:
    """[Cond]: an if on the right inside each branch of the left."""

    def make(m: Maker) -> Theorem:
        post, left, right = m.assertion(), m.condition(), m.condition()
        pair = m.coupled(post).judgment
        assert isinstance(pair.left, Sample)
        assert isinstance(pair.right, Sample)
        first, second, third, fourth = (m.coupled(post, (pair.left, pair.right), ONE) for _ in range(4))
        yes = m.branch(two(right), first, second, right, rules.cond_right)
        no = m.branch(two(right), third, fourth, right, rules.cond_right)
        return m.branch(one(left), yes, no, left, rules.cond_left)

    explore("cond on both sides", 12, make)


def test_a_branch_that_is_never_taken() -> None:
    impossible = both(le(x, 0), lt(0, x))
    yes = rules.conseq(both(TRUE, one(impossible)), FALSE, FREE, rules.exfalso(YES, Skip(), FALSE, FREE))
    post = eq(one(y), one(y))
    yes = rules.conseq(one(impossible), post, FREE, yes)
    no = rules.conseq(negate(one(impossible)), post, FREE, rules.skip(post, FREE))
    assert rules.cond_left(impossible, TRUE, yes, no).judgment.left == If(impossible, YES, Skip())
