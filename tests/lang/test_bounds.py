"""What the zone domain affirms holds in every run: random assumptions and assignments, against all small memories."""

from __future__ import annotations

import itertools
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from twinproof.lang.bounds import MOST_TERMS, Facts, join, linear
from twinproof.lang.expr import TRUE, ZERO, Expr, Literal, Op, Place, Var, apply, negate, substitute
from twinproof.lang.interpret import evaluate
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import show_expr
from twinproof.lang.reader import read_text
from twinproof.lang.types import INT, REAL

X, Y, Z = (Var(name, INT) for name in "xyz")
MEMORIES = [dict(zip((X, Y, Z), values, strict=True)) for values in itertools.product(range(-3, 4), repeat=3)]


def number(random: Random, depth: int) -> Expr:
    if depth == 0 or random.random() < 0.3:
        return random.choice((X, Y, Z, Literal(random.randrange(-2, 3))))
    if random.random() < 0.2:
        return apply(Op.DIV, number(random, depth - 1), Literal(random.choice((2, 2, 3))))
    op = random.choice((Op.ADD, Op.SUB, Op.MIN, Op.MAX, Op.MIN, Op.MAX))
    return apply(op, number(random, depth - 1), number(random, depth - 1))


def condition(random: Random, depth: int = 2) -> Expr:
    if depth and random.random() < 0.3:
        op = random.choice((Op.AND, Op.OR))
        return apply(op, condition(random, depth - 1), condition(random, depth - 1))
    e = apply(random.choice((Op.LT, Op.LE, Op.EQ)), number(random, 2), number(random, 2))
    return negate(e) if random.random() < 0.3 else e


@pytest.mark.parametrize("op", [Op.DIV, Op.MOD])
def test_a_constant_that_is_divided_is_one(op: Op) -> None:
    for above, below in itertools.product(range(-7, 8), (-3, -2, -1, 1, 2, 3)):
        e = apply(op, Literal(above), Literal(below))
        assert linear(e) == ({}, evaluate(e, {}))
    assert linear(apply(op, Literal(1), ZERO)) is None


@pytest.mark.parametrize("start", range(0, 600, 100))
def test_what_is_affirmed_holds(start: int) -> None:
    affirmed = 0
    for seed in range(start, start + 100):
        random = Random(seed)
        facts, there = Facts(), MEMORIES
        said = []
        for _ in range(random.randrange(1, 6)):
            if random.random() < 0.6:
                test = condition(random)
                facts.assume(test)
                there = [m for m in there if evaluate(test, m)]
                said.append(show_expr(test))
            elif random.random() < 0.7:
                target, value = random.choice((X, Y, Z)), number(random, 2)
                facts.assign(target, value)
                there = [{**m, target: evaluate(value, m)} for m in there]
                said.append(f"{target.name} ← {show_expr(value)}")
            else:
                test, value = condition(random), number(random, 2)
                yes, no = facts.given(test), facts.given(negate(test))
                yes.assign(X, value)
                facts = join((yes, no))
                there = [{**m, X: evaluate(value, m)} if evaluate(test, m) else m for m in there]
                said.append(f"if {show_expr(test)} then x ← {show_expr(value)}")
        assert not (facts.unreachable and there), said
        for _ in range(30):
            e = condition(random)
            if facts.entails(e):
                affirmed += 1
                wrong = next((m for m in there if not evaluate(e, m)), None)
                assert wrong is None, (said, show_expr(e), wrong)
    assert affirmed > 100


@pytest.mark.parametrize("start", range(0, 400, 100))
def test_what_is_affirmed_of_public_parameters_case_by_case_holds(start: int) -> None:
    rigid = {v: Var(v.name, INT, Place.RIGID) for v in (X, Y, Z)}
    memories = [{rigid[v]: n for v, n in m.items()} for m in MEMORIES]
    affirmed = only_by_cases = 0
    for seed in range(start, start + 100):
        random = Random(seed)
        facts, there, said = Facts(), memories, []
        for _ in range(random.randrange(1, 4)):
            ways = [substitute(condition(random, 1), rigid) for _ in range(random.randrange(1, 4))]
            test = apply(Op.OR, *ways) if len(ways) > 1 else ways[0]
            facts.assume(test)
            there = [m for m in there if evaluate(test, m)]
            said.append(show_expr(test))
        assert not (facts.unreachable and there), said
        for _ in range(20):
            e = substitute(condition(random), rigid)
            if facts.entails(e):
                affirmed += 1
                wrong = next((m for m in there if not evaluate(e, m)), None)
                assert wrong is None, (said, show_expr(e), wrong)
            n = substitute(apply(Op.MAX, *(apply(Op.ABS, number(random, 1)) for _ in range(3))), rigid)
            only_by_cases += facts.is_positive(n) and not replace(facts, ways=()).is_positive(n)
            for is_known, strict in ((facts.is_positive(n), True), (facts.is_nonnegative(n), False)):
                wrong = next((m for m in there if is_known and evaluate(n, m) < strict), None)
                assert wrong is None, (said, show_expr(n), wrong)
    assert affirmed > 100
    assert only_by_cases > 3


