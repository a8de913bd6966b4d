"""Lists in which items are replaced: as terms of the product, and in whole proofs."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest
import z3

from tests.walkers.instances import MECHANISM, spelled, symbols_of
from twinproof.kernel.proof_document import write
from twinproof.kernel.replay import check
from twinproof.lang.adjacency import EachWithin, OneWithin
from twinproof.lang.claim import EpsilonDelta
from twinproof.lang.command import Assign, Command, Sample, While, sequence
from twinproof.lang.expr import ONE, ZERO, Expr, Literal, Op, Place, Var, apply, list_of, tag
from twinproof.lang.interpret import evaluate
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.noise import LAPLACE
from twinproof.lang.types import BOOL, INT, REAL, ListOf
from twinproof.refute.search import Effort, refute
from twinproof.search.prover import prove
from twinproof.search.result import Proof, Stuck
from twinproof.search.terms import Segment, State

LEFT, RIGHT = Place.LEFT, Place.RIGHT
ITEMS, K, J, C = Var("items", ListOf(INT)), Var("k", INT), Var("j", INT), Var("c", BOOL)


def put(whole: Expr, position: Expr, item: int | Expr) -> Expr:
    return apply(Op.SET, whole, position, Literal(item) if isinstance(item, int) else item)


WRITTEN: dict[str, Expr] = {
    "once": put(ITEMS, K, 7),
    "twice": put(put(ITEMS, K, 7), J, 8),
    "after an append": put(apply(Op.APPEND, ITEMS, Literal(5)), K, 7),
    "before an append": apply(Op.APPEND, put(ITEMS, K, 7), Literal(5)),
    "in one branch": apply(Op.ITE, C, put(ITEMS, K, 7), ITEMS),
    "in both branches": apply(Op.ITE, C, put(ITEMS, K, 7), put(apply(Op.APPEND, ITEMS, Literal(5)), J, 8)),
    "by what was there": put(ITEMS, K, apply(Op.ADD, apply(Op.GET, ITEMS, K), Literal(1))),
}
VALUES: list[dict[Var, Any]] = [
    {ITEMS: items, K: k, J: j, C: c}
    for items, k, j, c in itertools.product([(), (1,), (1, 2)], [-1, 0, 1, 2], [0, 1], [True, False])
]


@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_read_is_what_was_put_there_last(name: str) -> None:
    for memory in VALUES:
        symbols = symbols_of(MECHANISM)
        segment, state = Segment(None), State({}, {}, {}, (symbols.true, symbols.true))
        state.left = {v.name: symbols.evaluate(spelled(x, v.type), state, segment) for v, x in memory.items()}
        wanted = evaluate(WRITTEN[name], memory)
        for at in range(-1, len(wanted) + 1):
            e = apply(Op.GET, WRITTEN[name], Literal(at))
            read = symbols.evaluate(tag(e, LEFT), state, segment)
            assert is_certain(symbols, segment, read == evaluate(e, memory)), (memory, at)


@pytest.mark.parametrize(("first", "second"), list(itertools.product(WRITTEN, WRITTEN)))
def test_two_lists_are_the_same_if_their_items_are(first: str, second: str) -> None:
    """Where they start from one list of which only the length is known: then what is the same for all of them is."""
    for memory in VALUES[::5]:
        symbols = symbols_of(MECHANISM)
        segment, state = Segment(None), State({}, {}, {}, (symbols.true, symbols.true))
        start = Var("start", ListOf(INT), Place.RIGID)
        state.left = {v.name: symbols.evaluate(spelled(x, v.type), state, segment) for v, x in memory.items()}
        state.left[ITEMS.name] = symbols._rigid_value(start)
        known = symbols._rigid(apply(Op.LEN, start)) == len(memory[ITEMS])
        for n, x in enumerate(memory[ITEMS]):
            known = z3.And(known, symbols.evaluate(apply(Op.GET, start, Literal(n)), state, segment) == x)
        a, b = (symbols.evaluate(tag(WRITTEN[name], LEFT), state, segment) for name in (first, second))
        same = symbols._identical(a, b, ITEMS.type, segment)
        wanted = evaluate(WRITTEN[first], memory) == evaluate(WRITTEN[second], memory)
        assert is_certain(symbols, segment, z3.Implies(known, same == wanted)), memory


def is_certain(symbols: Any, segment: Segment, term: Any) -> bool:
    solver = z3.Solver(ctx=symbols.context)
    solver.add(*symbols.facts, *segment.constraints)
    assert solver.check() == z3.sat
    solver.add(z3.Not(term))
    return bool(solver.check() == z3.unsat)


def test_a_copy_of_private_data_is_read_as_it_was_changed() -> None:
    data = Var("data", ListOf(INT))
    symbols = symbols_of(replace(MECHANISM, parameters=(Parameter(data, EachWithin(Literal(1))),)))
    segment, state = Segment(None), State({}, {}, {}, (symbols.true, symbols.true))

    def read(side: Place, at: int) -> Any:
        changed = put(data, Literal(0), 9)
        return symbols.evaluate(tag(apply(Op.GET, changed, Literal(at)), side), state, segment)

    length = symbols.evaluate(tag(apply(Op.LEN, data), LEFT), state, segment)
    assert is_certain(symbols, segment, z3.Implies(length > 0, z3.And(read(LEFT, 0) == 9, read(RIGHT, 0) == 9)))
    apart = read(LEFT, 1) - read(RIGHT, 1)
    assert is_certain(symbols, segment, z3.And(apart <= 1, apart >= -1))
    assert not is_certain(symbols, segment, apart == 0)


DATA, EPS, OUT, NOISY = (
    Var("data", ListOf(INT)),
    Var("eps", REAL, Place.RIGID),
    Var("out", ListOf(INT)),
    Var("noisy", INT),
)


def counted(counter: Var, *body: Command) -> Command:
    further = Assign(counter, apply(Op.ADD, counter, ONE))
    return sequence(Assign(counter, ZERO), While(apply(Op.LT, counter, apply(Op.LEN, DATA)), sequence(*body, further)))


def in_place(centre: Expr, position: Expr) -> Mechanism:
    """Zeros, of which each is then replaced by a noisy number."""
    body = sequence(
        Assign(OUT, list_of(INT)),
        counted(J, Assign(OUT, apply(Op.APPEND, OUT, ZERO))),
        counted(K, Sample(NOISY, LAPLACE, (EPS,), centre), Assign(OUT, put(OUT, position, NOISY))),
    )
    parameters = (Parameter(DATA, OneWithin(Literal(1))), Parameter(EPS, positive=True))
    return Mechanism("in_place", parameters, body, OUT, EpsilonDelta(EPS, Literal(0)))


ENTRY = apply(Op.GET, DATA, K)


def test_a_list_that_is_filled_in_place_is_proved() -> None:
    mechanism = in_place(ENTRY, K)
    found = prove(mechanism)
    assert isinstance(found, Proof)
    check(write(mechanism, found.theorem), mechanism)
    assert refute(mechanism, effort=Effort(sweep=5_000_000), jobs=1).counterexample is None


@pytest.mark.parametrize(
    ("centre", "position"), [(apply(Op.MUL, Literal(2), ENTRY), K), (ENTRY, ENTRY)], ids=["sensitivity", "position"]
)
def test_one_that_tells_more_is_refuted(centre: Expr, position: Expr) -> None:
    mechanism = in_place(centre, position)
    assert isinstance(prove(mechanism), Stuck)
    assert refute(mechanism, jobs=1).counterexample is not None
