"""[Case] and [ω-Case]."""

from random import Random

from tests.kernel.derivations import FREE, LEDGERS, Maker, both, eq, explore, le, lt, one, refused, two, w, x, y
from twinproof.kernel import rules
from twinproof.kernel.judgment import Budget, Judgment, Ledger
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Assign, Skip
from twinproof.lang.expr import FALSE, ONE, TRUE, ZERO, implies, negate

SAME = eq(one(x), two(x))
P = lt(one(y), two(y))
YES, NO = Assign(x, ONE), Assign(x, ZERO)


def test_two_cases_make_one() -> None:
    for cost in (FREE, LEDGERS):
        base = rules.skip(SAME, cost)
        maker = Maker(Random(0))
        yes, no = (maker.weaken(both(SAME, c), base) for c in (P, negate(P)))
        assert rules.case(P, SAME, yes, no).judgment == Judgment(Skip(), Skip(), SAME, SAME, cost)


def test_a_case_may_speak_of_the_ledger() -> None:
    base = rules.skip(SAME, LEDGERS)
    yes, no = (rules.ledger_conseq(both(SAME, c), SAME, TRUE, base) for c in (le(w, 1), lt(1, w)))
    assert rules.case(le(w, 1), SAME, yes, no).judgment.pre == SAME


def test_each_case_needs_its_own_precondition() -> None:
    base = rules.skip(SAME, FREE)
    yes, no = (rules.conseq(both(SAME, c), SAME, FREE, base) for c in (P, negate(P)))
    with refused("the precondition of the first premise is"):
        rules.case(P, SAME, no, no)
    with refused("the precondition of the second premise is"):
        rules.case(P, SAME, yes, yes)
    with refused("the precondition of the first premise is"):
        rules.case(P, TRUE, yes, no)


def test_the_premises_agree_on_all_else() -> None:
    yes = rules.exfalso(YES, YES, SAME, FREE)
    rules.case(P, FALSE, yes, yes)
    with refused("the postcondition of the second premise is"):
        rules.case(P, FALSE, yes, rules.exfalso(YES, YES, TRUE, FREE))
    for cost in (Budget(ONE), Budget(ZERO, ONE), LEDGERS, Ledger(())):
        with refused("the cost of the second premise is"):
            rules.case(P, FALSE, yes, rules.exfalso(YES, YES, SAME, cost))
    with refused("the left program of the second premise is"):
        rules.case(P, FALSE, yes, rules.exfalso(NO, YES, SAME, FREE))
    with refused("the right program of the second premise is"):
        rules.case(P, FALSE, yes, rules.exfalso(YES, NO, SAME, FREE))


def test_the_condition_is_a_condition() -> None:
    yes = rules.exfalso(YES, YES, SAME, FREE)
    with refused("a case is a condition"):
        rules.case(one(x), FALSE, yes, yes)


def test_cases_are_valid() -> None:
    explore("case", 40, lambda m: m.cases(m.assertion()))


def test_cases_of_the_ledger_are_valid() -> None:
    def make(m: Maker) -> Theorem:
        post, condition = implies(SAME, le(w, m.pick(ONE, ZERO))), le(w, m.pick(ZERO, ONE))
        one_way = m.coupled(post)
        j = one_way.judgment
        other_way = m.coupled(post, (j.left, j.right))  # type: ignore[arg-type]
        return m.branch(condition, one_way, other_way, condition, rules.case)

    explore("case of the ledger", 24, make, (LEDGERS,))
