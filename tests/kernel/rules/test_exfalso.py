"""[Exfalso]: from false, anything."""

import contextlib
from random import Random

from tests.kernel.derivations import FREE, LEDGERS, Maker, both, eps, eq, i, laplace, one, refused, two, x
from tests.kernel.semantics import FUZZ, check
from twinproof.kernel import rules
from twinproof.kernel.judgment import Budget, Judgment
from twinproof.lang.command import Assign, Skip, While
from twinproof.lang.expr import FALSE, ONE, TRUE, Literal

SAME = eq(one(x), two(x))


def test_anything_follows_from_nothing() -> None:
    forever = While(TRUE, Skip())
    for cost in (FREE, Budget(Literal(-3), Literal(-1)), LEDGERS):
        made = rules.exfalso(forever, laplace(x), SAME, cost).judgment
        assert made == Judgment(forever, laplace(x), FALSE, SAME, cost)


def test_nothing_but_false_comes_before_it() -> None:
    """A budget below zero stays behind its false precondition: no rule brings it out."""
    below = Budget(Literal(-1), Literal(-1))
    bad = rules.exfalso(Assign(x, ONE), Skip(), FALSE, below)
    for pre in (TRUE, SAME, eq(one(x), 1)):
        with refused("the new precondition must imply the old one"):
            rules.conseq(pre, FALSE, below, bad)
    assert rules.frame(eq(two(x), 0), bad).judgment.pre == FALSE
    assert rules.instantiate(eps, eps, bad).judgment.pre == FALSE
    assert rules.exists(i, eq(i, 0), FALSE, bad).judgment.pre == FALSE
    with refused("the precondition of the premise is"):
        rules.exists(i, eq(i, 0), TRUE, bad)


def test_a_theorem_is_about_an_assertion() -> None:
    with refused("the postcondition cannot speak of x"):
        rules.exfalso(Skip(), Skip(), eq(x, 0), FREE)


def test_it_is_valid() -> None:
    def make(m: Maker) -> rules.Theorem:
        bad = rules.exfalso(laplace(x), While(TRUE, Skip()), m.assertion(), m.cost)
        return m.weaken(both(m.assertion(), m.atom()), bad)

    for number in range(100 * FUZZ):
        maker = Maker(Random(number), (FREE, LEDGERS)[number % 2])
        with contextlib.suppress(rules.Refused):
            check(make(maker), maker.rng)
