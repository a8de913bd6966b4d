"""[While-L] and [ω-While-L]: a loop on the left alone; it need not end."""

from tests.kernel.derivations import (
    FREE,
    LEDGERS,
    Maker,
    add,
    both,
    eq,
    explore,
    laplace,
    le,
    lt,
    one,
    p,
    refused,
    sub,
    two,
    w,
    x,
    y,
    z,
)
from twinproof.kernel import rules
from twinproof.kernel.judgment import Budget, Judgment, Ledger
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Assign, Skip, While
from twinproof.lang.expr import FALSE, ONE, TRUE, ZERO, Literal, negate

B = lt(x, y)
COUNT = Assign(x, add(x, 1))


def test_the_invariant_stays() -> None:
    inv = le(0, two(z))
    body = rules.conseq(both(inv, one(B)), inv, FREE, rules.assign_left(x, add(x, 1), inv, FREE))
    made = rules.while_left(B, inv, body).judgment
    assert made == Judgment(While(B, COUNT), Skip(), inv, both(inv, le(one(y), one(x))), FREE)
    assert negate(one(B)) == le(one(y), one(x))


def test_a_loop_that_never_ends_satisfies_anything() -> None:
    made = rules.while_left(TRUE, TRUE, rules.skip(TRUE, FREE)).judgment
    assert made == Judgment(While(TRUE, Skip()), Skip(), TRUE, FALSE, FREE)


def test_the_body_is_free() -> None:
    for cost in (Budget(ONE), Budget(ZERO, ONE), Budget(ZERO, Literal(-1)), LEDGERS):
        with refused("the budget of the body is"):
            rules.while_left(B, FALSE, rules.exfalso(COUNT, Skip(), FALSE, cost))


def test_the_right_program_waits() -> None:
    with refused("the right program is"):
        rules.while_left(B, FALSE, rules.exfalso(COUNT, COUNT, FALSE, FREE))


def test_the_body_is_as_in_the_figure() -> None:
    inv = le(0, two(z))
    body = rules.conseq(both(inv, one(B)), inv, FREE, rules.assign_left(x, add(x, 1), inv, FREE))
    with refused("the precondition of the body is"):
        rules.while_left(lt(y, x), inv, body)
    with refused("the precondition of the body is"):
        rules.while_left(B, TRUE, body)
    with refused("the postcondition of the body is"):
        rules.while_left(B, FALSE, rules.exfalso(COUNT, Skip(), TRUE, FREE))


PRUNED = rules.exfalso(COUNT, Skip(), FALSE, FREE)


def test_with_a_ledger() -> None:
    inv = both(le(0, two(z)), le(w, 1))
    base = rules.assign_left(x, add(x, 1), inv, LEDGERS)
    body = rules.ledger_conseq(both(inv, one(B)), inv, TRUE, base)
    made = rules.ledger_while_left(B, inv, body, PRUNED).judgment
    assert made == Judgment(While(B, COUNT), Skip(), inv, both(inv, le(one(y), one(x))), LEDGERS)


def test_with_a_ledger_the_body_is_as_in_the_figure() -> None:
    inv = le(w, 1)
    body = rules.ledger_conseq(both(inv, one(B)), inv, TRUE, rules.assign_left(x, add(x, 1), inv, LEDGERS))
    with refused("the precondition of the body is"):
        rules.ledger_while_left(lt(y, x), inv, body, PRUNED)
    with refused("the precondition of the body is"):
        rules.ledger_while_left(B, TRUE, body, PRUNED)
    with refused("the postcondition of the body is"):
        rules.ledger_while_left(B, FALSE, rules.exfalso(COUNT, Skip(), TRUE, LEDGERS), PRUNED)
    with refused("the right program is"):
        rules.ledger_while_left(B, FALSE, rules.exfalso(COUNT, COUNT, FALSE, LEDGERS), PRUNED)
    with refused("the premise must be a ledger judgment"):
        rules.ledger_while_left(B, FALSE, rules.exfalso(COUNT, Skip(), FALSE, FREE), PRUNED)


def test_what_is_pruned_stays_pruned() -> None:
    """{ ¬L ∧ b } c { ¬L } in each of its parts."""
    kept = Ledger(LEDGERS.counters, le(one(x), 0))
    body = rules.exfalso(COUNT, Skip(), FALSE, kept)
    gone = lt(0, one(x))
    unary = rules.conseq(both(gone, one(B)), gone, FREE, rules.assign_left(x, add(x, 1), gone, FREE))
    rules.ledger_while_left(B, FALSE, body, unary)
    at_all = rules.exfalso(Assign(y, ONE), Skip(), gone, FREE)
    at_all = rules.conseq(both(gone, one(B), le(1, 0)), gone, FREE, at_all)
    with refused("the program of the unary premise is"):
        rules.ledger_while_left(B, FALSE, body, at_all)
    with refused("the right program of the unary premise is"):
        rules.ledger_while_left(B, FALSE, body, rules.exfalso(COUNT, COUNT, gone, FREE))
    with refused("the budget of the unary premise is"):
        rules.ledger_while_left(B, FALSE, body, rules.conseq(both(gone, one(B)), gone, Budget(ZERO, ONE), unary))
    with refused("the precondition of the unary premise is"):
        rules.ledger_while_left(B, FALSE, body, rules.conseq(both(gone, one(B), one(p)), gone, FREE, unary))
    with refused("the postcondition of the unary premise is"):
        rules.ledger_while_left(B, FALSE, body, rules.conseq(both(gone, one(B)), TRUE, FREE, unary))


def test_loops_on_the_left_are_valid() -> None:
    def make(m: Maker) -> Theorem:
        inv = both(m.pick(le(0, two(z)), eq(two(y), 1), le(one(x), two(y)), eq(one(y), two(y)), lt(0, one(x))), TRUE)
        condition = m.pick(lt(x, y), lt(0, x), p, le(z, 0))
        inner = m.rng.choice(
            (
                rules.assign_left(x, m.pick(add(x, 1), sub(x, 1)), inv, m.cost),
                rules.assign_left(p, lt(x, y), inv, m.cost),
                rules.sample_left(laplace(z, m.pick(x, z)), inv, m.cost),
            )
        )
        body = m.weaken(both(inv, one(condition)), inner)
        if not isinstance(m.cost, Ledger):
            return rules.while_left(condition, inv, body)
        gone = negate(m.cost.keep)
        unary = m.unary(body, both(gone, one(condition)), gone)
        return rules.ledger_while_left(condition, inv, body, unary)

    explore("while left", 120, make, least=0.4)
