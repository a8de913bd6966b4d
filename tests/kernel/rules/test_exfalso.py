"""[Exfalso]: from false, anything."""

from derivations import FREE, LEDGERS, eps, eq, laplace, one, refused, two, x

from twinproof.kernel import rules
from twinproof.kernel.judgment import Budget, Judgment
from twinproof.lang.command import Assign, Skip, While
from twinproof.lang.expr import FALSE, ONE, TRUE, ZERO, Literal

SAME = eq(one(x), two(x))


def test_anything_follows_from_nothing() -> None:
    forever = While(TRUE, Skip())
    for cost in (FREE, Budget(Literal(-3), Literal(-1)), LEDGERS):
        made = rules.exfalso(forever, laplace(x), SAME, cost).judgment
        assert made == Judgment(forever, laplace(x), FALSE, SAME, cost)


def test_nothing_but_false_comes_before_it() -> None:
    """A budget below zero stays behind its false precondition: no rule brings it out."""
    bad = rules.exfalso(Assign(x, ONE), Skip(), FALSE, Budget(Literal(-1), Literal(-1)))
    with refused("the new precondition must imply the old one"):
        rules.conseq(TRUE, FALSE, Budget(Literal(-1), Literal(-1)), bad)
    with refused("the second δ must not be negative"):
        rules.seq(rules.conseq(SAME, SAME, FREE, rules.skip(SAME, FREE)), _after(SAME))
    assert rules.frame(eq(two(x), 0), bad).judgment.pre == FALSE
    assert rules.instantiate(eps, eps, bad).judgment.pre == FALSE


def _after(pre: object) -> rules.Theorem:
    """A second premise with a negative δ whose precondition is the given one: only if that is impossible."""
    impossible = eq(ZERO, 1)
    bad = rules.exfalso(Skip(), Skip(), FALSE, Budget(ZERO, Literal(-1)))
    try:
        return rules.conseq(SAME, FALSE, Budget(ZERO, Literal(-1)), bad)
    except rules.Refused:
        weak = rules.conseq(impossible, FALSE, Budget(ZERO, Literal(-1)), bad)
        assert weak.judgment.pre == impossible
        raise rules.Refused("Seq", "the second δ must not be negative") from None
