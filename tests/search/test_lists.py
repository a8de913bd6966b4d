"""Lists that are not the same in both runs: what is guessed of them, what is foreseen of searches, and whole proofs."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.search.reading import mechanism_of
from twinproof.kernel.proof_document import write
from twinproof.kernel.replay import check
from twinproof.lang.adjacency import OneWithin
from twinproof.lang.claim import EpsilonDelta
from twinproof.lang.command import Assign, Command, Sample, While, sequence
from twinproof.lang.expr import ONE, ZERO, Expr, Literal, Op, Place, Var, apply, list_of
from twinproof.lang.interpret import evaluate
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.noise import LAPLACE
from twinproof.lang.printer import show_expr
from twinproof.lang.reader import read_file
from twinproof.lang.types import BOOL, INT, REAL, ListOf
from twinproof.search.adjacency_cases import Statement
from twinproof.search.couplings import choices
from twinproof.search.facts import Fact
from twinproof.search.last_rounds import cases
from twinproof.search.list_guesses import ListGuesses, Standing
from twinproof.search.moved_places import moved_places
from twinproof.search.observed import Observed
from twinproof.search.prover import Prover, prove
from twinproof.search.pruning import Pruning
from twinproof.search.result import Proof, Stuck

HERE = Path(__file__).parent

LISTED = """
@mechanism(epsilon="eps", requires="len(scores) >= 1")
def listed(scores: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    noisy = []
    for s in scores:
        noisy.append(laplace(s, 2 / eps))
    best = noisy[0]
    for x in noisy:
        if x > best:
            best = x
    i = 0
    while noisy[i] != best:
        i += 1
    return i
"""


@pytest.mark.parametrize("mechanism", read_file(HERE / "near" / "lists.py"), ids=lambda m: m.name)
def test_no_tier_proves_a_near_miss(mechanism: Mechanism) -> None:
    assert isinstance(Prover(mechanism).find_proof(), Stuck)


def test_the_sample_is_coupled_by_where_it_goes() -> None:
    mechanism = mechanism_of(LISTED)
    (offered,) = choices(mechanism, Statement.of(mechanism).names, 1, {})
    assert "o = |noisy⟨1⟩|" in {show_expr(c) for each in offered.cases for c in each}
    (offered,) = choices(mechanism, Statement.of(mechanism).names, 0, {})
    assert "o = |noisy⟨1⟩|" not in {show_expr(c) for each in offered.cases for c in each}


def test_the_proof_says_what_holds_at_every_position() -> None:
    found = prove(mechanism_of(LISTED))
    assert isinstance(found, Proof)
    first, *_ = found.invariants
    assert "∀j. 0 ≤ j ∧ j < |noisy⟨1⟩| ⇒ noisy⟨2⟩[j] ≤ noisy⟨1⟩[j] + 1" in show_expr(first.assertion)


# ------------------------------------------------------------------------------------------------------- last rounds


def kept_before_searching(looks_ahead: bool) -> str:
    mechanism = mechanism_of(LISTED)
    pruning = Pruning.of(mechanism, Statement.of(mechanism).names, looks_ahead)
    return " / ".join(show_expr(kept.before) for kept in pruning.kept.values())


def test_it_is_foreseen_where_a_search_ends() -> None:
    assert "o < |noisy⟨1⟩| ∧ noisy⟨1⟩[o] = best⟨1⟩ ∧ i⟨1⟩ ≤ o" in kept_before_searching(True)
    assert "noisy⟨1⟩[o]" not in kept_before_searching(False)


P, Q, R = (Var(name, BOOL, Place.LEFT) for name in "pqr")
conditions = st.recursive(
    st.sampled_from([P, Q, R, Literal(True), Literal(False)]),
    lambda inner: (
        inner.map(lambda a: apply(Op.NOT, a))
        | st.builds(lambda op, a, b: apply(op, a, b), st.sampled_from([Op.AND, Op.OR]), inner, inner)
    ),
    max_leaves=6,
)


@given(conditions, st.booleans(), st.booleans(), st.booleans())
def test_cases_are_the_condition_said_otherwise(condition: Expr, p: bool, q: bool, r: bool) -> None:
    found, memory = cases(condition), {P: p, Q: q, R: r}
    if found is not None:
        said = any(all(evaluate(part, memory) for part in case) for case in found)
        assert said == evaluate(condition, memory)


# ------------------------------------------------------------------------------------------------------------ guesses

J, OUTPUT, COUNTER, B1, B2 = (
    Var("j", INT, Place.RIGID),
    Var("o", INT, Place.RIGID),
    Var("i", INT, Place.LEFT),
    Var("best", INT, Place.LEFT),
    Var("best", INT, Place.RIGHT),
)
LEFT_ITEMS, RIGHT_ITEMS = (Var("xs", ListOf(INT), place) for place in (Place.LEFT, Place.RIGHT))
OURS, THEIRS, LENGTH = apply(Op.GET, LEFT_ITEMS, J), apply(Op.GET, RIGHT_ITEMS, J), apply(Op.LEN, LEFT_ITEMS)
GUESSES = ListGuesses(J, [Standing(LENGTH, (OURS,), (THEIRS,))], [LENGTH, COUNTER, B1, B2], [OUTPUT], [], [], [0, 1, 5])


def row(j: int, ours: int, theirs: int, i: int, best: tuple[int, int], o: int, length: int = 4) -> dict[Expr, Any]:
    return {J: j, OURS: ours, THEIRS: theirs, COUNTER: i, B1: best[0], B2: best[1], OUTPUT: o, LENGTH: length}


ROWS = [
    row(j, ours, ours + (1 if j == 2 else shift), i, (max((3, 5, 9, 1)[:i], default=0), 11), 2)
    for i in range(5)
    for j, (ours, shift) in enumerate(((3, 0), (5, 1), (9, 1), (1, -1)))
]


def shown(facts: list[Fact]) -> set[str]:
    return {show_expr(f.expression) for f in facts}


def test_how_the_runs_differ_is_guessed_first() -> None:
    found = shown(GUESSES.of_positions(Observed.of(ROWS), 0))
    assert "∀j. 0 ≤ j ∧ j < |xs⟨1⟩| ⇒ xs⟨2⟩[j] ≤ xs⟨1⟩[j] + 1" in found
    assert "∀j. 0 ≤ j ∧ j < |xs⟨1⟩| ⇒ j = o ⇒ xs⟨1⟩[j] + 1 = xs⟨2⟩[j]" in found
    assert not any("best" in fact for fact in found)


def test_then_what_variables_have_to_do_with_it() -> None:
    found = shown(GUESSES.of_positions(Observed.of(ROWS), 1))
    assert "∀j. 0 ≤ j ∧ j < |xs⟨1⟩| ⇒ j < i⟨1⟩ ⇒ xs⟨1⟩[j] ≤ best⟨1⟩" in found


def test_what_is_guessed_holds_of_the_data() -> None:
    for stage in range(3):
        found = GUESSES.of_positions(Observed.of(ROWS), stage)
        assert found
        assert all(fact.holds(values) for fact in found for values in ROWS)


def test_a_position_outside_says_nothing() -> None:
    outside = [row(4, 100, 200, 0, (0, 0), 0)]
    assert GUESSES.of_positions(Observed.of(outside), 1) == []
    assert all(fact.holds(outside[0]) for fact in GUESSES.of_positions(Observed.of(ROWS), 1))


# ---------------------------------------------------------------------------------------------------- counts in place

DATA, COUNTS, OUT = (Var(name, ListOf(INT)) for name in ("data", "counts", "out"))
N, EPS, MOVED = Var("n", INT, Place.RIGID), Var("eps", REAL, Place.RIGID), Var("moved", INT, Place.RIGID)
A, K, M, X, NOISY = (Var(name, INT) for name in ("a", "k", "m", "x", "noisy"))


def counted(counter: Var, most: Expr, *body: Command) -> Command:
    further = Assign(counter, apply(Op.ADD, counter, ONE))
    return sequence(Assign(counter, ZERO), While(apply(Op.LT, counter, most), sequence(*body, further)))


def histogram(units: int, added: Expr = ONE) -> Mechanism:
    """How often each bucket occurs, counted in one list, with noise of this many units of 1 / eps."""
    bucket = apply(Op.MAX, ZERO, apply(Op.MIN, apply(Op.GET, DATA, K), apply(Op.SUB, N, ONE)))
    more = apply(Op.SET, COUNTS, X, apply(Op.ADD, apply(Op.GET, COUNTS, X), added))
    rate = apply(Op.QUOTIENT, EPS, Literal(units))
    body = sequence(
        Assign(COUNTS, list_of(INT)),
        counted(A, N, Assign(COUNTS, apply(Op.APPEND, COUNTS, ZERO))),
        counted(K, apply(Op.LEN, DATA), Assign(X, bucket), Assign(COUNTS, more)),
        Assign(OUT, list_of(INT)),
        counted(
            M,
            apply(Op.LEN, COUNTS),
            Sample(NOISY, LAPLACE, (rate,), apply(Op.GET, COUNTS, M)),
            Assign(OUT, apply(Op.APPEND, OUT, NOISY)),
        ),
    )
    parameters = (Parameter(DATA, OneWithin(Literal(9))), Parameter(N), Parameter(EPS, positive=True))
    return Mechanism("histogram", parameters, body, OUT, EpsilonDelta(EPS, ZERO), requires=apply(Op.LE, ONE, N))


def test_counts_that_are_changed_in_place_are_proved() -> None:
    mechanism = histogram(2)
    found = prove(mechanism)
    assert isinstance(found, Proof)
    check(json.loads(json.dumps(write(mechanism, found.theorem))), mechanism)


@pytest.mark.parametrize("mechanism", [histogram(1), histogram(2, Literal(2))], ids=["half noise", "by twos"])
def test_counts_that_tell_more_are_not(mechanism: Mechanism) -> None:
    assert isinstance(prove(mechanism), Stuck)


def test_the_runs_differ_where_the_moved_entry_is_counted() -> None:
    for side, mark in ((Place.LEFT, "⟨1⟩"), (Place.RIGHT, "⟨2⟩")):
        places = moved_places(histogram(2), {COUNTS}, {"data": (MOVED,)}, side)
        assert [show_expr(p) for p in places] == [f"max(0, min(data{mark}[moved], n − 1))"]
    assert moved_places(histogram(2), {OUT}, {"data": (MOVED,)}, Place.LEFT) == []
    assert moved_places(histogram(2), {COUNTS}, {}, Place.LEFT) == []


def test_all_positions_of_a_pair_of_runs_are_looked_at() -> None:
    """A fact that fails at one position is not guessed."""
    broken = [dict(r) for r in ROWS]
    broken[-1][THEIRS] = broken[-1][OURS] + 7
    lost = shown(GUESSES.of_positions(Observed.of(ROWS), 0)) - shown(GUESSES.of_positions(Observed.of(broken), 0))
    assert "∀j. 0 ≤ j ∧ j < |xs⟨1⟩| ⇒ xs⟨2⟩[j] ≤ xs⟨1⟩[j] + 1" in lost
    assert all(f.holds(d) for f, d in itertools.product(GUESSES.of_positions(Observed.of(broken), 2), broken))
