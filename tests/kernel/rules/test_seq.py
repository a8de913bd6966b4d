"""[Seq]: costs add up."""

import pytest

from tests.kernel.derivations import (
    FREE,
    LEDGERS,
    Maker,
    add,
    both,
    eps,
    eq,
    explore,
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
from twinproof.kernel.rules import Refused, Theorem
from twinproof.lang.command import Assign, Seq, Skip, While, sequence
from twinproof.lang.expr import FALSE, ONE, TRUE, ZERO, Expr, Literal

SAME = eq(one(x), two(x))


def test_costs_add_up() -> None:
    second = rules.lap_gen(laplace(x, x), laplace(x, x), ZERO, ONE, eps, SAME)
    first = rules.assign_left(x, y, second.judgment.pre, FREE)
    made = rules.seq(first, second).judgment
    left, right = sequence(Assign(x, y), laplace(x, x)), laplace(x, x)
    assert made == Judgment(left, right, first.judgment.pre, SAME, Budget(times(ONE, eps)))
    twice = rules.seq(rules.exfalso(Skip(), Skip(), TRUE, Budget(eps, n)), _free(ONE, Literal(2))).judgment
    assert twice.cost == Budget(add(eps, ONE), add(n, Literal(2)))


def _free(epsilon: Expr, delta: Expr) -> Theorem:
    return rules.conseq(TRUE, TRUE, Budget(epsilon, delta), rules.skip(TRUE, FREE))


def test_sequences_are_flat() -> None:
    step = rules.assign_left(x, ZERO, TRUE, FREE)
    three = rules.seq(rules.seq(step, step), step).judgment
    assert three.left == rules.seq(step, rules.seq(step, step)).judgment.left == Seq((Assign(x, ZERO),) * 3)
    assert rules.seq(rules.skip(TRUE, FREE), step).judgment.left == Assign(x, ZERO)


def test_the_assertion_in_between_is_one() -> None:
    with refused("the precondition of the second premise is"):
        rules.seq(rules.skip(SAME, FREE), rules.skip(TRUE, FREE))
    with refused("the precondition of the second premise is"):
        rules.seq(rules.skip(TRUE, FREE), rules.skip(SAME, FREE))


def test_both_premises_have_budgets() -> None:
    for pair in ((FREE, LEDGERS), (LEDGERS, FREE), (LEDGERS, LEDGERS)):
        with refused("the premise must be a judgment with a budget"):
            rules.seq(*(rules.skip(TRUE, cost) for cost in pair))


def test_a_negative_delta_cannot_come_after_a_run_that_never_ends() -> None:
    """while true do skip ~ skip : ⊤ ⇒ ⊥ is true; what comes after may have any cost, and must not lower the total."""
    body = rules.skip(TRUE, FREE)
    forever = rules.conseq(TRUE, FALSE, FREE, rules.while_left(TRUE, TRUE, body))
    assert forever.judgment.left == While(TRUE, Skip())
    for delta in (Literal(-1), n):
        after = rules.exfalso(Skip(), Skip(), FALSE, Budget(ZERO, delta))
        with refused("the second δ must not be negative"):
            rules.seq(forever, after)
    # a negative ε is no harm: there is no mass that it could take away
    assert rules.seq(forever, rules.exfalso(Skip(), Skip(), FALSE, Budget(Literal(-1)))).judgment.pre == TRUE


def test_what_is_known_before_may_be_used() -> None:
    first = rules.exfalso(Skip(), Skip(), FALSE, FREE)
    assert rules.seq(first, rules.exfalso(Skip(), Skip(), FALSE, Budget(ZERO, n))).judgment.pre == FALSE
    known = rules.conseq(le(0, n), TRUE, FREE, rules.skip(TRUE, FREE))
    later = rules.conseq(le(0, n), TRUE, Budget(ZERO, n), rules.skip(TRUE, FREE))
    with refused("the precondition of the second premise is"):
        rules.seq(known, later)
    known = rules.conseq(le(0, n), le(0, n), FREE, rules.skip(le(0, n), FREE))
    assert rules.seq(known, later).judgment.cost == Budget(ZERO, n)


def test_sequences_are_valid() -> None:
    def make(m: Maker) -> Theorem:
        second = m.axiom(m.assertion())
        return rules.seq(m.derive(1, second.judgment.pre), second)

    explore("seq", 90, make, (FREE,))


def test_sequences_with_both_costs_are_valid() -> None:
    def make(m: Maker) -> Theorem:
        parts = []
        post = m.assertion()
        for _ in range(3):
            theorem = m.axiom(post)
            j = theorem.judgment
            assert isinstance(j.cost, Budget)
            delta = m.pick(ZERO, ZERO, n, Literal(1))
            pre = both(j.pre, le(0, delta))
            parts.append(rules.conseq(pre, post, Budget(j.cost.epsilon, delta), theorem))
            post = pre
        last, middle, first = parts
        return rules.seq(rules.seq(first, middle), last)

    explore("seq with δ", 30, make, (FREE,))


@pytest.mark.parametrize("epsilon", [Literal(-1), ZERO])
def test_a_cost_below_zero_has_no_honest_beginning(epsilon: Expr) -> None:
    with pytest.raises(Refused):
        rules.conseq(TRUE, TRUE, Budget(epsilon, Literal(-1)), rules.skip(TRUE, FREE))
