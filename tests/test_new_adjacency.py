"""An adjacency that no room has heard of: each takes it as it says itself, or refuses it; none takes it for another."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import pytest

from tests.test_rooms import PACKAGE
from twinproof.document.strict import Rejected
from twinproof.integrations.opendp.problems import DoesNotFit
from twinproof.integrations.opendp.spaces import private_parameter
from twinproof.kernel.proof_document import write
from twinproof.kernel.replay import check
from twinproof.kernel.statement import adjacency, privacy
from twinproof.lang.adjacency import KINDS, EachWithin
from twinproof.lang.adjacency_kind import Adjacency, Amount, Case, Draws, Sides, Value
from twinproof.lang.claim import pure
from twinproof.lang.command import Assign, sequence
from twinproof.lang.dataflow import public_variables
from twinproof.lang.errors import Diagnostic
from twinproof.lang.expr import ONE, ZERO, Apply, Expr, Literal, Op, Place, TypeMismatch, Var, apply, forall
from twinproof.lang.inputs import check_inputs, why_not_adjacent
from twinproof.lang.mechanism import Mechanism, Parameter, is_public, private_values
from twinproof.lang.printer import Notation, show_mechanism
from twinproof.lang.reader import read_text
from twinproof.lang.types import INT, ListOf, Type
from twinproof.refute import refute
from twinproof.refute.seeds import many_moving
from twinproof.refute.space import space_of
from twinproof.search.compiled import Program
from twinproof.search.display import show_tried
from twinproof.search.prover import Prover
from twinproof.search.result import Stuck
from twinproof.search.trials import Trials, inputs


@dataclass(frozen=True, slots=True)
class LastAdded(Adjacency):
    """A list, and the same with one more entry at its end."""

    NAME = "last_added"
    USAGE = ("last_added()",)
    ARGUMENTS = ()
    TYPES = (ListOf(INT),)
    PLACE = Place.MEMORY

    def relation(self, sides: Sides) -> tuple[Expr, ...]:
        j = sides.position("j")
        a, b = (apply(Op.LEN, side) for side in (sides.left, sides.right))
        one_more = apply(Op.OR, apply(Op.EQ, a, apply(Op.ADD, b, ONE)), apply(Op.EQ, b, apply(Op.ADD, a, ONE)))
        both = apply(Op.LT, j, apply(Op.MIN, a, b))
        same = apply(Op.EQ, apply(Op.GET, sides.left, j), apply(Op.GET, sides.right, j))
        return one_more, forall(j, apply(Op.IMPLIES, both, same))

    def shown(self, var: Var, notation: Notation, show: Callable[[Expr], str]) -> str:
        return f"{var.name} has one entry more"

    def why_apart(self, name: str, left: Value, right: Value, amount: Amount) -> str | None:
        short, long = sorted((left, right), key=len)
        return None if long[:-1] == short and len(long) > len(short) else f"`{name}` has not one entry more"

    def trial(self, kind: Type, size: int, case: Case | None, draws: Draws, amount: Amount) -> tuple[Value, Value]:
        left = tuple(draws.number() for _ in range(size))
        longer = (*left, draws.number())
        return (left, longer) if draws.below(2) else (longer, left)

    def nearby(self, value: Value, amount: Amount, items: Sequence[Value]) -> Iterator[Value]:
        yield from ((*value, 0), (*value, 1))
        if value:
            yield value[:-1]


TEXT = """
from typing import Annotated
from twinproof import Epsilon, each_within, laplace, mechanism

@mechanism(epsilon="eps")
def tried(xs: Annotated[list[int], each_within(1)], eps: Epsilon) -> int:
    total = 0
    for x in xs:
        total += min(max(x, 0), 1)
    return laplace({centre}, 1 / eps)
