"""Tactics about divergences: what they prove, and what they refuse."""

from __future__ import annotations

import pytest

from twinproof.kernel.judgment import Closeness
from twinproof.kernel.replay import check
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.tactics.script import Proof, TacticFailed, all_of, length

HEAD = """
from typing import Annotated
from twinproof import Epsilon, choose, each_within, gaussian, laplace, mechanism, within

"""


def mechanism(text: str) -> Mechanism:
    (found,) = read_text(HEAD + text, "<test>")
    assert isinstance(found, Mechanism), found
    return found


COUNT = """@mechanism(zcdp="CLAIM")
def count(x: Annotated[int, within(2)], rho: Epsilon) -> int:
    return gaussian(x, variance=1 / (2 * rho))
"""
TWO_KINDS = """@mechanism(zcdp="eps * eps / 2 + rho")
def two_kinds(x: Annotated[int, within(1)], eps: Epsilon, rho: Epsilon) -> tuple[int, int]:
    rough = laplace(x, 1 / eps)
    fine = gaussian(x + rough, variance=1 / (2 * rho))
    return rough, fine
"""
CHOSEN = """@mechanism(zcdp="eps * eps / 2", requires="len(scores) >= 1")
def chosen(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    return choose(scores, eps)
"""


def test_a_move_costs_the_square_of_its_distance() -> None:
    p = Proof(mechanism(COUNT.replace("CLAIM", "4 * rho")))
    p.close().move(shift=0).auto()
    assert isinstance(p.qed().judgment.cost, Closeness)
    check(p.certificate(), p.mechanism)


def test_the_distance_itself_is_not_enough() -> None:
    p = Proof(mechanism(COUNT.replace("CLAIM", "2 * rho")))
    p.close().move(shift=0)
    with pytest.raises(TacticFailed, match="auto"):
        p.auto()
    again = Proof(mechanism(COUNT.replace("CLAIM", "2 * rho")))
    again.close().move(shift=0, price=2)
    with pytest.raises(TacticFailed, match="auto"):
        again.auto()


def test_the_same_noise_is_free_and_the_outputs_are_not_the_same() -> None:
    p = Proof(mechanism(COUNT.replace("CLAIM", "4 * rho")))
    p.close().move()
    with pytest.raises(TacticFailed, match="auto"):
        p.auto()


def test_two_kinds_of_noise_on_one_ledger() -> None:
    p = Proof(mechanism(TWO_KINDS))
    p.close().wp().move(shift=0).move(shift=0).auto()
    assert p.rules[:1] == ["R-Close"]
    assert {"R-Gauss", "R-Lap"} <= set(p.rules)
    check(p.certificate(), p.mechanism)


def test_a_pure_part_is_a_block() -> None:
    p = Proof(mechanism(TWO_KINDS))
    left, right, eps, rho = p.left, p.right, p.rigid.eps, p.rigid.rho
    first = p.lemma(p.commands(0, 1), p.adjacent, left.rough == right.rough, zcdp=eps * eps / 2)
    first.pure(eps)
    first.lap_gen(shift=0, bound=1).auto()
    first.lap_gen(shift=0, bound=1).auto()
    first.sample_right().auto()
    p.close({"first": eps * eps / 2, "second": rho}).wp().move(shift=0, counter=p.ledger.second)
    p.block(first.qed(), {"first": 1}).auto()
    assert {"R-Block", "R-Gauss"} <= set(p.rules)
    check(p.certificate(), p.mechanism)


