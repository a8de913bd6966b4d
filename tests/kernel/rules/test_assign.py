"""[Assn-L], [Assn-R] and their ledger forms."""

from tests.kernel.derivations import (
    FREE,
    LEDGERS,
    LEFT,
    RIGHT,
    RIGID,
    Maker,
    add,
    both,
    eq,
    explore,
    items,
    le,
    n,
    one,
    p,
    refused,
    two,
    w,
    x,
    y,
)
from twinproof.kernel import rules
from twinproof.kernel.judgment import Budget, Judgment
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Assign, Skip
from twinproof.lang.expr import ONE, ZERO, Expr, Literal, Op, Var, apply, forall
from twinproof.lang.types import INT, REAL

SAME = eq(one(x), two(x))


def test_the_value_takes_the_place_of_the_variable() -> None:
    made = rules.assign_left(x, add(x, 1), SAME, FREE).judgment
    assert made == Judgment(Assign(x, add(x, 1)), Skip(), eq(add(one(x), 1), two(x)), SAME, FREE)
    made = rules.assign_right(x, add(x, y), SAME, LEDGERS).judgment
    assert made == Judgment(Skip(), Assign(x, add(x, y)), eq(one(x), add(two(x), two(y))), SAME, LEDGERS)


def test_only_the_variable_of_that_run_changes() -> None:
    rigid = Var("x", INT, RIGID)
    post = both(eq(one(x), two(x)), eq(one(x), rigid), le(w, 1))
    pre = rules.assign_left(x, Literal(3), post, LEDGERS).judgment.pre
    assert pre == both(eq(Literal(3), two(x)), eq(Literal(3), rigid), le(w, 1))


def test_a_bound_variable_does_not_capture() -> None:
    bound = Var("n", INT, RIGID)
    post = forall(bound, le(one(x), bound))
    pre = rules.assign_left(x, n, post, FREE).judgment.pre
    renamed = Var("n_2", INT, RIGID)
    assert pre == forall(renamed, le(n, renamed))


def test_a_budget_must_be_nothing() -> None:
    for rule in (rules.assign_left, rules.assign_right):
        for cost in (Budget(ONE), Budget(ZERO, ONE), Budget(ZERO, Literal(-1))):
            with refused("the budget is"):
                rule(x, ZERO, SAME, cost)


def test_the_target_is_a_variable_of_the_program() -> None:
    for rule in (rules.assign_left, rules.assign_right):
        for target in (one(x), two(x), n, w):
            assert isinstance(target, Var)
            with refused("cannot be assigned"):
                rule(target, ZERO, SAME, FREE)


def test_the_value_has_the_type_of_the_target() -> None:
    for value in (Var("r", REAL), apply(Op.EQ, x, y), items):
        with refused("x holds int"):
            rules.assign_left(x, value, SAME, FREE)
        with refused("x holds int"):
            rules.assign_right(x, value, SAME, FREE)


def test_assignments_are_valid() -> None:
    def make(m: Maker) -> Theorem:
        rule = m.rng.choice((rules.assign_left, rules.assign_right))
        target, value = m.rng.choice(((x, m.integer()), (y, m.integer()), (p, m.condition())))
        return rule(target, value, m.assertion(), m.cost)

    explore("assign", 350, make)


def test_assignments_to_lists_are_valid() -> None:
    def make(m: Maker) -> Theorem:
        side = m.rng.choice((LEFT, RIGHT))
        rule = rules.assign_left if side is LEFT else rules.assign_right
        length = apply(Op.LEN, one(items) if side is LEFT else two(items))
        post: Expr = m.rng.choice((eq(one(items), two(items)), le(length, 2), eq(length, one(x))))
        return rule(items, apply(Op.APPEND, items, m.integer()), post, m.cost)

    explore("assign lists", 100, make)
