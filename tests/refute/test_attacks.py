"""Forged refutations and odd documents that were once accepted, hung the check or forged its words; and their like."""

import json
import time
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_commands import Done, twinproof
from tests.refute.forger import Document, forged, is_accepted, sealed
from twinproof.document.strict import MOST_BYTES, Rejected, Unreadable, parse, source_hash
from twinproof.exact.distribution import Interval
from twinproof.kernel.proof_document import write
from twinproof.lang.adjacency import Within
from twinproof.lang.claim import EpsilonDelta, pure
from twinproof.lang.command import Assign, Command, If, Sample, Skip, While, sequence
from twinproof.lang.errors import TwinproofError
from twinproof.lang.expr import ONE, TRUE, ZERO, Expr, Literal, Op, Place, TypeMismatch, Var, apply, list_of
from twinproof.lang.inputs import check_inputs, parse_value
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.noise import LAPLACE, ONE_SIDED
from twinproof.lang.reader import read_text
from twinproof.lang.types import INT, REAL, ListOf, TupleOf
from twinproof.refute.probability import probability
from twinproof.refute.replay import NotConfirmed, Replayed, replay
from twinproof.refute.support import is_impossible
from twinproof.search.prover import Prover
from twinproof.search.result import Stuck
from twinproof.verify.counterexample_document import check_refuted

PATIENCE = 60.0  # seconds of work
TWICE = """
from typing import Annotated
from twinproof import laplace, mechanism, within

@mechanism(epsilon="0", delta="0.5")
def twice(x: Annotated[int, within(1)]) -> tuple[int, int]:
    y = laplace(x, 1)
    n = y + 1
    return n, n
"""
ASK = """
from typing import Annotated
from twinproof import Database, Epsilon, Score, laplace, mechanism, sensitivity

@mechanism(epsilon="eps")
def ask(d: Database, score: Annotated[Score, sensitivity(1)], eps: Epsilon) -> int:
    return laplace(score(d, 1), 1 / eps)
"""
NOISY = """
from typing import Annotated
from twinproof import Epsilon, laplace, mechanism, within

@mechanism(epsilon="eps / 2")
def noisy(x: Annotated[int, within(1)], eps: Epsilon) -> int:
    return laplace(x, 1 / eps)
"""

X, Y, RESULT = Var("x", INT), Var("y", INT), Var("result", INT)
OUT, RELEASED = Var("out", ListOf(INT)), Var("result", ListOf(INT))
PRIVATE = (Parameter(X, Within(ONE)),)


def only(text: str) -> Mechanism:
    (found,) = read_text(text)
    assert isinstance(found, Mechanism)
    return found


def stated(p: float, q: float, epsilon: Fraction = Fraction(0), delta: Fraction = Fraction(0)) -> Replayed:
    """Probabilities that somebody made up."""
    left, right = (Interval(Fraction(x), Fraction(x)) for x in (p, q))
    return Replayed(left, right, EpsilonDelta(epsilon, delta), {})


def in_file(folder: Path, document: Document | str, *words: str) -> Done:
    """What the command says about a document, in time."""
    path = folder / "certificate.json"
    path.write_text(document if isinstance(document, str) else json.dumps(document))
    start = time.process_time()
    done = twinproof("check", str(path), *words)
    assert time.process_time() - start < PATIENCE
    return done


# ---------------------------------------------------------------------------------------------- what was once accepted


def test_one_variable_released_twice(tmp_path: Path) -> None:
    mechanism = only(TWICE)
    values = check_inputs(mechanism, {"x": 0})
    assert probability(mechanism, values, [(100, 1)], Fraction(1, 10**6)).upper == 0
    assert is_impossible(mechanism, values, (100, 1))
    assert probability(mechanism, values, [(1, 1)], Fraction(1, 10**6)).lower > Fraction(2, 5)
    document = forged(mechanism, {"x": 0}, {"x": 1}, ((100, 1), (101, 1)), stated(0.924, 0.34, delta=Fraction(1, 2)))
    source = tmp_path / "twice.py"
    source.write_text(TWICE)
    document = sealed({**document, "source": source_hash(TWICE)})
    done = in_file(tmp_path, document, "--source", str(source))
    assert (done.returncode, "do not break the claim" in done.stdout) == (1, True)


