"""What is broken further out than small inputs go, at one order only, or in a tail; and what is private there."""

from __future__ import annotations

import pytest

from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_text
from twinproof.refute import refute
from twinproof.refute.far import MOST, far_pairs
from twinproof.refute.pairs import InputBatch, look
from twinproof.refute.played import Player
from twinproof.refute.replay import replay
from twinproof.refute.space import space_of

HEAD = """
from fractions import Fraction
from typing import Annotated
from twinproof import Epsilon, coin, each_within, gaussian, laplace, mechanism, moves_by_l2, within

"""
FILTER = """
@mechanism(zcdp="rho")
def f(xs: Annotated[list[int], each_within(1)], rho: Epsilon) -> list[int]:
    out: list[int] = []
    quarters = 0
    i = 0
    while i < len(xs) and quarters {}:
        out.append(gaussian(xs[i], variance=2 / rho))
        quarters = quarters + 1
        i = i + 1
    return out
"""
ROUNDS = """
@mechanism(zcdp="n * rho", requires="n >= 0")
def f(x: Annotated[int, within(1)], n: int, rho: Epsilon) -> list[int]:
    out: list[int] = []
    for i in range(n):
        if i == 40:
            out.append({})
        else:
            out.append(gaussian(x, variance=1 / (2 * rho)))
    return out
"""
RESET = """
@mechanism(zcdp="rho", requires="k >= 1")
def f(xs: Annotated[list[int], moves_by_l2("k")], k: int, rho: Epsilon) -> list[int]:
    out: list[int] = []
    for i in range(len(xs)):
        j = i if i < 40 else {}
        out.append(gaussian(xs[j], variance=k / (2 * rho)))
    return out
"""
LAPLACE = """
@mechanism(epsilon="eps")
def f(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> list[int]:
    out: list[int] = []
    for i in range(len(xs)):
        if i < {}:
            out.append(laplace(xs[i], 20 / eps))
    return out
"""
ORDER = """
@mechanism(renyi=("alpha", "{} * rho"), requires="alpha > 1 and alpha <= 3")
def f(x: Annotated[int, within(1)], alpha: Epsilon, rho: Epsilon) -> int:
    return gaussian(x, variance=1 / (2 * rho))
"""
SMALL_ORDER = """
@mechanism(renyi=("alpha", "{} * rho"), requires="alpha > 1")
def f(x: Annotated[int, within(1)], alpha: Epsilon, rho: Epsilon) -> int:
    return gaussian(x, variance=1 / (2 * rho))
"""
SLIP = """
@mechanism(zcdp="rho", delta="1 / 20")
def f(x: Annotated[int, within(1)], rho: Epsilon) -> int:
    noisy = gaussian(x, variance=1 / (2 * rho))
    return 1000 + x if coin(Fraction(1, {})) else noisy
"""
TWO_DRAWS = """
@mechanism(epsilon="rho + 2 * sqrt(rho * log(1 / delta))", delta="delta", requires="delta < 1")
def f(x: Annotated[int, within(1)], rho: Epsilon, delta: Epsilon) -> tuple[int, int]:
    return gaussian(x, variance={0} / (2 * rho)), gaussian(x, variance={0} / (2 * rho))
"""
SMALL_EPSILON = """
@mechanism(epsilon="eps", requires="eps <= 1 / 50")
def f(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, {} / (10 * eps))
"""
CAPPED = """
@mechanism(zcdp="rho", requires="k >= 1")
def f(x: Annotated[int, within("k")], k: int, rho: Epsilon) -> int:
    wide = {}(k, 1000)
    return gaussian(x, variance=wide * wide / (2 * rho))
"""
LIMITED = """
@mechanism(zcdp="rho", requires="reach >= 1 and shift >= 0")
def f(x: Annotated[int, within("reach")], reach: int, shift: int, rho: Epsilon) -> int:
    if reach > 700:
        return gaussian(x + shift, variance={} ** 2 / (2 * rho))
    return gaussian(x + shift, variance=reach ** 2 / (2 * rho))
"""
FLOOR = """
@mechanism(epsilon="eps")
def f(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / {}(eps, Fraction(1, 200)))
"""
# What noise is held against, and whether a number beyond it shows that there is too little of it.
BEYOND = {
    "capped": (CAPPED.format("min"), True),
    "not_capped": (CAPPED.format("max"), False),
    "limited": (LIMITED.format("700"), True),
    "not_limited": (LIMITED.format("reach"), False),
    "floor": (FLOOR.format("max"), True),
    "no_floor": (FLOOR.format("min"), False),
}
BROKEN = {
    "floor": FLOOR.format("max"),
    "filter": FILTER.format("<= 4"),
    "round": ROUNDS.format("x"),
    "reset": RESET.format(0),
    "laplace": LAPLACE.format(22),
    "order": ORDER.format(2),
    "small_order": SMALL_ORDER.format("alpha * alpha / 2"),
    "slip": SLIP.format(10),
    "two_draws": TWO_DRAWS.format(1),
    "small_epsilon": SMALL_EPSILON.format(9),
}
PRIVATE = {
    "filter": FILTER.format("< 4"),
    "round": ROUNDS.format("gaussian(x, variance=1 / (2 * rho))"),
    "reset": RESET.format("i"),
    "laplace": LAPLACE.format(20),
    "order": ORDER.format(3),
    "small_order": SMALL_ORDER.format("alpha"),
    "slip": SLIP.format(20),
    "two_draws": TWO_DRAWS.format(2),
    "small_epsilon": SMALL_EPSILON.format(10),
}


def read(text: str) -> Mechanism:
    (m,) = read_text(HEAD + text)
    assert isinstance(m, Mechanism)
    return m


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_far_out_is_refuted(name: str) -> None:
    m = read(BROKEN[name])
    example = refute(m, jobs=1).counterexample
    assert example is not None
    left, right = ({**side, **example.public} for side in (example.left, example.right))
    assert replay(m, left, right, example.event, order=example.order).breaks


@pytest.mark.parametrize("name", PRIVATE)
def test_what_is_private_is_not(name: str) -> None:
    assert refute(read(PRIVATE[name]), jobs=1).counterexample is None


@pytest.mark.parametrize("name", BEYOND)
def test_what_is_limited_shows_beyond_its_limit(name: str) -> None:
    text, is_broken = BEYOND[name]
    space = space_of(read(text))
    told = Player(space).best_of(far_pairs(space), MOST)
    assert any(t.score > 1.01 for t in told) == is_broken  # floats are behind a score


@pytest.mark.parametrize("times", [3, 5])
def test_one_output_far_out_is_enough_beyond_a_limit(times: int) -> None:
    space = space_of(read(CAPPED.format("min").replace("1000", str(times))))
    told = next(t for t in Player(space).best_of(far_pairs(space), MOST) if t.pair[0]["k"] == 32 * times)
    seen = look(space, InputBatch(told.pair, (1e-30, 1e-12, 1e-5), told.outputs))
    assert any(finding.breaks for finding in seen.findings)


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_pairs_far_out_are_few_and_adjacent(text: str) -> None:
    space = space_of(read(text))
    pairs = list(far_pairs(space))
    assert 0 < len(pairs) <= MOST
    assert all(space.adjacent(pair)[0, 1] and space.allowed(pair[0]) and space.allowed(pair[1]) for pair in pairs)
