"""The derived rules: each gives the judgment of its figure, through the kernel, or is refused by it."""

import pytest

from twinproof.kernel.judgment import Budget, Ledger
from twinproof.kernel.rules import Refused, Theorem, exfalso, lap_gen, skip
from twinproof.lang.command import Assign, If, Sample, Skip, While, sequence
from twinproof.lang.expr import ONE, TRUE, ZERO, Expr, Literal, Op, Place, Var, apply, conjunction, negate, tag
from twinproof.lang.noise import LAPLACE, ONE_SIDED, Noise
from twinproof.lang.types import INT, REAL
from twinproof.tactics.paper_rules import assn, cond, impossible, in_order, lap_null, stays_pruned, weaken, while_ext

X, Y, N = (Var(name, INT) for name in "xyn")
RHO = Var("rho", REAL, Place.RIGID)
AT, K = (Var(name, INT, Place.RIGID) for name in "ik")
SPENT = Var("spent", INT, Place.LEDGER)
LEDGER = Ledger(((SPENT, RHO),))


def left(e: Expr) -> Expr:
    return tag(e, Place.LEFT)


def right(e: Expr) -> Expr:
    return tag(e, Place.RIGHT)


def equal(v: Var) -> Expr:
    return apply(Op.EQ, left(v), right(v))


@pytest.mark.parametrize("cost", [Budget(), LEDGER])
def test_assn(cost: Budget | Ledger) -> None:
    theorem = assn(X, apply(Op.ADD, X, ONE), Y, Literal(3), apply(Op.LT, left(X), right(Y)), cost).judgment
    assert theorem.left == Assign(X, apply(Op.ADD, X, ONE))
    assert theorem.right == Assign(Y, Literal(3))
    assert theorem.pre == apply(Op.LT, apply(Op.ADD, left(X), ONE), Literal(3))
    assert theorem.cost == cost


@pytest.mark.parametrize("cost", [Budget(), LEDGER])
def test_cond(cost: Budget | Ledger) -> None:
    positive = apply(Op.LT, ZERO, X)
    start = equal(X)

    def branch(value: int, condition: Expr) -> Theorem:
        step = assn(Y, Literal(value), Y, Literal(value), equal(Y), cost)
        return weaken(step, pre=conjunction(start, condition))

    theorem = cond(positive, positive, start, branch(1, left(positive)), branch(0, negate(left(positive)))).judgment
    program = If(positive, Assign(Y, ONE), Assign(Y, ZERO))
    assert (theorem.left, theorem.right) == (program, program)
    assert theorem.pre == conjunction(start, apply(Op.EQ, left(positive), right(positive)))
    assert (theorem.post, theorem.cost) == (equal(Y), cost)


def test_cond_needs_the_branches_of_its_figure() -> None:
    positive = apply(Op.LT, ZERO, X)
    step = skip(equal(Y), Budget())
    with pytest.raises(Refused):
        cond(positive, positive, TRUE, step, step)


@pytest.mark.parametrize("noise", [LAPLACE, ONE_SIDED])
def test_lap_null(noise: Noise) -> None:
    sampling = Sample(Y, noise, (RHO,), X)
    theorem = lap_null(sampling, sampling, RHO).judgment
    difference = [apply(Op.SUB, left(v), right(v)) for v in (Y, X)]
    assert theorem.post == apply(Op.EQ, *difference)
    assert theorem.pre == apply(Op.LT, ZERO, RHO)
    assert theorem.cost == Budget()


@pytest.mark.parametrize("noise", [LAPLACE, ONE_SIDED])
def test_lap_null_keeps_the_sample_out_of_its_location(noise: Noise) -> None:
    with pytest.raises(Refused):
        lap_null(Sample(Y, noise, (RHO,), Y), Sample(Y, noise, (RHO,), X), RHO)
    with pytest.raises(Refused):
        lap_null(Sample(Y, noise, (RHO,), X), Sample(Y, noise, (RHO,), Y), RHO)


def test_impossible_needs_a_contradiction() -> None:
    contradiction = conjunction(apply(Op.LT, left(X), ZERO), apply(Op.LT, ZERO, left(X)))
    assert impossible(Skip(), Assign(X, ONE), contradiction, equal(X), Budget()).judgment.pre == contradiction
    with pytest.raises(Refused):
        impossible(Skip(), Assign(X, ONE), equal(Y), equal(X), Budget())


