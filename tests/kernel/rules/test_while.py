"""[While]: both loops in step, with a variant and a total in closed form."""

from dataclasses import dataclass, replace

import pytest

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
    i,
    k,
    laplace,
    le,
    lt,
    n,
    one,
    refused,
    sub,
    times,
    two,
    w,
    x,
    y,
    z,
)
from twinproof.kernel import rules
from twinproof.kernel.judgment import Budget, Judgment
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Assign, Command, Sample, While, sequence
from twinproof.lang.expr import FALSE, ONE, TRUE, ZERO, Expr, Literal, Op, Var, apply, negate
from twinproof.lang.types import REAL

B = lt(0, x)
COUNT = Assign(x, sub(x, 1))
TOGETHER = eq(one(B), two(B))
SAME = eq(one(x), two(x))
FACTS = both(le(0, n), lt(0, eps))
EACH = times(ONE, eps)
INVARIANT = both(SAME, eq(one(z), two(z)), lt(0, eps))
TOTAL = Budget(times(k, eps))


@dataclass(frozen=True)
class Loop:
    """The arguments of the rule, to be broken one at a time."""

    left: Expr = B
    right: Expr = B
    invariant: Expr = INVARIANT
    variant: Expr = x
    bound: Expr = n
    index: Var = k
    facts: Expr = FACTS
    total: Budget = TOTAL

    def body(self) -> Theorem:
        """x ← x − 1; z ←$ L_eps(z), on both sides, for eps each."""
        goal = both(self.invariant, eq(one(self.left), two(self.right)), lt(one(self.variant), self.index))
        draw = laplace(z, z)
        made = rules.lap_gen(draw, draw, ZERO, ONE, eps, goal)
        made = rules.seq(rules.assign_right(x, sub(x, 1), made.judgment.pre, FREE), made)
        made = rules.seq(rules.assign_left(x, sub(x, 1), made.judgment.pre, FREE), made)
        at = eq(self.index, one(self.variant))
        pre = both(self.invariant, one(self.left), two(self.right), at, le(one(self.variant), self.bound))
        return rules.conseq(pre, goal, Budget(EACH), made)

    def never(self, cost: Budget = FREE, left: Command = COUNT, right: Command = COUNT) -> Theorem:
        """A body that cannot be entered."""
        goal = both(self.invariant, eq(one(self.left), two(self.right)), lt(one(self.variant), self.index))
        at = eq(self.index, one(self.variant))
        pre = both(self.invariant, one(self.left), two(self.right), at, le(one(self.variant), self.bound))
        return rules.conseq(pre, goal, cost, rules.exfalso(left, right, goal, cost))

    def apply(self, body: Theorem) -> Theorem:
        return rules.while_both(
            self.left, self.right, self.invariant, self.variant, self.bound, self.index, self.facts, self.total, body
        )


LOOP = Loop()
DEAD = Loop(invariant=le(1, 0))  # an invariant that never holds: the other conditions can be looked at alone
BODY = sequence(COUNT, laplace(z, z))


def test_the_total_is_paid_for_all_iterations() -> None:
    made = LOOP.apply(LOOP.body()).judgment
    pre = both(FACTS, LOOP.invariant, TOGETHER, le(one(x), n))
    post = both(LOOP.invariant, negate(one(B)), negate(two(B)))
    assert made == Judgment(While(B, BODY), While(B, BODY), pre, post, Budget(times(n, eps)))


def test_the_body_is_as_in_the_figure() -> None:
    for other in (
        replace(LOOP, bound=ONE),
        replace(LOOP, variant=y),
        replace(LOOP, invariant=SAME),
        replace(LOOP, left=TRUE),
    ):
        with refused("the precondition of the body is"):
            other.apply(LOOP.body())
    goal = both(DEAD.invariant, TOGETHER, lt(one(x), k))
    for wrong in (
        TRUE,
        both(DEAD.invariant, TOGETHER),
        both(DEAD.invariant, lt(one(x), k)),
        both(TOGETHER, lt(one(x), k)),
    ):
        dead = DEAD.never()
        with refused("the postcondition of the body is"):
            DEAD.apply(rules.conseq(dead.judgment.pre, wrong, FREE, dead))
    assert DEAD.never().judgment.post == goal


