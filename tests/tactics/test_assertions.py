"""Assertions in Python: what they build, how they print, and what is refused with which advice."""

# ruff: noqa: N803, N806, SIM300 - the two runs are called L and R

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tests.tactics.scripts import proof_of
from twinproof.lang.expr import Literal, Op, Place, Var, apply, free_variables
from twinproof.lang.types import BOOL, INT, ListOf
from twinproof.tactics.script import (
    BadAssertion,
    Proof,
    all_of,
    any_of,
    append,
    exists,
    forall,
    implies,
    ite,
    length,
    maximum,
    minimum,
)

TEXT = """
@mechanism(epsilon="eps")
def some(
    d: Database, queries: Annotated[list[Query], sensitivity(1)], score: Annotated[Score, sensitivity(1)],
    answers: Annotated[list[int], each_within(1)], T: Annotated[int, within(1)], t: int, eps: Epsilon
) -> tuple[int, bool]:
    out = [t]
    flag = len(answers) > out[abs(t) % len(out)]
    result = laplace(T, 1 / eps)
    pair = (result, flag)
    return pair
"""


@pytest.fixture(scope="module")
def p() -> Proof:
    return proof_of(TEXT)


SHOWN: list[tuple[str, Callable[[Any, Any, Any], Any]]] = [
    ("T⟨1⟩ + 1 = T⟨2⟩", lambda L, R, V: L.T + 1 == R.T),
    ("1 − T⟨1⟩ ≠ T⟨2⟩", lambda L, R, V: 1 - L.T != R.T),
    ("t < T⟨1⟩", lambda L, R, V: L.T > V.t),
    ("t ≤ T⟨1⟩", lambda L, R, V: L.T >= V.t),
    ("T⟨1⟩ < 2 · t", lambda L, R, V: L.T < 2 * V.t),
    ("|T⟨1⟩ − T⟨2⟩| ≤ 1", lambda L, R, V: abs(L.T - R.T) <= 1),
    ("T⟨1⟩ = t ⇒ T⟨2⟩ = t", lambda L, R, V: implies(L.T == V.t, R.T == V.t)),
    ("T⟨1⟩ = 0 ∧ T⟨2⟩ = 0", lambda L, R, V: (L.T == 0) & (R.T == 0)),
    ("T⟨1⟩ = 0 ∨ T⟨2⟩ = 0 ∨ t = 0", lambda L, R, V: (L.T == 0) | (R.T == 0) | (V.t == 0)),
    ("¬flag⟨1⟩", lambda L, R, V: ~L.flag),
    ("flag⟨1⟩ = flag⟨2⟩", lambda L, R, V: L.flag == R.flag),
    ("flag⟨1⟩", lambda L, R, V: True & L.flag),
    ("flag⟨1⟩ ∨ flag⟨2⟩", lambda L, R, V: any_of(L.flag, R.flag)),
    (
        "∀j. |answers⟨1⟩[j] − answers⟨2⟩[j]| ≤ 1",
        lambda L, R, V: forall(lambda j: abs(L.answers[j] - R.answers[j]) <= 1),
    ),
    ("∃j. answers⟨1⟩[j] = t", lambda L, R, V: exists(lambda j: L.answers[j] == V.t)),
    ("∀i. ∀j. i = j", lambda L, R, V: forall(lambda i, j: i == j)),
    ("|answers⟨1⟩| = |answers⟨2⟩|", lambda L, R, V: length(L.answers) == length(R.answers)),
    ("evalQ(queries[0], d⟨1⟩) = 0", lambda L, R, V: V.queries[0](L.d) == 0),
    ("score(d⟨1⟩, 3) = 0", lambda L, R, V: V.score(L.d, 3) == 0),
    ("min(T⟨1⟩, t) ≤ max(T⟨1⟩, t, 0)", lambda L, R, V: minimum(L.T, V.t) <= maximum(L.T, V.t, 0)),
    ("(if flag⟨1⟩ then 1 else 0) = t", lambda L, R, V: ite(L.flag, 1, 0) == V.t),
    ("pair⟨1⟩.1 = t", lambda L, R, V: L.pair[0] == V.t),
    ("pair⟨1⟩ = (t, true)", lambda L, R, V: L.pair == (V.t, True)),
    ("out⟨1⟩ = []", lambda L, R, V: L.out == []),
    ("out⟨1⟩ = [1, t]", lambda L, R, V: L.out == [1, V.t]),
    ("out⟨1⟩ :: 3 = out⟨2⟩", lambda L, R, V: append(L.out, 3) == R.out),
    ("out⟨1⟩ ++ [1] = out⟨2⟩", lambda L, R, V: L.out + [1] == R.out),  # noqa: RUF005
    ("[1] ++ out⟨1⟩ = out⟨2⟩", lambda L, R, V: [1] + L.out == R.out),  # noqa: RUF005
    ("eps / 2 ≤ 1/2 · eps", lambda L, R, V: V.eps / 2 <= Fraction(1, 2) * V.eps),
    ("T⟨1⟩ div 2 = T⟨1⟩ mod 2", lambda L, R, V: L.T // 2 == L.T % 2),
    ("1 div T⟨1⟩ = 1 mod T⟨1⟩", lambda L, R, V: 1 // L.T == 1 % L.T),
    ("1 / eps = −eps", lambda L, R, V: 1 / V.eps == -V.eps),
]


@pytest.mark.parametrize(("shown", "write"), SHOWN, ids=[shown for shown, _ in SHOWN])
def test_assertions_print_as_in_the_paper(p: Proof, shown: str, write: Callable[[Any, Any, Any], Any]) -> None:
    assert str(write(p.left, p.right, p.rigid)) == shown


def test_names_in_brackets(p: Proof) -> None:
    assert str(p.left["T"] == p.right["T"]) == "T⟨1⟩ = T⟨2⟩"
    assert "answers" in dir(p.left)
    assert "eps" in dir(p.rigid)
    assert "T" not in dir(p.rigid)


def test_all_of_flattens(p: Proof) -> None:
    L = p.left
    assert str(all_of((L.T == 0) & (L.T == 1), True, L.T == 2)) == "T⟨1⟩ = 0 ∧ T⟨1⟩ = 1 ∧ T⟨1⟩ = 2"
    assert str(all_of()) == "true"


def test_a_bound_variable_captures_nothing(p: Proof) -> None:
    outer = p.rigid.t
    inner = forall(lambda t: t == outer)
    assert str(inner) == "∀t_2. t_2 = t"
    assert free_variables(inner.expr) == {Var("t", INT, Place.RIGID)}


def test_other_types_can_be_quantified_over(p: Proof) -> None:
    term = forall(lambda o: p.left.out == o, over=list[int])
    assert term.expr.var == Var("o", ListOf(INT), Place.RIGID)  # type: ignore[union-attr]
    assert forall(lambda b: b, over=bool).expr.var.type == BOOL  # type: ignore[union-attr]


def test_numbers_of_both_kinds_may_be_chosen_from(p: Proof) -> None:
    term = ite(p.left.flag, 0, p.rigid.eps)
    assert term.expr == apply(Op.ITE, p.left.flag.expr, apply(Op.REAL, Literal(0)), p.rigid.eps.expr)


REFUSED: list[tuple[str, Callable[[Any, Any, Any], Any]]] = [
    ("there is no `TT` in the left run; did you mean `T`", lambda L, R, V: L.TT),
    ("did you mean `answers`", lambda L, R, V: R.answer),
    ("there are T, answers, d", lambda L, R, V: L.zzzzzz),
    ("`eps` is the same in both runs", lambda L, R, V: L.eps),
    ("`T` may differ between the runs", lambda L, R, V: V.T),
    ("(a < b) & (b < c) for a < b < c", lambda L, R, V: L.T < R.T < V.t),
    ("it has no truth value in Python", lambda L, R, V: L.flag and R.flag),
    ("it has no truth value in Python", lambda L, R, V: not L.flag),
    ("it has no truth value in Python", lambda L, R, V: 1 if L.flag else 2),
    ("maximum for min and max", lambda L, R, V: max(L.T, R.T)),
    ("write length(…)", lambda L, R, V: len(L.answers)),
    ("write forall", lambda L, R, V: list(L.answers)),
    ("write exists", lambda L, R, V: 3 in L.answers),
    ("not a number in Python", lambda L, R, V: range(L.T)),
    ("positions count from 0", lambda L, R, V: L.answers[-1]),
    ("& and | bind tighter than comparisons", lambda L, R, V: L.T & R.T),
    ("= compares values of one type", lambda L, R, V: L.T == L.answers),
    ("`answers⟨1⟩` is list[int]", lambda L, R, V: L.answers + L.T),
    ("indexing takes a list", lambda L, R, V: L.T[0]),
    ("has no component 2", lambda L, R, V: L.pair[2]),
    ("only queries and scores can be called", lambda L, R, V: L.T(3)),
    ("is a float", lambda L, R, V: L.T == 0.5),
    ("is not part of an assertion", lambda L, R, V: L.T == "text"),
    ("the type of an empty list", lambda L, R, V: length([])),
    ("a condition is needed here", lambda L, R, V: implies(L.T, L.flag)),
    ("both branches must have one type", lambda L, R, V: ite(L.flag, L.T, L.flag)),
    ("write the variable as a parameter", lambda L, R, V: forall(L.flag)),
    ("is not a type of values", lambda L, R, V: forall(lambda j: j == j, over=str)),
]


@pytest.mark.parametrize(("advice", "write"), REFUSED, ids=[advice for advice, _ in REFUSED])
def test_what_cannot_be_meant_is_refused(p: Proof, advice: str, write: Callable[[Any, Any, Any], Any]) -> None:
    with pytest.raises(BadAssertion) as caught:
        write(p.left, p.right, p.rigid)
    assert advice in str(caught.value)
    assert f"{__file__}:" in str(caught.value)
