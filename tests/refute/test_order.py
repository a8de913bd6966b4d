"""Broken by the order in which keys come out, or only where noise is narrow; and what is private there."""

from __future__ import annotations

import math

import pytest

from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.refute import Refutation, refute
from twinproof.refute.order import out_of_order
from twinproof.refute.replay import replay
from twinproof.refute.space import space_of

HEAD = """
from typing import Annotated
from twinproof import Epsilon, each_within, laplace, mechanism, one_added_or_removed, one_changed

"""
KEYS = """
@mechanism(epsilon="{}", delta="delta", requires="delta <= 1 / 2 and threshold >= 1 + log(1 / (2 * delta)) / eps")
def f(rows: Annotated[list[int], {}()], threshold: int, eps: Epsilon, delta: Epsilon) -> list[tuple[int, int]]:
    counts: dict[int, int] = {{}}
    for row in rows:
        counts[row] = counts.get(row, 0) + 1
    shown = []
    for key in {}:
        noisy = laplace(counts[key], 1 / eps)
        if noisy > threshold:
            shown.append((key, noisy))
    return shown
"""
TWO_WINNERS = """
@mechanism(epsilon="eps", requires="len(xs) >= 2")
def f(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> tuple[int, int]:
    best, winner = laplace(xs[0], {0} / eps), 0
    second, runner_up = laplace(xs[1], {0} / eps), 1
    if second > best:
        best, second = second, best
        winner, runner_up = runner_up, winner
    for i in range(2, len(xs)):
        noisy = laplace(xs[i], {0} / eps)
        if noisy > best:
            second, runner_up = best, winner
            best, winner = noisy, i
        elif noisy > second:
            second, runner_up = noisy, i
    return winner, runner_up
"""


def read(text: str) -> Mechanism:
    (mechanism,) = read_text(HEAD + text, "f.py")
    assert isinstance(mechanism, Mechanism)
    return mechanism


def refuted(mechanism: Mechanism) -> Refutation:
    refutation = refute(mechanism, jobs=1)
    shown = refutation.counterexample
    assert shown is not None
    left, right = ({**side, **shown.public} for side in (shown.left, shown.right))
    assert replay(mechanism, left, right, shown.event, 1.0).breaks
    return refutation


def test_the_order_of_keys_that_come_as_they_came() -> None:
    shown = refuted(read(KEYS.format("eps", "one_added_or_removed", "counts"))).counterexample
    assert shown is not None
    assert len(shown.event) > 1  # no output alone is enough, and the other side can give none of them
    assert math.isinf(shown.epsilon_at_least)
    assert all(len(output) == 2 for output in shown.event)


def test_the_order_of_keys_where_a_row_is_replaced() -> None:
    refuted(read(KEYS.format("2 * eps", "one_changed", "counts")))


def test_sorted_keys_have_no_order_to_tell() -> None:
    mechanism = read(KEYS.format("eps", "one_added_or_removed", "sorted(counts)"))
    assert next(out_of_order(space_of(mechanism)), None) is None
    assert not refute(mechanism, jobs=1).refuted


@pytest.mark.parametrize(("scale", "broken"), [(2, True), (4, False)])
def test_what_has_too_many_states_is_looked_at_where_noise_is_narrow(scale: int, broken: bool) -> None:
    refutation = refute(read(TWO_WINNERS.format(scale)), jobs=1)
    assert refutation.refuted == broken
