"""What is written is read again as it was, for every kind of node there is; and no kind is known to one side only."""

import inspect
import json
import os
import types
import typing
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tests.exact.brute import RandomProgram
from tests.exact.noisy_programs import AnyNoise
from tests.kernel.above_threshold import proof
from tests.kernel.derivations import Maker
from tests.lang.programs import generate
from twinproof.document.expressions import TermReader, TermWriter
from twinproof.document.mechanisms import decode_adjacency, decode_mechanism, encode_adjacency, encode_mechanism
from twinproof.document.programs import ProgramReader, ProgramWriter
from twinproof.document.types import decode_type, encode_type
from twinproof.document.values import decode_value
from twinproof.kernel.judgment import ALL_ORDERS, Budget, Closeness, Cost, Ledger, Orders
from twinproof.kernel.proof_document import StepReader, StepWriter
from twinproof.kernel.rules import RULES, Paid, Theorem, credit_skip
from twinproof.lang import types as core_types
from twinproof.lang.adjacency import KINDS, EachWithin, Neighbours, OneWithin, Sensitive, Within
from twinproof.lang.adjacency_by_l2 import MovesByL2
from twinproof.lang.adjacency_kind import Adjacency
from twinproof.lang.adjacency_of_rows import OneAddedOrRemoved, OneChanged, OneUserAddedOrRemoved, OneUserChanged
from twinproof.lang.claim import EpsilonDelta
from twinproof.lang.command import Assign, Command, If, Sample, Seq, Skip, While
from twinproof.lang.expr import ONE, TRUE, ZERO, Apply, Expr, Literal, Op, Place, Quantified, Var, apply, list_of
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.noise import LAPLACE, NOISES
from twinproof.lang.python_values import as_json
from twinproof.lang.reader import read_text
from twinproof.lang.types import BOOL, DATABASE, INT, QUERY, REAL, SCORE, Basic, ListOf, TupleOf, Type

FUZZ = int(os.environ.get("TWINPROOF_FUZZ", "1"))
PAIR = TupleOf((INT, BOOL))
x, n, flag = Var("x", INT), Var("n", INT, Place.RIGID), Var("flag", BOOL)
xs, pair, eps = Var("xs", ListOf(INT)), Var("pair", PAIR), Var("eps", REAL, Place.RIGID)
database, query, score = Var("d", DATABASE), Var("q", QUERY, Place.RIGID), Var("s", SCORE, Place.RIGID)

OPERATIONS: dict[Op, Expr] = {
    **{op: apply(op, x, n) for op in (Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.MOD, Op.MIN, Op.MAX, Op.EQ, Op.LT, Op.LE)},
    **{op: apply(op, flag, TRUE) for op in (Op.AND, Op.OR, Op.IMPLIES)},
    **{op: apply(op, x) for op in (Op.NEG, Op.ABS, Op.REAL)},
    Op.QUOTIENT: apply(Op.QUOTIENT, eps, Literal(2)),
    Op.NOT: apply(Op.NOT, flag),
    Op.ITE: apply(Op.ITE, flag, x, n),
    Op.LEN: apply(Op.LEN, xs),
    Op.GET: apply(Op.GET, xs, x),
    Op.LIST: list_of(INT, x, n),
    Op.APPEND: apply(Op.APPEND, xs, x),
    Op.CONCAT: apply(Op.CONCAT, xs, xs),
    Op.SET: apply(Op.SET, xs, x, n),
    Op.FLOOR: apply(Op.FLOOR, eps),
    Op.EXP: apply(Op.EXP, eps),
    Op.LOG: apply(Op.LOG, eps),
    Op.SQRT: apply(Op.SQRT, eps),
    Op.UP: apply(Op.UP, eps),
    Op.TUPLE: apply(Op.TUPLE, x, flag),
    Op.PROJ: apply(Op.PROJ, pair, Literal(1)),
    Op.ANSWER: apply(Op.ANSWER, query, database),
    Op.SCORE: apply(Op.SCORE, score, database, x),
}
LEAVES: dict[type, list[Expr]] = {
    Var: [Var("x", INT, place) for place in Place],
    Literal: [Literal(value) for value in (True, False, 0, -12, 10**40, Fraction(-3, 7), Fraction(4))],
    Quantified: [Quantified(universal, n, apply(Op.LE, n, x)) for universal in (True, False)],
}
TYPES: dict[type, list[Type]] = {
    Basic: [t for t in vars(core_types).values() if isinstance(t, Basic)],
    ListOf: [ListOf(INT), ListOf(ListOf(QUERY))],
    TupleOf: [TupleOf(()), PAIR, TupleOf((ListOf(PAIR), REAL))],
}
SAMPLES = [
    Sample(target, noise, tuple(n if p.types == (INT,) else eps for p in noise.parameters), centre)
    for noise in NOISES.values()
    for target in (x, flag)
    for centre in (n, TRUE, xs)
    if (target.type, centre.type) == (noise.value_type, noise.centre_type)
]
COMMANDS: dict[type, list[Command]] = {
    Skip: [Skip()],
    Assign: [Assign(x, apply(Op.ADD, x, ONE)), Assign(pair, apply(Op.TUPLE, x, flag))],
    Sample: [*SAMPLES],
    If: [If(flag, Skip(), SAMPLES[0])],
    While: [While(apply(Op.LT, x, n), Assign(x, n))],
    Seq: [Seq((Assign(x, n), If(flag, SAMPLES[0], Skip())))],
}
ADJACENCIES: dict[type, list[Adjacency]] = {
    Within: [Within(ONE), Within(n)],
    EachWithin: [EachWithin(ONE, monotone) for monotone in (True, False)],
    OneWithin: [OneWithin(n)],
    Neighbours: [Neighbours()],
    Sensitive: [Sensitive(ONE)],
    OneAddedOrRemoved: [OneAddedOrRemoved()],
    OneChanged: [OneChanged()],
    MovesByL2: [MovesByL2(n)],
    OneUserAddedOrRemoved: [OneUserAddedOrRemoved(ZERO, ONE)],
    OneUserChanged: [OneUserChanged(ONE, Literal(8))],
}


