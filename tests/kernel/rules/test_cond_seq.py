"""[Cond-Seq]: what comes after a conditional belongs to both of its branches."""

import pytest

from tests.kernel.derivations import (
    FREE,
    LEDGERS,
    LEFT,
    RIGHT,
    Maker,
    add,
    eq,
    explore,
    le,
    lt,
    one,
    p,
    refused,
    two,
    x,
    y,
    z,
)
from twinproof.kernel import rules
from twinproof.kernel.judgment import Judgment
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Assign, Command, If, Skip, While, sequence
from twinproof.lang.expr import FALSE, ONE, ZERO, tag

SAME = eq(one(x), two(x))
C, D = Assign(x, ONE), Assign(y, ZERO)
AFTER = sequence(While(lt(x, y), Assign(x, add(x, 1))), Assign(z, ONE))
OTHER = Assign(y, ONE)


def branches(then: Command, otherwise: Command) -> If:
    return If(p, then, otherwise)


@pytest.mark.parametrize("then", [C, Skip(), sequence(C, D)])
@pytest.mark.parametrize("otherwise", [D, Skip(), AFTER])
def test_what_comes_after_stands_after_the_conditional(then: Command, otherwise: Command) -> None:
    spread = branches(sequence(then, AFTER), sequence(otherwise, AFTER))
    whole = sequence(branches(then, otherwise), AFTER)
    made = rules.cond_seq(AFTER, "left", rules.exfalso(spread, OTHER, SAME, FREE)).judgment
    assert made == Judgment(whole, OTHER, FALSE, SAME, FREE)
    made = rules.cond_seq(AFTER, "right", rules.exfalso(OTHER, spread, SAME, FREE)).judgment
    assert made == Judgment(OTHER, whole, FALSE, SAME, FREE)


@pytest.mark.parametrize(
    ("then", "otherwise"),
    [
        (C, sequence(D, AFTER)),
        (sequence(C, AFTER), D),
        (sequence(C, AFTER), Skip()),
        (sequence(AFTER, C), sequence(D, AFTER)),
        (sequence(C, AFTER), sequence(D, AFTER, C)),
        (sequence(C, Assign(z, ONE)), sequence(D, AFTER)),
    ],
)
def test_both_branches_end_with_it(then: Command, otherwise: Command) -> None:
    spread = branches(then, otherwise)
    with refused("each branch must end with what comes after the conditional"):
        rules.cond_seq(AFTER, "left", rules.exfalso(spread, OTHER, SAME, FREE))
    with refused("each branch must end with what comes after the conditional"):
        rules.cond_seq(AFTER, "right", rules.exfalso(OTHER, spread, SAME, FREE))


@pytest.mark.parametrize(
    "program", [Skip(), AFTER, sequence(branches(AFTER, AFTER), OTHER), sequence(OTHER, branches(C, D))]
)
def test_the_premise_is_about_a_conditional_and_nothing_else(program: Command) -> None:
    with refused("the program must be a conditional"):
        rules.cond_seq(AFTER, "left", rules.exfalso(program, branches(AFTER, AFTER), SAME, FREE))
    with refused("the program must be a conditional"):
        rules.cond_seq(AFTER, "right", rules.exfalso(branches(AFTER, AFTER), program, SAME, FREE))


def test_the_side_is_left_or_right() -> None:
    spread = branches(AFTER, AFTER)
    with refused("the side is left or right"):
        rules.cond_seq(AFTER, "both", rules.exfalso(spread, spread, SAME, FREE))


def test_it_is_for_budgets() -> None:
    spread = branches(AFTER, AFTER)
    with refused("the premise must be a judgment with a budget"):
        rules.cond_seq(AFTER, "left", rules.exfalso(spread, OTHER, SAME, LEDGERS))


def test_spread_conditionals_are_valid() -> None:
    """A conditional in one run, and an assignment after it."""

    def make(m: Maker) -> Theorem:
        place = m.rng.choice((LEFT, RIGHT))
        left = place is LEFT
        assign = rules.assign_left if left else rules.assign_right
        after = m.rng.choice((Assign(x, add(x, 1)), Assign(y, x)))
        condition = m.rng.choice((p, le(x, y)))
        last = assign(after.target, after.value, m.assertion(), FREE)
        before = m.rng.choice((Assign(y, ZERO), Assign(x, add(y, 1))))
        yes = rules.seq(assign(before.target, before.value, last.judgment.pre, FREE), last)
        rule = rules.cond_left if left else rules.cond_right
        spread = m.branch(tag(condition, place), yes, last, condition, rule)
        return rules.cond_seq(after, "left" if left else "right", spread)

    explore("cond_seq", 40, make)