"""


def mechanism(centre: str) -> Mechanism:
    (read,) = read_text(TEXT.format(centre=centre), "tried.py")
    assert isinstance(read, Mechanism)
    xs, eps = read.parameters
    return replace(read, parameters=(Parameter(xs.var, LastAdded()), eps))


XS = Var("xs", ListOf(INT))
COUNT = mechanism("len(xs)")
TWICE = mechanism("2 * total")
TOTAL = mechanism("total")


def test_the_claim_is_its_relation() -> None:
    parts = adjacency(TOTAL, TOTAL.parameters[0])
    assert len(parts) == 2
    pre = privacy(TOTAL).pre
    assert isinstance(pre, Apply)
    assert set(parts) <= set(pre.args)
    assert "xs has one entry more" in show_mechanism(TOTAL)


def test_it_is_for_the_parameters_it_says() -> None:
    for var in (Var("n", INT), Var("xs", ListOf(INT), Place.RIGID)):
        with pytest.raises(TypeMismatch):
            Parameter(var, LastAdded())


def test_a_length_is_private_unless_the_kind_says_otherwise() -> None:
    length = apply(Op.LEN, XS)
    assert not is_public(length, TOTAL.parameters)
    assert private_values(length, TOTAL.parameters) == {XS}
    with pytest.raises(TypeMismatch, match="over public parameters"):
        replace(TOTAL, claim=pure(length))
    n = Var("n", INT)
    counting = replace(TOTAL, body=sequence(Assign(n, length), TOTAL.body))
    assert n not in public_variables(counting)
    public = Parameter(XS, EachWithin(ONE))
    assert is_public(length, (public,))
    assert not private_values(length, (public,))
    assert n in public_variables(replace(counting, parameters=(public, *counting.parameters[1:])))


def test_inputs_are_compared_as_it_says() -> None:
    def reason(left: list[int], right: list[int]) -> str | None:
        a, b = (check_inputs(TOTAL, {"xs": xs, "eps": 1}) for xs in (left, right))
        return why_not_adjacent(TOTAL, a, b)

    assert reason([1, 2], [1, 2, 3]) is None
    assert reason([1, 2, 3], [1, 2]) is None
    assert reason([1, 2], [1, 2]) == reason([1, 2], [2, 2]) == "`xs` has not one entry more"


def test_trials_are_what_it_makes() -> None:
    trials = list(Trials(Program(TOTAL), {}).stream(50))
    assert len(trials) == 50
    for trial in trials:
        left, right = (check_inputs(TOTAL, inputs(TOTAL, trial, side)) for side in (0, 1))
        assert why_not_adjacent(TOTAL, left, right) is None


def test_the_prover_says_that_it_does_not_know_how_it_moves() -> None:
    """The entry is kept between 0 and 1, so noise of that size hides it, and the trials find a coupling."""
    (sample,) = TOTAL.samplings
    first = apply(Op.MIN, apply(Op.MAX, apply(Op.GET, XS, ZERO), ZERO), ONE)
    answer = Prover(replace(TOTAL, body=replace(sample, centre=first, target=TOTAL.result))).find_proof()
    assert isinstance(answer, Stuck)
    assert any("how `xs` moves is not modelled" in words for words in (answer.reason, *map(show_tried, answer.tried)))


def test_the_prover_takes_no_lengths_for_equal() -> None:
    """Two runs go round the loop a different number of times, or draw noise around their lengths."""
    for core in (TOTAL, COUNT):
        assert isinstance(Prover(core).find_proof(), Stuck)


@pytest.mark.parametrize("core", [COUNT, TWICE], ids=["length", "total"])
def test_the_refuter_searches_what_is_near(core: Mechanism) -> None:
    """One entry more moves 2 · total by 2, and the length by 1 around which the same noise is drawn twice as fine."""
    broken = replace(core, claim=pure(apply(Op.QUOTIENT, core.parameter("eps").var, Literal(Fraction(2)))))
    found = refute(broken, jobs=1).counterexample
    assert found is not None
    left, right = found.left["xs"], found.right["xs"]
    assert isinstance(left, list)
    assert isinstance(right, list)
    assert abs(len(left) - len(right)) == 1


def test_the_refuter_pairs_nothing_else() -> None:
    space = space_of(TOTAL)
    points = [{"xs": xs, "eps": Fraction(1)} for xs in ((), (0,), (1,), (0, 0), (0, 1))]
    pairs = {(m, n) for m, n in zip(*space.adjacent(points).nonzero(), strict=True) if m < n}
    assert pairs == {(0, 1), (0, 2), (1, 3), (1, 4)}
    for left, right in many_moving(space):
        assert right["xs"] == [*left["xs"], 0]


def test_what_keeps_its_claim_is_not_refuted() -> None:
    assert refute(TOTAL, jobs=1).counterexample is None


def test_certificates_do_not_know_it() -> None:
    (read,) = read_text(TEXT.format(centre="1"), "tried.py")
    assert isinstance(read, Mechanism)
    answer = Prover(read).find_proof()
    assert not isinstance(answer, Stuck)
    theorem = answer.theorem
    document = write(read, theorem, TEXT)
    assert check(document).mechanism == read
    with pytest.raises(ValueError, match="certificates do not know the adjacency last_added"):
        write(replace(read, parameters=mechanism("1").parameters), theorem, TEXT)
    for row in (["last_added"], ["each_within", 0, 1], ["each_within", 0], ["within"], ["database", 0], [], "within"):
        document["mechanism"]["parameters"][0]["adjacency"] = row
        with pytest.raises(Rejected, match="not an adjacency"):
            check(document)


def test_annotations_do_not_know_it() -> None:
    text = TEXT.replace("each_within(1)", "last_added()").replace("each_within", "last_added").format(centre="1")
    (found,) = read_text(text, "tried.py")
    assert isinstance(found, Diagnostic)


def test_opendp_has_no_metric_for_it() -> None:
    with pytest.raises(DoesNotFit, match="no metric of OpenDP is known to say what the adjacency of `xs` says"):
        private_parameter(TOTAL)


def test_no_room_tells_kinds_apart() -> None:
    """The classes of the kinds are named in their home only."""
    names = {kind.__name__ for kind in KINDS}
    for path in PACKAGE.rglob("*.py"):
        if path != PACKAGE / "lang" / "adjacency.py":
            tree = ast.parse(path.read_text())
            used = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
            used |= {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
            used |= {a.name for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) for a in n.names}
            assert not used & names, path
            assert not re.search(r"isinstance\([^)]*\.adjacency,", path.read_text()), path
