"""Hints: what is told is tried, makes more provable, and is never believed."""

import random
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.volume import some
from twinproof.kernel.proof_document import write
from twinproof.kernel.replay import check
from twinproof.kernel.statement import privacy
from twinproof.lang.command import loops_in
from twinproof.lang.mechanism import Mechanism
from twinproof.lang.reader import read_file, read_mechanism
from twinproof.search.hinted import why_useless
from twinproof.search.hints import NO_HINTS, BadHint, Hints, schema
from twinproof.search.prover import Prover, prove
from twinproof.search.result import Proof, Stuck

HERE = Path(__file__).parent
MECHANISMS = HERE / "hinted_mechanisms.py"
BROKEN = sorted((HERE.parent.parent / "gallery" / "broken").glob("*.py"))
LIKELY = (0, 1)


def line_of(text: str, nth: int = 0) -> int:
    """The line of the file that has this in it."""
    lines = MECHANISMS.read_text(encoding="utf-8").splitlines()
    return [number for number, line in enumerate(lines, 1) if text in line][nth]


def the(name: str) -> Mechanism:
    return read_mechanism(MECHANISMS, name)


def threshold(factor: int, nth: int) -> dict[str, Any]:
    """Couplings for `far` and its like: the threshold moves as far as the answers do."""
    moved = f"abs({factor} * R.answers[R.i] - middle) - abs({factor} * L.answers[L.i] - middle)"
    drawn = line_of("- middle), 20 / eps)", nth)
    return {
        "couplings": [
            {"line": drawn - 2, "shift": str(factor)},
            {"line": drawn, "shift": f"{factor} if L.noisy <= sampled else {moved}"},
        ]
    }


def area(width: str, nth: int) -> dict[str, Any]:
    """What has been paid in the rows of a grid, and in a row."""
    rows = line_of("for _ in range(n):", nth)
    return {
        "invariants": [
            {"line": rows, "holds": f"w <= L.k * ({width}) and L.k <= n"},
            {"line": rows + 1, "holds": f"w <= L.k * ({width}) + L.k_2 and L.k < n and L.k_2 <= {width}"},
        ]
    }


def tail(distance: str, nth: int) -> dict[str, Any]:
    """That a count which is new comes out high, in either run."""
    drawn = line_of("if count > 0 else 0", nth)
    high = {"line": drawn, "tail": "at least", "distance": distance}
    return {"events": [high, {**high, "where": "0 < count + 1", "instead": "count + 1"}]}


PRIVATE = {"far": threshold(5, 0), "grid": area("m", 0), "tens": tail("10 * t + 9", 0)}


@pytest.mark.parametrize("name", PRIVATE)
def test_what_is_unknown_is_proved_with_a_hint(name: str) -> None:
    mechanism, hints = the(name), Hints.of(PRIVATE[name])
    assert why_useless(hints, mechanism) is None
    assert isinstance(prove(mechanism), Stuck)
    found = prove(mechanism, hints=hints)
    assert isinstance(found, Proof)
    assert found.theorem.judgment == privacy(mechanism)
    check(write(mechanism, found.theorem, mechanism.source), mechanism, mechanism.source)


@pytest.mark.parametrize(
    ("name", "hints"),
    [
        ("too_far", threshold(6, 1)),
        ("too_far", threshold(5, 1)),
        ("far", threshold(6, 0)),
        ("wide_grid", area("m", 1)),
        ("wide_grid", area("m + 1", 1)),
        ("nines", tail("10 * t + 9", 1)),
        ("nines", tail("9 * t + 8", 1)),
    ],
)
def test_near_misses_are_not_proved(name: str, hints: dict[str, Any]) -> None:
    given = Hints.of(hints)
    assert why_useless(given, the(name)) is None
    assert isinstance(Prover(the(name), hints=given).find_proof(LIKELY), Stuck)


def test_a_wrong_hint_does_not_hide_a_proof() -> None:
    gallery = HERE.parent.parent / "gallery" / "private" / "laplace_mechanism.py"
    mechanism = read_mechanism(gallery)
    (draw,) = mechanism.samplings
    assert draw.at is not None
    wrong = Hints.of({"couplings": [{"line": draw.at.line, "shift": "100"}]})
    assert isinstance(Prover(mechanism, hints=wrong).find_proof(), Stuck)
    assert isinstance(prove(mechanism, hints=wrong), Proof)


