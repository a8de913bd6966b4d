"""[Subsample-L] and [Subsample-R]: a run that tosses a coin alone, and what that makes of a budget with a δ."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

import pytest

from tests.kernel.derivations import (
    FREE,
    LEDGERS,
    RIGID,
    add,
    both,
    eps,
    eq,
    laplace,
    le,
    one,
    p,
    refused,
    sub,
    times,
    two,
    w,
    x,
    y,
    z,
)
from tests.kernel.semantics import Violation, check
from twinproof.kernel import rules
from twinproof.kernel.judgment import Budget, Judgment
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Assign, Command, If, Sample, Skip, sequence
from twinproof.lang.expr import FALSE, ONE, TRUE, ZERO, Expr, Literal, Op, Var, apply, implies, negate, substitute
from twinproof.lang.noise import COIN
from twinproof.lang.types import REAL

CHANCE = Var("chance", REAL, RIGID)
HALF, QUARTER = Literal(Fraction(1, 2)), Literal(Fraction(1, 4))
UNIT = Literal(Fraction(1))
GIVEN = Budget(UNIT, QUARTER)  # of a run that keeps the row, against one that does not have it
SAME = eq(one(x), two(x))
SKIP = Skip()


def exp(e: Expr) -> Expr:
    return apply(Op.EXP, e)


def kappa(chance: Expr, amount: Expr) -> Expr:
    """log(1 + q·(e^a − 1))."""
    return apply(Op.LOG, add(ONE, times(chance, sub(exp(amount), ONE))))


def toss(chance: Expr = HALF) -> Sample:
    return Sample(p, COIN, (chance,), FALSE)


# x ← z, and 1 more where the coin is true; then noise of rate 1. It is (1, 0)-close to the same without the coin.
DRAW = laplace(x, y, UNIT)
KEEPS = sequence(If(p, Assign(y, add(z, ONE)), Assign(y, z)), DRAW)
PLAIN = sequence(Assign(y, z), DRAW)


@dataclass(frozen=True)
class Side:
    """One of the two rules, with the programs on the side where it tosses the coin."""

    rule: Callable[[Sample, Budget, Theorem, Theorem], Theorem]
    left: bool

    @property
    def coin(self) -> Expr:
        return one(p) if self.left else two(p)

    @property
    def programs(self) -> tuple[Command, Command]:
        return (KEEPS, PLAIN) if self.left else (PLAIN, KEEPS)

    def premise(self, kept: bool, cost: Budget) -> Theorem:
        """Both draw the same: at most 1 apart where the coin is true, and for nothing where it is false."""
        bound = ONE if kept else ZERO
        made = rules.lap_gen(DRAW, DRAW, ZERO, bound, UNIT, SAME)
        centre = made.judgment.pre
        for left in (False, True):
            assign = rules.assign_left if left else rules.assign_right
            if left is not self.left:
                made = rules.seq(assign(y, z, centre, FREE), made)
            else:
                cond = rules.cond_left if left else rules.cond_right
                yes, no = (assign(y, e, centre, FREE) for e in (add(z, ONE), z))
                chosen = both(implies(self.coin, yes.judgment.pre), implies(negate(self.coin), no.judgment.pre))
                yes = rules.conseq(both(chosen, self.coin), centre, FREE, yes)
                no = rules.conseq(both(chosen, negate(self.coin)), centre, FREE, no)
                made = rules.seq(cond(p, chosen, yes, no), made)
            centre = made.judgment.pre
        same = eq(one(z), two(z))
        pre = both(same, self.coin) if kept else both(same, negate(self.coin))
        return rules.conseq(pre, SAME, cost, made)

    def apply(self, total: Budget, sampling: Sample | None = None, given: Budget = GIVEN) -> Theorem:
        return self.rule(sampling or toss(), total, self.premise(True, given), self.premise(False, FREE))

    def dead(self, cost: Budget = FREE, post: Expr = SAME, programs: tuple[Command, Command] = (SKIP, SKIP)) -> Theorem:
        """A premise that says nothing."""
        return rules.exfalso(*programs, post, cost)


LEFT_SIDE, RIGHT_SIDE = Side(rules.subsample_left, True), Side(rules.subsample_right, False)
sides = pytest.mark.parametrize("side", [LEFT_SIDE, RIGHT_SIDE], ids=["left", "right"])
TOTAL = Budget(kappa(HALF, UNIT), Literal(Fraction(1, 8)))


@sides
def test_the_figure(side: Side) -> None:
    made = side.apply(TOTAL).judgment
    first, second = side.programs
    tossed = (sequence(toss(), first), second) if side.left else (first, sequence(toss(), second))
    coin = side.coin
    assert isinstance(coin, Var)
    kept, out = side.premise(True, GIVEN).judgment.pre, side.premise(False, FREE).judgment.pre
    pre = both(substitute(kept, {coin: TRUE}), substitute(out, {coin: FALSE}))
    assert made == Judgment(*tossed, pre, SAME, TOTAL)


@sides
def test_the_oracle_agrees(side: Side) -> None:
    whole = Budget(Literal(Fraction(3, 4)), Literal(Fraction(1, 8)))  # 1 + (2 − 1)/2 < 2^(3/4), and of e too
    assert check(side.apply(whole), Random(0), 10, 300) > 0


@sides
def test_the_oracle_sees_what_is_too_little(side: Side) -> None:
    """With no δ, and half of what the noise costs, the same programs are told apart."""
    made = side.apply(TOTAL).judgment
    with pytest.raises(Violation):
        check(Judgment(made.left, made.right, made.pre, made.post, Budget(Literal(Fraction(1, 4)))), Random(0), 30, 900)


@sides
def test_it_holds_for_all_probabilities(side: Side) -> None:
    total = Budget(kappa(CHANCE, UNIT), times(CHANCE, QUARTER))
    sure = both(le(0, CHANCE), le(CHANCE, 1))
    kept, out = side.premise(True, GIVEN), side.premise(False, FREE)
    kept = rules.conseq(both(kept.judgment.pre, sure), SAME, GIVEN, kept)
    assert side.rule(toss(CHANCE), total, kept, out).judgment.cost == total


# ----------------------------------------------------------------------------------------------------- must be refused


@sides
@pytest.mark.parametrize(
    "total",
    [
        Budget(kappa(Literal(Fraction(49, 100)), UNIT), Literal(Fraction(1, 8))),
        Budget(Literal(Fraction(6, 10)), Literal(Fraction(1, 8))),
        Budget(ZERO, ONE),
        Budget(times(HALF, UNIT), Literal(Fraction(1, 8))),
    ],
)
def test_an_epsilon_that_is_too_small(side: Side, total: Budget) -> None:
    with refused("ε must be as large as that"):
        side.apply(total)


@sides
@pytest.mark.parametrize("delta", [ZERO, Literal(Fraction(12, 100)), Literal(Fraction(1, 16)), Literal(-1)])
def test_a_delta_that_is_too_small(side: Side, delta: Expr) -> None:
    with refused("δ must be as large as that"):
        side.apply(replace(TOTAL, delta=delta))


@sides
@pytest.mark.parametrize("chance", [Literal(Fraction(-1, 2)), Literal(Fraction(3, 2)), CHANCE])
def test_a_chance_is_a_probability(side: Side, chance: Expr) -> None:
    with refused("q must be a probability"):
        side.apply(Budget(Literal(9), Literal(9)), toss(chance))


@sides
def test_a_chance_is_the_same_whatever_the_memory(side: Side) -> None:
    with refused("r cannot be used here"):
        side.apply(TOTAL, toss(Var("r", REAL)))


@sides
def test_it_is_a_coin(side: Side) -> None:
    with refused("coin noise"):
        side.apply(TOTAL, laplace(x, y, UNIT))


@sides
def test_without_the_row_nothing_is_spent(side: Side) -> None:
    kept = side.premise(True, GIVEN)
    for cost in (Budget(UNIT), Budget(ZERO, QUARTER)):
        with refused("the budget of the second premise"):
            side.rule(toss(), TOTAL, kept, side.premise(False, cost))


@sides
def test_both_premises_are_about_the_same(side: Side) -> None:
    kept = side.premise(True, GIVEN)
    with refused("the programs of the second premise"):
        side.rule(toss(), TOTAL, kept, side.dead())
    with refused("the postcondition of the second premise"):
        side.rule(toss(), TOTAL, kept, side.dead(post=TRUE, programs=side.programs))


@sides
def test_it_is_for_budgets(side: Side) -> None:
    with refused("the premise must be a judgment with a budget"):
        side.rule(toss(), TOTAL, rules.skip(le(w, 1), LEDGERS), side.dead())


def test_a_chance_is_about_rigid_variables_that_are_known() -> None:
    total = Budget(kappa(CHANCE, eps), CHANCE)
    dead = LEFT_SIDE.dead(Budget(eps, ONE))
    made = rules.subsample_left(toss(CHANCE), total, dead, LEFT_SIDE.dead())
    assert made.judgment.cost == total


def test_on_the_right_an_epsilon_is_not_negative() -> None:
    """Where the left run never ends any ε can be derived, and one that gives something back is not taken."""
    never = rules.conseq(TRUE, FALSE, FREE, rules.while_left(TRUE, TRUE, rules.skip(TRUE, FREE)))
    kept = rules.seq(never, rules.exfalso(Skip(), Skip(), TRUE, Budget(Literal(-1), ONE)))
    out = rules.seq(never, rules.exfalso(Skip(), Skip(), TRUE, FREE))
    with refused("ε must not be negative"):
        rules.subsample_right(toss(), Budget(UNIT, ONE), kept, out)
    assert rules.subsample_left(toss(), Budget(UNIT, ONE), kept, out).judgment.cost == Budget(UNIT, ONE)
