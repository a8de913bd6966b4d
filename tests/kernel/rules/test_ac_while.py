"""[AC-While]: rounds of equal cost, with the ε and δ of the optimal composition."""

import itertools
import math
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

import pytest

from tests.kernel.derivations import (
    FREE,
    LEDGERS,
    LEFT,
    RIGHT,
    RIGID,
    both,
    eps,
    eq,
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
from tests.kernel.semantics import check
from twinproof.kernel import rules
from twinproof.kernel.composition import MOST_ROUNDS, is_enough
from twinproof.kernel.judgment import Budget, Judgment
from twinproof.kernel.rules import Theorem
from twinproof.lang.command import Assign, Command, Skip, While, sequence
from twinproof.lang.expr import FALSE, ONE, TRUE, ZERO, Expr, Literal, Op, Var, apply, free_variables, substitute
from twinproof.lang.types import BOOL, INT, REAL

UNIT = Literal(Fraction(1))  # ε₀
B = lt(0, x)
t = Var("t", INT)
BODY = sequence(Assign(x, sub(x, 1)), laplace(t, y, UNIT), Assign(z, apply(Op.ADD, z, t)))
NEAR = both(le(sub(one(y), two(y)), 1), le(sub(two(y), one(y)), 1))
SAME = both(eq(one(x), two(x)), eq(one(z), two(z)))
# what three rounds of ε₀ = 1 need at ε = 3/2, and a little less: (e³ − e^(3/2))/(1 + e)³ = 0.30353…
ENOUGH, TOO_LITTLE = Fraction(3036, 10_000), Fraction(3035, 10_000)
HALVES = Literal(Fraction(3, 2))
EACH = Budget(UNIT)
TOTAL = Budget(HALVES, Literal(ENOUGH))
THETA, THREE = both(SAME, NEAR), Literal(3)


def exchanged(e: Expr) -> Expr:
    sides = {LEFT: RIGHT, RIGHT: LEFT}
    return substitute(e, {v: Var(v.name, v.type, sides[v.place]) for v in free_variables(e) if v.place in sides})


@dataclass(frozen=True)
class Loop:
    """The arguments of the rule, to be broken one at a time."""

    left: Expr = B
    right: Expr = B
    invariant: Expr = THETA
    variant: Expr = x
    bound: Expr = THREE
    index: Var = k
    outputs: tuple[tuple[Var, Var], ...] = ((x, x), (z, z))
    total: Budget = TOTAL

    @property
    def pre(self) -> Expr:
        return both(self.invariant, one(self.left), two(self.right), eq(self.index, one(self.variant)))

    @property
    def post(self) -> Expr:
        same = both(*(eq(one(a), two(b)) for a, b in self.outputs))
        return both(same, self.invariant, eq(one(self.left), two(self.right)), lt(one(self.variant), self.index))

    @property
    def way_back(self) -> Expr:
        return both(*(eq(one(b), two(a)) for a, b in self.outputs))

    def round(self, pre: Expr, post: Expr) -> Theorem:
        """x ← x − 1; t ←$ L_1(y); z ← z + t on both sides, with the same t."""
        made = rules.assign_right(z, apply(Op.ADD, z, t), post, FREE)
        made = rules.seq(rules.assign_left(z, apply(Op.ADD, z, t), made.judgment.pre, FREE), made)
        draw = laplace(t, y, UNIT)
        made = rules.seq(rules.lap_gen(draw, draw, ZERO, ONE, UNIT, made.judgment.pre), made)
        made = rules.seq(rules.assign_right(x, sub(x, 1), made.judgment.pre, FREE), made)
        made = rules.seq(rules.assign_left(x, sub(x, 1), made.judgment.pre, FREE), made)
        return rules.conseq(pre, post, Budget(UNIT), made)

    def ends(self) -> Theorem:
        made = rules.assign_right(z, apply(Op.ADD, z, t), TRUE, FREE)
        made = rules.seq(rules.sample_right(laplace(t, y, UNIT), made.judgment.pre, FREE), made)
        made = rules.seq(rules.assign_right(x, sub(x, 1), made.judgment.pre, FREE), made)
        return rules.conseq(self.pre, TRUE, FREE, made)

    def premises(self) -> tuple[Theorem, Theorem, Theorem]:
        return self.round(self.pre, self.post), self.round(exchanged(self.pre), self.way_back), self.ends()

    def dead(
        self, cost: Budget = EACH, left: Command = BODY, right: Command = BODY
    ) -> tuple[Theorem, Theorem, Theorem]:
        """Premises for an invariant that never holds."""
        return (
            rules.conseq(self.pre, self.post, cost, rules.exfalso(left, right, self.post, cost)),
            rules.conseq(exchanged(self.pre), self.way_back, cost, rules.exfalso(right, left, self.way_back, cost)),
            rules.conseq(self.pre, TRUE, FREE, rules.exfalso(Skip(), right, TRUE, FREE)),
        )

    def apply(self, there: Theorem, back: Theorem, ends: Theorem) -> Theorem:
        return rules.while_composed(
            self.left, self.right, self.invariant, self.variant, self.bound, self.index,
            self.outputs, self.total, there, back, ends,
        )  # fmt: skip


LOOP = Loop()
DEAD = Loop(invariant=le(1, 0))


# --------------------------------------------------------------------------------------------------------- what is made


def test_three_rounds_together() -> None:
    made = LOOP.apply(*LOOP.premises())
    pre = both(LOOP.invariant, eq(one(B), two(B)), le(one(x), 3))
    post = both(LOOP.invariant, le(one(x), 0), le(two(x), 0))
    assert made.judgment == Judgment(While(B, BODY), While(B, BODY), pre, post, LOOP.total)


def test_the_oracle_agrees() -> None:
    assert check(LOOP.apply(*LOOP.premises()), Random(0), 12, 600) > 0
    for rounds, epsilon, hundredths in ((1, 0, 50), (2, 1, 40), (2, 2, 0), (3, 0, 65)):
        total = Budget(Literal(epsilon), Literal(Fraction(hundredths, 100)))
        loop = replace(LOOP, bound=Literal(rounds), total=total)
        assert check(loop.apply(*loop.premises()), Random(rounds), 8, 600) > 0


def test_both_runs_may_have_programs_of_their_own() -> None:
    other = sequence(laplace(t, y, UNIT), Assign(x, sub(x, 1)), Assign(z, apply(Op.ADD, z, t)))
    made = DEAD.apply(*DEAD.dead(left=BODY, right=other)).judgment
    assert (made.left, made.right) == (While(B, BODY), While(B, other))


# ----------------------------------------------------------------------------------------------------- must be refused


@pytest.mark.parametrize(
    "loop",
    [
        replace(LOOP, total=Budget(HALVES, Literal(TOO_LITTLE))),
        replace(LOOP, total=Budget(Literal(Fraction(149, 100)), Literal(ENOUGH))),
        replace(LOOP, bound=Literal(4)),
        replace(LOOP, total=Budget(Literal(Fraction(299, 100)), Literal(0))),
        replace(LOOP, total=Budget(Literal(5), Literal(-1))),
        replace(LOOP, bound=Literal(-1)),
        replace(LOOP, bound=Literal(MOST_ROUNDS + 1), total=Budget(Literal(2), Literal(1))),
    ],
)
def test_a_delta_that_is_too_small(loop: Loop) -> None:
    with refused("δ is not as large as"):
        loop.apply(*loop.premises())


def test_what_a_round_costs_is_not_understated() -> None:
    for cost in (Budget(Literal(Fraction(99, 100))), Budget(Literal(Fraction(1, 2)))):
        there = rules.conseq(LOOP.pre, LOOP.post, Budget(UNIT), LOOP.premises()[0])
        with refused("the new budget must not be smaller"):
            rules.conseq(LOOP.pre, LOOP.post, cost, there)
    more = Budget(Literal(Fraction(101, 100)))
    there, back, ends = LOOP.premises()
    dearer, dearer_back = (rules.conseq(p.judgment.pre, p.judgment.post, more, p) for p in (there, back))
    with refused("δ is not as large as"):
        LOOP.apply(dearer, dearer_back, ends)
    with refused("the cost of the way back"):
        LOOP.apply(there, dearer_back, ends)


def test_numbers_are_numbers() -> None:
    for total in (Budget(eps, Literal(1)), Budget(Literal(2), eps), Budget(times(ONE, Literal(2)), Literal(1))):
        with refused("must be a number"):
            loop = replace(LOOP, total=total)
            loop.apply(*loop.premises())
    with refused("must be a number"):
        loop = replace(LOOP, bound=n)
        loop.apply(*loop.premises())
    with refused("must be a number"):
        DEAD.apply(*DEAD.dead(Budget(eps)))
    for bound in (UNIT, TRUE):
        with refused("must be int, not"):
            loop = replace(LOOP, bound=bound)
            loop.apply(*loop.premises())


def test_a_round_has_no_delta() -> None:
    with refused("δ is"):
        DEAD.apply(*DEAD.dead(Budget(UNIT, ONE)))


@pytest.mark.parametrize("cost", [FREE, Budget(Literal(-1))])
def test_a_round_costs_something(cost: Budget) -> None:
    with refused("ε₀ must be positive"):
        DEAD.apply(*DEAD.dead(cost))


def test_there_and_back() -> None:
    """An adjacency that is not symmetric has no way back, and one direction alone is not enough."""
    there, back, ends = LOOP.premises()
    one_way = replace(LOOP, invariant=both(SAME, le(one(y), two(y)), le(two(y), apply(Op.ADD, one(y), Literal(1)))))
    there_only = one_way.round(one_way.pre, one_way.post)
    with refused("the precondition of the way back"):
        one_way.apply(there_only, there_only, one_way.ends())
    with refused("the precondition of the way back"):
        one_way.apply(there_only, rules.conseq(one_way.pre, one_way.way_back, Budget(UNIT), back), one_way.ends())
    with refused("the postcondition of the way back"):
        LOOP.apply(there, LOOP.round(exchanged(LOOP.pre), eq(one(x), two(x))), ends)
    dead = DEAD.dead()
    other = sequence(BODY, Assign(t, ZERO))
    with refused("the programs of the way back"):
        DEAD.apply(dead[0], DEAD.dead(left=BODY, right=other)[1], dead[2])


def test_the_right_run_ends() -> None:
    there, back, _ = LOOP.premises()
    forever = While(TRUE, Skip())
    with refused("the program that ends"):
        LOOP.apply(there, back, rules.conseq(LOOP.pre, TRUE, FREE, rules.skip(TRUE, FREE)))
    with refused("the program that ends"):
        DEAD.apply(*DEAD.dead()[:2], DEAD.dead(right=forever)[2])
    for pre, post, cost in (
        (both(LOOP.pre, FALSE), TRUE, FREE),
        (LOOP.pre, TRUE, Budget(UNIT)),
        (LOOP.pre, TRUE, Budget(ZERO, ONE)),
        (LOOP.pre, le(0, 1), FREE),
    ):
        with refused("the judgment that it ends"):
            LOOP.apply(there, back, rules.conseq(pre, post, cost, LOOP.ends()))


def test_the_body_is_as_in_the_figure() -> None:
    for other in (replace(LOOP, variant=z), replace(LOOP, invariant=both(SAME, NEAR, le(0, 1)))):
        with refused("the precondition of the body is"):
            other.apply(*LOOP.premises())
    there, back, ends = DEAD.dead()
    together, less, same = eq(one(B), two(B)), lt(one(x), k), both(eq(one(x), two(x)), eq(one(z), two(z)))
    for wrong in (
        TRUE,
        both(DEAD.invariant, together, less),
        both(same, together, less),
        both(same, DEAD.invariant, less),
        both(same, DEAD.invariant, together),
    ):
        with refused("the postcondition of the body is"):
            DEAD.apply(rules.conseq(DEAD.pre, wrong, Budget(UNIT), there), back, ends)


def test_the_loop_ends_when_the_variant_is_used_up() -> None:
    for condition in (TRUE, le(0, x), lt(x, 3)):
        loop = replace(LOOP, left=condition, right=condition)
        with refused("the loop must end when the variant is used up"):
            loop.apply(*loop.premises())


def test_a_variable_that_is_not_told_is_not_spoken_of() -> None:
    """What a round writes, and both runs need not agree on, may be anything in the next one."""
    for loop in (
        replace(DEAD, outputs=((x, x),), invariant=both(DEAD.invariant, eq(one(z), 0))),
        replace(DEAD, outputs=((x, x),), invariant=both(DEAD.invariant, eq(two(z), 0))),
        replace(DEAD, outputs=((z, z),)),
        replace(DEAD, invariant=both(DEAD.invariant, eq(one(t), two(t)))),
        replace(DEAD, left=lt(t, x)),
        replace(DEAD, right=lt(t, x)),
        replace(DEAD, variant=t),
        replace(DEAD, outputs=((x, y), (z, z))),
        replace(DEAD, outputs=((y, x), (z, z))),
    ):
        with refused("may change"):
            loop.apply(*loop.dead())


def test_what_is_told_are_variables_of_the_programs() -> None:
    rigid = Var("r", INT, RIGID)
    for outputs in (((x, x), (rigid, z)), ((x, x), (z, rigid))):
        with refused("r is not a variable of a program"):
            replace(DEAD, outputs=outputs).apply(*DEAD.dead())
    with refused("must be a variable"):
        replace(DEAD, outputs=((x, x), (ZERO, z))).apply(*DEAD.dead())  # type: ignore[arg-type]
    with refused("must be a variable"):
        replace(DEAD, outputs=((x, x), (z, ZERO))).apply(*DEAD.dead())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "loop",
    [
        replace(DEAD, invariant=both(DEAD.invariant, le(k, 2))),
        replace(DEAD, left=lt(k, x)),
        replace(DEAD, right=lt(k, x)),
        replace(DEAD, variant=apply(Op.ADD, x, k)),
    ],
)
def test_the_index_is_new(loop: Loop) -> None:
    with refused("k must be new"):
        loop.apply(*loop.dead())


