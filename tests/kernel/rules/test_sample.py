"""[Samp-L], [Samp-R] and their ledger forms: one program draws, the other waits."""

from tests.kernel.derivations import (
    FREE,
    LEDGERS,
    RIGID,
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
    one_sided,
    refused,
    two,
    v,
    x,
    y,
)
from twinproof.kernel import rules
from twinproof.kernel.judgment import Budget, Judgment
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Skip
from twinproof.lang.expr import ONE, ZERO, Literal, Var, forall, implies
from twinproof.lang.noise import LAPLACE, ONE_SIDED
from twinproof.lang.types import INT, REAL

SAME = eq(one(x), two(y))


def test_every_value_must_do() -> None:
    draw = laplace(x, y)
    made = rules.sample_left(draw, SAME, FREE).judgment
    assert made == Judgment(draw, Skip(), forall(v, eq(v, two(y))), SAME, FREE)
    draw = laplace(y, x)
    made = rules.sample_right(draw, SAME, LEDGERS).judgment
    pre = both(lt(0, eps), forall(v, eq(one(x), v)))
    assert made == Judgment(Skip(), draw, pre, SAME, LEDGERS)


def test_one_sided_noise_starts_at_its_centre() -> None:
    draw = one_sided(x, add(x, y))
    pre = rules.sample_left(draw, SAME, FREE).judgment.pre
    assert pre == forall(v, implies(le(add(one(x), one(y)), v), eq(v, two(y))))
    draw = one_sided(y, x)
    pre = rules.sample_right(draw, SAME, FREE).judgment.pre
    assert pre == both(lt(0, eps), forall(v, implies(le(two(x), v), eq(one(x), v))))


def test_the_right_rate_is_read_on_the_right_and_must_be_positive() -> None:
    rate = Var("rate", REAL)
    pre = rules.sample_right(laplace(y, 0, rate), SAME, FREE).judgment.pre
    assert pre == both(lt(0, two(rate)), forall(v, eq(one(x), v)))


def test_the_value_is_a_new_variable() -> None:
    clash = Var("v", INT, RIGID)
    other = Var("v_2", INT, RIGID)
    pre = rules.sample_left(laplace(x, 0), eq(one(x), clash), FREE).judgment.pre
    assert pre == forall(other, eq(other, clash))
    pre = rules.sample_left(one_sided(x, clash), eq(one(x), two(x)), FREE).judgment.pre
    assert pre == forall(other, implies(le(clash, other), eq(other, two(x))))
    pre = rules.sample_right(one_sided(x, clash), eq(one(x), two(x)), FREE).judgment.pre
    assert pre == both(lt(0, eps), forall(other, implies(le(clash, other), eq(one(x), other))))
    pre = rules.sample_left(laplace(x, 0), forall(v, le(v, one(x))), FREE).judgment.pre
    assert pre == forall(v, forall(other, le(other, v)))


def test_a_budget_must_be_nothing() -> None:
    for rule in (rules.sample_left, rules.sample_right):
        for cost in (Budget(eps), Budget(ZERO, ONE), Budget(ZERO, Literal(-1))):
            with refused("the budget is"):
                rule(laplace(x), SAME, cost)


def test_one_sided_samplings_are_valid() -> None:
    def make(m: Maker) -> Theorem:
        rule = m.rng.choice((rules.sample_left, rules.sample_right))
        rate = m.pick(eps, ONE, ZERO, Literal(-1), y)
        sampling = m.sampling(m.rng.choice((LAPLACE, ONE_SIDED)), rate)
        post = m.pick(m.assertion(), implies(le(m.term(), m.term()), m.atom()), le(m.term(), m.term()))
        return rule(sampling, post, m.cost)

    explore("sample", 350, make)