def test_what_came_of_a_hint_is_told() -> None:
    mechanism = the("wide_grid")
    hints = Hints.of({"couplings": [{"line": line_of("for _ in range(m + 1)") + 1, "shift": "0"}]})
    found = Prover(mechanism, hints=hints).find_proof(LIKELY)
    assert isinstance(found, Stuck)
    assert "1 for the draw" in found.explain()


# ------------------------------------------------------------------------------------------------------- never believed


class Guesser:
    """Assertions and shifts about a mechanism, at random."""

    def __init__(self, mechanism: Mechanism, seed: int) -> None:
        self.random = random.Random(seed)
        self.names = ["o", "sampled", "w", "w1", *(p.name for p in mechanism.parameters)]
        own = sorted(v.name for c in mechanism.samplings for v in (c.target,))
        for name in (*own, *(v for v in ("i", "k", "result", "returned", "out", "best", "winner", "total"))):
            self.names += [f"L.{name}", f"R.{name}"]
        self.names += [f"{side}.{p.name}" for p in mechanism.parameters if p.private for side in "LR"]

    def number(self, depth: int = 2) -> str:
        kind = self.random.randrange(9 if depth else 2)
        if kind == 0:
            return str(self.random.choice((-2, -1, 0, 1, 2, 3, 100)))
        if kind == 1:
            return self.random.choice(self.names)
        if kind == 2:
            return f"{self.random.choice(self.names)}[{self.number(0)}]"
        if kind == 3:
            return f"({self.number(depth - 1)} if {self.truth(depth - 1)} else {self.number(depth - 1)})"
        if kind == 4:
            return f"{self.random.choice(('abs', 'len', 'floor'))}({self.number(depth - 1)})"
        if kind == 5:
            return f"{self.random.choice(('min', 'max'))}({self.number(depth - 1)}, {self.number(0)})"
        return f"({self.number(depth - 1)} {self.random.choice(('+', '-', '*', '//', '%'))} {self.number(depth - 1)})"

    def truth(self, depth: int = 2) -> str:
        kind = self.random.randrange(4 if depth else 1)
        if kind == 1:
            return f"({self.truth(depth - 1)} {self.random.choice(('and', 'or'))} {self.truth(depth - 1)})"
        if kind == 2:
            return f"implies({self.truth(0)}, {self.truth(depth - 1)})"
        if kind == 3:
            return f"forall(lambda j: implies(0 <= j, {self.random.choice(self.names)}[j] <= {self.number(0)}))"
        return f"{self.number(depth)} {self.random.choice(('<=', '<', '==', '!='))} {self.number(depth)}"


def some_hints(mechanism: Mechanism, seed: int) -> Hints:
    """Hints that can be tried: of many that are made up, those that can."""
    guesser = Guesser(mechanism, seed)
    draws = sorted({s.at.line for s in mechanism.samplings if s.at is not None})
    loops = sorted({c.at.line for c in loops_in(mechanism.body) if c.at is not None})
    made = NO_HINTS
    for _ in range(60):
        drawn = {"line": guesser.random.choice(draws)}
        one: dict[str, list[dict[str, Any]]] = {"couplings": [{**drawn, "shift": guesser.number()}]}
        if loops:
            one["invariants"] = [{"line": guesser.random.choice(loops), "holds": guesser.truth()}]
        if mechanism.claim.gives_up:
            where = {"where": guesser.truth(1), "distance": guesser.number(1)}
            one["events"] = [{**drawn, "tail": "at least", **where}]
        for name, given in one.items():
            hint = Hints.of({name: given})
            if why_useless(hint, mechanism) is None and len(getattr(made, name)) < 6:
                parts = {n: getattr(made, n) + getattr(hint, n) for n in one}
                made = Hints(**parts)
    return made


@pytest.mark.parametrize("path", some(BROKEN, 6), ids=lambda p: p.stem)
def test_no_hint_proves_what_is_broken(path: Path) -> None:
    for mechanism in (m for m in read_file(path) if isinstance(m, Mechanism) and m.samplings):
        for seed in range(2):
            hints = some_hints(mechanism, seed)
            prover = Prover(mechanism, hints=hints)
            assert isinstance(prover.find_proof((0,)), Stuck), hints


def test_the_made_up_hints_are_tried() -> None:
    mechanism = the("far")
    hints = some_hints(mechanism, 1)
    assert len(hints.couplings) == len(hints.invariants) == 6


# ------------------------------------------------------------------------------------------------------------- messages