@pytest.mark.parametrize(
    ("score", "other"),
    [
        ({"1": 0, "01": 0}, {"1": 5, "01": 0}),
        ({"01": 0, "1": 0}, {"01": 0, "1": 5}),
        ({"1": 0, "+1": 0}, {"1": 5, "+1": 0}),
        ({"1": 0, " 1": 0}, {"1": 5, " 1": 0}),
        ({"1": 0, "١": 0}, {"1": 5, "١": 0}),  # an Arabic one
        ({"1": 0, "1_": 0}, {"1": 5, "1_": 0}),
        ({"-0": 0, "1": 0}, {"-0": 0, "1": 5}),
        ([0, 0], [0, 5]),
        ([0, 0], {"0": 0, "1": 1}),
    ],
)
def test_scores_have_one_spelling(score: Any, other: Any, tmp_path: Path) -> None:
    source = tmp_path / "ask.py"
    source.write_text(ASK)
    sides = ({"score": score, "eps": Fraction(1)}, {"score": other, "eps": Fraction(1)})
    document = forged(only(ASK), *sides, (0,), stated(0.46, 0.003, epsilon=Fraction(1)))
    document = sealed({**document, "source": source_hash(ASK)})
    assert in_file(tmp_path, document, "--source", str(source)).returncode == 1


def test_scores_are_given_once_to_any_command() -> None:
    mechanism = only(ASK)
    for score in ({"1": 0, "01": 0}, {"1": 0, 1: 5}, {"+1": 0}, {"1": 0, "else": True}):
        with pytest.raises(TwinproofError):
            check_inputs(mechanism, {"score": score, "eps": 1})
    with pytest.raises(TwinproofError):
        parse_value(mechanism, "score", '{"1": 0, "1": 5}')
    assert check_inputs(mechanism, {"score": {"1": 0, "-7": 2, "else": 1}, "eps": 1})


def appends_before_it_sets() -> Mechanism:
    grow = Assign(OUT, apply(Op.APPEND, OUT, Literal(5)))
    body = sequence(If(apply(Op.EQ, X, ONE), grow, Skip()), Assign(OUT, list_of(INT)), Assign(RELEASED, OUT))
    return Mechanism("constant", PRIVATE, body, RELEASED, pure(ZERO))


def appends_and_never_sets() -> Mechanism:
    grow = Assign(OUT, apply(Op.APPEND, OUT, Literal(5)))
    body = sequence(If(apply(Op.EQ, X, ONE), grow, Skip()), Assign(RELEASED, OUT))
    return Mechanism("constant", PRIVATE, body, RELEASED, pure(ZERO))


def test_a_list_that_is_added_to_before_it_is_set() -> None:
    event: tuple[Any, ...] = ([],)
    document = forged(appends_before_it_sets(), {"x": 0}, {"x": 1}, event, stated(1.0, 0.0))
    assert not is_accepted(document)
    with pytest.raises(NotConfirmed, match="reads out before it is assigned"):
        replay(appends_and_never_sets(), {"x": 0}, {"x": 1}, event)


def noise_at(rate: Expr) -> Mechanism:
    test = If(apply(Op.LE, Y, ZERO), Assign(RESULT, ZERO), Assign(RESULT, ONE))
    return Mechanism("stuck", PRIVATE, sequence(Sample(Y, LAPLACE, (rate,), X), test), RESULT, pure(ZERO))


def squared_noise_at(rate: Expr) -> Mechanism:
    body = sequence(Sample(Y, LAPLACE, (rate,), X), Assign(RESULT, apply(Op.MUL, Y, Y)))
    return Mechanism("stuck", PRIVATE, body, RESULT, pure(ZERO))


@pytest.mark.parametrize("make", [noise_at, squared_noise_at])
@pytest.mark.parametrize(
    "rate",
    [
        Literal(-1),
        Literal(0),
        Literal(Fraction(-1, 3)),
        X,  # as private as it gets
        Y,  # no parameter at all
        apply(Op.QUOTIENT, ONE, ZERO),
        Literal(10**90),
        apply(Op.QUOTIENT, ONE, Literal(10**90)),
    ],
)
def test_rates_are_public_and_above_zero(make: Callable[[Expr], Mechanism], rate: Expr, tmp_path: Path) -> None:
    document = forged(make(rate), {"x": 1}, {"x": 0}, (4,), stated(0.73, 0.27))
    assert in_file(tmp_path, document).returncode == 1