def test_a_block_is_paid_in_full() -> None:
    p = Proof(mechanism(TWO_KINDS))
    left, right, eps, rho = p.left, p.right, p.rigid.eps, p.rigid.rho
    first = p.lemma(p.commands(0, 1), p.adjacent, left.rough == right.rough, zcdp=eps * eps / 3)
    first.pure(eps)
    first.lap_gen(shift=0, bound=1).auto()
    first.lap_gen(shift=0, bound=1).auto()
    with pytest.raises(TacticFailed, match="the new bound and δ must not be smaller"):
        first.sample_right().auto()
    whole = Proof(mechanism(TWO_KINDS))
    whole.close({"first": eps * eps / 2, "second": rho})
    with pytest.raises(TacticFailed, match="how close two outputs are"):
        whole.block(p.lemma(p.commands(0, 0), p.adjacent, left.x == left.x).auto().qed(), {"first": 1})
    with pytest.raises(TacticFailed, match="not about the last commands"):
        whole.block(p.lemma(p.commands(0, 1), p.adjacent, left.x == left.x).lap_null().auto().qed(), {"first": 1})


def test_choosing_is_paid_by_its_range() -> None:
    p = Proof(mechanism(CHOSEN))
    p.close().choose(1, 1).auto()
    assert "R-Choose" in p.rules
    q = Proof(mechanism(CHOSEN))
    q.close().choose(1, 0)
    with pytest.raises(TacticFailed, match="auto"):
        q.auto()


def test_at_one_order() -> None:
    text = COUNT.replace('zcdp="CLAIM"', 'renyi=("alpha", "4 * alpha * rho"), requires="alpha > 1"')
    p = Proof(mechanism(text.replace("rho: Epsilon", "alpha: Epsilon, rho: Epsilon")))
    p.close().move(shift=0).auto()
    assert p.proved


def test_from_renyi_to_a_budget() -> None:
    text = COUNT.replace('zcdp="CLAIM"', 'epsilon="2", delta="DELTA"').replace("variance=1 / (2 * rho)", "variance=2")
    p = Proof(mechanism(text.replace("DELTA", "3 / 10")))
    p.through_renyi(2, 2).close().move(shift=0).auto()
    check(p.certificate(), p.mechanism)
    q = Proof(mechanism(text.replace("DELTA", "24 / 100")))
    q.through_renyi(2, 2).close().move(shift=0)
    with pytest.raises(TacticFailed, match="δ must be as large as that"):
        q.auto()


def test_a_conversion_that_is_too_small_is_refused() -> None:
    p = Proof(mechanism(COUNT.replace('zcdp="CLAIM"', 'epsilon="5", delta="1 / 10", requires="rho <= 1"')))
    p.through_zcdp(4 * p.rigid.rho).close().move(shift=0)
    with pytest.raises(TacticFailed, match="must be"):
        p.auto()


def test_tactics_for_budgets_say_what_to_use() -> None:
    p = Proof(mechanism(COUNT.replace("CLAIM", "4 * rho")))
    assert "divergence at all orders" in str(p)
    with pytest.raises(TacticFailed, match="use close or pure first"):
        p.lap_null()
    with pytest.raises(TacticFailed, match="use close first"):
        p.move(shift=0)
    p.close()
    assert "ledger of divergence" in str(p)
    with pytest.raises(TacticFailed, match="this goal is not about a divergence"):
        p.pure(1)


def test_a_ledger_in_squares_has_no_shift_that_looks_at_the_sample() -> None:
    p = Proof(mechanism(COUNT.replace("CLAIM", "4 * rho")))
    p.close()
    with pytest.raises(TacticFailed, match="sample"):
        p.sample(lambda v: v)


def test_loops_keep_the_orders_of_the_ledger() -> None:
    text = """@mechanism(zcdp="len(xs) * rho")
def each(xs: Annotated[list[int], each_within(1)], rho: Epsilon) -> list[int]:
    return [gaussian(x, variance=1 / (2 * rho)) for x in xs]
"""
    p = Proof(mechanism(text))
    left, right = p.left, p.right
    p.close({"steps": p.rigid.rho})
    result = p.mechanism.result.name
    made = getattr(left, result), getattr(right, result)
    p.while_ledger(
        all_of(left.k == right.k, made[0] == made[1], left.k >= 0, left.k <= length(left.xs), p.ledger.steps <= left.k)
    )
    p.wp().move(shift=0, counter=p.ledger.steps, price=1).auto()
    p.auto()
    assert p.proved
