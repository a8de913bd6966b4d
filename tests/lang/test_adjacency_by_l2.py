"""Vectors that move by so much in the Euclidean norm: relation, check, words, and what is generated from them."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Any

import pytest

from twinproof import moves_by_l2
from twinproof.lang.adjacency_by_l2 import MovesByL2
from twinproof.lang.adjacency_kind import Sides
from twinproof.lang.expr import Apply, Expr, Op, Place, Quantified, Var
from twinproof.lang.interpret import evaluate
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.printer import ASCII, PAPER, show_expr
from twinproof.lang.reader import read_text
from twinproof.lang.types import INT, ListOf
from twinproof.refute.space import space_of

K = Var("k", INT, Place.RIGID)
KIND = MovesByL2(K)
LEFT, RIGHT = (Var("x", ListOf(INT), place) for place in (Place.LEFT, Place.RIGHT))
SIDES = Sides(LEFT, RIGHT, (), frozenset({"x", "k"}))
SMALL = [tuple(v) for n in range(3) for v in itertools.product((0, 1, 2), repeat=n)]
TABLES = [tuple(v) for n in range(4) for v in itertools.product(range(6), repeat=n)]  # all lists of sums there could be


def holds(e: Expr, known: Mapping[Var, Any]) -> bool:
    """The truth of a formula; numbers are a few positions, and lists are all that are short."""
    match e:
        case Quantified(every, var, body):
            domain: list[Any] = TABLES if var.type == ListOf(INT) else list(range(-1, 5))
            found = (holds(body, {**known, var: n}) for n in domain)
            return all(found) if every else any(found)
        case Apply(Op.AND, args):
            return all(holds(a, known) for a in args)
        case Apply(Op.IMPLIES, (a, b)):
            return not holds(a, known) or holds(b, known)
        case _:
            return bool(evaluate(e, known))


def why(left: tuple[int, ...], right: tuple[int, ...], k: int) -> str | None:
    return KIND.why_apart("x", left, right, lambda _: k)


def is_near(left: tuple[int, ...], right: tuple[int, ...], k: int) -> bool:
    """What is meant."""
    return len(left) == len(right) and sum((a - b) ** 2 for a, b in zip(left, right, strict=True)) <= k


def test_check_and_relation_are_what_is_meant() -> None:
    answers = {True: 0, False: 0}
    for left, right in itertools.product(SMALL, repeat=2):
        for k in (0, 1, 2, 4):
            adjacent = is_near(left, right, k)
            related = all(holds(part, {LEFT: left, RIGHT: right, K: k}) for part in KIND.relation(SIDES))
            assert related == adjacent == (why(left, right, k) is None), (left, right, k)
            answers[adjacent] += 1
    assert min(answers.values()) > 50


def test_the_parts_of_the_relation_are_no_conjunctions() -> None:
    assert not any(isinstance(part, Apply) and part.op is Op.AND for part in KIND.relation(SIDES))


def test_names_of_parameters_are_not_captured() -> None:
    j, sums = (Var(name, INT, Place.RIGID) for name in ("j", "sums"))
    where = Sides(LEFT, RIGHT, (), frozenset({"x", "j", "sums"}))
    for bound in (j, sums):
        parts = MovesByL2(bound).relation(where)
        assert all(holds(part, {LEFT: (0, 0), RIGHT: (1, 1), bound: 2}) for part in parts)
        assert not all(holds(part, {LEFT: (0, 0), RIGHT: (1, 1), bound: 1}) for part in parts)


class Dice:
    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.candidates = [0]

    def number(self) -> int:
        return self.random.randrange(-3, 4)

    def item(self, kind: object, far: int = 0) -> Any:
        raise AssertionError("entries are numbers")

    def below(self, limit: int) -> int:
        return self.random.randrange(limit)

    def pair(self, most: int, direction: int) -> tuple[int, int]:
        value = self.number()
        return value, value + self.random.randrange(-most, most + 1)


def test_trials_are_adjacent_and_use_the_bound() -> None:
    furthest = 0
    for seed in range(200):
        left, right = KIND.trial(ListOf(INT), seed % 5, None, Dice(seed), lambda _: 5)
        assert is_near(left, right, 5)
        furthest = max(furthest, sum((a - b) ** 2 for a, b in zip(left, right, strict=True)))
    assert furthest == 5


@pytest.mark.parametrize("k", [0, 1, 2, 3, 4, 8, 9, 12])
def test_neighbours_are_adjacent_and_go_as_far_as_they_may(k: int) -> None:
    for size in (0, 1, 2, 3, 10):
        value = tuple(range(size))
        found = list(KIND.nearby(value, lambda _: k, ()))
        assert all(is_near(value, other, k) and other != value for other in found)
        assert bool(found) == (k > 0 and size > 0)
        if size > 1 and k in (1, 2, 4, 8, 9):
            assert max(sum((a - b) ** 2 for a, b in zip(value, other, strict=True)) for other in found) == k


TEXT = """
from typing import Annotated
from twinproof import Epsilon, laplace, mechanism, moves_by_l2

@mechanism(epsilon="eps", requires="k >= 0")
def first(x: Annotated[list[int], moves_by_l2("k")], k: int, eps: Epsilon) -> int:
    return laplace(x[0] if len(x) > 0 else 0, k / eps)
"""


def test_it_is_read_and_the_refuter_pairs_what_is_adjacent() -> None:
    (core,) = read_text(TEXT.replace("k / eps", "(k + 1) / eps"), "first.py")
    assert isinstance(core, Mechanism), core
    assert core.parameter("x").adjacency == KIND
    space = space_of(core)
    points = [{"x": x, "k": 2, "eps": 1} for x in SMALL]
    matrix = space.adjacent(points)
    for (m, a), (n, b) in itertools.product(enumerate(SMALL), repeat=2):
        assert matrix[m, n] == (is_near(a, b, 2) and m != n)


def test_its_words() -> None:
    var = Var("x", ListOf(INT))
    assert KIND.shown(var, PAPER, show_expr) == "|x⟨1⟩| = |x⟨2⟩| ∧ Σ (x⟨1⟩[j] − x⟨2⟩[j])² ≤ k"
    shown = KIND.shown(var, ASCII, partial(show_expr, notation=ASCII))
    assert shown == "|x<1>| = |x<2>| and sum (x<1>[j] - x<2>[j])^2 <= k"
    assert why((0, 0), (2, 1), 4) == "the squares of how far the entries of `x` move add up to 5, and may to 4"
    assert why((0, 0), (2,), 4) == "`x` has 2 entries on one side and 1 on the other"
    assert repr(moves_by_l2("k")) == "moves_by_l2('k')"
