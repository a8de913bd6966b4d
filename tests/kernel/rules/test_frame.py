"""[Frame] and its ledger form: what nobody writes stays true."""

import pytest

from tests.kernel.derivations import (
    FREE,
    LEDGERS,
    RIGID,
    Maker,
    both,
    eq,
    explore,
    laplace,
    le,
    lt,
    n,
    one,
    refused,
    two,
    u,
    w,
    x,
    y,
    z,
)
from twinproof.kernel import rules
from twinproof.kernel.judgment import Judgment
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Assign, If, Skip, While, sequence
from twinproof.lang.expr import ONE, TRUE, ZERO, Expr, Var, forall
from twinproof.lang.types import BOOL, INT

SAME = eq(one(x), two(x))


def test_a_fact_about_other_variables_is_carried_along() -> None:
    for cost in (FREE, LEDGERS):
        made = rules.frame(le(one(y), two(y)), rules.assign_left(x, ZERO, SAME, cost)).judgment
        fact = le(one(y), two(y))
        assert made == Judgment(Assign(x, ZERO), Skip(), both(eq(ZERO, two(x)), fact), both(SAME, fact), cost)


def test_each_side_has_its_own_variables() -> None:
    left, right = rules.assign_left(x, ZERO, TRUE, FREE), rules.assign_right(x, ZERO, TRUE, FREE)
    rules.frame(eq(two(x), 1), left)
    rules.frame(eq(one(x), 1), right)
    with refused("x may change"):
        rules.frame(eq(one(x), 1), left)
    with refused("x may change"):
        rules.frame(eq(two(x), 1), right)


def test_a_name_is_not_a_variable() -> None:
    premise = rules.assign_left(x, ZERO, TRUE, FREE)
    rules.frame(eq(Var("x", INT, RIGID), 1), premise)
    rules.frame(one(Var("x", BOOL)), premise)
    rules.frame(forall(n, le(n, n)), premise)


@pytest.mark.parametrize(
    "command",
    [
        laplace(x),
        sequence(Assign(y, ONE), Assign(x, ONE)),
        If(lt(y, z), Assign(x, ONE), Skip()),
        If(lt(y, z), Skip(), Assign(x, ONE)),
        While(lt(y, z), Assign(x, ONE)),
        While(lt(y, z), If(lt(y, z), sequence(Assign(y, ONE), laplace(x)), Skip())),
    ],
)
def test_whatever_a_program_may_write_anywhere_changes(command: Assign) -> None:
    with refused("x may change"):
        rules.frame(le(one(x), one(z)), rules.exfalso(command, Skip(), TRUE, FREE))
    with refused("x may change"):
        rules.frame(le(two(x), two(z)), rules.exfalso(Skip(), command, TRUE, FREE))
    rules.frame(le(two(x), one(z)), rules.exfalso(command, Skip(), TRUE, FREE))


def test_a_fact_speaks_of_no_counter() -> None:
    for counter in (w, u):
        with refused(f"{counter.name} may change"):
            rules.frame(le(counter, 1), rules.skip(TRUE, LEDGERS))


def test_a_fact_about_a_bound_variable_of_the_same_name() -> None:
    bound = Var("x", INT, RIGID)
    rules.frame(forall(bound, le(bound, bound)), rules.assign_left(x, ZERO, TRUE, FREE))


def test_frames_are_valid() -> None:
    def make(m: Maker) -> Theorem:
        theorem = m.derive(1)
        fact: Expr = m.pick(m.atom(), m.atom(), le(m.term(), m.term()))
        return rules.frame(fact, theorem)

    explore("frame", 250, make)
