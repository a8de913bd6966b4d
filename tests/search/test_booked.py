"""Rounds that cost thousands of small steps each, and budgets of which a program keeps account in its own amounts.

Noise is chosen for numbers that move by 50, by 180, or for what a caller calls a share. What is asked next may depend
on what was answered, also where rounds are composed in numbers. What is private is proved and replayed, and what is
nearly so is not proved.
"""

from __future__ import annotations

import json

import pytest

from twinproof.kernel.proof_document import write
from twinproof.kernel.replay import check
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.search.prover import Prover
from twinproof.search.result import Proof

HEAD = """
from typing import Annotated
from twinproof import Epsilon, clamp, each_within, gaussian, laplace, mechanism, one_added_or_removed
from twinproof import moves_by_l2, one_user_added_or_removed

"""
GRADIENT = """
@mechanism(zcdp="n * rho", requires="n >= 1")
def f(rows: Annotated[list[int], one_added_or_removed()], n: int, rho: Epsilon) -> int:
    theta = 0
    for _ in range(n):
        gradient = 0
        for row in rows:
            gradient += clamp(row - theta, -50, 50)
        theta += gaussian(gradient, variance=2500 / (2 * rho)) // 64
    return theta
"""
TEN_STEPS = """
@mechanism(epsilon="10 * rho + 2 * sqrt(10 * rho * log(1 / delta))", delta="delta", requires="delta < 1")
def f(rows: Annotated[list[int], one_added_or_removed()], rho: Epsilon, delta: Epsilon) -> int:
    theta = 0
    for _ in range(10):
        theta += gaussian(sum(clamp(row - theta, -50, 50) for row in rows), variance=2500 / (2 * rho)) // 64
    return theta
"""
USER = """
@mechanism(zcdp="9 * rho")
def f(visits: Annotated[list[tuple[str, int]], one_user_added_or_removed(0, rows=3)], rho: Epsilon) -> int:
    return gaussian(sum(clamp(minutes, 0, 60) for _, minutes in visits), variance=3600 / (2 * rho))
"""
WHAT_IS_LEFT = """
@mechanism(zcdp="total")
def f(answers: Annotated[list[int], each_within(1)], total: Epsilon, share: Epsilon) -> list[int]:
    left = total
    out = []
    for answer in answers:
        if left < share:
            break
        left -= share
        out.append(gaussian(answer, variance=1 / (2 * share)))
    return out
"""
SPENT = """
@mechanism(epsilon="total")
def f(answers: Annotated[list[int], each_within(1)], total: Epsilon, share: Epsilon) -> list[int]:
    spent = 0
    out = []
    i = 0
    while i < len(answers) and spent + share <= total:
        out.append(laplace(answers[i], 1 / share))
        spent += share
        i += 1
    return out
"""
SQUARE = """
@mechanism(zcdp="rho", requires="clip != 0")
def f(xs: Annotated[list[int], moves_by_l2("clip ** 2")], clip: int, rho: Epsilon) -> list[int]:
    return [gaussian(x, variance=max(1, clip ** 2) / (2 * rho)) for x in xs]
"""
WHERE_AN_ANSWER_LEADS = """
@mechanism(epsilon="4.7746", delta="1 / 1000000", requires="len(xs) >= 1")
def f(xs: Annotated[list[int], each_within(1)]) -> list[int]:
    out = []
    at = 0
    for _ in range(100):
        noisy = laplace(xs[at], 10)
        out.append(noisy)
        at = noisy % len(xs)
    return out
"""
PRIVATE = {
    "where_an_answer_leads": WHERE_AN_ANSWER_LEADS,
    "gradient": GRADIENT,
    "ten_steps": TEN_STEPS,
    "user": USER,
    "what_is_left": WHAT_IS_LEFT,
    "spent": SPENT,
    "square": SQUARE,
}
NEAR = {
    "gradient_one_more": (GRADIENT, "range(n)", "range(n + 1)"),
    "gradient_one_percent": (GRADIENT, "2500 / (2 * rho)", "99 * 2500 / (100 * 2 * rho)"),
    "gradient_wider": (GRADIENT, "-50, 50", "-50, 51"),
    "gradient_not_clamped": (GRADIENT, "clamp(row - theta, -50, 50)", "clamp(row, -50, 50) - theta"),
    "ten_steps_and_one": (TEN_STEPS, "range(10)", "range(11)"),
    "ten_steps_of_nine": (TEN_STEPS, "sqrt(10 * rho", "sqrt(9 * rho"),
    "user_of_eight": (USER, "9 * rho", "8 * rho"),
    "user_added_up": (USER, "9 * rho", "3 * rho"),
    "user_with_four": (USER, "rows=3", "rows=4"),
    "left_is_looked_at_late": (WHAT_IS_LEFT, "left < share", "left <= 0"),
    "left_of_half": (WHAT_IS_LEFT, "left -= share", "left -= share / 2"),
    "left_of_the_rest": (WHAT_IS_LEFT, "1 / (2 * share)", "1 / (2 * share + share)"),
    "spent_before": (SPENT, "spent + share <= total", "spent <= total"),
    "spent_for_two": (SPENT, "each_within(1)", "each_within(2)"),
    "where_a_hidden_one_leads": (WHERE_AN_ANSWER_LEADS, "noisy % len", "xs[at] % len"),
    "an_answer_more": (WHERE_AN_ANSWER_LEADS, "range(100)", "range(101)"),
    "square_less": (SQUARE, "max(1, clip ** 2)", "max(1, clip ** 2 - 1)"),
}


def read(text: str) -> Mechanism:
    (m,) = read_text(HEAD + text)
    assert isinstance(m, Mechanism)
    return m


@pytest.mark.parametrize("name", PRIVATE)
def test_what_is_private_is_proved(name: str) -> None:
    m = read(PRIVATE[name])
    answer = Prover(m).find_proof()
    assert isinstance(answer, Proof), answer.reason
    check(json.loads(json.dumps(write(m, answer.theorem))), m)


@pytest.mark.parametrize("name", NEAR)
def test_what_is_nearly_private_is_not_proved(name: str) -> None:
    text, old, new = NEAR[name]
    assert old in text
    assert not isinstance(Prover(read(text.replace(old, new))).find_proof(), Proof)
