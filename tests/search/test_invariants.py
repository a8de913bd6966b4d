"""Lemmas, the Horn engine and what is read back from it; the few pieces that a proof needs."""

from typing import Any

import z3
from hypothesis import given
from hypothesis import strategies as st

from tests.search.reading import ABOVE, FLAGS, mechanism_of
from twinproof.lang.expr import Expr, Literal, Op, Place, Var, apply
from twinproof.lang.interpret import evaluate
from twinproof.lang.printer import show_expr
from twinproof.lang.types import BOOL, INT
from twinproof.search.facts import Fact, Guard
from twinproof.search.guesses import NumberGuesses
from twinproof.search.horn import read_back
from twinproof.search.observed import Observed
from twinproof.search.prover import prove
from twinproof.search.result import Proof
from twinproof.smt.script import Script

X, Y, P = Var("x", INT, Place.LEFT), Var("y", INT, Place.LEFT), Var("p", INT, Place.RIGID)
F = Var("f", BOOL, Place.LEFT)
W = Var("w", INT, Place.LEDGER)
X2, Y2 = Var("x", INT, Place.RIGHT), Var("y", INT, Place.RIGHT)
SLOTS = [X, X2, F, W]
RIGID = [P]


def rows(*values: tuple[int, int, bool, int, int]) -> list[dict[Expr, Any]]:
    return [dict(zip((*SLOTS, *RIGID), v, strict=True)) for v in values]


def shown(facts: list[Fact]) -> set[str]:
    return {show_expr(f.expression) for f in facts}


DATA = rows((0, 1, False, 0, 3), (1, 2, False, 2, 3), (2, 3, True, 4, 3), (3, 4, True, 6, 5))


def test_how_the_runs_differ_comes_first() -> None:
    assert "x⟨1⟩ + 1 = x⟨2⟩" in shown(NumberGuesses(SLOTS, RIGID, [W]).of(Observed.of(DATA), 0))
    assert "w ≤ 2 · x⟨1⟩" in shown(NumberGuesses(SLOTS, RIGID, [W]).of(Observed.of(DATA), 0))


def test_then_facts_under_flags_and_comparisons() -> None:
    under_flags = shown(NumberGuesses(SLOTS, RIGID, [W]).of(Observed.of(DATA), 1))
    assert any(text.startswith(("f⟨1⟩ ⇒", "¬f⟨1⟩ ⇒")) for text in under_flags)
    data = rows((0, 0, False, 0, 1), (1, 1, False, 0, 1), (2, 3, False, 1, 1), (3, 5, True, 1, 1))
    assert "x⟨2⟩ ≤ p" not in shown(NumberGuesses(SLOTS, RIGID, [W]).of(Observed.of(data), 2))
    wider: list[dict[Expr, Any]] = [{**row, Y: i, Y2: i if i <= 1 else i + 3 * i} for i, row in enumerate(data)]
    assert "x⟨1⟩ ≤ p ⇒ y⟨1⟩ = y⟨2⟩" in shown(NumberGuesses([*SLOTS, Y, Y2], RIGID, [W]).of(Observed.of(wider), 2))


def test_every_candidate_holds_of_the_data() -> None:
    for stage in range(3):
        found = NumberGuesses(SLOTS, RIGID, [W]).of(Observed.of(DATA), stage)
        assert found
        assert all(fact.holds(row) for fact in found for row in DATA)


def test_nothing_is_guessed_from_nothing() -> None:
    assert NumberGuesses(SLOTS, RIGID, [W]).of(Observed.of([]), 2) == []


integers = st.integers(-4, 4)
facts = st.builds(
    Fact,
    st.lists(st.tuples(st.sampled_from([X, X2, W, P]), integers.filter(bool)), min_size=1, max_size=3).map(
        lambda terms: tuple({slot: (slot, factor) for slot, factor in terms}.values())
    ),
    integers,
    st.booleans(),
    st.just(())
    | st.tuples(st.builds(Guard, st.just(F), st.booleans()))
    | st.tuples(st.builds(Guard, st.just(X), st.booleans(), st.just(P), st.booleans(), st.integers(-2, 2))),
)


@given(facts, integers, integers, st.booleans(), integers, integers)
def test_a_fact_means_the_same_everywhere(fact: Fact, x: int, y: int, f: bool, w: int, p: int) -> None:
    """On numbers, as a z3 term, and as an assertion."""
    row = rows((x, y, f, w, p))[0]
    terms: dict[Expr, Any] = {slot: z3.BoolVal(v) if isinstance(v, bool) else z3.IntVal(v) for slot, v in row.items()}
    expected = fact.holds(row)
    assert evaluate(fact.expression, {v: row[v] for v in (*SLOTS, *RIGID)}) == expected
    assert z3.is_true(z3.simplify(fact.term(terms))) == expected


def trees(depth: int) -> st.SearchStrategy[Expr]:
    leaves = st.sampled_from([X, Y, P]) | integers.map(Literal)
    if depth == 0:
        return leaves
    below = trees(depth - 1)
    return leaves | st.builds(lambda op, a, b: apply(op, a, b), st.sampled_from([Op.ADD, Op.SUB]), below, below)


comparisons = st.builds(lambda op, a, b: apply(op, a, b), st.sampled_from([Op.EQ, Op.LE, Op.LT]), trees(2), trees(2))
formulas = st.recursive(
    comparisons,
    lambda inner: (
        st.builds(lambda a: apply(Op.NOT, a), inner)
        | st.builds(lambda op, a, b: apply(op, a, b), st.sampled_from([Op.AND, Op.OR, Op.IMPLIES]), inner, inner)
    ),
    max_leaves=6,
)


def to_z3(e: Expr) -> tuple[Any, dict[int, Expr], object]:
    """The term, the meaning of its constants, and what keeps them alive."""
    script = Script(e)
    constants = {v: z3.Int(script.term(v).strip("|")) for v in (X, Y, P)}
    (term,) = z3.parse_smt2_string(script.text(*script.assertions))
    return term, {constant.get_id(): v for v, constant in constants.items()}, constants


@given(formulas, integers, integers, integers)
def test_what_is_read_back_means_the_same(formula: Expr, x: int, y: int, p: int) -> None:
    term, meaning, _constants = to_z3(formula)
    memory = {X: x, Y: y, P: p}
    assert evaluate(read_back(z3.simplify(term), meaning), memory) == evaluate(formula, memory)
    assert evaluate(read_back(term, meaning), memory) == evaluate(formula, memory)


def test_invariants_are_short() -> None:
    """All that the proof does not need is thrown away."""
    for text in (ABOVE, FLAGS):
        found = prove(mechanism_of(text))
        assert isinstance(found, Proof)
        (loop,) = found.invariants
        assert loop.assertion.type == BOOL
        assert show_expr(loop.assertion).count("∧") <= 14