def test_the_index_is_not_in_the_programs() -> None:
    for pair in ((Assign(x, k), BODY), (BODY, Assign(x, k))):
        with refused("k must be new"):
            DEAD.apply(*DEAD.dead(Budget(UNIT), *pair))


def test_the_variant_and_the_index_are_integers() -> None:
    for loop in (replace(DEAD, variant=Var("r", REAL)), replace(DEAD, index=Var("k", REAL, RIGID))):
        with refused("must be int, not real"):
            loop.apply(*loop.dead())
    with refused("must be a rigid variable"):
        replace(DEAD, index=Var("y", INT)).apply(*DEAD.dead())


def test_it_is_for_budgets() -> None:
    _, back, ends = DEAD.dead()
    with refused("the premise must be a judgment with a budget"):
        DEAD.apply(rules.skip(le(w, 1), LEDGERS), back, ends)


def test_a_number_is_no_truth_value() -> None:
    assert Literal(True).type == BOOL
    with pytest.raises(Exception, match="is a number, not bool"):
        Budget(Literal(True))


# ---------------------------------------------------------------------------------------------------------- the numbers


def brute_force(rounds: int, each: Fraction, epsilon: Fraction) -> float:
    """max P(S) − e^ε·Q(S) for so many randomised responses, answer by answer."""
    p = math.exp(each) / (1 + math.exp(each))
    total = 0.0
    for answers in itertools.product((0, 1), repeat=rounds):
        left = math.prod(p if a else 1 - p for a in answers)
        right = math.prod(1 - p if a else p for a in answers)
        total += max(0.0, left - math.exp(epsilon) * right)
    return total


