"""[Skip] and [ω-Skip]."""

from tests.kernel.derivations import FREE, LEDGERS, eps, eq, explore, le, one, refused, two, w, x, y
from twinproof.kernel import rules
from twinproof.kernel.judgment import Budget, Judgment, Ledger
from twinproof.lang.command import Skip
from twinproof.lang.expr import FALSE, ONE, TRUE, ZERO, Literal

SAME = eq(one(x), two(x))


def test_what_held_before_holds_after() -> None:
    assert rules.skip(SAME, FREE).judgment == Judgment(Skip(), Skip(), SAME, SAME, FREE)
    within = le(w, 2)
    assert rules.skip(within, LEDGERS).judgment == Judgment(Skip(), Skip(), within, within, LEDGERS)


def test_a_budget_must_be_nothing() -> None:
    for cost in (Budget(ONE), Budget(ZERO, ONE), Budget(Literal(-1)), Budget(ZERO, Literal(-1)), Budget(eps)):
        with refused("the budget is"):
            rules.skip(SAME, cost)


def test_an_assertion_speaks_of_the_two_runs() -> None:
    with refused("the precondition cannot speak of x"):
        rules.skip(eq(x, 0), FREE)
    with refused("the precondition cannot speak of w"):
        rules.skip(le(w, 2), FREE)
    with refused("the precondition cannot speak of w"):
        rules.skip(le(w, 2), Ledger(()))
    with refused("the precondition is a condition, not int"):
        rules.skip(one(x), FREE)


def test_what_is_kept_is_about_the_left_run() -> None:
    kept = Ledger(LEDGERS.counters, eq(one(y), 0))
    assert rules.skip(TRUE, kept).judgment.cost == kept
    assert rules.skip(FALSE, kept).judgment.pre == FALSE


def test_it_is_valid() -> None:
    explore("skip", 200, lambda m: rules.skip(m.assertion(), m.cost))