@pytest.mark.parametrize(
    ("target", "divisor", "known"),
    [(X, Y, True), (X, apply(Op.ADD, Y, Literal(1)), True), (X, apply(Op.SUB, Y, Literal(1)), False), (Y, Y, False)],
)
def test_what_is_left_over_is_below_the_divisor(target: Var, divisor: Expr, known: bool) -> None:
    facts, value = Facts(), apply(Op.MOD, Z, divisor)
    positive = apply(Op.LE, Literal(1), Y)
    facts.assume(positive)
    there = [m for m in MEMORIES if evaluate(positive, m) and (known or evaluate(divisor, m))]
    facts.assign(target, value)
    below = apply(Op.LT, target, divisor)
    after = [{**m, target: evaluate(value, m)} for m in there]
    assert facts.entails(below) == known
    for more in (-1, 0, 1):  # whatever else is affirmed of the two holds too
        for e in (apply(Op.LE, target, apply(Op.ADD, Y, Literal(more))), apply(Op.LE, Literal(more), target)):
            assert not facts.entails(e) or all(evaluate(e, m) for m in after)
    unknown = Facts()
    unknown.assign(target, value)
    assert not unknown.entails(below)


def test_a_square_is_no_negative_number() -> None:
    facts = Facts()
    assert facts.is_nonnegative(apply(Op.MUL, X, X))
    assert not facts.is_nonnegative(apply(Op.MUL, X, Y))
    assert not facts.is_positive(apply(Op.MUL, X, X))
    assert facts.given(apply(Op.LE, X, Literal(-3))).range(apply(Op.MUL, X, X)) == (9, None)


def test_what_may_change_is_not_remembered_in_cases() -> None:
    low, high = (Var(name, INT, Place.RIGID) for name in ("low", "high"))
    for a, b in ((low, high), (low, X), (Y, X)):
        facts = Facts()
        facts.assume(apply(Op.OR, apply(Op.LT, a, ZERO), apply(Op.LT, ZERO, b)))
        larger = apply(Op.MAX, apply(Op.ABS, a), apply(Op.ABS, b))
        assert facts.is_positive(larger) == (b == high)
        facts.havoc(X)
        assert facts.is_positive(larger) == (b == high)
        assert not facts.is_positive(apply(Op.MAX, a, b))


def test_a_comparison_is_forgotten_with_its_variables() -> None:
    below = apply(Op.LT, apply(Op.ADD, X, Y), Z)
    facts = Facts().given(below)
    assert facts.entails(below)
    facts.assign(Y, apply(Op.ADD, Y, Literal(1)))
    assert not facts.entails(below)


def test_the_smallest_of_several_is_below_each() -> None:
    facts = Facts()
    facts.assign(X, apply(Op.MIN, Y, Z))
    assert facts.entails(apply(Op.LE, X, Y))
    assert facts.entails(apply(Op.LE, X, Z))
    assert not facts.entails(apply(Op.LE, Y, X))
    facts.assign(X, apply(Op.MAX, Y, X))
    assert facts.entails(apply(Op.LE, Y, X))
    assert not facts.entails(apply(Op.LE, X, Y))


# ------------------------------------------------------------------------------------------ the signs of public reals

P = Var("p", REAL, Place.RIGID)
LIMIT = Literal(Fraction(1, 4))


@pytest.mark.parametrize(
    ("assumed", "nonnegative", "positive"),
    [
        (TRUE, False, False),
        (apply(Op.LE, ZERO, P), True, False),
        (apply(Op.LT, ZERO, P), True, True),
        (apply(Op.LE, LIMIT, P), True, True),
        (apply(Op.LT, ZERO, apply(Op.MUL, Literal(2), P)), True, True),
        (apply(Op.LE, P, LIMIT), False, False),
        (apply(Op.LT, apply(Op.NEG, LIMIT), P), False, False),
    ],
    ids=lambda given: show_expr(given) if not isinstance(given, bool) else str(given),
)
def test_the_sign_of_a_public_real(assumed: Expr, nonnegative: bool, positive: bool) -> None:
    facts = Facts().given(assumed)
    assert (facts.is_nonnegative(P), facts.is_positive(P)) == (nonnegative, positive)