def test_the_paper_prints_the_variant_the_wrong_way_round() -> None:
    """With k < e⟨1⟩ after the body, a loop that counts up would have a variant."""
    dead = DEAD.never()
    printed = both(DEAD.invariant, TOGETHER, lt(k, one(x)))
    with refused("the postcondition of the body is"):
        DEAD.apply(rules.conseq(dead.judgment.pre, printed, FREE, rules.exfalso(COUNT, COUNT, printed, FREE)))


def test_the_loop_ends_when_the_variant_is_used_up() -> None:
    for condition in (TRUE, le(0, x), lt(x, 3)):
        loop = replace(LOOP, left=condition, right=condition)
        with refused("the loop must end when the variant is used up"):
            loop.apply(_body_of(loop))


def _body_of(loop: Loop) -> Theorem:
    """A body that never finishes on the left, and so satisfies everything."""
    forever = rules.while_left(TRUE, TRUE, rules.skip(TRUE, FREE))
    goal = both(loop.invariant, eq(one(loop.left), two(loop.right)), lt(one(loop.variant), loop.index))
    at = eq(loop.index, one(loop.variant))
    pre = both(loop.invariant, one(loop.left), two(loop.right), at, le(one(loop.variant), loop.bound))
    return rules.conseq(pre, goal, Budget(EACH), rules.conseq(TRUE, FALSE, FREE, forever))


def test_the_bound_is_not_negative() -> None:
    loop = replace(DEAD, facts=lt(0, eps))
    with refused("the bound must not be negative"):
        loop.apply(loop.never(FREE))
    loop = replace(DEAD, bound=Literal(-1), total=FREE)
    with refused("the bound must not be negative"):
        loop.apply(loop.never(FREE))


def test_the_total_starts_at_nothing() -> None:
    for total in (Budget(add(times(k, eps), ONE)), Budget(sub(times(k, eps), 1)), Budget(eps), Budget(n)):
        loop = replace(DEAD, total=total)
        with refused("the total ε must start at 0"):
            loop.apply(loop.never(FREE))
    for delta in (add(k, 1), sub(k, 1), n):
        loop = replace(DEAD, total=Budget(ZERO, delta))
        with refused("the total δ must start at 0"):
            loop.apply(loop.never(FREE))


def test_the_total_grows_by_what_each_iteration_costs() -> None:
    for total in (FREE, Budget(apply(Op.NEG, times(k, eps))), Budget(times(apply(Op.MIN, k, Literal(1)), eps))):
        loop = replace(LOOP, total=total)
        with refused("the total must grow by the ε of each iteration"):
            loop.apply(loop.body())
    for cost, total in (
        (Budget(ZERO, ONE), FREE),
        (Budget(ZERO, k), Budget(ZERO, k)),
        (Budget(ZERO, ONE), Budget(ZERO, times(k, sub(ONE, k)))),
    ):
        loop = replace(DEAD, total=total)
        with refused("the total must grow by the δ of each iteration"):
            loop.apply(loop.never(cost))
    squares = replace(DEAD, total=Budget(ZERO, times(k, k)))
    assert squares.apply(squares.never(Budget(ZERO, k))).judgment.cost == Budget(ZERO, times(n, n))


def test_no_iteration_has_a_negative_cost() -> None:
    """Otherwise an iteration that is skipped would give back what it never earned."""
    loop = replace(DEAD, total=Budget(apply(Op.NEG, k)))
    with refused("the total must grow by the ε of each iteration"):
        loop.apply(loop.never(Budget(Literal(-1))))
    loop = replace(DEAD, total=Budget(ZERO, apply(Op.NEG, k)))
    with refused("the total must grow by the δ of each iteration"):
        loop.apply(loop.never(Budget(ZERO, Literal(-1))))