def test_a_variable_that_was_never_assigned() -> None:
    """What a `requires` was once turned into: it looks at a position that nobody has set."""
    position, items = Var("position", INT), Var("ws", ListOf(INT))
    away = apply(Op.NOT, apply(Op.EQ, apply(Op.GET, items, position), ZERO))
    body = sequence(Assign(items, list_of(INT, X, ZERO)), While(away, Skip()), Assign(RESULT, ZERO))
    mechanism = Mechanism("fine", PRIVATE, body, RESULT, pure(ZERO))
    with pytest.raises(NotConfirmed, match="reads position before it is assigned"):
        replay(mechanism, {"x": 0}, {"x": 1}, [0])
    assert not is_accepted(forged(mechanism, {"x": 0}, {"x": 1}, (0,), stated(1.0, 0.0)))


def test_a_result_that_was_never_assigned() -> None:
    body = If(apply(Op.EQ, X, ZERO), Assign(RESULT, ZERO), Skip())
    mechanism = Mechanism("half", PRIVATE, body, RESULT, pure(ZERO))
    for event in (0, 1):
        with pytest.raises(NotConfirmed, match="reads result before it is assigned"):
            replay(mechanism, {"x": 0}, {"x": 1}, [event])


# ------------------------------------------------------------------------------------------------- claims and adjacency


def released(epsilon: Expr = ZERO, delta: Expr = ZERO, requires: Expr = TRUE) -> Mechanism:
    """Releases its input, and claims something about that."""
    return Mechanism("released", PRIVATE, Assign(RESULT, X), RESULT, EpsilonDelta(epsilon, delta), requires)


@pytest.mark.parametrize(
    "mechanism",
    [
        released(epsilon=Literal(-1)),
        released(delta=Literal(Fraction(-1, 2))),
        released(requires=apply(Op.LT, ONE, ZERO)),
        Mechanism("near", (Parameter(X, Within(Literal(-1))),), Assign(RESULT, X), RESULT, pure(ZERO)),
    ],
)
def test_a_claim_without_a_meaning_is_not_refuted(mechanism: Mechanism) -> None:
    assert is_accepted(forged(released(), {"x": 3}, {"x": 2}, (3,), replay(released(), {"x": 3}, {"x": 2}, [3])))
    assert not is_accepted(forged(mechanism, {"x": 3}, {"x": 2}, (3,), stated(1.0, 0.0)))


@pytest.mark.parametrize("bound", [X, Literal(Fraction(1)), Var("k", INT, Place.RIGID)])
def test_a_bound_is_a_public_integer_over_parameters(bound: Expr) -> None:
    with pytest.raises(TypeMismatch):
        Mechanism("near", (Parameter(X, Within(bound)),), Assign(RESULT, X), RESULT, pure(ZERO))


@pytest.mark.parametrize("event", [(True,), (3.0,), ("3",), ([3],), (None,), ((3,),), (10**100,), (3, 3), ()])
def test_an_output_has_the_type_of_the_mechanism(event: tuple[Any, ...]) -> None:
    with pytest.raises(NotConfirmed):
        replay(released(), {"x": 3}, {"x": 2}, event)
    assert not is_accepted(forged(released(), {"x": 3}, {"x": 2}, event, stated(1.0, 0.0)))


def test_a_comparison_with_a_number_that_is_not_whole() -> None:
    """Ranges of integers are compared with real numbers too."""
    eps = Var("eps", REAL, Place.RIGID)
    below = If(apply(Op.LT, Y, eps), Assign(RESULT, ZERO), Assign(RESULT, ONE))
    body = sequence(Sample(Y, ONE_SIDED, (ONE,), ZERO), below)
    parameters = (*PRIVATE, Parameter(eps, None, True))
    mechanism = Mechanism("below", parameters, body, RESULT, pure(eps))
    values = check_inputs(mechanism, {"x": 0, "eps": Fraction(1, 2)})
    assert not is_impossible(mechanism, values, 0)
    assert not is_impossible(mechanism, values, 1)
    assert is_impossible(mechanism, values, 2)


