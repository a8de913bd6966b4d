"""The oracle itself: it must see what is false, and must not see it in what is true."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from tests.kernel.derivations import (
    FREE,
    LEDGERS,
    add,
    both,
    eps,
    eq,
    i,
    laplace,
    le,
    lt,
    n,
    one,
    one_sided,
    p,
    sub,
    times,
    two,
    w,
    x,
    y,
)
from tests.kernel.semantics import Violation, check, largest_excess, masses_of
from twinproof.exact import SubDistribution
from twinproof.kernel.judgment import Budget, Judgment, Ledger
from twinproof.lang.command import Assign, Command, If, Skip, While, sequence
from twinproof.lang.expr import FALSE, ONE, TRUE, ZERO, Expr, Literal, Op, apply, implies
from twinproof.lang.noise import (
    CHOOSE,
    COIN,
    GAUSSIAN,
    LAPLACE,
    ONE_SIDED,
    PERMUTE_AND_FLIP,
    RANDOMIZED_CHOICE,
    RANDOMIZED_RESPONSE,
    TRUNCATED,
    UNIFORM,
)
from twinproof.liftings import set_lifting

SAME = eq(one(x), two(x))
NEAR = both(lt(0, eps), le(apply(Op.ABS, sub(one(x), two(x))), 1))
CENTRED = both(lt(0, eps), SAME)
FOREVER = While(TRUE, Skip())
DRAW, UP = laplace(x, x), one_sided(x, x)
HIT = implies(eq(one(x), i), both(eq(two(x), i), le(w, 1)))
HALF = Budget(apply(Op.QUOTIENT, eps, Literal(2)))
ONLY = Ledger(LEDGERS.counters, eq(one(x), i))

Claim = tuple[Command, Command, Expr, Expr, Budget | Ledger]

TRUE_CLAIMS: list[Claim] = [
    (DRAW, DRAW, NEAR, SAME, Budget(eps)),
    (DRAW, DRAW, NEAR, eq(sub(one(x), two(x)), n), Budget(times(Literal(3), eps), ONE)),
    (UP, UP, both(NEAR, le(two(x), one(x))), SAME, Budget(eps)),
    (FOREVER, Skip(), TRUE, FALSE, FREE),
    (FOREVER, FOREVER, TRUE, FALSE, FREE),
    (Assign(x, ZERO), Assign(x, ONE), TRUE, SAME, Budget(ZERO, ONE)),
    (DRAW, Skip(), TRUE, TRUE, FREE),
    (DRAW, DRAW, both(NEAR, eq(w, 0)), both(SAME, le(w, 1)), LEDGERS),
    (DRAW, DRAW, both(NEAR, eq(w, 0)), HIT, ONLY),
    (Assign(x, ONE), Skip(), TRUE, FALSE, Ledger(LEDGERS.counters, eq(one(x), 0))),
    (FOREVER, Skip(), TRUE, FALSE, LEDGERS),
    (While(lt(0, x), Assign(x, sub(x, 1))), Skip(), TRUE, le(one(x), 0), FREE),
]

FALSE_CLAIMS: list[Claim] = [
    (DRAW, DRAW, NEAR, SAME, HALF),
    (DRAW, DRAW, NEAR, SAME, FREE),
    (DRAW, DRAW, CENTRED, eq(add(one(x), 1), two(x)), HALF),
    (UP, UP, NEAR, SAME, Budget(times(Literal(5), eps))),
    (DRAW, UP, CENTRED, SAME, Budget(times(Literal(2), eps))),
    (laplace(x, x, eps), laplace(x, x, times(Literal(2), eps)), CENTRED, SAME, Budget(eps)),
    (Skip(), FOREVER, TRUE, TRUE, FREE),
    (Skip(), FOREVER, TRUE, TRUE, Budget(times(Literal(9), eps), Literal(Fraction(9, 10)))),
    (Skip(), Skip(), TRUE, SAME, FREE),
    (Assign(x, ZERO), Assign(x, ONE), TRUE, SAME, Budget(ONE, Literal(Fraction(9, 10)))),
    (Skip(), Skip(), SAME, SAME, Budget(ZERO, Literal(-1))),
    (Skip(), Skip(), SAME, SAME, Budget(Literal(-1))),
    (Skip(), laplace(x, x, ZERO), TRUE, TRUE, FREE),
    (DRAW, Skip(), TRUE, eq(one(x), 0), FREE),
    (DRAW, DRAW, CENTRED, lt(apply(Op.ABS, one(x)), 2), Budget(ZERO, Literal(Fraction(1, 100)))),
    (If(p, Assign(x, ZERO), Assign(x, ONE)), Assign(x, ZERO), TRUE, SAME, FREE),
    (Skip(), While(lt(0, x), Skip()), lt(0, two(x)), TRUE, FREE),
    (sequence(DRAW, laplace(y, x)), sequence(DRAW, laplace(y, x)), NEAR, both(SAME, eq(one(y), two(y))), HALF),
    (DRAW, DRAW, both(NEAR, eq(w, 0)), both(SAME, le(w, 0)), LEDGERS),
    (DRAW, DRAW, both(NEAR, eq(w, 1)), both(SAME, le(w, 1)), LEDGERS),
    (DRAW, DRAW, both(NEAR, eq(w, 0)), implies(eq(one(x), i), both(eq(two(x), i), le(w, 0))), ONLY),
    (Skip(), FOREVER, TRUE, TRUE, LEDGERS),
    (Skip(), Skip(), SAME, FALSE, LEDGERS),
    (Skip(), Skip(), eq(w, 1), eq(w, 0), LEDGERS),
    (Assign(x, ONE), Skip(), TRUE, FALSE, Ledger(LEDGERS.counters, eq(one(x), 1))),
    (DRAW, DRAW, both(CENTRED, eq(w, 0)), both(eq(two(x), 0), le(w, 1)), LEDGERS),
]


@pytest.mark.parametrize("claim", TRUE_CLAIMS, ids=range(len(TRUE_CLAIMS)))
def test_what_is_true_is_not_called_false(claim: Claim) -> None:
    assert check(Judgment(*claim), Random(0), instances=60, tries=2_000) == 60


@pytest.mark.parametrize("claim", FALSE_CLAIMS, ids=range(len(FALSE_CLAIMS)))
def test_what_is_false_is_seen(claim: Claim) -> None:
    with pytest.raises(Violation, match="is false at"):
        check(Judgment(*claim), Random(0), instances=200, tries=4_000)


def test_masses_are_those_of_the_noise() -> None:
    """In base 2, as the oracle has them; the engine knows the same laws in base e."""
    masses = masses_of(LAPLACE, (Fraction(1),), 0, 3)
    assert masses is not None
    assert masses[0] == Fraction(1, 3)
    assert masses[2] == masses[-2] == Fraction(1, 12)
    assert 1 - sum(masses.values()) == Fraction(2, 3) * 2 * Fraction(1, 16)
    assert masses_of(ONE_SIDED, (Fraction(2),), 5, 1) == {5: Fraction(3, 4), 6: Fraction(3, 16)}
    third = Fraction(1, 3)
    assert masses_of(RANDOMIZED_RESPONSE, (Fraction(1),), True, 8) == {True: 2 * third, False: third}
    assert masses_of(COIN, (third,), False, 8) == {False: 2 * third, True: third}
    assert masses_of(RANDOMIZED_CHOICE, (Fraction(3), Fraction(1)), 1, 8) == {
        0: Fraction(1, 4),
        1: Fraction(1, 2),
        2: Fraction(1, 4),
    }
    assert masses_of(UNIFORM, (Fraction(3),), 7, 8) == {7: third, 8: third, 9: third}
    assert masses_of(CHOOSE, (Fraction(1),), (0, 1), 8) == {0: third, 1: 2 * third}
    assert masses_of(PERMUTE_AND_FLIP, (Fraction(1),), (0, 1), 8) == {0: Fraction(1, 4), 1: Fraction(3, 4)}
    assert masses_of(TRUNCATED, (Fraction(1), Fraction(1)), 0, 8) == {
        -1: Fraction(1, 4),
        0: Fraction(1, 2),
        1: Fraction(1, 4),
    }
    bell = masses_of(GAUSSIAN, (Fraction(1, 2),), 0, 8)
    assert bell is not None
    assert bell[1] == bell[-1] == bell[0] / 2 == bell[2] * 8
    assert 0 < 1 - sum(bell.values()) < Fraction(1, 2**60)


def test_where_there_is_no_noise_the_left_run_returns_something_and_the_right_one_nothing() -> None:
    none = [
        masses_of(LAPLACE, (Fraction(0),), 0, 3),
        masses_of(COIN, (Fraction(2),), False, 3),
        masses_of(CHOOSE, (Fraction(1),), (), 3),
        masses_of(RANDOMIZED_CHOICE, (Fraction(2), Fraction(1)), 2, 3),
        masses_of(UNIFORM, (Fraction(0),), 0, 3),
    ]
    assert none == [None] * len(none)


def test_the_flow_agrees_with_the_library_and_with_all_sets() -> None:
    rng = Random(5)
    for _ in range(150):
        left = {a: Fraction(rng.randint(1, 6), 24) for a in range(rng.randint(1, 4))}
        right = {b: Fraction(rng.randint(1, 6), 24) for b in range(rng.randint(1, 4))}
        related = {(a, b) for a in left for b in right if rng.random() < 0.5}
        groups: dict[int, Fraction] = {}
        for a, mass in left.items():
            seen = sum(1 << b for b in right if (a, b) in related)
            groups[seen] = groups.get(seen, Fraction(0)) + mass
        worst, _ = largest_excess(groups, [2 * right[b] for b in right])
        brute = max(
            sum((left[a] for a in left if chosen >> a & 1), Fraction(0))
            - 2
            * sum((right[b] for b in right if any((a, b) in related and chosen >> a & 1 for a in left)), Fraction(0))
            for chosen in range(1 << len(left))
        )
        assert worst == brute
        answer = set_lifting(SubDistribution(left), SubDistribution(right), related, 2, worst)
        assert answer.holds
