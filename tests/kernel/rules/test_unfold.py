"""[Unfold]: a loop is its first iteration and the rest."""

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
    sub,
    two,
    x,
    y,
)
from twinproof.kernel import rules
from twinproof.kernel.judgment import Judgment
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Assign, Command, If, Skip, While, sequence
from twinproof.lang.expr import FALSE, ONE, Expr, Place, tag

SAME = eq(one(x), two(x))
LOOP = While(lt(x, y), Assign(x, add(x, 1)))
OPENED = If(LOOP.condition, sequence(LOOP.body, LOOP), Skip())
REST = Assign(y, ONE)


def test_the_loop_is_closed_again() -> None:
    for cost in (FREE, LEDGERS):
        premise = rules.exfalso(sequence(OPENED, REST), REST, SAME, cost)
        made = rules.unfold(LOOP, "left", premise).judgment
        assert made == Judgment(sequence(LOOP, REST), REST, FALSE, SAME, cost)
        premise = rules.exfalso(REST, OPENED, SAME, cost)
        assert rules.unfold(LOOP, "right", premise).judgment == Judgment(REST, LOOP, FALSE, SAME, cost)


@pytest.mark.parametrize(
    "opened",
    [
        Skip(),
        LOOP,
        If(le(x, y), sequence(LOOP.body, LOOP), Skip()),
        If(LOOP.condition, LOOP, Skip()),
        If(LOOP.condition, LOOP.body, Skip()),
        If(LOOP.condition, sequence(LOOP, LOOP.body), Skip()),
        If(LOOP.condition, sequence(LOOP.body, LOOP), LOOP.body),
        If(LOOP.condition, sequence(LOOP.body, LOOP, REST), Skip()),
        sequence(REST, OPENED),
    ],
)
def test_the_premise_begins_with_the_opened_loop(opened: Command) -> None:
    with refused("the first command of the premise is"):
        rules.unfold(LOOP, "left", rules.exfalso(opened, OPENED, SAME, FREE))
    with refused("the first command of the premise is"):
        rules.unfold(LOOP, "right", rules.exfalso(OPENED, opened, SAME, FREE))


def test_the_side_is_left_or_right() -> None:
    with refused("the side is left or right"):
        rules.unfold(LOOP, "both", rules.exfalso(OPENED, OPENED, SAME, FREE))


def test_unfolded_loops_are_valid() -> None:
    """Each loop is unfolded until its variant is used up, or twice with the rest assumed not to be entered."""

    def make(m: Maker) -> Theorem:
        side = m.rng.choice((LEFT, RIGHT))
        loop = m.rng.choice(
            (
                While(lt(x, y), Assign(x, add(x, 1))),
                While(p, Assign(p, lt(0, x))),
                While(lt(0, y), Assign(y, sub(y, 1))),
            )
        )
        return unfolded(m, loop, side, m.assertion(), m.rng.randint(1, 2))

    explore("unfold", 40, make)


def unfolded(m: Maker, loop: While, place: Place, post: Expr, times: int) -> Theorem:
    """The loop against skip, provided that it ends within so many iterations."""
    left = place is LEFT
    if times:
        rest = unfolded(m, loop, place, post, times - 1)
        assert isinstance(loop.body, Assign)
        assign = rules.assign_left if left else rules.assign_right
        first = assign(loop.body.target, loop.body.value, rest.judgment.pre, m.cost)
        yes = m.seq(first, rest)
    else:
        again = sequence(loop.body, loop)
        yes = rules.exfalso(again if left else Skip(), Skip() if left else again, post, m.cost)
    rule = rules.cond_left if left else rules.cond_right
    opened = m.branch(tag(loop.condition, place), yes, rules.skip(post, m.cost), loop.condition, rule)
    return rules.unfold(loop, "left" if left else "right", opened)