# ---------------------------------------------------------------------------------------------------------------- names


@pytest.fixture(scope="module")
def proof() -> Document:
    mechanism = only(NOISY.replace("eps / 2", "eps"))
    found = Prover(mechanism).find_proof()
    assert not isinstance(found, Stuck)
    return write(mechanism, found.theorem)


@pytest.fixture(scope="module")
def refutation() -> Document:
    sides = ({"x": 0, "eps": Fraction(1)}, {"x": 1, "eps": Fraction(1)})
    return forged(only(NOISY), *sides, (0,), replay(only(NOISY), *sides, [0]))


NAMES = [
    "svt is (0, 0)-differentially private\ncertificate.json: accepted: noisy",
    "../escaped",
    "/tmp/escaped",
    "a/b",
    "..",
    "",
    "a b",
    "noisy\x1b[2K",
    "noisy\r",
    "noisy\u202e",
    "noisy\ud800",
    "ﬁne",  # Python reads it as fine
    "n" * 1_000,
    "1noisy",
    7,
    None,
    ["noisy"],
]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_an_identifier(proof: Document, refutation: Document, name: Any, tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    for document in (proof, refutation):
        other = {**document, "mechanism": {**document["mechanism"], "name": name}}
        other = sealed(other) if "digest" in other else other
        done = in_file(tmp_path, other, "--smtlib", str(tmp_path / "inside" / "questions"), "--explain")
        said = done.stdout + done.stderr
        assert done.returncode in (1, 3)
        assert "accepted" not in said
        assert said.count("\n") == 1
        assert said.strip().isprintable()
        with pytest.raises((Rejected, Unreadable)):
            check_refuted(parse(json.dumps(other)))
    assert not list(tmp_path.rglob("*.smt2"))


def test_names_that_are_fine(proof: Document, refutation: Document, tmp_path: Path) -> None:
    """So that the test above can fail."""
    for document in (proof, refutation):
        other = {**document, "mechanism": {**document["mechanism"], "name": "größer"}}
        done = in_file(tmp_path, sealed(other) if "digest" in other else other, "--smtlib", str(tmp_path / "questions"))
        assert (done.returncode, "accepted: größer is" in done.stdout) == (0, True)
    assert {p.parent.name for p in tmp_path.rglob("*.smt2")} == {"questions"}


def test_no_text_of_a_document_breaks_a_line(proof: Document, refutation: Document, tmp_path: Path) -> None:
    """Wherever it stands: in a field that nobody knows, the name of a rule or of what it is given, an operator."""
    spoof = "x\ncertificate.json: accepted: noisy is (0, 0)-differentially private"
    step = proof["steps"][0]
    altered: list[Document] = [
        {**proof, spoof: 1},
        {**proof, "solver": spoof},
        {**proof, "steps": [{**step, "rule": spoof}]},
        {**proof, "steps": [{**step, "given": {**step["given"], spoof: ["text", "x"]}}]},
        {**proof, "terms": [["var", spoof, "int", "MEMORY"]]},
        {**proof, "terms": [["apply", spoof, [], "int"]]},
        {**proof, "verdict": spoof},
        {**refutation, "counterexample": {**refutation["counterexample"], "left": {spoof: 1}}},
        {**refutation, "source": spoof},
    ]
    for document in altered:
        done = in_file(tmp_path, sealed(document) if "digest" in document else document)
        assert done.returncode in (1, 3)
        assert (done.stdout + done.stderr).count("\n") == 1


# ------------------------------------------------------------------------------------------------------------ documents


def odd(text: str) -> list[str]:
    """The text of a document, made ambiguous or endless in ways that JSON allows."""
    return [
        text.replace('"version"', '"version": 1, "version"', 1),
        text.replace('"left": {', '"left": {"x": 0, ', 1),
        text.replace('"left": {"x": 0', '"left": {"x": 0.0', 1),
        text.replace('"left": {"x": 0', '"left": {"x": -0', 1),
        text.replace('"left": {"x": 0', '"left": {"x": false', 1),
        text.replace('"left": {"x": 0', '"left": {"x": 1e999999', 1),
        text.replace('"left": {"x": 0', '"left": {"x": NaN', 1),
        text.replace('"left": {"x": 0', '"left": {"x": ' + "9" * 100_000, 1),
        text.replace('"left": {"x": 0', '"left": {"x": ' + "9" * 900, 1),
        text.replace('"left": {"x": 0', '"left": {"x": "\\ud800"', 1),
        text.replace('"left": {"x": 0', '"left": {"x": ' + "[" * 50_000 + "]" * 50_000, 1),
        text.replace('"left": {"x": 0', '"left": {"x": ' + "[" * 70 + "]" * 70, 1),
        text.replace('"left": {"x": 0', '"left": {"x": [' + "0," * 100_000 + "0]", 1),
        text.replace('"version": 1', '"version": 1.0', 1),
        text.replace('"version": 1', '"version": true', 1),
        text.replace('"eps": "1"', '"eps": "1.0"'),
        text.replace('"eps": "1"', '"eps": "2/2"'),
        text.replace('"eps": "1"', '"eps": "1e0"'),
        text.replace('"eps": "1"', '"eps": "1e999999999"'),
        text.replace('"eps": "1"', '"eps": "+1"'),
        text.replace('"eps": "1"', '"eps": "１"'),
        text.replace('"eps": "1"', '"eps": "' + "9" * 900 + '"'),
        text.replace('"epsilon": "1/2"', '"epsilon": "2/4"'),
        text.replace('["literal", "int", "2"]', '["literal", "int", "+2"]'),
        text.replace('["literal", "int", "2"]', '["literal", "int", "02"]'),
        text.replace('["literal", "int", "2"]', '["literal", "int", " 2"]'),
        text.replace('["literal", "int", "2"]', '["literal", "real", "2e999999999"]'),
        text.replace('["literal", "int", "2"]', '["literal", "int", "' + "2" * 5_000 + '"]'),
        "\ufeff" + text,
        text + text,
    ]


@pytest.mark.parametrize("number", range(30))
def test_documents_that_can_be_read_in_two_ways(refutation: Document, number: int, tmp_path: Path) -> None:
    text = json.dumps(refutation, ensure_ascii=False)
    assert in_file(tmp_path, text).returncode == 0
    forgeries = odd(text)
    assert len(forgeries) == 30
    assert forgeries[number] != text
    other = forgeries[number]
    with suppress(ValueError, RecursionError):
        other = json.dumps(sealed(json.loads(other)))  # with a digest that fits, where the oddity stays
    for forgery in (forgeries[number], other):
        if forgery != text:
            done = in_file(tmp_path, forgery.encode("utf-8", "surrogatepass").decode("utf-8", "replace"))
            assert done.returncode in (1, 3), done.stdout


def test_a_document_that_is_too_large(tmp_path: Path) -> None:
    done = in_file(tmp_path, "[" + "0," * (MOST_BYTES // 2) + "0]")
    assert (done.returncode, done.stderr.count("\n")) == (3, 1)


# -------------------------------------------------------------------------------------------- more work than there is


@pytest.mark.parametrize("kind", ["if", "seq", "deep"])
def test_programs_built_to_blow_up(refutation: Document, proof: Document, kind: str, tmp_path: Path) -> None:
    """Rows may be used again and again: a few of them can stand for more commands than fit into any memory."""
    table: list[Any] = [["skip"], ["assign", 0, 0]]
    for n in range(1, 60 if kind != "deep" else 5_000):
        table.append({"if": ["if", 1, n, n], "seq": ["seq", [n, n]], "deep": ["while", 1, n]}[kind])
    terms = [["var", "y", "int", "MEMORY"], ["literal", "bool", "True"]]
    for document in (refutation, proof):
        row = {**document["mechanism"], "body": len(table) - 1}
        other = {**document, "terms": terms, "programs": table, "mechanism": row}
        done = in_file(tmp_path, sealed(other) if "digest" in other else other)
        assert (done.returncode, "programs[" in done.stdout) == (1, True)


def many_variables(count: int) -> list[Any]:
    rows: list[Any] = [["var", f"b{n}", "bool", "LEFT"] for n in range(count)]
    rows.append(["apply", "and", list(range(count)), "bool"])
    return rows + [["apply", "not", [count + n], "bool"] for n in range(250)]


def test_expressions_built_to_blow_up(proof: Document, tmp_path: Path) -> None:
    """Each knows its variables; so many rows with so many of them would fill the memory."""
    done = in_file(tmp_path, {**proof, "terms": many_variables(30_000)})
    assert (done.returncode, "terms[" in done.stdout) == (1, True)


def growing(step: Expr, kind: Any = INT, start: Expr = ONE) -> Mechanism:
    """A loop that makes something larger, for ever."""
    v = Var("v", kind)
    body = sequence(Assign(v, start), While(apply(Op.LE, ZERO, X), Assign(v, step)), Assign(RESULT, X))
    return Mechanism("growing", PRIVATE, body, RESULT, pure(ZERO))


V, VS, VP = Var("v", INT), Var("v", ListOf(INT)), Var("v", TupleOf((INT, INT)))


@pytest.mark.parametrize(
    "mechanism",
    [
        growing(apply(Op.MUL, V, Literal(3))),
        growing(apply(Op.ADD, V, ONE)),
        growing(apply(Op.CONCAT, VS, VS), ListOf(INT), list_of(INT, ONE)),
        growing(apply(Op.APPEND, VS, ONE), ListOf(INT), list_of(INT)),
        growing(
            list_of(INT, apply(Op.MUL, apply(Op.GET, VS, ZERO), apply(Op.GET, VS, ZERO))),
            ListOf(INT),
            list_of(INT, Literal(3)),
        ),
        growing(
            apply(Op.TUPLE, apply(Op.MUL, apply(Op.PROJ, VP, ZERO), apply(Op.PROJ, VP, ZERO)), ONE),
            TupleOf((INT, INT)),
            apply(Op.TUPLE, Literal(3), ONE),
        ),
        growing(
            apply(Op.MUL, Var("v", REAL), Var("v", REAL)),
            REAL,
            Literal(Fraction(3, 7)),
        ),
    ],
)
def test_what_grows_without_end_is_given_up(mechanism: Mechanism, tmp_path: Path) -> None:
    document = forged(mechanism, {"x": -1}, {"x": 0}, (-1,), stated(1.0, 0.0))
    in_file(tmp_path, document)  # which ends, whatever it says
    assert not is_accepted(forged(mechanism, {"x": 0}, {"x": -1}, (0,), stated(1.0, 0.0)))


def wide(samples: int) -> Mechanism:
    """Sums of more noise than can be listed."""
    steps: list[Command] = [Assign(RESULT, ZERO)]
    for _ in range(samples):
        steps += [Sample(Y, LAPLACE, (Literal(Fraction(1, 50)),), X)]
        steps += [Assign(RESULT, apply(Op.ADD, apply(Op.MUL, RESULT, Literal(2)), apply(Op.MUL, Y, Y)))]
    return Mechanism("wide", PRIVATE, sequence(*steps), RESULT, pure(ZERO))


def test_the_work_of_a_whole_event_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("twinproof.refute.states.MOST_WORK", 20_000)
    event = tuple(range(10_000))
    for mechanism in (wide(1), wide(4)):
        document = forged(mechanism, {"x": 0}, {"x": 1}, event, stated(0.5, 0.1))
        assert "too long" in in_file(tmp_path, document).stdout


@pytest.mark.parametrize("far", [10**6, 10**12, 10**60])
def test_outputs_far_out(far: int, tmp_path: Path) -> None:
    """Their probabilities are no numbers that anybody could write down."""
    mechanism = noise_at(ONE)
    document = forged(mechanism, {"x": 0}, {"x": 1}, (far,), stated(1e-300, 1e-301))
    assert in_file(tmp_path, document).returncode == 1
    plain = Mechanism("plain", PRIVATE, Sample(RESULT, LAPLACE, (ONE,), X), RESULT, pure(Literal(far)))
    assert in_file(tmp_path, forged(plain, {"x": 1}, {"x": 0}, (far,), stated(1e-300, 1e-301))).returncode == 1
    assert in_file(tmp_path, forged(plain, {"x": 1}, {"x": 0}, (1,), stated(0.4, 1e-301))).returncode == 1
    # And yet what is impossible is impossible, whatever ε is claimed.
    shown = released(epsilon=Literal(far))
    document = forged(shown, {"x": 1}, {"x": 0}, (1,), replay(shown, {"x": 1}, {"x": 0}, [1]))
    assert in_file(tmp_path, document).returncode == 0
