"""Reals as data, in whole programs of the core: every room computes with fractions, and they agree."""

from __future__ import annotations

import itertools
import json
from fractions import Fraction
from typing import Any

import pytest

from tests.exact.brute import enumerate_outputs
from tests.exact.real_programs import RealProgram
from tests.exact.test_engine import disagreement
from twinproof.document.values import decode_value
from twinproof.exact.engine.run import Limits
from twinproof.exact.meaning import distribution
from twinproof.kernel.proof_document import write
from twinproof.kernel.replay import check
from twinproof.lang.adjacency import EachWithin, Within
from twinproof.lang.bounds import Facts
from twinproof.lang.claim import EpsilonDelta
from twinproof.lang.command import Assign, Command, Sample, While, sequence
from twinproof.lang.errors import TwinproofError
from twinproof.lang.expr import ONE, ZERO, Expr, Literal, Op, Place, TypeMismatch, Var, apply, list_of
from twinproof.lang.faces import WRONG_TYPE, to_core
from twinproof.lang.inputs import check_inputs, parse_argument
from twinproof.lang.interpret import evaluate, evaluate_stated
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.noise import LAPLACE
from twinproof.lang.printer import show_command, show_mechanism
from twinproof.lang.python_values import as_json, inputs_as_json, shown
from twinproof.lang.reader.guards import guarded, is_partial, total
from twinproof.lang.types import BOOL, INT, REAL, ListOf, TupleOf, Type
from twinproof.refute.probability import probability
from twinproof.refute.search import Effort, refute
from twinproof.refute.states import TooLong
from twinproof.refute.support import is_impossible
from twinproof.refute.wanted import frozen
from twinproof.search.prover import prove
from twinproof.search.result import Proof, Stuck
from twinproof.verify.counterexample_document import check_refuted
from twinproof.verify.counterexample_document import write as write_refuted

HALF = Literal(Fraction(1, 2))
X, N, ON = Var("x", INT), Var("n", INT), Var("on", BOOL)
R, S, OUT = Var("r", REAL), Var("s", REAL), Var("out", ListOf(REAL))
DATA, COUNTER = Var("data", ListOf(INT)), Var("i", INT)
EPS, LEVEL = Var("eps", REAL, Place.RIGID), Var("level", REAL, Place.RIGID)
A, B = Var("a", INT), Var("b", INT, Place.RIGID)
FEW = Effort(sweep=5_000_000)


def mechanism(result: Var, *body: Command, claim: Expr = EPS) -> Mechanism:
    """One private number, one private list, a level that is any real, and an ε."""
    parameters = (
        Parameter(A, Within(Literal(1))),
        Parameter(DATA, EachWithin(Literal(1))),
        Parameter(LEVEL),
        Parameter(EPS, positive=True),
    )
    return Mechanism("reals", parameters, sequence(*body), result, EpsilonDelta(claim, ZERO))


def noisy(target: Var, centre: Expr, rate: Expr = EPS) -> Command:
    return Sample(target, LAPLACE, (rate,), centre)


# --------------------------------------------------------------------------------------------- programs, in every room


@pytest.mark.parametrize("start", range(0, 400, 50))
def test_the_engine_agrees_with_an_enumeration(start: int) -> None:
    for seed in range(start, start + 50):
        program, inputs = RealProgram(seed).mechanism()
        oracle = enumerate_outputs(program, inputs, cut=(1e-3, 1e-6)[seed % 2], fuel=12, most=200)
        found = distribution(program, inputs, 1e-12, Limits(rows=50_000, iterations=50, work=5_000_000, lists=20_000))
        problem = disagreement(found, oracle)
        assert problem is None, f"seed {seed}, {inputs}: {problem}\n{show_mechanism(program)}"