def through_json(document: Any) -> Any:
    return json.loads(json.dumps(document))


def term_again(e: Expr) -> Expr:
    writer = TermWriter()
    number = writer.term(e)
    return TermReader(through_json({"terms": writer.terms.rows})).term(number)


def tables(writer: ProgramWriter) -> dict[str, Any]:
    return dict(through_json({"terms": writer.terms.rows, "programs": writer.programs.rows}))


def program_again(command: Command) -> Command:
    writer = ProgramWriter()
    number = writer.program(command)
    return ProgramReader(tables(writer)).program(number)


def mechanism_again(mechanism: Mechanism) -> Mechanism:
    writer = ProgramWriter()
    row = encode_mechanism(writer, mechanism)
    return decode_mechanism(ProgramReader(tables(writer)), through_json(row))


def test_no_kind_of_node_is_left_out() -> None:
    assert set(OPERATIONS) == set(Op)
    assert {Apply, *LEAVES} == set(typing.get_args(Expr))
    assert set(TYPES) == set(typing.get_args(Type))
    assert set(COMMANDS) == set(typing.get_args(Command))
    assert set(ADJACENCIES) == set(KINDS)
    for examples in (LEAVES, TYPES, COMMANDS, ADJACENCIES):
        assert all(found and {type(node) for node in found} == {kind} for kind, found in examples.items())


@pytest.mark.parametrize("op", Op)
def test_operators(op: Op) -> None:
    e = OPERATIONS[op]
    assert isinstance(e, Apply)
    assert e.op is op
    assert term_again(e) == e


@pytest.mark.parametrize("e", [e for found in LEAVES.values() for e in found], ids=repr)
def test_other_expressions(e: Expr) -> None:
    again = term_again(e)
    assert again == e
    assert again.type == e.type


@pytest.mark.parametrize("kind", [kind for found in TYPES.values() for kind in found], ids=str)
def test_types(kind: Type) -> None:
    assert decode_type(through_json(encode_type(kind))) == kind


@pytest.mark.parametrize("command", [c for found in COMMANDS.values() for c in found], ids=repr)
def test_programs(command: Command) -> None:
    assert program_again(command) == command


@pytest.mark.parametrize("adjacency", [None, *(a for found in ADJACENCIES.values() for a in found)], ids=repr)
def test_adjacencies(adjacency: Adjacency | None) -> None:
    writer = TermWriter()
    row = through_json(encode_adjacency(writer, adjacency))
    assert decode_adjacency(TermReader(through_json({"terms": writer.terms.rows})), row) == adjacency


