"""Certificates: what is proved is accepted, and whatever is altered is rejected or still true."""

import copy
import json
import os
import random
import time
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.kernel.above_threshold import PATH, proof
from twinproof.document.strict import Rejected, Unreadable, parse
from twinproof.exact.meaning import compare
from twinproof.kernel.judgment import Budget, Ledger
from twinproof.kernel.proof_document import write
from twinproof.kernel.replay import check
from twinproof.kernel.rules import RULES, Refused, Theorem, conseq, lap_gen
from twinproof.kernel.statement import privacy
from twinproof.lang.adjacency import Within
from twinproof.lang.claim import pure
from twinproof.lang.command import Assign, Sample
from twinproof.lang.errors import TwinproofError
from twinproof.lang.expr import (
    FALSE,
    ONE,
    TRUE,
    ZERO,
    Expr,
    Literal,
    Op,
    Place,
    TypeMismatch,
    Var,
    apply,
    conjunction,
    implies,
    list_of,
)
from twinproof.lang.mechanism import Mechanism, Parameter
from twinproof.lang.noise import COIN
from twinproof.lang.reader import read_mechanism, read_text
from twinproof.lang.types import BOOL, INT, ListOf
from twinproof.smt import prove
from twinproof.tactics.paper_rules import assn, weaken

FUZZ = int(os.environ.get("TWINPROOF_FUZZ", "1"))


@pytest.fixture(scope="module")
def proved() -> tuple[Mechanism, Theorem]:
    return proof()


@pytest.fixture(scope="module")
def document(proved: tuple[Mechanism, Theorem]) -> dict[str, Any]:
    return write(*proved, PATH.read_text())


def test_a_proof_is_accepted_by_someone_who_has_only_the_document(document: dict[str, Any]) -> None:
    report = check(parse(json.dumps(document)), read_mechanism(PATH), PATH.read_text())
    assert report.theorem.judgment == privacy(read_mechanism(PATH))
    assert report.rules["ω-While"] == 1
    assert report.rules["ω-Pointwise"] == 1
    assert report.obligations
    assert report.effort > 0


def test_replay_is_quick(document: dict[str, Any]) -> None:
    start = time.process_time()
    check(document)
    assert time.process_time() - start < 1


def test_replay_spends_the_same_effort_each_time(document: dict[str, Any]) -> None:
    assert check(document).effort == check(document).effort


def test_another_source_is_noticed(document: dict[str, Any]) -> None:
    text = PATH.read_text()
    changed = text.replace("4 / eps", "3 / eps")
    assert changed != text
    (other,) = read_text(changed, str(PATH))
    assert isinstance(other, Mechanism)
    with pytest.raises(Rejected, match="another program"):
        check(document, other)
    with pytest.raises(Rejected, match="fingerprint"):
        check(document, read_mechanism(PATH), changed)


# ------------------------------------------------------------------------------------------------ single-field changes