@pytest.mark.parametrize("start", range(0, 120, 20))
def test_the_replay_agrees_with_an_enumeration(start: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("twinproof.refute.states.MOST_STEPS", 20_000)
    for seed in range(start, start + 20):
        program, inputs = RealProgram(seed).mechanism()
        oracle = enumerate_outputs(program, inputs, cut=1e-4, fuel=12, most=200)
        values = check_inputs(program, inputs)
        for output, interval in sorted(oracle.intervals(), key=lambda pair: -pair[1].lower)[:3]:
            try:
                p = probability(program, values, [output], Fraction(1, 10**5))
            except TooLong:
                continue
            assert p.lower <= interval.upper, (seed, output)
            assert interval.lower <= p.upper, (seed, output)
            assert interval.lower == 0 or not is_impossible(program, values, frozen(output)), (seed, output)


def averaged(*more: Command) -> tuple[Command, ...]:
    """Noise on a sum, and its share of the number of entries, which is only post-processing."""
    further = Assign(COUNTER, apply(Op.ADD, COUNTER, ONE))
    adding = Assign(OUT, apply(Op.APPEND, OUT, apply(Op.QUOTIENT, X, Literal(2))))
    loop = While(apply(Op.LT, COUNTER, apply(Op.LEN, DATA)), sequence(noisy(X, A), adding, further, *more))
    return Assign(OUT, list_of(REAL)), Assign(COUNTER, ZERO), loop


PRIVATE: dict[str, Mechanism] = {
    "half of a noisy number": mechanism(R, noisy(X, A), Assign(R, apply(Op.MUL, X, HALF))),
    "whether it is above a level": mechanism(ON, noisy(X, A), Assign(ON, apply(Op.LT, LEVEL, X))),
    "its part above a level": mechanism(R, noisy(X, A), Assign(R, apply(Op.MAX, apply(Op.SUB, X, LEVEL), ZERO))),
    "divided by another": mechanism(R, noisy(X, A), Assign(R, apply(Op.QUOTIENT, X, LEVEL))),
    "a rounded half": mechanism(X, noisy(X, apply(Op.FLOOR, apply(Op.MUL, A, HALF)))),
    "rounded after the noise": mechanism(N, noisy(X, A), Assign(N, apply(Op.FLOOR, apply(Op.QUOTIENT, X, LEVEL)))),
    "many halves": mechanism(OUT, *averaged(), claim=apply(Op.MUL, EPS, apply(Op.LEN, DATA))),
}
BROKEN: dict[str, Mechanism] = {
    "half of a number": mechanism(R, Assign(R, apply(Op.MUL, A, HALF))),
    "whether it is above a level": mechanism(ON, Assign(ON, apply(Op.LT, LEVEL, A))),
    "three halves, rounded": mechanism(X, noisy(X, apply(Op.FLOOR, apply(Op.MUL, A, Literal(Fraction(3, 2)))))),
    "half the noise": mechanism(R, noisy(X, A, apply(Op.MUL, EPS, Literal(2))), Assign(R, apply(Op.MUL, X, HALF))),
    "a list": mechanism(OUT, Assign(OUT, list_of(REAL, LEVEL, apply(Op.QUOTIENT, A, Literal(3))))),
}


@pytest.mark.parametrize("name", PRIVATE)
def test_what_is_private_is_proved(name: str) -> None:
    found = prove(PRIVATE[name])
    assert isinstance(found, Proof), found
    check(json.loads(json.dumps(write(PRIVATE[name], found.theorem))), PRIVATE[name])
    assert refute(PRIVATE[name], effort=FEW, jobs=1).counterexample is None


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_is_refuted(name: str) -> None:
    assert isinstance(prove(BROKEN[name]), Stuck)
    found = refute(BROKEN[name], jobs=1).counterexample
    assert found is not None
    document = json.loads(json.dumps(write_refuted(BROKEN[name], found)))
    assert check_refuted(document, BROKEN[name])
    told = json.loads(json.dumps(found.to_json()))
    assert Fraction(told["left"]["level"]) == found.left["level"]
    assert [decode_value(o, BROKEN[name].result.type) for o in told["event"]] == list(found.event)
    assert "Fraction" not in found.explain()


# -------------------------------------------------------------------------------------------------------------- values


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1/3", Fraction(1, 3)),
        ('"1/3"', Fraction(1, 3)),
        ("0.1", Fraction(1, 10)),
        ('"-0.25"', Fraction(-1, 4)),
        ("-7", Fraction(-7)),
        ('"+3"', Fraction(3)),
        ("2e-3", Fraction(1, 500)),
    ],
)
def test_how_a_real_is_given(text: str, value: Fraction) -> None:
    core = mechanism(R, Assign(R, LEVEL))
    name, given = parse_argument(core, f"level={text}")
    found = check_inputs(core, {name: given, "a": 0, "data": [], "eps": 1})["level"]
    assert found == value
    assert type(found) is Fraction


@pytest.mark.parametrize(
    "value", [True, None, "1/0", "a", "1e5", "1/-2", " 1", "٣", "1" * 2_000, float("nan"), [1], 1j]
)
def test_what_is_no_real(value: Any) -> None:
    core = mechanism(R, Assign(R, LEVEL))
    with pytest.raises(TwinproofError):
        check_inputs(core, {"level": value, "a": 0, "data": [], "eps": 1})


@pytest.mark.parametrize("value", [True, "1", None, [1], float("nan"), float("inf")])
def test_what_a_function_may_not_hold_for_a_real(value: Any) -> None:
    assert to_core(value, REAL) is WRONG_TYPE