@pytest.mark.parametrize("seed", range(40))
def test_the_numbers_are_those_of_randomised_response(seed: int) -> None:
    rng = Random(seed)
    rounds, each = rng.randint(1, 9), Fraction(rng.randint(1, 30), 10)
    epsilon = Fraction(rng.randint(-5, 10 * rounds), 10) * each
    needed = brute_force(rounds, each, epsilon)
    assert is_enough(rounds, each, epsilon, Fraction(needed * (1 + 1e-9) + 1e-14))
    if needed > 1e-6:
        assert not is_enough(rounds, each, epsilon, Fraction(needed * (1 - 1e-9)))


def test_pure_composition_needs_no_delta() -> None:
    for rounds in (1, 2, 7, 100):
        each = Fraction(1, 3)
        assert is_enough(rounds, each, rounds * each, Fraction(0))
        assert not is_enough(rounds, each, rounds * each - Fraction(1, 10**12), Fraction(0))
        assert not is_enough(rounds + 1, each, rounds * each, Fraction(0))


def test_numbers_that_are_out_of_reach() -> None:
    assert not is_enough(10, Fraction(10_000), Fraction(1), Fraction(1))
    assert not is_enough(1, Fraction(1), Fraction(-100_000), Fraction(1))
    assert not is_enough(MOST_ROUNDS + 1, Fraction(1, 10**9), Fraction(1), Fraction(1))