@pytest.mark.parametrize("delta", [ZERO, Literal(Fraction(1, 100))])
@pytest.mark.parametrize("requires", [TRUE, apply(Op.LE, ONE, n)])
def test_claims(delta: Expr, requires: Expr) -> None:
    parameters = (Parameter(x, Within(n)), Parameter(n), Parameter(eps, positive=True))
    out = Var("out", INT)
    body = Sample(out, LAPLACE, (apply(Op.QUOTIENT, eps, Literal(2)),), x)
    claim = apply(Op.MUL, eps, n)
    mechanism = Mechanism("noisy", parameters, body, out, EpsilonDelta(claim, delta), requires)
    assert mechanism_again(mechanism) == mechanism


def test_random_core_programs() -> None:
    for seed in range(100 * FUZZ):
        mechanism, _ = (RandomProgram(seed) if seed % 2 else AnyNoise(seed)).mechanism()
        again = mechanism_again(mechanism)
        assert again == mechanism
        assert program_again(mechanism.body) == mechanism.body


def test_random_python_programs() -> None:
    read = 0
    for seed in range(60 * FUZZ):
        for mechanism in read_text(generate(seed).text):
            if isinstance(mechanism, Mechanism):
                read += 1
                assert mechanism_again(mechanism) == mechanism
    assert read > 30 * FUZZ


def test_random_assertions() -> None:
    for seed in range(300 * FUZZ):
        maker = Maker(Random(seed))
        for e in (maker.integer(), maker.condition()):
            assert term_again(e) == e


# -------------------------------------------------------------------------------------------------------------- values

VALUES: dict[Type, list[Any]] = {
    INT: [0, -5, 10**30],
    BOOL: [True, False],
    QUERY: [3],
    REAL: [Fraction(1, 3), Fraction(2)],
    SCORE: [{"1": 2, "else": 0}],
    ListOf(PAIR): [[], [(1, True), (-2, False)]],
    PAIR: [(7, True)],
}


@pytest.mark.parametrize(("kind", "value"), [(kind, v) for kind, found in VALUES.items() for v in found], ids=repr)
def test_values(kind: Type, value: Any) -> None:
    again = decode_value(through_json(as_json(value)), kind)
    assert again == value
    assert type(again) is type(value)


def test_every_type_of_an_input_or_an_output_has_values() -> None:
    assert {t for t in VALUES if isinstance(t, Basic)} == {*TYPES[Basic]} - {DATABASE}


# --------------------------------------------------------------------------------------------------------------- steps


def arguments() -> dict[Any, list[Any]]:
    """What a rule may be given, by the annotation that asks for it."""
    _, theorem = proof()
    budget, ledger = Budget(eps, ZERO), Ledger(((Var("w", INT, Place.LEDGER), eps),), apply(Op.LE, ZERO, ONE))
    return {
        Theorem: [theorem, credit_skip(TRUE, ZERO)],
        Expr: [apply(Op.ADD, x, n), *LEAVES[Literal], *LEAVES[Quantified]],
        Var: [*LEAVES[Var]],
        Sample: [*SAMPLES],
        While: COMMANDS[While],
        Command: [c for found in COMMANDS.values() for c in found],
        Cost: [budget, ledger],
        Budget: [budget],
        Ledger: [ledger, *(replace(ledger, orders=orders) for orders in (ALL_ORDERS, Orders(eps)))],
        Closeness: [Closeness(ALL_ORDERS, eps), Closeness(Orders(n), eps, ONE)],
        Expr | None: [None, eps],
        str: ["left"],
        tuple[tuple[Expr, Expr], ...]: [(), ((x, n), (eps, ONE))],
        tuple[tuple[Var, Var], ...]: [(), ((x, n),)],
        Paid: [(), ((Var("w", INT, Place.LEDGER), ONE),)],
    }


def test_whatever_a_rule_is_given_is_written_and_read() -> None:
    known = arguments()
    hints = {name: typing.get_type_hints(inspect.unwrap(rule)) for name, rule in RULES.items()}
    wanted = {
        kind
        for name, rule in RULES.items()
        for kind in (hints[name][parameter] for parameter in inspect.signature(rule).parameters)
    }
    assert wanted <= set(known), "a rule takes something that is not in the table"
    for values in known.values():
        for value in values:
            writer = StepWriter()
            if isinstance(value, Theorem):
                writer.step(value)
            row = through_json(writer._encode_argument(value))
            reader = StepReader(tables(writer))
            if isinstance(value, Theorem):
                reader.steps += [value] * len(writer.steps.rows)
            assert reader._decode_argument(row) == value


def test_all_costs_are_among_them() -> None:
    assert isinstance(Cost, types.UnionType)
    assert set(typing.get_args(Cost)) == {Budget, Ledger}