@pytest.mark.parametrize(
    ("hints", "said"),
    [
        ({"couplings": [{"line": 1, "shift": "1"}]}, "draws nothing in line 1, but in"),
        ({"couplings": [{"line": 10, "shift": "L.noizy"}]}, "did you mean `noisy`?"),
        ({"couplings": [{"line": 10, "shift": "noisy + 1"}]}, "write `L.noisy` or `R.noisy`"),
        ({"couplings": [{"line": 10, "shift": "L.i"}]}, "`i` has no value yet where this is drawn"),
        ({"couplings": [{"line": 10, "shift": "L.answers"}]}, "is list[int], and int is needed here"),
        ({"couplings": [{"line": 10, "shift": "open('x')"}]}, "there is no function `open` here"),
        ({"couplings": [{"line": 10, "shift": "L.answers.pop()"}]}, "is not part of an assertion"),
        ({"couplings": [{"line": 10, "shift": "1 +"}]}, "this is not an expression"),
        ({"couplings": [{"line": 10, "shift": "floor(exp(eps))"}]}, "no exp, log or sqrt"),
        ({"couplings": [{"line": 10, "shift": "-" * 1999 + "1"}]}, "too deep"),
        ({"couplings": [{"line": 10, "shift": "w"}]}, "there is no `w` here"),
        ({"invariants": [{"line": 10, "holds": "True"}]}, "has no loop in line 10, but in 11"),
        ({"invariants": [{"line": 11, "holds": "L.noisy + 1"}]}, "is int, and bool is needed here"),
        ({"invariants": [{"line": 11, "holds": "L.noisy == 1 == [1]"}]}, "list"),
        ({"invariants": [{"line": 11, "holds": "abs(L.noisy, 2) == 1"}]}, "too many positional arguments"),
        ({"invariants": [{"line": 11, "holds": "forall(1)"}]}, "forall(lambda j: …)"),
        ({"invariants": [{"line": 11, "holds": "L <= R"}]}, "is a whole run"),
        ({"invariants": [{"line": 11, "holds": "L.noisy is 1"}]}, "`in` and `is`"),
        ({"invariants": [{"line": 11, "holds": "L.noisy < 1.5"}]}, "`1.5` is not part of an assertion"),
        ({"events": [{"line": 10, "tail": "at least"}]}, "the claim has no δ"),
    ],
)
def test_a_hint_that_cannot_be_tried_is_an_error(hints: dict[str, Any], said: str) -> None:
    assert line_of("noisy = laplace(bar, 10 / eps)") == 10
    problem = why_useless(Hints.of(hints), the("far"))
    assert problem is not None
    assert said in problem.what


def test_an_event_is_about_the_run_before_the_draw() -> None:
    line = line_of("if count > 0 else 0")

    def said(**event: str) -> str:
        problem = why_useless(Hints.of({"events": [{"line": line, "tail": "at least", **event}]}), the("tens"))
        return "" if problem is None else problem.what

    assert said(distance="t", where="count > 0") == ""
    assert "`count` is not public: a distance is" in said(distance="count")
    assert "has no value yet" in said(distance="t", where="sample > 0")
    assert "there is no `o` here" in said(distance="t", where="o > 0")
    assert "laplace noise has no tail 'true'" in said(tail="true")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "hints are an object"),
        ({"lemmas": []}, "there are no hints `lemmas`"),
        ({"couplings": {}}, "`couplings` is a list"),
        ({"couplings": [{"line": 1}]}, "couplings[0] has line, shift; nothing else"),
        ({"couplings": [{"line": 1, "shift": "1", "cost": "0"}]}, "nothing else"),
        ({"couplings": [{"line": True, "shift": "1"}]}, "couplings[0].line is the number of a line"),
        ({"couplings": [{"line": 1, "shift": 1}]}, "couplings[0].shift is a text"),
        ({"invariants": [{"line": 0, "holds": "True"}]}, "invariants[0].line"),
        ({"events": [{"line": 1, "tail": "sometimes"}]}, "events[0].tail is one of at least, at most"),
        ({"events": [{"line": 1}]}, "events[0] has line, tail, and perhaps distance, where, instead; nothing else"),
        ({"couplings": [{"line": 1, "shift": "1"}] * 41}, "at most 40"),
    ],
)
def test_hints_are_as_the_schema_says(given: Any, said: str) -> None:
    assert list(jsonschema.Draft202012Validator(schema()).iter_errors(given))
    with pytest.raises(BadHint) as refused:
        Hints.of(given)
    assert said in str(refused.value)


def test_good_hints_are_as_the_schema_says_too() -> None:
    for given in (*PRIVATE.values(), {}):
        jsonschema.validate(given, schema())
        assert bool(Hints.of(given)) is bool(given)