POWERS = {  # of a δ, for n ≥ 1 and eps > 0
    "1 - exp(-eps)": True,
    "1 - exp(-n * eps)": True,
    "1 + exp(-eps) - 2 * exp(-(n + 1) * eps)": True,
    "1 / (1 + exp(-eps) - 2 * exp(-(n + 1) * eps))": True,
    "1 - exp(eps)": False,
    "1 - 2 * exp(-eps)": False,
    "1 + exp(-eps) - 3 * exp(-(n + 1) * eps)": False,
    "exp(-eps) - exp(-(n - 1) * eps)": False,
    "1 / (1 - exp(-(n - 1) * eps))": False,  # which is no number for n = 1
}


@pytest.mark.parametrize("delta", POWERS)
def test_powers_that_are_taken_away_are_covered_by_larger_ones(delta: str) -> None:
    text = (
        "from twinproof import Epsilon, mechanism\n"
        f'@mechanism(epsilon="eps", delta="{delta}", requires="n >= 1")\n'
        "def f(n: int, eps: Epsilon) -> int:\n    return n\n"
    )
    (item,) = read_text(text)
    assert isinstance(item, Mechanism) is POWERS[delta]


def test_the_middle_of_two_numbers_is_between_them() -> None:
    affirmed = 0
    for least, most, more in itertools.product(range(-4, 5), range(-4, 5), range(-3, 4)):
        facts = Facts()
        facts.limit(Y, X, -least)  # least ≤ x − y ≤ most
        facts.limit(X, Y, most)
        there = [m for m in MEMORIES if least <= m[X] - m[Y] <= most]
        assert facts.unreachable == (least > most)
        if facts.unreachable:
            continue
        middle = apply(Op.DIV, apply(Op.ADD, apply(Op.ADD, X, Y), Literal(more)), Literal(2))
        facts.assign(Z, middle)
        after = [{**m, Z: evaluate(middle, m)} for m in there]
        for a, b, gap in itertools.product((X, Y, Z), (X, Y, Z), range(-5, 6)):
            test = apply(Op.LE, a, apply(Op.ADD, b, Literal(gap)))
            if facts.entails(test):
                affirmed += Z in (a, b)
                assert all(evaluate(test, m) for m in after), (least, most, more, show_expr(test))
    assert affirmed > 2_000


def test_the_middle_of_different_numbers_is_below_the_larger() -> None:
    facts = Facts()
    facts.limit(X, Y, -1)
    facts.assign(Z, apply(Op.DIV, apply(Op.ADD, X, Y), Literal(2)))
    assert facts.entails(apply(Op.LT, Z, Y))
    assert facts.entails(apply(Op.LE, X, Z))
    assert not facts.entails(apply(Op.LT, X, Z))


def test_two_halves_are_not_the_same() -> None:
    facts = Facts()
    facts.limit(X, Y, 0)
    first, second = (apply(Op.DIV, apply(Op.ADD, a, b), Literal(2)) for a, b in ((X, Y), (X, Z)))
    assert facts.entails(apply(Op.LE, apply(Op.SUB, first, Y), ZERO))
    assert not facts.entails(apply(Op.LE, apply(Op.SUB, first, second), ZERO))
    assert facts.range(apply(Op.SUB, first, second)) == (None, None)


@pytest.mark.parametrize("gap", [-1, 0, 1, 2])
def test_the_larger_of_two_absolute_values_is_above_zero_where_the_numbers_differ(gap: int) -> None:
    facts = Facts()
    facts.limit(X, Y, -gap)  # x + gap ≤ y
    for larger in (
        apply(Op.MAX, apply(Op.ABS, X), apply(Op.ABS, Y)),
        apply(Op.MAX, apply(Op.ABS, Y), apply(Op.ABS, X), ZERO),
        apply(Op.MAX, apply(Op.ABS, X), Y),
    ):
        there = [m for m in MEMORIES if m[X] + gap <= m[Y]]
        assert facts.is_positive(larger) == all(evaluate(larger, m) > 0 for m in there) == (gap > 0)
    assert not facts.is_positive(apply(Op.MIN, apply(Op.ABS, X), apply(Op.ABS, Y)))


def test_among_too_many_terms_a_sign_is_not_known_and_the_question_ends() -> None:
    facts = Facts()
    for n in range(MOST_TERMS):
        facts.limit(Var(f"n{n}", INT), ZERO, n)
    assert not facts.is_positive(apply(Op.MAX, apply(Op.ABS, X), apply(Op.ABS, Y)))
