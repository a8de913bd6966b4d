"""[Conseq]: less is known before, less is promised after, more is paid."""

from fractions import Fraction

from tests.kernel.derivations import (
    FREE,
    LEDGERS,
    Maker,
    add,
    both,
    eps,
    eq,
    explore,
    i,
    laplace,
    le,
    n,
    one,
    refused,
    times,
    two,
    x,
    y,
)
from twinproof.kernel import rules
from twinproof.kernel.judgment import Budget, Judgment
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Skip
from twinproof.lang.expr import ONE, TRUE, ZERO, Literal, Op, apply, forall, implies

SAME = eq(one(x), two(x))
NEAR = le(one(x), add(two(x), 1))


def test_all_parts_may_weaken_at_once() -> None:
    pre = both(SAME, le(0, eps))
    made = rules.conseq(pre, NEAR, Budget(eps, ONE), rules.skip(SAME, FREE)).judgment
    assert made == Judgment(Skip(), Skip(), pre, NEAR, Budget(eps, ONE))


def test_the_new_precondition_implies_the_old_one() -> None:
    for pre in (TRUE, NEAR, eq(one(y), two(y)), eq(one(x), one(x))):
        with refused("the new precondition must imply the old one"):
            rules.conseq(pre, SAME, FREE, rules.skip(SAME, FREE))


def test_the_old_postcondition_implies_the_new_one() -> None:
    for post in (both(SAME, eq(one(y), two(y))), eq(one(x), two(y)), eq(one(x), n)):
        with refused("the old postcondition must imply the new one"):
            rules.conseq(SAME, post, FREE, rules.skip(SAME, FREE))


def test_the_precondition_says_nothing_about_afterwards() -> None:
    premise = rules.assign_left(x, ZERO, TRUE, FREE)
    with refused("the old postcondition must imply the new one"):
        rules.conseq(eq(one(x), 1), eq(one(x), 1), FREE, premise)


def test_the_new_budget_is_not_smaller() -> None:
    premise = rules.conseq(both(SAME, le(0, eps)), SAME, Budget(eps, ONE), rules.skip(SAME, FREE))
    pre = premise.judgment.pre
    half = times(Literal(Fraction(1, 2)), eps)
    for cost in (Budget(ZERO, ONE), Budget(half, ONE), Budget(eps, ZERO), Budget(n, ONE), Budget(ONE, eps)):
        with refused("the new budget must not be smaller"):
            rules.conseq(pre, SAME, cost, premise)
    rules.conseq(both(pre, le(eps, n)), SAME, Budget(n, ONE), premise)
    with refused("the new budget must not be smaller"):
        rules.conseq(SAME, SAME, Budget(eps), rules.skip(SAME, FREE))
    with refused("the new budget must not be smaller"):
        rules.conseq(SAME, SAME, Budget(ZERO, Literal(-1)), rules.skip(SAME, FREE))


def test_epsilon_and_delta_are_not_the_same_thing() -> None:
    """A rule with an explicit budget that takes one for the other was unsound in an earlier tool."""
    premise = rules.lap_gen(laplace(x, x), laplace(x, x), ZERO, ONE, eps, SAME)
    pre = premise.judgment.pre
    cost = Budget(times(ONE, eps), ZERO)
    assert premise.judgment.cost == cost
    with refused("the new budget must not be smaller"):
        rules.conseq(pre, SAME, Budget(cost.delta, cost.epsilon), premise)
    paid_in_delta = rules.conseq(SAME, SAME, Budget(ZERO, ONE), rules.skip(SAME, FREE))
    with refused("the new budget must not be smaller"):
        rules.conseq(SAME, SAME, Budget(ONE, ZERO), paid_in_delta)


def test_it_is_for_budgets() -> None:
    with refused("the premise must be a judgment with a budget"):
        rules.conseq(SAME, SAME, FREE, rules.skip(SAME, LEDGERS))


def test_quantified_preconditions() -> None:
    premise = rules.sample_left(laplace(x), implies(eq(one(x), i), eq(one(x), i)), FREE)
    assert rules.conseq(TRUE, TRUE, FREE, premise).judgment.pre == TRUE
    with refused("the new precondition must imply the old one"):
        rules.conseq(forall(n, le(n, n)), SAME, FREE, rules.sample_left(laplace(x), SAME, FREE))


def test_consequences_are_valid() -> None:
    """Random consequences: most are refused, and what is not refused is true."""

    def make(m: Maker) -> Theorem:
        theorem = m.axiom(m.assertion())
        j = theorem.judgment
        assert isinstance(j.cost, Budget)
        post = m.pick(j.post, m.assertion(), apply(Op.OR, j.post, m.atom()), implies(m.atom(), j.post))
        pre = m.pick(both(j.pre, m.atom()), j.pre, j.pre)
        cost = m.rng.choice(
            (j.cost, Budget(j.cost.epsilon, ONE), Budget(add(j.cost.epsilon, n)), Budget(ZERO, n), FREE)
        )
        return rules.conseq(pre, post, cost, theorem)

    explore("conseq", 90, make, (FREE,), least=0.5)