def test_in_order_with_a_ledger() -> None:
    step = assn(X, ONE, X, ONE, equal(X), LEDGER)
    both = in_order(weaken(step, pre=equal(Y)), skip(equal(X), LEDGER))
    assert both.judgment.left == Assign(X, ONE)
    assert stays_pruned(equal_left := apply(Op.EQ, left(X), ONE)).judgment.pre == negate(equal_left)


# ------------------------------------------------------------------------------------------------------------- WhileExt

SAMPLING = Sample(Y, LAPLACE, (RHO,), X)
STEP = Assign(N, apply(Op.SUB, N, ONE))
GOING = apply(Op.LT, ZERO, N)
CLOSE = apply(Op.LE, apply(Op.ABS, apply(Op.SUB, left(X), right(X))), ONE)
INVARIANT = conjunction(apply(Op.LT, ZERO, RHO), CLOSE, equal(N))
HERE = conjunction(INVARIANT, left(GOING), right(GOING), apply(Op.EQ, K, left(N)))
THERE = conjunction(INVARIANT, apply(Op.EQ, left(GOING), right(GOING)), apply(Op.LT, left(N), K))


def body(case: Expr, paid: bool) -> Theorem:
    """One iteration, with the samples made equal at a cost, or with the same noise for nothing."""
    counted = assn(N, STEP.value, N, STEP.value, THERE, Budget())
    shift = ZERO if paid else apply(Op.SUB, right(X), left(X))
    drawn = lap_gen(SAMPLING, SAMPLING, shift, ONE if paid else ZERO, RHO, counted.judgment.pre)
    cost = Budget(apply(Op.MUL, ONE, RHO) if paid else ZERO)
    return weaken(in_order(drawn, counted), pre=conjunction(HERE, case), cost=cost)


CASES = (apply(Op.LT, AT, left(N)), apply(Op.EQ, left(N), AT), apply(Op.LT, left(N), AT))


def test_while_ext() -> None:
    before, at, after = (body(case, number == 1) for number, case in enumerate(CASES))
    facts, cost = apply(Op.LT, ZERO, RHO), Budget(apply(Op.MUL, ONE, RHO))
    theorem = while_ext(GOING, GOING, INVARIANT, N, AT, K, facts, cost, before, at, after).judgment
    loop = While(GOING, sequence(SAMPLING, STEP))
    assert (theorem.left, theorem.right, theorem.cost) == (loop, loop, cost)
    assert theorem.pre == conjunction(facts, INVARIANT, apply(Op.EQ, left(GOING), right(GOING)))
    assert theorem.post == conjunction(INVARIANT, negate(left(GOING)), negate(right(GOING)))


def test_while_ext_cannot_pay_less() -> None:
    before, at, after = (body(case, number == 1) for number, case in enumerate(CASES))
    facts = apply(Op.LT, ZERO, RHO)
    half = Budget(apply(Op.QUOTIENT, RHO, Literal(2)))
    with pytest.raises(Refused):
        while_ext(GOING, GOING, INVARIANT, N, AT, K, facts, half, before, at, after)


def test_while_ext_cannot_pay_twice_for_once() -> None:
    paid = [body(case, True) for case in CASES]
    facts, cost = apply(Op.LT, ZERO, RHO), Budget(apply(Op.MUL, ONE, RHO))
    with pytest.raises(Refused):
        while_ext(GOING, GOING, INVARIANT, N, AT, K, facts, cost, *paid)


def test_while_ext_needs_a_budget_that_is_not_negative() -> None:
    before, at, after = (body(case, number == 1) for number, case in enumerate(CASES))
    with pytest.raises(Refused):
        while_ext(GOING, GOING, INVARIANT, N, AT, K, TRUE, Budget(apply(Op.MUL, ONE, RHO)), before, at, after)


def test_while_ext_needs_a_variant_that_runs_out() -> None:
    forever = exfalso(Skip(), Skip(), TRUE, Budget())
    with pytest.raises(Refused):
        while_ext(TRUE, TRUE, INVARIANT, N, AT, K, TRUE, Budget(), forever, forever, forever)