@pytest.mark.parametrize(
    "loop",
    [
        replace(DEAD, invariant=both(DEAD.invariant, le(k, 2))),
        replace(DEAD, left=lt(k, x)),
        replace(DEAD, right=lt(k, x)),
        replace(DEAD, variant=add(x, k)),
        replace(DEAD, bound=k),
        replace(DEAD, facts=both(FACTS, le(k, 2))),
    ],
)
def test_the_index_is_new(loop: Loop) -> None:
    with refused("k must be new"):
        loop.apply(loop.never())


def test_the_index_is_not_in_the_programs() -> None:
    for pair in ((Assign(x, k), COUNT), (COUNT, Assign(x, k))):
        with refused("k must be new"):
            DEAD.apply(DEAD.never(FREE, *pair))


def test_the_index_is_rigid() -> None:
    for index in (one(y), two(y)):
        assert isinstance(index, Var)
        loop = replace(DEAD, index=index, total=FREE)
        with refused("y must be a rigid variable"):
            loop.apply(loop.never())


def test_the_variant_the_bound_and_the_index_are_integers() -> None:
    real = Var("r", REAL)
    for loop in (replace(DEAD, variant=real), replace(DEAD, bound=eps), replace(DEAD, index=Var("k", REAL, RIGID))):
        with refused("must be int, not real"):
            replace(loop, total=FREE).apply(loop.never())


def test_the_bound_and_the_facts_are_rigid() -> None:
    for loop in (
        replace(DEAD, facts=both(FACTS, le(0, one(x)))),
        replace(DEAD, bound=one(y)),
        replace(DEAD, bound=two(y)),
    ):
        with refused("the bound and the facts are over rigid variables"):
            replace(loop, total=FREE).apply(loop.never())


def test_it_is_for_budgets() -> None:
    with refused("the premise must be a judgment with a budget"):
        LOOP.apply(rules.skip(le(w, 1), LEDGERS))


def test_loops_are_valid() -> None:
    """Bodies, invariants and totals at random; what the kernel takes is looked at."""

    def make(m: Maker) -> Theorem:
        draw = laplace(z, m.pick(z, ZERO, y))
        shift = m.pick(ZERO, ZERO, sub(two(draw.centre), one(draw.centre)))
        invariant = both(
            m.pick(SAME, SAME, le(one(x), two(x))), m.pick(TRUE, eq(one(z), two(z)), implies_i()), lt(0, eps)
        )
        loop = Loop(
            left=m.pick(B, B, le(1, x)),
            right=m.pick(B, B, le(1, x)),
            invariant=both(invariant, eq(one(y), two(y))),
            bound=m.pick(n, ONE, Literal(2)),
            facts=m.pick(both(le(0, n), lt(0, eps)), both(le(0, n), lt(0, eps)), both(eq(n, 1), lt(0, eps))),
            total=Budget(m.pick(times(k, eps), ZERO, times(times(Literal(2), k), eps))),
        )
        return loop.apply(random_body(m, loop, draw, shift))

    explore("while", 60, make, (FREE,), least=0.4)


def implies_i() -> Expr:
    return apply(Op.IMPLIES, eq(one(z), i), eq(two(z), i))


def random_body(m: Maker, loop: Loop, draw: Sample, shift: Expr) -> Theorem:
    goal = both(loop.invariant, eq(one(loop.left), two(loop.right)), lt(one(loop.variant), loop.index))
    down = Literal(m.rng.choice((1, 1, 1, 2)))
    bound = m.pick(ZERO, ONE)
    made = rules.lap_gen(draw, draw, shift, bound, eps, goal)
    made = rules.seq(rules.assign_right(x, sub(x, down), made.judgment.pre, FREE), made)
    made = rules.seq(rules.assign_left(x, sub(x, m.pick(down, ONE)), made.judgment.pre, FREE), made)
    at = eq(loop.index, one(loop.variant))
    pre = both(loop.invariant, one(loop.left), two(loop.right), at, le(one(loop.variant), loop.bound))
    cost = made.judgment.cost
    assert isinstance(cost, Budget)
    return rules.conseq(pre, goal, cost, made)