def test_what_is_written_is_read_again() -> None:
    kind = TupleOf((REAL, ListOf(REAL), INT))
    value = (Fraction(3), [Fraction(-1, 3), Fraction(0)], 3)
    assert as_json(value) == ["3", ["-1/3", "0"], 3]
    assert decode_value(as_json(value), kind) == value
    assert shown(value) == "(3, [-1/3, 0], 3)"
    for wrong in ("2/6", "03", "1/1", "0.5", 3, "1/0", "1/-2"):
        with pytest.raises(ValueError, match="is"):
            decode_value(wrong, REAL)


def test_a_rate_is_a_number_in_json_where_that_is_exact() -> None:
    rates = [Fraction(1), Fraction(1, 2), Fraction(1, 3), Fraction(10**400), Fraction(1, 10**400)]
    written = inputs_as_json({str(n): rate for n, rate in enumerate(rates)})
    assert list(written.values()) == [1, 0.5, "1/3", str(10**400), f"1/{10**400}"]
    assert inputs_as_json({"xs": [Fraction(1, 2)]}) == {"xs": ["1/2"]}


@pytest.mark.parametrize("kind", [REAL, ListOf(REAL), TupleOf((REAL, INT))], ids=str)
def test_a_real_may_be_a_result_and_public(kind: Type) -> None:
    given, held = Var("given", kind, Place.RIGID), Var("held", kind)
    core = Mechanism("m", (Parameter(given),), Assign(held, given), held, EpsilonDelta(ZERO, ZERO))
    assert "given : " + str(kind) in show_mechanism(core)
    value = {REAL: "1/3", ListOf(REAL): ["1/3", 2]}.get(kind, ["1/3", 2])
    found = distribution(core, {"given": value})
    assert [as_json(o) for o in found.outputs] == [{REAL: "1/3", ListOf(REAL): ["1/3", "2"]}.get(kind, ["1/3", 2])]


def test_what_a_real_parameter_may_not_be() -> None:
    with pytest.raises(TypeMismatch):
        Parameter(Var("x", INT, Place.RIGID), positive=True)
    with pytest.raises(TypeMismatch):
        Parameter(Var("x", ListOf(REAL), Place.RIGID), positive=True)
    with pytest.raises(TypeMismatch):
        Parameter(Var("x", REAL), Within(Literal(1)))
    with pytest.raises(TypeMismatch):
        Parameter(Var("xs", ListOf(REAL)), EachWithin(Literal(1)))
    with pytest.raises(TypeMismatch):
        noisy(X, R)
    with pytest.raises(TypeMismatch):
        noisy(R, A)


# ----------------------------------------------------------------------------------------------------------- quotients


def test_a_quotient_by_zero_has_one_value_in_a_run_and_none_in_a_claim() -> None:
    e = apply(Op.QUOTIENT, B, apply(Op.SUB, B, ONE))
    assert evaluate(e, {B: 3}) == evaluate_stated(e, {B: 3}) == Fraction(3, 2)
    assert evaluate(e, {B: 1}) == Fraction(0)
    with pytest.raises(ZeroDivisionError):
        evaluate_stated(e, {B: 1})
    lazily = apply(Op.ITE, apply(Op.EQ, B, ONE), HALF, e)
    assert evaluate_stated(lazily, {B: 1}) == Fraction(1, 2)


def test_a_quotient_by_data_is_guarded() -> None:
    e = apply(Op.QUOTIENT, R, S)
    assert is_partial(e)
    made, domain = total(e, Facts())
    assert made == e
    for r, s in itertools.product((Fraction(0), Fraction(1, 2)), repeat=2):
        assert evaluate(domain, {R: r, S: s}) is (s != 0)
    text = show_command(guarded(Assign(R, e), Facts(), lambda *_: None))
    assert text == "while s = 0 do skip;\nr ← r / s"
    within = apply(Op.QUOTIENT, R, apply(Op.LEN, DATA))
    assert total(within, Facts())[1] != Literal(True)
    assert total(within, Facts().given(apply(Op.LT, ZERO, apply(Op.LEN, DATA)))) == (within, Literal(True))


def test_a_quotient_by_what_is_above_zero_is_not() -> None:
    facts = Facts(positive=frozenset((EPS,)))
    for e in (apply(Op.QUOTIENT, ONE, EPS), apply(Op.QUOTIENT, EPS, Literal(2)), apply(Op.QUOTIENT, R, EPS)):
        assert total(e, facts) == (e, Literal(True))
        assert not is_partial(e)
        assert guarded(Assign(R, e), facts.copy(), lambda *_: None) == Assign(R, e)


@pytest.mark.parametrize("scale", [ZERO, Literal(Fraction(0)), LEVEL], ids=["0", "0.0", "a real of any sign"])
def test_a_scale_that_may_be_zero_is_not_made_right_by_its_guard(scale: Expr) -> None:
    refused: list[Sample] = []
    guarded(noisy(X, A, apply(Op.QUOTIENT, ONE, scale)), Facts(), lambda sampling, *_: refused.append(sampling))
    assert len(refused) == 1
