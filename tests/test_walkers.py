"""Every walker and every operator, every walker and every type: a right answer, or a refusal that stands in a table.

For each operator there is an expression of each kind of signature. A walker that computes something is compared with
the interpreter on small values. What a walker refuses is listed with the reason, and it must then refuse indeed. An
operator or a type that nobody has heard of is refused by all of them: whoever adds one is told where.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest
import z3

from tests.walkers.instances import (
    LIST,
    MECHANISM,
    SIGNATURES,
    TYPES,
    instances,
    memories,
    symbols_of,
)
from tests.walkers.operators import OPERATORS, REFUSALS
from tests.walkers.types import WALKERS
from twinproof.exact.engine.evaluate import Evaluator
from twinproof.exact.engine.states import Heap, States
from twinproof.lang import expr as expressions
from twinproof.lang.adjacency import Neighbours, Sensitive
from twinproof.lang.expr import (
    Apply,
    Expr,
    Literal,
    Op,
    Place,
    Quantified,
    UnknownOperator,
    Var,
    apply,
    tag,
)
from twinproof.lang.interpret import evaluate
from twinproof.lang.mechanism import Parameter
from twinproof.lang.types import (
    BOOL,
    DATABASE,
    INT,
    QUERY,
    REAL,
    SCORE,
    Basic,
    ListOf,
    TupleOf,
    Type,
)
from twinproof.search.compiled import function
from twinproof.search.terms import Segment, State


def test_there_is_a_signature_for_each_operator() -> None:
    assert set(SIGNATURES) == set(Op)
    for op in Op:
        assert [e for e in instances(op) if list(memories(e, 1))] == list(instances(op)) != [], op


@pytest.mark.parametrize("op", Op, ids=lambda op: op.name)
@pytest.mark.parametrize("name", OPERATORS)
def test_a_right_answer_or_a_refusal_with_a_reason(name: str, op: Op) -> None:
    walker = OPERATORS[name]
    for e in filter(walker.asks, instances(op)):
        for memory in memories(e, walker.most):
            if walker.refuses(e, memory):
                with pytest.raises(REFUSALS):
                    walker.walk(e, memory)
                continue
            answer = walker.walk(e, memory)
            assert walker.check(answer, e, memory, evaluate(e, memory)), (e, memory, answer)


@dataclass(frozen=True)
class Fake:
    """An operator that nobody has heard of, and how it is typed."""

    op: Op
    kinds: tuple[Type, ...] = field(default=(INT, BOOL, REAL, LIST))

    def on(self, kind: Type) -> Apply:
        return Apply(self.op, (Var("x0", INT),), kind)


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Fake:
    op = object.__new__(Op)
    op._name_, op._value_ = "FAKE", "fake"
    monkeypatch.setitem(expressions._RESULT, op, lambda args, stated: stated or INT)
    return Fake(op)


@pytest.mark.parametrize("name", OPERATORS)
def test_an_operator_that_nobody_knows_is_refused(name: str, fake: Fake) -> None:
    walker = OPERATORS[name]
    asked = 0
    for kind in fake.kinds:
        e = fake.on(kind)
        if not walker.asks(e):
            continue
        asked += 1
        try:
            answer = walker.walk(e, {Var("x0", INT): 1})
        except REFUSALS:
            continue
        assert walker.knows_nothing is not None, (e, answer)
        assert walker.knows_nothing(answer, e), (e, answer)
    assert asked


def test_an_operator_without_a_type_cannot_be_applied() -> None:
    op = object.__new__(Op)
    op._name_, op._value_ = "FAKE", "fake"
    with pytest.raises(UnknownOperator):
        apply(op, Var("x0", INT))
    with pytest.raises(UnknownOperator):
        Apply(op, (Var("x0", INT),), INT)


@pytest.mark.parametrize(
    "run",
    [
        lambda e: evaluate(e, {}),
        lambda e: Evaluator(Heap(), {}).column(e, States(np.ones(1), {}, {}, 0.0)),
        function,
    ],
    ids=["interpret", "exact", "compiled"],
)  # the other walkers read formulas
def test_a_run_computes_no_quantifier(run: Callable[[Expr], Any]) -> None:
    j = Var("j", INT, Place.RIGID)
    with pytest.raises(TypeError):
        run(Quantified(True, j, apply(Op.LT, j, j)))


def test_answers_and_scores_of_two_runs_differ_by_their_sensitivity() -> None:
    d, asked, score = Var("d", DATABASE), Var("asked", ListOf(QUERY), Place.RIGID), Var("score", SCORE, Place.RIGID)
    parameters = (
        Parameter(d, Neighbours()),
        Parameter(asked, Sensitive(Literal(2))),
        Parameter(score, Sensitive(Literal(2))),
    )
    symbols = symbols_of(replace(MECHANISM, parameters=parameters))
    state = State({}, {}, {}, (symbols.true, symbols.true))
    for e in (apply(Op.ANSWER, apply(Op.GET, asked, Literal(1)), d), apply(Op.SCORE, score, d, Literal(1))):
        segment = Segment(None)
        ours, theirs = (symbols.evaluate(tag(e, place), state, segment) for place in (Place.LEFT, Place.RIGHT))
        solver = z3.Solver(ctx=symbols.context)
        solver.add(*segment.constraints)
        assert solver.check(ours - theirs == 2) == z3.sat
        assert solver.check(ours - theirs > 2) == z3.unsat
        assert solver.check(theirs - ours > 2) == z3.unsat


# --------------------------------------------------------------------------------------------------------------- types


@pytest.mark.parametrize("kind", TYPES, ids=str)
@pytest.mark.parametrize("name", WALKERS)
def test_a_type_is_known_or_refused(name: str, kind: Type) -> None:
    walker = WALKERS[name]
    if walker.knows(kind):
        answer = walker.walk(kind)
        assert walker.check(answer, kind), answer
    else:
        with pytest.raises(walker.refusals):
            walker.walk(kind)


FAKE = Basic("fake")
# Which types around one that nobody knows are no reason to look at it.
NOT_LOOKED_INTO: Mapping[str, tuple[Type, ...]] = {
    "interpret.default": (ListOf(FAKE),),  # the empty list, whatever its items would be
    "exact.engine.states.entries_of": (ListOf(FAKE), TupleOf((INT, FAKE))),  # a number in the heap, whatever is there
    "python_values.described": (ListOf(FAKE), TupleOf((INT, FAKE))),  # called by its name
}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        (name, kind)
        for name in WALKERS
        for kind in (FAKE, ListOf(FAKE), TupleOf((INT, FAKE)))
        if kind not in NOT_LOOKED_INTO.get(name, ())
    ],
    ids=str,
)
def test_a_type_that_nobody_knows_is_refused(name: str, kind: Type) -> None:
    walker = WALKERS[name]
    if name in SAID:
        assert walker.walk(kind) == SAID[name](kind)
        return
    with pytest.raises(walker.refusals):
        walker.walk(kind)


# Questions that have an answer for any type.
SAID: Mapping[str, Callable[[Type], Any]] = {
    "types.is_data": lambda kind: False,
    "types.type_size": lambda kind: {FAKE: 1, ListOf(FAKE): 2}.get(kind, 3),
}