def places(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all leaves and containers of a document."""
    if path:
        yield path
    if isinstance(node, dict):
        for key, value in node.items():
            yield from places(value, (*path, key))
    elif isinstance(node, list):
        for number, value in enumerate(node):
            yield from places(value, (*path, number))


def changes(value: Any, everything: list[Any]) -> list[Any]:
    """Other values for one place."""
    match value:
        case bool():
            return [not value, None]
        case int():
            return [value + 1, value - 1, value + 7, -1, str(value), None, True]
        case str():
            return [value + "x", "", "int", "bool", "LEFT", "RIGHT", "RIGID", "+", "<=", "0", "-1", "1", 0, None]
        case list():
            return [[], value[:-1], [*value, 0], list(reversed(value)), None, everything]
        case dict():
            return [{}, None, dict(list(value.items())[:-1])]
        case _:
            return [0, "x", [], ["within", 0]]


def altered(document: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    result = copy.deepcopy(document)
    node: Any = result
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = value
    return result


INPUTS: list[tuple[dict[str, object], dict[str, object]]] = [
    ({"answers": [0, 1], "threshold": 1, "eps": 1}, {"answers": [1, 0], "threshold": 1, "eps": 1}),
    ({"answers": [2], "threshold": 0, "eps": 3}, {"answers": [1], "threshold": 0, "eps": 3}),
]


def assert_rejected_or_true(original: Mechanism, document: dict[str, Any]) -> bool:
    """Whether the document is accepted; if it is, what it says must hold."""
    try:
        report = check(parse(json.dumps(document)))
    except (Rejected, Unreadable):
        return False
    if report.mechanism != original:
        for left, right in INPUTS:
            assert_no_violation(report.mechanism, left, right)
    return True


def assert_no_violation(mechanism: Mechanism, left: dict[str, object], right: dict[str, object]) -> None:
    """The inputs do not break the claim; inputs that the altered mechanism does not take say nothing."""
    with suppress(TwinproofError):
        assert not compare(mechanism, left, right).violates


def test_every_kind_of_single_change(proved: tuple[Mechanism, Theorem], document: dict[str, Any]) -> None:
    rng = random.Random(20260101)
    todo = [(p, v) for p in places(document) for v in changes(_get(document, p), document["terms"])]
    chosen = rng.sample(todo, min(len(todo), 200 * FUZZ))
    accepted = sum(assert_rejected_or_true(proved[0], altered(document, p, v)) for p, v in chosen)
    assert accepted < len(chosen) / 4


def _get(document: dict[str, Any], path: tuple[Any, ...]) -> Any:
    node: Any = document
    for key in path:
        node = node[key]
    return node


def test_every_change_of_a_small_certificate() -> None:
    mechanism = read_mechanism(PATH.parent / "laplace_mechanism.py")
    goal, body = privacy(mechanism), mechanism.body
    assert isinstance(body, Sample)
    k, eps = mechanism.parameter("k").var, mechanism.parameter("eps").var
    assert isinstance(goal.cost, Budget)
    theorem = conseq(goal.pre, goal.post, goal.cost, lap_gen(body, body, ZERO, k, eps, goal.post))
    document = write(mechanism, theorem)
    left: dict[str, object] = {"value": 0, "k": 2, "eps": 1}
    right: dict[str, object] = {"value": 2, "k": 2, "eps": 1}
    for path in places(document):
        for value in changes(_get(document, path), document["terms"]):
            try:
                report = check(parse(json.dumps(altered(document, path, value))))
            except (Rejected, Unreadable):
                continue
            if report.mechanism != mechanism:
                assert_no_violation(report.mechanism, left, right)


def test_the_claim_cannot_be_improved(proved: tuple[Mechanism, Theorem], document: dict[str, Any]) -> None:
    """A smaller ε, a wider adjacency, or less noise, with the same derivation."""
    terms = document["terms"]
    zero = next(i for i, t in enumerate(terms) if t == ["literal", "int", "0"])
    with pytest.raises(Rejected):
        check(altered(document, ("mechanism", "epsilon"), zero))
    two = next(i for i, t in enumerate(terms) if t == ["literal", "int", "2"])
    parameter = next(i for i, p in enumerate(document["mechanism"]["parameters"]) if p["adjacency"] is not None)
    with pytest.raises(Rejected):
        check(altered(document, ("mechanism", "parameters", parameter, "adjacency", 1), two))
    four = next(i for i, t in enumerate(terms) if t == ["literal", "int", "4"])
    with pytest.raises(Rejected):
        check(altered(document, ("terms", four, 2), "3"))


# ------------------------------------------------------------------------------------------------------------ bad input


def test_what_is_no_certificate_is_unreadable() -> None:
    for text in (
        "",
        "{",
        "[]",
        "null",
        '{"format": "other"}',
        "\x00",
        "[" * 10_000,
        '{"a":' * 10_000 + "1" + "}" * 10_000,
    ):
        with pytest.raises(Unreadable):
            parse(text)
    with pytest.raises(Unreadable, match="version"):
        parse(json.dumps({"format": "twinproof certificate", "version": 2}))
    with pytest.raises(Unreadable):
        parse(b"\xff\xfe\x00")


def test_unknown_rules_and_strange_steps(document: dict[str, Any]) -> None:
    strange: list[Any] = [
        {"rule": "Trust-Me", "given": {}},
        {"rule": "__class__", "given": {}},
        {"rule": "Skip"},
        {"rule": "Skip", "given": {"post": ["term", 0], "cost": ["budget", 0, 0], "extra": ["text", "x"]}},
        {"rule": ["Skip"], "given": {}},
        None,
        [],
        {"rule": "Seq", "given": {"first": ["text", "x"], "second": ["term", 0]}},
    ]
    for step in strange:
        with pytest.raises(Rejected, match=r"steps\[0\]"):
            check(altered(document, ("steps",), [step]))


def test_steps_refer_to_earlier_steps_only(document: dict[str, Any]) -> None:
    last = len(document["steps"]) - 1
    for target in (last, last + 1, -1, 10**9):
        forged = copy.deepcopy(document)
        premise = next(k for k, v in forged["steps"][last]["given"].items() if v[0] == "step")
        forged["steps"][last]["given"][premise] = ["step", target]
        with pytest.raises(Rejected):
            check(forged)


def test_terms_refer_to_earlier_terms_only(document: dict[str, Any]) -> None:
    for row in (["apply", "+", [0, 0], "int"], ["all", 0, 0]):
        with pytest.raises(Rejected, match=r"terms\[0\]"):
            check(altered(document, ("terms", 0), row))


def test_formulas_built_to_blow_up(document: dict[str, Any]) -> None:
    base = len(document["terms"])
    doubling: list[Any] = [["literal", "int", "1"]]
    doubling += [["apply", "+", [base + i, base + i], "int"] for i in range(60)]
    deep: list[Any] = [["literal", "int", "1"]]
    deep += [["apply", "neg", [base + i], "int"] for i in range(20_000)]
    wide = [["tuple", [["tuple", ["int"] * 50]] * 50]]
    for more in (doubling, deep, [["literal", "int", "9" * 5_000]], [["var", "x", wide, "LEFT"]]):
        start = time.process_time()
        forged = altered(document, ("terms",), [*document["terms"], *more])
        forged["steps"][0]["given"]["post"] = ["term", len(forged["terms"]) - 1]
        with pytest.raises(Rejected):
            check(forged)
        assert time.process_time() - start < 5


def of_coins(parts: int, coins: bool) -> dict[str, Any]:
    """A document of one step: what a long block of coins comes to, spelled out, doubles with each of its commands."""
    x, value = Var("x", BOOL), Var("v", BOOL, Place.RIGID)
    one = Sample(x, COIN, (Literal(Fraction(1, 2)),), FALSE)
    step = RULES["ω-Coins"](one, one, x, x, value, value, (), TRUE, Ledger(((Var("w", INT, Place.LEDGER), ONE),)))
    document = write(leak(D), step)
    terms, programs = document["terms"], document["programs"]
    var = terms.index(["var", "x", "bool", "MEMORY"])
    toss = next(n for n, row in enumerate(programs) if row[0] == "sample")
    if coins:
        others = range(len(terms), len(terms) + parts)
        terms += [["var", f"y{i}", "bool", "MEMORY"] for i in range(parts)]
        terms.append(["apply", "and", list(others), "bool"])
        rows = [["sample", y, *programs[toss][2:]] for y in others] + [["assign", var, len(terms) - 1]]
    else:
        terms.append(["apply", "and", [var, var], "bool"])
        rows = [programs[toss]] + [["assign", var, len(terms) - 1]] * parts
    first = len(programs)
    programs += [*rows, ["seq", list(range(first, first + len(rows)))]]
    document["steps"][0]["given"]["left"] = ["program", len(programs) - 1]
    parsed: dict[str, Any] = json.loads(json.dumps(document))
    return parsed


@pytest.mark.parametrize("coins", [True, False])
def test_coins_that_come_to_much_are_not_spelled_out(coins: bool) -> None:
    with pytest.raises(Rejected, match="another judgment"):
        check(of_coins(3, coins))
    start = time.process_time()
    for parts in (40, 5_000):
        with pytest.raises(Rejected, match="what its coins may come to"):
            check(of_coins(parts, coins))
    assert time.process_time() - start < 5


def test_steps_that_compute_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    document = of_coins(1, coins=True)
    few = [{"rule": "Excess", "given": {}}] * 3
    monkeypatch.setattr("twinproof.kernel.replay.MOST_COMPUTED", 0)
    with pytest.raises(Rejected, match=r"steps\[0\]: more than 0 steps compute"):
        check({**document, "steps": few})


def test_a_rule_is_not_asked_about_thousands_of_pairs() -> None:
    document = of_coins(1, coins=True)
    document["steps"][0]["given"]["paid"] = ["pairs", [[0, 0]] * 101]
    with pytest.raises(Rejected, match="more than 100 pairs"):
        check(document)


def test_nothing_in_a_document_is_executed(document: dict[str, Any], tmp_path: Path) -> None:
    target = tmp_path / "written"
    evil = f"__import__('pathlib').Path({str(target)!r}).write_text('x')"
    for path in places(document):
        if isinstance(_get(document, path), str):
            with suppress(Rejected, Unreadable):
                check(altered(document, path, evil))
            if len(path) > 3:
                break
    assert not target.exists()


def test_other_verdicts_are_not_proofs(document: dict[str, Any]) -> None:
    for verdict in ("refuted", "unknown", None, 1):
        with pytest.raises(Rejected):
            check(altered(document, ("verdict",), verdict))


def test_every_rule_can_stand_in_a_certificate() -> None:
    assert {"Skip", "Assn-L", "Assn-R", "Samp-L", "Samp-R", "Cond-L", "Cond-R", "Case", "Frame", "Exists"} <= set(RULES)
    assert {"Exfalso", "Seq", "Conseq", "Forall-Eq", "LapGen", "OneLapGen", "While", "While-L", "While-R"} <= set(RULES)
    assert {"ω-Samp", "ω-Seq", "ω-Conseq", "ω-While", "ω-Pointwise"} <= set(RULES)


# --------------------------------------------------------------------------------------------------------- known tricks


def leak(value: Expr) -> Mechanism:
    """A mechanism that releases a value as it is, and claims that nobody learns anything."""
    return Mechanism("leak", (Parameter(D, Within(ONE)),), Assign(R, value), R, pure(ZERO))


D, R = Var("d", INT), Var("result", INT)


def test_a_program_cannot_know_which_run_it_is() -> None:
    with pytest.raises(TypeMismatch):
        leak(Var("d", INT, Place.LEFT))


def test_a_private_parameter_has_no_rigid_namesake() -> None:
    with pytest.raises(TypeMismatch):
        leak(Var("d", INT, Place.RIGID))


def test_a_rigid_variable_cannot_pass_for_a_tagged_one() -> None:
    mechanism = leak(D)
    goal = privacy(mechanism)
    for name in ("d<1>", "d⟨1⟩", "v0 d<1>", "v1 d<1>"):
        trick, value = Var(name, INT, Place.RIGID), Var("d", INT, Place.RIGHT)
        step = assn(R, D, R, D, goal.post, Budget())
        with pytest.raises(Refused):
            weaken(step, pre=conjunction(goal.pre, apply(Op.EQ, trick, value)))


def test_a_list_called_nil_may_have_items() -> None:
    kind = ListOf(INT)
    for name in ("nil", "nil list[int]", "nil:list[int]"):
        strange = Var(name, kind, Place.RIGID)
        some = apply(Op.EQ, Var("out", kind, Place.LEFT), list_of(INT, ZERO))
        assert not prove(implies(some, apply(Op.LE, apply(Op.LEN, strange), ZERO))).proved


def test_names_in_a_document_are_identifiers(document: dict[str, Any]) -> None:
    number = next(i for i, t in enumerate(document["terms"]) if t[0] == "var")
    with pytest.raises(Rejected, match="not a term"):
        check(altered(document, ("terms", number, 1), "x y"))
