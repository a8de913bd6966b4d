"""[ω-Seq]: one after the other, and what is pruned stays pruned."""

from random import Random

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
    lt,
    one,
    p,
    refused,
    two,
    u,
    v,
    w,
    x,
    y,
)
from tests.kernel.semantics import Violation, check
from twinproof.kernel import rules
from twinproof.kernel.judgment import Budget, Judgment, Ledger
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Assign, Skip, sequence
from twinproof.lang.expr import FALSE, ONE, TRUE, ZERO, Expr, Literal, negate

POST = both(eq(one(x), two(x)), le(w, 1))
STEP = Assign(x, y)
COUNT = Assign(x, add(x, 1))
KEPT = Ledger(LEDGERS.counters, le(one(x), 0))
GONE = lt(0, one(x))
UNARY = rules.conseq(GONE, GONE, FREE, rules.assign_left(x, add(x, 1), GONE, FREE))
NOTHING = rules.exfalso(COUNT, Skip(), FALSE, FREE)


def test_programs_and_ledgers_are_joined() -> None:
    second = rules.assign_left(x, add(x, 1), POST, LEDGERS)
    first = rules.assign_right(x, y, second.judgment.pre, LEDGERS)
    made = rules.ledger_seq(first, second, NOTHING).judgment
    assert made == Judgment(COUNT, STEP, first.judgment.pre, POST, LEDGERS)
    twice = rules.ledger_seq(rules.assign_left(x, y, second.judgment.pre, LEDGERS), second, NOTHING).judgment
    assert twice.left == sequence(STEP, COUNT)


def test_the_conclusion_keeps_what_the_second_keeps() -> None:
    first = rules.skip(TRUE, KEPT)
    smaller = Ledger(LEDGERS.counters, le(one(x), -1))
    second = rules.assign_left(x, add(x, 1), TRUE, smaller)
    gone = lt(-1, one(x))
    pruned = rules.conseq(GONE, gone, FREE, rules.assign_left(x, add(x, 1), gone, FREE))
    assert rules.ledger_seq(first, second, pruned).judgment.cost == smaller


def test_both_premises_have_one_ledger() -> None:
    second = rules.assign_left(x, add(x, 1), TRUE, LEDGERS)
    for counters in ((), ((u, eps),), ((w, ONE),), ((w, eps), (u, eps))):
        with refused("the ledger of the second premise is"):
            rules.ledger_seq(rules.skip(TRUE, Ledger(counters)), second, NOTHING)
    with refused("the premise must be a ledger judgment"):
        rules.ledger_seq(rules.skip(TRUE, FREE), second, NOTHING)
    with refused("the premise must be a ledger judgment"):
        rules.ledger_seq(rules.skip(TRUE, LEDGERS), rules.assign_left(x, add(x, 1), TRUE, FREE), NOTHING)


def test_the_assertion_in_between_is_one() -> None:
    second = rules.assign_left(x, add(x, 1), TRUE, LEDGERS)
    with refused("the precondition of the second premise is"):
        rules.ledger_seq(rules.skip(POST, LEDGERS), second, NOTHING)


def kept_second() -> tuple[Theorem, Theorem]:
    second = rules.assign_left(x, add(x, 1), TRUE, KEPT)
    return rules.skip(TRUE, KEPT), second


def test_what_is_pruned_stays_pruned() -> None:
    first, second = kept_second()
    rules.ledger_seq(first, second, UNARY)
    with refused("the program of the unary premise is"):
        rules.ledger_seq(first, second, rules.skip(GONE, FREE))
    with refused("the right program of the unary premise is"):
        rules.ledger_seq(first, second, rules.exfalso(COUNT, COUNT, GONE, FREE))
    for cost in (Budget(ONE), Budget(ZERO, ONE)):
        with refused("the budget of the unary premise is"):
            rules.ledger_seq(first, second, rules.conseq(GONE, GONE, cost, UNARY))
    with refused("the precondition of the unary premise is"):
        rules.ledger_seq(first, second, rules.conseq(both(GONE, one(p)), GONE, FREE, UNARY))
    with refused("the postcondition of the unary premise is"):
        rules.ledger_seq(first, second, rules.conseq(GONE, TRUE, FREE, UNARY))


def test_pruning_too_early_would_be_false() -> None:
    """x ← 5 | x = 0, then x ← 0 | x = 0: what was pruned comes back, so the conclusion would be false."""
    none = Ledger(LEDGERS.counters, eq(one(x), 0))
    bad = both(eq(one(x), 0), le(1, 0))
    first = rules.ledger_conseq(TRUE, bad, none.keep, rules.assign_left(x, Literal(5), eq(one(x), 5), none))
    second = rules.assign_left(x, ZERO, FALSE, none)
    second = rules.ledger_conseq(bad, FALSE, none.keep, second)
    claim = Judgment(sequence(Assign(x, Literal(5)), Assign(x, ZERO)), Skip(), TRUE, FALSE, none)
    with pytest.raises(Violation):
        check(claim, Random(0))
    with refused("the postcondition of the unary premise is"):
        after = rules.assign_left(x, ZERO, TRUE, FREE)
        pre = negate(none.keep)
        rules.ledger_seq(first, second, rules.conseq(pre, TRUE, FREE, after))
    with refused("the new precondition must imply the old one"):
        after = rules.assign_left(x, ZERO, negate(none.keep), FREE)
        rules.conseq(negate(none.keep), negate(none.keep), FREE, after)


def test_sequences_are_valid() -> None:
    def make(m: Maker) -> Theorem:
        second = m.axiom(m.assertion())
        return m.seq(m.derive(1, second.judgment.pre), second)

    explore("ω-seq", 70, make, (LEDGERS,), least=0.5)


def test_sequences_that_prune_are_valid() -> None:
    """The first part keeps something else than the second, wherever { ¬L' } c₁' { ¬L } can be shown."""

    def make(m: Maker) -> Theorem:
        second = m.axiom(m.assertion())
        first = Maker(m.rng, Ledger(LEDGERS.counters, m.keep())).axiom(second.judgment.pre)
        return m.seq(first, second)

    explore("ω-seq pruned", 120, make, (LEDGERS,), least=0.3)


def test_samplings_in_sequence_are_valid() -> None:
    def make(m: Maker) -> Theorem:
        draw = laplace(x, x)
        cost = Ledger(LEDGERS.counters)
        post: Expr = both(eq(one(x), two(x)), le(w, m.pick(ONE, add(ONE, 1))))
        second = rules.ledger_sample(draw, draw, m.pick(ZERO, ONE), v, w, post, cost)
        other = laplace(m.rng.choice((x, y)), m.pick(x, y))
        first = rules.ledger_sample(other, other, m.shift(other, other), v, w, second.judgment.pre, cost)
        return rules.ledger_seq(first, second, rules.exfalso(draw, Skip(), FALSE, FREE))

    explore("ω-seq sampled", 60, make, (LEDGERS,), least=0.3)
