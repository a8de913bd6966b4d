"""[ω-Budget]: from the ledger to a budget, for any postcondition, where all is kept."""

import contextlib
from random import Random

from tests.kernel.derivations import (
    LEDGERS,
    Maker,
    add,
    both,
    eps,
    eq,
    le,
    n,
    one,
    refused,
    sub,
    times,
    two,
    u,
    w,
    x,
    y,
)
from tests.kernel.semantics import FUZZ, check
from twinproof.kernel import rules
from twinproof.kernel.judgment import ALL_ORDERS, Budget, Judgment, Ledger
from twinproof.kernel.rules import Refused, Theorem
from twinproof.lang.command import Skip
from twinproof.lang.expr import ONE, TRUE, ZERO, Expr, Op, Var, apply, free_variables

NEAR = le(apply(Op.ABS, sub(one(x), two(x))), 1)
COUNTERS = ((w, eps),)
NEVER = le(1, 0)


def dead(
    post: Expr,
    pre: Expr = NEVER,
    keep: Expr = TRUE,
    counters: tuple[tuple[Var, Expr], ...] = COUNTERS,
    empty: Expr | None = None,
    cost: Ledger | None = None,
) -> Theorem:
    """A premise whose precondition never holds."""
    made = rules.exfalso(Skip(), Skip(), post, cost or Ledger(counters, keep))
    started = both(*(eq(c, 0) for c, _ in counters)) if empty is None else empty
    return rules.ledger_conseq(both(pre, started), post, keep, made)


def test_any_postcondition() -> None:
    pre, post = both(NEAR, le(0, eps)), both(NEAR, le(times(w, eps), eps))
    premise = rules.ledger_conseq(both(pre, eq(w, 0)), post, TRUE, rules.skip(post, Ledger(COUNTERS)))
    made = rules.ledger_budget(eps, pre, NEAR, premise).judgment
    assert made == Judgment(Skip(), Skip(), pre, NEAR, Budget(eps, ZERO))


def test_without_counters_nothing_is_paid() -> None:
    post = both(NEAR, le(0, 0))
    made = rules.ledger_budget(ZERO, NEVER, NEAR, dead(post, counters=()))
    assert made.judgment.cost == Budget()


def test_all_counters_are_paid() -> None:
    counters = ((w, eps), (u, n))
    rules.ledger_budget(eps, NEVER, NEAR, dead(both(NEAR, le(add(times(w, eps), times(u, n)), eps)), counters=counters))
    for spent in (times(w, eps), times(u, n)):
        with refused("the postcondition is"):
            rules.ledger_budget(eps, NEVER, NEAR, dead(both(NEAR, le(spent, eps)), counters=counters))


def test_the_counters_start_at_zero() -> None:
    post = both(NEAR, le(times(w, eps), eps))
    for started in (TRUE, eq(w, 1)):
        with refused("the precondition is"):
            rules.ledger_budget(eps, NEVER, NEAR, dead(post, empty=started))


def test_nothing_is_pruned() -> None:
    post = both(NEAR, le(times(w, eps), eps))
    with refused("what is kept is"):
        rules.ledger_budget(eps, NEVER, NEAR, dead(post, keep=eq(one(x), 0)))


def test_nothing_speaks_of_a_counter() -> None:
    post = both(le(w, 1), le(times(w, eps), eps))
    with refused("w cannot be used here"):
        rules.ledger_budget(eps, NEVER, le(w, 1), dead(post))
    with refused("w cannot be used here"):
        rules.ledger_budget(
            eps, both(NEVER, le(w, 1)), NEAR, dead(both(NEAR, le(times(w, eps), eps)), both(NEVER, le(w, 1)))
        )


def test_the_premise_is_of_the_pure_ledger() -> None:
    with refused("must be a ledger judgment"):
        rules.ledger_budget(eps, TRUE, TRUE, rules.skip(TRUE, Budget()))
    orders = Ledger(COUNTERS, orders=ALL_ORDERS)
    with refused("this holds of the pure ledger"):
        rules.ledger_budget(eps, NEVER, NEAR, dead(both(NEAR, le(times(w, eps), eps)), cost=orders))


def test_random_budgets_are_valid() -> None:
    """From random ledger proofs: the budget is what the postcondition allows to be spent."""
    made = 0
    for seed in range(250 * FUZZ):
        rng = Random(seed)
        maker = Maker(rng, LEDGERS)
        post, most = maker.atom(), rng.choice((ONE, n))
        if {w, u} & free_variables(post):
            continue
        bound = times(most, eps)
        with contextlib.suppress(Refused):
            derived = maker.derive(2, both(post, le(times(w, eps), bound)))
            empty = eq(w, 0)
            pre = both(le(apply(Op.ABS, sub(one(x), two(x))), 1), eq(one(y), two(y)), apply(Op.LT, ZERO, eps), le(1, n))
            whole = rules.ledger_conseq(both(pre, empty), derived.judgment.post, TRUE, derived)
            theorem = rules.ledger_budget(bound, pre, post, whole)
            made += 1
            check(theorem, rng)
    assert made >= 8 * FUZZ
